//! Categories.

use async_trait::async_trait;
use saldo_domain::{Category, CategoryId, UserId};

use crate::Result;

/// What changes of a category; `None` leaves it as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CategoryChange {
    /// A new name.
    pub name: Option<String>,
    /// The category above it; `Some(None)` moves it to the top.
    pub parent: Option<Option<CategoryId>>,
}

/// How putting a category somewhere ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placed {
    /// It is there.
    Done(Category),
    /// It, or the one above it, is not the person's.
    Unknown,
    /// The tree has two levels: a category with others below it cannot itself be below one.
    TooDeep,
}

/// The person's categories.
#[async_trait]
pub trait Categories: Send + Sync {
    /// The person's categories, in the order of the default tree, then by name.
    async fn list_categories(&self, user: UserId) -> Result<Vec<Category>>;

    /// Adds a category under an identifier of the caller's making.
    async fn insert_category(
        &self,
        user: UserId,
        id: CategoryId,
        name: &str,
        parent: Option<CategoryId>,
    ) -> Result<Placed>;

    /// Changes a category.
    async fn update_category(
        &self,
        user: UserId,
        category: CategoryId,
        change: CategoryChange,
    ) -> Result<Placed>;

    /// Deletes a category: those below it move to the top, its entries, budgets and rules move to `instead`. Where it has a budget in
    /// the same currency, that one stays. Without `instead`, its entries have none and may be sorted again, its budgets go, and its
    /// rules no longer give one; a rule that did nothing else goes.
    /// `false` when the person has no such category, or `instead` is not another of theirs.
    async fn delete_category(
        &self,
        user: UserId,
        category: CategoryId,
        instead: Option<CategoryId>,
    ) -> Result<bool>;
}
