//! Keeping transfers whole: if one side is unmatched, deleted or gets another amount, the other side is not
//! part of a transfer any longer.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use saldo_domain::{Money, Transaction, TransactionId, TransactionKind, TransactionState, TransferId};

use super::{Change, Snapshot};

/// Returns the transfers whose sides [`complete`] needs.
#[must_use]
pub fn touched_by(changes: &[(Transaction, TransactionState)]) -> BTreeSet<TransferId> {
    let of = |(transaction, after): &(Transaction, TransactionState)| {
        let is_touched = transaction.transfer != after.transfer || transaction.amount != after.amount;
        transaction.transfer.filter(|_| is_touched)
    };
    changes.iter().filter_map(of).collect()
}

/// Returns the changes together with those that they cause on the other sides of transfers, because a side is
/// unmatched or the amounts do not match any longer. `sides` are all transactions of the transfers that
/// [`touched_by`] returns, as they are before the changes.
#[must_use]
pub fn complete(
    mut changes: Vec<(Transaction, TransactionState)>,
    sides: &[Transaction],
) -> Vec<(Transaction, TransactionState)> {
    let new: HashMap<TransactionId, Money> =
        changes.iter().map(|(transaction, after)| (transaction.id, after.amount)).collect();
    let amounts = amounts_of(sides, |side| new.get(&side.id).copied().unwrap_or(side.amount));
    let is_broken = |transfer| amounts.get(&transfer).is_some_and(|amounts| !are_sides(amounts));
    let ended = changes.iter().filter_map(|(transaction, after)| {
        let is_left = transaction.transfer != after.transfer;
        transaction
            .transfer
            .filter(|transfer| is_left || transaction.amount != after.amount && is_broken(*transfer))
    });
    let ended: HashSet<TransferId> = ended.collect();
    // A side that changes in another way ends, too.
    for (transaction, after) in &mut changes {
        let has_ended = after.transfer.is_some_and(|transfer| ended.contains(&transfer));
        if has_ended && transaction.transfer == after.transfer {
            (after.kind, after.transfer) = (TransactionKind::Transaction, None);
        }
    }
    let is_other = |side: &&Transaction| {
        side.transfer.is_some_and(|transfer| ended.contains(&transfer)) && !new.contains_key(&side.id)
    };
    let others: Vec<(Transaction, TransactionState)> =
        sides.iter().filter(is_other).cloned().map(ended_side).collect();
    changes.extend(others);
    changes
}

/// Returns the changes that end the transfers of deleted transactions on their other sides. `sides` are all
/// transactions of these transfers.
#[must_use]
pub fn without(deleted: &[Transaction], sides: Vec<Transaction>) -> Vec<(Transaction, TransactionState)> {
    let deleted: HashSet<TransactionId> = deleted.iter().map(|transaction| transaction.id).collect();
    sides.into_iter().filter(|side| !deleted.contains(&side.id)).map(ended_side).collect()
}

/// Returns a side of a transfer that ended, and its new state: income or spending.
#[must_use]
pub fn ended_side(side: Transaction) -> (Transaction, TransactionState) {
    let state = TransactionState {
        kind: TransactionKind::Transaction,
        transfer: None,
        ..TransactionState::of(&side)
    };
    (side, state)
}

/// Returns the state of a transaction whose line was read again with another date or sign. Splits get the
/// sign of the amount, and a transfer ends, because its other side has the opposite sign.
#[must_use]
pub fn read_again(before: &TransactionState, date: NaiveDate, amount: Money) -> TransactionState {
    let mut after = TransactionState { date, amount, ..before.clone() };
    if before.amount != amount {
        for split in &mut after.splits {
            split.amount = Money::from_minor(split.amount.minor().saturating_neg(), amount.currency());
        }
        (after.kind, after.transfer) = (TransactionKind::Transaction, None);
    }
    after
}

/// Returns the transfers whose sides [`end_halves`] needs.
#[must_use]
pub fn touched_by_records(changes: &[Change]) -> BTreeSet<TransferId> {
    let sides =
        changes.iter().map(|change| [side_of(change.before.as_ref()), side_of(change.after.as_ref())]);
    let differing = sides.filter(|[before, after]| before != after).flatten().flatten();
    differing.chain(repriced_transfers(changes)).collect()
}

/// Ends the transfers that `changes`, which are already written, left with one side or with amounts that do
/// not match, and adds that to `changes`. `sides` are all transactions of the transfers that
/// [`touched_by_records`] returns, as they are now. Returns the sides to end, and those changed transactions
/// that should have become a side of such a transfer.
#[must_use]
pub fn end_halves(
    changes: &mut Vec<Change>,
    sides: &[Transaction],
) -> (Vec<(Transaction, TransactionState)>, Vec<TransactionId>) {
    let repriced: BTreeSet<TransferId> = repriced_transfers(changes).collect();
    let amounts = amounts_of(sides, |side| side.amount);
    let is_broken = |transaction: &&Transaction| {
        transaction.transfer.is_some_and(|transfer| match amounts.get(&transfer) {
            Some(amounts) if amounts.len() == 2 => repriced.contains(&transfer) && !are_sides(amounts),
            amounts => amounts.is_some_and(|amounts| amounts.len() == 1),
        })
    };
    let ended: Vec<(Transaction, TransactionState)> =
        sides.iter().filter(is_broken).cloned().map(ended_side).collect();
    let places: HashMap<TransactionId, usize> =
        changes.iter().enumerate().map(|(place, change)| (change.transaction, place)).collect();
    let mut others = Vec::new();
    for (transaction, after) in &ended {
        match places.get(&transaction.id).and_then(|place| changes.get_mut(*place)) {
            Some(change) => {
                let was_a_side = side_of(change.before.as_ref()) == side_of(change.after.as_ref());
                others.extend((!was_a_side).then_some(transaction.id));
                change.after = Some(Snapshot::of(after.clone()));
            }
            None => changes.push(Change::of((transaction.clone(), after.clone()))),
        }
    }
    let state_of = |snapshot: &Option<Snapshot>| snapshot.as_ref().map(|snapshot| snapshot.state.clone());
    changes.retain(|change| state_of(&change.before) != state_of(&change.after));
    (ended, others)
}

fn side_of(snapshot: Option<&Snapshot>) -> Option<TransferId> {
    snapshot.and_then(|snapshot| snapshot.state.transfer)
}

/// Returns the transfers of which a side got another amount.
fn repriced_transfers(changes: &[Change]) -> impl Iterator<Item = TransferId> + '_ {
    let is_repriced = |change: &&Change| {
        let both = change.before.as_ref().zip(change.after.as_ref());
        both.is_some_and(|(before, after)| before.state.amount != after.state.amount)
    };
    changes.iter().filter(is_repriced).filter_map(|change| side_of(change.after.as_ref()))
}

/// Returns the amounts of the sides of each transfer.
fn amounts_of(
    sides: &[Transaction],
    amount: impl Fn(&Transaction) -> Money,
) -> HashMap<TransferId, Vec<Money>> {
    let mut amounts: HashMap<TransferId, Vec<Money>> = HashMap::new();
    for side in sides {
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
    let is_one_currency = one.currency() == other.currency();
    !one.is_zero()
        && !other.is_zero()
        && one.is_negative() != other.is_negative()
        && (!is_one_currency || one.checked_neg().is_ok_and(|turned| turned == *other))
}
