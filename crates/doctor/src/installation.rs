//! The installation that is checked.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use saldo_backup::settings::BackupSchedule;
use saldo_files::FilePlace;
use saldo_statement_ingest::page::TesseractSettings;
use saldo_storage::{Inspection, Storage};
use url::Url;

/// The database of an installation.
#[async_trait]
pub trait Database: Send + Sync {
    /// Looks at the database without changing it. The error is a sentence for the administrator.
    async fn inspect(&self) -> Result<Inspection, String>;

    /// Opens the database, which is migrated; `None` if that fails.
    async fn open(&self) -> Option<Arc<dyn Storage>>;
}

/// An application at a provider of bank feeds.
pub struct BankFeedApplication<'a> {
    /// The reason why its key cannot be used, if it cannot.
    pub key: Result<(), String>,
    /// The page to which banks send browsers back.
    pub callback: Url,
    /// The address of the provider.
    pub provider: &'a Url,
}

/// The settings of an installation that are checked.
pub struct Installation<'a> {
    /// The address that users open.
    pub base_url: &'a Url,
    /// The address of the database.
    pub database_url: &'a str,
    /// The database.
    pub database: &'a dyn Database,
    /// The folder for data.
    pub data_dir: &'a Path,
    /// The space that is reserved on its disk, in bytes.
    pub disk_reserve_bytes: u64,
    /// The place of the statement files.
    pub files_at: &'a FilePlace,
    /// The options of buckets.
    pub file_options: &'a [(String, String)],
    /// The watched folder.
    pub inbox: Option<&'a Path>,
    /// The address of the model's server.
    pub model_url: Option<&'a str>,
    /// The address of the mail server.
    pub mail_url: Option<&'a str>,
    /// The application at a provider of bank feeds.
    pub bank_feeds: Option<BankFeedApplication<'a>>,
    /// The recognition of text in images.
    pub ocr: Option<&'a TesseractSettings>,
    /// The backups that the server makes by itself.
    pub backups: Option<&'a BackupSchedule>,
}
