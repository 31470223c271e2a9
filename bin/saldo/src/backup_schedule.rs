//! The built-in schedule of backups: one process at a time, under a lease in the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use saldo_backup::{BackupOrder, BackupReport, Protection};
use saldo_domain::Id;
use saldo_storage::{Storage, WorkerId};

use crate::app::App;
use crate::backups;
use crate::config::BackupSchedule;
use crate::error::Chain;

/// The name of this work in the database.
pub const NAME: &str = "backup";

/// Longest interval at which a process looks for a due backup.
const LOOK_EVERY_MAX: Duration = Duration::from_mins(1);
/// Time after which another process takes over the backup of a process that died.
const LEASE: Duration = Duration::from_mins(5);
/// Interval at which the lease is renewed.
const EXTEND_EVERY: Duration = Duration::from_mins(1);
/// Longest time after which a failed backup is repeated.
const RETRY_AFTER_MAX: Duration = Duration::from_mins(15);

/// Makes backups as long as the server runs, if the settings ask for them.
pub fn start(app: &App, storage: Arc<dyn Storage>) {
    let Some(schedule) = app.config.backups.schedule.clone() else { return };
    let worker = WorkerId(Id::<App>::new(app.clock.now()).to_string());
    let (tasks, app) = (app.tasks.clone(), app.clone());
    tasks.spawn(async move {
        let mut looks = tokio::time::interval(schedule.every.min(LOOK_EVERY_MAX));
        loop {
            tokio::select! {
                () = app.stopping.cancelled() => return,
                _ = looks.tick() => run_if_due(&app, &storage, &worker, &schedule).await,
            }
        }
    });
}

async fn run_if_due(app: &App, storage: &Arc<dyn Storage>, worker: &WorkerId, schedule: &BackupSchedule) {
    let begun = app.clock.now();
    match storage.claim_work(NAME, worker, LEASE, begun).await {
        Ok(true) => {}
        Ok(false) => return,
        Err(error) => {
            tracing::warn!(cause = %Chain(&error), "cannot look for a due backup; the next attempt is in a minute");
            return;
        }
    }
    let made = make(app, storage, worker, schedule).await;
    let due = match &made {
        Ok(_) => begun.after(schedule.every),
        Err(_) => app.clock.now().after(schedule.every.min(RETRY_AFTER_MAX)),
    };
    match &made {
        Ok(report) => log(report),
        Err(_) if app.stopping.is_cancelled() => {}
        Err(error) => {
            let cause = format!("{error:#}");
            tracing::error!(%cause, "the backup failed; it is repeated within 15 minutes");
        }
    }
    if let Err(error) = storage.finish_work(NAME, worker, made.is_ok(), due, app.clock.now()).await {
        tracing::warn!(cause = %Chain(&error), "cannot record the end of the backup; it is made again");
    }
}

async fn make(
    app: &App,
    storage: &Arc<dyn Storage>,
    worker: &WorkerId,
    schedule: &BackupSchedule,
) -> anyhow::Result<BackupReport> {
    let mut order = BackupOrder::new(app.clock.now(), env!("CARGO_PKG_VERSION"));
    order.retention = schedule.retention;
    if schedule.with_secret {
        order.secret = Some(backups::secret(&app.config)?);
    }
    let stop = Arc::new(AtomicBool::new(false));
    order.stop = stop.clone();
    let protection = Protection::Passphrase(schedule.passphrase.clone());
    let making = backups::make(&app.config, storage.clone(), &schedule.target, protection, order);
    tokio::pin!(making);
    let mut extend = tokio::time::interval(EXTEND_EVERY);
    loop {
        tokio::select! {
            made = &mut making => return made,
            () = app.stopping.cancelled(), if !stop.load(Ordering::Relaxed) => {
                stop.store(true, Ordering::Relaxed);
            }
            _ = extend.tick() => {
                // Another process can then begin a backup. It fails while this one runs if both use one
                // folder.
                if let Err(error) = storage.extend_work(NAME, worker, LEASE, app.clock.now()).await {
                    tracing::warn!(cause = %Chain(&error), "cannot renew the lease of the backup; another process may begin one");
                }
            }
        }
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
