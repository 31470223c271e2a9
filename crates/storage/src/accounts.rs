//! Bank accounts.

use async_trait::async_trait;
use saldo_domain::{Account, AccountId, AccountKind, Currency, Date, Id, Money, Timestamp, UserId};

use crate::Result;

/// An account that the person makes: cash, a house, a loan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewHandAccount {
    /// Its identifier, made by the caller.
    pub id: AccountId,
    /// What the person calls it.
    pub name: String,
    /// Where it is, if anywhere.
    pub institution: Option<String>,
    /// What kind of account it is.
    pub kind: AccountKind,
    /// The currency of its entries.
    pub currency: Currency,
}

/// What changes of an account; `None` leaves it as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountChange {
    /// A new name.
    pub name: Option<String>,
    /// Another kind.
    pub kind: Option<AccountKind>,
    /// The day it was closed; `Some(None)` opens it again.
    pub closed_on: Option<Option<Date>>,
    /// Another number, whole or masked; `Some(None)` takes it away. It has four letters or digits at least.
    pub number: Option<Option<String>>,
}

/// How merging two accounts ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// The other account is gone; its entries and statements are this one's.
    Done {
        /// The account that stays.
        account: Account,
        /// The merge, by which it can be undone.
        merge: Id<AccountMerge>,
    },
    /// One of them is not the person's, or both are the same.
    Unknown,
    /// Their currencies differ.
    OtherCurrency,
}

/// A merge of two accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountMerge {
    /// Its identifier.
    pub id: Id<AccountMerge>,
    /// The account that stays.
    pub account: AccountId,
    /// The account that is gone.
    pub other: AccountId,
    /// What that was called.
    pub other_name: String,
    /// When.
    pub created_at: Timestamp,
    /// Whether it was undone.
    pub is_undone: bool,
}

/// How undoing a merge ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeUndone {
    /// The other account is there again. `kept` entries had been changed or deleted since then and stay as they are now, in part or
    /// whole.
    Done {
        /// The account that was gone.
        account: Account,
        /// How many entries could not be restored whole.
        kept: u64,
    },
    /// It was undone before.
    Already,
    /// The account that it was merged into is gone itself: a later merge has to be undone first.
    Gone,
    /// There is no such merge.
    Unknown,
}

/// The person's bank accounts.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// The person's accounts, oldest first.
    async fn list_accounts(&self, user: UserId) -> Result<Vec<Account>>;

    /// The person's account with this id.
    async fn find_account(&self, user: UserId, account: AccountId) -> Result<Option<Account>>;

    /// Adds an account without statements.
    async fn insert_account(&self, user: UserId, new: NewHandAccount, now: Timestamp) -> Result<Account>;

    /// Changes an account; `None` when the person has no such account. Statements of its new number go to it from now on.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when statements of the new number go to another account.
    async fn update_account(
        &self,
        user: UserId,
        account: AccountId,
        change: AccountChange,
        now: Timestamp,
    ) -> Result<Option<Account>>;

    /// Merges `other` into `account`: its entries, statements and stated balances move, entries that both have become one, and
    /// statements that name `other` are booked to `account` from now on.
    async fn merge_accounts(
        &self,
        user: UserId,
        account: AccountId,
        other: AccountId,
        now: Timestamp,
    ) -> Result<Merged>;

    /// Undoes a merge: the other account is there again with all that was its own, but for what was changed since then.
    async fn undo_merge(&self, user: UserId, merge: Id<AccountMerge>, now: Timestamp) -> Result<MergeUndone>;

    /// The merges of the person's accounts, the newest first.
    async fn list_merges(&self, user: UserId) -> Result<Vec<AccountMerge>>;

    /// The identities under which statements know the person's accounts: their own, and those of accounts merged into them.
    async fn list_account_identities(&self, user: UserId) -> Result<Vec<(AccountId, String)>>;

    /// Remembers that two accounts that look like one are two; `false` unless both are the person's. Twice is fine.
    async fn put_distinct_accounts(&self, user: UserId, one: AccountId, other: AccountId) -> Result<bool>;

    /// The pairs of accounts that are two, the smaller id first.
    async fn list_distinct_accounts(&self, user: UserId) -> Result<Vec<(AccountId, AccountId)>>;

    /// Deletes an account that was made by hand, with its entries; `false` when the person has no such account, or it was found
    /// on statements: those are deleted with their statements.
    async fn delete_account(&self, user: UserId, account: AccountId) -> Result<bool>;

    /// States what an account held at the end of a day; what was stated for that day before is replaced.
    /// `false` when the person has no such account of this currency.
    async fn put_balance(&self, user: UserId, account: AccountId, date: Date, amount: Money) -> Result<bool>;

    /// Takes a stated balance back. Twice is fine.
    async fn delete_balance(&self, user: UserId, account: AccountId, date: Date) -> Result<()>;

    /// What the person stated about an account, oldest first.
    async fn list_stated_balances(&self, user: UserId, account: AccountId) -> Result<Vec<(Date, Money)>>;
}
