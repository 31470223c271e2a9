//! The port for the user's choices on how files are imported.

use async_trait::async_trait;
use saldo_domain::{AccountId, StatementId, Timestamp, UserId};

use crate::Result;

/// The user's choice on how to import one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportChoice {
    /// The account for transactions in that account's currency; `None` to find the account by what the file
    /// states.
    pub account: Option<AccountId>,
    /// The column mapping as JSON, for a format that does not define the meaning of its columns.
    pub mapping: Option<serde_json::Value>,
}

/// The column mapping for files of an account that have the same header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedMapping {
    /// The account.
    pub account: AccountId,
    /// The key of the header.
    pub header: String,
    /// The column mapping, as JSON.
    pub mapping: serde_json::Value,
    /// The time at which it was last confirmed.
    pub updated_at: Timestamp,
}

/// The import choices of a user.
#[async_trait]
pub trait Imports: Send + Sync {
    /// Stores how a statement's file is to be imported. With a `header`, an account and a mapping, it also
    /// stores the mapping for later files of that account with that header. Returns `false` if the user does
    /// not have the statement or the account.
    async fn put_import_choice(
        &self,
        user: UserId,
        statement: StatementId,
        choice: ImportChoice,
        header: Option<String>,
        now: Timestamp,
    ) -> Result<bool>;

    /// Returns the user's choice for a statement's file, if they made one.
    async fn find_import_choice(&self, user: UserId, statement: StatementId) -> Result<Option<ImportChoice>>;

    /// Returns all column mappings of the user, the most recently confirmed first.
    async fn list_import_mappings(&self, user: UserId) -> Result<Vec<SavedMapping>>;

    /// Deletes the column mappings of an account; returns `false` if the user has no such account.
    async fn delete_import_mappings(&self, user: UserId, account: AccountId) -> Result<bool>;
}
