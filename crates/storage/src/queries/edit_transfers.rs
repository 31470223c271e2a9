//! A move between own accounts has two sides: when one is taken back or deleted, the other is no side of a move any more.

use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Entry, EntryKind, EntryState, Timestamp, TransferId};

use super::backend::Connection;
use super::edit_write::{Change, Written, write};
use super::entries::find_all;
use crate::Result;
use crate::rows::ROWS_PER_INSERT;
use crate::schema::entries;
use crate::sql_types::RowId;

/// The changes with those of the other sides of the moves that they end.
pub(super) async fn with_other_sides(
    connection: &mut Connection,
    user: RowId,
    mut changes: Vec<(Entry, EntryState)>,
) -> Result<Vec<(Entry, EntryState)>> {
    let ends = |(entry, after): &&(Entry, EntryState)| entry.transfer != after.transfer;
    let ended: Vec<Entry> = changes.iter().filter(ends).map(|(entry, _)| entry.clone()).collect();
    let known: HashSet<RowId> = changes.iter().map(|(entry, _)| entry.id.into()).collect();
    changes.extend(other_sides(connection, user, &ended, &known).await?);
    Ok(changes)
}

/// What becomes of the other sides of the moves of `ended`, but for entries that are `known` to change anyway.
pub(super) async fn other_sides(
    connection: &mut Connection,
    user: RowId,
    ended: &[Entry],
    known: &HashSet<RowId>,
) -> Result<Vec<(Entry, EntryState)>> {
    let moves: Vec<RowId> = ended.iter().filter_map(|entry| entry.transfer).map(RowId::from).collect();
    sides(connection, user, &moves, known).await
}

/// Ends moves of which a side is gone: what is left of them is no side of a move any more.
pub(super) async fn end(
    connection: &mut Connection,
    user: RowId,
    moves: &[RowId],
    now: Timestamp,
) -> Result<()> {
    let left = sides(connection, user, moves, &HashSet::new()).await?;
    write(connection, user, &left, now).await
}

/// Ends the moves that `changes`, which are written, left with one side, and puts that into `changes`. Answers those of them that
/// are not the side of a move that they should have been.
pub(super) async fn end_halves(
    connection: &mut Connection,
    user: RowId,
    changes: &mut Vec<Change>,
    now: Timestamp,
) -> Result<Vec<RowId>> {
    let side_of = |written: &Option<Written>| written.as_ref().and_then(|written| written.state.transfer);
    let touched: BTreeSet<RowId> = changes
        .iter()
        .map(|change| [side_of(&change.before), side_of(&change.after)])
        .filter(|[before, after]| before != after)
        .flatten()
        .flatten()
        .map(RowId::from)
        .collect();
    let touched: Vec<RowId> = touched.into_iter().collect();
    let mut halves = sides(connection, user, &touched, &HashSet::new()).await?;
    let mut counts: HashMap<TransferId, usize> = HashMap::new();
    for side in halves.iter().filter_map(|(entry, _)| entry.transfer) {
        *counts.entry(side).or_default() += 1;
    }
    halves.retain(|(entry, _)| entry.transfer.is_some_and(|side| counts.get(&side) == Some(&1)));
    write(connection, user, &halves, now).await?;
    let places: HashMap<RowId, usize> =
        changes.iter().enumerate().map(|(place, change)| (change.entry, place)).collect();
    let mut others = Vec::new();
    for (entry, after) in halves {
        let id = RowId::from(entry.id);
        match places.get(&id).and_then(|place| changes.get_mut(*place)) {
            Some(change) => {
                change.after = Some(Written { state: after, rest: None });
                others.push(id);
            }
            None => changes.push(Change::of((entry, after))),
        }
    }
    let state_of = |written: &Option<Written>| written.as_ref().map(|written| written.state.clone());
    changes.retain(|change| state_of(&change.before) != state_of(&change.after));
    Ok(others)
}

async fn sides(
    connection: &mut Connection,
    user: RowId,
    moves: &[RowId],
    known: &HashSet<RowId>,
) -> Result<Vec<(Entry, EntryState)>> {
    let mut ids: Vec<RowId> = Vec::new();
    for chunk in moves.chunks(ROWS_PER_INSERT) {
        let sides: Vec<RowId> = entries::table
            .filter(entries::user_id.eq(user))
            .filter(entries::transfer_id.eq_any(chunk.to_vec()))
            .select(entries::id)
            .load(connection)
            .await?;
        ids.extend(sides.into_iter().filter(|id| !known.contains(id)));
    }
    ids.sort_unstable();
    ids.dedup();
    let others = find_all(connection, user, ids).await?;
    Ok(others
        .into_iter()
        .map(|entry| {
            let state = EntryState::of(&entry);
            (entry, EntryState { kind: EntryKind::Entry, transfer: None, ..state })
        })
        .collect())
}
