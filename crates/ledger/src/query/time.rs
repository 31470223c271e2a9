//! The part of a period that the books have, and two periods cut alike.

use chrono::{Datelike, Days, Months};
use saldo_domain::query::{DateRange, QueryNote};
use saldo_domain::{Date, Period};

/// A period as far as the books have it, and what was cut off.
pub(super) struct Known {
    pub(super) period: Option<Period>,
    pub(super) notes: Vec<QueryNote>,
}

/// The days of `range` that the books have; `known` are those from the first to the latest transaction. Where the range names a
/// day that the books do not reach, a note says so.
pub(super) fn within(range: Option<DateRange>, known: Option<Period>, today: Date) -> Known {
    let Some(known) = known else { return Known { period: None, notes: Vec::new() } };
    let Some(range) = range else { return Known { period: Some(known), notes: Vec::new() } };
    let asked = range.period();
    let period = Period::new(asked.start().max(known.start()), asked.end().min(known.end()));
    let mut notes = Vec::new();
    if period.is_some() {
        let (begins, ends) = (first_of_month(known.start()), has_ended(known.end(), today));
        if range.first_day().is_some_and(|from| from < begins) {
            notes.push(QueryNote::Since(known.start()));
        }
        if range.last_day().is_some_and(|to| to > ends) {
            notes.push(QueryNote::Until(known.end()));
        }
    }
    Known { period, notes }
}

/// The last day until which the books are taken to be whole: of a month that is over, its end.
pub(super) fn has_ended(latest: Date, today: Date) -> Date {
    let end = Period::month_of(latest).map_or(latest, Period::end);
    if today > end { end } else { latest }
}

/// The day from which on the books are taken to be whole: a month of which they have an entry counts from its first day.
fn first_of_month(first: Date) -> Date {
    first.with_day(1).unwrap_or(first)
}

/// The days that the books are taken to have whole: see [`first_of_month`] and [`has_ended`].
pub(super) fn taken_to_be_whole(known: Period, today: Date) -> Option<Period> {
    Period::new(first_of_month(known.start()), has_ended(known.end(), today))
}

/// The whole months of `period` that the books have, and their number.
pub(super) fn whole_months(period: Period, known: Period, today: Date) -> Option<(Period, u32)> {
    let known = taken_to_be_whole(known, today)?;
    let (start, end) = (period.start().max(known.start()), period.end().min(known.end()));
    let whole = Period::new(start, end)?.whole_months()?.whole;
    let number = |day: Date| i64::from(day.year()) * 12 + i64::from(day.month0());
    let count = u32::try_from(number(whole.end()) - number(whole.start()) + 1).ok()?;
    Some((whole, count))
}

/// Two periods, cut alike to what the books have of both.
pub(super) struct Alike {
    pub(super) periods: (Period, Period),
    pub(super) was_cut: bool,
    pub(super) differ: bool,
}

/// Cuts two periods of the same length to the part that the books have of both. Two of different lengths are left alone.
pub(super) fn alike(one: Period, other: Period, known: Period, today: Date) -> Alike {
    let whole = taken_to_be_whole(known, today).unwrap_or(known);
    let lengths = (Length::of(one), Length::of(other));
    if lengths.0 != lengths.1 {
        return Alike { periods: (one, other), was_cut: false, differ: true };
    }
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
            Alike { periods: (first, second), was_cut: (first, second) != (one, other), differ: false }
        }
        // One of them is not in the books at all: there is nothing alike to cut to.
        _ => Alike { periods: (one, other), was_cut: false, differ: false },
    }
}

/// The length of a period: in months where it is made of whole ones, else in days.
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

/// How far a day is from the start of a period: in whole months and days, so that it means the same in another period.
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

    /// The day that is so far from `start`; of a shorter month, its last.
    fn from(self, start: Date) -> Option<Date> {
        let month = start.checked_add_months(Months::new(self.months))?;
        let day = month.checked_add_days(Days::new(self.days))?;
        let next = start.checked_add_months(Months::new(self.months + 1))?.pred_opt()?;
        Some(day.min(next))
    }
}

/// Where the books begin in a period; `None` when they have its start.
fn offset_of_start(period: Period, whole: Period) -> Option<Offset> {
    (whole.start() > period.start()).then(|| Offset::between(period.start(), whole.start())).flatten()
}

/// Where the books end in a period; `None` when they have its end.
fn offset_of_end(period: Period, whole: Period) -> Option<Offset> {
    (whole.end() < period.end() && whole.end() >= period.start())
        .then(|| Offset::between(period.start(), whole.end()))
        .flatten()
}
