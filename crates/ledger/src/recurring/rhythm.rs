//! How often something comes, and when next.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months};
use saldo_domain::Date;
use serde::{Deserialize, Serialize};

/// How often something comes, the most often first.
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
    /// Every rhythm, the most frequent first.
    pub const ALL: [Self; 6] =
        [Self::Weekly, Self::Biweekly, Self::Monthly, Self::Quarterly, Self::HalfYearly, Self::Yearly];

    /// Days between two, on average, rounded.
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

    /// Days that one may come early or late: weekends, holidays and the ends of short months.
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

    /// The day `count` times after `date`; at the end of a short month its last day.
    #[must_use]
    pub fn after(self, date: Date, count: u32) -> Option<Date> {
        match self.months() {
            Some(months) => date.checked_add_months(Months::new(months.checked_mul(count)?)),
            None => date.checked_add_days(Days::new(u64::try_from(self.days()).ok()? * u64::from(count))),
        }
    }

    /// When something that came on `dates` (sorted, not empty) comes next: on its usual day of the week or month.
    pub(super) fn next(self, dates: &[Date]) -> Option<Date> {
        let last = *dates.last()?;
        let usual = usual(dates.iter().map(|date| match self.months() {
            Some(_) => i64::from(date.day()),
            None => i64::from(date.weekday().num_days_from_monday()),
        }))?;
        if self.months().is_none() {
            let next = self.after(last, 1)?;
            let weekday = i64::from(next.weekday().num_days_from_monday());
            // The nearest such weekday.
            let shift = (usual - weekday + 3).rem_euclid(7) - 3;
            return next.checked_add_signed(chrono::TimeDelta::days(shift));
        }
        // The usual day nearest to the last one, which a weekend may have pushed into another month.
        let months = [-1, 0, 1].map(|shift| with_day(last, shift, usual));
        let nominal =
            months.into_iter().flatten().min_by_key(|date| ((*date - last).num_days().abs(), *date))?;
        let next = self.after(nominal, 1)?;
        with_day(next, 0, usual)
    }

    /// The day until which one that was expected on `next` may still come.
    pub(super) fn patience(self, next: Date) -> Option<Date> {
        next.checked_add_signed(chrono::TimeDelta::days(self.slack() + self.days() / 2))
    }
}

/// Day `day` of the month `shift` months from that of `date`, or that month's last.
fn with_day(date: Date, shift: i32, day: i64) -> Option<Date> {
    let month = saldo_domain::Month::of(date)?.plus(shift)?;
    let last = month.period().end();
    Date::from_ymd_opt(month.year(), month.month(), u32::try_from(day).ok()?.min(last.day()))
}

/// The value that is there most often; of several the greatest, because the ends of short months pull down.
fn usual(values: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(value, count)| (*count, *value)).map(|(value, _)| value)
}
