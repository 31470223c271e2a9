//! Settings of the file store and its disk.

use std::time::Duration;

use super::settings::setting;
use super::{ConfigError, Setting, Values, WHOLE_NUMBER, seconds};

/// Storage limits of users, and retention of files that belong to no statement.
#[derive(Debug, Clone)]
pub struct Files {
    /// Maximum number of files of one user; 0 for no limit.
    pub user_files_max: u64,
    /// Maximum size of all files of one user in bytes; 0 for no limit.
    pub user_bytes_max: u64,
    /// Time for which the trash retains the file of a deleted statement.
    pub deleted_kept_for: Duration,
    /// Time for which the trash retains swept files.
    pub swept_kept_for: Duration,
    /// Time from the start to the first sweep.
    pub sweep_delay: Duration,
    /// Maximum percentage of all files that one sweep may move to the trash.
    pub sweep_percent_max: u8,
    /// Disk space in bytes that is reserved for deleting and exporting when the disk is full.
    pub disk_reserve_bytes: u64,
}

/// These settings, in the order of the documentation.
pub(super) const SETTINGS: [Setting; 7] = [
    setting("SALDO_USER_FILES_MAX", "0", "statement files that one user may have; 0: any number"),
    setting(
        "SALDO_USER_BYTES_MAX",
        "0",
        "bytes of all statement files that one user may have; 0: any number",
    ),
    setting(
        "SALDO_DELETED_FILES_HOURS",
        "6",
        "hours for which the trash keeps the file of a deleted statement, longer than a backup takes; 0: it is deleted at once",
    ),
    setting("SALDO_TRASH_DAYS", "7", "days for which the trash keeps files that a sweep found unnamed"),
    setting("SALDO_SWEEP_DELAY_SECONDS", "3600", "seconds from the start to the first sweep of the files"),
    setting(
        "SALDO_SWEEP_PERCENT_MAX",
        "50",
        "percent of all files that one sweep may take; where it would be more, it takes none and logs an error",
    ),
    setting(
        "SALDO_DISK_RESERVE_BYTES",
        "33554432",
        "bytes of the disk kept free for deleting and exporting when it is full; 0: none",
    ),
];

pub(super) fn read(values: &Values) -> Result<Files, ConfigError> {
    let times = |name, seconds: u64| -> Result<Duration, ConfigError> {
        let number: u32 = values.parsed(name, WHOLE_NUMBER)?;
        Ok(Duration::from_secs(u64::from(number) * seconds))
    };
    let percent = values.parsed("SALDO_SWEEP_PERCENT_MAX", WHOLE_NUMBER)?;
    if percent > 100 {
        return Err(values.malformed("SALDO_SWEEP_PERCENT_MAX", "it must be at most 100"));
    }
    Ok(Files {
        user_files_max: values.parsed("SALDO_USER_FILES_MAX", WHOLE_NUMBER)?,
        user_bytes_max: values.parsed("SALDO_USER_BYTES_MAX", WHOLE_NUMBER)?,
        deleted_kept_for: times("SALDO_DELETED_FILES_HOURS", 60 * 60)?,
        swept_kept_for: times("SALDO_TRASH_DAYS", 24 * 60 * 60)?,
        sweep_delay: seconds(values, "SALDO_SWEEP_DELAY_SECONDS")?,
        sweep_percent_max: percent,
        disk_reserve_bytes: values.parsed("SALDO_DISK_RESERVE_BYTES", WHOLE_NUMBER)?,
    })
}
