//! Every limit of the pipeline, with its unit and its reason.

use std::time::Duration;

/// Every limit of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file: a scanned year of a busy account stays below 50 MiB.
    pub file_bytes_max: u64,
    /// Characters kept of a file's name: what file systems allow; the name is for display only.
    pub file_name_characters_max: usize,
    /// Files of one user; 0 for any number.
    pub user_files_max: u64,
    /// Bytes of all files of one user; 0 for any number.
    pub user_bytes_max: u64,
    /// How long the trash keeps the file of a deleted statement: longer than a backup takes, which copies the database before the files.
    pub deleted_kept_for: Duration,
    /// How long the trash keeps what a sweep took: until somebody notices that it should not have.
    pub swept_kept_for: Duration,
    /// Percent of all files that one sweep may take. Above that the database is probably another one.
    pub sweep_percent_max: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes_max: 50 * 1024 * 1024,
            file_name_characters_max: 255,
            user_files_max: 0,
            user_bytes_max: 0,
            deleted_kept_for: Duration::from_hours(6),
            swept_kept_for: Duration::from_hours(7 * 24),
            sweep_percent_max: 50,
        }
    }
}
