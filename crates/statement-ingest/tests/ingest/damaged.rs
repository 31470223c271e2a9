//! Damaged files (truncated or with flipped bits) and malicious files. The reader gives each an ordinary
//! answer within its limits, with both engines.
//!
//! `SALDO_DAMAGED_CASES` sets the number of files. Every kibibyte of every sample, truncated and flipped,
//! makes about six thousand; `just damaged` tries them all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::{StreamExt, stream};
use saldo_domain::{FailureCode, Outcome, StatementDraft, SystemClock, UserAnswers};
use saldo_statement_ingest::page::{
    ChildLimits, ChildReader, Hayro, PageLimits, PositionedText, ReadRequest,
};
use saldo_statement_ingest::{LayoutReader, NoProgress, ReadFailure, StatementReader, reconcile};

use crate::changed;
use crate::support::corpus;
use crate::support::settings::setting;
use crate::support::sheet::{Codes, Sheet, pdf};

const CASES: usize = 200;
const KILOBYTE: usize = 1024;

fn own_file() -> Vec<u8> {
    file(&[
        "Date Description Amount Balance",
        "01/02/2024 RENT -500.00 1,000.00",
        "02/02/2024 PAY 700.00 1,700.00",
    ])
}

/// Returns a file of which 2,000 bytes do not reach the end of its page.
fn long_file() -> Vec<u8> {
    let mut lines = vec!["Date Description Amount Balance".to_owned(), "Opening balance 100.00".to_owned()];
    lines.extend((1..=28).map(|day| format!("{day:02}/02/2024 RENT 5.00 {}.00", 100 + 5 * day)));
    lines.push("Closing balance 240.00".to_owned());
    file(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

fn file(lines: &[&str]) -> Vec<u8> {
    let mut codes = Codes::default();
    let mut sheet = Sheet::a4();
    for (index, line) in (0_u8..).zip(lines) {
        sheet.text(&mut codes, 40.0, 100.0 + 20.0 * f32::from(index), 9.0, line);
    }
    pdf(&codes, vec![sheet])
}

/// A file and the position of its damage.
struct Damage {
    name: String,
    file: Bytes,
    place: usize,
}

/// Returns each file with its positions to damage.
fn places() -> Vec<Damage> {
    let damage =
        |name: &str, file: &Bytes, place| Damage { name: name.to_owned(), file: file.clone(), place };
    let own = Bytes::from(own_file());
    let mut places: Vec<Damage> =
        (0..own.len()).step_by(97).map(|place| damage("own", &own, place)).collect();
    for path in corpus::pdfs("easy").into_iter().chain(corpus::pdfs("hard")) {
        let file = Bytes::from(std::fs::read(&path).unwrap());
        let name = corpus::name(&path);
        places.extend((0..file.len()).step_by(KILOBYTE).map(|place| damage(&name, &file, place)));
    }
    let cases = setting("SALDO_DAMAGED_CASES").unwrap_or(CASES);
    let every = places.len().div_ceil(cases.max(1));
    places.into_iter().step_by(every).collect()
}

#[tokio::test]
async fn a_truncated_file_is_reported_as_damaged() {
    let reader = reader(ChildLimits::default());
    let whole = long_file();
    let cross_references = whole.windows(4).rposition(|window| window == b"xref").unwrap();
    let (half, first_xref) = (whole.len() / 2, cross_references - "start".len());
    let mut files: Vec<(String, Vec<u8>)> = [0, 10, 100, 1_000, 2_000, half, first_xref]
        .into_iter()
        .map(|length| (format!("cut after {length}"), whole[..length].to_vec()))
        .collect();
    // A broken download that continues with something else.
    for length in [100, 2_000, half] {
        let tail = (0..5_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24).to_le_bytes()[0]);
        files.push((format!("random after {length}"), whole[..length].iter().copied().chain(tail).collect()));
    }
    for (name, file) in files {
        match reader.read(file.into(), None, &UserAnswers::default(), &NoProgress).await {
            Ok(draft) => assert!(!is_balanced(&draft), "{name}"),
            Err(ReadFailure::Failed(failure)) => assert_eq!(failure.code, FailureCode::Unreadable, "{name}"),
            Err(ReadFailure::TryAgain(why)) => panic!("{name}: not a documented error: {why}"),
        }
    }
    assert!(is_balanced(
        &reader.read(whole.into(), None, &UserAnswers::default(), &NoProgress).await.unwrap()
    ));
}

/// The outcomes of files, for a table at the end.
#[derive(Default)]
struct Tally(Mutex<(BTreeMap<String, usize>, Duration)>);

impl Tally {
    fn count(&self, answer: &Result<StatementDraft, ReadFailure>, took: Duration) {
        let name = match answer {
            Ok(draft) => match reconcile::check(draft.clone()).outcome() {
                Some(Outcome::Balanced) => "balanced".to_owned(),
                Some(Outcome::Unbalanced) => "unbalanced".to_owned(),
                Some(Outcome::Unchecked) => "unchecked".to_owned(),
                None => "no account".to_owned(),
            },
            Err(ReadFailure::Failed(failure)) => format!("{:?}", failure.code),
            Err(ReadFailure::TryAgain(why)) => panic!("not a documented error: {why}"),
        };
        let mut tally = self.0.lock().unwrap();
        *tally.0.entry(name).or_default() += 1;
        tally.1 = tally.1.max(took);
    }

    fn show(&self, what: &str) {
        let tally = self.0.lock().unwrap();
        let all = tally.0.values().sum::<usize>();
        eprintln!("{what}: {all} files, the slowest took {:?}: {:?}", tally.1, tally.0);
    }
}

fn reader(limits: ChildLimits) -> LayoutReader {
    let child = ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], limits);
    LayoutReader::new(Arc::new(child), Arc::new(SystemClock))
}

async fn try_all(what: &str, files: impl Iterator<Item = (Damage, Bytes)>) -> Vec<(Damage, StatementDraft)> {
    let reader = reader(ChildLimits::default());
    let tally = Tally::default();
    let one = async |(damage, file): (Damage, Bytes)| {
        let before = Instant::now();
        let answer = reader.read(file, None, &UserAnswers::default(), &NoProgress).await;
        tally.count(&answer, before.elapsed());
        Some((damage, answer.ok()?))
    };
    let read = stream::iter(files).map(one).buffer_unordered(4).filter_map(async |read| read).collect().await;
    tally.show(what);
    read
}

fn count(draft: &StatementDraft) -> usize {
    draft.accounts.iter().map(|account| account.transactions.len()).sum()
}

fn is_balanced(draft: &StatementDraft) -> bool {
    reconcile::check(draft.clone()).outcome() == Some(Outcome::Balanced)
}

#[tokio::test]
async fn a_truncated_file_is_never_proven_with_missing_rows() {
    let cut = places().into_iter().map(|damage| {
        let file = damage.file.slice(..damage.place);
        (damage, file)
    });
    let read = try_all("cut", cut).await;
    let lost = with_rows_lost(&read).await;
    assert!(lost.is_empty(), "balanced, but incomplete: {lost:#?}");
}

/// Returns the readings that are balanced but have fewer rows than the undamaged file.
async fn with_rows_lost(read: &[(Damage, StatementDraft)]) -> Vec<String> {
    let reader = reader(ChildLimits::default());
    let mut whole: BTreeMap<String, usize> = BTreeMap::new();
    let mut lost = Vec::new();
    for (damage, draft) in read.iter().filter(|(_, draft)| is_balanced(draft)) {
        if !whole.contains_key(&damage.name) {
            let answer =
                reader.read(damage.file.clone(), None, &UserAnswers::default(), &NoProgress).await.unwrap();
            whole.insert(damage.name.clone(), count(&answer));
        }
        let (expected, found) = (whole[&damage.name], count(draft));
        if found < expected {
            lost.push(format!("{} at {}: {found} of {expected} rows", damage.name, damage.place));
        }
    }
    lost
}

#[tokio::test]
async fn a_file_with_a_flipped_bit_is_never_proven_with_missing_rows() {
    let turned = places().into_iter().enumerate().map(|(number, damage)| {
        let mut file = damage.file.to_vec();
        // Varies the byte within a kibibyte and the bit within a byte.
        let place = (damage.place + number * 37) % file.len();
        file[place] ^= 1 << (number % 8);
        (damage, Bytes::from(file))
    });
    let read = try_all("turned", turned).await;
    let lost = with_rows_lost(&read).await;
    assert!(lost.is_empty(), "balanced, but incomplete: {lost:#?}");
}

#[test]
fn the_samples_are_undamaged() {
    let limits = PageLimits::default();
    for path in corpus::pdfs("easy").into_iter().chain(corpus::pdfs("hard")) {
        let file = std::fs::read(&path).unwrap();
        let Ok(document) = Hayro.read(&ReadRequest { bytes: &file, password: None, limits: &limits }) else {
            continue;
        };
        assert!(document.pages.iter().all(|page| !page.is_damaged), "{}", corpus::name(&path));
    }
}

#[tokio::test]
async fn a_decompression_bomb_fails_with_a_documented_error() {
    // Less time than by default, so that the tests are faster; the memory limit is the default.
    let reader = reader(changed(ChildLimits::default(), |it| it.cpu_seconds_max = 3));
    for path in corpus::pdfs("bombs") {
        let before = Instant::now();
        let answer = reader
            .read(std::fs::read(&path).unwrap().into(), None, &UserAnswers::default(), &NoProgress)
            .await;
        let name = corpus::name(&path);
        let code = match answer {
            Err(ReadFailure::Failed(failure)) => failure.code,
            Ok(draft) => panic!("{name} has no transactions, but these were read: {draft:?}"),
            Err(ReadFailure::TryAgain(why)) => panic!("{name}: not a documented error: {why}"),
        };
        eprintln!("{name}: {code:?} after {:?}", before.elapsed());
        assert_ne!(code, FailureCode::NeedsPassword, "{name}");
    }
}
