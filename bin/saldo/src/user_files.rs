//! The files of deleted users.

use std::sync::Arc;

use async_trait::async_trait;
use saldo_auth::UserData;
use saldo_domain::{Chain, UserId};
use saldo_statement_ingest::Ingest;

/// Moves the files of deleted users to the trash. No record refers to them any more.
pub struct UserFiles(pub Arc<Ingest>);

#[async_trait]
impl UserData for UserFiles {
    async fn delete_of(&self, user: UserId) {
        if let Err(error) = self.0.discard_files_of(user).await {
            tracing::warn!(
                error = %Chain(&error),
                "cannot delete the files of a deleted user; the next sweep deletes them"
            );
        }
    }
}
