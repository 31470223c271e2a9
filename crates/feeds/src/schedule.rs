//! Fetches of a server: one process at a time, under a lease in the database.

use std::sync::Arc;
use std::time::Duration;

use saldo_domain::{Chain, Clock};
use saldo_storage::WorkerId;
use tokio_util::sync::CancellationToken;

use crate::{BankFeeds, Error, Result};

/// The name of fetching in the database.
const WORK: &str = "bank feeds";
/// The time between two looks for due feeds.
const LOOK_EVERY: Duration = Duration::from_mins(1);
/// The number of feeds that a look fetches at most.
const BATCH: u32 = 20;

impl BankFeeds {
    /// Fetches feeds that are due, until the server stops.
    pub async fn run(self, worker: WorkerId, clock: Arc<dyn Clock>, stopping: CancellationToken) {
        let mut turns = tokio::time::interval(LOOK_EVERY);
        turns.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                _ = turns.tick() => {}
            }
            tokio::select! {
                // A fetch that was cut off is made again when its lease has ended.
                () = stopping.cancelled() => return,
                result = Box::pin(self.fetch_due(&worker, clock.as_ref())) => {
                    if let Err(error) = result {
                        tracing::warn!(cause = %Chain(&error), "cannot fetch bank feeds; the next look tries again");
                    }
                }
            }
        }
    }

    /// Fetches the feeds that are due, unless another process does. Returns their number.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn fetch_due(&self, worker: &WorkerId, clock: &dyn Clock) -> Result<usize> {
        let lease = self.limits.lease;
        if !self.storage.claim_work(WORK, worker, lease, clock.now()).await? {
            return Ok(0);
        }
        let done = self.fetch_batch(worker, clock).await;
        let now = clock.now();
        self.storage.finish_work(WORK, worker, done.is_ok(), now, now).await?;
        done
    }

    async fn fetch_batch(&self, worker: &WorkerId, clock: &dyn Clock) -> Result<usize> {
        let due = self.storage.list_due_feeds(clock.now(), BATCH).await?;
        for (user, feed) in &due {
            self.storage.extend_work(WORK, worker, self.limits.lease, clock.now()).await?;
            match self.fetch(*user, *feed, clock.now()).await {
                Ok(_) | Err(Error::Busy | Error::QuotaUsed | Error::NotFound | Error::Revoked) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(due.len())
    }
}
