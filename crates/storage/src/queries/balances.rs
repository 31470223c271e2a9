//! What accounts held at the end of a day, as their statements print it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Currency, Money};

use super::backend::Connection;
use crate::day::{Printed, last_balance};
use crate::schema::{accounts, entries, statement_accounts};
use crate::sql_types::RowId;
use crate::{Balance, Error, Result};

/// Each account's last known balance at the end of `date`.
pub(super) async fn at(connection: &mut Connection, user: RowId, date: NaiveDate) -> Result<Vec<Balance>> {
    let owned: Vec<(RowId, String)> = accounts::table
        .filter(accounts::user_id.eq(user))
        .order((accounts::created_at, accounts::id))
        .select((accounts::id, accounts::currency))
        .load(connection)
        .await?;
    let mut closing = closing_balances(connection, user, date).await?;
    let mut running = running_balances(connection, user, date).await?;
    let mut balances = Vec::new();
    for (account, currency) in owned {
        // A closing balance holds at the end of its day, a running balance perhaps not: it wins a tie.
        let known = match (closing.remove(&account), running.remove(&account)) {
            (Some(closing), Some(running)) if running.0 > closing.0 => Some(running),
            (Some(closing), _) => Some(closing),
            (None, running) => running,
        };
        if let Some((date, minor)) = known {
            let currency = Currency::parse(&currency).map_err(Error::database)?;
            balances.push(Balance {
                account: account.typed(),
                date,
                amount: Money::from_minor(minor, currency),
            });
        }
    }
    Ok(balances)
}

/// The printed closing balance of each account's last statement that ended by `date`.
async fn closing_balances(
    connection: &mut Connection,
    user: RowId,
    date: NaiveDate,
) -> Result<BTreeMap<RowId, (NaiveDate, i64)>> {
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

/// The running balance printed beside each account's last entry until `date`.
async fn running_balances(
    connection: &mut Connection,
    user: RowId,
    date: NaiveDate,
) -> Result<BTreeMap<RowId, (NaiveDate, i64)>> {
    let last_days: Vec<(RowId, Option<NaiveDate>)> = entries::table
        .filter(entries::user_id.eq(user))
        .filter(entries::date.le(date))
        .filter(entries::balance_minor.is_not_null())
        .group_by(entries::account_id)
        .select((entries::account_id, max(entries::date)))
        .load(connection)
        .await?;
    let mut balances = BTreeMap::new();
    for (account, day) in last_days {
        let Some(day) = day else { continue };
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
        if let Some(minor) = last_balance(&printed) {
            balances.insert(account, (day, minor));
        }
    }
    Ok(balances)
}
