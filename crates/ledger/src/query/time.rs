//! Limiting a period to the available data, and two periods to comparable parts.

use chrono::{Datelike, Days, Months};
use saldo_domain::query::{DateRange, QueryNote};
use saldo_domain::{Date, Period};

use crate::known::KnownDays;

/// A period limited to the available data, with notes on the days that were cut off.
pub(super) struct Known {
    pub(super) period: Option<Period>,
    pub(super) notes: Vec<QueryNote>,
}

/// Limits `range` to the available data. A note is added if the range names a day without data.
pub(super) fn within(range: Option<DateRange>, known: Option<KnownDays>) -> Known {
    let nothing = || Known { period: None, notes: Vec::new() };
    let Some((known, period_known)) = known.and_then(|known| Some((known, known_period(known)?))) else {
        return nothing();
    };
    let Some(range) = range else { return Known { period: Some(period_known), notes: Vec::new() } };
    let asked = range.period();
    let period = Period::new(asked.start().max(period_known.start()), asked.end().min(period_known.end()));
    let mut notes = Vec::new();
    if range.first_day().is_some_and(|from| from < known.since) {
        notes.push(QueryNote::Since(period_known.start()));
    }
    if range.last_day().is_some_and(|to| to > known.until.max(period_known.end())) {
        notes.push(QueryNote::Until(period_known.end()));
    }
    Known { period, notes }
}

/// Returns the days from the first to the last with data, including future transactions.
pub(super) fn known_period(known: KnownDays) -> Option<Period> {
    Period::new(known.ends.0.min(known.first), known.ends.1.max(known.last))
}

/// Two periods, limited to the parts for which there is data in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LikePeriods {
    /// The first period and the one that it is compared with.
    pub periods: (Period, Period),
    /// True if they are only parts of the periods that were asked for.
    pub was_cut: bool,
    /// True if their lengths differ, so that they are not changed.
    pub differ: bool,
}

/// Limits two periods of the same length to the parts for which there is data in both. A month up to today
/// counts as a month. Two periods of other lengths are not changed.
#[must_use]
pub fn alike(asked: Period, compared: Period, known: KnownDays) -> LikePeriods {
    let whole = Period::new(known.since, known.until);
    let Some(whole) = whole else {
        return LikePeriods { periods: (asked, compared), was_cut: false, differ: false };
    };
    let (one, other) = if Length::of(asked) == Length::of(compared) {
        (asked, compared)
    } else {
        match known.until_the_same_day(asked, compared) {
            Some(same_days) => same_days,
            None => return LikePeriods { periods: (asked, compared), was_cut: false, differ: true },
        }
    };
    let from = offset_of_start(one, whole).max(offset_of_start(other, whole));
    let to = match (offset_of_end(one, whole), offset_of_end(other, whole)) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let cut = |period: Period| {
        let start = from.map_or(Some(period.start()), |offset| offset.from(period.start()));
        let end = to.map_or(Some(period.end()), |offset| offset.from(period.start()));
        Period::new(start?, end?.min(period.end()))
    };
    match (cut(one), cut(other)) {
        (Some(first), Some(second)) => {
            let was_cut = (first, second) != (asked, compared);
            LikePeriods { periods: (first, second), was_cut, differ: false }
        }
        // There is no data for one of them, and thus no comparable part.
        _ => LikePeriods { periods: (one, other), was_cut: false, differ: false },
    }
}

/// The length of a period: in months if it consists of whole months, otherwise in days.
#[derive(PartialEq, Eq)]
enum Length {
    Months(i64),
    Days(i64),
}

impl Length {
    fn of(period: Period) -> Self {
        let number = |day: Date| i64::from(day.year()) * 12 + i64::from(day.month0());
        match period.whole_months() {
            Some(months) if months.whole == period => {
                Self::Months(number(period.end()) - number(period.start()) + 1)
            }
            _ => Self::Days((period.end() - period.start()).num_days()),
        }
    }
}

/// The distance of a day from the start of a period, in whole
/// months and days, so that it can be applied to another period.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Offset {
    months: u32,
    days: u64,
}

impl Offset {
    fn between(start: Date, day: Date) -> Option<Self> {
        let months = (i64::from(day.year()) - i64::from(start.year())) * 12 + i64::from(day.month0())
            - i64::from(start.month0());
        let mut months = u32::try_from(months).ok()?;
        let mut reached = start.checked_add_months(Months::new(months))?;
        if reached > day {
            months = months.checked_sub(1)?;
            reached = start.checked_add_months(Months::new(months))?;
        }
        Some(Self { months, days: u64::try_from((day - reached).num_days()).ok()? })
    }

    /// Returns the day at this distance from `start`, or the last day of a shorter month.
    fn from(self, start: Date) -> Option<Date> {
        let month = start.checked_add_months(Months::new(self.months))?;
        let day = month.checked_add_days(Days::new(self.days))?;
        let next = start.checked_add_months(Months::new(self.months + 1))?.pred_opt()?;
        Some(day.min(next))
    }
}

/// Returns the offset at which the data begins in a period; `None` if the data includes its start.
fn offset_of_start(period: Period, whole: Period) -> Option<Offset> {
    (whole.start() > period.start()).then(|| Offset::between(period.start(), whole.start())).flatten()
}

/// Returns the offset at which the data ends in a period; `None` if the data includes its end.
fn offset_of_end(period: Period, whole: Period) -> Option<Offset> {
    (whole.end() < period.end() && whole.end() >= period.start())
        .then(|| Offset::between(period.start(), whole.end()))
        .flatten()
}
