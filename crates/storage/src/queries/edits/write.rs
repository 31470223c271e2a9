//! Writing the changes of an edit, and recording them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::text::searched;
use saldo_domain::{
    CategoryId, Edit, EditAction, EditId, Id, Outcome, StatementId, Timestamp, Transaction, TransactionState,
};
use saldo_ledger::edit::{self, Change};

use super::super::backend::{Connection, after_texts_changed, before_texts_change, insert_all};
use super::transfers;
use crate::rows::{
    EditRow, ROWS_PER_INSERT, SplitRow, TagRow, TransactionChangeRow, causes_json, fit, json, storable, word,
};
use crate::schema::{
    categories, edits, splits, statement_accounts, statement_lines, transaction_changes, transaction_tags,
    transactions,
};
use crate::sql_types::{At, RowId};
use crate::{EditError, Edited, Result};

/// Records an edit without its changes: an action, and for an undo the edit that it undoes.
pub(in super::super) async fn insert_edit(
    connection: &mut Connection,
    user: RowId,
    (action, undoes): (EditAction, Option<RowId>),
    transactions: u64,
    now: Timestamp,
) -> Result<Edit> {
    let id = EditId::new(now);
    let row = EditRow {
        id: id.into(),
        user_id: user,
        action: word(action)?,
        undoes,
        transactions: fit(transactions)?,
        actor_id: None,
        created_at: now.into(),
    };
    diesel::insert_into(edits::table).values(row).execute(connection).await?;
    let undoes = undoes.map(RowId::typed);
    Ok(Edit { id, action, transactions, undoes, undone: false, by: None, created_at: now, subject: None })
}

/// Records an edit and its changes of transactions.
pub(super) async fn record_edit(
    connection: &mut Connection,
    user: RowId,
    action: EditAction,
    changes: Vec<Change>,
    now: Timestamp,
) -> Result<Edit> {
    let edit = insert_edit(connection, user, (action, None), fit(changes.len())?, now).await?;
    record_changes(connection, user, edit.id.into(), changes).await?;
    Ok(edit)
}

/// Records changes of transactions as those of an edit.
pub(super) async fn record_changes(
    connection: &mut Connection,
    user: RowId,
    edit: RowId,
    changes: Vec<Change>,
) -> Result<()> {
    let rows = changes.into_iter().map(|change| {
        Ok(TransactionChangeRow {
            edit_id: edit,
            transaction_id: change.transaction.into(),
            user_id: user,
            before: change.before.map(json).transpose()?,
            after: change.after.map(json).transpose()?,
        })
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    insert_all!(connection, transaction_changes::table, rows)?;
    Ok(())
}

/// Changes transactions to new states, as an edit.
pub(super) async fn change(
    connection: &mut Connection,
    user: RowId,
    changes: Vec<(Transaction, TransactionState)>,
    action: EditAction,
    now: Timestamp,
) -> Result<Edited> {
    let named: HashSet<CategoryId> =
        changes.iter().flat_map(|(_, after)| edit::categories_of(after)).collect();
    if !own_categories(connection, user, &named).await? {
        return Err(EditError::Unknown.into());
    }
    let changes: Vec<(Transaction, TransactionState)> = changes
        .into_iter()
        .filter(|(transaction, after)| TransactionState::of(transaction) != *after)
        .collect();
    let sides = transfers::sides_of(connection, user, edit::touched_by(&changes)).await?;
    let changes = edit::complete(changes, &sides);
    write(connection, user, &changes, now).await?;
    let moved: Vec<RowId> = changes
        .iter()
        .filter(|(transaction, after)| transaction.amount != after.amount)
        .map(|(transaction, _)| transaction.id.into())
        .collect();
    let statements = uncheck(connection, user, &moved).await?;
    let changes = changes.into_iter().map(Change::of).collect();
    let edit = record_edit(connection, user, action, changes, now).await?;
    Ok(Edited { edit, statements: typed(statements) })
}

pub(super) fn typed(statements: BTreeSet<RowId>) -> Vec<StatementId> {
    statements.into_iter().map(RowId::typed).collect()
}

/// Returns true if the user has all of these categories.
pub(super) async fn own_categories(
    connection: &mut Connection,
    user: RowId,
    named: &HashSet<CategoryId>,
) -> Result<bool> {
    Ok(named.is_empty() || known_categories(connection, user, named).await?.len() == named.len())
}

/// Returns the named categories that belong to the user.
pub(in super::super) async fn known_categories(
    connection: &mut Connection,
    user: RowId,
    named: &HashSet<CategoryId>,
) -> Result<HashSet<CategoryId>> {
    let mut known = HashSet::new();
    let named: Vec<RowId> = named.iter().copied().map(RowId::from).collect();
    for chunk in named.chunks(ROWS_PER_INSERT) {
        let rows: Vec<RowId> = categories::table
            .filter(categories::user_id.eq(user))
            .filter(categories::id.eq_any(chunk.to_vec()))
            .select(categories::id)
            .load(connection)
            .await?;
        known.extend(rows.into_iter().map(RowId::typed));
    }
    Ok(known)
}

/// The values that many transactions of an edit have in common: category, its origin, kind and transfer.
type Categorization = (Option<RowId>, String, String, Option<RowId>);

/// Writes the new states. Transactions that get the same [`Categorization`] and no other change, except of
/// tags, are updated together, and all others one by one.
pub(in super::super) async fn write(
    connection: &mut Connection,
    user: RowId,
    changes: &[(Transaction, TransactionState)],
    now: Timestamp,
) -> Result<()> {
    let mut alike: BTreeMap<Categorization, Vec<RowId>> = BTreeMap::new();
    let reworded = |(transaction, after): &&(Transaction, TransactionState)| {
        transaction.description != after.description || transaction.note != after.note
    };
    let reworded = changes.iter().filter(reworded).count();
    before_texts_change(connection, reworded).await?;
    for (transaction, after) in changes {
        let before = TransactionState::of(transaction);
        edit::check(&before, after)?;
        if before.tags != after.tags {
            write_tags(connection, user, transaction.id.into(), after).await?;
        }
        let categorized = TransactionState {
            category: before.category,
            category_by: before.category_by,
            kind: before.kind,
            transfer: before.transfer,
            tags: before.tags.clone(),
            ..after.clone()
        };
        if categorized == before && before.splits.is_empty() {
            let categorization = (
                after.category.map(RowId::from),
                word(after.category_by)?,
                word(after.kind)?,
                after.transfer.map(RowId::from),
            );
            alike.entry(categorization).or_default().push(transaction.id.into());
        } else {
            write_one(connection, user, transaction, &before, after, now).await?;
        }
    }
    after_texts_changed(connection, reworded).await?;
    for ((category, category_by, kind, transfer), ids) in alike {
        for chunk in ids.chunks(ROWS_PER_INSERT) {
            let theirs = transactions::table
                .filter(transactions::user_id.eq(user))
                .filter(transactions::id.eq_any(chunk.to_vec()));
            diesel::update(theirs)
                .set((
                    transactions::category_id.eq(category),
                    transactions::category_by.eq(category_by.clone()),
                    transactions::kind.eq(kind.clone()),
                    transactions::transfer_id.eq(transfer),
                    transactions::updated_at.eq(At(now)),
                ))
                .execute(connection)
                .await?;
        }
    }
    Ok(())
}

pub(super) async fn write_tags(
    connection: &mut Connection,
    user: RowId,
    transaction: RowId,
    after: &TransactionState,
) -> Result<()> {
    let theirs = transaction_tags::table
        .filter(transaction_tags::user_id.eq(user))
        .filter(transaction_tags::transaction_id.eq(transaction));
    diesel::delete(theirs).execute(connection).await?;
    let rows = after.tags.iter().map(|tag| TagRow {
        transaction_id: transaction,
        tag: tag.as_str().to_owned(),
        user_id: user,
    });
    let rows: Vec<TagRow> = rows.collect();
    insert_all!(connection, transaction_tags::table, rows)?;
    Ok(())
}

async fn write_one(
    connection: &mut Connection,
    user: RowId,
    transaction: &Transaction,
    before: &TransactionState,
    after: &TransactionState,
    now: Timestamp,
) -> Result<()> {
    let id = RowId::from(transaction.id);
    if !before.splits.is_empty() {
        // Triggers count splits by the month, account and kind of their transaction. The splits are deleted
        // before these change and inserted again afterwards.
        diesel::delete(splits::table.filter(splits::transaction_id.eq(id))).execute(connection).await?;
    }
    let description = storable(&after.description);
    let note = storable(&after.note);
    let theirs = transactions::table.filter(transactions::user_id.eq(user)).filter(transactions::id.eq(id));
    diesel::update(theirs)
        .set((
            transactions::account_id.eq(RowId::from(after.account)),
            transactions::date.eq(after.date),
            transactions::search_text.eq(searched(
                &description,
                &transaction.original_description,
                &note,
                &transaction.merchant,
            )),
            transactions::description.eq(description),
            transactions::note.eq(note),
            transactions::amount_minor.eq(after.amount.minor()),
            transactions::category_id.eq(after.category.map(RowId::from)),
            transactions::category_by.eq(word(after.category_by)?),
            transactions::kind.eq(word(after.kind)?),
            transactions::transfer_id.eq(after.transfer.map(RowId::from)),
            transactions::is_split.eq(!after.splits.is_empty()),
            transactions::updated_at.eq(At(now)),
        ))
        .execute(connection)
        .await?;
    insert_splits(connection, user, id, after, now).await
}

pub(super) async fn insert_splits(
    connection: &mut Connection,
    user: RowId,
    transaction: RowId,
    state: &TransactionState,
    now: Timestamp,
) -> Result<()> {
    let rows = state.splits.iter().enumerate().map(|(position, split)| {
        Ok(SplitRow {
            id: Id::<SplitRow>::new(now).into(),
            user_id: user,
            transaction_id: transaction,
            position: fit(position)?,
            amount_minor: split.amount.minor(),
            category_id: split.category.map(RowId::from),
            note: storable(split.note.as_deref().unwrap_or_default()),
        })
    });
    let rows = rows.collect::<Result<Vec<SplitRow>>>()?;
    insert_all!(connection, splits::table, rows)?;
    Ok(())
}

/// Marks the parts of statements that print these transactions as unchecked, and returns the statements. Only
/// a new check can tell whether they still balance.
pub(super) async fn uncheck(
    connection: &mut Connection,
    user: RowId,
    ids: &[RowId],
) -> Result<BTreeSet<RowId>> {
    let mut parts: BTreeSet<(RowId, i32)> = BTreeSet::new();
    for chunk in ids.chunks(ROWS_PER_INSERT) {
        let rows: Vec<(RowId, i32)> = statement_lines::table
            .filter(statement_lines::user_id.eq(user))
            .filter(statement_lines::transaction_id.eq_any(chunk.to_vec()))
            .select((statement_lines::statement_id, statement_lines::account_position))
            .load(connection)
            .await?;
        parts.extend(rows);
    }
    for (statement, part) in &parts {
        let part = statement_accounts::table
            .filter(statement_accounts::user_id.eq(user))
            .filter(statement_accounts::statement_id.eq(*statement))
            .filter(statement_accounts::position.eq(*part));
        diesel::update(part)
            .set((
                statement_accounts::outcome.eq(word(Outcome::Unchecked)?),
                statement_accounts::discrepancy_minor.eq(None::<i64>),
                statement_accounts::first_broken_transaction_id.eq(None::<RowId>),
                statement_accounts::witnesses.eq(json(Vec::<saldo_domain::Witness>::new())?),
                statement_accounts::likely_causes.eq(causes_json([])?),
            ))
            .execute(connection)
            .await?;
    }
    Ok(parts.into_iter().map(|(statement, _)| statement).collect())
}
