//! YNAB: the ZIP file of "Export plan", or one of its two files alone: the register (`… - Register.csv`) has
//! the transactions, the plan the budgets. Amounts have the sign of the plan's currency.
//!
//! Format: the columns `Account, Flag, Date, Payee, Category Group/Category, Category Group, Category, Memo,
//! Outflow, Inflow, Cleared`, as in the tests of we-promise/sure. The splits of a transaction are rows whose
//! memo begins with `Split (1/2)`. The other side of a transfer is named by its payee: `Transfer : Savings`.
//! The plan (`… - Plan.csv`, formerly `… - Budget.csv`) has the columns `Month, Category Group/Category,
//! Category Group, Category, Assigned, Activity, Available`; `Assigned` was `Budgeted` before. Unspent
//! amounts carry over.

use std::collections::HashMap;

use chrono::NaiveDate;
use saldo_domain::date::english_month;
use saldo_domain::own_csv::SplitText;
use saldo_domain::{Currency, Money, Month, RollOver};

use crate::actual::unpacked;
use crate::amount::{Written, currency_of, point_of};
use crate::budgets::{Planned, Until};
use crate::builder::{Builder, History, Line, Share, asset_kind, debt_kind, joined, path};
use crate::table::{Dates, Row, Table};
use crate::{Books, Error, Hints, Part};

/// The payee of the first row of an account.
const OPENS: &str = "Starting Balance";
/// The beginning of the payee of a transfer.
const TRANSFER: &str = "Transfer :";

/// The ends of the names of the files in the ZIP file.
pub(crate) const REGISTER: &str = "Register.csv";
pub(crate) const PLANS: [&str; 2] = ["Plan.csv", "Budget.csv"];

/// The rows of a plan for each transaction at most: it has one for each month and category.
const PLAN_ROWS: usize = 10;

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let table = |bytes: &[u8]| Table::read(bytes, b',', hints.transactions_max.saturating_mul(PLAN_ROWS));
    if bytes.starts_with(b"PK") {
        let register = table(&unpacked(bytes, |name| name.ends_with(REGISTER), hints)?)?;
        let is_plan = |name: &str| PLANS.iter().any(|end| name.ends_with(end));
        return read_register(&register, Some(&table(&unpacked(bytes, is_plan, hints)?)?), hints);
    }
    let table = table(bytes)?;
    if table.has("month") { read_plan_alone(&table, hints) } else { read_register(&table, None, hints) }
}

fn read_register(table: &Table, plan: Option<&Table>, hints: &Hints) -> Result<Books, Error> {
    let mut amounts = Vec::new();
    for row in table.rows() {
        let amount = |name: &str| match row.cell(name) {
            "" => Ok(None),
            text => Written::parse(text).map(Some).ok_or_else(|| row.not("invalid amount")),
        };
        amounts.push([amount("inflow")?, amount("outflow")?]);
    }
    let (point, currency) = notation(amounts.iter().flatten().flatten(), hints)?;
    let dates = Dates::of(table.rows().map(|row| row.cell("date")), Some(currency));
    let mut builder = Builder::new(hints);
    let rows: Vec<(Row<'_>, Money)> = table
        .rows()
        .zip(&amounts)
        .map(|(row, amounts)| Ok((row, net(row, amounts, point, currency)?)))
        .collect::<Result<_, Error>>()?;
    let mut rest = rows.as_slice();
    let mut sides = HashMap::new();
    while let Some((first, _)) = rest.first() {
        let length = splits(rest);
        let (group, after) = rest.split_at(length);
        book(&mut builder, group, dates.read(*first, first.cell("date"))?, currency, &mut sides)?;
        rest = after;
    }
    if let Some(plan) = plan {
        read_plan(plan, &mut builder, point, currency)?;
    }
    builder.finish(History::WholeIfOpened)
}

/// Returns the decimal point and the currency of these amounts.
fn notation<'a>(
    written: impl Iterator<Item = &'a Written> + Clone,
    hints: &Hints,
) -> Result<(char, Currency), Error> {
    let symbol = written.clone().map(|amount| amount.symbol.as_str()).find(|symbol| !symbol.is_empty());
    let currency = symbol.and_then(|symbol| currency_of(symbol, hints)).or(hints.currency);
    Ok((point_of(written), currency.ok_or(Error::NoCurrency)?))
}

/// Reads a plan without its register, which has budgets and no accounts.
fn read_plan_alone(plan: &Table, hints: &Hints) -> Result<Books, Error> {
    let written: Vec<Written> = plan.rows().filter_map(assigned).collect();
    let (point, currency) = notation(written.iter(), hints)?;
    let mut builder = Builder::new(hints);
    read_plan(plan, &mut builder, point, currency)?;
    builder.finish(History::Partial)
}

/// Returns the amount that a row of the plan assigns to its category.
fn assigned(row: Row<'_>) -> Option<Written> {
    [row.cell("assigned"), row.cell("budgeted")].into_iter().find_map(Written::parse)
}

/// Reads the amounts of the plan by month and category. Those without a category of their own, such as the
/// payments of cards, are left out.
fn read_plan(plan: &Table, builder: &mut Builder, point: char, currency: Currency) -> Result<(), Error> {
    for row in plan.rows() {
        let amount = assigned(row).and_then(|amount| amount.money(point, currency));
        let amount = amount.ok_or_else(|| row.not("invalid amount"))?;
        let month = month(row.cell("month")).ok_or_else(|| row.not("invalid date"))?;
        let is_payment = row.cell("category group") == "Credit Card Payments";
        let category = category(row);
        if is_payment || category.is_empty() {
            if !amount.is_zero() {
                builder.leave_out(Part::Budgets);
            }
            continue;
        }
        let planned = Planned::monthly(amount, month, Until::OwnMonth);
        builder.plan(&category, Planned { roll_over: RollOver::Unspent, ..planned });
    }
    Ok(())
}

/// Parses `Jan 2024`.
fn month(text: &str) -> Option<Month> {
    let (name, year) = text.split_once(' ')?;
    Month::new(year.trim().parse().ok()?, english_month(name)?)
}

/// The numbers of sides of transfers that were read, by their names.
type Sides = HashMap<(String, bool), usize>;

/// Returns the number of the transfer of a row, whose payee names the other account. Rows of the same day,
/// accounts and amount are paired in their order.
fn transfer(
    builder: &mut Builder,
    row: Row<'_>,
    amount: Money,
    date: NaiveDate,
    sides: &mut Sides,
) -> Option<u64> {
    let other = row.cell("payee").strip_prefix(TRANSFER).filter(|_| !amount.is_zero())?.trim();
    let is_out = amount.is_negative();
    let (from, to) = if is_out { (row.cell("account"), other) } else { (other, row.cell("account")) };
    let name = format!("{date}\n{}\n{from}\n{to}", amount.minor().unsigned_abs());
    let count = sides.entry((name.clone(), is_out)).or_default();
    *count += 1;
    Some(builder.transfer_named(&format!("{name}\n{count}")))
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
    date: NaiveDate,
    currency: Currency,
    sides: &mut Sides,
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
        if is_transfer(first) {
            line = line.transfer();
            line.marks.transfer = transfer(builder, first, amount, date, sides);
            return builder.add(at, line);
        }
    }
    let mut shares = Vec::with_capacity(group.len());
    for (row, amount) in group {
        let note = Some(memo(*row).to_owned()).filter(|note| !note.is_empty());
        let split = SplitText { amount: *amount, category: category(*row), note };
        let transfer = transfer(builder, *row, *amount, date, sides);
        shares.push(Share { split, is_transfer: is_transfer(*row), transfer });
    }
    builder.add_shared(at, line, shares)
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
