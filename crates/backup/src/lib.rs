#![doc = include_str!("../README.md")]

mod error;
mod files;
mod folder;
mod restore;
mod retention;
mod rows;
mod save;
mod seal;

pub use error::{Error, Result};
pub use files::{FileBytes, FileStore, FilesError};
pub use folder::{BackupFolder, Protection, finished, name_of, parse_name};
pub use restore::{CheckedBackup, check, restore};
pub use retention::Retention;
pub use save::{BackupOrder, BackupReport, back_up};
