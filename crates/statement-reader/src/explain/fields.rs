//! Stage 1, tokens: fields of one transaction that only a separator, a space or a line separates, set in the
//! columns of a table.

use std::collections::HashMap;
use std::ops::Range;

use super::tokens::has_cents;
use crate::layout::{Line, Word};
use crate::read::amount::{Beside, beside, core, figures, has_digits};
use crate::read::date::date_at;
use crate::read::heads::{Head, Role, heads, role_of};

/// Smallest number of lines with separated fields, or of records with one field a line, that form a table.
pub(super) const RECORDS_MIN: usize = 2;
/// Largest gap on a line of separated fields, in font sizes. A wider gap separates columns.
const FIELD_GAP: f32 = 1.5;
/// Largest number of fields of a record.
const FIELDS_MAX: usize = 24;
/// Width of the columns into which separated fields are moved, in points.
const FIELD_WIDTH: f32 = 400.0;

/// Moves fields that are separated by `;`, `|` or `,` into columns.
pub(super) fn split_fields(lines: &mut [Line]) {
    for separator in [';', '|', ','] {
        let fields: Vec<Option<Vec<String>>> = lines.iter().map(|line| fields(line, separator)).collect();
        if fields.iter().flatten().count() < RECORDS_MIN {
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

/// Moves cells that only single spaces separate into columns, if heads on such a line name them: dates first,
/// amounts last.
pub(super) fn split_running(lines: &mut [Line]) {
    let is_close = |line: &Line| (1..line.words.len()).all(|at| line.gap_before(at) < FIELD_GAP);
    let heads_of = |line: &Line| if is_close(line) { running_heads(line) } else { None };
    let Some((top, (_, dates, money))) =
        lines.iter().enumerate().find_map(|(at, line)| Some((at, heads_of(line)?)))
    else {
        return;
    };
    let is_row = |line: &Line| {
        is_close(line)
            && date_at(line, 0).is_some_and(|date| !date.like_amount)
            && line.words[..line.words.len() - affixes_at_end(line)].last().is_some_and(is_number)
    };
    let rows: Vec<usize> = (top + 1..lines.len()).filter(|at| is_row(&lines[*at])).collect();
    let running = Running::of(rows.iter().map(|at| &lines[*at]), (dates, money));
    let cells = rows.iter().filter_map(|at| Some((*at, running.words(&lines[*at])?)));
    let cells: Vec<(usize, Vec<Word>)> = cells.collect();
    if cells.len() < RECORDS_MIN {
        return;
    }
    for (at, words) in cells {
        lines[at].words = words;
    }
    for line in &mut lines[top..] {
        if let Some((parts, ..)) = heads_of(line).filter(|found| (found.1, found.2) == (dates, money)) {
            line.words = set_in_columns(&parts, line.size);
        }
    }
}

/// True if a word is a figure, or a group of its digits.
fn is_number(word: &Word) -> bool {
    has_digits(&word.text) && beside(&word.text).is_none()
}

/// Returns the number of signs, marks and currencies at the end of a line.
fn affixes_at_end(line: &Line) -> usize {
    line.words.iter().rev().take_while(|word| beside(&word.text).is_some()).count()
}

/// Returns the heads on a line, with the numbers of dates at its start and of amounts at its end.
fn running_heads(line: &Line) -> Option<(Vec<String>, usize, usize)> {
    let found = heads(line);
    let is_date = |head: &&Head| matches!(head.role, Role::Date | Role::ValueDate);
    let is_amount = |head: &&Head| matches!(head.role, Role::Amount | Role::Balance);
    let dates = found.iter().take_while(is_date).count();
    let money = found.iter().rev().take_while(is_amount).count();
    let others = found.get(dates..found.len() - money).filter(|others| !others.is_empty())?;
    if dates == 0 || money == 0 || others.iter().any(|head| head.role.is_money()) {
        return None;
    }
    // The heads between dates and amounts are those of one description.
    let edges = found[..=dates].iter().chain(&found[found.len() - money..]).map(|head| head.x0);
    let edges: Vec<f32> = edges.chain([f32::INFINITY]).collect();
    let text = |pair: &[f32]| {
        let own = line.words.iter().filter(|word| word.x0 >= pair[0] && word.x0 < pair[1]);
        own.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    (line.words[0].x0 >= edges[0]).then(|| (edges.windows(2).map(text).collect(), dates, money))
}

/// Rows whose cells only single spaces separate.
struct Running {
    /// Number of dates at the start of a row.
    dates: usize,
    /// Number of amounts at its end.
    money: usize,
    /// True if spaces may separate thousands.
    has_spaces: bool,
    /// Kinds of signs, marks and currencies that follow the figures.
    after: Vec<Beside>,
}

impl Running {
    fn of<'a>(rows: impl Iterator<Item = &'a Line> + Clone, (dates, money): (usize, usize)) -> Self {
        let ends = rows.clone().flat_map(|line| &line.words[line.words.len() - affixes_at_end(line)..]);
        let after = ends.filter_map(|word| beside(&word.text)).flatten().collect();
        Self { dates, money, has_spaces: !has_long_figures(rows), after }
    }

    /// Returns the words of a line, set in columns: the dates, the description and the amounts.
    fn words(&self, line: &Line) -> Option<Vec<Word>> {
        let with_spaces = || self.words_of(line, true).filter(|_| self.has_spaces);
        with_spaces().or_else(|| self.words_of(line, false))
    }

    fn words_of(&self, line: &Line, has_spaces: bool) -> Option<Vec<Word>> {
        let text = |words: Range<usize>| {
            line.words[words].iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let mut cells = Vec::new();
        let mut taken = vec![false; line.words.len()];
        let mut start = 0;
        for _ in 0..self.dates {
            let date = date_at(line, start).filter(|date| !date.like_amount)?;
            start = date.words.end;
            cells.push(text(date.words));
        }
        taken[..start].fill(true);
        let found = figures(&self.with_sides(line, has_spaces), &taken);
        let amounts = &found[found.len().checked_sub(self.money)?..];
        let amounts: Vec<Range<usize>> = amounts.iter().map(|figure| figure.words.clone()).collect();
        let first = amounts.first()?.clone();
        let mut end = first.start;
        cells.push(text(start..end));
        for amount in amounts {
            if std::mem::replace(&mut end, amount.end) != amount.start {
                return None;
            }
            cells.push(text(amount));
        }
        if end != line.words.len() {
            return None;
        }
        let mut words = set_in_columns(&cells, line.size);
        let begins_with_digits = || line.words[first.clone()].iter().take(2).all(is_number);
        if first.len() > 1 && start < first.start && begins_with_digits() {
            // The first group of digits may be the end of the description, so the two stay close.
            let shift = words[first.start].x0 - GLUED_APART * line.size - words[first.start - 1].x1;
            for word in &mut words[start..first.start] {
                (word.x0, word.x1) = (word.x0 + shift, word.x1 + shift);
            }
        }
        Some(words)
    }

    /// Moves each sign, mark or currency to the figure that it belongs to. Gaps do not tell the two apart,
    /// but what stands at the ends of the lines follows its figure everywhere.
    fn with_sides(&self, line: &Line, has_spaces: bool) -> Line {
        let mut line = line.clone();
        let mut x = 0.0;
        let (mut before, mut x1_before) = (Side::Text, 0.0);
        for word in &mut line.words {
            let follows = |kinds: &[Beside]| kinds.iter().any(|kind| self.after.contains(kind));
            let side = match beside(&word.text) {
                _ if is_number(word) => Side::Figure,
                Some(kinds) if matches!(before, Side::Figure | Side::After) && follows(&kinds) => Side::After,
                Some(_) => Side::Before,
                None => Side::Text,
            };
            let gap = match (before, side) {
                (_, Side::After) | (Side::Before, _) => 0.0,
                (Side::Figure, Side::Before) | (Side::After, _) => word.size * FIELD_GAP,
                (Side::Figure, Side::Figure) if !has_spaces => word.size * FIELD_GAP,
                _ => word.x0 - x1_before,
            };
            let width = word.x1 - word.x0;
            x1_before = word.x1;
            (word.x0, word.x1) = (x + gap, x + gap + width);
            x = word.x1;
            before = side;
        }
        line
    }
}

/// Relation of a word to the figures of its line.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Text,
    Figure,
    /// A sign, mark or currency before the next figure.
    Before,
    /// One after the last figure.
    After,
}

/// Gap between a description and a figure that may begin with its digits, in font sizes: two cells, but
/// close.
const GLUED_APART: f32 = 0.9;

/// True if some figure has more than three digits before its decimals, or another separator between them.
fn has_long_figures<'a>(lines: impl Iterator<Item = &'a Line>) -> bool {
    let mut cores = lines.flat_map(|line| &line.words).filter_map(|word| core(&word.text));
    cores.any(|core| has_cents(&core) && core.len() > "123.45".len())
}

/// Returns the fields of a line if the first one is a date and another one an amount.
fn fields(line: &Line, separator: char) -> Option<Vec<String>> {
    let text = line.text();
    let is_spread = (1..line.words.len()).any(|at| line.gap_before(at) > FIELD_GAP);
    if text.matches(separator).count() < 2 || is_spread {
        return None;
    }
    let parts: Vec<String> = text.split(separator).map(|part| part.trim().to_owned()).collect();
    let alone =
        |part: &String| Line { words: set_in_columns(std::slice::from_ref(part), line.size), ..line.clone() };
    let has_amount = parts.iter().skip(1).any(|part| is_amount(&alone(part)));
    // A comma may also be part of a date: `Oct 6, 2024`.
    let in_date = date_at(line, 0)
        .is_some_and(|date| line.words[date.words].iter().any(|word| word.text.ends_with(separator)));
    (is_date(&alone(&parts[0])) && has_amount && !in_date).then_some(parts)
}

/// True if a line is one date and nothing else.
fn is_date(line: &Line) -> bool {
    !line.words.is_empty() && date_at(line, 0).is_some_and(|date| date.words.len() == line.words.len())
}

/// True if a line is one amount and nothing else.
fn is_amount(line: &Line) -> bool {
    let found = figures(line, &[]);
    matches!(found.as_slice(), [figure] if figure.words == (0..line.words.len()))
}

/// Turns records with one field a line, such as `Date: 02/01/2024` above `Amount: 5.00`, into rows of a table
/// whose heads are the names of the fields.
pub(super) fn turn_records(lines: &mut Vec<Line>) {
    let split = |line: &Line| {
        let at = line.words.iter().position(|word| word.text.ends_with([':', '\u{ff1a}']))? + 1;
        let text = |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let is_close = (1..line.words.len()).all(|at| line.gap_before(at) < FIELD_GAP);
        let name = text(&line.words[..at]).trim_end_matches([':', '\u{ff1a}']).to_owned();
        let value = Line { words: line.words[at..].to_vec(), ..line.clone() };
        is_close.then_some((name, value))
    };
    let found: Vec<Option<(String, Line)>> = lines.iter().map(split).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (name, _) in found.iter().flatten() {
        *counts.entry(name).or_default() += 1;
    }
    let count = |name: &String| counts.get(name.as_str()).copied().unwrap_or(0);
    let mut fields = found
        .iter()
        .flatten()
        .skip_while(|(name, value)| count(name) < RECORDS_MIN || !is_date(value))
        .peekable();
    let records = fields.peek().map_or(0, |(name, _)| count(name));
    let mut names: Vec<String> = Vec::new();
    let mut amounts = 0;
    for (name, value) in fields {
        amounts += usize::from(is_amount(value));
        // The only deposit of a statement is a field of its record, too.
        let is_field = || {
            count(name) >= RECORDS_MIN
                || role_of(name).is_some_and(|role| role.is_money() && role != Role::Balance)
        };
        if names.len() < FIELDS_MAX && !names.contains(name) && is_field() {
            names.push(name.clone());
        }
    }
    if records == 0 || amounts < records {
        return;
    }
    let mut record: Vec<String> = Vec::new();
    let mut turned: Vec<Line> = Vec::new();
    let mut row = usize::MAX - 1;
    for (line, field) in std::mem::take(lines).into_iter().zip(&found) {
        let place = field.as_ref().and_then(|(name, _)| names.iter().position(|known| known == name));
        let place = place.filter(|place| *place == 0 || !record.is_empty());
        let (Some(place), Some((_, value))) = (place, field) else {
            turned.push(line);
            continue;
        };
        if place == 0 {
            // Other lines between two records may separate accounts, so the heads are needed again.
            if turned.len() != row + 1 {
                turned.push(Line { words: set_in_columns(&names, line.size), ..line.clone() });
            }
            record = vec![String::new(); names.len()];
            row = turned.len();
            turned.push(line);
        }
        record[place] = value.text();
        turned[row].words = set_in_columns(&record, value.size);
    }
    *lines = turned;
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

#[cfg(test)]
mod tests {
    use super::super::tokens::tests::line;
    use super::*;

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
    fn cells_with_single_spaces_are_set_in_the_columns_of_their_heads() {
        let words = |baseline, text: &str| {
            let mut x = 0.0;
            let mut place = |word: &str| {
                let own = x;
                x = word.chars().fold(x + 5.0, |x, _| x + 5.0);
                own
            };
            let words: Vec<(f32, &str)> = text.split(' ').map(|word| (place(word), word)).collect();
            line(baseline, &words)
        };
        let mut lines = vec![
            words(10.0, "Date Details Amount Balance"),
            words(20.0, "03/03/2026 SHOP 17 250.00 4,750.00"),
            words(30.0, "some text 1.00"),
            words(40.0, "05/03/2026 SALARY ACME LTD -3,500.00 1,250.00"),
        ];
        split_running(&mut lines);
        let columns = |line: &Line| line.words.iter().map(|word| (word.x0 / FIELD_WIDTH).floor()).collect();
        let found: Vec<Vec<f32>> = lines.iter().map(columns).collect();
        assert_eq!(found[0], [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(found[1], [0.0, 1.0, 1.0, 2.0, 3.0]);
        assert_eq!(found[2], [0.0; 3]);
        assert_eq!(found[3], [0.0, 1.0, 1.0, 1.0, 2.0, 3.0]);
    }
}
