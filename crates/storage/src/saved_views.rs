//! The port for views of pages that the user saved.

use async_trait::async_trait;
use saldo_domain::{SavedView, SavedViewId, Timestamp, UserId, ViewPage};

use crate::Result;

/// The maximum number of views that a user can save.
pub const SAVED_VIEWS_MAX: usize = 100;

/// A view to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSavedView {
    /// The page.
    pub page: ViewPage,
    /// The name.
    pub name: String,
    /// The query of the page's address.
    pub query: String,
}

/// A partial update of a saved view; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedViewChange {
    /// The new name.
    pub name: Option<String>,
    /// The new query.
    pub query: Option<String>,
}

/// The saved views of a user.
#[async_trait]
pub trait SavedViews: Send + Sync {
    /// Returns the user's views, oldest first.
    async fn list_saved_views(&self, user: UserId) -> Result<Vec<SavedView>>;

    /// Saves a view; returns `None` if the user already has [`SAVED_VIEWS_MAX`].
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] if another view of the page has this name.
    async fn insert_saved_view(
        &self,
        user: UserId,
        new: NewSavedView,
        now: Timestamp,
    ) -> Result<Option<SavedView>>;

    /// Changes a view; returns `None` if the user has no such view.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] if another view of the page has the new name.
    async fn update_saved_view(
        &self,
        user: UserId,
        view: SavedViewId,
        change: SavedViewChange,
        now: Timestamp,
    ) -> Result<Option<SavedView>>;

    /// Deletes a view; returns `false` if the user has no such view.
    async fn delete_saved_view(&self, user: UserId, view: SavedViewId) -> Result<bool>;
}
