//! Scanned statements, read with `tesseract` if it is installed.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{FailureCode, Outcome, ReadBy, StatementDraft, SystemClock, UserAnswers};
use saldo_statement_ingest::page::{
    ChildLimits, ChildReader, Document, Glyph, PageProgress, PagesRequest, PictureReader, ReadError,
    Tesseract, TesseractSettings,
};
use saldo_statement_ingest::{LayoutReader, NoProgress, ReadFailure, StatementReader, reconcile};

use crate::changed;
use crate::support::corpus;
use crate::support::sheet::{Codes, Sheet, pdf};

fn child() -> ChildReader {
    let limits = changed(ChildLimits::default(), |it| {
        it.cpu_seconds_max = 60;
        it.wall_time_max = Duration::from_mins(2);
    });
    ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], limits)
}

fn reader(pictures: Arc<dyn PictureReader>) -> LayoutReader {
    LayoutReader::new(Arc::new(child()), Arc::new(SystemClock)).with_pictures(pictures)
}

fn tesseract(settings: TesseractSettings) -> LayoutReader {
    reader(Arc::new(Tesseract::new(child(), settings)))
}

/// True if `tesseract` is installed. CI has it; elsewhere a test without it prints a notice and passes.
#[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
fn is_installed() -> bool {
    let found = std::process::Command::new("tesseract").arg("--version").output().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "CI needs tesseract");
    if !found {
        eprintln!("SKIPPED: tesseract is not installed");
    }
    found
}

/// Returns settings with enough time for a debug build on a busy machine.
fn patient() -> TesseractSettings {
    changed(TesseractSettings::default(), |it| {
        it.cpu_seconds_max = 120;
        it.wall_time_max = Duration::from_mins(4);
    })
}

/// The rows of a statement whose words are in a picture.
const ROWS: [[&str; 4]; 6] = [
    ["Date", "Description", "Amount", "Balance"],
    ["01/03/2024", "Opening balance", "", "1,000.00"],
    ["03/03/2024", "COFFEE SHOP", "-12.50", "987.50"],
    ["05/03/2024", "EMPLOYER", "500.00", "1,487.50"],
    ["09/03/2024", "LANDLORD", "-987.50", "500.00"],
    ["31/03/2024", "Closing balance", "", "500.00"],
];

/// Returns a page that contains nothing but a picture.
fn blank_picture() -> Bytes {
    let mut sheet = Sheet::a4();
    sheet.picture(0.0, 0.0, 595.0, 842.0);
    pdf(&Codes::default(), vec![sheet]).into()
}

/// Recognizes the same words in every picture.
struct Seen(Vec<[&'static str; 4]>);

#[async_trait]
impl PictureReader for Seen {
    async fn read_pictures(
        &self,
        _: PagesRequest,
        document: &Document,
        _: &PageProgress<'_>,
    ) -> Result<Document, ReadError> {
        let mut seen = document.clone();
        for (row, y) in self.0.iter().zip((0_u8..).map(|row| 100.0 + 20.0 * f32::from(row))) {
            for (text, x) in row.iter().zip([40.0, 120.0, 380.0, 480.0]) {
                let width = 5.0 * f32::from(u8::try_from(text.len()).unwrap());
                let glyph = Glyph {
                    text: (*text).into(),
                    x,
                    baseline: y,
                    width,
                    size: 9.0,
                    visible: true,
                    bold: false,
                };
                seen.pages[0].glyphs.push(&glyph);
            }
        }
        Ok(seen)
    }
}

async fn read(reader: LayoutReader, file: Bytes) -> Result<StatementDraft, ReadFailure> {
    reader.read(file, None, &UserAnswers::default(), &NoProgress).await
}

fn outcome(draft: &StatementDraft) -> Option<Outcome> {
    reconcile::check(draft.clone()).outcome()
}

fn failure(answer: Result<StatementDraft, ReadFailure>) -> FailureCode {
    match answer {
        Err(ReadFailure::Failed(failure)) => failure.code,
        other => panic!("{other:?}"),
    }
}

/// Returns a picture file of this size, all white.
fn photo(width: u32, height: u32) -> Bytes {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    let dots = usize::try_from(width * height).unwrap();
    writer.write_image_data(&vec![u8::MAX; dots]).unwrap();
    writer.finish().unwrap();
    bytes.into()
}

#[tokio::test]
async fn a_photograph_is_read_as_a_scanned_page_is() {
    let draft = read(reader(Arc::new(Seen(ROWS.to_vec()))), photo(60, 84)).await.unwrap();
    assert_eq!((draft.read_by, draft.pages, outcome(&draft)), (ReadBy::Picture, 1, Some(Outcome::Balanced)));
    assert_eq!(draft.accounts[0].transactions[0].description, "COFFEE SHOP");
}

#[tokio::test]
async fn a_photograph_with_uncertain_days_or_years_is_never_balanced() {
    let with = |changes: &[(usize, &'static str)]| {
        let mut rows = ROWS.to_vec();
        for (row, day) in changes {
            rows[*row][0] = day;
        }
        rows
    };
    let leaping = with(&[(2, "08/03/2024")]);
    let without_years = with(&[(1, "01/03"), (2, "03/03"), (3, "05/03"), (4, "09/03"), (5, "31/03")]);
    let with_a_misread_year = with(&[(4, "09/03/2025"), (5, "31/03/2025")]);
    for rows in [leaping, without_years, with_a_misread_year] {
        let draft = read(reader(Arc::new(Seen(rows))), photo(60, 84)).await.unwrap();
        assert_eq!(outcome(&draft), Some(Outcome::Unchecked));
    }
}

#[tokio::test]
async fn a_huge_photograph_is_refused_before_it_is_decoded() {
    let answer = read(reader(Arc::new(Seen(ROWS.to_vec()))), photo(8_000, 7_000)).await;
    assert_eq!(failure(answer), FailureCode::TooLarge);
}

#[tokio::test]
async fn a_scanned_statement_is_read_and_proved() {
    let Some(path) = corpus::pdfs("hard").into_iter().find(|path| path.ends_with("v_scan.pdf")) else {
        return;
    };
    if !is_installed() {
        return;
    }
    let draft = read(tesseract(patient()), std::fs::read(&path).unwrap().into()).await.unwrap();
    let expected = std::fs::read_to_string(path.with_extension("expected.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let expected: Vec<String> = expected["accounts"][0]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|transaction| {
            format!("{} {}", transaction["date"].as_str().unwrap(), transaction["amount"].as_str().unwrap())
        })
        .collect();
    let transactions = draft.accounts[0].transactions.iter();
    let rows: Vec<String> = transactions
        .map(|transaction| format!("{} {}", transaction.date, transaction.amount.decimal()))
        .collect();
    assert_eq!(rows, expected, "{:?}", outcome(&draft));
    assert_eq!(outcome(&draft), Some(Outcome::Balanced));
}

#[tokio::test]
async fn text_of_a_picture_is_trusted_as_far_as_it_adds_up() {
    let right = read(reader(Arc::new(Seen(ROWS.to_vec()))), blank_picture()).await.unwrap();
    assert_eq!(outcome(&right), Some(Outcome::Balanced));
    assert_eq!(right.read_by, ReadBy::Picture, "amounts from a scan are proven, descriptions are not");
    let misread = |row: usize, cell: usize, text| {
        let mut rows = ROWS.to_vec();
        rows[row][cell] = text;
        read(reader(Arc::new(Seen(rows))), blank_picture())
    };
    assert_eq!(outcome(&misread(3, 2, "560.00").await.unwrap()), Some(Outcome::Unbalanced));
    // No sum contains a date, but dates out of order show a misread one.
    assert_eq!(outcome(&misread(3, 0, "25/03/2024").await.unwrap()), Some(Outcome::Unchecked));
}

#[tokio::test]
async fn unclear_text_of_a_picture_is_an_ellipsis() {
    let mut rows = ROWS.to_vec();
    rows[2][1] = "COFFEE \u{fffd}\u{fffd}\u{fffd} SHOP";
    let draft = read(reader(Arc::new(Seen(rows))), blank_picture()).await.unwrap();
    let checked = reconcile::check(draft);
    assert_eq!(checked.outcome(), Some(Outcome::Balanced));
    assert_eq!(checked.accounts[0].draft.transactions[0].description, "COFFEE … SHOP");
}

#[tokio::test]
async fn an_empty_picture_is_a_picture() {
    if is_installed() {
        assert_eq!(failure(read(tesseract(patient()), blank_picture()).await), FailureCode::ImageOnly);
    }
}

#[tokio::test]
async fn without_text_recognition_a_picture_has_a_clear_message() {
    let settings = TesseractSettings::default;
    for settings in [
        changed(settings(), |it| it.program = "/nowhere/tesseract".to_owned()),
        changed(settings(), |it| it.program = "false".to_owned()),
        changed(settings(), |it| it.pages_max = 0),
        changed(settings(), |it| it.languages = "no such language".to_owned()),
        // Programs that do not end, that print without end, or that print nonsense.
        changed(settings(), |it| {
            it.program = "yes".to_owned();
            it.cpu_seconds_max = 1;
        }),
        changed(settings(), |it| {
            it.program = "yes".to_owned();
            it.answer_bytes_max = 1000;
            it.wall_time_max = Duration::from_secs(5);
        }),
        changed(settings(), |it| it.program = "echo".to_owned()),
        changed(settings(), |it| it.memory_bytes_max = 1024 * 1024),
    ] {
        let answer = read(tesseract(settings.clone()), blank_picture()).await;
        assert_eq!(failure(answer), FailureCode::ImageOnly, "{settings:?}");
    }
}

#[tokio::test]
async fn pages_with_text_skip_text_recognition() {
    struct Never;
    #[async_trait]
    impl PictureReader for Never {
        async fn read_pictures(
            &self,
            _: PagesRequest,
            _: &Document,
            _: &PageProgress<'_>,
        ) -> Result<Document, ReadError> {
            panic!("a file without images was sent to tesseract");
        }
    }
    let mut codes = Codes::default();
    let mut sheet = Sheet::a4();
    for (row, y) in ROWS.iter().zip((0_u8..).map(|row| 100.0 + 20.0 * f32::from(row))) {
        for (text, x) in row.iter().zip([40.0, 120.0, 380.0, 480.0]) {
            sheet.text(&mut codes, x, y, 9.0, text);
        }
    }
    let draft = read(reader(Arc::new(Never)), pdf(&codes, vec![sheet]).into()).await.unwrap();
    assert_eq!(outcome(&draft), Some(Outcome::Balanced));
}
