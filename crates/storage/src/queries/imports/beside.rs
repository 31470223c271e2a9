//! Statements that meet within a day: their lines of that day are different transactions, even if they are
//! equal.
//!
//! Usually, equal lines of a day on two statements are one transaction, because statements overlap by whole
//! days. But if the opening balance of one is the closing balance of the other, and the other has a nonzero
//! sum on that day, the day is not printed twice but divided between them.

use std::collections::HashSet;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{AccountDraft, Money, Outcome};

use super::super::backend::Connection;
use crate::Result;
use crate::rows::word;
use crate::schema::{entries, statement_accounts, statement_lines};
use crate::sql_types::RowId;

/// A part of another statement of the account, with a printed period and both balances.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Other {
    statement: RowId,
    position: i32,
    start: NaiveDate,
    end: NaiveDate,
    opening: i64,
    closing: i64,
}

/// The day and balance at one end of a part.
type Border = (NaiveDate, i64);

/// Returns the fingerprints of the transactions on statements before and after `draft` that meet it within a
/// day.
pub(super) async fn fingerprints(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    statement: RowId,
    draft: &AccountDraft,
) -> Result<HashSet<String>> {
    let first = draft.period_start.or_else(|| draft.entries.iter().map(|entry| entry.date).min());
    let last = draft.period_end.or_else(|| draft.entries.iter().map(|entry| entry.date).max());
    let before = first.zip(draft.opening_balance.map(Money::minor));
    let closing = draft.closing_balance.filter(|_| draft.closing_on.is_none());
    let after = last.zip(closing.map(Money::minor));
    let days: Vec<NaiveDate> = [before, after].into_iter().flatten().map(|(day, _)| day).collect();
    let others = others(connection, user, account, statement, days).await?;
    let mut found = HashSet::new();
    found.extend(
        along(
            connection,
            user,
            &others,
            before,
            |other| (other.end, other.closing),
            |other| (other.start, other.opening),
        )
        .await?,
    );
    found.extend(
        along(
            connection,
            user,
            &others,
            after,
            |other| (other.start, other.opening),
            |other| (other.end, other.closing),
        )
        .await?,
    );
    Ok(found)
}

/// Follows the parts from one to the next that meets it at `border`, as long as they stay on the same day.
async fn along(
    connection: &mut Connection,
    user: RowId,
    others: &[Other],
    border: Option<Border>,
    near: impl Fn(&Other) -> Border + Send,
    far: impl Fn(&Other) -> Border + Send,
) -> Result<HashSet<String>> {
    let mut found = HashSet::new();
    let Some(mut border) = border else { return Ok(found) };
    let day = border.0;
    let mut left: Vec<&Other> = others.iter().collect();
    while let Some(index) = left.iter().position(|other| near(other) == border) {
        let other = left.swap_remove(index);
        let lines = lines(connection, user, other).await?;
        let moved: i128 =
            lines.iter().filter(|(_, date, _)| *date == day).map(|(_, _, minor)| i128::from(*minor)).sum();
        // With a sum of zero on the day, a divided day and a day that is printed twice have the same
        // balances.
        if moved == 0 {
            break;
        }
        found.extend(lines.into_iter().map(|(fingerprint, _, _)| fingerprint));
        border = far(other);
        if border.0 != day {
            break;
        }
    }
    Ok(found)
}

/// Returns the balanced parts of the account's other statements that begin or end on one of these days.
async fn others(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    statement: RowId,
    days: Vec<NaiveDate>,
) -> Result<Vec<Other>> {
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
    let whole = |(statement, position, start, end, opening, closing): Part| {
        Some(Other { statement, position, start: start?, end: end?, opening: opening?, closing: closing? })
    };
    Ok(parts.into_iter().filter_map(whole).collect())
}

/// Returns the fingerprint, date and minor units of each transaction that a part prints.
async fn lines(
    connection: &mut Connection,
    user: RowId,
    part: &Other,
) -> Result<Vec<(String, NaiveDate, i64)>> {
    Ok(statement_lines::table
        .inner_join(entries::table.on(entries::id.eq(statement_lines::entry_id)))
        .filter(statement_lines::user_id.eq(user))
        .filter(statement_lines::statement_id.eq(part.statement))
        .filter(statement_lines::account_position.eq(part.position))
        .select((entries::fingerprint, entries::date, entries::amount_minor))
        .load(connection)
        .await?)
}
