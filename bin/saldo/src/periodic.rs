//! Periodic work: cleanup, looks for events, and fetches of bank feeds and mailboxes.

use std::sync::Arc;
use std::time::Duration;

use saldo_domain::{Chain, Id};
use saldo_storage::{Storage, WorkerId};

use crate::app::App;

/// Looks for events, and fetches bank feeds and mailboxes that are due, as long as the server runs. A process
/// that runs no jobs only serves requests, and leaves this to others.
pub fn start(app: &App) {
    if app.config.jobs_parallel == 0 {
        return;
    }
    let (clock, stopping) = (&app.clock, &app.stopping);
    app.tasks.spawn(app.notifier.clone().run(worker(app), clock.clone(), stopping.clone()));
    app.tasks.spawn(app.feeds.clone().run(worker(app), clock.clone(), stopping.clone()));
    app.tasks.spawn(app.mailboxes.clone().run(worker(app), clock.clone(), stopping.clone()));
}

/// Returns a new name under which work holds a lease.
pub(crate) fn worker(app: &App) -> WorkerId {
    WorkerId(Id::<App>::new(app.clock.now()).to_string())
}

/// Deletes expired sessions, single-use values, invitations and stored answers, now and every hour. Files are
/// swept every hour too, but first after a delay, so that an administrator who started with the wrong
/// database has time to notice.
pub fn start_cleanup(app: &App, storage: Arc<dyn Storage>) {
    let app = app.clone();
    let tasks = app.tasks.clone();
    let hour = Duration::from_hours(1);
    tasks.spawn(async move {
        let mut hourly = tokio::time::interval(hour);
        let first_files = tokio::time::Instant::now() + app.config.files.sweep_delay;
        let mut files = tokio::time::interval_at(first_files, hour);
        loop {
            tokio::select! {
                () = app.stopping.cancelled() => return,
                _ = hourly.tick() => sweep(&app, storage.as_ref()).await,
                _ = files.tick() => sweep_files(&app).await,
            }
        }
    });
}

async fn sweep(app: &App, storage: &dyn Storage) {
    let now = app.clock.now();
    let sessions = storage.delete_expired_sessions(now).await.map_err(saldo_storage::Error::from);
    let verifications = storage.delete_expired_verifications(now).await.map_err(saldo_storage::Error::from);
    let answers = app.request_keys.sweep(now).await;
    let invitations = storage.delete_expired_invitations(now).await;
    let all = [
        ("sessions", sessions),
        ("verifications", verifications),
        ("answers", answers),
        ("invitations", invitations),
    ];
    for (what, swept) in all {
        match swept {
            Ok(count) => tracing::debug!(what, count, "swept"),
            Err(saldo_storage::Error::Busy(_)) => {
                tracing::debug!(what, "database busy; the next sweep tries again");
            }
            Err(error) => log_failed(what, &error),
        }
    }
}

async fn sweep_files(app: &App) {
    match app.ingest.sweep_files().await {
        Ok(swept) => tracing::debug!(what = "files", ?swept, "swept"),
        Err(error) => log_failed("files", &error),
    }
    match app.ingest.read_waiting_attachments().await {
        Ok(count) => tracing::debug!(what = "attachments", count, "read"),
        Err(error) => tracing::error!(
            cause = %Chain(&error),
            "cannot read the texts of attachments; the next sweep tries again"
        ),
    }
    app.disk.is_full().await;
}

fn log_failed(what: &str, error: &(dyn std::error::Error + 'static)) {
    tracing::error!(
        what,
        cause = %Chain(error),
        "cannot delete expired data; the next sweep tries again"
    );
}
