//! Deleting transactions, and restoring them.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::text::searched;
use saldo_domain::{EditAction, Timestamp, Transaction, TransactionId, TransactionState};
use saldo_ledger::edit::{self, Change, FixedValues, Snapshot, SnapshotLine};

use super::super::backend::{Connection, forget_texts};
use super::super::merchants;
use super::transfers::sides_of;
use super::write::{insert_splits, record_edit, typed, uncheck, write, write_tags};
use crate::rows::{NewTransactionRow, ROWS_PER_INSERT, StatementLineRow, TransactionRow, storable, word};
use crate::schema::{statement_accounts, statement_lines, transactions};
use crate::sql_types::{At, RowId};
use crate::{Edited, Result};

/// Deletes transactions, as an edit.
pub(super) async fn delete(
    connection: &mut Connection,
    user: RowId,
    found: Vec<Transaction>,
    now: Timestamp,
) -> Result<Edited> {
    let ids: Vec<RowId> = found.iter().map(|transaction| transaction.id.into()).collect();
    let statements = uncheck(connection, user, &ids).await?;
    let transfers = found.iter().filter_map(|transaction| transaction.transfer);
    let others = edit::without(&found, sides_of(connection, user, transfers).await?);
    write(connection, user, &others, now).await?;
    let mut changes = take(connection, user, &found).await?;
    changes.extend(others.into_iter().map(Change::of));
    let edit = record_edit(connection, user, EditAction::Delete, changes, now).await?;
    Ok(Edited { edit, statements: typed(statements) })
}

/// Deletes transactions and returns the changes to record.
pub(super) async fn take(
    connection: &mut Connection,
    user: RowId,
    found: &[Transaction],
) -> Result<Vec<Change>> {
    let all: Vec<RowId> = found.iter().map(|transaction| transaction.id.into()).collect();
    let written = snapshots_of(connection, user, found).await?;
    forget_texts(connection, &all).await?;
    for chunk in all.chunks(ROWS_PER_INSERT) {
        let theirs = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::id.eq_any(chunk.to_vec()));
        diesel::delete(theirs).execute(connection).await?;
    }
    let change = |(transaction, before)| Change { transaction, before: Some(before), after: None };
    Ok(written.into_iter().map(change).collect())
}

/// Returns everything that is needed to restore the transactions after they are deleted.
pub(in super::super) async fn snapshots_of(
    connection: &mut Connection,
    user: RowId,
    found: &[Transaction],
) -> Result<Vec<(TransactionId, Snapshot)>> {
    let mut made = Vec::with_capacity(found.len());
    for chunk in found.chunks(ROWS_PER_INSERT) {
        let ids: Vec<RowId> = chunk.iter().map(|transaction| transaction.id.into()).collect();
        let rows: Vec<(TransactionRow, At)> = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::id.eq_any(ids.clone()))
            .select((TransactionRow::as_select(), transactions::created_at))
            .load(connection)
            .await?;
        let lines: Vec<StatementLineRow> = statement_lines::table
            .filter(statement_lines::user_id.eq(user))
            .filter(statement_lines::transaction_id.eq_any(ids))
            .select(StatementLineRow::as_select())
            .load(connection)
            .await?;
        for (row, created_at) in rows {
            let Some(transaction) = chunk.iter().find(|transaction| RowId::from(transaction.id) == row.id)
            else {
                continue;
            };
            let lines = lines.iter().filter(|line| line.transaction_id == row.id).map(|line| SnapshotLine {
                statement: line.statement_id.typed(),
                account_position: line.account_position,
                position: line.position,
                place: line.place.clone(),
                balance_minor: line.balance_minor,
                printed_date: line.printed_date,
                printed_minor: line.printed_minor,
            });
            let rest = FixedValues {
                statement: row.statement_id.map(RowId::typed),
                fingerprint: row.fingerprint,
                value_date: row.value_date,
                original_description: row.original_description,
                merchant: row.merchant,
                balance_minor: row.balance_minor,
                place: row.place,
                position: row.position,
                created_at: created_at.0,
                lines: lines.collect(),
            };
            made.push((
                transaction.id,
                Snapshot { state: TransactionState::of(transaction), rest: Some(rest) },
            ));
        }
    }
    Ok(made)
}

/// Restores a deleted transaction and returns its lines on statements that still exist. The caller restores
/// the lines of all transactions together, because their order matters.
pub(in super::super) async fn restore_transaction(
    connection: &mut Connection,
    user: RowId,
    id: RowId,
    state: &TransactionState,
    rest: FixedValues,
    now: Timestamp,
) -> Result<Vec<StatementLineRow>> {
    let description = storable(&state.description);
    let statement = rest.statement.map(RowId::from);
    let mut kept = None;
    let mut lines = Vec::new();
    for line in rest.lines {
        let of = RowId::from(line.statement);
        let part = statement_accounts::table
            .filter(statement_accounts::user_id.eq(user))
            .filter(statement_accounts::statement_id.eq(of))
            .filter(statement_accounts::position.eq(line.account_position));
        if part.count().get_result::<i64>(connection).await? == 1 {
            kept = kept.or(statement.filter(|statement| *statement == of));
            lines.push(StatementLineRow {
                statement_id: of,
                account_position: line.account_position,
                position: line.position.max(0),
                user_id: user,
                transaction_id: id,
                place: line.place,
                balance_minor: line.balance_minor,
                printed_date: line.printed_date,
                printed_minor: line.printed_minor,
            });
        }
    }
    // The merchant may have got another name since the transaction was deleted.
    let merchant = merchants::name_of(connection, user, &rest.original_description).await?;
    let row = NewTransactionRow {
        id,
        user_id: user,
        account_id: state.account.into(),
        statement_id: kept,
        fingerprint: rest.fingerprint,
        date: state.date,
        value_date: rest.value_date,
        search_text: searched(&description, &rest.original_description, &state.note, &merchant),
        original_description: rest.original_description,
        merchant,
        description,
        amount_minor: state.amount.minor(),
        currency: state.amount.currency().code().to_owned(),
        balance_minor: rest.balance_minor,
        category_id: state.category.map(RowId::from),
        kind: word(state.kind)?,
        place: rest.place,
        position: rest.position,
        created_at: rest.created_at.into(),
        updated_at: now.into(),
        note: storable(&state.note),
        category_by: word(state.category_by)?,
        transfer_id: state.transfer.map(RowId::from),
        is_split: !state.splits.is_empty(),
    };
    diesel::insert_into(transactions::table).values(row).execute(connection).await?;
    write_tags(connection, user, id, state).await?;
    insert_splits(connection, user, id, state, now).await?;
    Ok(lines)
}
