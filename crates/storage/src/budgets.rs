//! Budgets.

use async_trait::async_trait;
use saldo_domain::{Budget, BudgetId, Timestamp, UserId};

use crate::Result;

/// How putting a budget ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetPut {
    /// It is there.
    Done,
    /// Its identifier or its category is not the person's.
    Unknown,
    /// There is another budget for this category in this currency.
    Taken,
}

/// The person's budgets.
#[async_trait]
pub trait Budgets: Send + Sync {
    /// The person's budgets, oldest first.
    async fn list_budgets(&self, user: UserId) -> Result<Vec<Budget>>;

    /// Adds a budget, or changes the one of the same identifier.
    async fn put_budget(&self, user: UserId, budget: Budget, now: Timestamp) -> Result<BudgetPut>;

    /// Deletes a budget; `false` when the person has no such budget.
    async fn delete_budget(&self, user: UserId, budget: BudgetId) -> Result<bool>;
}
