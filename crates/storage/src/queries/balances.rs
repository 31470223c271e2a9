//! What accounts held at the end of a day, as their statements print it or the person states it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::running::{BalancedRow, last_balance};
use saldo_domain::{Currency, Money, Outcome};

use super::backend::Connection;
use crate::rows::{ROWS_PER_INSERT, word};
use crate::schema::{account_balances, accounts, entries, statement_accounts, statement_lines};
use crate::sql_types::RowId;
use crate::{Balance, Error, Result};

/// The day and the minor units of a balance.
type Known = (NaiveDate, i64);

/// An account, the day and minor units of a closing balance, and the minor units of its statement's opening balance.
type Printed = (RowId, NaiveDate, i64, Option<i64>);

/// Each account's last known balance at the end of `date`.
pub(super) async fn at(connection: &mut Connection, user: RowId, date: NaiveDate) -> Result<Vec<Balance>> {
    let mut closing = closing_balances(connection, user, date).await?;
    let mut stated = stated_balances(connection, user, date).await?;
    let mut balances = Vec::new();
    for (account, currency) in owned(connection, user).await? {
        let running = running_balance(connection, user, account, date).await?;
        // On one day the person's word counts most; and a closing balance holds at the end of its day, a running balance perhaps not.
        let known = [stated.remove(&account), closing.remove(&account), running];
        let latest =
            known.into_iter().flatten().reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((date, minor)) = latest {
            balances.push(balance(account, date, minor, &currency)?);
        }
    }
    Ok(balances)
}

/// Every closing balance of a balanced statement and every balance the person stated, by account and day.
pub(super) async fn known(connection: &mut Connection, user: RowId) -> Result<Vec<Balance>> {
    let printed = printed(connection, user, true).await?;
    let stated: Vec<(RowId, NaiveDate, i64)> = account_balances::table
        .filter(account_balances::user_id.eq(user))
        .select((account_balances::account_id, account_balances::date, account_balances::amount_minor))
        .load(connection)
        .await?;
    let printed =
        printed.into_iter().map(|(account, date, minor, opening)| ((account, date), (minor, opening)));
    let stated = stated.into_iter().map(|(account, date, minor)| ((account, date), (minor, None)));
    let known: BTreeMap<(RowId, NaiveDate), (i64, Option<i64>)> = printed.chain(stated).collect();
    let currencies: BTreeMap<RowId, String> = owned(connection, user).await?.into_iter().collect();
    known
        .into_iter()
        .filter_map(|((account, date), ends)| Some((account, date, ends, currencies.get(&account)?)))
        .map(|(account, date, (minor, opening), currency)| {
            let balance = balance(account, date, minor, currency)?;
            let opening = opening.map(|minor| Money::from_minor(minor, balance.amount.currency()));
            Ok(Balance { opening, ..balance })
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
    Ok(Balance { account: account.typed(), date, amount: Money::from_minor(minor, currency), opening: None })
}

/// The printed closing balance of each account's last statement that ended by `date`.
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

/// The account, day and minor units of every printed closing balance, statement by statement; only of those that balance when
/// `proven`. Where no period is printed, the day of the last line stands for its end.
async fn printed(connection: &mut Connection, user: RowId, proven: bool) -> Result<Vec<Printed>> {
    type Part = (RowId, RowId, i32, Option<NaiveDate>, Option<i64>, Option<i64>);
    let mut query = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::closing_minor.is_not_null())
        .order((statement_accounts::statement_id, statement_accounts::position))
        .select((
            statement_accounts::account_id,
            statement_accounts::statement_id,
            statement_accounts::position,
            statement_accounts::period_end,
            statement_accounts::closing_minor,
            statement_accounts::opening_minor,
        ))
        .into_boxed();
    if proven {
        query = query.filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?));
    }
    let parts: Vec<Part> = query.load(connection).await?;
    let undated = parts.iter().filter(|(_, _, _, end, ..)| end.is_none());
    let undated: Vec<RowId> = undated.map(|(_, statement, ..)| *statement).collect();
    let last = last_days(connection, user, &undated).await?;
    let day = |part: &Part| part.3.or_else(|| last.get(&(part.1, part.2)).copied());
    Ok(parts.iter().filter_map(|part| Some((part.0, day(part)?, part.4?, part.5))).collect())
}

/// The day of the last line of each part of these statements.
async fn last_days(
    connection: &mut Connection,
    user: RowId,
    statements: &[RowId],
) -> Result<BTreeMap<(RowId, i32), NaiveDate>> {
    let mut days = BTreeMap::new();
    for chunk in statements.chunks(ROWS_PER_INSERT) {
        let rows: Vec<(RowId, i32, Option<NaiveDate>)> = statement_lines::table
            .inner_join(entries::table.on(entries::id.eq(statement_lines::entry_id)))
            .filter(statement_lines::user_id.eq(user))
            .filter(statement_lines::statement_id.eq_any(chunk.to_vec()))
            .group_by((statement_lines::statement_id, statement_lines::account_position))
            .select((statement_lines::statement_id, statement_lines::account_position, max(entries::date)))
            .load(connection)
            .await?;
        days.extend(rows.into_iter().filter_map(|(statement, part, day)| Some(((statement, part), day?))));
    }
    Ok(days)
}

/// The last balance that the person stated for each account until `date`.
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

/// The running balance printed beside an account's last entry until `date`. Asked account by account, because each answer then
/// is the end of an index, whatever the number of entries.
async fn running_balance(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    date: NaiveDate,
) -> Result<Option<Known>> {
    let last_day: Option<NaiveDate> = entries::table
        .filter(entries::account_id.eq(account))
        .filter(entries::date.le(date))
        .filter(entries::balance_minor.is_not_null())
        .select(max(entries::date))
        .first(connection)
        .await?;
    let Some(day) = last_day else { return Ok(None) };
    let printed: Vec<(i64, Option<i64>)> = entries::table
        .filter(entries::user_id.eq(user))
        .filter(entries::account_id.eq(account))
        .filter(entries::date.eq(day))
        .filter(entries::balance_minor.is_not_null())
        .order((entries::statement_id, entries::position, entries::id))
        .select((entries::amount_minor, entries::balance_minor))
        .load(connection)
        .await?;
    let printed: Vec<BalancedRow> = printed
        .into_iter()
        .filter_map(|(amount, balance)| Some(BalancedRow { amount, balance: balance? }))
        .collect();
    Ok(last_balance(&printed).map(|minor| (day, minor)))
}
