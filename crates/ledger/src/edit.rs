//! Edits of transactions: a change applied to a state, the transfers that it ends, its record and its
//! inverse.
//!
//! Everything here is a pure function. The storage loads what a function needs, and writes what it
//! returns.

mod subject;
mod transfers;
mod undo;

use std::collections::HashSet;
use std::hash::BuildHasher;

use chrono::NaiveDate;
use saldo_domain::{
    CategoryBy, CategoryId, Money, Split, StatementId, Tag, Timestamp, Transaction, TransactionId,
    TransactionKind, TransactionState, TransferId,
};
use serde::{Deserialize, Serialize};

pub use subject::{EXAMINED_TRANSACTIONS_MAX, EditRecord, SubjectNames, subject};
pub use transfers::{complete, end_halves, ended_side, read_again, touched_by, touched_by_records, without};
pub use undo::{Undo, forget_categories, named_categories, repriced, undo};

/// The maximum number of tags on a transaction after an edit. A transaction that already has more can keep
/// as many.
pub const TRANSACTION_TAGS_MAX: usize = 100;

/// A partial update of a transaction; `None` or an empty list leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionChange {
    /// The new booking date.
    pub date: Option<NaiveDate>,
    /// The new description.
    pub description: Option<String>,
    /// The new note.
    pub note: Option<String>,
    /// The new amount, in the same currency. A different amount removes the splits.
    pub amount: Option<Money>,
    /// The new category; `Some(None)` for none. It removes the splits.
    pub category: Option<Option<CategoryId>>,
    /// The origin of the new category; `None` for the user.
    pub category_by: Option<CategoryBy>,
    /// Income or spending, or one side of a transfer between own accounts. [`TransactionKind::Transaction`]
    /// also ends the transfer.
    pub kind: Option<TransactionKind>,
    /// The transfer that it is a side of; `Some(None)` ends it.
    pub transfer: Option<Option<TransferId>>,
    /// The tags that replace all others.
    pub tags: Option<Vec<Tag>>,
    /// Tags to add.
    pub add_tags: Vec<Tag>,
    /// Tags to remove.
    pub remove_tags: Vec<Tag>,
    /// The splits; an empty list removes them. Splits that do not add up to the amount fail the edit.
    pub splits: Option<Vec<Split>>,
}

impl TransactionChange {
    /// Returns the state of a transaction after the change.
    ///
    /// ```
    /// # use saldo_domain::{CategoryBy, Transaction, TransactionKind, TransactionState, Id, Money,
    /// Timestamp}; use saldo_ledger::edit::TransactionChange;
    ///
    /// # let before = TransactionState {
    /// #     account: Id::new(Timestamp::from_milliseconds(0)),
    /// #     date: "2025-05-01".parse().unwrap(),
    /// #     description: "COFFEE 0423".to_owned(),
    /// #     note: String::new(),
    /// #     amount: Money::from_minor(-300, "EUR".parse().unwrap()),
    /// #     category: None,
    /// #     category_by: CategoryBy::Words,
    /// #     kind: TransactionKind::Transaction,
    /// #     transfer: None,
    /// #     tags: Vec::new(),
    /// #     splits: Vec::new(),
    /// # };
    /// let change = TransactionChange { description: Some("Coffee".to_owned()),
    /// ..TransactionChange::default() }; let after = change.apply(&before);
    /// assert_eq!(after.description, "Coffee");
    /// assert_eq!(after.amount, before.amount);
    /// ```
    #[must_use]
    pub fn apply(&self, before: &TransactionState) -> TransactionState {
        let mut state = before.clone();
        if let Some(date) = self.date {
            state.date = date;
        }
        if let Some(description) = &self.description {
            state.description.clone_from(description);
        }
        if let Some(note) = &self.note {
            state.note.clone_from(note);
        }
        if let Some(amount) = self.amount {
            if state.amount != amount {
                state.splits.clear();
            }
            state.amount = amount;
        }
        if let Some(category) = self.category {
            state.splits.clear();
            state.category = category;
            state.category_by = self.category_by.unwrap_or(CategoryBy::User);
        }
        if let Some(kind) = self.kind {
            state.kind = kind;
            if kind == TransactionKind::Transaction {
                state.transfer = None;
            }
        }
        if let Some(transfer) = self.transfer {
            state.transfer = transfer;
        }
        if let Some(tags) = &self.tags {
            state.tags.clone_from(tags);
        }
        state.tags.extend(self.add_tags.iter().cloned());
        state.tags.retain(|tag| !self.remove_tags.contains(tag));
        sort_tags(&mut state.tags);
        if let Some(splits) = &self.splits {
            state.splits.clone_from(splits);
            if !splits.is_empty() {
                state.category = None;
                state.category_by = CategoryBy::User;
            }
        }
        state
    }

    /// Returns the state after a change of transactions that were selected by a condition on categories.
    /// Only the splits whose category `matches` the condition get a new category.
    #[must_use]
    pub fn apply_within(
        &self,
        before: &TransactionState,
        matches: impl Fn(Option<CategoryId>) -> bool,
    ) -> TransactionState {
        let Some(category) = self.category.filter(|_| !before.splits.is_empty()) else {
            return self.apply(before);
        };
        let mut state = Self { category: None, ..self.clone() }.apply(before);
        for split in state.splits.iter_mut().filter(|split| matches(split.category)) {
            split.category = category;
        }
        state
    }
}

/// Sorts tags and removes duplicates.
pub fn sort_tags(tags: &mut Vec<Tag>) {
    tags.sort();
    tags.dedup();
}

/// The reason why an edit is rejected. Nothing is changed then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The user does not have a transaction, account, statement, category or edit that is named.
    #[error("a record that the edit names does not exist")]
    Unknown,
    /// The edit would change too many transactions.
    #[error("the edit would change too many transactions")]
    TooMany,
    /// A transaction would have more than [`TRANSACTION_TAGS_MAX`] tags.
    #[error("a transaction would have too many tags")]
    TooManyTags,
    /// The amount is not in the currency of the account or of the transaction.
    #[error("the amount is not in the currency of the account")]
    OtherCurrency,
    /// The splits do not add up to the amount, or a split transaction would also have a category.
    #[error("the splits of a transaction would not add up to its amount, or it would also have a category")]
    SplitsDiffer,
    /// The edit was already undone.
    #[error("the edit was already undone")]
    AlreadyUndone,
}

/// Checks a transaction's new state against its present one.
///
/// Every total counts splits instead of their transaction, so splits that do not add up must never be
/// written. A transaction that is already wrong may still be changed in other ways.
///
/// # Errors
/// [`EditError::OtherCurrency`], [`EditError::TooManyTags`] or [`EditError::SplitsDiffer`].
pub fn check(before: &TransactionState, after: &TransactionState) -> Result<(), EditError> {
    if before.amount.currency() != after.amount.currency() {
        return Err(EditError::OtherCurrency);
    }
    if after.tags.len() > TRANSACTION_TAGS_MAX.max(before.tags.len()) {
        return Err(EditError::TooManyTags);
    }
    let is_touched =
        before.amount != after.amount || before.category != after.category || before.splits != after.splits;
    if is_touched && !after.adds_up() {
        return Err(EditError::SplitsDiffer);
    }
    Ok(())
}

/// The categories that a state names, also in its splits.
pub fn categories_of(state: &TransactionState) -> impl Iterator<Item = CategoryId> + '_ {
    state.splits.iter().filter_map(|split| split.category).chain(state.category)
}

/// Removes categories that do not exist any longer from a state.
pub fn keep_categories<S: BuildHasher>(state: &mut TransactionState, known: &HashSet<CategoryId, S>) {
    if state.category.is_some_and(|category| !known.contains(&category)) {
        // Nobody chose that there is no category, so it can be categorized automatically again.
        state.category = None;
        state.category_by = CategoryBy::Words;
    }
    for split in &mut state.splits {
        split.category = split.category.filter(|category| known.contains(category));
    }
}

/// A transaction as an edit records it: its state and, if it was deleted, all other values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The state.
    #[serde(flatten)]
    pub state: TransactionState,
    /// The values for restoring a deleted transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<FixedValues>,
}

impl Snapshot {
    /// Returns the snapshot of a transaction that exists.
    #[must_use]
    pub const fn of(state: TransactionState) -> Self {
        Self { state, rest: None }
    }
}

/// The values that an edit cannot change, for restoring a deleted transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedValues {
    /// The statement from which it was read first.
    pub statement: Option<StatementId>,
    /// The fingerprint by which imports recognize it.
    pub fingerprint: String,
    /// The second date.
    pub value_date: Option<NaiveDate>,
    /// The printed description.
    pub original_description: String,
    /// The name by which transactions of one merchant are grouped.
    pub merchant: String,
    /// The printed running balance, in minor units.
    pub balance_minor: Option<i64>,
    /// The position on a page of its statement.
    pub place: Option<serde_json::Value>,
    /// The index among the transactions of its account on its statement.
    pub position: i32,
    /// The time at which it was added.
    pub created_at: Timestamp,
    /// The lines of statements that print it.
    pub lines: Vec<SnapshotLine>,
}

/// A line of a statement that prints a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotLine {
    /// The statement.
    pub statement: StatementId,
    /// The index of the account's part of the statement.
    pub account_position: i32,
    /// The index of the line within the part.
    pub position: i32,
    /// The position on a page.
    pub place: Option<serde_json::Value>,
    /// The printed running balance, in minor units.
    pub balance_minor: Option<i64>,
    /// The date as it was read; `None` for a line that the user added.
    #[serde(default)]
    pub printed_date: Option<NaiveDate>,
    /// The amount as it was read, in minor units; `None` for a line that the user added.
    #[serde(default)]
    pub printed_minor: Option<i64>,
}

/// One transaction before and after an edit; `None` if it did not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The transaction.
    pub transaction: TransactionId,
    /// The state before the edit.
    pub before: Option<Snapshot>,
    /// The state after the edit.
    pub after: Option<Snapshot>,
}

impl Change {
    /// Returns the change of a transaction to another state.
    #[must_use]
    pub fn of((transaction, after): (Transaction, TransactionState)) -> Self {
        let before = Some(Snapshot::of(TransactionState::of(&transaction)));
        Self { transaction: transaction.id, before, after: Some(Snapshot::of(after)) }
    }
}

#[cfg(test)]
mod tests;
