//! The port for shared expenses of households and the payments that settle them.

use async_trait::async_trait;
use saldo_domain::{
    Division, Page, PageRequest, Settlement, SettlementId, SharedExpense, SharedExpenseId, Timestamp,
    TransactionId, UserId,
};

use crate::Result;

/// A transaction to share with a household.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSharedExpense {
    /// The identifier.
    pub id: SharedExpenseId,
    /// The books of the household.
    pub household: UserId,
    /// The books of the transaction: those of the household, or the payer's own.
    pub books: UserId,
    /// The transaction.
    pub transaction: TransactionId,
    /// The member who paid.
    pub payer: UserId,
    /// The shares of the members.
    pub division: Division,
}

/// The result of storing a record whose number is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitedInsert {
    /// It is stored.
    Stored,
    /// The household has as many as it may have.
    TooMany,
    /// The household or the transaction does not exist.
    NotFound,
    /// The transaction has such a record already.
    Taken,
}

/// Shared expenses of households, and the payments that settle them.
#[async_trait]
pub trait SharedExpenses: Send + Sync {
    /// Shares a transaction with a household, unless that has `expenses_max` shared expenses already.
    async fn insert_shared_expense(
        &self,
        new: NewSharedExpense,
        expenses_max: usize,
        now: Timestamp,
    ) -> Result<LimitedInsert>;

    /// Changes the payer and the shares; returns `false` if the household has no such expense.
    async fn update_shared_expense(
        &self,
        household: UserId,
        expense: SharedExpenseId,
        payer: UserId,
        division: Division,
    ) -> Result<bool>;

    /// Ends the sharing of a transaction; returns `false` if the household has no such expense.
    async fn delete_shared_expense(&self, household: UserId, expense: SharedExpenseId) -> Result<bool>;

    /// Returns the household's expense with this id.
    async fn find_shared_expense(
        &self,
        household: UserId,
        expense: SharedExpenseId,
    ) -> Result<Option<SharedExpense>>;

    /// Returns the expense that a transaction of these books is.
    async fn find_expense_of_transaction(
        &self,
        books: UserId,
        transaction: TransactionId,
    ) -> Result<Option<SharedExpense>>;

    /// Returns a page of a household's expenses, the one that was shared last first.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`] if the cursor is not valid.
    async fn page_shared_expenses(&self, household: UserId, page: PageRequest)
    -> Result<Page<SharedExpense>>;

    /// Returns all expenses of a household.
    async fn list_shared_expenses(&self, household: UserId) -> Result<Vec<SharedExpense>>;

    /// Stores a settlement, unless the household has `settlements_max` already.
    async fn insert_settlement(&self, new: Settlement, settlements_max: usize) -> Result<LimitedInsert>;

    /// Deletes a settlement; returns `false` if the household has no such one.
    async fn delete_settlement(&self, household: UserId, settlement: SettlementId) -> Result<bool>;

    /// Returns a page of a household's settlements, the one that was recorded last first.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`] if the cursor is not valid.
    async fn page_settlements(&self, household: UserId, page: PageRequest) -> Result<Page<Settlement>>;

    /// Returns all settlements of a household.
    async fn list_settlements(&self, household: UserId) -> Result<Vec<Settlement>>;

    /// Returns the names of those of these users who exist.
    async fn list_user_names(&self, users: Vec<UserId>) -> Result<Vec<(UserId, String)>>;
}
