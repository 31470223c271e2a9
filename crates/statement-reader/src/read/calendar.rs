//! Interpretation of a statement's dates: one order of day and month for all of them, and years from the
//! period.

use chrono::{Days, NaiveDate};
use saldo_domain::Currency;

use super::account::PeriodForm;
use super::date::{Calendar, Form, Order, Year};
use super::lists::{List, list};
use super::rows::Row;
use super::stated::{Stated, Weight};

/// Evidence that decides the calendar.
pub(crate) struct Clues<'a> {
    /// Dates of the rows in printed order.
    pub(crate) rows: &'a [Form],
    /// Printed periods.
    pub(crate) periods: &'a [PeriodForm],
    /// Other dates with a year.
    pub(crate) stated: &'a [Stated],
    /// Year that stands alone in a heading.
    pub(crate) lone_year: Option<i32>,
    /// Second dates of the rows.
    pub(crate) second: &'a [Form],
    /// Today's date, used as the last day if nothing on the pages states a year.
    pub(crate) today: Option<NaiveDate>,
    /// The user's answer, used as the last day instead of all years on the pages.
    pub(crate) stated_end: Option<NaiveDate>,
    /// Order that the currency and the dots in the dates suggest.
    pub(crate) usual: UsualOrder,
    /// True if the pages are written in a script whose country counts years in the Buddhist era.
    pub(crate) is_thai: bool,
    /// True if the pages count years in the Reiwa era.
    pub(crate) is_reiwa: bool,
}

/// Longest period of a statement, in days.
const PERIOD_DAYS_MAX: i64 = 800;
/// Number of days by which a row may lie outside its period.
const OUTSIDE: Days = Days::new(45);
/// Number of days after the statement's date on which a row without a year may still lie.
const STATED_SLACK: u64 = 10;
/// Largest plausible distance, in days, between the statement's date and its nearest row.
const STATED_DAYS_MAX: i64 = 45;
/// Largest plausible distance, in days, between two neighboring rows.
const TURN_DAYS_MAX: i64 = 180;

/// Order of day and month in a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UsualOrder {
    /// The day is always printed first.
    Day,
    /// The day is more often printed first.
    RatherDay,
    /// The month is more often printed first.
    RatherMonth,
}

/// Currencies of countries that print the month first in most dates.
static MONTH_FIRST: List = List::new(|| list("currencies with the month first"));
/// Currencies of countries that print the month first in some dates.
static EITHER_FIRST: List = List::new(|| list("currencies with the day or the month first"));
/// Currencies of countries that print the year first, and the month before the day.
static YEAR_FIRST: List = List::new(|| list("currencies with the year first"));

impl UsualOrder {
    /// Returns the usual order for a currency. No country that prints the month before the day separates them
    /// by dots, unless it prints the year first.
    pub(crate) fn of(currency: Currency, is_printed: bool, rows: &[Row]) -> Self {
        let is_in = |list: &List| list.contains(&currency.code());
        let has_dots = has_dots(rows);
        let is_sure = has_dots || is_printed && !is_in(&MONTH_FIRST) && !is_in(&EITHER_FIRST);
        match () {
            () if is_sure && !is_in(&YEAR_FIRST) => Self::Day,
            () if is_in(&MONTH_FIRST) && !has_dots => Self::RatherMonth,
            () => Self::RatherDay,
        }
    }
}

/// Returns the calendar with the fewest faults, and then those of other orders that the pages do not rule
/// out. The usual order wins a tie.
pub(crate) fn decide(clues: &Clues<'_>) -> Vec<Calendar> {
    let (usual, other) = match clues.usual {
        UsualOrder::RatherMonth => (Order::Month, Order::Day),
        UsualOrder::Day | UsualOrder::RatherDay => (Order::Day, Order::Month),
    };
    let all = [usual, other, Order::Year].map(|order| calendar(clues, order));
    let mut found: Vec<(Faults, Calendar)> = all.into_iter().map(|one| (faults(clues, &one), one)).collect();
    found.sort_by_key(|(faults, _)| *faults);
    let fewest = found[0].0;
    found.retain(|(faults, _)| faults.is_possible(fewest));
    if clues.usual == UsualOrder::Day {
        found.truncate(1);
    }
    let days = |calendar: &Calendar| -> Vec<Option<NaiveDate>> {
        clues.rows.iter().map(|form| calendar.resolve(*form)).collect()
    };
    // Without a year, dates are the same whether the month or the year is first.
    let mut known = Vec::new();
    found.retain(|(_, one)| {
        let own = days(one);
        let is_new = !known.contains(&own);
        known.push(own);
        is_new
    });
    let ending = |one: Calendar| match clues.stated_end {
        Some(end) => Calendar { start: None, end: Some(end), slack: STATED_SLACK, doubtful: false, ..one },
        None => one,
    };
    found.into_iter().map(|(_, one)| ending(one)).collect()
}

/// Faults of a calendar, the worst kind first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Faults {
    /// Number of impossible dates.
    impossible: usize,
    /// Number of dates far outside the period.
    outside: usize,
    /// True if the range is longer than a statement covers.
    is_wide: bool,
    /// Number of changes of direction in the order of the rows.
    turns: usize,
    /// Number of dates outside all periods.
    in_none: usize,
    /// Number of impossible dates outside the rows.
    impossible_others: usize,
    /// True if the rows lie far from the date that states their year.
    is_far: bool,
}

impl Faults {
    /// True if a calendar with these faults is still possible beside the one with the fewest.
    fn is_possible(self, fewest: Self) -> bool {
        let same = |one: Self| Self { turns: 0, ..one };
        // Rows that change direction rule out an order only if they hardly do so in the other one.
        self.turns <= fewest.turns * 2 && same(self) <= same(fewest)
    }
}

fn calendar(clues: &Clues<'_>, order: Order) -> Calendar {
    let all = clues
        .rows
        .iter()
        .chain(clues.stated.iter().map(|stated| &stated.form))
        .chain(clues.periods.iter().flat_map(|period| [&period.start, &period.end]));
    let is_buddhist_year = |form: &Form| matches!(form.year(), Some(Year::Full(year)) if year >= 2400);
    // In the Buddhist era the years 55 to 79 of two digits are 2012 to 2036.
    let short =
        clues.rows.iter().filter_map(|form| form.year()).any(|year| matches!(year, Year::Short(55..=79)));
    let buddhist = all.clone().any(is_buddhist_year) || (clues.is_thai && short);
    let base = Calendar {
        order,
        buddhist,
        reiwa: clues.is_reiwa,
        start: None,
        end: None,
        slack: STATED_SLACK,
        doubtful: false,
        is_far: false,
    };
    match period(&base, clues.periods, clues.rows) {
        Some((start, end)) => Calendar { start: Some(start), end: Some(end), ..base },
        None => without_period(base, clues),
    }
}

/// Largest number of periods that are tried.
const PERIODS_MAX: usize = 24;

/// Returns the period of the statement: the first valid one, named ones before others, and of the named ones
/// headings before sentences. If no row lies in it, a later period that contains a row replaces it.
pub(crate) fn period(
    calendar: &Calendar,
    periods: &[PeriodForm],
    rows: &[Form],
) -> Option<(NaiveDate, NaiveDate)> {
    let valid = |period: &PeriodForm| {
        let (start, end) = (calendar.resolve(period.start)?, calendar.resolve(period.end)?);
        let days = (end - start).num_days();
        (0..=PERIOD_DAYS_MAX).contains(&days).then_some((start, end))
    };
    let of = |wanted: fn(&PeriodForm) -> bool| {
        let own = periods.iter().filter(move |period| wanted(period));
        own.filter_map(move |period| Some((valid(period)?, period.brief)))
    };
    let named = of(|period| period.named && period.brief).chain(of(|period| period.named && !period.brief));
    let mut found = named.chain(of(|period| !period.named)).take(PERIODS_MAX);
    let (first, is_heading) = found.next()?;
    let holds = |(start, end): &(NaiveDate, NaiveDate)| {
        let within = Calendar { start: Some(*start), end: Some(*end), ..*calendar };
        rows.iter().filter_map(|form| within.resolve(*form)).any(|day| *start <= day && day <= *end)
    };
    // A sentence may speak of another period, such as the year of an average.
    let is_of_most = |(start, end): &(NaiveDate, NaiveDate)| {
        let within = Calendar { start: Some(*start), end: Some(*end), ..*calendar };
        let days = rows.iter().filter_map(|form| within.resolve(*form));
        days.filter(|day| start <= day && day <= end).count() * 2 >= rows.len()
    };
    let is_own = if is_heading { holds(&first) } else { is_of_most(&first) };
    if rows.is_empty() || is_own {
        return Some(first);
    }
    found.map(|(period, _)| period).find(holds).or(Some(first).filter(|_| is_heading))
}

/// Returns the calendar without a period: from the best stated date, otherwise from the end of a lone year,
/// otherwise from today.
fn without_period(base: Calendar, clues: &Clues<'_>) -> Calendar {
    let mut best: Vec<(Weight, bool, Calendar)> = Vec::new();
    for stated in clues.stated {
        let Some(calendar) = around(&base, clues, stated) else { continue };
        let is_far = is_far(&calendar, clues);
        let key = |found: &(Weight, bool, Calendar)| (found.1, found.0);
        match best.first().map(key) {
            Some(known) if known < (is_far, stated.weight) => {}
            Some(known) if known == (is_far, stated.weight) => best.push((stated.weight, is_far, calendar)),
            _ => best = vec![(stated.weight, is_far, calendar)],
        }
    }
    let days = |calendar: &Calendar| -> Vec<Option<NaiveDate>> {
        clues.rows.iter().map(|form| calendar.resolve(*form)).collect()
    };
    if let Some((_, _, first)) = best.first() {
        let known = days(first);
        let doubtful = best.iter().skip(1).any(|(_, _, other)| days(other) != known);
        return Calendar { doubtful, is_far: best[0].1, ..*first };
    }
    if let Some(end) = clues.lone_year.and_then(|year| NaiveDate::from_ymd_opt(year, 12, 31)) {
        let calendar = Calendar { end: Some(end), slack: 0, ..base };
        // The rows run from one year into the next, and a lone year does not tell which of the two it is.
        let days: Vec<NaiveDate> = days(&calendar).into_iter().flatten().collect();
        let doubtful = days.windows(2).any(|pair| (pair[1] - pair[0]).num_days().abs() > TURN_DAYS_MAX);
        return Calendar { doubtful, ..calendar };
    }
    Calendar { end: clues.today, ..base }
}

/// Returns the calendar of a statement that a stated date closes or opens.
fn around(base: &Calendar, clues: &Clues<'_>, stated: &Stated) -> Option<Calendar> {
    let date = base.resolve(stated.form)?;
    if stated.opens {
        // A stated first day covers about a year of rows from ten days before it.
        let (start, end) = (date.checked_sub_days(Days::new(10))?, date.checked_add_days(Days::new(354))?);
        return Some(Calendar { start: Some(start), end: Some(end), ..*base });
    }
    // The statement's date may be printed at its start. Then the rows of the following month belong to it.
    let later = date.checked_add_days(Days::new(31))?;
    let end = if has_later(base, clues, date, later) { later } else { date };
    Some(Calendar { end: Some(end), ..*base })
}

/// True if the rows lie far from the date that is to state their year.
fn is_far(calendar: &Calendar, clues: &Clues<'_>) -> bool {
    let days = || clues.rows.iter().filter_map(|form| calendar.resolve(*form));
    let apart = match calendar.start {
        Some(start) => days().min().map(|first| (first - start).num_days()),
        None => calendar.end.and_then(|end| days().max().map(|last| (end - last).num_days())),
    };
    apart.is_some_and(|days| days.abs() > STATED_DAYS_MAX)
}

/// True if the rows fit the month after `date` better than the time before it.
fn has_later(calendar: &Calendar, clues: &Clues<'_>, date: NaiveDate, later: NaiveDate) -> bool {
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
    let (before, after) = (with_end(date), with_end(later));
    (near(after), span(after)) < (near(before), span(before))
}

/// True if `day` lies more than `slack` days outside the period.
pub(crate) fn is_outside(day: NaiveDate, (start, end): (NaiveDate, NaiveDate), slack: Days) -> bool {
    start.checked_sub_days(slack).is_some_and(|start| day < start)
        || end.checked_add_days(slack).is_some_and(|end| day > end)
}

/// Counts the faults of a calendar.
fn faults(clues: &Clues<'_>, calendar: &Calendar) -> Faults {
    let days: Vec<Option<NaiveDate>> = clues.rows.iter().map(|form| calendar.resolve(*form)).collect();
    let has_period = calendar.start.is_some() && !clues.periods.is_empty();
    let no_period = usize::from(!clues.periods.is_empty() && calendar.start.is_none());
    let impossible = days.iter().filter(|day| day.is_none()).count() + no_period;
    let known = || days.iter().flatten().copied();
    let main = calendar.start.zip(calendar.end).filter(|_| has_period);
    let outside = main.map_or(0, |main| known().filter(|day| is_outside(*day, main, OUTSIDE)).count());
    let periods: Vec<(NaiveDate, NaiveDate)> =
        clues.periods.iter().filter_map(|one| period(calendar, std::slice::from_ref(one), &[])).collect();
    let in_none = known()
        .filter(|day| !periods.is_empty() && periods.iter().all(|one| is_outside(*day, *one, Days::new(0))))
        .count();
    let (first, last) = (known().min(), known().max());
    let is_wide = first.zip(last).is_some_and(|(first, last)| (last - first).num_days() > PERIOD_DAYS_MAX);
    let pairs = || days.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?)));
    let (up, down) = (pairs().filter(|(a, b)| a < b).count(), pairs().filter(|(a, b)| a > b).count());
    let others = clues.second.iter().chain(clues.stated.iter().map(|stated| &stated.form));
    Faults {
        impossible,
        outside,
        is_wide,
        turns: up.min(down),
        in_none,
        impossible_others: others.filter(|form| calendar.resolve(**form).is_none()).count(),
        is_far: calendar.is_far,
    }
}

/// True if a date is printed with dots.
fn has_dots(rows: &[Row]) -> bool {
    let words = |row: &Row| row.dates.iter().flat_map(|date| date.words.clone()).collect::<Vec<_>>();
    let dotted =
        |row: &&Row| words(row).into_iter().any(|index| row.line.words[index].text.matches('.').count() > 1);
    rows.iter().filter(dotted).count() > 0
}
