//! Net changes of accounts by month and by day, from the totals that triggers maintain.

use chrono::NaiveDate;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use saldo_domain::{Currency, Money, Period};

use super::super::backend::{Connection, load_many, sum_of};
use crate::schema::{day_totals, month_totals};
use crate::sql_types::{MonthText, RowId};
use crate::{DayFlow, Error, MonthFlow, Result};

const NET: &str = sum_of!("income_minor + outgo_minor");

/// Returns the net change of each account in each month.
pub(super) async fn by_month(connection: &mut Connection, user: RowId) -> Result<Vec<MonthFlow>> {
    let query = month_totals::table
        .filter(month_totals::user_id.eq(user))
        .group_by((month_totals::account_id, month_totals::month, month_totals::currency))
        .order((month_totals::account_id, month_totals::month))
        .select((month_totals::account_id, month_totals::month, month_totals::currency, sql::<BigInt>(NET)));
    let rows: Vec<(RowId, MonthText, String, i64)> = load_many!(connection, query)?;
    rows.into_iter()
        .map(|(account, MonthText(month), currency, net)| {
            Ok(MonthFlow { account: account.typed(), month, net: money(net, &currency)? })
        })
        .collect()
}

/// Returns the net change of each of these accounts on each day of `period`.
pub(super) async fn by_day(
    connection: &mut Connection,
    user: RowId,
    accounts: Vec<RowId>,
    period: Period,
) -> Result<Vec<DayFlow>> {
    let query = day_totals::table
        .filter(day_totals::user_id.eq(user))
        .filter(day_totals::date.between(period.start(), period.end()))
        .filter(day_totals::account_id.eq_any(accounts))
        .group_by((day_totals::account_id, day_totals::date, day_totals::currency))
        .order((day_totals::account_id, day_totals::date))
        .select((day_totals::account_id, day_totals::date, day_totals::currency, sql::<BigInt>(NET)));
    let rows: Vec<(RowId, NaiveDate, String, i64)> = load_many!(connection, query)?;
    rows.into_iter()
        .map(|(account, date, currency, net)| {
            Ok(DayFlow { account: account.typed(), date, net: money(net, &currency)? })
        })
        .collect()
}

fn money(minor: i64, currency: &str) -> Result<Money> {
    Ok(Money::from_minor(minor, Currency::parse(currency).map_err(Error::database)?))
}
