//! Views of pages that the user saved.

use saldo_domain::{SavedView, SavedViewId, Timestamp, UserId};
use saldo_storage::{NewSavedView, SavedViewChange};

use crate::accounts::require_found;
use crate::{Bookkeeper, Error, Result};

impl Bookkeeper {
    /// Returns the user's saved views, oldest first.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn saved_views(&self, user: UserId) -> Result<Vec<SavedView>> {
        Ok(self.storage.list_saved_views(user).await?)
    }

    /// Saves a view.
    ///
    /// # Errors
    /// [`Error::TooManyViews`]; [`Error::ViewNameTaken`]; [`Error::Storage`] if the storage fails.
    pub async fn save_view(&self, user: UserId, new: NewSavedView, now: Timestamp) -> Result<SavedView> {
        let saved = self.storage.insert_saved_view(user, new, now).await.map_err(name_taken)?;
        saved.ok_or(Error::TooManyViews)
    }

    /// Changes a saved view.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::ViewNameTaken`]; [`Error::Storage`] if the storage fails.
    pub async fn update_view(
        &self,
        user: UserId,
        view: SavedViewId,
        change: SavedViewChange,
        now: Timestamp,
    ) -> Result<SavedView> {
        let changed = self.storage.update_saved_view(user, view, change, now).await.map_err(name_taken)?;
        changed.ok_or(Error::NotFound)
    }

    /// Deletes a saved view.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_view(&self, user: UserId, view: SavedViewId) -> Result<()> {
        require_found(self.storage.delete_saved_view(user, view).await?)
    }
}

fn name_taken(error: saldo_storage::Error) -> Error {
    match error {
        saldo_storage::Error::Conflict => Error::ViewNameTaken,
        error => error.into(),
    }
}
