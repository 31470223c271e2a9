#![doc = include_str!("../README.md")]

mod backups;
#[cfg(feature = "bucket")]
mod bucket;
mod error;
mod files;
mod restore;
mod retention;
mod rows;
mod save;
pub mod schedule;
mod seal;
#[cfg(feature = "bucket")]
pub mod settings;
mod state;
mod store;

pub use backups::{Backups, Protection, finished, name_of, parse_name};
#[cfg(feature = "bucket")]
pub use bucket::{BucketStore, open_store};
pub use error::{Error, Result};
pub use files::{FileBytes, FileStore, FilesError};
pub use restore::{CheckedBackup, check, restore, test_restore};
pub use retention::{InvalidRetention, Retention};
pub use save::{BackupOrder, BackupReport, back_up};
pub use state::{BackupAge, LastTest};
pub use store::{Access, BackupStore, FolderStore, StoredFile};
