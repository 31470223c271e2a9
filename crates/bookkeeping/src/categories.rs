//! The user's categories and tags.

use saldo_domain::{Category, CategoryId, Tag, UserId};
use saldo_storage::CategoryChange;

use crate::accounts::require_found;
use crate::{Bookkeeper, Result};

impl Bookkeeper {
    /// Returns all categories, parents before their children.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn categories(&self, user: UserId) -> Result<Vec<Category>> {
        Ok(self.storage.list_categories(user).await?)
    }

    /// Adds a category.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] for an unknown parent; [`crate::Error::CategoryTooDeep`] for a parent
    /// that has a parent itself; [`crate::Error::Storage`] if the storage fails.
    pub async fn add_category(
        &self,
        user: UserId,
        id: CategoryId,
        name: &str,
        parent: Option<CategoryId>,
    ) -> Result<Category> {
        Ok(self.storage.insert_category(user, id, name, parent).await?)
    }

    /// Changes a category.
    ///
    /// # Errors
    /// As for [`Self::add_category`]; [`crate::Error::NotFound`] for an unknown category.
    pub async fn update_category(
        &self,
        user: UserId,
        category: CategoryId,
        change: CategoryChange,
    ) -> Result<Category> {
        Ok(self.storage.update_category(user, category, change).await?)
    }

    /// Deletes a category. Its transactions get the category `instead`, or none.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`]; [`crate::Error::Storage`] if the storage fails.
    pub async fn delete_category(
        &self,
        user: UserId,
        category: CategoryId,
        instead: Option<CategoryId>,
    ) -> Result<()> {
        require_found(self.storage.delete_category(user, category, instead).await?)
    }

    /// Returns every tag in use with the number of its transactions.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn tags(&self, user: UserId) -> Result<Vec<(Tag, u64)>> {
        Ok(self.storage.list_tags(user).await?)
    }
}
