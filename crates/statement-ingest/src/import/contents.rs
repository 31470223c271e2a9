//! Detection of the columns of a CSV from their contents, for files with unknown headers or none.
//!
//! The result is a guess: the user sees and corrects it, and nothing is imported without that.

use csv::StringRecord;
use saldo_domain::Currency;

use super::columns::{Columns, cell, letters};
use super::figure::{Figure, decimal_of, written_date};

/// Upper limit for the rows that are examined.
const ROWS_MAX: usize = 200;
/// Lower limit for the rows with a date; with fewer the file may be anything.
const ROWS_MIN: usize = 2;

/// Returns the number of rows before the transactions, and the columns; `None` if the file is no table of
/// dates and amounts.
pub(super) fn guess(rows: &[(usize, StringRecord)]) -> Option<(usize, Columns)> {
    let widest = rows.iter().map(|(_, row)| row.len()).max()?;
    let is_dated = |row: &StringRecord, column| cell(row, Some(column)).is_some_and(is_date);
    let dates = |column| rows.iter().filter(|(_, row)| is_dated(row, column)).count();
    // The first of the columns that have the most dates.
    let date = (0..widest).rev().max_by_key(|column| dates(*column))?;
    let before = rows.iter().position(|(_, row)| is_dated(row, date))?;
    let transactions: Vec<&StringRecord> =
        rows.iter().map(|(_, row)| row).filter(|row| is_dated(row, date)).take(ROWS_MAX).collect();
    if transactions.len() < ROWS_MIN {
        return None;
    }
    let others = || (0..widest).filter(|column| *column != date);
    let figures: Vec<Figures> = others().filter_map(|column| Figures::of(column, &transactions)).collect();
    let mut columns = Columns {
        date: Some(date),
        value_date: others().find(|column| transactions.iter().all(|row| is_dated(row, *column))),
        currency: others().find(|column| transactions.iter().all(|row| is_currency(row, *column))),
        ..amounts(&figures)?
    };
    let words =
        |column| transactions.iter().filter_map(|row| cell(row, Some(column))).map(letters).sum::<usize>();
    columns.descriptions = others()
        .filter(|column| columns.currency != Some(*column) && words(*column) > 0)
        .max_by_key(|column| words(*column))
        .into_iter()
        .collect();
    Some((before, columns))
}

/// A column of amounts, row by row.
struct Figures {
    column: usize,
    minor: Vec<Option<i64>>,
}

impl Figures {
    /// Returns the amounts of a column; `None` if it contains anything else, or if no amount has decimals or
    /// a sign, as is the case for check numbers.
    fn of(column: usize, transactions: &[&StringRecord]) -> Option<Self> {
        let mut figures = Vec::new();
        for row in transactions {
            let figure = match cell(row, Some(column)) {
                None => None,
                Some(text) if is_date(text) => return None,
                Some(text) => Some(Figure::parse(text)?),
            };
            figures.push(figure);
        }
        let known = || figures.iter().flatten();
        if !known().any(|figure| figure.negative || figure.decimal().is_some()) {
            return None;
        }
        // Only differences between amounts matter, so that any currency with two or three decimals will do.
        ["EUR", "KWD"].iter().find_map(|code| {
            let currency = Currency::parse(code).ok()?;
            let decimal = decimal_of(known().map(|figure| (figure, currency)));
            let minor = |figure: &Option<Figure>| match figure {
                Some(figure) => figure.money(decimal, currency).map(|money| Some(money.minor())),
                None => Some(None),
            };
            let minor = figures.iter().map(minor).collect::<Option<_>>()?;
            Some(Self { column, minor })
        })
    }

    fn is_full(&self) -> bool {
        self.minor.iter().all(Option::is_some)
    }

    fn is_signed(&self) -> bool {
        self.minor.iter().flatten().any(|minor| *minor < 0)
    }

    /// True if each row has a value in exactly one of the two columns.
    fn completes(&self, other: &Self) -> bool {
        self.minor.iter().zip(&other.minor).all(|(one, two)| one.is_some() != two.is_some())
    }

    /// True if these are the running balances of `amounts`, in either order of the rows.
    fn follow(&self, amounts: &[Option<i64>]) -> bool {
        let rows: Vec<(i64, i64)> = amounts
            .iter()
            .zip(&self.minor)
            .filter_map(|(amount, minor)| Some(((*amount)?, (*minor)?)))
            .collect();
        let follows =
            |before: &(i64, i64), after: &(i64, i64)| before.1.checked_add(after.0) == Some(after.1);
        let down = rows.windows(2).all(|pair| follows(&pair[0], &pair[1]));
        let up = rows.windows(2).all(|pair| follows(&pair[1], &pair[0]));
        rows.len() == self.minor.len() && rows.len() > 1 && (down || up)
    }
}

/// Returns an amount of money out as a negative number. Some banks print a minus, others do not.
fn went(out: i64) -> Option<i64> {
    out.checked_abs()?.checked_neg()
}

/// Returns the columns of amounts and balances. Only running balances prove them. Without those, two columns
/// that complement each other are money out and money in: the signed one, else the first, is money out. Else
/// the first signed column is the amount, or the first column of all.
fn amounts(figures: &[Figures]) -> Option<Columns> {
    let balance = |amounts: &[Option<i64>]| figures.iter().find(|column| column.follow(amounts));
    for amount in figures.iter().filter(|column| column.is_full()) {
        if let Some(balance) = balance(&amount.minor).filter(|balance| balance.column != amount.column) {
            let (amount, balance) = (Some(amount.column), Some(balance.column));
            return Some(Columns { amount, balance, is_proven: true, ..Columns::default() });
        }
    }
    let pairs = figures.iter().flat_map(|one| figures.iter().map(move |two| (one, two)));
    let pairs: Vec<(&Figures, &Figures)> =
        pairs.filter(|(one, two)| one.column != two.column && one.completes(two)).collect();
    for (out, into) in &pairs {
        let net = |(out, into): (&Option<i64>, &Option<i64>)| into.or(out.and_then(went));
        let nets: Vec<Option<i64>> = out.minor.iter().zip(&into.minor).map(net).collect();
        if let Some(balance) = balance(&nets) {
            let balance = Some(balance.column);
            return Some(Columns { balance, is_proven: true, ..in_and_out(out, into) });
        }
    }
    let is_certain = |(out, into): &&(&Figures, &Figures)| out.is_signed() && !into.is_signed();
    if let Some((out, into)) = pairs.iter().find(is_certain).or(pairs.first()) {
        return Some(in_and_out(out, into));
    }
    let full = || figures.iter().filter(|column| column.is_full());
    let amount = full().find(|column| column.is_signed()).or_else(|| full().next())?;
    Some(Columns { amount: Some(amount.column), ..Columns::default() })
}

fn in_and_out(out: &Figures, into: &Figures) -> Columns {
    Columns { money_out: Some(out.column), money_in: Some(into.column), ..Columns::default() }
}

/// True if a text can only be a date: eight digits alone may be a number.
fn is_date(text: &str) -> bool {
    written_date(text).is_some() && text.contains(['-', '/', '.', '\''])
}

fn is_currency(row: &StringRecord, column: usize) -> bool {
    cell(row, Some(column)).is_some_and(|text| text.len() == 3 && Currency::parse(text).is_ok())
}
