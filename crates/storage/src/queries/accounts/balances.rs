//! Balances of accounts at the end of a day, as statements print them or the user states them.

use std::collections::BTreeMap;

use crate::run::RunQueryDsl;
use chrono::NaiveDate;
use diesel::dsl::max;
use diesel::prelude::*;
use saldo_domain::running::{BalancedRow, last_balance};
use saldo_domain::{Currency, Money, StatementAccount};

use super::super::backend::Connection;
use crate::rows::{ROWS_PER_INSERT, from_word};
use crate::schema::{
    account_balances, accounts, statement_accounts, statement_lines, statements, transactions,
};
use crate::sql_types::RowId;
use crate::{Balance, Error, Result};

/// The day and the minor units of a balance.
type Known = (NaiveDate, i64);

/// An account, the day and minor units of a closing balance, and the opening balance of its statement.
type Printed = (RowId, NaiveDate, i64, Option<Opened>);

/// The minor units of an opening balance, and its day.
type Opened = (i64, Option<NaiveDate>);

/// Returns each account's last known balance at the end of `date`.
pub(in super::super) async fn at(
    connection: &mut Connection,
    user: RowId,
    date: NaiveDate,
) -> Result<Vec<Balance>> {
    let mut closing = closing_balances(connection, user, date).await?;
    let mut stated = stated_balances(connection, user, date).await?;
    let mut balances = Vec::new();
    for (account, currency) in owned(connection, user).await? {
        let running = running_balance(connection, user, account, date).await?;
        // On the same day, a balance that the user stated takes precedence. A closing balance holds at the
        // end of its day, and a running balance may not.
        let known = [stated.remove(&account), closing.remove(&account), running];
        let latest =
            known.into_iter().flatten().reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((date, minor)) = latest {
            balances.push(balance(account, date, minor, &currency)?);
        }
    }
    Ok(balances)
}

/// Returns all certain closing balances and all balances that the user stated, by account and day.
pub(in super::super) async fn known(connection: &mut Connection, user: RowId) -> Result<Vec<Balance>> {
    let printed = printed(connection, user, true).await?;
    let stated: Vec<(RowId, NaiveDate, i64)> = account_balances::table
        .filter(account_balances::user_id.eq(user))
        .select((account_balances::account_id, account_balances::date, account_balances::amount_minor))
        .load(connection)
        .await?;
    let printed =
        printed.into_iter().map(|(account, date, minor, opening)| ((account, date), (minor, opening)));
    let stated = stated.into_iter().map(|(account, date, minor)| ((account, date), (minor, None)));
    let known: BTreeMap<(RowId, NaiveDate), (i64, Option<Opened>)> = printed.chain(stated).collect();
    let currencies: BTreeMap<RowId, String> = owned(connection, user).await?.into_iter().collect();
    known
        .into_iter()
        .filter_map(|((account, date), ends)| Some((account, date, ends, currencies.get(&account)?)))
        .map(|(account, date, (minor, opening), currency)| {
            let balance = balance(account, date, minor, currency)?;
            let currency = balance.amount.currency();
            let opened_on = opening.and_then(|(_, date)| date);
            let opening = opening.map(|(minor, _)| Money::from_minor(minor, currency));
            Ok(Balance { opening, opened_on, ..balance })
        })
        .collect()
}

async fn owned(connection: &mut Connection, user: RowId) -> Result<Vec<(RowId, String)>> {
    Ok(accounts::table
        .filter(accounts::user_id.eq(user))
        .order((accounts::created_at, accounts::id))
        .select((accounts::id, accounts::currency))
        .load(connection)
        .await?)
}

fn balance(account: RowId, date: NaiveDate, minor: i64, currency: &str) -> Result<Balance> {
    let currency = Currency::parse(currency).map_err(Error::database)?;
    let amount = Money::from_minor(minor, currency);
    Ok(Balance { account: account.typed(), date, amount, opening: None, opened_on: None })
}

/// Returns the printed closing balance of each account's last statement that ended by `date`.
async fn closing_balances(
    connection: &mut Connection,
    user: RowId,
    date: NaiveDate,
) -> Result<BTreeMap<RowId, Known>> {
    let mut printed = printed(connection, user, false).await?;
    printed.retain(|(_, day, ..)| *day <= date);
    printed.sort_by_key(|(_, day, ..)| *day);
    Ok(printed.into_iter().map(|(account, day, minor, _)| (account, (day, minor))).collect())
}

/// Returns all printed closing balances, statement by statement; with `certain`, only those that are certain.
/// If neither their day nor a period is printed, the day is that of the last line.
async fn printed(connection: &mut Connection, user: RowId, certain: bool) -> Result<Vec<Printed>> {
    let parts: Vec<ClosingRow> = statement_accounts::table
        .inner_join(statements::table.on(statements::id.eq(statement_accounts::statement_id)))
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::closing_minor.is_not_null())
        .order((statement_accounts::statement_id, statement_accounts::position))
        .select(ClosingRow::as_select())
        .load(connection)
        .await?;
    let parts: Vec<ClosingRow> = if certain {
        let are_certain = parts.into_iter().map(|part| Ok(part.is_certain()?.then_some(part)));
        are_certain.collect::<Result<Vec<Option<ClosingRow>>>>()?.into_iter().flatten().collect()
    } else {
        parts
    };
    let undated = parts.iter().filter(|part| part.day().is_none());
    let undated: Vec<RowId> = undated.map(|part| part.statement_id).collect();
    let last = last_days(connection, user, &undated).await?;
    let day =
        |part: &ClosingRow| part.day().or_else(|| last.get(&(part.statement_id, part.position)).copied());
    let opened = |part: &ClosingRow| part.opening_minor.map(|minor| (minor, part.period_start));
    let printed = |part: &ClosingRow| Some((part.account_id, day(part)?, part.closing_minor?, opened(part)));
    Ok(parts.iter().filter_map(printed).collect())
}

/// The closing balance of a part of a statement.
#[derive(Queryable, Selectable)]
#[diesel(table_name = statement_accounts)]
struct ClosingRow {
    account_id: RowId,
    statement_id: RowId,
    position: i32,
    period_start: Option<NaiveDate>,
    period_end: Option<NaiveDate>,
    closing_on: Option<NaiveDate>,
    closing_minor: Option<i64>,
    opening_minor: Option<i64>,
    outcome: String,
    #[diesel(select_expression = statements::read_by)]
    read_by: Option<String>,
}

impl ClosingRow {
    fn day(&self) -> Option<NaiveDate> {
        self.closing_on.or(self.period_end)
    }

    fn is_certain(&self) -> Result<bool> {
        let read_by = self.read_by.as_deref().map(from_word).transpose()?;
        Ok(StatementAccount::is_closing_certain(from_word(&self.outcome)?, read_by))
    }
}

/// Returns the day of the last line of each part of these statements.
async fn last_days(
    connection: &mut Connection,
    user: RowId,
    statements: &[RowId],
) -> Result<BTreeMap<(RowId, i32), NaiveDate>> {
    let mut days = BTreeMap::new();
    for chunk in statements.chunks(ROWS_PER_INSERT) {
        let rows: Vec<(RowId, i32, Option<NaiveDate>)> = statement_lines::table
            .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
            .filter(statement_lines::user_id.eq(user))
            .filter(statement_lines::statement_id.eq_any(chunk.to_vec()))
            .group_by((statement_lines::statement_id, statement_lines::account_position))
            .select((
                statement_lines::statement_id,
                statement_lines::account_position,
                max(transactions::date),
            ))
            .load(connection)
            .await?;
        days.extend(rows.into_iter().filter_map(|(statement, part, day)| Some(((statement, part), day?))));
    }
    Ok(days)
}

/// Returns the last balance that the user stated for each account until `date`.
async fn stated_balances(
    connection: &mut Connection,
    user: RowId,
    date: NaiveDate,
) -> Result<BTreeMap<RowId, Known>> {
    let rows: Vec<(RowId, NaiveDate, i64)> = account_balances::table
        .filter(account_balances::user_id.eq(user))
        .filter(account_balances::date.le(date))
        .order((account_balances::account_id, account_balances::date))
        .select((account_balances::account_id, account_balances::date, account_balances::amount_minor))
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|(account, date, minor)| (account, (date, minor))).collect())
}

/// Returns the running balance printed beside an account's last transaction until `date`. There is one query
/// per account, because each then reads only the end of an index, regardless of the number of transactions.
async fn running_balance(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    date: NaiveDate,
) -> Result<Option<Known>> {
    let last_day: Option<NaiveDate> = transactions::table
        .filter(transactions::account_id.eq(account))
        .filter(transactions::date.le(date))
        .filter(transactions::balance_minor.is_not_null())
        .select(max(transactions::date))
        .first(connection)
        .await?;
    let Some(day) = last_day else { return Ok(None) };
    let printed: Vec<(i64, Option<i64>)> = transactions::table
        .filter(transactions::user_id.eq(user))
        .filter(transactions::account_id.eq(account))
        .filter(transactions::date.eq(day))
        .filter(transactions::balance_minor.is_not_null())
        .order((transactions::statement_id, transactions::position, transactions::id))
        .select((transactions::amount_minor, transactions::balance_minor))
        .load(connection)
        .await?;
    let printed: Vec<BalancedRow> = printed
        .into_iter()
        .filter_map(|(amount, balance)| Some(BalancedRow { amount, balance: balance? }))
        .collect();
    Ok(last_balance(&printed).map(|minor| (day, minor)))
}
