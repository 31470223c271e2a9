//! The built-in schedule of backups and of their tests: one process at a time, under a lease in the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::Clock;
use saldo_storage::{Storage, WorkerId};
use tokio_util::sync::CancellationToken;

use crate::backups::{Backups, Protection};
use crate::error::{Error, Result};
use crate::files::{FileStore, FilesError};
use crate::restore::test_restore;
use crate::retention::Retention;
use crate::save::{BackupOrder, BackupReport, back_up};
use crate::store::BackupStore;

/// The name of making backups in the database.
pub const BACKUP: &str = "backup";
/// The name of testing them.
pub const TEST: &str = "backup test";

/// Longest interval at which a process looks for due work.
const LOOK_EVERY_MAX: Duration = Duration::from_mins(1);
/// Time after which another process takes over the work of a process that died.
const LEASE: Duration = Duration::from_mins(5);
/// Interval at which the lease is renewed.
const EXTEND_EVERY: Duration = Duration::from_mins(1);
/// Longest time after which failed work is repeated.
const RETRY_AFTER_MAX: Duration = Duration::from_mins(15);

/// A database for a test of a backup.
#[async_trait]
pub trait ScratchDatabase: Send + Sync {
    /// Creates the database, empty, instead of one that a killed process left.
    async fn create(&self) -> std::result::Result<Arc<dyn Storage>, FilesError>;

    /// Deletes the database, unless it does not exist.
    async fn delete(&self) -> std::result::Result<(), FilesError>;
}

/// Backups that a server makes and tests by itself.
pub struct Schedule {
    /// The time between two backups.
    pub every: Duration,
    /// The least time between two tests of a backup.
    pub test_every: Duration,
    /// The database to back up.
    pub storage: Arc<dyn Storage>,
    /// The statement files.
    pub files: Arc<dyn FileStore>,
    /// The place of backups.
    pub store: Arc<dyn BackupStore>,
    /// The encryption of the backups.
    pub protection: Protection,
    /// The backups to keep.
    pub retention: Retention,
    /// The version of Saldo.
    pub made_by: String,
    /// The secret, to include it.
    pub secret: Option<String>,
    /// The database of tests.
    pub scratch: Arc<dyn ScratchDatabase>,
    /// This process, as the owner of leases.
    pub worker: WorkerId,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Canceled when the server begins to stop.
    pub stopping: CancellationToken,
}

impl Schedule {
    /// Makes and tests backups until the server stops.
    pub async fn run(self) {
        let mut looks = tokio::time::interval(self.every.min(LOOK_EVERY_MAX));
        loop {
            tokio::select! {
                () = self.stopping.cancelled() => return,
                _ = looks.tick() => Box::pin(self.run_if_due()).await,
            }
        }
    }

    async fn run_if_due(&self) {
        let stop = Arc::new(AtomicBool::new(false));
        let work = async {
            log(&self.make(stop.clone()).await?);
            // A test reads the place, which another process must not lock meanwhile for the next backup.
            let tested = self.claimed(TEST, self.test_every, &stop, self.test(stop.clone())).await;
            if let Some((name, rows)) = tested {
                tracing::info!(name, rows, "a backup was restored for a test");
            }
            Ok(())
        };
        Box::pin(self.claimed(BACKUP, self.every, &stop, work)).await;
    }

    /// Does due work that no other process does. Returns its result.
    async fn claimed<T>(
        &self,
        name: &'static str,
        every: Duration,
        stop: &AtomicBool,
        work: impl Future<Output = Result<T>>,
    ) -> Option<T> {
        let Self { storage, worker, clock, .. } = self;
        let begun = clock.now();
        match storage.claim_work(name, worker, LEASE, begun).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::warn!(
                    name,
                    cause = &error as &dyn std::error::Error,
                    "cannot look for a due backup; the next attempt is in a minute"
                );
                return None;
            }
        }
        let done = self.renewing(name, stop, work).await;
        let due = match &done {
            Ok(_) => begun.after(every),
            Err(_) => clock.now().after(every.min(RETRY_AFTER_MAX)),
        };
        if let Err(error) = &done
            && !self.stopping.is_cancelled()
        {
            let cause: &dyn std::error::Error = error;
            if name == TEST {
                tracing::error!(cause, "the test of a backup failed; it is repeated within 15 minutes");
            } else {
                tracing::error!(cause, "the backup failed; it is repeated within 15 minutes");
            }
        }
        if let Err(error) = storage.finish_work(name, worker, done.is_ok(), due, clock.now()).await {
            tracing::warn!(
                name,
                cause = &error as &dyn std::error::Error,
                "cannot record the end of the backup; it is made again"
            );
        }
        done.ok()
    }

    /// Does work, and renews its lease meanwhile. When the server stops, `stop` becomes true.
    async fn renewing<T>(
        &self,
        name: &str,
        stop: &AtomicBool,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        tokio::pin!(work);
        let mut extend = tokio::time::interval(EXTEND_EVERY);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = self.stopping.cancelled(), if !stop.load(Ordering::Relaxed) => {
                    stop.store(true, Ordering::Relaxed);
                }
                _ = extend.tick() => {
                    // Another process can then begin a backup. It fails while this one runs if both use one
                    // folder.
                    let now = self.clock.now();
                    if let Err(error) = self.storage.extend_work(name, &self.worker, LEASE, now).await {
                        tracing::warn!(
                            name,
                            cause = &error as &dyn std::error::Error,
                            "cannot renew the lease of the backup; another process may begin one"
                        );
                    }
                }
            }
        }
    }

    async fn make(&self, stop: Arc<AtomicBool>) -> Result<BackupReport> {
        let mut order = BackupOrder::new(self.clock.now(), &self.made_by);
        order.retention = self.retention;
        order.secret.clone_from(&self.secret);
        order.stop = stop;
        let backups = self.open(Backups::open_or_create).await?;
        back_up(self.storage.clone(), self.files.clone(), backups, order).await
    }

    /// Restores the newest backup into a new database, which is deleted afterwards. Returns the name of the
    /// backup and the number of its rows.
    async fn test(&self, stop: Arc<AtomicBool>) -> Result<(String, u64)> {
        let backups = self.open(Backups::open).await?;
        let scratch = self.scratch.create().await.map_err(Error::Scratch)?;
        let tested = test_restore(scratch, backups, stop).await;
        self.scratch.delete().await.map_err(Error::Scratch)?;
        tested.map(|tested| (tested.name(), tested.rows))
    }

    /// Opens the place on a thread that may block.
    async fn open(
        &self,
        open: fn(Arc<dyn BackupStore>, &Protection) -> Result<Backups>,
    ) -> Result<Arc<Backups>> {
        let (store, protection) = (self.store.clone(), self.protection.clone());
        let opened = tokio::task::spawn_blocking(move || open(store, &protection)).await;
        Ok(Arc::new(opened.map_err(|error| Error::Files(error.into()))??))
    }
}

fn log(report: &BackupReport) {
    let BackupReport { name, rows, files, new_files, bytes, deleted_backups, .. } = report;
    tracing::info!(name, rows, files, new_files, bytes, deleted_backups, "a backup was made and verified");
    if report.lost > 0 {
        tracing::warn!(
            count = report.lost,
            keys = report.lost_keys.join(", "),
            "statement files are missing or damaged, and not in the backup"
        );
    }
    if let Some(cause) = &report.not_deleted {
        tracing::warn!(cause, "files of deleted backups stay");
    }
}
