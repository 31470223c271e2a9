//! Calendar months, the unit of budgets.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::period::Period;

/// A calendar month of the years 1 to 9999, such as `2025-04`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: i32,
    month: u32,
}

impl Month {
    /// Creates a month; `None` unless the year is 1 to 9999 and the month 1 to 12.
    #[must_use]
    pub fn new(year: i32, month: u32) -> Option<Self> {
        ((1..=9999).contains(&year) && (1..=12).contains(&month)).then_some(Self { year, month })
    }

    /// Returns the month of `date`; `None` outside the years 1 to 9999.
    #[must_use]
    pub fn of(date: NaiveDate) -> Option<Self> {
        Self::new(date.year(), date.month())
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.year
    }

    /// Returns the month of the year, 1 to 12.
    #[must_use]
    pub const fn month(self) -> u32 {
        self.month
    }

    /// Returns the month `count` months later, or earlier if `count` is negative; `None` outside the
    /// years 1 to 9999.
    #[must_use]
    pub fn plus(self, count: i32) -> Option<Self> {
        let months = (self.year * 12).checked_add(i32::try_from(self.month).ok()? - 1)?.checked_add(count)?;
        Self::new(months.div_euclid(12), u32::try_from(months.rem_euclid(12)).ok()? + 1)
    }

    /// Returns the days of the month.
    #[must_use]
    pub fn period(self) -> Period {
        // The constructor checked year and month, so the fallback is never used.
        Period::month(self.year, self.month).unwrap_or(Period::EVER)
    }
}

/// Error: the text is not a month of the form `YYYY-MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a month; write it like 2026-01")]
pub struct InvalidMonth;

/// Writes `2025-04`.
impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}", self.year, self.month)
    }
}
impl FromStr for Month {
    type Err = InvalidMonth;
    fn from_str(text: &str) -> Result<Self, InvalidMonth> {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let (year, month) = text.split_once('-').ok_or(InvalidMonth)?;
        if year.len() != 4 || month.len() != 2 || !digits(year) || !digits(month) {
            return Err(InvalidMonth);
        }
        let parsed = year.parse().ok().zip(month.parse().ok());
        parsed.and_then(|(year, month)| Self::new(year, month)).ok_or(InvalidMonth)
    }
}
impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_counted_across_years() {
        let december = Month::new(2024, 12).unwrap();
        assert_eq!(december.plus(1), Month::new(2025, 1));
        assert_eq!(december.plus(-12), Month::new(2023, 12));
        assert_eq!(Month::new(1, 1).unwrap().plus(-1), None);
        assert_eq!(Month::new(2024, 2).unwrap().period().end().to_string(), "2024-02-29");
    }

    #[test]
    fn a_month_survives_a_text_round_trip() {
        assert_eq!("2025-04".parse(), Ok(Month::new(2025, 4).unwrap()));
        for text in ["2025", "2025-13", "25-04", "2025-4", "2025-04-01", "+025-04"] {
            assert_eq!(text.parse::<Month>(), Err(InvalidMonth), "{text}");
        }
    }
}
