//! Stage 2, the day and the value date of a row.

use super::table::Table;
use crate::read::account;
use crate::read::date::{DateMark, Form};
use crate::read::heads::{Head, Role};
use crate::read::rows::{Row, names_date};

/// Places of the days of transactions.
#[derive(Clone, Copy)]
pub(super) struct Dates {
    places: Places,
    /// The columns of dates and of descriptions, if these hold days, too.
    described: Option<Described>,
}

/// Edges of the columns of dates and of descriptions.
#[derive(Clone, Copy)]
struct Described {
    dates: (f32, f32),
    texts: (f32, f32),
}

impl Described {
    /// True if a date stands in the column of descriptions, and not below the head of dates.
    fn holds(&self, date: &DateMark) -> bool {
        (self.texts.0..self.texts.1).contains(&date.x0) && !is_below(self.dates, date)
    }
}

fn is_below((x0, x1): (f32, f32), date: &DateMark) -> bool {
    date.x0 < x1 && x0 < date.x1
}

#[derive(Clone, Copy)]
enum Places {
    /// In the order of the dates of a row: day, value date.
    Ordered,
    /// Below heads for both.
    Columns(DateColumns),
    /// In lines above the rows. The dates of the rows, below a head of value dates, are value dates.
    Headings,
}

/// True if a line is a day with its year, with or without a head of dates before it.
fn is_day_heading(row: &Row) -> bool {
    let [date] = row.dates.as_slice() else { return false };
    let before = &row.line.words[..date.words.start];
    date.words.end == row.line.words.len()
        && date.form.year().is_some()
        && (before.is_empty() || names_date(before))
}

/// Smallest number of days with a year above rows whose days have none.
const HEADINGS_MIN: usize = 3;

fn has_only_value_dates(heads: &[Head]) -> bool {
    let has = |role: Role| heads.iter().any(|head| head.role == role);
    has(Role::ValueDate) && !has(Role::Date)
}

/// Edges of the columns of dates and of value dates.
#[derive(Clone, Copy)]
struct DateColumns {
    date: (f32, f32),
    value_date: (f32, f32),
}

/// Returns the columns of dates and of value dates, if rows below the heads bear a date in both.
fn date_columns(rows: &[Row], table: &Table, form: usize, heads: &[Head]) -> Option<DateColumns> {
    let of = |role: Role| {
        let mut own = heads.iter().filter(|head| head.role == role);
        own.next().filter(|_| own.next().is_none())
    };
    let (date, value_date) = (of(Role::Date)?, of(Role::ValueDate)?);
    let mut own = rows.iter().enumerate().filter(|(index, _)| table.form_of[*index] == Some(form));
    let has_both = own.any(|(_, row)| row.dates.len() > 1);
    let is_apart = date.x1 < value_date.x0 || value_date.x1 < date.x0;
    let columns = DateColumns { date: (date.x0, date.x1), value_date: (value_date.x0, value_date.x1) };
    (has_both && is_apart).then_some(columns)
}

/// Returns the columns of dates and of descriptions, if a row has a day in both.
fn described(rows: &[Row], table: &Table, form: usize, heads: &[Head]) -> Option<Described> {
    let of = |role: Role| {
        let mut own = (0..heads.len()).filter(|at| heads[*at].role == role);
        own.next().filter(|_| own.next().is_none())
    };
    let (date, at) = (&heads[of(Role::Date)?], of(Role::Description)?);
    let texts = (heads[at].x0, heads.get(at + 1).map_or(f32::INFINITY, |next| next.x0));
    let columns = Described { dates: (date.x0, date.x1), texts };
    let has_both = |row: &Row| {
        row.dates.iter().any(|date| is_below(columns.dates, date))
            && row.dates.iter().any(|date| columns.holds(date))
    };
    let mut own = rows.iter().zip(&table.form_of).filter(|(_, own)| **own == Some(form));
    own.any(|(row, _)| has_both(row)).then_some(columns)
}

impl Dates {
    /// Returns the places for each set of heads.
    pub(super) fn of_forms(rows: &[Row], table: &Table, forms: &[Vec<Head>]) -> Vec<Self> {
        let own = || rows.iter().zip(&table.form_of).filter(|(_, form)| form.is_some()).map(|(row, _)| row);
        let headings = own().filter(|row| is_day_heading(row)).count();
        let has_headings = headings > 0;
        // Only the days of several headings have a year: the rows have a day of their own besides.
        let is_row = |row: &&Row| row.figures.iter().any(|figure| figure.strong);
        let mut dates = own().filter(is_row).flat_map(|row| &row.dates);
        let are_full = headings >= HEADINGS_MIN && dates.all(|date| date.form.year().is_none());
        let of_form = |(form, heads): (usize, &Vec<Head>)| match date_columns(rows, table, form, heads) {
            Some(columns) => Places::Columns(columns),
            None if are_full || has_headings && has_only_value_dates(heads) => Places::Headings,
            None => Places::Ordered,
        };
        let both = |(form, heads): (usize, &Vec<Head>)| Self {
            places: of_form((form, heads)),
            described: described(rows, table, form, heads),
        };
        forms.iter().enumerate().map(both).collect()
    }

    /// Returns the date and the value date of a row: by their columns, otherwise in their order.
    pub(super) fn of(self, row: &Row, (from, to): (f32, f32)) -> (Option<Form>, Option<Form>) {
        if account::states_period(row) {
            return (None, None);
        }
        let columns = if let Places::Columns(columns) = self.places { Some(columns) } else { None };
        let own = || row.dates.iter().filter(|date| date.x0 >= from && date.x0 < to);
        let within = |edges| own().find(|date| is_below(edges, date)).map(|date| date.form);
        if let Some((date, value_date)) =
            columns.and_then(|columns| within(columns.date).zip(within(columns.value_date)))
        {
            return (Some(date), Some(value_date));
        }
        // A day within the description is that of a purchase.
        let is_told = |date: &&DateMark| self.described.is_some_and(|columns| columns.holds(date));
        let has_own = own().any(|date| !is_told(&date));
        let mut forms = own().filter(|date| !is_told(date)).chain(own().filter(is_told));
        let mut form = || forms.next().map(|date| date.form);
        let (date, value_date) = (form(), form());
        if matches!(self.places, Places::Headings) || !has_own {
            return (None, date);
        }
        // A row without a day of its own, whose value date stands alone, has the day of the rows above.
        let is_alone = |columns: DateColumns| {
            let is_left = columns.date.1 < columns.value_date.0;
            is_left && row.dates.len() == 1 && within(columns.value_date).is_some()
        };
        if columns.is_some_and(is_alone) { (None, date) } else { (date, value_date) }
    }
}
