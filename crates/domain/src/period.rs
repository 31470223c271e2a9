//! Periods: ranges of days.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};

/// A range of days, both ends included. Its end is never before its start.
///
/// ```
/// use saldo_domain::Period;
///
/// let may = Period::month(2025, 5).expect("a month");
/// assert_eq!(may.end().to_string(), "2025-05-31");
/// assert_eq!(Period::new(may.end(), may.start()), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    start: NaiveDate,
    end: NaiveDate,
}

impl Period {
    /// The first day that a query can name. SQLite stores days as text, and this one also sorts first
    /// as text.
    pub const FIRST_DAY: NaiveDate =
        NaiveDate::from_ymd_opt(1, 1, 1).expect("the first day of year 1 exists");

    /// The last day that a query can name. SQLite stores days as text, and this one also sorts last as text;
    /// `NaiveDate::MAX` would not.
    pub const LAST_DAY: NaiveDate =
        NaiveDate::from_ymd_opt(9999, 12, 31).expect("the last day of year 9999 exists");

    /// All days that a query can name.
    pub const EVER: Self = Self { start: Self::FIRST_DAY, end: Self::LAST_DAY };

    /// Returns the period from `start` to `end`, both included; `None` if `end` is before `start`.
    #[must_use]
    pub fn new(start: NaiveDate, end: NaiveDate) -> Option<Self> {
        (start <= end).then_some(Self { start, end })
    }

    /// Returns a calendar month; `None` if there is no such month.
    #[must_use]
    pub fn month(year: i32, month: u32) -> Option<Self> {
        let start = NaiveDate::from_ymd_opt(year, month, 1)?;
        let end = start.checked_add_months(Months::new(1))?.checked_sub_days(Days::new(1))?;
        Some(Self { start, end })
    }

    /// Returns the calendar month of `date`.
    #[must_use]
    pub fn month_of(date: NaiveDate) -> Option<Self> {
        Self::month(date.year(), date.month())
    }

    /// Returns the week of `date`, from Monday to Sunday; `None` at the ends of the calendar.
    #[must_use]
    pub fn week_of(date: NaiveDate) -> Option<Self> {
        let week = date.week(Weekday::Mon);
        Self::new(week.checked_first_day()?, week.checked_last_day()?)
    }

    /// Returns a calendar year; `None` if it is outside chrono's range.
    #[must_use]
    pub fn year(year: i32) -> Option<Self> {
        Self::new(NaiveDate::from_ymd_opt(year, 1, 1)?, NaiveDate::from_ymd_opt(year, 12, 31)?)
    }

    /// Returns a calendar quarter, 1 to 4; `None` if there is no such quarter.
    #[must_use]
    pub fn quarter(year: i32, quarter: u32) -> Option<Self> {
        let first = quarter.checked_sub(1)?.checked_mul(3)?.checked_add(1)?;
        let start = NaiveDate::from_ymd_opt(year, first, 1)?;
        let end = start.checked_add_months(Months::new(3))?.checked_sub_days(Days::new(1))?;
        Some(Self { start, end })
    }

    /// Returns the first day.
    #[must_use]
    pub const fn start(self) -> NaiveDate {
        self.start
    }

    /// Returns the last day.
    #[must_use]
    pub const fn end(self) -> NaiveDate {
        self.end
    }

    /// Splits the period at the ends of months; `None` if it contains no whole month.
    #[must_use]
    pub fn whole_months(self) -> Option<WholeMonths> {
        let first = match self.start {
            start if start.day() == 1 => start,
            start => start.with_day(1)?.checked_add_months(Months::new(1))?,
        };
        let last = match self.end {
            end if is_last_of_month(end) => end,
            end => end.with_day(1)?.pred_opt()?,
        };
        let whole = Self::new(first, last)?;
        let before = first.checked_sub_days(Days::new(1)).and_then(|end| Self::new(self.start, end));
        let after = last.checked_add_days(Days::new(1)).and_then(|start| Self::new(start, self.end));
        Some(WholeMonths { before, whole, after })
    }

    /// True if the period contains `date`.
    #[must_use]
    pub fn contains(self, date: NaiveDate) -> bool {
        self.start <= date && date <= self.end
    }
}

/// A period that was split at the ends of months.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeMonths {
    /// The days before the first whole month.
    pub before: Option<Period>,
    /// The whole months.
    pub whole: Period,
    /// The days after the last whole month.
    pub after: Option<Period>,
}

fn is_last_of_month(date: NaiveDate) -> bool {
    date.succ_opt().is_none_or(|next| next.month() != date.month())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn a_month_ends_on_its_last_day() {
        assert_eq!(Period::month(2024, 2).unwrap().end(), day(2024, 2, 29));
        assert_eq!(Period::quarter(2025, 4).unwrap().end(), day(2025, 12, 31));
        assert_eq!(Period::month(2024, 13), None);
        assert_eq!(Period::quarter(2025, 0), None);
    }

    #[test]
    fn a_period_is_cut_into_whole_months_and_the_days_around_them() {
        let period =
            |start: &str, end: &str| Period::new(start.parse().unwrap(), end.parse().unwrap()).unwrap();
        let cut = period("2024-01-15", "2024-03-10").whole_months().unwrap();
        assert_eq!(cut.before, Some(period("2024-01-15", "2024-01-31")));
        assert_eq!(cut.whole, period("2024-02-01", "2024-02-29"));
        assert_eq!(cut.after, Some(period("2024-03-01", "2024-03-10")));
        let whole = period("2024-01-01", "2024-12-31").whole_months().unwrap();
        assert_eq!((whole.before, whole.after), (None, None));
        assert_eq!(period("2024-01-02", "2024-02-28").whole_months(), None);
        assert_eq!(Period::EVER.whole_months().unwrap().whole, Period::EVER);
    }

    #[test]
    fn a_period_never_ends_before_it_starts() {
        assert_eq!(Period::new(day(2025, 1, 2), day(2025, 1, 1)), None);
        assert!(Period::new(day(2025, 1, 1), day(2025, 1, 1)).unwrap().contains(day(2025, 1, 1)));
    }
}
