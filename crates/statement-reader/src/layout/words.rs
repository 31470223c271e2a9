//! Words and lines from positioned glyphs.

use unicode_normalization::UnicodeNormalization;

use super::{Line, Word};
use crate::page::{Document, Glyph, PageText};

/// Largest distance of two baselines on one line, in units of the smaller font size.
const BASELINE_TOLERANCE: f32 = 0.3;
/// Gap that ends a word, in units of the font size.
const WORD_GAP: f32 = 0.22;
/// Gap that ends a word if the file also draws a space there, in units of the font size.
const SPACED_WORD_GAP: f32 = 0.12;
/// Largest distance, in units of the font size, at which the same glyph drawn again imitates bold print.
const DOUBLE_STRIKE: f32 = 0.12;
/// Largest plausible position or size, in points. Larger values come from damage; a sheet of A0 is 3,370
/// points high.
const PLACE_MAX: f32 = 20_000.0;

/// Returns the visible lines of all pages in reading order; `None` if there are more than `lines_max`.
pub(crate) fn lines(document: &Document, lines_max: usize) -> Option<Vec<Line>> {
    let mut all = Vec::new();
    for (number, page) in (1_u32..).zip(&document.pages) {
        page_lines(number, page, &mut all);
        if all.len() > lines_max {
            return None;
        }
    }
    Some(all)
}

fn page_lines(number: u32, page: &PageText, all: &mut Vec<Line>) {
    let legible: Vec<Glyph> = page.glyphs.iter().filter(is_legible).collect();
    let mut glyphs: Vec<&Glyph> = legible.iter().collect();
    glyphs.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut rest = glyphs.as_mut_slice();
    while let Some(first) = rest.first() {
        let (baseline, size) = (first.baseline, first.size);
        let count = rest.iter().take_while(|glyph| on_line(glyph, baseline, size)).count().max(1);
        let (line, after) = rest.split_at_mut(count);
        rest = after;
        line.sort_by(|a, b| place(a).total_cmp(&place(b)));
        let words = match overlapping(line) {
            Some(texts) => {
                let mut found: Vec<Word> = texts.iter().flat_map(|text| words(text)).collect();
                found.sort_by(|a, b| a.x0.total_cmp(&b.x0));
                found
            }
            None => words(line),
        };
        if !words.is_empty() {
            let size = words.iter().map(|word| word.size).fold(0.0, f32::max);
            all.push(Line { page: number, baseline, size, words });
        }
    }
}

fn is_legible(glyph: &Glyph) -> bool {
    let sane = |length: f32| length.is_finite() && length.abs() < PLACE_MAX;
    glyph.visible
        && sane(glyph.x)
        && sane(glyph.baseline)
        && sane(glyph.width)
        && sane(glyph.size)
        && glyph.size > 0.5
}

fn on_line(glyph: &Glyph, baseline: f32, size: f32) -> bool {
    glyph.baseline - baseline <= BASELINE_TOLERANCE * size.min(glyph.size)
}

fn is_space(glyph: &Glyph) -> bool {
    glyph.text.chars().all(|character| character.is_whitespace() || character.is_control())
}

/// Part of a glyph, in font sizes, that another text may cover.
const COVERED: f32 = 0.3;
/// Distance, in font sizes, by which a glyph may begin before the one drawn just before it.
const BACK: f32 = 0.1;
/// Gap, in font sizes, between two texts.
const APART: f32 = 1.0;
/// Part of a text, in font sizes, that runs into another one.
const OVERLAP: f32 = 0.75;

/// Returns the texts of a line, each in the order in which it is drawn, if one runs into another, as in
/// columns that are too narrow. `None` if their order on the page separates them.
fn overlapping<'a>(line: &[&'a Glyph]) -> Option<Vec<Vec<&'a Glyph>>> {
    let covers = |pair: &[&Glyph]| {
        let (this, next) = (pair[0], pair[1]);
        let is_text = !is_space(this) && !is_space(next) && !is_struck_twice(this, next);
        is_text && next.x < this.x + this.width - COVERED * this.size
    };
    if !line.windows(2).any(covers) {
        return None;
    }
    let mut drawn = line.to_vec();
    // The glyphs are elements of one list, in the order in which they are drawn.
    drawn.sort_by_key(|glyph| std::ptr::from_ref(*glyph));
    let goes_on = |this: &&Glyph, next: &&Glyph| {
        let size = this.size.min(next.size);
        next.x > this.x - BACK * size && next.x - this.x - this.width < APART * size
    };
    let mut texts: Vec<Vec<&Glyph>> = drawn.chunk_by(goes_on).map(<[_]>::to_vec).collect();
    texts.sort_by(|a, b| a[0].x.total_cmp(&b[0].x));
    let long = texts.iter().filter(|text| text.iter().filter(|glyph| !is_space(glyph)).count() > 1);
    let mut end = f32::NEG_INFINITY;
    let mut overlaps = false;
    for text in long {
        overlaps |= text[0].x < end - OVERLAP * text[0].size;
        let right = text.iter().rev().find(|glyph| !is_space(glyph)).map_or(end, |last| last.x + last.width);
        end = end.max(right);
    }
    overlaps.then_some(texts)
}

/// Smallest gap between two texts of a line that may be printed in different spacing, in font sizes.
const TEXTS_APART: f32 = 3.0;

/// Splits the glyphs of one line, from left to right, into words.
fn words(glyphs: &[&Glyph]) -> Vec<Word> {
    let is_near = |this: &&Glyph, next: &&Glyph| {
        next.x - this.x - this.width < TEXTS_APART * this.size.min(next.size).max(0.5)
    };
    glyphs.chunk_by(is_near).flat_map(words_of_text).collect()
}

/// Splits the glyphs of a text into words.
fn words_of_text(glyphs: &[&Glyph]) -> Vec<Word> {
    let threshold = gap_threshold(glyphs);
    let mut words: Vec<Word> = Vec::new();
    let mut open: Option<Word> = None;
    let mut last: Option<&Glyph> = None;
    let mut spaced = false;
    for glyph in glyphs {
        if is_space(glyph) {
            spaced = true;
            continue;
        }
        if last.is_some_and(|last| is_struck_twice(last, glyph)) {
            continue;
        }
        let right = glyph.x + glyph.width.max(0.0);
        match open.as_mut() {
            Some(word) if !breaks(word, glyph, spaced, threshold) => {
                word.text.push_str(glyph.text.trim());
                word.x1 = word.x1.max(right);
                word.size = word.size.max(glyph.size);
            }
            _ => {
                words.extend(open.take());
                let text = glyph.text.trim().to_owned();
                open = Some(Word { text, x0: glyph.x, x1: right, size: glyph.size });
            }
        }
        last = Some(glyph);
        spaced = false;
    }
    words.extend(open);
    for word in &mut words {
        tidy(word);
    }
    words
}

fn is_struck_twice(last: &Glyph, glyph: &Glyph) -> bool {
    last.text == glyph.text && (glyph.x - last.x).abs() < DOUBLE_STRIKE * glyph.size
}

fn breaks(word: &Word, glyph: &Glyph, spaced: bool, threshold: f32) -> bool {
    let gap = (glyph.x - word.x1) / word.size.min(glyph.size).max(0.5);
    let limit = if spaced { SPACED_WORD_GAP.min(threshold) } else { threshold };
    gap > limit
}

/// Returns the gap that ends a word on this line. Letter-spaced print has gaps inside its words, so the limit
/// rises with the median gap.
fn gap_threshold(glyphs: &[&Glyph]) -> f32 {
    let mut gaps: Vec<f32> = glyphs
        .windows(2)
        .filter(|pair| !is_space(pair[0]) && !is_space(pair[1]))
        .map(|pair| (pair[1].x - pair[0].x - pair[0].width) / pair[1].size.max(0.5))
        .filter(|gap| (-0.3..1.0).contains(gap))
        .collect();
    if gaps.len() < 8 {
        return WORD_GAP;
    }
    gaps.sort_by(f32::total_cmp);
    let median = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    if median > 0.12 { WORD_GAP + median } else { WORD_GAP }
}

/// Reverses a right-to-left word into reading order, because its glyphs are collected from left to right, and
/// replaces forms that a font defines instead of letters.
fn tidy(word: &mut Word) {
    if is_right_to_left(&word.text) {
        word.text = word.text.chars().rev().collect();
    }
    if word.text.contains(is_form) {
        word.text = word.text.nfkc().collect();
    }
}

/// True for radicals in the place of Chinese characters, ligatures of Latin letters, and Arabic letters in
/// the form of their position.
fn is_form(character: char) -> bool {
    matches!(
        character,
        '\u{2e80}'..='\u{2fdf}' | '\u{fb00}'..='\u{fb06}' | '\u{fb50}'..='\u{fdc7}' | '\u{fe70}'..='\u{fefc}'
    )
}

/// True if `text` has a letter of a right-to-left script. Figures of these scripts run from left to right and
/// do not count.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    let is_figure = |character: char| matches!(character, '\u{660}'..='\u{66c}' | '\u{6f0}'..='\u{6f9}');
    let is_letter = |character: char| matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    !text.is_ascii() && text.chars().any(|character| is_letter(character) && !is_figure(character))
}

/// Reorders words from their order on the page, left to right, into reading order. On a right-to-left line
/// this reverses the words, except that runs of words and figures of other scripts keep their order.
pub(crate) fn in_reading_order(words: &mut [&str]) {
    let turned = words.iter().filter(|word| is_right_to_left(word)).count();
    let letters = || words.iter().filter(|word| word.contains(char::is_alphabetic)).count();
    if turned == 0 || turned * 2 < letters() {
        return;
    }
    words.reverse();
    let mut rest = words;
    while !rest.is_empty() {
        let skipped = rest.iter().take_while(|word| is_right_to_left(word)).count();
        let (_, after) = rest.split_at_mut(skipped);
        let run = after.iter().take_while(|word| !is_right_to_left(word)).count();
        let (run, after) = after.split_at_mut(run);
        run.reverse();
        rest = after;
    }
}

/// Distance, in font sizes, by which a combining mark is moved back. It is drawn where its letter ends.
const MARK_BACK: f32 = 0.1;

/// Returns the horizontal sorting position of a glyph. A mark sorts after the letter before it, not after the
/// letter that begins where the mark is drawn.
fn place(glyph: &Glyph) -> f32 {
    let is_mark = |character| matches!(character, '\u{300}'..='\u{36f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}');
    if glyph.text.chars().all(is_mark) { glyph.x - MARK_BACK * glyph.size } else { glyph.x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radicals_and_ligatures_become_the_characters_they_show() {
        let mut word = Word { text: "3\u{2f49}4\u{2f47} \u{fb01}n".to_owned(), x0: 0.0, x1: 9.0, size: 9.0 };
        tidy(&mut word);
        assert_eq!(word.text, "3月4日 fin");
    }

    fn glyph(text: &str, x: f32, baseline: f32) -> Glyph {
        Glyph { text: text.into(), x, baseline, width: 5.0, size: 10.0, visible: true, bold: false }
    }

    fn read(glyphs: Vec<Glyph>) -> Vec<String> {
        let page = PageText { glyphs: glyphs.into(), ..PageText::default() };
        lines(&Document { pages: vec![page] }, 100).unwrap().iter().map(Line::text).collect()
    }

    #[test]
    fn a_gap_ends_a_word_and_a_baseline_a_line() {
        let glyphs =
            vec![glyph("a", 0.0, 10.0), glyph("b", 5.0, 10.4), glyph("c", 13.0, 10.0), glyph("d", 0.0, 22.0)];
        assert_eq!(read(glyphs), ["ab c", "d"]);
    }

    #[test]
    fn a_letter_spaced_text_joins_no_words_of_another_text_on_its_line() {
        let spaced = (0_u8..).zip("STATEMENT".chars());
        let spaced = spaced.map(|(at, c)| glyph(&c.to_string(), 10.0 * f32::from(at), 10.0));
        let plain = [("M", 200.0), ("a", 205.0), ("y", 210.0), ("1", 218.0)];
        let glyphs = spaced.chain(plain.map(|(text, x)| glyph(text, x, 10.0))).collect();
        assert_eq!(read(glyphs), ["STATEMENT May 1"]);
    }

    #[test]
    fn an_overstruck_glyph_counts_once() {
        assert_eq!(read(vec![glyph("1", 0.0, 10.0), glyph("1", 0.3, 10.0), glyph("1", 5.0, 10.0)]), ["11"]);
    }

    #[test]
    fn a_text_that_runs_into_the_next_column_keeps_its_letters() {
        let text = |text: &str, x: f32| -> Vec<Glyph> {
            (0_u8..)
                .zip(text.chars())
                .map(|(at, c)| glyph(&c.to_string(), x + 5.0 * f32::from(at), 10.0))
                .collect()
        };
        let glyphs = [text("07/02/2024", 0.0), text("POS", 41.0), text("3209", 100.0)].concat();
        assert_eq!(read(glyphs), ["07/02/2024 POS 3209"]);
    }

    #[test]
    fn invisible_text_is_not_read() {
        let hidden = Glyph { visible: false, ..glyph("x", 0.0, 10.0) };
        let endless = Glyph { x: f32::NAN, ..glyph("y", 0.0, 10.0) };
        assert!(read(vec![hidden, endless]).is_empty());
    }

    #[test]
    fn a_line_from_right_to_left_is_read_from_the_right_and_its_figures_from_the_left() {
        // From left to right on the page: "2024/01/31 to 2024/01/01 from period", in Arabic.
        let mut words = ["2024/01/31", "إلى", "2024/01/01", "من", "الفترة"];
        in_reading_order(&mut words);
        assert_eq!(words, ["الفترة", "من", "2024/01/01", "إلى", "2024/01/31"]);
        let mut words = ["POS", "123", "شراء"];
        in_reading_order(&mut words);
        assert_eq!(words, ["شراء", "POS", "123"]);
        let mut words = ["paid", "to", "أحمد", "for", "rent"];
        in_reading_order(&mut words);
        assert_eq!(words, ["paid", "to", "أحمد", "for", "rent"]);
        assert!(!is_right_to_left("٥٫٩١"));
    }

    #[test]
    fn too_many_lines_give_no_text() {
        let glyphs = vec![glyph("a", 0.0, 10.0), glyph("a", 0.0, 30.0)];
        let page = PageText { glyphs: glyphs.into(), ..PageText::default() };
        assert!(lines(&Document { pages: vec![page] }, 1).is_none());
    }
}
