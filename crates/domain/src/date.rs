//! Dates as people and programs write them. Every reader of dates that are not a program's own uses this
//! scanner; it states what a text leaves open and guesses nothing.

use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate, TimeDelta};

/// A written date whose order of day and month may still be unknown.
///
/// ```
/// use saldo_domain::date::{WrittenDate, english_month};
///
/// let date = WrittenDate::parse("02/01/2026", english_month).expect("a date");
/// assert_eq!(date.resolve(false).expect("a day").to_string(), "2026-01-02");
/// assert_eq!(date.resolve(true).expect("a day").to_string(), "2026-02-01");
/// let date = WrittenDate::parse("Jan 2, 2026", english_month).expect("a date");
/// assert_eq!(date.resolve(true), date.resolve(false));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenDate {
    /// A known day.
    Known(NaiveDate),
    /// Two numbers and a year.
    Open {
        /// The first number.
        first: u32,
        /// The second number.
        second: u32,
        /// The year.
        year: i32,
        /// True if the separators are slashes. Unless other dates decide, the month comes first only between
        /// slashes.
        slashed: bool,
    },
}

impl WrittenDate {
    /// Parses a date such as `2024-01-31`, `31.01.2024`, `1/31/24`, `31'24` as Quicken writes it, `20240131`
    /// or `Jan 31, 2024`, with or without a time, and the day number of a spreadsheet, such as `45322`.
    /// `month` returns the number of a month's name.
    pub fn parse(text: &str, month: impl Fn(&str) -> Option<u32>) -> Option<Self> {
        let text = text.trim();
        if let Some(date) = with_month_name(text, month).or_else(|| of_spreadsheet(text)) {
            return Some(Self::Known(date));
        }
        let text = text.split(['T', ' ']).next().filter(|date| date.len() >= 6).unwrap_or(text);
        if text.len() == 8 && is_digits(text) {
            return compact(text).map(Self::Known);
        }
        Self::parse_numbers(text)
    }

    /// Parses three numbers such as `2024-01-31`, `31.01.2024`, `1/31/24` or `31'24`, and nothing else.
    #[must_use]
    pub fn parse_numbers(text: &str) -> Option<Self> {
        let parts: Vec<&str> =
            text.split(['-', '/', '.', '\'', ' ']).filter(|part| !part.is_empty()).collect();
        let &[one, two, three] = parts.as_slice() else { return None };
        let number = |part: &str| part.parse::<u32>().ok();
        if one.len() == 4 {
            return NaiveDate::from_ymd_opt(one.parse().ok()?, number(two)?, number(three)?).map(Self::Known);
        }
        let year = year_of(three)?;
        let (first, second) = (number(one)?, number(two)?);
        Some(Self::Open { first, second, year, slashed: text.contains('/') })
    }

    /// Returns the date with this order; `None` if there is no such day.
    #[must_use]
    pub fn resolve(self, month_first: bool) -> Option<NaiveDate> {
        match self {
            Self::Known(date) => Some(date),
            Self::Open { first, second, year, .. } => {
                let (month, day) = if month_first { (first, second) } else { (second, first) };
                NaiveDate::from_ymd_opt(year, month, day)
            }
        }
    }
}

/// Returns the year of its last two digits: 80 to 99 are 1980 to 1999, all others come after.
#[must_use]
pub const fn full_year(last_two_digits: i32) -> i32 {
    if last_two_digits >= 80 { 1900 + last_two_digits } else { 2000 + last_two_digits }
}

/// Parses a date in the form `20240131`, with anything after it.
#[must_use]
pub fn compact(text: &str) -> Option<NaiveDate> {
    let digits = text.trim().get(..8).filter(|digits| is_digits(digits))?;
    NaiveDate::parse_from_str(digits, "%Y%m%d").ok()
}

/// Parses a date in the form `240131`, with anything after it.
#[must_use]
pub fn compact_short(text: &str) -> Option<NaiveDate> {
    let digits = text.get(..6).filter(|digits| is_digits(digits))?;
    let year = full_year(digits[..2].parse().ok()?);
    NaiveDate::from_ymd_opt(year, digits[2..4].parse().ok()?, digits[4..].parse().ok()?)
}

/// Returns the day of a month that is closest to `near`, for a date without its year; `None` if no year near
/// it has that day.
#[must_use]
pub fn closest(month: u32, day: u32, near: NaiveDate) -> Option<NaiveDate> {
    (near.year() - 1..=near.year() + 1)
        .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
        .min_by_key(|date| (*date - near).num_days().abs())
}

/// Returns the number of a month by its English name or the first three letters of it.
#[must_use]
pub fn english_month(name: &str) -> Option<u32> {
    name.parse().ok().map(|month: chrono::Month| month.number_from_month())
}

/// Parses a date in the form `2024-01-31`, with anything after it.
#[must_use]
pub fn iso(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text.get(..10)?, "%Y-%m-%d").ok()
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a year of four digits, or of its last two.
fn year_of(text: &str) -> Option<i32> {
    let year: i32 = text.parse().ok()?;
    match text.len() {
        4 => Some(year),
        1 | 2 => Some(full_year(year)),
        _ => None,
    }
}

/// Parses a date with the name of its month, before or after the day, with or without a time, such as
/// `31-Jan-2024` or `Jan 31, 2024`.
fn with_month_name(text: &str, month: impl Fn(&str) -> Option<u32>) -> Option<NaiveDate> {
    let is_between = |character: char| character.is_whitespace() || "-/.',".contains(character);
    let mut parts = text.split(is_between).filter(|part| !part.is_empty());
    let (one, two, year) = (parts.next()?, parts.next()?, parts.next()?);
    // Only a time may follow.
    if parts.next().is_some_and(|rest| !rest.contains(':')) {
        return None;
    }
    let (day, name) = match (is_digits(one), is_digits(two)) {
        (true, false) => (one, two),
        (false, true) => (two, one),
        _ => return None,
    };
    NaiveDate::from_ymd_opt(year_of(year)?, month(name)?, day.parse().ok()?)
}

/// Spreadsheet day numbers from 1954-10-03 to 2119-01-11. A number with fewer digits may be anything.
const SPREADSHEET_DAYS: RangeInclusive<i64> = 20_000..=80_000;

/// Parses a date that a spreadsheet stores as the number of days since 1899-12-30, with a fraction for the
/// time.
fn of_spreadsheet(text: &str) -> Option<NaiveDate> {
    let (days, time) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let days: i64 = days.parse().ok().filter(|_| is_digits(days) && is_digits(time))?;
    let first = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    SPREADSHEET_DAYS.contains(&days).then(|| first.checked_add_signed(TimeDelta::days(days)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn month_names_and_spreadsheet_serials_are_read_as_dates() {
        let date = |text: &str| match WrittenDate::parse(text, english_month) {
            Some(WrittenDate::Known(date)) => Some(date.to_string()),
            _ => None,
        };
        for text in [
            "Jan 31, 2026",
            "January 31, 2026",
            "31 January 2026",
            "31-Jan-2026",
            "31.Jan.26",
            "Jan 31 2026 10:15",
            "Jan 31, 2026, 10:15:00 AM",
            "2026-01-31T10:15:00",
            "20260131",
            "46053",
            "46053.4375",
            "46053,4375",
        ] {
            assert_eq!(date(text).as_deref(), Some("2026-01-31"), "{text}");
        }
        for text in
            ["Jan 2026", "Jan 32, 2026", "Foo 31, 2026", "Jan 31, 2026 Cafe", "1234", "123456", "46053 x"]
        {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_without_a_year_is_the_closest() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        for (month, on, near, expected) in [
            (12, 30, "2024-01-02", "2023-12-30"),
            (1, 2, "2023-12-30", "2024-01-02"),
            (2, 29, "2025-02-20", "2024-02-29"),
        ] {
            assert_eq!(closest(month, on, day(near)), Some(day(expected)));
        }
        assert_eq!(closest(2, 30, day("2024-02-20")), None);
    }

    #[test]
    fn a_year_of_two_digits_lies_between_1980_and_2079() {
        assert_eq!([0, 26, 79, 80, 99].map(full_year), [2000, 2026, 2079, 1980, 1999]);
    }

    #[test]
    fn dates_of_file_formats_may_have_more_after_them() {
        let day = NaiveDate::from_ymd_opt(2024, 1, 31);
        assert_eq!(compact("20240131120000[0:GMT]"), day);
        assert_eq!(iso("2024-01-31T12:00:00Z"), day);
        assert_eq!(compact_short("240131EUR"), day);
        assert_eq!([compact_short("24013"), compact_short("241331"), compact_short("24é131")], [None; 3]);
        for text in ["2024-1-31", "2024013", "2024 131", "20241331", "+2024013"] {
            assert_eq!(compact(text).or(iso(text)), None, "{text}");
        }
    }
}
