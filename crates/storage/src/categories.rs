//! Categories.

use async_trait::async_trait;
use saldo_domain::{Category, UserId};

use crate::Result;

/// The person's categories.
#[async_trait]
pub trait Categories: Send + Sync {
    /// The person's categories, in the order of the default tree, then by name.
    async fn list_categories(&self, user: UserId) -> Result<Vec<Category>>;
}
