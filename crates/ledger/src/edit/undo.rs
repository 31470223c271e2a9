//! The inverse of an edit. Everything that was changed again afterwards remains as it is.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use saldo_domain::{CategoryId, Transaction, TransactionId, TransactionState};

use super::{Change, FixedValues, Snapshot, categories_of, keep_categories};

/// The changes that undo an edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Undo {
    /// The transactions that return to an earlier state.
    pub change: Vec<(Transaction, TransactionState)>,
    /// The transactions that the edit added.
    pub delete: Vec<Transaction>,
    /// The transactions that the edit deleted.
    pub restore: Vec<(TransactionId, TransactionState, FixedValues)>,
    /// The transactions that cannot be restored completely.
    pub kept: BTreeSet<TransactionId>,
}

/// Returns the changes that undo an edit with these recorded changes. `present` contains those of the
/// transactions that exist now, and `can_restore` is false for a deleted transaction whose account does not
/// exist any longer, or whose line was imported again since.
#[must_use]
pub fn undo<S: BuildHasher>(
    recorded: Vec<Change>,
    present: &HashMap<TransactionId, Transaction, S>,
    can_restore: impl Fn(&Snapshot) -> bool,
) -> Undo {
    let mut undo = Undo::default();
    for Change { transaction: id, before, after } in recorded {
        match (present.get(&id), before, after) {
            (Some(transaction), Some(before), Some(after)) => {
                let state = TransactionState::of(transaction);
                let (target, is_whole) = state.without_change(&before.state, &after.state);
                undo.kept.extend((!is_whole).then_some(id));
                if target != state {
                    undo.change.push((transaction.clone(), target));
                }
            }
            (Some(transaction), None, Some(_)) => undo.delete.push(transaction.clone()),
            (None, Some(before), None) if can_restore(&before) => match before {
                Snapshot { state, rest: Some(rest) } => undo.restore.push((id, state, rest)),
                Snapshot { rest: None, .. } => undo.kept.extend([id]),
            },
            _ => undo.kept.extend([id]),
        }
    }
    undo
}

/// Returns the existing transactions that undoing adds or deletes or whose amount it changes.
#[must_use]
pub fn repriced<S: BuildHasher>(
    recorded: &[Change],
    present: &HashMap<TransactionId, Transaction, S>,
) -> Vec<TransactionId> {
    let is_another = |change: &&Change| match (&change.before, &change.after) {
        (Some(before), Some(after)) => before.state.amount != after.state.amount,
        _ => true,
    };
    let moved = recorded.iter().filter(is_another).map(|change| change.transaction);
    moved.filter(|id| present.contains_key(id)).collect()
}

/// Returns the categories that undoing could restore.
#[must_use]
pub fn named_categories(recorded: &[Change]) -> HashSet<CategoryId> {
    recorded
        .iter()
        .filter_map(|change| change.before.as_ref())
        .flat_map(|before| categories_of(&before.state))
        .collect()
}

/// Removes deleted categories from the states to restore.
pub fn forget_categories<S: BuildHasher>(recorded: &mut [Change], known: &HashSet<CategoryId, S>) {
    for before in recorded.iter_mut().filter_map(|change| change.before.as_mut()) {
        keep_categories(&mut before.state, known);
    }
}
