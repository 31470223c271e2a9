//! Booked lines.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::report::GroupTotal;
use saldo_domain::{
    AccountId, CategoryId, Entry, EntryFilter, EntryId, Money, Page, PageRequest, Timestamp, UserId,
};

use crate::Result;

/// What the entries of one total have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// Nothing: one total for each currency.
    Whole,
    /// Their category (its id).
    Category,
    /// Their merchant.
    Merchant,
    /// Their month (`YYYY-MM`).
    Month,
    /// Their account (its id).
    Account,
}

/// What changes of an entry; `None` leaves it as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryChange {
    /// A new description.
    pub description: Option<String>,
    /// A new category; `Some(None)` takes it away.
    pub category: Option<Option<CategoryId>>,
}

/// An account's balance as a statement printed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The account.
    pub account: AccountId,
    /// The day at whose end it held.
    pub date: NaiveDate,
    /// The balance.
    pub amount: Money,
}

/// The person's booked lines.
#[async_trait]
pub trait Entries: Send + Sync {
    /// The entries that `filter` lets through, page by page. Equal dates are told apart by position, then id, so that
    /// no page misses or repeats one.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`].
    async fn list_entries(&self, user: UserId, filter: EntryFilter, page: PageRequest)
    -> Result<Page<Entry>>;

    /// The person's entry with this id.
    async fn find_entry(&self, user: UserId, entry: EntryId) -> Result<Option<Entry>>;

    /// Changes an entry; `None` when the person has no such entry (or no such category).
    async fn update_entry(
        &self,
        user: UserId,
        entry: EntryId,
        change: EntryChange,
        now: Timestamp,
    ) -> Result<Option<Entry>>;

    /// Income and spending of the entries that `filter` lets through, one total for each group and currency,
    /// the greatest spending first. Transfers between own accounts are left out unless the filter asks for them.
    async fn total_entries(&self, user: UserId, filter: EntryFilter, by: Grouping)
    -> Result<Vec<GroupTotal>>;

    /// Each account's last known balance at the end of `date`: the printed running balance of its last entry until then,
    /// or the printed closing balance of a statement that ended by then, whichever is later. Accounts without one are left out.
    async fn list_balances(&self, user: UserId, date: NaiveDate) -> Result<Vec<Balance>>;
}
