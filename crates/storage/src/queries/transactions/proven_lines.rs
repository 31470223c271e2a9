//! Transactions that a balanced statement proves, with the day of its closing balance.

use std::collections::BTreeMap;

use crate::run::RunQueryDsl;
use chrono::NaiveDate;
use diesel::prelude::*;
use saldo_domain::{AccountId, Currency, Money, Outcome, Period};

use super::super::backend::Connection;
use crate::rows::word;
use crate::schema::{statement_accounts, statement_lines, transactions};
use crate::sql_types::RowId;
use crate::{Error, ProvenLine, Result};

/// A transaction, its date, minor units and currency, and the last day of a statement that prints it.
type Row = (RowId, NaiveDate, i64, String, Option<NaiveDate>);

/// Returns the account's transactions in `period` that a balanced statement prints, ordered by id.
pub(super) async fn of(
    connection: &mut Connection,
    user: RowId,
    account: AccountId,
    period: Period,
) -> Result<Vec<ProvenLine>> {
    let of_part = statement_accounts::statement_id
        .eq(statement_lines::statement_id)
        .and(statement_accounts::position.eq(statement_lines::account_position));
    let rows: Vec<Row> = transactions::table
        .inner_join(statement_lines::table.on(statement_lines::transaction_id.eq(transactions::id)))
        .inner_join(statement_accounts::table.on(of_part))
        .filter(transactions::user_id.eq(user))
        .filter(transactions::account_id.eq(RowId::from(account)))
        .filter(transactions::date.between(period.start(), period.end()))
        .filter(statement_accounts::account_id.eq(RowId::from(account)))
        .filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?))
        .filter(statement_accounts::closing_minor.is_not_null())
        .filter(statement_accounts::period_end.is_not_null())
        .select((
            transactions::id,
            transactions::date,
            transactions::amount_minor,
            transactions::currency,
            statement_accounts::period_end,
        ))
        .load(connection)
        .await?;
    let mut lines: BTreeMap<RowId, ProvenLine> = BTreeMap::new();
    for (id, date, minor, currency, until) in rows {
        let Some(until) = until else { continue };
        let currency = Currency::parse(&currency).map_err(Error::database)?;
        let amount = Money::from_minor(minor, currency);
        let line =
            lines.entry(id).or_insert(ProvenLine { account, transaction: id.typed(), date, amount, until });
        line.until = line.until.min(until);
    }
    Ok(lines.into_values().collect())
}
