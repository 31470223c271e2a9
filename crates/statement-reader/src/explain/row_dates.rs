//! Stage 2, the day and the value date of a row.

use super::table::Table;
use crate::read::account;
use crate::read::date::Form;
use crate::read::heads::{Head, Role};
use crate::read::rows::Row;

/// Places of the days of transactions.
#[derive(Clone, Copy)]
pub(super) enum Dates {
    /// In the order of the dates of a row: day, value date.
    Ordered,
    /// Below heads for both.
    Columns(DateColumns),
    /// In lines above the rows. The dates of the rows, below a head of value dates, are value dates.
    Headings,
}

/// True if a line is a day with its year.
fn is_day_heading(row: &Row) -> bool {
    let [date] = row.dates.as_slice() else { return false };
    date.words.len() == row.line.words.len() && date.form.year().is_some()
}

/// Smallest number of days with a year above rows whose days have none.
const HEADINGS_MIN: usize = 3;

fn has_only_value_dates(heads: &[Head]) -> bool {
    let has = |role: Role| heads.iter().any(|head| head.role == role);
    has(Role::ValueDate) && !has(Role::Date)
}

/// Edges of the columns of dates and of value dates.
#[derive(Clone, Copy)]
pub(super) struct DateColumns {
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
            Some(columns) => Self::Columns(columns),
            None if are_full || has_headings && has_only_value_dates(heads) => Self::Headings,
            None => Self::Ordered,
        };
        forms.iter().enumerate().map(of_form).collect()
    }

    /// Returns the date and the value date of a row: by their columns, otherwise in their order.
    pub(super) fn of(self, row: &Row, (from, to): (f32, f32)) -> (Option<Form>, Option<Form>) {
        if account::states_period(row) {
            return (None, None);
        }
        let columns = if let Self::Columns(columns) = self { Some(columns) } else { None };
        let own = || row.dates.iter().filter(|date| date.x0 >= from && date.x0 < to);
        let within =
            |(x0, x1): (f32, f32)| own().find(|date| date.x0 < x1 && x0 < date.x1).map(|date| date.form);
        if let Some((date, value_date)) =
            columns.and_then(|columns| within(columns.date).zip(within(columns.value_date)))
        {
            return (Some(date), Some(value_date));
        }
        let mut forms = own().map(|date| date.form);
        let (date, value_date) = (forms.next(), forms.next());
        if matches!(self, Self::Headings) {
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
