//! Reads parts of years and months:
//! "Q2 2025", "the second half of May", "last winter", "the first week of June".
//!
//! Seasons are the meteorological ones of the northern hemisphere:
//! spring begins in March, winter in December.

use chrono::{Datelike, Days, Months, NaiveDate};
use saldo_domain::Period;

use super::period::Calendar;
use super::relative::{WHOLE, month_at, unit_of};
use super::words::{Words, count, is_year};

/// Returns the part of a year at `index`, its number of words, and the year if it names one.
pub(super) fn part_of_year_at(
    words: &Words,
    index: usize,
    calendar: Calendar,
    hint: Option<i32>,
) -> Option<(Period, usize, Option<i32>)> {
    let year_first = is_year(words.at(index)).then(|| words.at(index).parse().ok()).flatten();
    let start = index + usize::from(year_first.is_some());
    let (part, taken) = part_at(words, start)?;
    let (year, more) = match year_first {
        Some(year) => (Some(year), 0),
        None => year_after(words, start + taken, calendar),
    };
    let in_latest = part.of(calendar.latest.year())?;
    let guessed = calendar.latest.year() - i32::from(in_latest.start() > calendar.latest);
    let period = part.of(year.or(hint).unwrap_or(guessed))?;
    Some((period, start + taken + more - index, year))
}

/// Returns the year that is named at `index`, and the number of its words.
fn year_after(words: &Words, index: usize, calendar: Calendar) -> (Option<i32>, usize) {
    let of = usize::from(words.at(index) == "of" || words.at(index) == "in");
    let word = words.at(index + of);
    // "Winter 2024/25" begins in the first of the two years.
    let named = word.split_once('/').map_or(word, |(first, _)| first);
    if is_year(named) {
        return (named.parse().ok(), of + 1);
    }
    let relative = [("last year", 1), ("this year", 0), ("the year", 0)];
    let found = relative.iter().find_map(|(phrase, back)| Some((words.stands(index + of, phrase)?, *back)));
    found.map_or((None, 0), |(count, back)| (Some(calendar.today.year() - back), of + count))
}

/// A part that every year has.
#[derive(Debug, Clone, Copy)]
enum Part {
    Quarter(u32),
    Half(u32),
    Season(u32),
}

impl Part {
    fn of(self, year: i32) -> Option<Period> {
        match self {
            Self::Quarter(number) => Period::quarter(year, number),
            Self::Half(number @ 1..=2) => {
                let first = Period::month(year, number * 6 - 5)?;
                Period::new(first.start(), Period::month(year, number * 6)?.end())
            }
            Self::Half(_) => None,
            Self::Season(month) => season(year, month),
        }
    }
}

fn part_at(words: &Words, index: usize) -> Option<(Part, usize)> {
    let word = words.at(index);
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.len() == 1);
    if let Some(number) = word.strip_prefix('q').and_then(number) {
        return Some((Part::Quarter(number), 1));
    }
    if let Some(number) = word.strip_prefix('h').and_then(number) {
        return Some((Part::Half(number), 1));
    }
    if let Some(month) = named(word) {
        // "Fall" may also be a verb, so it needs a year or a preposition to be a season.
        let is_season = word != "fall"
            || is_year(words.at(index + 1))
            || matches!(words.before(index), "in" | "during" | "since" | "the" | "of" | "until");
        return is_season.then_some((Part::Season(month), 1));
    }
    let number = ordinal(word)?;
    match words.at(index + 1) {
        "quarter" => Some((Part::Quarter(number), 2)),
        "half" => Some((Part::Half(number), 2)),
        _ => None,
    }
}

fn ordinal(word: &str) -> Option<u32> {
    let names = [["first", "1st"], ["second", "2nd"], ["third", "3rd"], ["fourth", "4th"]];
    let index = names.iter().position(|names| names.contains(&word))?;
    u32::try_from(index + 1).ok()
}

/// Returns the first month of a season.
pub(super) fn named(word: &str) -> Option<u32> {
    match word {
        "spring" => Some(3),
        "summer" => Some(6),
        "autumn" | "fall" => Some(9),
        "winter" => Some(12),
        _ => None,
    }
}

fn season(year: i32, month: u32) -> Option<Period> {
    let last = month_at(year * 12 + i32::try_from(month).ok()? + 1)?;
    Period::new(Period::month(year, month)?.start(), last.end())
}

/// Returns the current season of that name, or the last one that has ended.
pub(super) fn relative(month: u32, is_last: bool, today: NaiveDate) -> Option<Period> {
    // In January and February, the current winter began in the previous year.
    let this_year = today.year() - i32::from(month == 12 && today.month() <= 2);
    let this = season(this_year, month)?;
    if is_last && this.end() >= today { season(this_year - 1, month) } else { Some(this) }
}

/// Reads "the second half of", "the first week of" and "the last ten days of":
/// a part of a month, and the number of words before that month.
pub(super) fn part_of_month_at(words: &Words, index: usize) -> Option<(PartOfMonth, usize)> {
    let is_last = words.at(index) == "last";
    let number = if is_last { None } else { ordinal(words.at(index)) };
    if number.is_none() && !is_last {
        return None;
    }
    let of = |at: usize| words.at(at) == "of" || words.at(at) == "in";
    let part = match (words.at(index + 1), number) {
        ("half", Some(number)) if number <= 2 => PartOfMonth::Half(number),
        ("week", Some(number)) => PartOfMonth::Days { first: number * 7 - 6, last: number * 7 },
        ("week", None) => PartOfMonth::Last(7),
        (word, number) => {
            let days = count(word).filter(|days| (1..=27).contains(days))?;
            if !words.at(index + 2).starts_with("day") || !of(index + 3) || !matches!(number, None | Some(1))
            {
                return None;
            }
            let part = number.map_or(PartOfMonth::Last(days), |_| PartOfMonth::Days { first: 1, last: days });
            return Some((part, 4));
        }
    };
    of(index + 2).then_some((part, 3))
}

/// Reads "the last quarter of" and "the first three months of":
/// a part of a longer span, and the number of words before that span.
pub(super) fn part_of_span_at(words: &Words, index: usize) -> Option<(PartOfSpan, usize)> {
    let is_last = match words.at(index) {
        "last" | "final" | "past" => true,
        "first" => false,
        _ => return None,
    };
    let whole = |at: usize| usize::from(WHOLE.contains(&words.at(at)));
    let mut at = index + 1 + whole(index + 1);
    let mut number = 1;
    if let Some(named) = count(words.at(at)).filter(|number| *number > 0) {
        (number, at) = (named, at + 1 + whole(at + 1));
    }
    let unit = unit_of(words.at(at))?;
    let of = matches!(words.at(at + 1), "of" | "in");
    of.then_some((PartOfSpan { is_last, number, unit }, at + 2 - index))
}

/// A number of units at the beginning or the end of a span.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartOfSpan {
    is_last: bool,
    number: u32,
    unit: &'static str,
}

impl PartOfSpan {
    /// Returns this part of a span, or `None` if the span is not longer.
    pub(super) fn of(self, whole: Period) -> Option<Period> {
        let (start, end) = (whole.start(), whole.end());
        let months = match self.unit {
            "month" => Some(self.number),
            "quarter" => Some(self.number.checked_mul(3)?),
            "year" => Some(self.number.checked_mul(12)?),
            _ => None,
        };
        let days = u64::from(self.number) * if self.unit == "week" { 7 } else { 1 };
        let after = end.succ_opt()?;
        let part = match (self.is_last, months) {
            (true, Some(months)) => Period::new(after.checked_sub_months(Months::new(months))?, end),
            (true, None) => Period::new(after.checked_sub_days(Days::new(days))?, end),
            (false, Some(months)) => {
                Period::new(start, start.checked_add_months(Months::new(months))?.pred_opt()?)
            }
            (false, None) => Period::new(start, start.checked_add_days(Days::new(days))?.pred_opt()?),
        }?;
        (part.start() >= start && part.end() <= end && part != whole).then_some(part)
    }
}

/// A range of days within a month.
#[derive(Debug, Clone, Copy)]
pub(super) enum PartOfMonth {
    Half(u32),
    Days {
        first: u32,
        last: u32,
    },
    /// The last days of the month.
    Last(u32),
}

impl PartOfMonth {
    /// Returns these days of a month.
    pub(super) fn of(self, month: Period) -> Option<Period> {
        let day = |number: u32| month.start().checked_add_days(Days::new(u64::from(number) - 1));
        match self {
            Self::Half(1) => Period::new(month.start(), day(15)?),
            Self::Half(_) => Period::new(day(16)?, month.end()),
            Self::Days { first, last } => Period::new(day(first)?, day(last)?.min(month.end())),
            Self::Last(days) => {
                Period::new(month.end().checked_sub_days(Days::new(u64::from(days) - 1))?, month.end())
            }
        }
    }
}
