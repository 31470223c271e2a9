//! The watched folder of this server.

use std::sync::Arc;

use async_trait::async_trait;
use saldo_files::Disk;
use saldo_statement_ingest::inbox::{DiskSpace, Inbox, InboxSettings, WatchSettings};
use saldo_statement_ingest::inbox_settings::InboxFolder;
use saldo_storage::Storage;

use crate::app::App;
use crate::periodic::worker;

/// Watches the inbox as long as the server runs, if there is one. A process that runs no jobs only serves
/// requests, and leaves the inbox to others.
pub fn start(app: &App, storage: Arc<dyn Storage>) {
    let Some(InboxFolder { path, every }) = app.config.inbox.clone() else { return };
    if app.config.jobs_parallel == 0 {
        return;
    }
    let settings = InboxSettings::new(path, app.config.files_max, every);
    let inbox = Inbox::new(app.ingest.clone(), app.statement_jobs.clone(), storage, settings);
    let settings = WatchSettings::new(worker(app), app.config.job_lease, every);
    let space = SpaceOf(app.disk.clone());
    app.tasks.spawn(inbox.watch(settings, app.clock.clone(), space, app.stopping.clone()));
}

/// The disk of this server.
struct SpaceOf(Disk);

#[async_trait]
impl DiskSpace for SpaceOf {
    async fn is_full(&self) -> bool {
        self.0.is_full().await
    }

    fn mark_full(&self) {
        self.0.mark_full();
    }
}
