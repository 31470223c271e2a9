//! Edits: recorded changes to transactions, from which they are listed and undone.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::account::{AccountId, AccountKind};
use crate::category::CategoryId;
use crate::clock::Timestamp;
use crate::edit_subject::EditSubject;
use crate::id::Id;
use crate::money::Money;
use crate::split::{self, Split};
use crate::tag::Tag;
use crate::transaction::{CategoryBy, Transaction, TransactionId, TransactionKind, TransferId};
use crate::user::UserId;

/// The identifier of an [`Edit`].
pub type EditId = Id<Edit>;

/// A change to transactions, to the names of merchants or to accounts that was made, and is undone, as a
/// whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The identifier.
    pub id: EditId,
    /// The kind of change.
    pub action: EditAction,
    /// The number of transactions that it changed, also those whose merchant it named; 0 for changes and
    /// merges of accounts.
    pub transactions: u64,
    /// The edit that this one undid; `None` unless `action` is [`EditAction::Undo`].
    pub undoes: Option<EditId>,
    /// True if a later edit undid this one.
    pub undone: bool,
    /// The user who made it; `None` for automatic edits, for those of deleted users and for those of a
    /// restored archive.
    pub by: Option<EditedBy>,
    /// The time of the edit.
    pub created_at: Timestamp,
    /// The subject; `None` if nothing is recorded of it, as for an undo that changed nothing.
    pub subject: Option<EditSubject>,
}

/// The user who made an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedBy {
    /// The user.
    pub user: UserId,
    /// The user's name; may be empty.
    pub name: String,
}

/// The kind of change that an edit made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EditAction {
    /// The user added a transaction.
    Create,
    /// The user changed transactions.
    Change,
    /// The user deleted transactions.
    Delete,
    /// Transactions were categorized automatically, by rules or by the user's earlier choices.
    Categorize,
    /// Transactions were matched as transfers between own accounts.
    Match,
    /// The user named merchants, or merged several under one name.
    NameMerchants,
    /// The user changed an account.
    ChangeAccount,
    /// The user merged two accounts.
    MergeAccounts,
    /// An earlier edit was undone.
    Undo,
}

/// The part of a transaction that an edit can change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TransactionState {
    /// The account of the transaction.
    pub account: AccountId,
    /// The booking date.
    pub date: NaiveDate,
    /// The description that the user sees; they may edit it.
    pub description: String,
    /// The user's note; empty if there is none.
    pub note: String,
    /// The amount: positive for money in, negative for money out.
    pub amount: Money,
    /// The category; `None` if the transaction is uncategorized or split.
    pub category: Option<CategoryId>,
    /// The origin of the category.
    pub category_by: CategoryBy,
    /// Income or spending, or a transfer between own accounts.
    pub kind: TransactionKind,
    /// The transfer that the transaction is one side of.
    pub transfer: Option<TransferId>,
    /// The user's tags, in order.
    pub tags: Vec<Tag>,
    /// The splits; empty if the transaction is not split.
    pub splits: Vec<Split>,
}

impl TransactionState {
    /// Returns the current state of a transaction.
    #[must_use]
    pub fn of(transaction: &Transaction) -> Self {
        Self {
            account: transaction.account,
            date: transaction.date,
            description: transaction.description.clone(),
            note: transaction.note.clone(),
            amount: transaction.amount,
            category: transaction.category,
            category_by: transaction.category_by,
            kind: transaction.kind,
            transfer: transaction.transfer,
            tags: transaction.tags.clone(),
            splits: transaction.splits.clone(),
        }
    }

    /// True if there are no splits, or if they add up to the amount and the transaction has no
    /// category of its own.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.splits.is_empty()
            || (self.category.is_none() && split::adds_up(self.amount, &self.splits).unwrap_or(false))
    }

    /// Returns this state with the edit from `before` to `after` undone, and true if all of the edit could be
    /// undone. A field that was changed again since the edit keeps its present value.
    ///
    /// Fields that depend on each other are undone together or not at all: a category and its origin,
    /// the kind and the transfer, and, if any of the three states is split, the splits, the amount
    /// and the category.
    #[must_use]
    pub fn without_change(&self, before: &Self, after: &Self) -> (Self, bool) {
        let mut state = self.clone();
        let mut whole = true;
        macro_rules! restore_fields {
            ($($field:ident),+ where $possible:expr) => {{
                let changed = false $(|| before.$field != after.$field)+;
                let possible = $possible $(&& self.$field == after.$field)+;
                if changed && possible {
                    $(state.$field = before.$field.clone();)+
                }
                whole &= possible || !changed;
            }};
        }
        restore_fields!(account where true);
        restore_fields!(date where true);
        restore_fields!(description where true);
        restore_fields!(note where true);
        restore_fields!(tags where true);
        restore_fields!(kind, transfer where true);
        if [self, before, after].iter().any(|state| !state.splits.is_empty()) {
            restore_fields!(amount, category, category_by, splits where before.adds_up());
        } else {
            restore_fields!(amount where true);
            restore_fields!(category, category_by where true);
        }
        (state, whole)
    }
}

/// The part of an account that an edit can change and undo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountState {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: AccountKind,
    /// The day on which it was closed.
    pub closed_on: Option<NaiveDate>,
    /// The group under which it is listed.
    pub group: Option<String>,
    /// The user's note.
    pub note: Option<String>,
    /// True if it is archived.
    pub is_archived: bool,
    /// The member who pays from it. Absent in edits of earlier versions.
    #[serde(default)]
    pub payer: Option<UserId>,
}

impl AccountState {
    /// Returns this state with the edit from `before` to `after` undone, and true if all of the edit could be
    /// undone. A field that was changed again since the edit keeps its present value.
    #[must_use]
    pub fn without_change(&self, before: &Self, after: &Self) -> (Self, bool) {
        let mut state = self.clone();
        let mut is_whole = true;
        macro_rules! restore_field {
            ($field:ident) => {
                if before.$field != after.$field {
                    if self.$field == after.$field {
                        state.$field.clone_from(&before.$field);
                    } else {
                        is_whole = false;
                    }
                }
            };
        }
        restore_field!(name);
        restore_field!(kind);
        restore_field!(closed_on);
        restore_field!(group);
        restore_field!(note);
        restore_field!(is_archived);
        restore_field!(payer);
        (state, is_whole)
    }
}

/// One transaction before and after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionRecord {
    /// The transaction.
    pub transaction: TransactionId,
    /// The edit.
    pub edit: Edit,
    /// The state before; `None` if the edit created the transaction.
    pub before: Option<TransactionState>,
    /// The state after; `None` if the edit deleted the transaction.
    pub after: Option<TransactionState>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn state() -> TransactionState {
        TransactionState {
            account: Id::new(Timestamp::from_milliseconds(1)),
            date: NaiveDate::from_ymd_opt(2025, 5, 1).unwrap(),
            description: "Coffee".to_owned(),
            note: String::new(),
            amount: Money::from_minor(-300, Currency::parse("EUR").unwrap()),
            category: None,
            category_by: CategoryBy::Words,
            kind: TransactionKind::Transaction,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
        }
    }

    #[test]
    fn an_edit_is_undone_by_field_and_later_edits_stay() {
        let before = state();
        let after =
            TransactionState { note: "n".to_owned(), description: "Tea".to_owned(), ..before.clone() };
        assert_eq!(after.without_change(&before, &after), (before.clone(), true));
        let later = TransactionState { note: "other".to_owned(), ..after.clone() };
        let (state, whole) = later.without_change(&before, &after);
        assert!(!whole);
        assert_eq!((state.description.as_str(), state.note.as_str()), ("Coffee", "other"));
    }

    #[test]
    fn dependent_fields_are_undone_together() {
        let euro = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
        let part = |minor| Split { amount: euro(minor), category: None, note: None };
        let food = Some(Id::new(Timestamp::from_milliseconds(2)));
        let before = TransactionState { category: food, ..state() };
        let after = TransactionState { amount: euro(-500), ..before.clone() };
        // Without splits, the amount and the category are independent.
        let categorized = TransactionState { category: None, category_by: CategoryBy::User, ..after.clone() };
        let back = TransactionState { amount: before.amount, ..categorized.clone() };
        assert_eq!(categorized.without_change(&before, &after), (back, true));
        // With splits, they are undone together.
        let split = TransactionState { splits: vec![part(-200), part(-300)], ..categorized.clone() };
        assert!(split.adds_up());
        assert_eq!(split.without_change(&before, &after), (split.clone(), false));
        assert_eq!(split.without_change(&after, &split), (after.clone(), true));
        assert_eq!(split.without_change(&after, &categorized), (split.clone(), false));
        let broken = TransactionState { amount: euro(-600), ..split.clone() };
        assert!(!broken.adds_up());
        assert_eq!(
            after.without_change(&broken, &after),
            (after.clone(), false),
            "a damaged record is not restored"
        );
        // A transaction that is part of another transfer by now keeps that one.
        let transfer = |number| Some(Id::new(Timestamp::from_milliseconds(number)));
        let moved =
            TransactionState { kind: TransactionKind::Transfer, transfer: transfer(3), ..before.clone() };
        let again = TransactionState { transfer: transfer(4), ..moved.clone() };
        assert_eq!(again.without_change(&before, &moved), (again.clone(), false));
    }

    #[test]
    fn an_edit_of_an_account_is_undone_by_field() {
        let before = AccountState {
            name: "Giro".to_owned(),
            kind: AccountKind::Checking,
            closed_on: None,
            group: None,
            note: Some("joint".to_owned()),
            is_archived: false,
            payer: None,
        };
        let after = AccountState { name: "Daily".to_owned(), is_archived: true, ..before.clone() };
        assert_eq!(after.without_change(&before, &after), (before.clone(), true));
        let later = AccountState { name: "Main".to_owned(), note: None, ..after.clone() };
        let kept = AccountState { is_archived: false, ..later.clone() };
        assert_eq!(later.without_change(&before, &after), (kept, false));
    }

    #[test]
    fn a_state_survives_a_json_round_trip() {
        let state = state();
        let json = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<TransactionState>(&json).unwrap(), state);
    }
}
