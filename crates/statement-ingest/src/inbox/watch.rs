//! The watch of the inbox: one process at a time looks into it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::Clock;
use saldo_storage::WorkerId;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::Inbox;
use super::claim::Claims;

/// The space on the disk of the server, without which no file is taken.
#[async_trait]
pub trait DiskSpace: Send + Sync {
    /// True while the disk is full.
    async fn is_full(&self) -> bool;

    /// Notes that a file could not be stored because the disk is full.
    fn mark_full(&self);
}

/// Settings of [`Inbox::watch`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WatchSettings {
    /// The name of this process in leases; unique among the processes of the database.
    pub worker: WorkerId,
    /// Time after which another process takes over the inbox of a process that died.
    pub lease: Duration,
    /// Time between two looks.
    pub every: Duration,
}

impl WatchSettings {
    /// Creates settings.
    #[must_use]
    pub const fn new(worker: WorkerId, lease: Duration, every: Duration) -> Self {
        Self { worker, lease, every }
    }
}

impl Inbox {
    /// Looks again and again until `stopping` is canceled, while this process has the claim on the inbox.
    pub async fn watch(
        self,
        settings: WatchSettings,
        clock: Arc<dyn Clock>,
        space: impl DiskSpace,
        stopping: CancellationToken,
    ) {
        let claims = Claims::new(self.storage.clone(), clock, settings.worker, settings.lease);
        tokio::select! {
            () = stopping.cancelled() => {}
            () = claims.hold() => {}
            () = self.look_under(&claims, settings.every, &space) => {}
        }
        claims.release().await;
    }

    /// Looks into the inbox while this process has the claim.
    async fn look_under(mut self, claims: &Claims, every: Duration, space: &impl DiskSpace) {
        let mut looks = interval(every);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut looked_under = None;
        loop {
            looks.tick().await;
            let claim = claims.current();
            if claim != looked_under {
                self.forget();
                looked_under = claim;
            }
            if claim.is_some() && !space.is_full().await && self.look().await {
                space.mark_full();
            }
        }
    }
}
