//! YNAB: the register of "Export budget" (`… - Register.csv`), whose amounts have the sign of the budget's
//! currency.
//!
//! Format: the columns `Account, Flag, Date, Payee, Category Group/Category, Category Group, Category, Memo,
//! Outflow, Inflow, Cleared`, as in the tests of we-promise/sure. The splits of a transaction are rows whose
//! memo begins with `Split (1/2)`. The other side of a transfer is named by its payee: `Transfer : Savings`.

use saldo_domain::own_csv::SplitText;
use saldo_domain::{Currency, Money};

use crate::amount::{Written, currency_of, point_of};
use crate::builder::{Builder, History, Line, asset_kind, debt_kind, joined, path};
use crate::table::{Dates, Row, Table};
use crate::{Books, Error, Hints};

/// The payee of the first row of an account.
const OPENS: &str = "Starting Balance";
/// The beginning of the payee of a transfer.
const TRANSFER: &str = "Transfer :";

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let table = Table::read(bytes, b',', hints.transactions_max)?;
    let mut amounts = Vec::new();
    for row in table.rows() {
        let amount = |name: &str| match row.cell(name) {
            "" => Ok(None),
            text => Written::parse(text).map(Some).ok_or_else(|| row.not("invalid amount")),
        };
        amounts.push([amount("inflow")?, amount("outflow")?]);
    }
    let written = || amounts.iter().flatten().flatten();
    let point = point_of(written());
    let symbol = written().map(|amount| amount.symbol.as_str()).find(|symbol| !symbol.is_empty());
    let currency = symbol.and_then(|symbol| currency_of(symbol, hints)).or(hints.currency);
    let currency = currency.ok_or(Error::NoCurrency)?;
    let dates = Dates::of(table.rows().map(|row| row.cell("date")), Some(currency));
    let mut builder = Builder::new(hints);
    let rows: Vec<(Row<'_>, Money)> = table
        .rows()
        .zip(&amounts)
        .map(|(row, amounts)| Ok((row, net(row, amounts, point, currency)?)))
        .collect::<Result<_, Error>>()?;
    let mut rest = rows.as_slice();
    while let Some((first, _)) = rest.first() {
        let length = splits(rest);
        let (group, after) = rest.split_at(length);
        book(&mut builder, group, dates.read(*first, first.cell("date"))?, currency)?;
        rest = after;
    }
    builder.finish(History::WholeIfOpened)
}

fn net(
    row: Row<'_>,
    amounts: &[Option<Written>; 2],
    point: char,
    currency: Currency,
) -> Result<Money, Error> {
    let mut sides = [Money::zero(currency); 2];
    for (side, amount) in sides.iter_mut().zip(amounts) {
        if let Some(amount) = amount {
            *side = amount.money(point, currency).ok_or_else(|| row.not("invalid amount"))?;
        }
    }
    Ok(sides[0].checked_sub(sides[1])?)
}

/// Returns the number of the split and the number of all splits that a memo states: `Split (1/2) milk`.
fn split_of(row: Row<'_>) -> Option<(usize, usize)> {
    let (number, _) = row.cell("memo").strip_prefix("Split (")?.split_once(')')?;
    let (at, of) = number.split_once('/')?;
    Some((at.trim().parse().ok()?, of.trim().parse().ok()?))
}

/// Returns the number of rows at the beginning that are one transaction.
fn splits(rows: &[(Row<'_>, Money)]) -> usize {
    let first = rows[0].0;
    let Some((1, of)) = split_of(first) else { return 1 };
    let same = |row: Row<'_>| ["account", "date"].iter().all(|name| row.cell(name) == first.cell(name));
    let is_whole =
        rows.len() >= of && (0..of).all(|at| split_of(rows[at].0) == Some((at + 1, of)) && same(rows[at].0));
    if is_whole { of.max(1) } else { 1 }
}

fn book(
    builder: &mut Builder,
    group: &[(Row<'_>, Money)],
    date: chrono::NaiveDate,
    currency: Currency,
) -> Result<(), Error> {
    let first = group[0].0;
    let name = first.cell("account");
    let kind = match debt_kind(name) {
        saldo_domain::AccountKind::Other => asset_kind(name),
        debt => debt,
    };
    let at = builder.account(Some(name), kind, currency);
    let amount = Money::sum(currency, group.iter().map(|(_, amount)| *amount))?;
    let payee = first.cell("payee");
    let description = joined(&[payee, if payee.is_empty() { memo(first) } else { "" }]);
    let mut line = Line::new(date, description, amount);
    line.opens = payee == OPENS;
    let flag = first.cell("flag");
    line.marks.tags = builder.tags([flag]);
    let is_transfer = |row: Row<'_>| row.cell("payee").starts_with(TRANSFER);
    if group.len() == 1 {
        memo(first).clone_into(&mut line.marks.note);
    }
    if group.iter().all(|(row, _)| is_transfer(*row)) {
        return builder.add(at, line.transfer());
    }
    let parts = group.iter().map(|(row, amount)| SplitText {
        amount: *amount,
        category: category(*row),
        note: Some(memo(*row).to_owned()).filter(|note| !note.is_empty()),
    });
    builder.split(&mut line, parts.collect());
    builder.add(at, line)
}

/// Returns the memo without the number of the split.
fn memo(row: Row<'_>) -> &str {
    let memo = row.cell("memo");
    split_of(row).and_then(|_| memo.split_once(')')).map_or(memo, |(_, memo)| memo.trim())
}

/// Returns the category's path; empty for money that is still to be assigned.
fn category(row: Row<'_>) -> String {
    let group = row.cell("category group");
    match group {
        "Inflow" | "Internal Master Category" => String::new(),
        group => path([group, row.cell("category")]),
    }
}
