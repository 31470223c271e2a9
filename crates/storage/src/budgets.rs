//! The port for budgets.

use async_trait::async_trait;
use saldo_domain::{Budget, BudgetId, Timestamp, UserId};

use crate::Result;

/// The budgets of a user.
#[async_trait]
pub trait Budgets: Send + Sync {
    /// Returns the user's budgets, oldest first.
    async fn list_budgets(&self, user: UserId) -> Result<Vec<Budget>>;

    /// Adds a budget, or replaces the user's budget with the same id.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user does not have the category, or the id belongs to another user's
    /// budget; [`crate::Error::Conflict`] if the user has another budget for this category and currency.
    async fn put_budget(&self, user: UserId, budget: Budget, now: Timestamp) -> Result<()>;

    /// Deletes a budget; returns `false` if the user has no such budget.
    async fn delete_budget(&self, user: UserId, budget: BudgetId) -> Result<bool>;
}
