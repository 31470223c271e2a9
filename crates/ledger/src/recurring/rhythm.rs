//! Intervals of recurring payments and the dates that follow from them.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months};
use saldo_domain::Date;
use serde::{Deserialize, Serialize};

/// The interval of a recurring payment, ordered from the most to the least frequent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Rhythm {
    /// Every week.
    Weekly,
    /// Every two weeks.
    Biweekly,
    /// Every month.
    Monthly,
    /// Every three months.
    Quarterly,
    /// Every six months.
    HalfYearly,
    /// Every year.
    Yearly,
}

impl Rhythm {
    /// All intervals, the most frequent first.
    pub const ALL: [Self; 6] =
        [Self::Weekly, Self::Biweekly, Self::Monthly, Self::Quarterly, Self::HalfYearly, Self::Yearly];

    /// Returns the average number of days of an interval, rounded.
    pub(super) const fn days(self) -> i64 {
        match self {
            Self::Weekly => 7,
            Self::Biweekly => 14,
            Self::Monthly => 30,
            Self::Quarterly => 91,
            Self::HalfYearly => 182,
            Self::Yearly => 365,
        }
    }

    /// Returns the number of days by which a payment may be early or
    /// late. Weekends, holidays and the ends of short months shift it.
    pub(super) const fn slack(self) -> i64 {
        match self {
            Self::Weekly => 1,
            Self::Biweekly => 2,
            Self::Monthly => 4,
            Self::Quarterly => 7,
            Self::HalfYearly => 10,
            Self::Yearly => 15,
        }
    }

    const fn months(self) -> Option<u32> {
        match self {
            Self::Weekly | Self::Biweekly => None,
            Self::Monthly => Some(1),
            Self::Quarterly => Some(3),
            Self::HalfYearly => Some(6),
            Self::Yearly => Some(12),
        }
    }

    /// Returns the date `count` intervals after `date`; in a month too short
    /// for it, the last day. `None` if it does not fit into the calendar.
    #[must_use]
    pub fn after(self, date: Date, count: u32) -> Option<Date> {
        match self.months() {
            Some(months) => date.checked_add_months(Months::new(months.checked_mul(count)?)),
            None => date.checked_add_days(Days::new(u64::try_from(self.days()).ok()? * u64::from(count))),
        }
    }

    /// Returns the date that follows `dates` (sorted, not empty), on their usual day of the week or month.
    pub(super) fn next(self, dates: &[Date]) -> Option<Date> {
        let last = *dates.last()?;
        let usual = usual(dates.iter().map(|date| match self.months() {
            Some(_) => i64::from(date.day()),
            None => i64::from(date.weekday().num_days_from_monday()),
        }))?;
        if self.months().is_none() {
            let next = self.after(last, 1)?;
            let weekday = i64::from(next.weekday().num_days_from_monday());
            // The nearest date with that weekday: at most three days earlier or later.
            let shift = (usual - weekday + 3).rem_euclid(7) - 3;
            return next.checked_add_signed(chrono::TimeDelta::days(shift));
        }
        // A weekend may have pushed the last date into another month; the nearest usual day is counted from.
        let months = [-1, 0, 1].map(|shift| with_day(last, shift, usual));
        let nominal =
            months.into_iter().flatten().min_by_key(|date| ((*date - last).num_days().abs(), *date))?;
        let next = self.after(nominal, 1)?;
        with_day(next, 0, usual)
    }

    /// Returns the last day on which a payment expected on
    /// `next` may still come. After it, the series has ended.
    pub(super) fn latest_day(self, next: Date) -> Option<Date> {
        next.checked_add_signed(chrono::TimeDelta::days(self.slack() + self.days() / 2))
    }
}

/// Returns day `day` of the month that is `shift` months
/// from that of `date`, or the last day of a shorter month.
fn with_day(date: Date, shift: i32, day: i64) -> Option<Date> {
    let month = saldo_domain::Month::of(date)?.plus(shift)?;
    let last = month.period().end();
    Date::from_ymd_opt(month.year(), month.month(), u32::try_from(day).ok()?.min(last.day()))
}

/// Returns the most frequent value. Of several equally frequent ones,
/// it is the greatest, because short months can only lower the day.
fn usual(values: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(value, count)| (*count, *value)).map(|(value, _)| value)
}
