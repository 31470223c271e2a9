//! Net changes of accounts by month and by day, from the totals that triggers maintain.

use diesel::dsl::{max, min, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use saldo_domain::{AccountId, Currency, Money, Period};

use super::super::backend::{Connection, load_many, sum_of};
use crate::run::RunQueryDsl;
use crate::schema::{accounts, day_totals, month_totals, transactions};
use crate::sql_types::{Day, MonthText, RowId};
use crate::{DayFlow, Error, MonthFlow, Result};

const NET: &str = sum_of!("income_minor + outgo_minor");

/// Returns the net change of each account in each month.
pub(super) async fn by_month(connection: &mut Connection, user: RowId) -> Result<Vec<MonthFlow>> {
    // Grouped in the order of the primary key, so that SQLite does not sort.
    let query = month_totals::table
        .filter(month_totals::user_id.eq(user))
        .group_by((month_totals::month, month_totals::account_id, month_totals::currency))
        .select((month_totals::account_id, month_totals::month, month_totals::currency, sql::<BigInt>(NET)));
    let rows: Vec<(RowId, MonthText, String, i64)> = load_many!(connection, query)?;
    let flow = |(account, MonthText(month), currency, net): (RowId, MonthText, String, i64)| {
        Ok(MonthFlow { account: account.typed(), month, net: money(net, &currency)? })
    };
    let mut flows = rows.into_iter().map(flow).collect::<Result<Vec<MonthFlow>>>()?;
    flows.sort_unstable_by_key(|flow| (flow.account, flow.month));
    Ok(flows)
}

/// Returns the days of the first and the last transaction of each account that has any. An index has both
/// ends, so that nothing between them is read.
pub(super) async fn ends(connection: &mut Connection, user: RowId) -> Result<Vec<(AccountId, Period)>> {
    let theirs = || transactions::table.filter(transactions::account_id.eq(accounts::id));
    let rows: Vec<(RowId, Option<Day>, Option<Day>)> = accounts::table
        .filter(accounts::user_id.eq(user))
        .order(accounts::id)
        .select((
            accounts::id,
            theirs().select(min(transactions::date)).single_value(),
            theirs().select(max(transactions::date)).single_value(),
        ))
        .load(connection)
        .await?;
    let ends = |(account, first, last): (RowId, Option<Day>, Option<Day>)| {
        Some((account.typed(), Period::new(first?.0, last?.0)?))
    };
    Ok(rows.into_iter().filter_map(ends).collect())
}

/// Returns the net change of each of these accounts on each day of `period`.
pub(super) async fn by_day(
    connection: &mut Connection,
    user: RowId,
    accounts: Vec<RowId>,
    period: Period,
) -> Result<Vec<DayFlow>> {
    // A day has a row for each kind of transactions. SQLite takes three times as long to group them.
    let query = day_totals::table
        .filter(day_totals::user_id.eq(user))
        .filter(day_totals::date.between(period.start(), period.end()))
        .filter(day_totals::account_id.eq_any(accounts))
        .select((
            day_totals::account_id,
            day_totals::date,
            day_totals::currency,
            day_totals::income_minor,
            day_totals::outgo_minor,
        ));
    let rows: Vec<(RowId, Day, String, i64, i64)> = load_many!(connection, query)?;
    let mut flows = Vec::with_capacity(rows.len());
    for (account, Day(date), currency, income, outgo) in rows {
        let net = income.checked_add(outgo).ok_or(Error::SumTooLarge)?;
        flows.push(DayFlow { account: account.typed(), date, net: money(net, &currency)? });
    }
    flows.sort_unstable_by_key(|flow| (flow.account, flow.date, flow.net.currency()));
    let mut summed: Vec<DayFlow> = Vec::with_capacity(flows.len());
    for flow in flows {
        let place = (flow.account, flow.date, flow.net.currency());
        match summed.last_mut().filter(|last| (last.account, last.date, last.net.currency()) == place) {
            Some(last) => last.net = last.net.checked_add(flow.net).map_err(|_| Error::SumTooLarge)?,
            None => summed.push(flow),
        }
    }
    Ok(summed)
}

fn money(minor: i64, currency: &str) -> Result<Money> {
    Ok(Money::from_minor(minor, Currency::parse(currency).map_err(Error::database)?))
}
