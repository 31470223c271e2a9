//! The built-in schedule of backups and of their tests: one process at a time, under a lease in the database.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use saldo_backup::{BackupOrder, BackupReport, Backups, Protection, test_restore};
use saldo_domain::Id;
use saldo_storage::{Storage, WorkerId};

use crate::app::App;
use crate::backup_store;
use crate::backups;
use crate::config::BackupSchedule;
use crate::error::Chain;
use crate::private;

/// The name of making backups in the database.
pub const BACKUP: &str = "backup";
/// The name of testing them.
pub const TEST: &str = "backup test";

/// The folder of the restored database in the data folder.
const TEST_FOLDER: &str = "backup-test";

/// Longest interval at which a process looks for due work.
const LOOK_EVERY_MAX: Duration = Duration::from_mins(1);
/// Time after which another process takes over the work of a process that died.
const LEASE: Duration = Duration::from_mins(5);
/// Interval at which the lease is renewed.
const EXTEND_EVERY: Duration = Duration::from_mins(1);
/// Longest time after which failed work is repeated.
const RETRY_AFTER_MAX: Duration = Duration::from_mins(15);

/// Makes and tests backups as long as the server runs, if the settings ask for them.
pub fn start(app: &App, storage: Arc<dyn Storage>) {
    let Some(schedule) = app.config.backups.schedule.clone() else { return };
    let worker = WorkerId(Id::<App>::new(app.clock.now()).to_string());
    let tasks = app.tasks.clone();
    let scheduled = Scheduled { app: app.clone(), storage, worker, schedule };
    tasks.spawn(async move {
        let every = scheduled.schedule.every.min(LOOK_EVERY_MAX);
        let mut looks = tokio::time::interval(every);
        loop {
            tokio::select! {
                () = scheduled.app.stopping.cancelled() => return,
                _ = looks.tick() => Box::pin(scheduled.run_if_due()).await,
            }
        }
    });
}

/// The schedule of a server.
struct Scheduled {
    app: App,
    storage: Arc<dyn Storage>,
    worker: WorkerId,
    schedule: BackupSchedule,
}

impl Scheduled {
    async fn run_if_due(&self) {
        let stop = Arc::new(AtomicBool::new(false));
        let work = async {
            log(&self.make(stop.clone()).await?);
            // A test reads the place, which another process must not lock meanwhile for the next backup.
            let tested = self.claimed(TEST, self.schedule.test_every, &stop, self.test(stop.clone())).await;
            if let Some((name, rows)) = tested {
                tracing::info!(name, rows, "a backup was restored for a test");
            }
            Ok(())
        };
        Box::pin(self.claimed(BACKUP, self.schedule.every, &stop, work)).await;
    }

    /// Does due work that no other process does. Returns its result.
    async fn claimed<T>(
        &self,
        name: &'static str,
        every: Duration,
        stop: &AtomicBool,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> Option<T> {
        let Self { app, storage, worker, .. } = self;
        let begun = app.clock.now();
        match storage.claim_work(name, worker, LEASE, begun).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::warn!(name, cause = %Chain(&error), "cannot look for a due backup; the next attempt is in a minute");
                return None;
            }
        }
        let done = self.renewing(name, stop, work).await;
        let due = match &done {
            Ok(_) => begun.after(every),
            Err(_) => app.clock.now().after(every.min(RETRY_AFTER_MAX)),
        };
        if let Err(error) = &done
            && !app.stopping.is_cancelled()
        {
            let cause = format!("{error:#}");
            if name == TEST {
                tracing::error!(%cause, "the test of a backup failed; it is repeated within 15 minutes");
            } else {
                tracing::error!(%cause, "the backup failed; it is repeated within 15 minutes");
            }
        }
        if let Err(error) = storage.finish_work(name, worker, done.is_ok(), due, app.clock.now()).await {
            tracing::warn!(name, cause = %Chain(&error), "cannot record the end of the backup; it is made again");
        }
        done.ok()
    }

    /// Does work, and renews its lease meanwhile. When the server stops, `stop` becomes true.
    async fn renewing<T>(
        &self,
        name: &str,
        stop: &AtomicBool,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let Self { app, storage, worker, .. } = self;
        tokio::pin!(work);
        let mut extend = tokio::time::interval(EXTEND_EVERY);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = app.stopping.cancelled(), if !stop.load(Ordering::Relaxed) => {
                    stop.store(true, Ordering::Relaxed);
                }
                _ = extend.tick() => {
                    // Another process can then begin a backup. It fails while this one runs if both use one
                    // folder.
                    if let Err(error) = storage.extend_work(name, worker, LEASE, app.clock.now()).await {
                        tracing::warn!(name, cause = %Chain(&error), "cannot renew the lease of the backup; another process may begin one");
                    }
                }
            }
        }
    }

    async fn make(&self, stop: Arc<AtomicBool>) -> anyhow::Result<BackupReport> {
        let Self { app, storage, schedule, .. } = self;
        let mut order = BackupOrder::new(app.clock.now(), env!("CARGO_PKG_VERSION"));
        order.retention = schedule.retention;
        if schedule.with_secret {
            order.secret = Some(backups::secret(&app.config)?);
        }
        order.stop = stop;
        backups::make(&app.config, storage.clone(), &schedule.target, self.protection(), order).await
    }

    /// Restores the newest backup into a new database, which is deleted afterwards. Returns the name of the
    /// backup and the number of its rows.
    async fn test(&self, stop: Arc<AtomicBool>) -> anyhow::Result<(String, u64)> {
        let Self { app, schedule, .. } = self;
        let store = backup_store::open(&schedule.target, &app.config.file_options)?;
        let protection = self.protection();
        let opened = tokio::task::spawn_blocking(move || Backups::open(store, &protection));
        let backups = Arc::new(opened.await??);
        // A process that was killed during a test left all rows there.
        let folder = app.config.data_dir.join(TEST_FOLDER);
        remove(&folder)?;
        private::make_private_dir(&folder)?;
        let url = format!("sqlite://{}", folder.join("test.db").display());
        let tested = match saldo_storage::open(&url).await {
            Ok(scratch) => test_restore(scratch, backups, stop).await.map_err(anyhow::Error::from),
            Err(error) => Err(error.into()),
        };
        remove(&folder)?;
        tested.map(|tested| (tested.name(), tested.rows))
    }

    fn protection(&self) -> Protection {
        Protection::Passphrase(self.schedule.passphrase.clone())
    }
}

/// Deletes a folder, unless it does not exist.
fn remove(folder: &Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot delete {}", folder.display()))
        }
        _ => Ok(()),
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
