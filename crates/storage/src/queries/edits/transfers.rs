//! Loading and ending the sides of transfers. `saldo_ledger::edit` decides which transfers end.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::{Timestamp, Transaction, TransactionId, TransferId};
use saldo_ledger::edit::{self, Change};

use super::super::backend::Connection;
use super::super::transactions::find_all;
use super::write::write;
use crate::Result;
use crate::rows::ROWS_PER_INSERT;
use crate::schema::transactions;
use crate::sql_types::RowId;

/// Returns all transactions of these transfers, ordered by id.
pub(in super::super) async fn sides_of(
    connection: &mut Connection,
    user: RowId,
    transfers: impl IntoIterator<Item = TransferId>,
) -> Result<Vec<Transaction>> {
    let transfers: Vec<RowId> = transfers.into_iter().map(RowId::from).collect();
    let mut ids: Vec<RowId> = Vec::new();
    for chunk in transfers.chunks(ROWS_PER_INSERT) {
        let sides: Vec<RowId> = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::transfer_id.eq_any(chunk.to_vec()))
            .select(transactions::id)
            .load(connection)
            .await?;
        ids.extend(sides);
    }
    ids.sort_unstable();
    ids.dedup();
    find_all(connection, user, ids).await
}

/// Ends transfers that lost a side; the remaining sides become income or spending.
pub(in super::super) async fn end(
    connection: &mut Connection,
    user: RowId,
    transfers: &[RowId],
    now: Timestamp,
) -> Result<()> {
    let left = sides_of(connection, user, transfers.iter().copied().map(RowId::typed)).await?;
    let left: Vec<_> = left.into_iter().map(edit::ended_side).collect();
    write(connection, user, &left, now).await
}

/// Ends the transfers that `changes`, which are already written, left incomplete, and adds that to `changes`.
/// Returns the changed transactions that should have become a side of such a transfer.
pub(in super::super) async fn end_halves(
    connection: &mut Connection,
    user: RowId,
    changes: &mut Vec<Change>,
    now: Timestamp,
) -> Result<Vec<TransactionId>> {
    let sides = sides_of(connection, user, edit::touched_by_records(changes)).await?;
    let (ended, others) = edit::end_halves(changes, &sides);
    write(connection, user, &ended, now).await?;
    Ok(others)
}
