//! Fiscal years that begin on any day, and the division of time into days, weeks, months, quarters and years.

use chrono::{Datelike, Days, Months};
use saldo_domain::{Date, FiscalCalendar, Granularity, Period};

/// A unit of time with its name in reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// The name: `2025-04-03`, `2025-W14` (ISO 8601), `2025-04`, `2025-Q2` or `2025`.
    /// With a fiscal calendar, quarters and years are `2025/26-Q1` and `2025/26`.
    pub key: String,
    /// The days of the unit.
    pub period: Period,
}

/// Returns the fiscal year of `date`; `None` before year 2 and after year 9998.
///
/// ```
/// use saldo_domain::FiscalCalendar;
/// use saldo_ledger::fiscal::year_of;
///
/// let year = year_of("2025-07-15".parse()?, FiscalCalendar::CALENDAR).unwrap();
/// assert_eq!(year.key, "2025");
/// assert_eq!(year.period.end(), "2025-12-31".parse()?);
/// # Ok::<(), chrono::ParseError>(())
/// ```
#[must_use]
pub fn year_of(date: Date, calendar: FiscalCalendar) -> Option<Bucket> {
    let begins = |year| Date::from_ymd_opt(year, calendar.first_month(), calendar.first_day());
    let this = begins(date.year())?;
    let start = if date >= this { this } else { begins(date.year() - 1)? };
    let end = begins(start.year() + 1)?.checked_sub_days(Days::new(1))?;
    bucket(year_name(start, calendar), start, end)
}

/// Returns the unit of time that contains `date`; `None` before year 2 and after year 9998.
/// Weeks begin on Monday, as in ISO 8601. Quarters follow the fiscal calendar, months do not.
#[must_use]
pub fn bucket_of(date: Date, granularity: Granularity, calendar: FiscalCalendar) -> Option<Bucket> {
    if !(2..=9998).contains(&date.year()) {
        return None;
    }
    match granularity {
        Granularity::Day => bucket(date.to_string(), date, date),
        Granularity::Week => {
            let week = date.iso_week();
            let key = format!("{:04}-W{:02}", week.year(), week.week());
            Some(Bucket { key, period: Period::week_of(date)? })
        }
        Granularity::Month => {
            let period = Period::month_of(date)?;
            Some(Bucket { key: date.format("%Y-%m").to_string(), period })
        }
        Granularity::Quarter => quarter_of(date, calendar),
        Granularity::Year => year_of(date, calendar),
    }
}

/// Returns the units of time that `period` overlaps, in order. The first and the last
/// may extend beyond it. `None` for more than `most`, before year 2 and after year 9998.
///
/// ```
/// use saldo_domain::{FiscalCalendar, Granularity, Period};
/// use saldo_ledger::fiscal::buckets;
///
/// let period = Period::new("2025-01-15".parse()?, "2025-03-02".parse()?).unwrap();
/// let months = buckets(period, Granularity::Month, FiscalCalendar::CALENDAR, 12).unwrap();
/// let keys: Vec<&str> = months.iter().map(|month| month.key.as_str()).collect();
/// assert_eq!(keys, ["2025-01", "2025-02", "2025-03"]);
/// # Ok::<(), chrono::ParseError>(())
/// ```
#[must_use]
pub fn buckets(
    period: Period,
    granularity: Granularity,
    calendar: FiscalCalendar,
    most: usize,
) -> Option<Vec<Bucket>> {
    let mut found = Vec::new();
    let mut day = period.start();
    while day <= period.end() {
        if found.len() == most {
            return None;
        }
        let next = bucket_of(day, granularity, calendar)?;
        day = next.period.end().succ_opt()?;
        found.push(next);
    }
    Some(found)
}

fn quarter_of(date: Date, calendar: FiscalCalendar) -> Option<Bucket> {
    let year = year_of(date, calendar)?;
    let mut start = year.period.start();
    for number in 1..=4 {
        let next = year.period.start().checked_add_months(Months::new(3 * number))?;
        if date < next {
            return bucket(format!("{}-Q{number}", year.key), start, next.checked_sub_days(Days::new(1))?);
        }
        start = next;
    }
    None
}

/// Returns `2025`, or `2025/26` for a fiscal calendar other than the calendar year.
fn year_name(start: Date, calendar: FiscalCalendar) -> String {
    if calendar == FiscalCalendar::CALENDAR {
        format!("{:04}", start.year())
    } else {
        format!("{:04}/{:02}", start.year(), (start.year() + 1) % 100)
    }
}

fn bucket(key: String, start: Date, end: Date) -> Option<Bucket> {
    Some(Bucket { key, period: Period::new(start, end)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }
    fn key(date: &str, granularity: Granularity, calendar: FiscalCalendar) -> String {
        bucket_of(day(date), granularity, calendar).unwrap().key
    }

    #[test]
    fn a_british_tax_year_begins_on_april_6() {
        let british = FiscalCalendar::new(4, 6).unwrap();
        assert_eq!(key("2025-04-05", Granularity::Year, british), "2024/25");
        assert_eq!(key("2025-04-06", Granularity::Year, british), "2025/26");
        assert_eq!(key("2025-07-05", Granularity::Quarter, british), "2025/26-Q1");
        let year = year_of(day("2025-12-31"), british).unwrap().period;
        assert_eq!((year.start(), year.end()), (day("2025-04-06"), day("2026-04-05")));
    }

    #[test]
    fn a_fiscal_year_from_january_is_the_calendar_year() {
        let plain = FiscalCalendar::CALENDAR;
        assert_eq!(key("2025-12-31", Granularity::Year, plain), "2025");
        assert_eq!(key("2025-12-31", Granularity::Quarter, plain), "2025-Q4");
        assert_eq!(key("2025-02-03", Granularity::Month, plain), "2025-02");
        assert_eq!(key("2025-02-03", Granularity::Day, plain), "2025-02-03");
    }

    #[test]
    fn the_last_days_of_december_can_be_in_the_first_week_of_the_next_year() {
        assert_eq!(key("2024-12-30", Granularity::Week, FiscalCalendar::CALENDAR), "2025-W01");
        assert_eq!(key("2021-01-03", Granularity::Week, FiscalCalendar::CALENDAR), "2020-W53");
    }

    #[test]
    fn a_period_with_too_many_buckets_is_refused() {
        let century = Period::new(day("1900-01-01"), day("1999-12-31")).unwrap();
        assert_eq!(buckets(century, Granularity::Day, FiscalCalendar::CALENDAR, 1000), None);
        let months = buckets(century, Granularity::Month, FiscalCalendar::CALENDAR, 1200).unwrap();
        assert_eq!(months.len(), 1200);
    }

    proptest! {
        #[test]
        fn periods_cover_every_day_once(from in 0_i64..20_000, length in 0_i64..2_000, month in 1_u32..=12, first in 1_u32..=28, which in 0_usize..5) {
            let granularity = [Granularity::Day, Granularity::Week, Granularity::Month, Granularity::Quarter, Granularity::Year][which];
            let start = day("1990-01-01") + chrono::TimeDelta::days(from);
            let period = Period::new(start, start + chrono::TimeDelta::days(length)).unwrap();
            let pieces = buckets(period, granularity, FiscalCalendar::new(month, first).unwrap(), 5_000).unwrap();
            prop_assert!(pieces[0].period.contains(period.start()));
            prop_assert!(pieces[pieces.len() - 1].period.contains(period.end()));
            for pair in pieces.windows(2) {
                prop_assert_eq!(pair[0].period.end().succ_opt().unwrap(), pair[1].period.start());
                prop_assert!(pair[0].key < pair[1].key);
            }
        }
    }
}
