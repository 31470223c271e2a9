//! Stage 1, tokens: texts in a column of their own, left of the table, such as a summary beside the rows.

use crate::layout::{Line, Word};
use crate::read::date::date_at;
use crate::read::heads::{Role, heads};

/// Smallest gap between a panel and the table, in font sizes.
const GUTTER: f32 = 1.0;
/// Smallest number of lines that hold a part of a panel beside a part of the table.
const SHARED_MIN: usize = 2;
/// Distance by which the lines of a panel are moved up, above all others of their page, in points.
const UP: f32 = 20_000.0;

/// Moves the lines of panels above the other lines of their pages.
pub(super) fn set_apart(lines: &mut Vec<Line>) {
    let mut all = Vec::with_capacity(lines.len());
    for page in lines.chunk_by(|one, next| one.page == next.page) {
        match parted(page) {
            Some((panel, rest)) => all.extend(panel.into_iter().chain(rest)),
            None => all.extend_from_slice(page),
        }
    }
    *lines = all;
}

/// Splits the lines of a page into those of a panel and the others; `None` if there is no panel.
fn parted(page: &[Line]) -> Option<(Vec<Line>, Vec<Line>)> {
    let (top, left) = page.iter().enumerate().find_map(|(at, line)| Some((at, left_edge(line)?)))?;
    let parts: Vec<(&[Word], &[Word])> = page.iter().map(|line| split(line, left)).collect();
    let below = || parts.iter().skip(top + 1);
    let is_shared = |part: &&(&[Word], &[Word])| !part.0.is_empty() && !part.1.is_empty();
    let is_day = |line: &Line, part: &(&[Word], &[Word])| {
        let at = line.words.len() - part.1.len();
        !part.1.is_empty() && date_at(line, at).is_some_and(|date| !date.like_amount)
    };
    // A column of the table has a text in each row.
    let mut days = page.iter().zip(&parts).skip(top + 1).filter(|(line, part)| is_day(line, part));
    let is_column = days.all(|(_, part)| !part.0.is_empty());
    let is_alone = |part: &(&[Word], &[Word])| !part.0.is_empty() && part.1.is_empty();
    if is_column || below().filter(is_shared).count() < SHARED_MIN || !below().any(is_alone) {
        return None;
    }
    let (mut panel, mut rest) = (Vec::new(), Vec::new());
    for (at, (line, (own, others))) in page.iter().zip(&parts).enumerate() {
        if own.is_empty() || at < top && others.is_empty() {
            rest.push(line.clone());
            continue;
        }
        panel.push(Line { baseline: line.baseline - UP, words: own.to_vec(), ..line.clone() });
        if !others.is_empty() {
            rest.push(Line { words: others.to_vec(), ..line.clone() });
        }
    }
    Some((panel, rest))
}

/// Returns the left edge of a table if a line has its heads, the date first, and nothing before it.
fn left_edge(line: &Line) -> Option<f32> {
    let found = heads(line);
    let first = found.first().filter(|head| head.role == Role::Date)?;
    let is_table = found.iter().any(|head| head.role.is_money()) && found.len() > 2;
    (is_table && first.x0 <= line.x0()).then_some(first.x0)
}

/// Splits the words of a line at the left edge of the table; all are on the right if one crosses the edge or
/// is too near to it.
fn split(line: &Line, left: f32) -> (&[Word], &[Word]) {
    let at = line.words.partition_point(|word| word.x0 < left - GUTTER * line.size);
    let is_clear = line.words[..at].iter().all(|word| word.x1 < left - GUTTER * line.size);
    let is_beside = line.words.get(at).is_none_or(|word| word.x0 > left - GUTTER * line.size);
    line.words.split_at(if is_clear && is_beside { at } else { 0 })
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

    const HEADS: &[(&str, f32)] =
        &[("Date", 200.0), ("Description", 260.0), ("Amount", 400.0), ("Balance", 500.0)];

    #[test]
    fn a_summary_beside_the_rows_stands_above_them() {
        let mut lines = vec![
            line(100.0, HEADS),
            line(
                115.0,
                &[("Start", 20.0), ("47.59", 60.0), ("01/05/24", 200.0), ("Rent", 260.0), ("5.00", 400.0)],
            ),
            line(130.0, &[("End", 20.0), ("42.59", 60.0)]),
            line(145.0, &[("Notice", 20.0), ("02/05/24", 200.0), ("Shop", 260.0), ("6.00", 400.0)]),
            line(160.0, &[("03/05/24", 200.0), ("Shop", 260.0), ("7.00", 400.0)]),
        ];
        set_apart(&mut lines);
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        let wanted = [
            "Start 47.59",
            "End 42.59",
            "Notice",
            "Date Description Amount Balance",
            "01/05/24 Rent 5.00",
            "02/05/24 Shop 6.00",
            "03/05/24 Shop 7.00",
        ];
        assert_eq!(texts, wanted);
    }

    #[test]
    fn a_column_without_a_head_is_no_panel() {
        let row = |baseline: f32, number: &'static str| {
            line(baseline, &[(number, 150.0), ("01/05/24", 200.0), ("Rent", 260.0), ("5.00", 400.0)])
        };
        let lines = vec![line(100.0, HEADS), row(115.0, "1"), row(130.0, "2"), line(145.0, &[("3", 150.0)])];
        let mut kept = lines.clone();
        set_apart(&mut kept);
        assert_eq!(kept, lines);
    }
}
