//! Undoing an edit. `saldo_ledger::edit` decides what returns.

use std::collections::{HashMap, HashSet};

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::{Author, EditAction, Timestamp, Transaction, TransactionId};
use saldo_ledger::edit::{self, Change, Snapshot, Undo};

use super::super::accounts::{changes, merge_undo};
use super::super::backend::Connection;
use super::super::merchants;
use super::super::transactions::find_all;
use super::delete::{restore_transaction, take};
use super::insert::put_lines_back;
use super::transfers::end_halves;
use super::write::{insert_edit, known_categories, record_changes, typed, uncheck, write};
use crate::rows::{ROWS_PER_INSERT, TransactionChangeRow, fit, from_json};
use crate::schema::{accounts, edits, transaction_changes, transactions};
use crate::sql_types::RowId;
use crate::{EditError, Result, Undone};

/// Undoes an edit. What was changed again afterwards remains as it is.
pub(super) async fn undo(
    connection: &mut Connection,
    author: Author,
    edit: RowId,
    now: Timestamp,
) -> Result<Undone> {
    let user = RowId::from(author.books);
    let theirs = edits::table.filter(edits::user_id.eq(user));
    let known: Option<Option<RowId>> =
        theirs.filter(edits::id.eq(edit)).select(edits::undoes).first(connection).await.optional()?;
    let Some(undoes) = known else { return Err(EditError::Unknown.into()) };
    let undone: i64 = theirs.filter(edits::undoes.eq(edit)).count().get_result(connection).await?;
    if undone > 0 {
        return Err(EditError::AlreadyUndone.into());
    }
    if let Some(undone) = merge_undo::undo(connection, author, (edit, undoes), now).await? {
        return Ok(undone);
    }
    let mut recorded = recorded(connection, user, edit).await?;
    let categories = known_categories(connection, user, &edit::named_categories(&recorded)).await?;
    edit::forget_categories(&mut recorded, &categories);
    let ids = recorded.iter().map(|change| change.transaction.into()).collect();
    let present: HashMap<TransactionId, Transaction> = find_all(connection, user, ids)
        .await?
        .into_iter()
        .map(|transaction| (transaction.id, transaction))
        .collect();
    let repriced: Vec<RowId> = edit::repriced(&recorded, &present).into_iter().map(RowId::from).collect();
    let mut statements = uncheck(connection, user, &repriced).await?;
    let occupied = occupied(connection, user, &recorded).await?;
    let Undo { change, delete, restore, mut kept } =
        edit::undo(recorded, &present, |deleted| !occupied.contains(&place_of(deleted)));
    let (mut changes, mut lines) = (Vec::new(), Vec::new());
    for (id, state, rest) in restore {
        lines.extend(restore_transaction(connection, user, id.into(), &state, rest, now).await?);
        changes.push(Change { transaction: id, before: None, after: Some(Snapshot::of(state)) });
    }
    put_lines_back(connection, lines).await?;
    write(connection, user, &change, now).await?;
    let restored: Vec<RowId> = changes.iter().map(|change| change.transaction.into()).collect();
    changes.extend(change.into_iter().map(Change::of));
    changes.extend(take(connection, user, &delete).await?);
    kept.extend(end_halves(connection, user, &mut changes, now).await?);
    // Their statements print the restored transactions again.
    statements.extend(uncheck(connection, user, &restored).await?);
    let merchants = merchants::undo(connection, user, edit, now).await?;
    let accounts = changes::undo(connection, user, edit, now).await?;
    let transactions = fit::<_, u64>(changes.len())? + merchants.transactions;
    let kept = fit::<_, u64>(kept.len())? + merchants.kept + accounts.kept;
    let edit = insert_edit(connection, user, (EditAction::Undo, Some(edit)), transactions, now).await?;
    record_changes(connection, user, edit.id.into(), changes).await?;
    merchants.record(connection, user, edit.id.into()).await?;
    accounts.record(connection, user, edit.id.into()).await?;
    Ok(Undone { edit, kept, statements: typed(statements) })
}

async fn recorded(connection: &mut Connection, user: RowId, edit: RowId) -> Result<Vec<Change>> {
    let rows: Vec<TransactionChangeRow> = transaction_changes::table
        .filter(transaction_changes::user_id.eq(user))
        .filter(transaction_changes::edit_id.eq(edit))
        .order(transaction_changes::transaction_id)
        .select(TransactionChangeRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Change {
                transaction: row.transaction_id.typed(),
                before: row.before.map(from_json).transpose()?,
                after: row.after.map(from_json).transpose()?,
            })
        })
        .collect()
}

/// The account of a transaction and its fingerprint, of which there can be only one.
type Place = (RowId, Option<String>);

fn place_of(deleted: &Snapshot) -> Place {
    (deleted.state.account.into(), deleted.rest.as_ref().map(|rest| rest.fingerprint.clone()))
}

/// Returns the places of deleted transactions that cannot be restored: their account is deleted too, or the
/// same line was imported again since.
async fn occupied(connection: &mut Connection, user: RowId, recorded: &[Change]) -> Result<HashSet<Place>> {
    let deleted = recorded.iter().filter(|change| change.after.is_none());
    let places: HashSet<Place> = deleted.filter_map(|change| change.before.as_ref()).map(place_of).collect();
    let named: HashSet<RowId> = places.iter().map(|(account, _)| *account).collect();
    let theirs: Vec<RowId> =
        accounts::table.filter(accounts::user_id.eq(user)).select(accounts::id).load(connection).await?;
    let theirs: HashSet<RowId> = theirs.into_iter().filter(|account| named.contains(account)).collect();
    let (there, gone): (Vec<Place>, Vec<Place>) =
        places.into_iter().partition(|(account, _)| theirs.contains(account));
    let mut occupied: HashSet<Place> = gone.into_iter().collect();
    for account in theirs {
        let fingerprints = there.iter().filter(|(of, _)| *of == account);
        let fingerprints: Vec<String> =
            fingerprints.filter_map(|(_, fingerprint)| fingerprint.clone()).collect();
        for chunk in fingerprints.chunks(ROWS_PER_INSERT) {
            let again: Vec<String> = transactions::table
                .filter(transactions::user_id.eq(user))
                .filter(transactions::account_id.eq(account))
                .filter(transactions::fingerprint.eq_any(chunk.to_vec()))
                .select(transactions::fingerprint)
                .load(connection)
                .await?;
            occupied.extend(again.into_iter().map(|fingerprint| (account, Some(fingerprint))));
        }
    }
    Ok(occupied)
}
