//! The days for which there is data, and the periods that are complete.

use chrono::{Datelike, Days, Months};
use saldo_domain::{Date, Month, Period};

/// The largest distance of the first and the last transaction from the ends of a month
/// that counts as complete. Many accounts have no transaction on the last days of a month.
const QUIET_DAYS: u64 = 7;
/// The largest difference between the lengths of two periods of one kind, in days: February and January.
const LENGTHS_DIFFER: i64 = 3;

/// The days for which there is data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownDays {
    /// The date of the first transaction.
    pub first: Date,
    /// The date of the last transaction.
    pub last: Date,
    /// The first and the last day that a transaction or a statement's period
    /// has. The last is never after yesterday, because today is not over.
    pub ends: (Date, Date),
    /// The first day from which on the data is assumed to be complete. It
    /// is the first of a month if the data begins at most a week later.
    pub since: Date,
    /// The last day until which the data is assumed to be complete, never after
    /// yesterday. It is the last of a month if the data ends at most a week earlier.
    pub until: Date,
    /// The current date.
    pub today: Date,
}

impl KnownDays {
    /// Returns the known days for transactions from `first` to `last`
    /// and statements that cover the days `covered`, as of `today`.
    ///
    /// ```
    /// use saldo_domain::Period;
    /// use saldo_ledger::known::KnownDays;
    ///
    /// let days = ("2025-01-03".parse()?, "2025-05-28".parse()?);
    /// let known = KnownDays::of(days, None, "2025-06-10".parse()?);
    /// assert_eq!(known.until, "2025-05-31".parse()?);
    /// assert!(known.is_over(Period::month_of("2025-05-01".parse()?).unwrap()));
    /// assert_eq!(known.unfinished(Period::month_of("2025-06-01".parse()?).unwrap()), Some(known.until));
    /// # Ok::<(), chrono::ParseError>(())
    /// ```
    #[must_use]
    pub fn of((first, last): (Date, Date), covered: Option<Period>, today: Date) -> Self {
        let (start, end) = covered.map_or((first, last), |days| (days.start(), days.end()));
        let yesterday = today.pred_opt().unwrap_or(today);
        let (since, until) = (first.min(start), last.max(end));
        let ends = (since, until.min(yesterday));
        let since = match since.with_day(1) {
            Some(month) if since <= month + Days::new(QUIET_DAYS) => month,
            _ => since,
        };
        let until = match Month::of(until).map(|month| month.period().end()) {
            Some(end) if until + Days::new(QUIET_DAYS) >= end => end,
            _ => until,
        };
        Self { first, last, ends, since, until: until.min(yesterday), today }
    }

    /// Returns the days for which there is data of several accounts; `None` for none. They are complete
    /// until the first account's data ends, and from the day on which the first account's data begins:
    /// an account without earlier data may have been opened then.
    #[must_use]
    pub fn together(accounts: &[Self]) -> Option<Self> {
        accounts.iter().copied().reduce(|one, other| Self {
            first: one.first.min(other.first),
            last: one.last.max(other.last),
            ends: (one.ends.0.min(other.ends.0), one.ends.1.max(other.ends.1)),
            since: one.since.min(other.since),
            until: one.until.min(other.until),
            today: one.today,
        })
    }

    /// True if all transactions are in a period.
    #[must_use]
    pub fn has_all_in(self, period: Period) -> bool {
        period.start() <= self.first && self.last <= period.end()
    }

    /// True if the data of a period does not end before the period does.
    #[must_use]
    pub fn is_over(self, period: Period) -> bool {
        period.end() <= self.until
    }

    /// Returns the first day with complete data if `period` begins before it and ends after it.
    #[must_use]
    pub fn begun_before(self, period: Period) -> Option<Date> {
        (period.start() < self.since && self.since <= period.end()).then_some(self.since)
    }

    /// Returns the last day with complete data if `period` has begun but is not complete. On
    /// the first days of a period, or if the data ends earlier, that day is before the period.
    #[must_use]
    pub fn unfinished(self, period: Period) -> Option<Date> {
        (period.start() <= self.today && !self.is_over(period)).then_some(self.until)
    }

    /// Returns the part of a period for which there is data; `None` without any.
    #[must_use]
    pub fn within(self, period: Period) -> Option<Period> {
        Period::new(period.start().max(self.ends.0), period.end().min(self.ends.1))
    }

    /// Returns the complete months of a period and their number; `None` without any.
    #[must_use]
    pub fn whole_months(self, period: Period) -> Option<(Period, u32)> {
        let known = Period::new(period.start().max(self.since), period.end().min(self.until))?;
        let whole = known.whole_months()?.whole;
        let number = |day: Date| i64::from(day.year()) * 12 + i64::from(day.month0());
        let months = u32::try_from(number(whole.end()) - number(whole.start()) + 1).ok()?;
        Some((whole, months))
    }

    /// Returns the latest complete months, at most `most`, and their number; `None` without any.
    #[must_use]
    pub fn last_months(self, most: u32) -> Option<(Period, u32)> {
        let (whole, months) = self.whole_months(Period::EVER)?;
        let months = months.min(most);
        let start = whole.end().succ_opt()?.checked_sub_months(Months::new(months))?;
        Some((Period::new(start, whole.end())?, months))
    }

    /// Shortens two periods to the same number of months and days if one of
    /// them is compared before it is complete. `None` if both are complete,
    /// or if they are not of the same kind, such as a month and a year.
    #[must_use]
    pub fn until_the_same_day(self, one: Period, other: Period) -> Option<(Period, Period)> {
        if let Some(other_end) = self.cut(one, other) {
            let end = one.end().min(self.until);
            return Some((Period::new(one.start(), end)?, Period::new(other.start(), other_end)?));
        }
        let one_end = self.cut(other, one)?;
        let end = other.end().min(self.until);
        Some((Period::new(one.start(), one_end)?, Period::new(other.start(), end)?))
    }

    /// Returns the day of `whole` that corresponds to the last day with complete data in
    /// `running`. `None` unless `running` is incomplete and has the same kind as `whole`.
    fn cut(self, running: Period, whole: Period) -> Option<Date> {
        if running.end() < self.until || running.start() > self.until {
            return None;
        }
        let length = |period: Period| (period.end() - period.start()).num_days();
        let alike = |period: Period| (length(period) - length(whole)).abs() <= LENGTHS_DIFFER;
        let will_be = std::iter::once(running).chain(wholes_like(running.start(), whole.start()));
        let mut unfinished =
            will_be.filter(|period| period.end() > self.until && period.end() >= running.end());
        if !unfinished.any(alike) {
            return None;
        }
        let end = same_age(running.start(), running.end().min(self.until), whole.start())?;
        (end < whole.end()).then_some(end)
    }
}

/// Returns the week, month, quarter, half-year and year that begin
/// on `start`, if a period of the same kind can begin on `other`.
fn wholes_like(start: Date, other: Date) -> impl Iterator<Item = Period> {
    let is_monday = |day: Date| day.weekday() == chrono::Weekday::Mon;
    let week = (is_monday(start) && is_monday(other)).then(|| start.checked_add_days(Days::new(6))).flatten();
    let apart =
        (other.year() - start.year()) * 12 + other.month0().cast_signed() - start.month0().cast_signed();
    let is_like = move |months: &u32| start.day() == other.day() && apart % months.cast_signed() == 0;
    let months = [1, 3, 6, 12].into_iter().filter(is_like);
    let ends = months.filter_map(move |months| start.checked_add_months(Months::new(months))?.pred_opt());
    week.into_iter().chain(ends).filter_map(move |end| Period::new(start, end))
}

/// Returns the day that is as many months and days after `other` as `end` is after `start`.
fn same_age(start: Date, end: Date, other: Date) -> Option<Date> {
    let months = (end.year() - start.year()) * 12 + end.month0().cast_signed() - start.month0().cast_signed();
    let begun = |months: u32| start.checked_add_months(Months::new(months)).filter(|day| *day <= end);
    let months = u32::try_from(months).ok()?;
    let (months, last) = match begun(months) {
        Some(day) => (months, day),
        None => (months.checked_sub(1)?, begun(months.checked_sub(1)?)?),
    };
    let days = u64::try_from((end - last).num_days()).ok()?;
    other.checked_add_months(Months::new(months))?.checked_add_days(Days::new(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }
    fn period(start: &str, end: &str) -> Period {
        Period::new(day(start), day(end)).unwrap()
    }
    fn known(first: &str, last: &str, today: &str) -> KnownDays {
        KnownDays::of((day(first), day(last)), None, day(today))
    }

    #[test]
    fn a_month_is_whole_when_it_is_over_and_its_data_reach_into_its_last_week() {
        let months = |first, last, today| known(first, last, today).last_months(6);
        let expected = Some((period("2025-01-01", "2025-06-30"), 6));
        assert_eq!(months("2025-01-02", "2025-07-03", "2025-07-15"), expected);
        assert_eq!(months("2025-01-02", "2025-06-25", "2025-07-15"), expected);
        // The data ends on the 23rd of a month that is not over yet, then within a month that is over.
        assert_eq!(months("2025-01-02", "2025-07-23", "2025-07-23"), expected);
        assert_eq!(months("2025-01-02", "2025-07-20", "2025-11-23"), expected);
        assert_eq!(
            months("2025-05-30", "2025-07-30", "2025-08-10"),
            Some((period("2025-06-01", "2025-07-31"), 2))
        );
        assert_eq!(months("2025-07-01", "2025-07-03", "2025-07-04"), None);
        // The last day of a month is over only when the next begins.
        assert_eq!(months("2025-06-01", "2025-06-30", "2025-06-30"), None);
        assert_eq!(
            months("2025-06-01", "2025-06-30", "2025-07-01"),
            Some((period("2025-06-01", "2025-06-30"), 1))
        );
    }

    #[test]
    fn a_period_has_all_transactions_if_it_has_the_first_and_the_last() {
        let known = known("2025-01-02", "2025-07-03", "2025-07-15");
        assert!(known.has_all_in(period("2025-01-02", "2025-07-03")));
        assert!(!known.has_all_in(period("2025-01-03", "2025-07-31")));
        assert!(!known.has_all_in(period("2025-01-01", "2025-07-02")));
    }

    #[test]
    fn days_covered_by_a_statement_are_known_without_transactions() {
        let covered = Some(period("2025-05-01", "2025-06-30"));
        let known = KnownDays::of((day("2025-05-12"), day("2025-06-11")), covered, day("2025-11-23"));
        assert_eq!((known.since, known.until), (day("2025-05-01"), day("2025-06-30")));
    }

    #[test]
    fn a_running_month_is_compared_up_to_the_same_day() {
        let known = known("2023-01-01", "2025-11-22", "2025-11-23");
        let month = period("2025-11-01", "2025-11-30");
        let before = period("2025-10-01", "2025-10-31");
        let cut = Some((period("2025-11-01", "2025-11-22"), period("2025-10-01", "2025-10-22")));
        assert_eq!(known.until_the_same_day(month, before), cut);
        assert_eq!(known.until_the_same_day(before, month), cut.map(|(one, other)| (other, one)));
        // The month so far, given as a period of its own.
        assert_eq!(known.until_the_same_day(period("2025-11-01", "2025-11-22"), before), cut);
        assert_eq!(known.until_the_same_day(period("2025-11-01", "2025-11-23"), before), cut);
        let years =
            known.until_the_same_day(period("2025-01-01", "2025-12-31"), period("2024-01-01", "2024-12-31"));
        assert_eq!(years, Some((period("2025-01-01", "2025-11-22"), period("2024-01-01", "2024-11-22"))));
        let fiscal =
            known.until_the_same_day(period("2025-04-06", "2026-04-05"), period("2024-04-06", "2025-04-05"));
        assert_eq!(fiscal, Some((period("2025-04-06", "2025-11-22"), period("2024-04-06", "2024-11-22"))));
    }

    #[test]
    fn a_finished_period_is_compared_whole() {
        let known = known("2023-01-01", "2025-11-22", "2025-11-23");
        let october = period("2025-10-01", "2025-10-31");
        assert_eq!(known.until_the_same_day(october, period("2025-09-01", "2025-09-30")), None);
        // A running month is not compared with a year, and the last thirty days are not compared as a month.
        let (november, year) = (period("2025-11-01", "2025-11-22"), period("2024-01-01", "2024-12-31"));
        assert_eq!(known.until_the_same_day(november, year), None);
        let thirty = period("2025-10-24", "2025-11-22");
        assert_eq!(known.until_the_same_day(thirty, period("2024-01-01", "2024-12-31")), None);
        assert!(known.is_over(october));
        assert_eq!(known.unfinished(period("2025-11-01", "2025-11-30")), Some(day("2025-11-22")));
        assert_eq!(known.unfinished(period("2026-01-01", "2026-12-31")), None);
    }

    #[test]
    fn periods_before_the_first_day_with_data_are_compared_from_that_day() {
        let known = known("2024-03-20", "2026-01-31", "2026-02-10");
        let (this, before) = (period("2025-01-01", "2025-12-31"), period("2024-01-01", "2024-12-31"));
        let like = crate::query::alike(this, before, known);
        let expected = (period("2025-03-20", "2025-12-31"), period("2024-03-20", "2024-12-31"));
        assert_eq!((like.periods, like.was_cut), (expected, true));
        assert_eq!(known.begun_before(before), Some(day("2024-03-20")));
        assert_eq!(known.begun_before(this), None);
    }

    #[test]
    fn several_accounts_are_complete_until_the_first_of_them_ends() {
        let today = "2025-11-23";
        let (checking, card) =
            (known("2024-01-01", "2025-11-22", today), known("2024-06-01", "2025-10-15", today));
        let both = KnownDays::together(&[checking, card]).unwrap();
        assert_eq!((both.since, both.until), (day("2024-01-01"), day("2025-10-15")));
        assert_eq!((both.first, both.last), (day("2024-01-01"), day("2025-11-22")));
        assert!(!both.is_over(period("2025-10-01", "2025-10-31")));
        assert_eq!(KnownDays::together(&[]), None);
    }

    #[test]
    fn a_period_that_has_just_begun_is_unfinished() {
        let known = known("2023-01-01", "2025-11-30", "2025-12-01");
        for (start, end) in [
            ("2025-12-01", "2025-12-01"),
            ("2025-12-01", "2025-12-07"),
            ("2025-12-01", "2025-12-31"),
            ("2025-12-01", "2026-02-28"),
            ("2025-12-01", "2026-11-30"),
        ] {
            assert_eq!(known.unfinished(period(start, end)), Some(day("2025-11-30")), "{start} to {end}");
        }
        assert_eq!(known.unfinished(period("2025-12-02", "2025-12-02")), None);
    }
}
