//! Group commit: one sync of the write-ahead log serves all transactions committed before it (ADR 0022).
//!
//! With `synchronous = FULL`, SQLite syncs inside each commit, while no other transaction can write. Here,
//! transactions commit with `NORMAL`, which keeps the log and the database consistent but leaves the latest
//! commits in the operating system's cache. Callers wait for a sync of the log that began after their commit,
//! while the next transaction writes.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::Mutex;

use crate::{Error, Result};

/// The write-ahead log of a database and the extent to which it is synced.
pub(super) struct LogSync {
    log: PathBuf,
    /// The number of committed transactions.
    committed: AtomicU64,
    /// This many transactions, the first ones, are on the disk.
    synced: Mutex<u64>,
    /// True after a failed sync. The operating system may have dropped data that it could not write, so a
    /// later successful sync would prove nothing.
    has_failed: AtomicBool,
}

impl LogSync {
    /// Returns the log of the database file `database`.
    pub(super) fn of(database: &Path) -> Self {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let (committed, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { log: log.into(), committed, synced: Mutex::default(), has_failed }
    }

    /// Checks that no sync has failed.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if one has: nothing can be written until the database is opened again.
    pub(super) fn check(&self) -> Result<()> {
        if self.has_failed.load(Ordering::Acquire) {
            return Err(Error::Unavailable("an earlier sync of the log failed; restart Saldo".into()));
        }
        Ok(())
    }

    /// Waits until the transaction that the caller has just committed is on the disk.
    ///
    /// # Errors
    /// [`Error::DiskFull`] or [`Error::Database`] if the sync fails, and the error of [`Self::check`] in
    /// every later call.
    pub(super) async fn wait(&self) -> Result<()> {
        let own = self.committed.fetch_add(1, Ordering::AcqRel) + 1;
        // The caller that holds the lock syncs for all callers that wait for it.
        let mut synced = self.synced.lock().await;
        if *synced >= own {
            return Ok(());
        }
        self.check()?;
        let covered = self.committed.load(Ordering::Acquire);
        let log = self.log.clone();
        let done = tokio::task::spawn_blocking(move || sync(&log)).await.map_err(Error::database)?;
        done.map_err(|error| {
            self.has_failed.store(true, Ordering::Release);
            Error::from_io(error)
        })?;
        *synced = covered;
        Ok(())
    }
}

/// Syncs the log. Closing a file releases the process's POSIX locks on it, but SQLite locks only the database
/// and its shared memory, never the log.
fn sync(log: &Path) -> std::io::Result<()> {
    match OpenOptions::new().write(true).open(log) {
        Ok(file) => file.sync_data(),
        // SQLite deletes the log after it has synced all of it into the database.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
