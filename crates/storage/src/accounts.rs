//! Bank accounts.

use async_trait::async_trait;
use saldo_domain::{Account, AccountId, AccountKind, Currency, Date, Money, Timestamp, UserId};

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
}

/// How merging two accounts ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// The other account is gone; its entries and statements are this one's.
    Done(Account),
    /// One of them is not the person's, or both are the same.
    Unknown,
    /// Their currencies differ.
    OtherCurrency,
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

    /// Changes an account; `None` when the person has no such account.
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
