//! Looks and deliveries of a server: one process at a time, under leases in the database.

use std::sync::Arc;
use std::time::Duration;

use saldo_domain::{Chain, Clock};
use saldo_storage::WorkerId;
use tokio_util::sync::CancellationToken;

use crate::{Notifier, Result};

/// The name of looking for events in the database.
const LOOK: &str = "notifications";
/// The name of delivering them.
const DELIVER: &str = "notification deliveries";
/// The time between two looks at all users.
const LOOK_EVERY: Duration = Duration::from_hours(1);
/// The time between two looks for due deliveries.
const DELIVER_EVERY: Duration = Duration::from_secs(20);
/// The time after which another process takes over from one that died. Each user extends it.
const LEASE: Duration = Duration::from_mins(5);

impl Notifier {
    /// Looks for events every hour and delivers them, until the server stops.
    pub async fn run(self, worker: WorkerId, clock: Arc<dyn Clock>, stopping: CancellationToken) {
        let mut turns = tokio::time::interval(DELIVER_EVERY);
        turns.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                _ = turns.tick() => {}
            }
            let clock = clock.as_ref();
            let work = async {
                let look = self.claimed(LOOK, LOOK_EVERY, &worker, clock, self.look_at_all(&worker, clock));
                look.await;
                let deliver = self.deliver_due(clock);
                self.claimed(DELIVER, Duration::ZERO, &worker, clock, deliver).await;
            };
            tokio::select! {
                // A delivery that was cut off is made again: a receiver may get a message twice, never not.
                () = stopping.cancelled() => return,
                () = Box::pin(work) => {}
            }
        }
    }

    /// Does due work that no other process does.
    async fn claimed<T>(
        &self,
        name: &'static str,
        every: Duration,
        worker: &WorkerId,
        clock: &dyn Clock,
        work: impl Future<Output = Result<T>>,
    ) {
        let begun = clock.now();
        let done = match self.storage.claim_work(name, worker, LEASE, begun).await {
            Ok(false) => return,
            Ok(true) => Box::pin(work).await.map(|_| ()),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = &done {
            tracing::warn!(name, cause = %Chain(error), "cannot send notifications; the next attempt follows");
        }
        let due = if done.is_ok() { begun.after(every) } else { clock.now().after(Duration::from_mins(1)) };
        if let Err(error) = self.storage.finish_work(name, worker, done.is_ok(), due, clock.now()).await {
            tracing::warn!(
                name,
                cause = %Chain(&error),
                "cannot record the end of a look for events; it is repeated"
            );
        }
    }

    /// Looks for events of all users who turned a kind on.
    async fn look_at_all(&self, worker: &WorkerId, clock: &dyn Clock) -> Result<()> {
        for user in self.storage.list_notified_users().await? {
            // Without the lease, another process has begun, and the keys of events prevent doubles.
            self.storage.extend_work(LOOK, worker, LEASE, clock.now()).await?;
            if let Err(error) = self.look(user, clock.now()).await {
                tracing::warn!(%user, cause = %Chain(&error), "cannot look for the events of a user");
            }
        }
        Ok(())
    }
}
