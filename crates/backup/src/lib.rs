#![doc = include_str!("../README.md")]

mod backups;
mod error;
mod files;
mod restore;
mod retention;
mod rows;
mod save;
mod seal;
mod store;

pub use backups::{Backups, Protection, finished, name_of, parse_name};
pub use error::{Error, Result};
pub use files::{FileBytes, FileStore, FilesError};
pub use restore::{CheckedBackup, check, restore, test_restore};
pub use retention::Retention;
pub use save::{BackupOrder, BackupReport, back_up};
pub use store::{Access, BackupStore, FolderStore, StoredFile};
