//! Turns `tesseract`'s table of words into glyphs, one for each word and one for the space after it. Two
//! readings of the same page are merged: each adds words that the other missed, and a date that they read
//! differently is rejected.

use std::collections::HashMap;

use crate::page::Glyph;

/// Certainty in percent below which a word with digits is rejected: a wrong digit is worse than a missing
/// one.
const CERTAINTY_MIN: f32 = 60.0;
/// Height of capitals and figures, in font sizes.
const FIGURE_HEIGHT: f32 = 0.71;
/// Relative difference from the page's usual figure height above which a line has another font size.
const OTHER_SIZE: f32 = 0.3;
/// Upper limit for the characters of a word; longer ones are smudges.
const WORD_CHARS_MAX: usize = 120;
/// Upper limit for the words of a page. Small print has about a thousand; the limit also bounds the
/// comparison of each word of one reading with those of the other.
const WORDS_MAX: usize = 10_000;
/// Added to the block numbers of the second reading, so that they differ from those of the first.
const SECOND_READING: u32 = 1_000_000;
/// The level of words in the table.
const WORD_LEVEL: &str = "5";

struct Word<'a> {
    /// Block, paragraph and line.
    line: (u32, u32, u32),
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    certainty: f32,
    text: &'a str,
}

/// Returns the words of two tables of one page as glyphs. `scale` is the width of a dot in points.
pub(super) fn glyphs(rows: &str, scattered: &str, scale: f32) -> Vec<Glyph> {
    let words = merged(words_of(rows).collect(), words_of(scattered));
    let usual = median(words.iter().filter(|word| is_even(word.text)).map(|word| word.height))
        .or_else(|| median(words.iter().map(|word| word.height)))
        .unwrap_or(1.0);
    let mut lines: HashMap<(u32, u32, u32), Vec<&Word<'_>>> = HashMap::new();
    for word in &words {
        lines.entry(word.line).or_default().push(word);
    }
    let measures: HashMap<(u32, u32, u32), (f32, f32)> =
        lines.into_iter().map(|(line, words)| (line, measure(&words, usual))).collect();
    let mut glyphs = Vec::with_capacity(words.len() * 2);
    for word in &words {
        let Some((baseline, height)) = measures.get(&word.line) else { continue };
        let glyph = Glyph {
            text: text_of(word).into(),
            x: word.left * scale,
            baseline: baseline * scale,
            width: word.width * scale,
            size: height / FIGURE_HEIGHT * scale,
            visible: true,
            bold: false,
        };
        let space = Glyph { text: " ".into(), x: glyph.x + glyph.width, width: 0.0, ..glyph.clone() };
        glyphs.extend([glyph, space]);
    }
    glyphs
}

fn words_of(table: &str) -> impl Iterator<Item = Word<'_>> {
    table.lines().filter_map(word).take(WORDS_MAX)
}

/// Merges two readings: of two different words in the same place the more certain one is used, and neither of
/// them if one is a date.
fn merged<'a>(first: Vec<Word<'a>>, second: impl Iterator<Item = Word<'a>>) -> Vec<Word<'a>> {
    let mut words = first;
    let known = words.len();
    for mut word in second {
        match words.iter_mut().take(known).find(|other| other.touches(&word)) {
            Some(other) if other.is_at(&word) && other.text != word.text => {
                if is_date(other.text) || is_date(word.text) {
                    other.certainty = 0.0;
                } else if word.certainty > other.certainty {
                    (other.text, other.certainty) = (word.text, word.certainty);
                }
            }
            Some(_) => {}
            None => {
                word.line.0 = word.line.0.saturating_add(SECOND_READING);
                words.push(word);
            }
        }
    }
    words
}

/// True if a word consists of three numbers with separators.
fn is_date(text: &str) -> bool {
    let numbers = text.split(['.', '/', '-']).filter(|part| !part.is_empty());
    numbers.clone().count() == 3 && numbers.clone().all(|part| part.bytes().any(|byte| byte.is_ascii_digit()))
}

impl Word<'_> {
    fn shared(&self, other: &Self) -> f32 {
        let across = (self.left + self.width).min(other.left + other.width) - self.left.max(other.left);
        let down = (self.top + self.height).min(other.top + other.height) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }

    fn touches(&self, other: &Self) -> bool {
        self.shared(other) > 0.2 * (self.width * self.height).min(other.width * other.height)
    }

    fn is_at(&self, other: &Self) -> bool {
        self.shared(other) > 0.6 * (self.width * self.height).max(other.width * other.height)
    }
}

fn word(line: &str) -> Option<Word<'_>> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [WORD_LEVEL, _, block, paragraph, line, _, left, top, width, height, certainty, text] =
        cells.as_slice()
    else {
        return None;
    };
    let text = text.trim();
    let (width, height) = (number(width)?, number(height)?);
    if text.is_empty() || text.chars().count() > WORD_CHARS_MAX || width <= 0.0 || height <= 0.0 {
        return None;
    }
    Some(Word {
        line: (block.parse().ok()?, paragraph.parse().ok()?, line.parse().ok()?),
        left: number(left)?,
        top: number(top)?,
        width,
        height,
        certainty: number(certainty)?,
        text,
    })
}

fn number(text: &str) -> Option<f32> {
    text.parse::<f32>().ok().filter(|number| number.is_finite())
}

/// Returns the text of a word; replacement characters if it has digits and is not certain enough.
fn text_of(word: &Word<'_>) -> String {
    let has_digits = word.text.contains(|character: char| character.is_ascii_digit());
    if has_digits && word.certainty < CERTAINTY_MIN {
        return word.text.chars().map(|_| '\u{fffd}').collect();
    }
    word.text.to_owned()
}

/// Returns the baseline of a line and the height of its figures.
fn measure(words: &[&Word<'_>], usual: f32) -> (f32, f32) {
    let even = || words.iter().filter(|word| is_even(word.text));
    let own = median(even().map(|word| word.height)).filter(|own| (own / usual - 1.0).abs() > OTHER_SIZE);
    let bottom = |word: &&&Word<'_>| word.top + word.height;
    let hanging = words.iter().map(|word| word.top + word.height).fold(0.0, f32::max);
    let baseline = median(even().map(|word| bottom(&word)));
    let height = own.unwrap_or(usual);
    (baseline.unwrap_or(hanging - 0.2 * height), height)
}

/// True if all characters of a word have the height of figures and none reaches below the line.
fn is_even(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_digit() || character.is_ascii_uppercase())
        && text.chars().all(|character| {
            character.is_ascii_digit() || matches!(character, 'A'..='P' | 'R'..='Z' | '.' | ':' | '-' | '+')
        })
}

fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

    fn row(line: u32, left: u32, height: u32, certainty: &str, text: &str) -> String {
        format!("5\t1\t1\t1\t{line}\t1\t{left}\t{}\t50\t{height}\t{certainty}\t{text}\n", 100 * line)
    }

    #[test]
    fn words_of_a_line_share_its_baseline_and_size() {
        let table = [HEAD, &row(1, 10, 24, "96.5", "12.50"), &row(1, 80, 30, "91", "Kaffee,")].concat();
        let glyphs = glyphs(&table, "", 0.24);
        assert_eq!(glyphs.len(), 4);
        assert!((glyphs[0].baseline - 124.0 * 0.24).abs() < 1e-3);
        assert!((glyphs[2].baseline - glyphs[0].baseline).abs() < 1e-3);
        assert!((glyphs[2].size - glyphs[0].size).abs() < 1e-3);
        assert_eq!(&*glyphs[1].text, " ");
    }

    fn texts(rows: &str, scattered: &str) -> Vec<String> {
        let words = glyphs(rows, scattered, 1.0).into_iter().filter(|glyph| &*glyph.text != " ");
        words.map(|glyph| (*glyph.text).to_owned()).collect()
    }

    #[test]
    fn a_second_reading_can_add_correct_or_contradict() {
        let first =
            [row(1, 10, 24, "90", "01.02.24"), row(1, 80, 24, "70", "12,50"), row(2, 10, 24, "90", "x")]
                .concat();
        let second = [
            row(1, 10, 24, "95", "07.02.24"),
            row(1, 80, 24, "90", "12,60"),
            row(2, 10, 24, "50", "y"),
            row(2, 200, 24, "80", "-89,42"),
        ];
        assert_eq!(texts(&first, &second.concat()), ["\u{fffd}".repeat(8).as_str(), "12,60", "x", "-89,42"]);
        assert_eq!(texts(&first, &first), ["01.02.24", "12,50", "x"]);
    }

    #[test]
    fn uncertain_digits_are_not_read() {
        let table = [row(1, 10, 24, "30", "12.50"), row(1, 80, 24, "30", "Kaffee")].concat();
        assert_eq!(texts(&table, ""), ["\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}", "Kaffee"]);
    }

    #[test]
    fn the_words_of_a_page_are_limited() {
        let table: String = (0..20_000).map(|number| row(number, 10, 24, "90", "x")).collect();
        assert_eq!(texts(&table, "").len(), WORDS_MAX);
    }

    #[test]
    fn rows_without_text_are_skipped() {
        for table in
            [HEAD, "", "5\t1", &row(1, 1, 0, "90", "x"), &row(1, 1, 9, "NaN", "x"), &row(1, 1, 9, "90", " ")]
        {
            assert!(glyphs(table, table, 1.0).is_empty(), "{table}");
        }
    }
}
