//! The neighbors of a statement within a day, from which `saldo_ledger::identity` decides if the day is
//! divided.

use std::collections::HashSet;

use crate::run::RunQueryDsl;
use chrono::NaiveDate;
use diesel::prelude::*;
use saldo_domain::{AccountDraft, Money, Outcome};
use saldo_ledger::identity::{Neighbor, divided};

use super::super::backend::Connection;
use crate::Result;
use crate::rows::word;
use crate::schema::{statement_accounts, statement_lines, transactions};
use crate::sql_types::RowId;

/// Returns the fingerprints of the transactions on statements before and after `draft` that meet it within
/// a day.
pub(super) async fn fingerprints(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    statement: RowId,
    draft: &AccountDraft,
) -> Result<HashSet<String>> {
    let first =
        draft.period_start.or_else(|| draft.transactions.iter().map(|transaction| transaction.date).min());
    let last =
        draft.period_end.or_else(|| draft.transactions.iter().map(|transaction| transaction.date).max());
    let before = first.zip(draft.opening_balance.map(Money::minor));
    let closing = draft.closing_balance.filter(|_| draft.closing_on.is_none());
    let after = last.zip(closing.map(Money::minor));
    let days: Vec<NaiveDate> = [before, after].into_iter().flatten().map(|(day, _)| day).collect();
    let others = others(connection, user, account, statement, days).await?;
    Ok(divided(&others, before, after))
}

/// Returns the balanced parts of the account's other statements that begin or end on one of these days.
async fn others(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    statement: RowId,
    days: Vec<NaiveDate>,
) -> Result<Vec<Neighbor<String>>> {
    type Part = (RowId, i32, Option<NaiveDate>, Option<NaiveDate>, Option<i64>, Option<i64>);
    let parts: Vec<Part> = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::account_id.eq(account))
        .filter(statement_accounts::statement_id.ne(statement))
        .filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?))
        .filter(
            statement_accounts::period_start
                .eq_any(days.clone())
                .or(statement_accounts::period_end.eq_any(days)),
        )
        .order((statement_accounts::statement_id, statement_accounts::position))
        .select((
            statement_accounts::statement_id,
            statement_accounts::position,
            statement_accounts::period_start,
            statement_accounts::period_end,
            statement_accounts::opening_minor,
            statement_accounts::closing_minor,
        ))
        .load(connection)
        .await?;
    let mut others = Vec::with_capacity(parts.len());
    for (statement, position, start, end, opening, closing) in parts {
        if let (Some(opens), Some(closes)) = (start.zip(opening), end.zip(closing)) {
            others.push(Neighbor {
                opens,
                closes,
                lines: lines(connection, user, statement, position).await?,
            });
        }
    }
    Ok(others)
}

/// Returns the fingerprint, date and minor units of each transaction that a part prints.
async fn lines(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
    position: i32,
) -> Result<Vec<(String, NaiveDate, i64)>> {
    Ok(statement_lines::table
        .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
        .filter(statement_lines::user_id.eq(user))
        .filter(statement_lines::statement_id.eq(statement))
        .filter(statement_lines::account_position.eq(position))
        .select((transactions::fingerprint, transactions::date, transactions::amount_minor))
        .load(connection)
        .await?)
}
