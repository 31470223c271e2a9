//! How the dates of a statement are to be understood: one order for all of them, years from the period.

use chrono::{Days, NaiveDate};

use super::account::PeriodForm;
use super::date::{Calendar, Form, Year};

/// What decides a calendar.
pub(crate) struct Clues<'a> {
    /// The dates of the rows in printed order.
    pub(crate) rows: &'a [Form],
    /// The periods that are printed.
    pub(crate) periods: &'a [PeriodForm],
    /// Other dates with a year.
    pub(crate) singles: &'a [Form],
    /// A year that stands alone.
    pub(crate) lone_year: Option<i32>,
    /// The latest day that any entry may have, when nothing on the page says.
    pub(crate) today: Option<NaiveDate>,
    /// Whether the currency is one of the countries that put the month first.
    pub(crate) prefers_month_first: bool,
    /// Whether the page is written in a script whose countries count years from the Buddha.
    pub(crate) is_thai: bool,
}

/// Longest period of a statement.
const PERIOD_DAYS_MAX: i64 = 800;

/// The calendar under which the rows' dates make most sense.
pub(crate) fn decide(clues: &Clues<'_>) -> Calendar {
    let day_first = calendar(clues, false);
    let month_first = calendar(clues, true);
    let (a, b) = (faults(clues, &day_first), faults(clues, &month_first));
    if b < a || (a == b && clues.prefers_month_first) { month_first } else { day_first }
}

fn calendar(clues: &Clues<'_>, month_first: bool) -> Calendar {
    let all = clues
        .rows
        .iter()
        .chain(clues.singles)
        .chain(clues.periods.iter().flat_map(|period| [&period.start, &period.end]));
    let is_buddhist_year = |form: &Form| matches!(form.year(), Some(Year::Full(year)) if year >= 2400);
    let short =
        clues.rows.iter().filter_map(|form| form.year()).any(|year| matches!(year, Year::Short(55..=79)));
    let buddhist = all.clone().any(is_buddhist_year) || (clues.is_thai && short);
    let base = Calendar { month_first, buddhist, start: None, end: None };
    let period = period(&base, clues.periods);
    let (start, end) = match period {
        Some((start, end)) => (Some(start), Some(end)),
        None => (None, latest(&base, clues)),
    };
    Calendar { start, end, ..base }
}

/// The first period that is one: named ones first.
pub(crate) fn period(calendar: &Calendar, periods: &[PeriodForm]) -> Option<(NaiveDate, NaiveDate)> {
    let valid = |period: &PeriodForm| {
        let (start, end) = (calendar.resolve(period.start)?, calendar.resolve(period.end)?);
        let days = (end - start).num_days();
        (0..=PERIOD_DAYS_MAX).contains(&days).then_some((start, end))
    };
    periods.iter().filter(|period| period.named).find_map(valid).or_else(|| periods.iter().find_map(valid))
}

/// Without a period: the first date with a year on the page, else the end of a year that stands alone, else today.
fn latest(calendar: &Calendar, clues: &Clues<'_>) -> Option<NaiveDate> {
    let single = clues.singles.iter().find_map(|form| calendar.resolve(*form));
    // a statement's date may be printed at its start: what follows within a month of it still belongs to it
    let single =
        single.map(|date| if has_later(calendar, clues, date) { date + Days::new(31) } else { date });
    let lone = clues.lone_year.and_then(|year| NaiveDate::from_ymd_opt(year, 12, 31));
    single.or(lone).or(clues.today)
}

/// Whether the rows run over the weeks after `date` rather than before it.
fn has_later(calendar: &Calendar, clues: &Clues<'_>, date: NaiveDate) -> bool {
    let with_end = |end: NaiveDate| Calendar { end: Some(end), ..*calendar };
    let span = |calendar: Calendar| {
        let days: Vec<NaiveDate> = clues.rows.iter().filter_map(|form| calendar.resolve(*form)).collect();
        let (first, last) = (days.iter().min()?, days.iter().max()?);
        Some((*last - *first).num_days())
    };
    let near = |calendar: Calendar| {
        clues
            .rows
            .iter()
            .filter_map(|form| calendar.resolve(*form))
            .map(|day| (day - date).num_days().abs())
            .max()
    };
    let (before, after) = (with_end(date), with_end(date + Days::new(31)));
    (near(after), span(after)) < (near(before), span(before))
}

/// How badly the rows' dates fit: impossible ones, ones outside the period, turns back and forth.
fn faults(clues: &Clues<'_>, calendar: &Calendar) -> (usize, usize, usize) {
    let days: Vec<Option<NaiveDate>> = clues.rows.iter().map(|form| calendar.resolve(*form)).collect();
    let no_period = usize::from(!clues.periods.is_empty() && calendar.start.is_none());
    let impossible = days.iter().filter(|day| day.is_none()).count() + no_period;
    let outside = days
        .iter()
        .flatten()
        .filter(|day| {
            let early = calendar.start.is_some_and(|start| **day < start - Days::new(45));
            let late =
                calendar.start.is_some() && calendar.end.is_some_and(|end| **day > end + Days::new(45));
            early || late
        })
        .count();
    let pairs = || days.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?)));
    let (up, down) = (pairs().filter(|(a, b)| a < b).count(), pairs().filter(|(a, b)| a > b).count());
    (impossible, outside, up.min(down))
}
