//! How the person wants files to be imported.

use async_trait::async_trait;
use saldo_domain::{AccountId, StatementId, Timestamp, UserId};

use crate::Result;

/// How one file is to be imported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportChoice {
    /// The account that its lines of that account's currency are booked to; else the file says.
    pub account: Option<AccountId>,
    /// How it is read, where its format leaves that open.
    pub mapping: Option<serde_json::Value>,
}

/// How the files of an account that have one head are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedMapping {
    /// The account.
    pub account: AccountId,
    /// What the head is known by.
    pub header: String,
    /// How they are read.
    pub mapping: serde_json::Value,
    /// When it was last confirmed.
    pub updated_at: Timestamp,
}

/// How files are imported.
#[async_trait]
pub trait Imports: Send + Sync {
    /// Remembers how a statement's file is to be imported and, with a `header`, an account and a mapping, that the next file of that
    /// head and account is read so too. `false` when the statement or the account is not the person's.
    async fn put_import_choice(
        &self,
        user: UserId,
        statement: StatementId,
        choice: ImportChoice,
        header: Option<String>,
        now: Timestamp,
    ) -> Result<bool>;

    /// How the person wants the statement's file to be imported, if they said so.
    async fn find_import_choice(&self, user: UserId, statement: StatementId) -> Result<Option<ImportChoice>>;

    /// All that is known of how files are read, the latest first.
    async fn list_import_mappings(&self, user: UserId) -> Result<Vec<SavedMapping>>;

    /// Forgets how the files of an account are read; `false` when the person has no such account.
    async fn delete_import_mappings(&self, user: UserId, account: AccountId) -> Result<bool>;
}
