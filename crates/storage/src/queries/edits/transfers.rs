//! Keeping transfers whole: if one side is unmatched or deleted, the other side is not part of a transfer any
//! longer.

use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Entry, EntryId, EntryKind, EntryState, Money, Timestamp, TransferId};

use super::backend::Connection;
use super::edit_write::{Change, Written, write};
use super::entries::find_all;
use crate::Result;
use crate::rows::ROWS_PER_INSERT;
use crate::schema::entries;
use crate::sql_types::RowId;

/// Adds changes for the other sides of transfers that the changes end, because a side is unmatched or the
/// amounts do not match any longer.
pub(super) async fn with_other_sides(
    connection: &mut Connection,
    user: RowId,
    mut changes: Vec<(Entry, EntryState)>,
) -> Result<Vec<(Entry, EntryState)>> {
    end_unequal(connection, user, &mut changes).await?;
    let ends = |(entry, after): &&(Entry, EntryState)| entry.transfer != after.transfer;
    let ended: Vec<Entry> = changes.iter().filter(ends).map(|(entry, _)| entry.clone()).collect();
    let known: HashSet<RowId> = changes.iter().map(|(entry, _)| entry.id.into()).collect();
    changes.extend(other_sides(connection, user, &ended, &known).await?);
    Ok(changes)
}

/// Unmatches the changed transactions whose transfer is not valid with a new amount of one side.
async fn end_unequal(
    connection: &mut Connection,
    user: RowId,
    changes: &mut [(Entry, EntryState)],
) -> Result<()> {
    let repriced = |(entry, after): &&(Entry, EntryState)| {
        entry.amount != after.amount && entry.transfer == after.transfer
    };
    let moves: BTreeSet<RowId> =
        changes.iter().filter(repriced).filter_map(|(_, after)| after.transfer).map(RowId::from).collect();
    if moves.is_empty() {
        return Ok(());
    }
    let moves: Vec<RowId> = moves.into_iter().collect();
    let sides = sides(connection, user, &moves, &HashSet::new()).await?;
    let new: HashMap<EntryId, Money> =
        changes.iter().map(|(entry, after)| (entry.id, after.amount)).collect();
    let amounts = amounts_of(&sides, |side| new.get(&side.id).copied().unwrap_or(side.amount));
    for (_, after) in changes {
        let amounts = after.transfer.and_then(|transfer| amounts.get(&transfer));
        if amounts.is_some_and(|amounts| !are_sides(amounts)) {
            after.kind = EntryKind::Entry;
            after.transfer = None;
        }
    }
    Ok(())
}

/// Returns the amounts of the sides of each transfer.
fn amounts_of(
    sides: &[(Entry, EntryState)],
    amount: impl Fn(&Entry) -> Money,
) -> HashMap<TransferId, Vec<Money>> {
    let mut amounts: HashMap<TransferId, Vec<Money>> = HashMap::new();
    for (side, _) in sides {
        if let Some(transfer) = side.transfer {
            amounts.entry(transfer).or_default().push(amount(side));
        }
    }
    amounts
}

/// Returns true if two amounts have opposite signs and, in the same currency, the same size. With other
/// amounts, money would be missing from every total.
fn are_sides(amounts: &[Money]) -> bool {
    let [one, other] = amounts else { return false };
    let one_currency = one.currency() == other.currency();
    !one.is_zero()
        && !other.is_zero()
        && one.is_negative() != other.is_negative()
        && (!one_currency || one.checked_neg().is_ok_and(|turned| turned == *other))
}

/// Returns the changes that end the other sides of the transfers of `ended`, without transactions in `known`,
/// which change anyway.
pub(super) async fn other_sides(
    connection: &mut Connection,
    user: RowId,
    ended: &[Entry],
    known: &HashSet<RowId>,
) -> Result<Vec<(Entry, EntryState)>> {
    let moves: Vec<RowId> = ended.iter().filter_map(|entry| entry.transfer).map(RowId::from).collect();
    sides(connection, user, &moves, known).await
}

/// Ends transfers that lost a side; the remaining sides become income or spending.
pub(super) async fn end(
    connection: &mut Connection,
    user: RowId,
    moves: &[RowId],
    now: Timestamp,
) -> Result<()> {
    let left = sides(connection, user, moves, &HashSet::new()).await?;
    write(connection, user, &left, now).await
}

/// Ends the transfers that `changes`, which are already written, left with one side or with amounts that do
/// not match, and adds that to `changes`. Returns the changed transactions that should have become a side of
/// such a transfer.
pub(super) async fn end_halves(
    connection: &mut Connection,
    user: RowId,
    changes: &mut Vec<Change>,
    now: Timestamp,
) -> Result<Vec<RowId>> {
    let side_of = |written: &Option<Written>| written.as_ref().and_then(|written| written.state.transfer);
    let amount_of = |written: &Option<Written>| written.as_ref().map(|written| written.state.amount);
    let repriced: BTreeSet<TransferId> = changes
        .iter()
        .filter(|change| {
            amount_of(&change.before).zip(amount_of(&change.after)).is_some_and(|(old, new)| old != new)
        })
        .filter_map(|change| side_of(&change.after))
        .collect();
    let touched: BTreeSet<RowId> = changes
        .iter()
        .map(|change| [side_of(&change.before), side_of(&change.after)])
        .filter(|[before, after]| before != after)
        .flatten()
        .flatten()
        .chain(repriced.iter().copied())
        .map(RowId::from)
        .collect();
    let touched: Vec<RowId> = touched.into_iter().collect();
    let mut ended = sides(connection, user, &touched, &HashSet::new()).await?;
    let amounts = amounts_of(&ended, |side| side.amount);
    ended.retain(|(entry, _)| {
        entry.transfer.is_some_and(|side| match amounts.get(&side) {
            Some(amounts) if amounts.len() == 2 => repriced.contains(&side) && !are_sides(amounts),
            amounts => amounts.is_some_and(|amounts| amounts.len() == 1),
        })
    });
    write(connection, user, &ended, now).await?;
    let places: HashMap<RowId, usize> =
        changes.iter().enumerate().map(|(place, change)| (change.entry, place)).collect();
    let mut others = Vec::new();
    for (entry, after) in ended {
        let id = RowId::from(entry.id);
        match places.get(&id).and_then(|place| changes.get_mut(*place)) {
            Some(change) => {
                let was_a_side = side_of(&change.before) == side_of(&change.after);
                others.extend((!was_a_side).then_some(id));
                change.after = Some(Written { state: after, rest: None });
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
