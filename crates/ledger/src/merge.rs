//! Merging of accounts: the result for a transaction that both
//! have, the rules that name one of them, and the undo of both.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use saldo_domain::{
    AccountId, CategoryBy, CategoryId, Rule, RuleCondition, Transaction, TransactionId, TransactionKind,
    TransactionState,
};
use serde::{Deserialize, Serialize};

use crate::edit::{FixedValues, Snapshot, categories_of, keep_categories};

/// The reason why accounts are not merged, or a merge is not undone. Nothing is changed then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The user does not have one of the accounts or the merge, or both accounts are the same.
    #[error("an account or merge that is named does not exist")]
    Unknown,
    /// The accounts have different currencies.
    #[error("accounts in different currencies cannot be merged")]
    OtherCurrency,
    /// The merge was already undone.
    #[error("the merge was already undone")]
    AlreadyUndone,
    /// The account that remained does not exist any longer, or the other one exists again. If a later
    /// merge deleted the account, undo that merge first.
    #[error("one of the accounts was deleted or restored since")]
    Gone,
}

/// A transaction before and after a merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeChange {
    /// The transaction.
    #[serde(rename = "entry")]
    pub transaction: TransactionId,
    /// The state before the merge.
    pub before: TransactionState,
    /// The state after the merge.
    pub after: TransactionState,
}

impl From<(Transaction, TransactionState)> for MergeChange {
    fn from((transaction, after): (Transaction, TransactionState)) -> Self {
        Self { transaction: transaction.id, before: TransactionState::of(&transaction), after }
    }
}

/// A transaction that both accounts had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    /// The transaction of the deleted account.
    pub gone: TransactionId,
    /// The transaction before the merge.
    pub written: Snapshot,
    /// The transaction of the remaining account.
    pub stays: MergeChange,
}

/// Returns the pairs of transactions that both accounts have, by their fingerprints: first that of the
/// account that is deleted.
///
/// ```
/// use saldo_domain::{Id, Timestamp};
/// use saldo_ledger::merge::shared;
///
/// let [one, other, third] = [1, 2, 3].map(|at| Id::new(Timestamp::from_milliseconds(at)));
/// let kept = [("2025-05-01 -300 coffee".to_owned(), one)];
/// let gone = [("2025-05-01 -300 coffee".to_owned(), other), ("2025-05-02 -900 rent".to_owned(), third)];
/// assert_eq!(shared(kept, gone), [(other, one)]);
/// ```
#[must_use]
pub fn shared(
    kept: impl IntoIterator<Item = (String, TransactionId)>,
    gone: impl IntoIterator<Item = (String, TransactionId)>,
) -> Vec<(TransactionId, TransactionId)> {
    let kept: HashMap<String, TransactionId> = kept.into_iter().collect();
    gone.into_iter().filter_map(|(fingerprint, id)| Some((id, *kept.get(&fingerprint)?))).collect()
}

/// Returns the values of the deleted account, each with true if it moves to the remaining one. It does not
/// if that account has a value for the same key.
#[must_use]
pub fn moving<K: Eq + Hash, V, S: BuildHasher>(
    kept: &HashSet<K, S>,
    gone: Vec<(K, V)>,
) -> Vec<((K, V), bool)> {
    gone.into_iter()
        .map(|(key, value)| {
            let moves = !kept.contains(&key);
            ((key, value), moves)
        })
        .collect()
}

/// Returns a goal's earmark of a merged account from its earmarks of both, in minor units; `None` is the
/// whole balance, which includes any other part.
#[must_use]
pub fn joined_earmark(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    Some(one?.saturating_add(other?))
}

/// The changes that divide joined transactions again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Separated {
    /// The transactions that return to an earlier state.
    pub change: Vec<(Transaction, TransactionState)>,
    /// The transactions to restore.
    pub restore: Vec<Restored>,
    /// The transactions that cannot be restored completely.
    pub kept: BTreeSet<TransactionId>,
}

/// A transaction to restore after a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The transaction.
    pub transaction: TransactionId,
    /// The state.
    pub state: TransactionState,
    /// The other values.
    pub rest: FixedValues,
    /// The transaction that took over its lines.
    pub stays: TransactionId,
}

/// Returns the changes that divide `joined` transactions and restore the transfers that `ended` lost a
/// side of. `present` contains those that exist now; deleted categories, which `known` does not contain,
/// do not return. Everything that was changed after the merge remains as it is.
#[must_use]
pub fn separate<S: BuildHasher, T: BuildHasher>(
    joined: Vec<Joined>,
    ended: &[MergeChange],
    present: &HashMap<TransactionId, Transaction, S>,
    known: &HashSet<CategoryId, T>,
) -> Separated {
    let with_known = |mut state: TransactionState| {
        keep_categories(&mut state, known);
        state
    };
    let mut separated = Separated::default();
    // The last change is undone first: joining, then ending a transfer of the same transaction.
    let mut targets: BTreeMap<TransactionId, TransactionState> = BTreeMap::new();
    for MergeChange { transaction: id, before, after } in
        joined.iter().map(|joined| &joined.stays).chain(ended)
    {
        let Some(transaction) = present.get(id) else {
            separated.kept.insert(*id);
            continue;
        };
        let state = targets.remove(id).unwrap_or_else(|| TransactionState::of(transaction));
        // The account is that of the transaction now, regardless of what is restored.
        let before = TransactionState { account: state.account, ..with_known(before.clone()) };
        let after = TransactionState { account: state.account, ..after.clone() };
        let (target, is_whole) = state.without_change(&before, &after);
        separated.kept.extend((!is_whole).then_some(*id));
        targets.insert(*id, target);
    }
    let changed = targets.into_iter().filter_map(|(id, target)| Some((present.get(&id)?.clone(), target)));
    separated.change =
        changed.filter(|(transaction, target)| TransactionState::of(transaction) != *target).collect();
    for Joined { gone, written, stays } in joined {
        let Snapshot { state, rest: Some(rest) } = written else { continue };
        if present.contains_key(&stays.transaction) {
            let state = with_known(state);
            separated.restore.push(Restored { transaction: gone, state, rest, stays: stays.transaction });
        }
    }
    separated
}

/// Returns the categories that undoing a merge could restore.
#[must_use]
pub fn named_categories(joined: &[Joined], ended: &[MergeChange]) -> HashSet<CategoryId> {
    let gone = joined.iter().map(|joined| &joined.written.state);
    let others = joined.iter().map(|joined| &joined.stays).chain(ended).map(|changed| &changed.before);
    gone.chain(others).flat_map(categories_of).collect()
}

/// Returns the state of the transaction that remains when both accounts have it. Tags
/// and notes are combined. For the description, the category and the splits, the user's
/// choice wins; if both have one, that of the transaction in the remaining account.
#[must_use]
pub fn joined(stays: &Transaction, gone: &Transaction) -> TransactionState {
    let mut state = TransactionState::of(stays);
    if stays.description == stays.original_description && gone.description != gone.original_description {
        state.description.clone_from(&gone.description);
    }
    if !stays.note.contains(&gone.note) {
        let notes = [stays.note.as_str(), gone.note.as_str()];
        state.note = notes.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("\n");
    }
    state.tags.extend(gone.tags.iter().cloned());
    state.tags.sort_unstable();
    state.tags.dedup();
    let by_others = stays.category_by != CategoryBy::User;
    // Splits must add up to the amount.
    let has_splits = !gone.splits.is_empty() && gone.amount == stays.amount;
    if stays.splits.is_empty() && by_others && has_splits {
        state.splits.clone_from(&gone.splits);
        state.category = None;
        state.category_by = gone.category_by;
    } else if stays.splits.is_empty() && gone.splits.is_empty() && outranks(gone, stays) {
        state.category = gone.category;
        state.category_by = gone.category_by;
    }
    if gone.kind == TransactionKind::Transfer && gone.transfer.is_none() {
        state.kind = TransactionKind::Transfer;
    }
    state
}

/// True if the category of `one` has a stronger source than that
/// of `other`: the user, then rules and models, then words.
fn outranks(one: &Transaction, other: &Transaction) -> bool {
    let rank = |transaction: &Transaction| match transaction.category_by {
        CategoryBy::User => 2,
        CategoryBy::Rule | CategoryBy::Learned | CategoryBy::Model => 1,
        CategoryBy::Words => 0,
    };
    rank(one) > rank(other)
}

/// Returns the rule with the account `to` in each condition that names `from`.
#[must_use]
pub fn renamed(rule: &Rule, from: AccountId, to: AccountId) -> Rule {
    let mut rule = rule.clone();
    for condition in &mut rule.conditions {
        if let RuleCondition::Account { account } = condition
            && *account == from
        {
            *account = to;
        }
    }
    rule
}

/// Undoes the change that a merge made to the conditions of a rule, from `before` to
/// `after`. Conditions of the rule as it is `now` that were changed since the merge remain.
#[must_use]
pub fn rule_without_change(now: &Rule, before: &Rule, after: &Rule) -> Rule {
    let mut rule = now.clone();
    for ((now, before), after) in rule.conditions.iter_mut().zip(&before.conditions).zip(&after.conditions) {
        if now == after {
            now.clone_from(before);
        }
    }
    rule
}

#[cfg(test)]
mod tests;
