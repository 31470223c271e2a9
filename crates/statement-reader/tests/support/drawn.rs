//! Statements drawn by hand as text, printed in the same layout.

use super::sheet::{Codes, Sheet, pdf, width};

const SIZE: f32 = 8.5;
/// Width of a character of the drawing, in points.
const CHARACTER: f32 = 5.0;
const LINE: f32 = 12.0;

/// Prints a line. Figures end at the same position as in the drawing, words begin at the same position.
fn draw(sheet: &mut Sheet, codes: &mut Codes, number: u16, line: &str) {
    let characters: Vec<char> = line.chars().collect();
    let baseline = 32.0 + f32::from(number) * LINE;
    let place = |at: usize| 36.0 + f32::from(u16::try_from(at).unwrap()) * CHARACTER;
    let mut at = 0;
    while at < characters.len() {
        if characters[at] == ' ' {
            at += 1;
            continue;
        }
        let gap = |from: usize| characters[from..].iter().take(2).all(|character| *character == ' ');
        let end = (at..characters.len()).find(|from| gap(*from)).unwrap_or(characters.len());
        let run: String = characters[at..end].iter().collect();
        if is_figure(&run) {
            sheet.text(codes, place(end) - width(&run, SIZE), baseline, SIZE, &run);
        } else {
            sheet.text(codes, place(at), baseline, SIZE, &run);
        }
        at = end;
    }
}

/// True if a run consists of digits and the signs around an amount, with at most three letters for a sign or
/// a currency.
fn is_figure(run: &str) -> bool {
    let letters = run.chars().filter(|character| character.is_alphabetic()).count();
    let others = run
        .chars()
        .all(|character| character.is_alphanumeric() || " .,'+-()$£€R\u{2212}".contains(character));
    let ends = run.ends_with(|character: char| character.is_ascii_digit());
    let suffix =
        ["CR", "DR", "Cr", "Dr", "H", "S", "EUR", "PLN", "-", "+", ")"].iter().any(|end| run.ends_with(end));
    run.contains(|character: char| character.is_ascii_digit()) && others && letters <= 3 && (ends || suffix)
}

/// Returns the PDF of a drawing. A form feed starts a new page.
pub(crate) fn print(drawing: &str) -> Vec<u8> {
    let mut codes = Codes::default();
    let sheets = drawing.split('\u{c}').map(|page| {
        let mut sheet = Sheet::a4();
        sheet.width = 640.0;
        for (number, line) in (0..).zip(page.lines()) {
            draw(&mut sheet, &mut codes, number, line);
        }
        sheet
    });
    let sheets: Vec<Sheet> = sheets.collect();
    pdf(&codes, sheets)
}
