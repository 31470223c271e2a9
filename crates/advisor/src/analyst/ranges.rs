//! Reads periods with two ends: "from May to June",
//! "between the 3rd and the 9th of November", "1-15 October", "until the end of March".

use chrono::Datelike;
use saldo_domain::Period;

use super::day::{day_at, ordinal};
use super::period::{Calendar, Found, Span, named_after};
use super::words::{Words, is_year, month_number};

/// Reads "X to Y", and after "between" also "X and Y".
pub(super) fn range_at(words: &Words, index: usize, calendar: Calendar) -> Option<Found> {
    if let Some(found) = days_at(words, index, calendar) {
        return Some(found);
    }
    let (skipped, mut first) = named_after(words, index, calendar, None)?;
    let middle = index + skipped + first.words;
    // A hyphen between two days was replaced by "through", which is a range even in a comparison.
    if !joins(words, middle, index) || (!calendar.ranges && words.at(middle) != "through") {
        return None;
    }
    // "Last year to November" ends in that year.
    let whole_year =
        first.span.from.filter(|from| Period::year(from.year()).map(Span::of) == Some(first.span));
    let hint = first.year.or(whole_year.map(|from| from.year()));
    let (article, mut second) = named_after(words, middle + 1, calendar, hint)?;
    if first.year.is_none() && second.year.is_some() {
        first = named_after(words, index, calendar, second.year)?.1;
    }
    if first.span.from? > second.span.to? {
        first.span = first.span.years_before(1)?;
    }
    if second.year.is_none() {
        second.year = first.year;
    }
    Some(Found {
        span: Span { from: first.span.from, to: second.span.to },
        words: middle + 1 + article + second.words - index,
        year: second.year,
    })
}

/// Reads "the beginning of 2025" and "the end of March".
pub(super) fn edge_at(words: &Words, index: usize, calendar: Calendar) -> Option<Found> {
    let is_now = words.at(index) == "now" || (words.at(index) == "date" && words.before(index) == "to");
    if is_now {
        let span = Span { from: Some(calendar.today), to: Some(calendar.today) };
        return Some(Found { span, words: 1, year: None });
    }
    let is_start = matches!(words.at(index), "beginning" | "start");
    if !is_start && words.at(index) != "end" || words.at(index + 1) != "of" {
        return None;
    }
    let (skipped, found) = named_after(words, index + 2, calendar, None)?;
    let day = if is_start { found.span.from } else { found.span.to };
    Some(Found { span: Span { from: day, to: day }, words: found.words + skipped + 2, ..found })
}

/// True if the word joins the two ends of a range that begins at `start`.
fn joins(words: &Words, middle: usize, start: usize) -> bool {
    match words.at(middle) {
        "to" | "until" | "till" | "through" | "thru" => true,
        "and" => words.before(start) == "between",
        _ => false,
    }
}

/// Reads days of one month: "the 3rd to the 9th of November", "1 through 15 October", "October 1 to 15".
fn days_at(words: &Words, index: usize, calendar: Calendar) -> Option<Found> {
    let article = |at: usize| usize::from(words.at(at) == "the");
    let start = index + article(index);
    let (first, last, end, year) = if let Some(day) = ordinal(words.at(start)) {
        let middle = start + 1;
        let second = middle + 1 + article(middle + 1);
        ordinal(words.at(second)).filter(|_| joins(words, middle, index))?;
        let (last, taken, year) = day_at(words, second, calendar, None)?;
        (last.with_day(day)?, last, second + taken, year)
    } else {
        month_number(words.at(start))?;
        let (first, taken, None) = day_at(words, start, calendar, None)? else { return None };
        let middle = start + taken;
        let second = middle + 1 + article(middle + 1);
        let day = ordinal(words.at(second)).filter(|_| joins(words, middle, index))?;
        // "October 28 to 3 November" is a range of two full dates, not of days in one month.
        if month_number(words.at(second + 1)).is_some() {
            return None;
        }
        let year = words.at(second + 1).parse().ok().filter(|_| is_year(words.at(second + 1)));
        let first = year.map_or(Some(first), |year| first.with_year(year))?;
        (first, first.with_day(day)?, second + 1 + usize::from(year.is_some()), year)
    };
    let period: Period = Period::new(first, last)?;
    Some(Found { span: Span::of(period), words: end - index, year })
}
