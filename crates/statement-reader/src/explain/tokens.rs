//! Stage 1, tokens: lines whose words are classified as dates, figures or text, after repairs of print that
//! hides them.
//!
//! Every word is classified once, here; later stages do not search the text for dates or amounts again.

use crate::layout::{Line, Word};
use crate::read::amount::Style;
use crate::read::date::date_at;
use crate::read::rows::{CELL_GAP, Row, rows};

/// Rows of a document and the style of its amounts.
pub(super) struct Tokens {
    /// Rows in reading order.
    pub(super) rows: Vec<Row>,
    /// Decimal separator and number of decimals.
    pub(super) style: Style,
}

/// Tokenizes all lines of a document.
pub(super) fn tokens(mut lines: Vec<Line>) -> Tokens {
    split_fields(&mut lines);
    join_broken_dates(&mut lines);
    free_led_dates(&mut lines);
    split_glued(&mut lines);
    move_far_signs(&mut lines);
    let (rows, style) = rows(lines);
    Tokens { rows, style }
}

/// Smallest number of lines with separated fields that form a table without columns.
const SEPARATED_LINES_MIN: usize = 3;
/// Largest gap on a line of separated fields, in font sizes. A wider gap separates columns.
const FIELD_GAP: f32 = 1.5;
/// Width of the columns into which separated fields are moved, in points.
const FIELD_WIDTH: f32 = 400.0;

/// Moves fields that are separated by `;`, `|` or `,` into columns.
fn split_fields(lines: &mut [Line]) {
    for separator in [';', '|', ','] {
        let fields: Vec<Option<Vec<String>>> = lines.iter().map(|line| fields(line, separator)).collect();
        if fields.iter().flatten().count() < SEPARATED_LINES_MIN {
            continue;
        }
        let count = fields.iter().flatten().map(Vec::len).max().unwrap_or(0);
        for (line, found) in lines.iter_mut().zip(fields) {
            let head = || {
                let text = line.text();
                let parts: Vec<String> = text.split(separator).map(|part| part.trim().to_owned()).collect();
                (parts.len() == count && !text.contains(|digit: char| digit.is_ascii_digit()))
                    .then_some(parts)
            };
            let Some(parts) = found.or_else(head) else { continue };
            line.words = set_in_columns(&parts, line.size);
        }
        return;
    }
}

/// Returns the fields of a line if the first one is a date and another one an amount.
fn fields(line: &Line, separator: char) -> Option<Vec<String>> {
    let text = line.text();
    let is_spread = (1..line.words.len()).any(|at| line.gap_before(at) > FIELD_GAP);
    if text.matches(separator).count() < 2 || is_spread {
        return None;
    }
    let parts: Vec<String> = text.split(separator).map(|part| part.trim().to_owned()).collect();
    let as_line = |part: &str| Line {
        page: line.page,
        baseline: line.baseline,
        size: line.size,
        words: set_in_columns(&[part.to_owned()], line.size),
    };
    let is_date = |part: &str| {
        !part.is_empty()
            && date_at(&as_line(part), 0)
                .is_some_and(|date| date.words.len() == part.split_whitespace().count())
    };
    let is_amount = |part: &String| {
        let digits = part.trim_start_matches(['-', '+']);
        digits.contains(['.', ','])
            && !digits.is_empty()
            && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    (is_date(parts.first()?) && parts.iter().skip(1).any(is_amount)).then_some(parts)
}

fn set_in_columns(parts: &[String], size: f32) -> Vec<Word> {
    let mut words = Vec::new();
    let mut column = 40.0;
    for part in parts {
        let mut x = column;
        for text in part.split_whitespace() {
            let width = text.chars().fold(0.0, |width, _| width + size * 0.5);
            words.push(Word { text: text.to_owned(), x0: x, x1: x + width, size });
            x += width + size * 0.3;
        }
        column += FIELD_WIDTH;
    }
    words
}

/// Distance, in font sizes, below which two lines may belong to one cell.
const CELL_LINES: f32 = 1.7;
/// Largest difference of equal left edges, in points.
const SAME_EDGE: f32 = 3.0;

/// Joins the two parts of a date that a narrow cell broke: `2024-03-` above `01`.
fn join_broken_dates(lines: &mut Vec<Line>) {
    for index in 1..lines.len() {
        let (above, below) = lines.split_at_mut(index);
        let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else { continue };
        let is_near = above.page == below.page && below.baseline - above.baseline < CELL_LINES * above.size;
        if !is_near {
            continue;
        }
        for word in &mut above.words {
            if !is_date_start(&word.text) {
                continue;
            }
            let is_rest = |rest: &Word| {
                (rest.x0 - word.x0).abs() < SAME_EDGE
                    && matches!(rest.text.len(), 2 | 4)
                    && rest.text.bytes().all(|byte| byte.is_ascii_digit())
            };
            if let Some(at) = below.words.iter().position(is_rest) {
                word.text.push_str(&below.words.remove(at).text);
            }
        }
    }
    lines.retain(|line| !line.words.is_empty());
}

/// True if a word is the first part of a date and ends with a separator.
fn is_date_start(text: &str) -> bool {
    let Some(body) = text.strip_suffix(['-', '/', '.']) else { return false };
    let parts: Vec<&str> = body.split(['-', '/', '.']).collect();
    let is_number =
        |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 2 && parts.iter().all(is_number)
}

/// Largest number of words of a reference before a date.
const LEAD_WORDS_MAX: usize = 2;

/// Separates a card number or reference at the start of a cell from the date after it, so that the date begins
/// a cell of its own.
fn free_led_dates(lines: &mut [Line]) {
    let is_reference = |text: &str| {
        text.len() <= 20
            && text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '*' | '#')).count() * 2
                > text.chars().count()
    };
    for line in lines {
        for start in (0..line.words.len()).filter(|at| line.gap_before(*at) >= CELL_GAP).collect::<Vec<_>>() {
            let is_lead = |at: &usize| {
                is_reference(&line.words[*at].text) && (*at == start || line.gap_before(*at) < CELL_GAP)
            };
            let lead = (start..line.words.len()).take_while(is_lead).count().min(LEAD_WORDS_MAX);
            let date =
                (start..=start + lead).find(|at| date_at(line, *at).is_some_and(|date| !date.like_amount));
            if let Some(at) = date.filter(|at| *at > start && line.gap_before(*at) < CELL_GAP) {
                let edge = line.words[at].x0 - line.words[at].size;
                line.words[at - 1].x1 = line.words[at - 1].x1.min(edge);
            }
        }
    }
}

/// Largest difference of the right edges of a column of figures, in points.
const ALIGNED: f32 = 2.5;
/// Smallest number of figures that must end where the glued figure ends.
const COLUMN_MIN: usize = 2;

/// Separates an amount from the description that runs into it: `GROUP10.50`.
fn split_glued(lines: &mut [Line]) {
    let mut edges: Vec<f32> = lines
        .iter()
        .flat_map(|line| &line.words)
        .filter(|word| word.text.starts_with(|c: char| c.is_ascii_digit()) && has_cents(&word.text))
        .map(|word| word.x1)
        .collect();
    edges.sort_by(f32::total_cmp);
    let aligned = |x: f32| {
        let below = |limit: f32| edges.partition_point(|edge| *edge < limit);
        below(x + ALIGNED) - below(x - ALIGNED)
    };
    for line in lines {
        let mut at = 0;
        while at < line.words.len() {
            let word = &line.words[at];
            if let Some(cut) = glued_at(&word.text)
                && aligned(word.x1) >= COLUMN_MIN
            {
                let all = word.text.chars().fold(0.0_f32, |sum, _| sum + 1.0);
                let head = word.text[..cut].chars().fold(0.0_f32, |sum, _| sum + 1.0);
                let edge = word.x0 + (word.x1 - word.x0) * head / all;
                let figure = Word {
                    text: word.text[cut..].to_owned(),
                    x0: edge + 0.9 * word.size,
                    x1: word.x1 + 0.9 * word.size,
                    size: word.size,
                };
                let figure = Word { x0: figure.x0.min(word.x1 - 1.0), x1: word.x1, ..figure };
                line.words[at].text.truncate(cut);
                line.words[at].x1 = edge.min(figure.x0);
                line.words.insert(at + 1, figure);
            }
            at += 1;
        }
    }
}

fn has_cents(text: &str) -> bool {
    let tail = text.len().checked_sub(3).and_then(|at| text.get(at..)).unwrap_or("");
    tail.starts_with(['.', ',']) && tail.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// Returns the byte index of an amount within a word that starts with letters or with another amount.
fn glued_at(text: &str) -> Option<usize> {
    if !has_cents(text) || !text.is_ascii() {
        return None;
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let point = text.get(text.len() - 3..text.len() - 2)?;
        let is_cut = |at: &usize| {
            let (head, tail) = text.split_at(*at);
            has_cents(head)
                && head.get(head.len() - 3..head.len() - 2) == Some(point)
                && tail.matches(point).count() == 1
                && head.matches(point).count() == 1
        };
        return (4..text.len() - 3).find(is_cut);
    }
    let cut = text.rfind(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))? + 1;
    let tail = text.get(cut..)?;
    let is_letters = text[..cut].ends_with(|c: char| c.is_ascii_alphabetic());
    (is_letters && cut >= 3 && tail.starts_with(|c: char| c.is_ascii_digit())).then_some(cut)
}

/// Largest number of lines of one row.
const ROW_LINES_MAX: usize = 6;

/// Merges overlapping intervals, from left to right.
fn merged(mut intervals: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    intervals.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut merged: Vec<(f32, f32)> = Vec::new();
    for (x0, x1) in intervals {
        match merged.last_mut() {
            Some(last) if x0 <= last.1 => last.1 = last.1.max(x1),
            _ => merged.push((x0, x1)),
        }
    }
    merged
}

/// Moves signs in a column of their own to the figures after them. If the figure stands on a lower line of the
/// row, the sign moves to that line.
fn move_far_signs(lines: &mut [Line]) {
    let is_sign = |text: &str| matches!(text, "+" | "-" | "\u{2212}" | "\u{2013}");
    let begins_figure =
        |word: &Word| word.text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '€' | '£'));
    // A number within a description does not fill a column.
    let is_amount = |word: &Word| {
        let digits = word.text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let group = digits.len().checked_sub(4).filter(|at| *at > 0).and_then(|at| digits.get(at..));
        let is_grouped = group.is_some_and(|group| group.starts_with(['.', ',']));
        begins_figure(word) && digits.is_ascii() && (has_cents(digits) || is_grouped)
    };
    let cell = |line: &Line, at: usize| is_sign(&line.words[at].text) && line.gap_before(at) > CELL_GAP;
    let leads = |line: &Line, at: usize| {
        cell(line, at)
            && line.words.get(at + 1).is_some_and(begins_figure)
            && date_at(line, at + 1).is_none_or(|date| date.like_amount)
            && line.gap_before(at + 1) > 0.5
    };
    let all = |line: &Line| 0..line.words.len();
    // Rows of the table: lines with such a cell, and those with a figure in the column of the signed ones.
    let signed =
        lines.iter().flat_map(|line| all(line).filter(|at| leads(line, *at)).map(|at| &line.words[at + 1]));
    let edges: Vec<[f32; 2]> = signed.map(|word| [word.x0, word.x1]).collect();
    let is_aligned = |word: &Word| {
        edges.iter().any(|[x0, x1]| (word.x0 - x0).abs() < ALIGNED || (word.x1 - x1).abs() < ALIGNED)
    };
    let is_row = |line: &&Line| {
        all(line).any(|at| cell(line, at) || is_amount(&line.words[at]) && is_aligned(&line.words[at]))
    };
    // If figures of other rows stand at the same place, a lone sign there fills an empty cell.
    let with_unit = |line: &Line, at: usize| {
        let unit = line.words.get(at + 1).filter(|word| {
            line.gap_before(at + 1) < CELL_GAP && !word.text.contains(|c: char| c.is_ascii_digit())
        });
        (line.words[at].x0, unit.unwrap_or(&line.words[at]).x1)
    };
    let figures = lines.iter().filter(is_row).flat_map(|line| {
        let figures = all(line).filter(|at| is_amount(&line.words[*at]));
        figures.map(|at| with_unit(line, at)).collect::<Vec<_>>()
    });
    let covered = merged(figures.map(|(x0, x1)| (x0 - SAME_EDGE, x1 + SAME_EDGE)).collect());
    let is_filler = |x: f32| {
        let after = covered.partition_point(|(x0, _)| *x0 < x);
        after.checked_sub(1).is_some_and(|at| x < covered[at].1)
    };
    let is_far = |line: &Line, at: usize| cell(line, at) && !is_filler(line.words[at].x0);
    for index in 0..lines.len() {
        let last = lines[index].words.len() - 1;
        let is_left =
            is_far(&lines[index], last) && edges.iter().any(|[x0, _]| lines[index].words[last].x0 < *x0);
        let below = (index + 1..lines.len().min(index + ROW_LINES_MAX)).take_while(|below| {
            lines[*below].page == lines[index].page && date_at(&lines[*below], 0).is_none()
        });
        let is_figure = |line: &Line| line.words.iter().position(|word| is_amount(word) && is_aligned(word));
        let found = below.filter(|_| is_left).find_map(|below| Some((below, is_figure(&lines[below])?)));
        if let Some((below, at)) = found
            && !lines[below].words.iter().any(|word| is_sign(&word.text))
            && last > 0
        {
            let sign = lines[index].words.remove(last);
            lines[below].words.insert(at, sign);
        }
    }
    for line in lines {
        for at in 0..line.words.len() {
            if leads(line, at) && is_far(line, at) {
                let edge = line.words[at + 1].x0;
                let word = &mut line.words[at];
                let width = word.x1 - word.x0;
                word.x1 = edge - 0.1 * word.size;
                word.x0 = word.x1 - width;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(baseline: f32, words: &[(f32, &str)]) -> Line {
        let word = |(x0, text): &(f32, &str)| {
            let width = text.chars().fold(0.0, |width, _| width + 5.0);
            Word { text: (*text).to_owned(), x0: *x0, x1: x0 + width, size: 10.0 }
        };
        Line { page: 1, baseline, size: 10.0, words: words.iter().map(word).collect() }
    }

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(Line::text).collect()
    }

    #[test]
    fn separated_fields_are_set_in_columns() {
        let mut lines = vec![
            line(10.0, &[(0.0, "date,text,amount")]),
            line(20.0, &[(0.0, "2024-01-02,RENT,-500.00")]),
            line(30.0, &[(0.0, "2024-01-03,PAY,700.00")]),
            line(40.0, &[(0.0, "2024-01-04,SHOP,-9.99")]),
        ];
        split_fields(&mut lines);
        let edges: Vec<f32> = lines.iter().map(|line| line.words[2].x0).collect();
        assert_eq!(lines[1].words[1].text, "RENT");
        assert!(edges.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.1), "{edges:?}");
    }

    #[test]
    fn a_date_broken_over_two_lines_is_joined() {
        let mut lines = vec![line(10.0, &[(0.0, "2024-03-"), (90.0, "RENT")]), line(20.0, &[(0.0, "01")])];
        join_broken_dates(&mut lines);
        assert_eq!(texts(&lines), ["2024-03-01 RENT"]);
    }

    #[test]
    fn an_amount_is_parted_from_the_description_that_runs_into_it() {
        assert_eq!(glued_at("GROUP10.50"), Some(5));
        assert_eq!(glued_at("10.502,389.50"), Some(5));
        assert_eq!(glued_at("REF10"), None);
        assert_eq!(glued_at("2,389.50"), None);
    }

    #[test]
    fn signs_of_a_column_of_their_own_move_to_their_figures_and_fillers_stay() {
        let far = |baseline, sign| line(baseline, &[(0.0, "Rent"), (100.0, sign), (130.0, "12.00")]);
        let mut lines = vec![far(10.0, "-"), far(20.0, "+")];
        move_far_signs(&mut lines);
        assert!(lines.iter().all(|line| line.words[1].x0 > 120.0));
        let mut lines = vec![far(10.0, "-"), far(20.0, "-"), line(30.0, &[(0.0, "Pay"), (95.0, "7.00")])];
        move_far_signs(&mut lines);
        assert!(lines[..2].iter().all(|line| line.words[1].x0 < 101.0));
    }
}
