//! Booked lines.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::report::GroupTotal;
use saldo_domain::{
    AccountId, CategoryId, Entry, EntryFilter, EntryId, Money, Month, Page, PageRequest, Period, Tag, UserId,
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
    /// Their day (`YYYY-MM-DD`).
    Day,
    /// Their account (its id).
    Account,
}

impl Grouping {
    /// All there are.
    pub const ALL: [Self; 6] =
        [Self::Whole, Self::Category, Self::Merchant, Self::Month, Self::Day, Self::Account];
}

/// An entry that the person sorted into a category themselves: what others can be sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedEntry {
    /// Which entry.
    pub id: EntryId,
    /// The account it is booked to.
    pub account: AccountId,
    /// The category the person chose.
    pub category: CategoryId,
    /// As the statement prints it.
    pub description: String,
    /// Signed from the account holder's side.
    pub amount: Money,
}

/// What came into an account and went out of it in one month, moves between own accounts included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthFlow {
    /// The account.
    pub account: AccountId,
    /// The month.
    pub month: Month,
    /// The sum of the month's amounts.
    pub net: Money,
}

/// What came into an account and went out of it on one day, moves between own accounts included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayFlow {
    /// The account.
    pub account: AccountId,
    /// The day.
    pub date: NaiveDate,
    /// The sum of the day's amounts.
    pub net: Money,
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
    /// What the statement that closes with it opened with, where it is one's closing balance.
    pub opening: Option<Money>,
    /// The first day of that statement, where it prints one.
    pub opened_on: Option<NaiveDate>,
}

/// An entry that a closing balance has in it: a balanced statement prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvenLine {
    /// The account.
    pub account: AccountId,
    /// The entry.
    pub entry: EntryId,
    /// Its day in the books, which may be outside of the statement's period.
    pub date: NaiveDate,
    /// What it moved.
    pub amount: Money,
    /// The day of the closing balance; of the earliest, where several statements print the entry.
    pub until: NaiveDate,
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

    /// The person's tags in alphabetical order, each with the number of entries that have it.
    async fn list_tags(&self, user: UserId) -> Result<Vec<(Tag, u64)>>;

    /// The entries that the person sorted themselves, the newest first, at most `limit`.
    async fn list_sorted_entries(&self, user: UserId, limit: u32) -> Result<Vec<SortedEntry>>;

    /// Income and spending of the entries that `filter` lets through, one total for each group and currency,
    /// the greatest spending first. Transfers between own accounts are left out unless the filter asks for them.
    async fn total_entries(&self, user: UserId, filter: EntryFilter, by: Grouping)
    -> Result<Vec<GroupTotal>>;

    /// What moved each account in each month, by account and month; months in which nothing moved are left out.
    async fn list_month_flows(&self, user: UserId) -> Result<Vec<MonthFlow>>;

    /// What moved these accounts on each day of `period`, by account and day; days on which nothing moved are left out.
    async fn list_day_flows(
        &self,
        user: UserId,
        accounts: Vec<AccountId>,
        period: Period,
    ) -> Result<Vec<DayFlow>>;

    /// Every balance that is known for certain, by account and day: closing balances of balanced statements and of banks' own files
    /// that nothing speaks against, and those the person stated.
    async fn list_known_balances(&self, user: UserId) -> Result<Vec<Balance>>;

    /// The account's entries of `period` that balanced statements with a printed period and closing balance print.
    async fn list_proven_lines(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
    ) -> Result<Vec<ProvenLine>>;

    /// Each account's last known balance at the end of `date`: the printed running balance of its last entry until then,
    /// or the printed closing balance of a statement that ended by then, or the one the person stated, whichever is later. Accounts without one are left out.
    async fn list_balances(&self, user: UserId, date: NaiveDate) -> Result<Vec<Balance>>;
}
