//! Keeping the lines that the user added to a statement when it is read again.

use std::collections::HashMap;

use crate::run::RunQueryDsl;
use diesel::prelude::*;

use super::super::backend::Connection;
use super::super::edits::put_lines_back;
use crate::Result;
use crate::rows::StatementLineRow;
use crate::schema::{statement_lines, transactions};
use crate::sql_types::RowId;

/// Returns the lines of a statement that the user added, each with its account.
pub(super) async fn lines(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
) -> Result<Vec<(StatementLineRow, RowId)>> {
    Ok(statement_lines::table
        .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
        .filter(statement_lines::user_id.eq(user))
        .filter(statement_lines::statement_id.eq(statement))
        .filter(transactions::fingerprint.like("hand:%"))
        .select((StatementLineRow::as_select(), transactions::account_id))
        .load(connection)
        .await?)
}

/// Restores the lines in the part of their account and returns their number. If the statement has no such
/// part, their transactions remain, on no statement.
pub(super) async fn put_back(
    connection: &mut Connection,
    lines: Vec<(StatementLineRow, RowId)>,
    accounts: &[RowId],
) -> Result<usize> {
    let mut parts: HashMap<RowId, i32> = HashMap::new();
    for (part, account) in (0..).zip(accounts) {
        parts.entry(*account).or_insert(part);
    }
    let (mut back, mut off) = (Vec::new(), Vec::new());
    for (mut line, account) in lines {
        let is_there =
            usize::try_from(line.account_position).is_ok_and(|part| accounts.get(part) == Some(&account));
        match parts.get(&account) {
            _ if is_there => back.push(line),
            Some(part) => {
                line.account_position = *part;
                back.push(line);
            }
            None => off.push(line.transaction_id),
        }
    }
    diesel::update(transactions::table.filter(transactions::id.eq_any(off)))
        .set(transactions::statement_id.eq(None::<RowId>))
        .execute(connection)
        .await?;
    let count = back.len();
    put_lines_back(connection, back).await?;
    Ok(count)
}
