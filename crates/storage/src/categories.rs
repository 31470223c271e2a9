//! The port for categories.

use async_trait::async_trait;
use saldo_domain::{Category, CategoryId, UserId};

use crate::Result;

/// A partial update of a category; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CategoryChange {
    /// The new name.
    pub name: Option<String>,
    /// The new parent category; `Some(None)` moves the category to the top level.
    pub parent: Option<Option<CategoryId>>,
}

/// The categories of a user, a tree of two levels.
#[async_trait]
pub trait Categories: Send + Sync {
    /// Returns the user's categories: those of the default tree in its order, then the others by name.
    async fn list_categories(&self, user: UserId) -> Result<Vec<Category>>;

    /// Adds a category. The caller generates its id.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user does not have the parent, [`crate::Error::TooDeep`] if the
    /// parent has a parent, [`crate::Error::Conflict`] if the id is in use.
    async fn insert_category(
        &self,
        user: UserId,
        id: CategoryId,
        name: &str,
        parent: Option<CategoryId>,
    ) -> Result<Category>;

    /// Changes a category.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user does not have the category or the parent,
    /// [`crate::Error::TooDeep`] if the parent has a parent or the category has children.
    async fn update_category(
        &self,
        user: UserId,
        category: CategoryId,
        change: CategoryChange,
    ) -> Result<Category>;

    /// Deletes a category; returns `false` if the user has no such category, or if `instead` is not
    /// another category of the user. Its children move to the top level.
    ///
    /// With `instead`, transactions, splits, budgets and rules change to that category, except for a
    /// budget in a currency in which `instead` already has one; that budget is deleted. Without it,
    /// transactions and splits become uncategorized, and the transactions can be categorized automatically
    /// again. The budgets are deleted, and rules lose the action that sets the category. A rule without
    /// another action is deleted.
    async fn delete_category(
        &self,
        user: UserId,
        category: CategoryId,
        instead: Option<CategoryId>,
    ) -> Result<bool>;
}
