//! Undoing an edit.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{CategoryBy, EditAction, Entry, EntryState, Timestamp};

use super::backend::Connection;
use super::edit_delete::{bring_back, take};
use super::edit_insert::put_lines_back;
use super::edit_transfers;
use super::edit_write::{Change, Written, known_categories, remember, uncheck, write};
use super::entries::find_all;
use crate::rows::{EntryChangeRow, StatementLineRow, fit, from_json};
use crate::schema::{accounts, edits, entries, entry_changes};
use crate::sql_types::RowId;
use crate::{Result, Undone};

/// The states of a transaction before and after the edit.
struct Recorded {
    entry: RowId,
    before: Option<Written>,
    after: Option<Written>,
}

/// Undoes an edit. What was changed again afterwards remains as it is.
pub(super) async fn undo(
    connection: &mut Connection,
    user: RowId,
    edit: RowId,
    now: Timestamp,
) -> Result<Undone> {
    let theirs = edits::table.filter(edits::user_id.eq(user));
    let known: i64 = theirs.filter(edits::id.eq(edit)).count().get_result(connection).await?;
    if known == 0 {
        return Ok(Undone::Unknown);
    }
    let undone: i64 = theirs.filter(edits::undoes.eq(edit)).count().get_result(connection).await?;
    if undone > 0 {
        return Ok(Undone::Already);
    }
    let mut recorded = recorded(connection, user, edit).await?;
    forget_missing_categories(connection, user, &mut recorded).await?;
    let ids: Vec<RowId> = recorded.iter().map(|record| record.entry).collect();
    let now_there: HashMap<RowId, Entry> = find_all(connection, user, ids.clone())
        .await?
        .into_iter()
        .map(|entry| (RowId::from(entry.id), entry))
        .collect();
    let mut statements = uncheck(connection, user, &moved(&recorded, &now_there)).await?;
    let mut kept: HashSet<RowId> = HashSet::new();
    let (mut back, mut gone, mut changes, mut lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for Recorded { entry: id, before, after } in recorded {
        match (now_there.get(&id), before, after) {
            (Some(entry), Some(before), Some(after)) => {
                let state = EntryState::of(entry);
                let (target, whole) = state.taking_back(&before.state, &after.state);
                kept.extend((!whole).then_some(id));
                if target != state {
                    back.push((entry.clone(), target));
                }
            }
            (Some(entry), None, Some(_)) => gone.push(entry.clone()),
            (None, Some(before), None) => match restore(connection, user, id, before, now).await? {
                Some((change, printed)) => {
                    changes.push(change);
                    lines.extend(printed);
                }
                None => kept.extend([id]),
            },
            _ => kept.extend([id]),
        }
    }
    put_lines_back(connection, lines).await?;
    write(connection, user, &back, now).await?;
    changes.extend(back.into_iter().map(Change::of));
    changes.extend(take(connection, user, &gone).await?);
    kept.extend(edit_transfers::end_halves(connection, user, &mut changes, now).await?);
    statements.extend(uncheck(connection, user, &ids_of(&changes)).await?);
    let edit = remember(connection, user, EditAction::Undo, Some(edit), changes, now).await?;
    Ok(Undone::Done {
        edit,
        kept: fit(kept.len())?,
        statements: statements.into_iter().map(RowId::typed).collect(),
    })
}

async fn recorded(connection: &mut Connection, user: RowId, edit: RowId) -> Result<Vec<Recorded>> {
    let rows: Vec<EntryChangeRow> = entry_changes::table
        .filter(entry_changes::user_id.eq(user))
        .filter(entry_changes::edit_id.eq(edit))
        .order(entry_changes::entry_id)
        .select(EntryChangeRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Recorded {
                entry: row.entry_id,
                before: row.before.map(from_json).transpose()?,
                after: row.after.map(from_json).transpose()?,
            })
        })
        .collect()
}

/// Returns the existing transactions that undoing adds or deletes or whose amount it changes.
fn moved(recorded: &[Recorded], now_there: &HashMap<RowId, Entry>) -> Vec<RowId> {
    let is_another = |record: &&Recorded| match (&record.before, &record.after) {
        (Some(before), Some(after)) => before.state.amount != after.state.amount,
        _ => true,
    };
    let moved = recorded.iter().filter(is_another).map(|record| record.entry);
    moved.filter(|id| now_there.contains_key(id)).collect()
}

/// Returns the restored transactions, which their statements print again.
fn ids_of(changes: &[Change]) -> Vec<RowId> {
    changes.iter().filter(|change| change.before.is_none()).map(|change| change.entry).collect()
}

/// Removes deleted categories from the states to restore.
async fn forget_missing_categories(
    connection: &mut Connection,
    user: RowId,
    recorded: &mut [Recorded],
) -> Result<()> {
    let states = || recorded.iter().filter_map(|record| record.before.as_ref());
    let named: HashSet<RowId> = states()
        .flat_map(|written| {
            let parts = written.state.splits.iter().filter_map(|split| split.category);
            parts.chain(written.state.category).map(RowId::from)
        })
        .collect();
    let known = known_categories(connection, user, &named).await?;
    for written in recorded.iter_mut().filter_map(|record| record.before.as_mut()) {
        let state = &mut written.state;
        if state.category.is_some_and(|category| !known.contains(&RowId::from(category))) {
            // Nobody chose that there is no category, so it can be categorized automatically again.
            state.category = None;
            state.category_by = CategoryBy::Words;
        }
        for split in &mut state.splits {
            split.category = split.category.filter(|category| known.contains(&RowId::from(*category)));
        }
    }
    Ok(())
}

/// Restores a transaction and returns the lines that print it; `None` if its account is deleted, or if the
/// same line was imported again since.
async fn restore(
    connection: &mut Connection,
    user: RowId,
    id: RowId,
    before: Written,
    now: Timestamp,
) -> Result<Option<(Change, Vec<StatementLineRow>)>> {
    let Written { state, rest: Some(rest) } = before else { return Ok(None) };
    let account = RowId::from(state.account);
    let there = accounts::table.filter(accounts::user_id.eq(user)).filter(accounts::id.eq(account));
    let again = entries::table
        .filter(entries::user_id.eq(user))
        .filter(entries::account_id.eq(account))
        .filter(entries::fingerprint.eq(rest.fingerprint.clone()));
    let possible = there.count().get_result::<i64>(connection).await? == 1
        && again.count().get_result::<i64>(connection).await? == 0;
    if !possible {
        return Ok(None);
    }
    let lines = bring_back(connection, user, id, &state, rest, now).await?;
    Ok(Some((Change { entry: id, before: None, after: Some(Written { state, rest: None }) }, lines)))
}
