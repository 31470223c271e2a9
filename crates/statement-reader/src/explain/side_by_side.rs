//! Stage 1, tokens: pages with blocks of text side by side, such as two columns of transactions or a summary
//! beside them.
//!
//! Geometry alone does not tell a block from a column of a table. So the arrangement here is only a proposal:
//! it is used if the printed figures confirm it better than lines across the whole page.

use std::ops::Range;

use crate::layout::{Line, Word};
use crate::read::date::date_at;

/// Smallest gap before a block, in font sizes.
const GUTTER: f32 = 1.0;
/// Largest distance of left edges that are aligned, in points.
const EDGE: f32 = 1.5;
/// Smallest number of lines whose words begin at the edge of a block.
const ALIGNED_MIN: usize = 4;
/// Smallest number of lines that only one of two blocks has. Lines of a table are shared by its columns.
const OWN_MIN: usize = 2;
/// Share of the lines of a left block, one in this many, from which lines without their amounts show that it
/// is a part of a table.
const CUT_SHARE: usize = 4;
/// Smallest number of words of a heading that is repeated in each block.
const REPEATED_MIN: usize = 2;
/// Largest number of edges tried on a page.
const EDGES_MAX: usize = 64;
/// Largest number of words of a heading with all its repetitions.
const HEADING_WORDS_MAX: usize = 60;
/// Largest number of times that blocks are split further.
const DEPTH_MAX: usize = 4;

/// Lines with two blocks of text: above one another, the block begins at `edge`.
struct Band {
    lines: Range<usize>,
    edge: f32,
}

/// Returns the lines with blocks one after the other, from left to right; a block without transactions comes
/// before one with some. `None` if no page has blocks side by side.
pub(super) fn one_after_another(lines: &[Line]) -> Option<Vec<Line>> {
    let mut all = Vec::with_capacity(lines.len());
    for page in lines.chunk_by(|one, next| one.page == next.page) {
        arrange(page, DEPTH_MAX, &mut all);
    }
    (all != lines).then_some(all)
}

fn arrange(lines: &[Line], depth: usize, all: &mut Vec<Line>) {
    let found = (depth > 0).then(|| independent(lines).or_else(|| repeated(lines))).flatten();
    let Some(Band { lines: band, edge }) = found else {
        all.extend_from_slice(lines);
        return;
    };
    arrange(&lines[..band.start], depth - 1, all);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for line in &lines[band.clone()] {
        let (one, other) = split(line, edge);
        let part = |words: &[Word]| Line { words: words.to_vec(), ..line.clone() };
        left.extend((!one.is_empty()).then(|| part(one)));
        right.extend((!other.is_empty()).then(|| part(other)));
    }
    if has_transactions(&left) && !has_transactions(&right) {
        std::mem::swap(&mut left, &mut right);
    }
    arrange(&left, depth - 1, all);
    arrange(&right, depth - 1, all);
    arrange(&lines[band.end..], depth - 1, all);
}

/// Splits the words of a line at the edge of a block.
fn split(line: &Line, edge: f32) -> (&[Word], &[Word]) {
    line.words.split_at(line.words.partition_point(|word| word.x0 < edge - EDGE))
}

/// True if no word of a line crosses the edge of a block, or is too near to it.
fn is_clear(line: &Line, edge: f32) -> bool {
    let (left, right) = split(line, edge);
    let gutter = if right.is_empty() { 0.0 } else { GUTTER * line.size };
    left.last().is_none_or(|word| word.x1 < edge - gutter)
}

/// True if a line begins with a date and has other words.
fn has_transactions(lines: &[Line]) -> bool {
    let is_row = |line: &Line| date_at(line, 0).is_some_and(|date| !date.like_amount) && line.words.len() > 2;
    lines.iter().any(is_row)
}

/// Returns the lines with the two blocks that have the most words, each with lines of its own, and the right
/// one with words that begin at its edge.
fn independent(lines: &[Line]) -> Option<Band> {
    let starts = lines.iter().flat_map(|line| (1..line.words.len()).map(move |at| (line, at)));
    let mut edges: Vec<f32> = starts
        .filter(|(line, at)| line.gap_before(*at) > GUTTER)
        .map(|(line, at)| line.words[at].x0)
        .collect();
    edges.sort_by(f32::total_cmp);
    let near = edges.chunk_by(|one, next| next - one < EDGE / 2.0).filter(|near| near.len() >= OWN_MIN);
    let edges: Vec<f32> = near.map(|near| near[0]).take(EDGES_MAX).collect();
    let found = edges.iter().flat_map(|edge| {
        let is_clear = |line: &Line| is_clear(line, *edge);
        let mut bands = Vec::new();
        let mut start = 0;
        for run in lines.chunk_by(|one, next| is_clear(one) == is_clear(next)) {
            let band = start..start + run.len();
            start = band.end;
            if is_clear(&run[0])
                && let Some(size) = smaller_block(run, *edge)
            {
                bands.push((size, Band { lines: band, edge: *edge }));
            }
        }
        bands
    });
    found.max_by_key(|(size, _)| *size).map(|(_, band)| band)
}

/// Returns the number of words of the smaller of two blocks; `None` if one has no lines of its own, or the
/// right one is not aligned at its edge.
fn smaller_block(lines: &[Line], edge: f32) -> Option<usize> {
    let parts: Vec<(&[Word], &[Word])> = lines.iter().map(|line| split(line, edge)).collect();
    let only_left = parts.iter().filter(|(_, right)| right.is_empty()).count();
    let only_right = parts.iter().filter(|(left, _)| left.is_empty()).count();
    let is_aligned =
        |(_, right): &&(&[Word], &[Word])| right.first().is_some_and(|word| (word.x0 - edge).abs() < EDGE);
    let aligned = parts.iter().filter(is_aligned).count();
    let words = |side: fn(&(&[Word], &[Word])) -> usize| parts.iter().map(side).sum::<usize>();
    let size = words(|part| part.0.len()).min(words(|part| part.1.len()));
    let is_pair = only_left >= OWN_MIN && only_right >= OWN_MIN && aligned >= ALIGNED_MIN;
    let cut = lines.iter().filter(|line| is_cut(line, edge)).count();
    let is_sign = |word: &&Word| !word.text.contains(char::is_alphanumeric);
    let begins_with_amount =
        |(_, right): &&(&[Word], &[Word])| right.iter().find(|word| !is_sign(word)).is_some_and(is_amount);
    let amounts = parts.iter().filter(begins_with_amount).count();
    let is_table = cut * CUT_SHARE >= lines.len() - only_right || amounts * 2 > lines.len() - only_left;
    (is_pair && !is_table).then_some(size)
}

/// True if a word looks like an amount: digits with a separator, such as `1.200`, `3.50-` and `$12.00`.
fn is_amount(word: &Word) -> bool {
    let digits = word.text.chars().filter(char::is_ascii_digit).count();
    let has_letter = word.text.chars().any(char::is_alphabetic);
    digits > 1 && !has_letter && word.text.contains(['.', ',']) && !word.text.contains(['/', ':'])
}

/// True if the edge parts the date of a row, or a label, from its amount.
fn is_cut(line: &Line, edge: f32) -> bool {
    let (left, right) = split(line, edge);
    let (Some(last), Some(first)) = (left.last(), right.first()) else { return false };
    let is_dated = (0..left.len()).any(|at| date_at(line, at).is_some_and(|date| !date.like_amount));
    let parts_row = is_dated && !left.iter().any(is_amount) && right.iter().any(is_amount);
    parts_row || is_amount(first) && !is_amount(last)
}

/// Returns the lines below a heading that is printed twice or more beside itself.
fn repeated(lines: &[Line]) -> Option<Band> {
    lines.iter().enumerate().find_map(|(at, line)| {
        let second = second_heading(line)?;
        // Figures below may begin before a heading that is centered or aligned at the right.
        let (mut low, mut high) = (line.words[second - 1].x1, line.words[second].x0);
        let shares = |below: &&Line| {
            let middle = f32::midpoint(low, high);
            let right = below.words.partition_point(|word| word.x1 <= middle);
            let own_low = right.checked_sub(1).map_or(low, |last| low.max(below.words[last].x1));
            let own_high = below.words.get(right).map(|word| high.min(word.x0));
            let is_clear = own_high.is_some_and(|own_high| own_high - own_low >= GUTTER * below.size);
            if let (true, Some(own_high)) = (is_clear, own_high) {
                (low, high) = (own_low, own_high);
            }
            is_clear
        };
        let count = lines[at + 1..].iter().take_while(shares).count();
        (count > 0).then_some(Band { lines: at..at + 1 + count, edge: high })
    })
}

/// Returns the index of the word at which a heading begins again.
fn second_heading(line: &Line) -> Option<usize> {
    let words: Vec<&str> = line.words.iter().map(|word| word.text.as_str()).collect();
    let is_name = |text: &&str| {
        text.chars().any(char::is_alphabetic) && !text.contains(|character: char| character.is_ascii_digit())
    };
    if words.len() > HEADING_WORDS_MAX || !words.iter().all(is_name) {
        return None;
    }
    let repeats = |length: &usize| {
        words.len().is_multiple_of(*length) && words.chunks(*length).all(|part| part == &words[..*length])
    };
    let length = (REPEATED_MIN..=words.len() / 2).find(repeats)?;
    (line.gap_before(length) > GUTTER).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(baseline: f32, words: &[(&str, f32)]) -> Line {
        let word = |(text, x0): &(&str, f32)| Word {
            text: (*text).to_owned(),
            x0: *x0,
            x1: *x0 + 5.0 * f32::from(u8::try_from(text.len()).unwrap_or(u8::MAX)),
            size: 10.0,
        };
        Line { page: 1, baseline, size: 10.0, words: words.iter().map(word).collect() }
    }

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(Line::text).collect()
    }

    #[test]
    fn columns_with_the_same_heads_follow_each_other() {
        let heads = line(10.0, &[("Check", 0.0), ("Amount", 50.0), ("Check", 150.0), ("Amount", 200.0)]);
        let row = |baseline, one: &'static str, other: &'static str| {
            line(baseline, &[(one, 0.0), ("5.00", 60.0), (other, 150.0), ("6.00", 210.0)])
        };
        let lines = [heads, row(20.0, "11", "13"), line(30.0, &[("12", 0.0), ("7.00", 60.0)])];
        let wanted = ["Check Amount", "11 5.00", "Check Amount", "13 6.00", "12 7.00"];
        assert_eq!(texts(&one_after_another(&lines).unwrap()), wanted);
    }

    #[test]
    fn a_summary_beside_the_rows_comes_before_them() {
        let row =
            |baseline, day: &'static str| line(baseline, &[(day, 0.0), ("Shop", 60.0), ("5.00", 120.0)]);
        let both = |baseline, day: &'static str, text: &'static str| {
            line(baseline, &[(day, 0.0), ("Shop", 60.0), ("5.00", 120.0), (text, 200.0)])
        };
        let lines = [
            both(10.0, "01/05/24", "Contact"),
            both(20.0, "02/05/24", "Limit"),
            row(30.0, "03/05/24"),
            line(35.0, &[("Due", 200.0), ("9.00", 260.0)]),
            both(40.0, "04/05/24", "Rates"),
            row(50.0, "05/05/24"),
            line(55.0, &[("Points", 200.0)]),
            both(60.0, "06/05/24", "End"),
        ];
        let arranged = one_after_another(&lines).unwrap();
        let wanted = ["Contact", "Limit", "Due 9.00", "Rates", "Points", "End", "01/05/24 Shop 5.00"];
        assert_eq!(texts(&arranged)[..7], wanted);
        assert_eq!(arranged.len(), 12);
    }

    #[test]
    fn a_table_is_no_pair_of_blocks() {
        let row = |baseline| line(baseline, &[("01/05/24", 0.0), ("Shop", 60.0), ("5.00", 200.0)]);
        let lines = [row(10.0), line(20.0, &[("Berlin", 60.0)]), row(30.0), row(40.0), row(50.0)];
        assert_eq!(one_after_another(&lines), None);
    }
}
