//! Stage 1, dates whose words do not look like dates: parts that stand apart, days without a separator, and
//! days below a month.

use chrono::{Datelike, Months, NaiveDate};

use super::fields::RECORDS_MIN;
use super::tokens::merged;
use crate::layout::{Line, Word};
use crate::read::date::{Form, Order, Year, date_at};
use crate::read::heads::{Role, heads};
use crate::read::labels::squeeze;
use crate::read::lists::{List, list};
use crate::read::months::month;
use crate::read::rows::CELL_GAP;

/// Smallest number of days in a column below a head of dates.
const COMPACT_DAYS_MIN: usize = 3;

fn is_day_and_month(day: u32, month: u32) -> bool {
    (1..=31).contains(&day) && (1..=12).contains(&month)
}

/// Joins dates whose parts stand apart: `10 08 2024`, and `09 08` in a column below a head of dates.
pub(super) fn join_spaced_dates(lines: &mut [Line]) {
    let number = |line: &Line, at: usize, length: usize| -> Option<u32> {
        let text = &line.words.get(at)?.text;
        let is_number = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    let is_digits = |word: &Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = day_and_month_columns(lines);
    let is_in = |word: &Word, (x0, x1): (f32, f32)| word.x0 < x1 && word.x1 > x0;
    let are_parts = |line: &Line, at: usize| {
        let mut parts = parts.iter();
        parts.any(|(day, month)| is_in(&line.words[at - 1], *day) && is_in(&line.words[at], *month))
    };
    let follows = |line: &Line, at: usize| {
        line.gap_before(at) < CELL_GAP || at > 0 && at < line.words.len() && are_parts(line, at)
    };
    // The number of words of a date that begins at `at`.
    let date = |line: &Line, at: usize| -> Option<usize> {
        let (first, second) = (number(line, at, 2)?, number(line, at + 1, 2)?);
        let year = number(line, at + 2, 4).is_some_and(|year| (1990..=2099).contains(&year));
        let is_day = is_day_and_month(first, second) || is_day_and_month(second, first);
        if !is_day || !follows(line, at + 1) {
            return None;
        }
        let length = if year && follows(line, at + 2) { 3 } else { 2 };
        let is_more = |at: usize| line.words.get(at).is_some_and(|word| is_digits(word) && follows(line, at));
        let is_part = at > 0 && follows(line, at) && is_digits(&line.words[at - 1]);
        (!is_part && !is_more(at + length)).then_some(length)
    };
    let mut columns = date_columns(lines);
    columns.extend(parts.iter().map(|(day, month)| (day.0, month.1)));
    let is_below = |word: &Word| columns.iter().any(|(x0, x1)| word.x0 < *x1 && word.x1 > *x0);
    let found = |line: &Line| -> Vec<(usize, usize)> {
        let all = (0..line.words.len()).filter_map(|at| Some((at, date(line, at)?)));
        all.filter(|(at, length)| *length == 3 || is_below(&line.words[*at])).collect()
    };
    if lines.iter().filter(|line| found(line).iter().any(|(at, _)| is_below(&line.words[*at]))).count()
        < COMPACT_DAYS_MIN
    {
        return;
    }
    for line in lines {
        for (at, length) in found(line).into_iter().rev() {
            let parts: Vec<Word> = line.words.drain(at + 1..at + length).collect();
            for part in parts {
                // With a point, a day and a month look like an amount.
                line.words[at].text.push('/');
                line.words[at].text.push_str(&part.text);
                line.words[at].x1 = part.x1;
            }
        }
    }
}

/// Words for "day" and for "month" above two columns of a date.
static DAY_WORDS: List = List::new(|| list("day words"));
static MONTH_WORDS: List = List::new(|| list("month words"));

/// Returns the edges of neighboring columns of days and of months.
fn day_and_month_columns(lines: &[Line]) -> Vec<((f32, f32), (f32, f32))> {
    let is_one = |words: &[&str], word: &Word| words.contains(&squeeze(&word.text).as_str());
    let edges = |word: &Word| (word.x0, word.x1);
    let pair = |words: &[Word]| match words {
        [day, month] if is_one(&DAY_WORDS, day) && is_one(&MONTH_WORDS, month) => {
            Some((edges(day), edges(month)))
        }
        _ => None,
    };
    lines.iter().flat_map(|line| line.words.windows(2)).filter_map(pair).collect()
}

/// Returns the edges of columns below heads of dates.
fn date_columns(lines: &[Line]) -> Vec<(f32, f32)> {
    let dates = |line: &Line| -> Vec<(f32, f32)> {
        let found = heads(line);
        if found.len() < HEADS_MIN {
            return Vec::new();
        }
        let is_date = |role: Role| matches!(role, Role::Date | Role::ValueDate);
        found.into_iter().filter(|head| is_date(head.role)).map(|head| (head.x0, head.x1)).collect()
    };
    merged(lines.iter().flat_map(dates).collect())
}

/// For each line, true if it stands below heads, on its page or, if that has none, on a page before.
fn below_heads(lines: &[Line]) -> Vec<bool> {
    let is_head = |line: &Line| heads(line).len() >= HEADS_MIN;
    let mut known = false;
    let mut below = Vec::with_capacity(lines.len());
    for page in lines.chunk_by(|one, other| one.page == other.page) {
        let first = page.iter().position(is_head);
        let start = first.unwrap_or(if known { 0 } else { page.len() });
        known |= first.is_some();
        below.extend((0..page.len()).map(|at| at >= start));
    }
    below
}

/// Separates day and month in columns below heads of dates, if they hold nothing else of four digits: `0403`
/// becomes `04.03`.
pub(super) fn separate_days(lines: &mut [Line]) {
    let is_number = |text: &str| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = |text: &str| {
        let part = |from: usize| text.get(from..from + 2).and_then(|part| part.parse::<u32>().ok());
        part(0).zip(part(2))
    };
    let day_first = |word: &Word| parts(&word.text).is_some_and(|(day, month)| is_day_and_month(day, month));
    let month_first =
        |word: &Word| parts(&word.text).is_some_and(|(month, day)| is_day_and_month(day, month));
    let below = below_heads(lines);
    for (x0, x1) in date_columns(lines) {
        let is_own = |word: &Word| word.x0 < x1 && word.x1 > x0 && is_number(&word.text);
        let own_lines = || lines.iter().zip(&below).filter(|(_, below)| **below).map(|(line, _)| line);
        let own = || own_lines().flat_map(|line| &line.words).filter(|word| is_own(word));
        if own().count() < COMPACT_DAYS_MIN || !(own().all(day_first) || own().all(month_first)) {
            continue;
        }
        let rows = lines.iter_mut().zip(&below).filter(|(_, below)| **below);
        for word in rows.flat_map(|(line, _)| &mut line.words).filter(|word| is_own(word)) {
            word.text.insert(2, '.');
        }
    }
}

/// Smallest number of heads on the line of heads.
const HEADS_MIN: usize = 3;

/// Returns the month of a period that is a whole month: `DEL 01/03/2023 AL 31/03/2023`.
fn whole_month(line: &Line) -> Option<(u32, i32)> {
    let dates = (0..line.words.len()).filter_map(|at| date_at(line, at));
    let mut full = dates.filter(|date| matches!(date.form.year(), Some(Year::Full(_))));
    let (Some(from), Some(to), None) = (full.next(), full.next(), full.next()) else { return None };
    [Order::Day, Order::Month].into_iter().find_map(|order| {
        let day = |form: Form| match form.parts(order)? {
            (day, month, Some(Year::Full(year))) => NaiveDate::from_ymd_opt(year, month, day),
            _ => None,
        };
        let (from, to) = (day(from.form)?, day(to.form)?);
        let is_whole = from.day() == 1 && Some(to) == from.checked_add_months(Months::new(1))?.pred_opt();
        is_whole.then_some((from.month(), from.year()))
    })
}

/// Returns the month that a heading names: `Marzo 2023`.
fn named_month(line: &Line) -> Option<(u32, i32)> {
    let [name, year] = line.words.as_slice() else { return None };
    month(&name.text).zip(year.text.parse::<i32>().ok().filter(|year| (1990..=2099).contains(year)))
}

/// Adds the month and the year of a heading to the days below it, where transactions bear only the day of the
/// month. Without a heading, the period is the month of days below a head of dates.
pub(super) fn complete_days(lines: &mut [Line]) {
    let is_named = lines.iter().any(|line| named_month(line).is_some());
    let columns = date_columns(lines);
    let heading = |line: &Line| if is_named { named_month(line) } else { whole_month(line) };
    let day = |line: &Line| -> Option<u32> {
        let is_alone = line.words.len() > 1 && line.gap_before(1) > CELL_GAP;
        let Word { text, x0, x1, .. } = &line.words[0];
        let is_number = || date_at(line, 1).is_some_and(|date| !date.like_amount);
        let day = text.parse::<u32>().ok().filter(|day| text.len() <= 2 && (1..=31).contains(day));
        let is_below_head = is_named || columns.iter().any(|(left, right)| x0 < right && x1 > left);
        day.filter(|_| is_alone && is_below_head && !is_number())
    };
    let first = lines.iter().position(|line| heading(line).is_some()).unwrap_or(lines.len());
    let is_dated =
        |line: &Line| date_at(line, 0).is_some_and(|date| !date.like_amount && line.words.len() > 2);
    let (days, dated) = (
        lines[first..].iter().filter(|line| day(line).is_some()).count(),
        lines[first..].iter().filter(|line| is_dated(line)).count(),
    );
    if days < RECORDS_MIN || dated > days {
        return;
    }
    let mut known = None;
    for line in &mut lines[first..] {
        known = heading(line).or(known);
        if let (Some(day), Some((month, year))) = (day(line), known) {
            line.words[0].text = format!("{year:04}-{month:02}-{day:02}");
        }
    }
}
