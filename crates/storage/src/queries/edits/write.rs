//! Writing the changes of an edit, and recording them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::text::searched;
use saldo_domain::{
    CategoryId, Edit, EditAction, EditId, Entry, EntryState, Id, Outcome, StatementId, Timestamp,
};
use saldo_ledger::edit::{self, Change};

use super::super::backend::{Connection, after_texts_changed, before_texts_change, insert_all};
use super::transfers;
use crate::rows::{
    EditRow, EntryChangeRow, PartRow, ROWS_PER_INSERT, TagRow, causes_json, fit, json, storable, word,
};
use crate::schema::{
    categories, edits, entries, entry_changes, entry_parts, entry_tags, statement_accounts, statement_lines,
};
use crate::sql_types::{At, RowId};
use crate::{EditError, Edited, Result};

/// Records an edit and its changes.
pub(super) async fn remember(
    connection: &mut Connection,
    user: RowId,
    action: EditAction,
    undoes: Option<RowId>,
    changes: Vec<Change>,
    now: Timestamp,
) -> Result<Edit> {
    let id = EditId::new(now);
    let row = EditRow {
        id: id.into(),
        user_id: user,
        action: word(action)?,
        undoes,
        entries: fit(changes.len())?,
        created_at: now.into(),
    };
    diesel::insert_into(edits::table).values(row).execute(connection).await?;
    let count = fit(changes.len())?;
    let rows = changes.into_iter().map(|change| {
        Ok(EntryChangeRow {
            edit_id: id.into(),
            entry_id: change.entry.into(),
            user_id: user,
            before: change.before.map(json).transpose()?,
            after: change.after.map(json).transpose()?,
        })
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    insert_all!(connection, entry_changes::table, rows)?;
    Ok(Edit { id, action, entries: count, undoes: undoes.map(RowId::typed), undone: false, created_at: now })
}

/// Changes transactions to new states, as an edit.
pub(super) async fn change(
    connection: &mut Connection,
    user: RowId,
    changes: Vec<(Entry, EntryState)>,
    action: EditAction,
    now: Timestamp,
) -> Result<Edited> {
    let named: HashSet<CategoryId> =
        changes.iter().flat_map(|(_, after)| edit::categories_of(after)).collect();
    if !own_categories(connection, user, &named).await? {
        return Err(EditError::Unknown.into());
    }
    for (entry, after) in &changes {
        edit::check(&EntryState::of(entry), after)?;
    }
    let changes: Vec<(Entry, EntryState)> =
        changes.into_iter().filter(|(entry, after)| EntryState::of(entry) != *after).collect();
    let sides = transfers::sides_of(connection, user, edit::touched_by(&changes)).await?;
    let changes = edit::complete(changes, &sides);
    write(connection, user, &changes, now).await?;
    let moved: Vec<RowId> = changes
        .iter()
        .filter(|(entry, after)| entry.amount != after.amount)
        .map(|(entry, _)| entry.id.into())
        .collect();
    let statements = uncheck(connection, user, &moved).await?;
    let changes = changes.into_iter().map(Change::of).collect();
    let edit = remember(connection, user, action, None, changes, now).await?;
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

/// Returns those of the categories that the user has.
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
type Sorting = (Option<RowId>, String, String, Option<RowId>);

/// Writes the new states. Transactions that get the same [`Sorting`] and no other change, except of tags, are
/// updated together, and all others one by one.
pub(in super::super) async fn write(
    connection: &mut Connection,
    user: RowId,
    changes: &[(Entry, EntryState)],
    now: Timestamp,
) -> Result<()> {
    let mut alike: BTreeMap<Sorting, Vec<RowId>> = BTreeMap::new();
    let reworded = |(entry, after): &&(Entry, EntryState)| {
        entry.description != after.description || entry.note != after.note
    };
    let reworded = changes.iter().filter(reworded).count();
    before_texts_change(connection, reworded).await?;
    for (entry, after) in changes {
        let before = EntryState::of(entry);
        edit::check(&before, after)?;
        if before.tags != after.tags {
            write_tags(connection, user, entry.id.into(), after).await?;
        }
        let sorted = EntryState {
            category: before.category,
            category_by: before.category_by,
            kind: before.kind,
            transfer: before.transfer,
            tags: before.tags.clone(),
            ..after.clone()
        };
        if sorted == before && before.splits.is_empty() {
            let sorting = (
                after.category.map(RowId::from),
                word(after.category_by)?,
                word(after.kind)?,
                after.transfer.map(RowId::from),
            );
            alike.entry(sorting).or_default().push(entry.id.into());
        } else {
            write_one(connection, user, entry, &before, after, now).await?;
        }
    }
    after_texts_changed(connection, reworded).await?;
    for ((category, category_by, kind, transfer), ids) in alike {
        for chunk in ids.chunks(ROWS_PER_INSERT) {
            let theirs =
                entries::table.filter(entries::user_id.eq(user)).filter(entries::id.eq_any(chunk.to_vec()));
            diesel::update(theirs)
                .set((
                    entries::category_id.eq(category),
                    entries::category_by.eq(category_by.clone()),
                    entries::kind.eq(kind.clone()),
                    entries::transfer_id.eq(transfer),
                    entries::updated_at.eq(At(now)),
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
    entry: RowId,
    after: &EntryState,
) -> Result<()> {
    let theirs =
        entry_tags::table.filter(entry_tags::user_id.eq(user)).filter(entry_tags::entry_id.eq(entry));
    diesel::delete(theirs).execute(connection).await?;
    let rows =
        after.tags.iter().map(|tag| TagRow { entry_id: entry, tag: tag.as_str().to_owned(), user_id: user });
    let rows: Vec<TagRow> = rows.collect();
    insert_all!(connection, entry_tags::table, rows)?;
    Ok(())
}

async fn write_one(
    connection: &mut Connection,
    user: RowId,
    entry: &Entry,
    before: &EntryState,
    after: &EntryState,
    now: Timestamp,
) -> Result<()> {
    let id = RowId::from(entry.id);
    if !before.splits.is_empty() {
        // Triggers count splits by the month, account and kind of their transaction. The splits are deleted
        // before these change and inserted again afterwards.
        diesel::delete(entry_parts::table.filter(entry_parts::entry_id.eq(id))).execute(connection).await?;
    }
    let description = storable(&after.description);
    let note = storable(&after.note);
    let theirs = entries::table.filter(entries::user_id.eq(user)).filter(entries::id.eq(id));
    diesel::update(theirs)
        .set((
            entries::account_id.eq(RowId::from(after.account)),
            entries::date.eq(after.date),
            entries::search_text.eq(searched(&description, &entry.original_description, &note)),
            entries::description.eq(description),
            entries::note.eq(note),
            entries::amount_minor.eq(after.amount.minor()),
            entries::category_id.eq(after.category.map(RowId::from)),
            entries::category_by.eq(word(after.category_by)?),
            entries::kind.eq(word(after.kind)?),
            entries::transfer_id.eq(after.transfer.map(RowId::from)),
            entries::is_split.eq(!after.splits.is_empty()),
            entries::updated_at.eq(At(now)),
        ))
        .execute(connection)
        .await?;
    insert_parts(connection, user, id, after, now).await
}

pub(super) async fn insert_parts(
    connection: &mut Connection,
    user: RowId,
    entry: RowId,
    state: &EntryState,
    now: Timestamp,
) -> Result<()> {
    let rows = state.splits.iter().enumerate().map(|(position, split)| {
        Ok(PartRow {
            id: Id::<PartRow>::new(now).into(),
            user_id: user,
            entry_id: entry,
            position: fit(position)?,
            amount_minor: split.amount.minor(),
            category_id: split.category.map(RowId::from),
            note: storable(split.note.as_deref().unwrap_or_default()),
        })
    });
    let rows = rows.collect::<Result<Vec<PartRow>>>()?;
    insert_all!(connection, entry_parts::table, rows)?;
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
            .filter(statement_lines::entry_id.eq_any(chunk.to_vec()))
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
                statement_accounts::first_broken_entry_id.eq(None::<RowId>),
                statement_accounts::witnesses.eq(json(Vec::<saldo_domain::Witness>::new())?),
                statement_accounts::likely_causes.eq(causes_json([])?),
            ))
            .execute(connection)
            .await?;
    }
    Ok(parts.into_iter().map(|(statement, _)| statement).collect())
}
