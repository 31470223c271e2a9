//! Group commit: one sync of the write-ahead log serves all transactions that were committed before it.
//!
//! With `synchronous = FULL` SQLite syncs inside each commit, while nobody else may write. Here transactions are committed with
//! `NORMAL`, which orders the log and the database but leaves the last commits in the system's memory, and their callers wait for a
//! sync of the log that began after their commit. The next transaction is written meanwhile.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

use crate::{Error, Result};

/// The write-ahead log of a database, as far as it is on the disk.
pub(super) struct LogSync {
    log: PathBuf,
    /// Transactions that were committed.
    committed: AtomicU64,
    state: Mutex<State>,
}

/// The result of the syncs so far.
enum State {
    /// The first so many transactions are on the disk.
    Synced(u64),
    /// A sync failed. The system may have dropped what it could not write, so a later sync that succeeds would prove nothing.
    Failed,
}

impl LogSync {
    /// The log of the database at `database`.
    pub(super) fn of(database: &Path) -> Self {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Self { log: log.into(), committed: AtomicU64::new(0), state: Mutex::new(State::Synced(0)) }
    }

    /// Returns when the transaction that the caller has just committed is on the disk.
    pub(super) async fn wait(&self) -> Result<()> {
        let own = self.committed.fetch_add(1, Ordering::AcqRel) + 1;
        // Whoever has the lock syncs for all that wait for it.
        let mut state = self.state.lock().await;
        match *state {
            State::Synced(synced) if synced >= own => return Ok(()),
            State::Synced(_) => {}
            State::Failed => return Err(Error::database("an earlier sync of the log failed; restart Saldo")),
        }
        let covered = self.committed.load(Ordering::Acquire);
        let log = self.log.clone();
        let synced = tokio::task::spawn_blocking(move || sync(&log)).await.map_err(Error::database)?;
        *state = if synced.is_ok() { State::Synced(covered) } else { State::Failed };
        synced.map_err(Error::from_io)
    }
}

/// The log has no locks that closing it here could end: those are on the database and its shared memory.
fn sync(log: &Path) -> std::io::Result<()> {
    match OpenOptions::new().write(true).open(log) {
        Ok(file) => file.sync_data(),
        // SQLite deletes the log once all of it is in the database, synced.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
