//! The port for transactions: lists, totals and balances.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::report::GroupTotal;
use saldo_domain::{
    AccountId, CategoryId, Money, Month, Page, PageRequest, Period, Tag, Transaction, TransactionFilter,
    TransactionId, TransactionKind, UserId,
};
use saldo_ledger::Movement;

use crate::Result;

/// The criterion that groups transactions into totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// One total per currency.
    Whole,
    /// Totals by category id.
    Category,
    /// Totals by merchant.
    Merchant,
    /// Totals by month (`YYYY-MM`).
    Month,
    /// Totals by day (`YYYY-MM-DD`).
    Day,
    /// Totals by account id.
    Account,
    /// Totals by tag. A transaction counts for each of its tags, and not at all without any. If the filter
    /// names a tag, only that one has totals.
    Tag,
}

impl Grouping {
    /// All groupings that count each transaction once or, by category, each of its splits.
    pub const ALL: [Self; 6] =
        [Self::Whole, Self::Category, Self::Merchant, Self::Month, Self::Day, Self::Account];
}

/// A transaction that the user categorized, as an example for categorizing others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategorizedTransaction {
    /// The id of the transaction.
    pub id: TransactionId,
    /// The account.
    pub account: AccountId,
    /// The category that the user chose.
    pub category: CategoryId,
    /// The description as the statement prints it.
    pub description: String,
    /// The amount, negative for money that leaves the account.
    pub amount: Money,
}

/// The net change of an account in one month, including transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthFlow {
    /// The account.
    pub account: AccountId,
    /// The month.
    pub month: Month,
    /// The sum of the month's amounts.
    pub net: Money,
}

/// The net change of an account on one day, including transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayFlow {
    /// The account.
    pub account: AccountId,
    /// The day.
    pub date: NaiveDate,
    /// The sum of the day's amounts.
    pub net: Money,
}

/// A known balance of an account: printed on a statement, or stated by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The account.
    pub account: AccountId,
    /// The day at the end of which the account had this balance.
    pub date: NaiveDate,
    /// The balance.
    pub amount: Money,
    /// The opening balance of the statement that closes with this balance, if it prints one. Only
    /// [`Transactions::list_known_balances`] sets it.
    pub opening: Option<Money>,
    /// The first day of that statement, if it prints one.
    pub opened_on: Option<NaiveDate>,
}

/// A transaction that a closing balance includes, because a balanced statement prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvenLine {
    /// The account.
    pub account: AccountId,
    /// The transaction.
    pub transaction: TransactionId,
    /// The date of the transaction. It may lie outside the period of the statement.
    pub date: NaiveDate,
    /// The amount of the transaction.
    pub amount: Money,
    /// The day of the closing balance, or of the earliest one if several statements print the transaction.
    pub until: NaiveDate,
}

/// The transactions of a user.
#[async_trait]
pub trait Transactions: Send + Sync {
    /// Returns a page of the transactions that match `filter`, in its order. Transactions with the same date
    /// or amount are ordered by date, position and id, so that no page omits or repeats one.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`] if the cursor is not valid or belongs to another order.
    async fn list_transactions(
        &self,
        user: UserId,
        filter: TransactionFilter,
        page: PageRequest,
    ) -> Result<Page<Transaction>>;

    /// Returns the user's transaction with this id.
    async fn find_transaction(&self, user: UserId, transaction: TransactionId)
    -> Result<Option<Transaction>>;

    /// Returns the part that matching needs of an account's transactions in a period, of one kind or of all,
    /// in no particular order. At most `limit`.
    async fn list_movements(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
        kind: Option<TransactionKind>,
        limit: u32,
    ) -> Result<Vec<Movement>>;

    /// Returns the user's tags in alphabetical order, each with the number of transactions that have it.
    async fn list_tags(&self, user: UserId) -> Result<Vec<(Tag, u64)>>;

    /// Returns the transactions that the user categorized, newest first, at most `limit`.
    async fn list_categorized_transactions(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<CategorizedTransaction>>;

    /// Returns income and spending of the transactions that match `filter`, one total for each group and
    /// currency, ordered by spending, largest first. Transfers are excluded unless `filter.kind` asks for
    /// them.
    ///
    /// # Errors
    /// [`crate::Error::SumTooLarge`] if a total exceeds 64 bits.
    async fn total_transactions(
        &self,
        user: UserId,
        filter: TransactionFilter,
        by: Grouping,
    ) -> Result<Vec<GroupTotal>>;

    /// Returns the days of the first and the last transaction of each account, by account. Accounts without
    /// transactions are omitted.
    async fn list_account_days(&self, user: UserId) -> Result<Vec<(AccountId, Period)>>;

    /// Returns the net change of each account in each month, by account and month. Months without
    /// transactions are omitted.
    ///
    /// # Errors
    /// [`crate::Error::SumTooLarge`] if a sum exceeds 64 bits.
    async fn list_month_flows(&self, user: UserId) -> Result<Vec<MonthFlow>>;

    /// Returns the net change of these accounts on each day of `period`, by account and day. Days without
    /// transactions are omitted.
    ///
    /// # Errors
    /// [`crate::Error::SumTooLarge`] if a sum exceeds 64 bits.
    async fn list_day_flows(
        &self,
        user: UserId,
        accounts: Vec<AccountId>,
        period: Period,
    ) -> Result<Vec<DayFlow>>;

    /// Returns all certain balances, by account and day: closing balances of balanced statements, closing
    /// balances of imported bank files that no check contradicts, and balances that the user stated. A stated
    /// balance takes precedence on its day.
    async fn list_known_balances(&self, user: UserId) -> Result<Vec<Balance>>;

    /// Returns the account's transactions in `period` that a balanced statement with a printed period and
    /// closing balance prints.
    async fn list_proven_lines(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
    ) -> Result<Vec<ProvenLine>>;

    /// Returns each account's last known balance at the end of `date`: the running balance printed beside its
    /// last transaction, the closing balance of a statement, or a balance that the user stated, whichever is
    /// the latest. On the same day, a stated balance takes precedence over a closing balance, and that over a
    /// running balance. Accounts without a known balance are omitted.
    async fn list_balances(&self, user: UserId, date: NaiveDate) -> Result<Vec<Balance>>;
}
