//! Reads dates: "2025-05-01", "1 May", "May 1st, 2025", "01.05.2025".

use chrono::{Datelike, NaiveDate};

use super::period::Calendar;
use super::words::{Words, is_year, month_number};

/// Returns the date at `index`, its number of words, and the year if the date names one.
pub(super) fn day_at(
    words: &Words,
    index: usize,
    calendar: Calendar,
    hint: Option<i32>,
) -> Option<(NaiveDate, usize, Option<i32>)> {
    if let Some(day) = numeric(words.at(index)) {
        return Some((day, 1, Some(day.year())));
    }
    let (day, month, taken) = if let Some(day) = ordinal(words.at(index)) {
        let of = usize::from(words.at(index + 1) == "of");
        (day, month_number(words.at(index + 1 + of))?, 2 + of)
    } else {
        let month = month_number(words.at(index))?;
        let the = usize::from(words.at(index + 1) == "the");
        (ordinal(words.at(index + 1 + the))?, month, 2 + the)
    };
    if is_year(words.at(index + taken)) {
        let year = words.at(index + taken).parse().ok()?;
        return Some((NaiveDate::from_ymd_opt(year, month, day)?, taken + 1, Some(year)));
    }
    if let Some(year) = hint {
        return Some((NaiveDate::from_ymd_opt(year, month, day)?, taken, None));
    }
    let this_year = NaiveDate::from_ymd_opt(calendar.latest.year(), month, day)?;
    let guessed =
        if this_year > calendar.latest { this_year.with_year(this_year.year() - 1)? } else { this_year };
    Some((guessed, taken, None))
}

/// Returns the day of the month in "1", "1st" or "22nd".
pub(super) fn ordinal(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    digits.parse().ok().filter(|day| (1..=31).contains(day) && digits.len() <= 2)
}

/// Reads year-month-day or day-month-year. Month-day-year is used only if the day would be invalid otherwise.
fn numeric(word: &str) -> Option<NaiveDate> {
    let parts: Vec<&str> = word.split(['-', '.', '/']).collect();
    let [one, two, three] = parts.as_slice() else { return None };
    if is_year(one) {
        return NaiveDate::from_ymd_opt(one.parse().ok()?, two.parse().ok()?, three.parse().ok()?);
    }
    let is_short = three.len() == 2 && three.bytes().all(|byte| byte.is_ascii_digit());
    if !is_year(three) && !is_short {
        return None;
    }
    let century = if is_short { 2000 } else { 0 };
    let (year, one, two) = (three.parse::<i32>().ok()? + century, one.parse().ok()?, two.parse().ok()?);
    NaiveDate::from_ymd_opt(year, two, one).or_else(|| NaiveDate::from_ymd_opt(year, one, two))
}
