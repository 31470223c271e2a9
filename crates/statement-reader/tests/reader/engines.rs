//! Tests of both engines: they report the text of a page and its positions.

use pdf_writer::types::TextRenderingMode;
use saldo_statement_reader::page::{
    Document, Glyph, Glyphs, Hayro, PageLimits, PageText, PdfExtract, PositionedText, ReadError, ReadRequest,
};

use crate::support::corpus;
use crate::support::sheet::{Codes, Sheet, pdf, width};

const ENGINES: [(&str, &dyn PositionedText); 2] = [("hayro", &Hayro), ("pdf-extract", &PdfExtract)];

fn read(engine: &dyn PositionedText, bytes: &[u8]) -> Result<Document, ReadError> {
    read_within(engine, bytes, &PageLimits::default())
}

fn read_within(
    engine: &dyn PositionedText,
    bytes: &[u8],
    limits: &PageLimits,
) -> Result<Document, ReadError> {
    engine.read(&ReadRequest { bytes, password: None, limits })
}

fn only_page(engine: &dyn PositionedText, codes: &Codes, sheet: Sheet) -> PageText {
    let mut document = read(engine, &pdf(codes, vec![sheet])).unwrap();
    assert_eq!(document.pages.len(), 1);
    document.pages.remove(0)
}

fn text(glyphs: &Glyphs) -> String {
    glyphs.iter().map(|glyph| glyph.text.to_string()).collect()
}

fn seen(page: &PageText) -> String {
    page.glyphs.iter().filter(|glyph| glyph.visible).map(|glyph| glyph.text.to_string()).collect()
}

fn near(one: f32, two: f32) -> bool {
    (one - two).abs() < 0.05
}

/// Asserts that "Saldo 1.234,56" stands at 100, 200 in size 10.
fn assert_in_place(name: &str, page: &PageText) {
    let printed = "Saldo 1.234,56";
    assert_eq!(text(&page.glyphs), printed, "{name}");
    let all: Vec<Glyph> = page.glyphs.iter().collect();
    let (first, last) = (&all[0], &all[printed.len() - 1]);
    assert!(near(first.x, 100.0) && near(first.baseline, 200.0), "{name}: {first:?}");
    assert!(near(first.size, 10.0), "{name}: {first:?}");
    assert!(near(last.x + last.width, 100.0 + width(printed, 10.0)), "{name}: {last:?}");
}

#[test]
fn text_has_its_printed_position() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.text(&mut codes, 100.0, 200.0, 10.0, "Saldo 1.234,56");
        let page = only_page(engine, &codes, sheet);
        assert!(near(page.width, 595.0) && near(page.height, 842.0), "{name}");
        assert_in_place(name, &page);
    }
}

#[test]
fn letters_beyond_ascii_are_read() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.text(&mut codes, 100.0, 200.0, 10.0, "Überweisung łódź Баланс € 残高");
        let page = only_page(engine, &codes, sheet);
        assert_eq!(text(&page.glyphs), "Überweisung łódź Баланс € 残高", "{name}");
    }
}

#[test]
fn a_rotated_page_is_read_upright() {
    for (name, engine) in ENGINES {
        for (rotate, matrix) in [
            // Matrix that places the text at 100, 200 on the page as shown.
            (90, [0.0, 1.0, -1.0, 0.0, 200.0, 100.0]),
            (180, [-1.0, 0.0, 0.0, -1.0, 495.0, 200.0]),
            (270, [0.0, -1.0, 1.0, 0.0, 395.0, 742.0]),
        ] {
            let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
            sheet.rotate = rotate;
            sheet.turned_text(&mut codes, matrix, 10.0, "Saldo 1.234,56");
            let page = only_page(engine, &codes, sheet);
            let upright = rotate == 180;
            assert!(near(page.width, if upright { 595.0 } else { 842.0 }), "{name} {rotate}");
            assert_in_place(&format!("{name} {rotate}"), &page);
        }
    }
}

#[test]
fn text_printed_sideways_on_an_upright_page_is_turned_upright() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.turned_text(&mut codes, [0.0, 1.0, -1.0, 0.0, 200.0, 100.0], 10.0, "Saldo 1.234,56");
        sheet.line(50.0, 100.0, 50.0, 700.0);
        let page = only_page(engine, &codes, sheet);
        assert!(near(page.width, 842.0), "{name}");
        assert_in_place(name, &page);
        let rule = page.rules[0];
        assert!(near(rule.y0, rule.y1) && rule.x1 - rule.x0 > 500.0, "{name}: {rule:?}");
    }
}

#[test]
fn words_along_the_margin_and_stamps_across_the_page_are_left_out() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.text(&mut codes, 100.0, 200.0, 10.0, "Saldo 1.234,56");
        sheet.turned_text(&mut codes, [0.0, 1.0, -1.0, 0.0, 20.0, 100.0], 6.0, "FORM 7");
        sheet.turned_text(&mut codes, [0.7, 0.7, -0.7, 0.7, 100.0, 100.0], 60.0, "COPY");
        assert_in_place(name, &only_page(engine, &codes, sheet));
    }
}

#[test]
fn a_crop_box_moves_the_corner_and_hides_what_is_outside() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.crop = Some([50.0, 42.0, 545.0, 742.0]);
        sheet.text(&mut codes, 150.0, 300.0, 10.0, "Saldo 1.234,56");
        let page = only_page(engine, &codes, sheet);
        assert!(near(page.width, 495.0) && near(page.height, 700.0), "{name}");
        assert_in_place(name, &page);
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.crop = Some([50.0, 42.0, 545.0, 742.0]);
        sheet.text(&mut codes, 150.0, 50.0, 10.0, "outside");
        assert_eq!(seen(&only_page(engine, &codes, sheet)), "", "{name}");
    }
}

#[test]
fn invisible_text_is_marked() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.text(&mut codes, 100.0, 100.0, 10.0, "black");
        sheet.gray(1.0).text(&mut codes, 100.0, 120.0, 10.0, "white");
        sheet.gray(0.0).text(&mut codes, 100.0, 140.0, 0.3, "tiny");
        sheet.text(&mut codes, 100.0, -40.0, 10.0, "outside");
        sheet.mode(TextRenderingMode::Invisible).text(&mut codes, 100.0, 160.0, 10.0, "invisible");
        let page = only_page(engine, &codes, sheet);
        assert_eq!(seen(&page), "black", "{name}");
        assert_eq!(text(&page.glyphs), "blackwhitetinyoutsideinvisible", "{name}");
    }
}

#[test]
fn white_text_on_a_dark_bar_is_seen_and_black_text_under_a_white_box_is_not() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.gray(0.2).fill(90.0, 90.0, 200.0, 20.0);
        sheet.gray(1.0).text(&mut codes, 100.0, 104.0, 10.0, "heading");
        sheet.gray(0.0).text(&mut codes, 100.0, 140.0, 10.0, "covered");
        sheet.gray(1.0).fill(90.0, 125.0, 200.0, 20.0);
        assert_eq!(seen(&only_page(engine, &codes, sheet)), "heading", "{name}");
    }
}

#[test]
fn white_text_on_a_bar_with_round_corners_is_seen() {
    for (name, engine) in ENGINES {
        let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.gray(0.2);
        let content = sheet.content();
        content.move_to(95.0, 760.0).line_to(285.0, 760.0).cubic_to(290.0, 760.0, 290.0, 760.0, 290.0, 755.0);
        content.line_to(290.0, 732.0).line_to(90.0, 732.0).line_to(90.0, 755.0);
        content.cubic_to(90.0, 760.0, 90.0, 760.0, 95.0, 760.0).close_path().fill_nonzero();
        sheet.gray(1.0).text(&mut codes, 100.0, 104.0, 10.0, "heading");
        assert_eq!(seen(&only_page(engine, &codes, sheet)), "heading", "{name}");
    }
}

#[test]
fn text_outside_its_clip_is_not_seen() {
    let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
    sheet.content().save_state().rect(90.0, 700.0, 60.0, 60.0).clip_nonzero().end_path();
    sheet.text(&mut codes, 100.0, 100.0, 10.0, "in");
    sheet.text(&mut codes, 200.0, 100.0, 10.0, "out");
    sheet.content().restore_state();
    sheet.text(&mut codes, 200.0, 100.0, 10.0, "after");
    assert_eq!(seen(&only_page(&Hayro, &codes, sheet)), "inafter");
}

#[test]
fn text_filled_and_stroked_is_one_text_and_bold() {
    let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
    sheet.mode(TextRenderingMode::FillStroke).text(&mut codes, 100.0, 200.0, 10.0, "Saldo 1.234,56");
    let page = only_page(&Hayro, &codes, sheet);
    assert_in_place("hayro", &page);
    assert!(page.glyphs.iter().all(|glyph| glyph.bold));
}

#[test]
fn lines_thin_boxes_and_the_edges_of_dark_boxes_are_rules() {
    for (name, engine) in ENGINES {
        let (codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.line(50.0, 100.0, 545.0, 100.0).line(50.0, 100.0, 400.0, 300.0);
        sheet.fill(50.0, 200.0, 495.0, 0.5);
        let rules = only_page(engine, &codes, sheet).rules;
        assert_eq!(rules.len(), 2, "{name}: {rules:?}");
        assert!(near(rules[0].y0, 100.0) && near(rules[1].y0, 200.25), "{name}: {rules:?}");
        let (codes, mut sheet) = (Codes::default(), Sheet::a4());
        sheet.gray(0.8).fill(50.0, 100.0, 495.0, 20.0);
        assert_eq!(only_page(engine, &codes, sheet).rules.len(), 4, "{name}");
    }
}

#[test]
fn a_scanned_page_is_distinguished_from_one_with_a_logo() {
    let (mut codes, mut sheet) = (Codes::default(), Sheet::a4());
    sheet.picture(0.0, 0.0, 595.0, 842.0);
    assert!(only_page(&Hayro, &codes, sheet).has_picture);
    let mut sheet = Sheet::a4();
    sheet.picture(20.0, 20.0, 100.0, 50.0).text(&mut codes, 100.0, 200.0, 10.0, "Saldo");
    assert!(!only_page(&Hayro, &codes, sheet).has_picture);
}

#[test]
fn text_shown_by_the_quote_operators_is_read() {
    for (name, engine) in ENGINES {
        let (codes, mut sheet) = (Codes::default(), Sheet::a4());
        let content = sheet.content();
        content
            .begin_text()
            .set_font(pdf_writer::Name(b"F1"), 10.0)
            .set_leading(12.0)
            .next_line(100.0, 654.0);
        content.next_line_show(pdf_writer::Str(b"Saldo 1.234,56"));
        content.next_line_show_and_set_word_and_char_spacing(0.0, 0.0, pdf_writer::Str(b"next"));
        content.end_text();
        let mut page = only_page(engine, &codes, sheet);
        let mut all: Vec<Glyph> = page.glyphs.iter().collect();
        let next = all.split_off(14);
        page.glyphs = all.into();
        assert_in_place(name, &page);
        assert_eq!(text(&next.clone().into()), "next", "{name}");
        assert!(near(next[0].baseline, 212.0), "{name}");
    }
}

#[test]
fn too_many_pages_or_glyphs_are_too_large() {
    let mut codes = Codes::default();
    let sheets = (0..3)
        .map(|_| {
            let mut sheet = Sheet::a4();
            sheet.text(&mut codes, 100.0, 200.0, 10.0, "12345");
            sheet
        })
        .collect();
    let file = pdf(&codes, sheets);
    for (name, engine) in ENGINES {
        let limits = |pages_max, glyphs_max| PageLimits { pages_max, glyphs_max, ..PageLimits::default() };
        let read = |limits| read_within(engine, &file, &limits);
        assert_eq!(read(limits(3, 15)).unwrap().pages.len(), 3, "{name}");
        assert_eq!(read(limits(2, 15)), Err(ReadError::TooLarge), "{name}");
        assert_eq!(read(limits(3, 14)), Err(ReadError::TooLarge), "{name}");
    }
}

#[test]
fn pages_are_counted_without_reading_them() {
    let file = pdf(&Codes::default(), vec![Sheet::a4(), Sheet::a4()]);
    let count = |pages_max| {
        let limits = PageLimits { pages_max, glyphs_max: 0, ..PageLimits::default() };
        Hayro.count_pages(&ReadRequest { bytes: &file, password: None, limits: &limits })
    };
    assert_eq!(count(2), Ok(2));
    assert_eq!(count(1), Err(ReadError::TooLarge));
}

#[test]
fn a_file_that_is_not_a_pdf_is_damaged() {
    for (name, engine) in ENGINES {
        for bytes in [&b""[..], b"%PDF-1.7", b"hello", &[0xff; 4096]] {
            assert_eq!(read(engine, bytes), Err(ReadError::Malformed), "{name}");
        }
    }
}

#[test]
fn encrypted_files_open_with_their_password_only() {
    for (name, engine) in ENGINES {
        for (file, bytes) in [
            ("rc4-40", include_bytes!("../samples/locked-rc4-40.pdf").as_slice()),
            ("rc4-128", include_bytes!("../samples/locked-rc4-128.pdf").as_slice()),
            ("aes-128", include_bytes!("../samples/locked-aes-128.pdf").as_slice()),
            ("aes-256", include_bytes!("../samples/locked-aes-256.pdf").as_slice()),
        ] {
            let limits = PageLimits::default();
            let open = |password| {
                let document = engine.read(&ReadRequest { bytes, password, limits: &limits })?;
                Ok(text(&document.pages[0].glyphs))
            };
            assert_eq!(open(None), Err(ReadError::NeedsPassword), "{name} {file}");
            assert_eq!(open(Some("wrong")), Err(ReadError::WrongPassword), "{name} {file}");
            for password in ["reader", "owner"] {
                assert_eq!(open(Some(password)).as_deref(), Ok("Saldo 1.234,56"), "{name} {file} {password}");
            }
        }
        let bytes = include_bytes!("../samples/owner-only.pdf");
        assert_eq!(text(&read(engine, bytes).unwrap().pages[0].glyphs), "Saldo 1.234,56", "{name}");
    }
}

#[test]
fn both_engines_read_the_same_figures_from_the_samples() {
    let figures = |document: &Document| {
        let mut places: Vec<(usize, i32, i32, String)> = Vec::new();
        for (number, page) in document.pages.iter().enumerate() {
            for glyph in page.glyphs.iter() {
                if glyph.visible && glyph.text.chars().all(|character| character.is_ascii_digit()) {
                    let right = glyph.x + glyph.width;
                    #[expect(clippy::cast_possible_truncation, reason = "a coarse grid is enough")]
                    let grid = |value: f32| (value / 4.0).round() as i32;
                    places.push((number, grid(glyph.baseline), grid(right), glyph.text.to_string()));
                }
            }
        }
        places.sort();
        places
    };
    let (mut compared, mut same, mut glyphs) = (0, 0, 0);
    for path in corpus::pdfs("easy").into_iter().chain(corpus::pdfs("hard")) {
        let bytes = std::fs::read(&path).unwrap();
        let (Ok(first), Ok(second)) = (read(&Hayro, &bytes), read(&PdfExtract, &bytes)) else { continue };
        let (first, second) = (figures(&first), figures(&second));
        let found = first.iter().filter(|place| second.binary_search(place).is_ok()).count();
        eprintln!(
            "{}: {found} of {} figures, {} by the second",
            corpus::name(&path),
            first.len(),
            second.len()
        );
        compared += 1;
        same += found;
        glyphs += first.len();
    }
    assert!(
        compared == 0 || (compared >= 30 && same * 100 >= glyphs * 95),
        "{same} of {glyphs}, {compared} files"
    );
}
