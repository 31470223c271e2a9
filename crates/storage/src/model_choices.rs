//! Which model chose an entry's category.

use async_trait::async_trait;
use saldo_domain::{EntryId, Timestamp, UserId};

use crate::Result;

/// Which model chose the categories of the person's entries.
#[async_trait]
pub trait ModelChoices: Send + Sync {
    /// Remembers that `model` chose the categories of these entries; those that are not the person's are left out.
    async fn put_model_choices(
        &self,
        user: UserId,
        entries: Vec<EntryId>,
        model: &str,
        now: Timestamp,
    ) -> Result<()>;

    /// The model that last chose an entry's category, whether or not it still has it.
    async fn find_model_choice(&self, user: UserId, entry: EntryId) -> Result<Option<String>>;
}
