//! What accounts held at the end of a day, as their statements print it or the person states it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Currency, Money, Outcome};

use super::backend::Connection;
use crate::day::{Printed, last_balance};
use crate::rows::word;
use crate::schema::{account_balances, accounts, entries, statement_accounts};
use crate::sql_types::RowId;
use crate::{Balance, Error, Result};

/// The day and the minor units of a balance.
type Known = (NaiveDate, i64);

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
    let printed: Vec<(RowId, Option<NaiveDate>, Option<i64>)> = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?))
        .filter(statement_accounts::period_end.is_not_null())
        .filter(statement_accounts::closing_minor.is_not_null())
        .order((statement_accounts::statement_id, statement_accounts::position))
        .select((
            statement_accounts::account_id,
            statement_accounts::period_end,
            statement_accounts::closing_minor,
        ))
        .load(connection)
        .await?;
    let stated: Vec<(RowId, NaiveDate, i64)> = account_balances::table
        .filter(account_balances::user_id.eq(user))
        .select((account_balances::account_id, account_balances::date, account_balances::amount_minor))
        .load(connection)
        .await?;
    let printed = printed.into_iter().filter_map(|(account, date, minor)| Some(((account, date?), minor?)));
    let stated = stated.into_iter().map(|(account, date, minor)| ((account, date), minor));
    let known: BTreeMap<(RowId, NaiveDate), i64> = printed.chain(stated).collect();
    let currencies: BTreeMap<RowId, String> = owned(connection, user).await?.into_iter().collect();
    known
        .into_iter()
        .filter_map(|((account, date), minor)| Some((account, date, minor, currencies.get(&account)?)))
        .map(|(account, date, minor, currency)| balance(account, date, minor, currency))
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
    Ok(Balance { account: account.typed(), date, amount: Money::from_minor(minor, currency) })
}

/// The printed closing balance of each account's last statement that ended by `date`.
async fn closing_balances(
    connection: &mut Connection,
    user: RowId,
    date: NaiveDate,
) -> Result<BTreeMap<RowId, Known>> {
    let rows: Vec<(RowId, Option<NaiveDate>, Option<i64>)> = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::period_end.le(date))
        .filter(statement_accounts::closing_minor.is_not_null())
        .order((
            statement_accounts::period_end,
            statement_accounts::statement_id,
            statement_accounts::position,
        ))
        .select((
            statement_accounts::account_id,
            statement_accounts::period_end,
            statement_accounts::closing_minor,
        ))
        .load(connection)
        .await?;
    Ok(rows.into_iter().filter_map(|(account, end, minor)| Some((account, (end?, minor?)))).collect())
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
    let printed: Vec<Printed> = printed
        .into_iter()
        .filter_map(|(amount, balance)| Some(Printed { amount, balance: balance? }))
        .collect();
    Ok(last_balance(&printed).map(|minor| (day, minor)))
}
