//! Views of a page that the user saved under a name.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;

/// The identifier of a [`SavedView`].
pub type SavedViewId = Id<SavedView>;

/// Filters of a page, saved under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// The identifier.
    pub id: SavedViewId,
    /// The page.
    pub page: ViewPage,
    /// The user's name for it. No two views of a page have the same name.
    pub name: String,
    /// The query of the page's address, without the question mark.
    pub query: String,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// A page whose views can be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ViewPage {
    /// The list of transactions.
    Transactions,
    /// The reports.
    Reports,
}
