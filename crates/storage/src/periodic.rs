//! The port for work that one process at a time does periodically, such as backups.

use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::Timestamp;

use crate::{Result, WorkerId};

/// The last runs of periodic work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PeriodicRuns {
    /// The end of the last run that succeeded.
    pub last_success: Option<Timestamp>,
    /// The end of the last run that failed.
    pub last_failure: Option<Timestamp>,
}

/// Work that one process at a time does periodically. Each kind of work has a name.
#[async_trait]
pub trait PeriodicWork: Send + Sync {
    /// Claims work that is due, for the length of a lease. Of several workers, only one receives `true`,
    /// until the lease expires or the work is finished. Work that was never done is due.
    async fn claim_work(
        &self,
        name: &str,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<bool>;

    /// Renews the lease of claimed work, which then ends `lease` after `now`. On `false`, another worker may
    /// have claimed it.
    async fn extend_work(
        &self,
        name: &str,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<bool>;

    /// Records the end of claimed work, and the time at which it is due again. `false` if another worker
    /// claimed it meanwhile; nothing is recorded then.
    async fn finish_work(
        &self,
        name: &str,
        worker: &WorkerId,
        is_success: bool,
        due_at: Timestamp,
        now: Timestamp,
    ) -> Result<bool>;

    /// Returns the last runs.
    async fn find_runs(&self, name: &str) -> Result<PeriodicRuns>;
}
