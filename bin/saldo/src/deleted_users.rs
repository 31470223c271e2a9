//! The data of deleted users outside of the database: their files, and the access of their bank feeds.

use std::sync::Arc;

use async_trait::async_trait;
use saldo_auth::{Deletion, UserData};
use saldo_domain::{Chain, UserId};
use saldo_feeds::BankFeeds;
use saldo_statement_ingest::Ingest;

/// Moves the files of deleted users to the trash, where no record refers to them any more, and ends the
/// access of their bank feeds.
pub struct DeletedUsers {
    /// The files.
    pub ingest: Arc<Ingest>,
    /// The bank feeds.
    pub feeds: BankFeeds,
}

#[async_trait]
impl UserData for DeletedUsers {
    async fn deletion_of(&self, user: UserId) -> Deletion {
        let access = self.feeds.access_of_user(user).await;
        let ingest = self.ingest.clone();
        Box::pin(async move {
            access.end_later();
            if let Err(error) = ingest.discard_files_of(user).await {
                tracing::warn!(
                    error = %Chain(&error),
                    "cannot delete the files of a deleted user; the next sweep deletes them"
                );
            }
        })
    }
}
