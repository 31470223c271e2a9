//! Settings of the file store and its disk.

use std::time::Duration;

use saldo_statement_ingest::Limits;

use saldo_settings::{Error as ConfigError, Layers, number, parsed, seconds, settings};

/// Limits of files, and their cleanup.
#[derive(Debug, Clone)]
pub struct Files {
    /// Limits of files and users, and retention of files that belong to no statement.
    pub limits: Limits,
    /// Time from the start to the first sweep.
    pub sweep_delay: Duration,
    /// Disk space in bytes that is reserved for deleting and exporting when the disk is full.
    pub disk_reserve_bytes: u64,
}

settings! {
    pub(super) ALL:
    USER_FILES_MAX: u64 = number(
        "SALDO_USER_FILES_MAX",
        "0",
        "statement files per user; 0: no limit",
    );
    USER_BYTES_MAX: u64 = number(
        "SALDO_USER_BYTES_MAX",
        "0",
        "bytes of all statement files of one user; 0: no limit",
    );
    DELETED_FILES_HOURS: u32 = number(
        "SALDO_DELETED_FILES_HOURS",
        "6",
        "hours for which the trash keeps the file of a deleted statement, longer than a backup takes; 0: the file is deleted at once",
    );
    TRASH_DAYS: u32 = number(
        "SALDO_TRASH_DAYS",
        "7",
        "days for which the trash keeps files that a cleanup found unused",
    );
    SWEEP_DELAY_SECONDS: Duration = seconds(
        "SALDO_SWEEP_DELAY_SECONDS",
        "3600",
        "seconds from the start to the first cleanup of unused files",
    );
    SWEEP_PERCENT_MAX: u8 = parsed(
        "SALDO_SWEEP_PERCENT_MAX",
        "50",
        "percentage of the files of known users that one cleanup may move; if it would move more, it moves none and logs an error",
        "it must be a whole number, at most 100",
        |text| text.parse().ok().filter(|percent| *percent <= 100),
    );
    DISK_RESERVE_BYTES: u64 = number(
        "SALDO_DISK_RESERVE_BYTES",
        "33554432",
        "bytes of disk space reserved for deleting and exporting on a full disk; 0: none",
    );
}

/// Reads these settings, and adds them to the limits of uploads.
pub(super) fn read(values: &Layers, mut limits: Limits) -> Result<Files, ConfigError> {
    limits.user_files_max = values.get(&USER_FILES_MAX)?;
    limits.user_bytes_max = values.get(&USER_BYTES_MAX)?;
    limits.deleted_kept_for = Duration::from_hours(values.get(&DELETED_FILES_HOURS)?.into());
    limits.swept_kept_for = Duration::from_hours(u64::from(values.get(&TRASH_DAYS)?) * 24);
    limits.sweep_percent_max = values.get(&SWEEP_PERCENT_MAX)?;
    let (sweep_delay, disk_reserve_bytes) =
        (values.get(&SWEEP_DELAY_SECONDS)?, values.get(&DISK_RESERVE_BYTES)?);
    Ok(Files { limits, sweep_delay, disk_reserve_bytes })
}
