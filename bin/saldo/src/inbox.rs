//! The watched folder: one process at a time looks into it, under a lease in the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use saldo_domain::{Chain, Id};
use saldo_statement_ingest::inbox::{Inbox, InboxSettings};
use saldo_storage::{Storage, WorkerId};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::app::App;
use crate::config::InboxFolder;

/// The name of watching the inbox in the database.
const INBOX: &str = "inbox";

/// Watches the inbox as long as the server runs, if there is one. A process that runs no jobs only serves
/// requests, and leaves the inbox to others.
pub fn start(app: &App, storage: Arc<dyn Storage>) {
    let Some(folder) = app.config.inbox.clone() else { return };
    if app.config.jobs_parallel == 0 {
        return;
    }
    let worker = WorkerId(Id::<App>::new(app.clock.now()).to_string());
    let lease = app.config.job_lease.max(Duration::from_secs(1));
    let watch = Watch { app: app.clone(), storage, folder, worker, lease, claims: Claims::default() };
    app.tasks.spawn(async move { watch.run().await });
}

/// The claims of this process on the inbox. A number tells each from the ones before: another process may
/// have watched between two claims.
#[derive(Default)]
struct Claims {
    /// The number of the current claim; 0 without one.
    current: AtomicU64,
    /// The number of all claims.
    count: AtomicU64,
}

impl Claims {
    fn begin(&self) {
        let number = self.count.fetch_add(1, Ordering::SeqCst) + 1;
        self.current.store(number, Ordering::SeqCst);
    }

    fn end(&self) {
        self.current.store(0, Ordering::SeqCst);
    }

    fn current(&self) -> Option<u64> {
        Some(self.current.load(Ordering::SeqCst)).filter(|number| *number > 0)
    }
}

struct Watch {
    app: App,
    storage: Arc<dyn Storage>,
    folder: InboxFolder,
    worker: WorkerId,
    lease: Duration,
    claims: Claims,
}

impl Watch {
    async fn run(self) {
        tokio::select! {
            () = self.app.stopping.cancelled() => {}
            () = self.hold_claim() => {}
            () = self.look() => {}
        }
        if self.claims.current().is_some() {
            let now = self.app.clock.now();
            if let Err(error) = self.storage.finish_work(INBOX, &self.worker, true, now, now).await {
                tracing::warn!(
                    cause = %Chain(&error),
                    "cannot release the inbox; another process watches it when the lease ends"
                );
            }
        }
    }

    /// Claims the inbox as soon as no other process has it, and renews the claim.
    async fn hold_claim(&self) {
        let mut renewals = interval(self.lease / 3);
        let mut renewed = Instant::now();
        let mut is_failing = false;
        loop {
            renewals.tick().await;
            let now = self.app.clock.now();
            let has_claim = self.claims.current().is_some();
            let holds = if has_claim {
                self.storage.extend_work(INBOX, &self.worker, self.lease, now).await
            } else {
                self.storage.claim_work(INBOX, &self.worker, self.lease, now).await
            };
            match holds {
                Ok(holds) => {
                    (renewed, is_failing) = (Instant::now(), false);
                    match (has_claim, holds) {
                        (false, true) => self.claims.begin(),
                        (true, false) => self.claims.end(),
                        _ => {}
                    }
                }
                Err(error) => {
                    if renewed.elapsed() >= self.lease {
                        self.claims.end();
                    }
                    if !std::mem::replace(&mut is_failing, true) {
                        tracing::warn!(
                            cause = %Chain(&error),
                            "cannot claim the inbox; it is watched when the database answers"
                        );
                    }
                }
            }
        }
    }

    /// Looks into the inbox while this process has the claim.
    async fn look(&self) {
        let Self { app, storage, folder, claims, .. } = self;
        let settings = InboxSettings::new(folder.path.clone(), app.config.files_max, folder.every);
        let mut inbox = Inbox::new(app.ingest.clone(), app.statement_jobs.clone(), storage.clone(), settings);
        let mut looks = interval(folder.every);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut looked_under = None;
        loop {
            looks.tick().await;
            let claim = claims.current();
            if claim != looked_under {
                inbox.forget();
                looked_under = claim;
            }
            if claim.is_some() && !app.disk.is_full().await && inbox.look().await {
                app.disk.mark_full();
            }
        }
    }
}
