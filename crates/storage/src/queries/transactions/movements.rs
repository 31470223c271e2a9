//! The part of transactions that matching needs.

use diesel::prelude::*;
use saldo_domain::{Currency, Money, Period, TransactionKind};
use saldo_ledger::Movement;

use super::super::backend::{Connection, load_many};
use crate::rows::word;
use crate::schema::transactions;
use crate::sql_types::{Day, RowId};
use crate::{Error, Result};

/// A transaction: its ID, statement, date, amount, currency and printed description.
type Row = (RowId, Option<RowId>, Day, i64, String, String);

/// Returns at most `limit` transactions of an account in a period, of one kind or of all.
pub(super) async fn of(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    period: Period,
    kind: Option<TransactionKind>,
    limit: u32,
) -> Result<Vec<Movement>> {
    let mut query = transactions::table
        .filter(transactions::user_id.eq(user))
        .filter(transactions::account_id.eq(account))
        .filter(transactions::date.between(period.start(), period.end()))
        .limit(i64::from(limit))
        .select((
            transactions::id,
            transactions::statement_id,
            transactions::date,
            transactions::amount_minor,
            transactions::currency,
            transactions::original_description,
        ))
        .into_boxed();
    if let Some(kind) = kind {
        query = query.filter(transactions::kind.eq(word(kind)?));
    }
    let rows: Vec<Row> = load_many!(connection, query)?;
    let movement = |(id, statement, Day(date), minor, currency, description): Row| {
        let currency = Currency::parse(&currency).map_err(Error::database)?;
        Ok(Movement {
            transaction: id.typed(),
            account: account.typed(),
            statement: statement.map(RowId::typed),
            date,
            amount: Money::from_minor(minor, currency),
            description,
        })
    };
    rows.into_iter().map(movement).collect()
}
