//! The claim of a process on the inbox, under a lease in the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use saldo_domain::{Chain, Clock};
use saldo_storage::{PeriodicWork, WorkerId};
use tokio::time::{Instant, interval};

/// The name of watching the inbox in the database.
const INBOX: &str = "inbox";
/// The shortest lease. A shorter one would be renewed too often.
const LEASE_MIN: Duration = Duration::from_secs(1);

/// The claims of this process on the inbox. A number tells each from the ones before: another process may
/// have watched between two claims.
pub(super) struct Claims {
    storage: Arc<dyn PeriodicWork>,
    clock: Arc<dyn Clock>,
    worker: WorkerId,
    lease: Duration,
    /// The number of the current claim; 0 without one.
    current: AtomicU64,
    /// The number of all claims.
    count: AtomicU64,
}

impl Claims {
    pub(super) fn new(
        storage: Arc<dyn PeriodicWork>,
        clock: Arc<dyn Clock>,
        worker: WorkerId,
        lease: Duration,
    ) -> Self {
        let lease = lease.max(LEASE_MIN);
        Self { storage, clock, worker, lease, current: AtomicU64::new(0), count: AtomicU64::new(0) }
    }

    fn begin(&self) {
        let number = self.count.fetch_add(1, Ordering::SeqCst) + 1;
        self.current.store(number, Ordering::SeqCst);
    }

    fn end(&self) {
        self.current.store(0, Ordering::SeqCst);
    }

    /// Returns the number of the current claim; `None` without one.
    pub(super) fn current(&self) -> Option<u64> {
        Some(self.current.load(Ordering::SeqCst)).filter(|number| *number > 0)
    }

    /// Claims the inbox as soon as no other process has it, and renews the claim, until the future is
    /// dropped.
    pub(super) async fn hold(&self) {
        let mut renewals = interval(self.lease / 3);
        let mut renewed = Instant::now();
        let mut is_failing = false;
        loop {
            renewals.tick().await;
            match self.renew().await {
                Ok(()) => (renewed, is_failing) = (Instant::now(), false),
                Err(error) => {
                    if renewed.elapsed() >= self.lease {
                        self.end();
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

    /// Renews the claim, or claims the inbox if no other process has it.
    async fn renew(&self) -> saldo_storage::Result<()> {
        let now = self.clock.now();
        let has_claim = self.current().is_some();
        let holds = if has_claim {
            self.storage.extend_work(INBOX, &self.worker, self.lease, now).await?
        } else {
            self.storage.claim_work(INBOX, &self.worker, self.lease, now).await?
        };
        match (has_claim, holds) {
            (false, true) => self.begin(),
            (true, false) => self.end(),
            _ => {}
        }
        Ok(())
    }

    /// Releases the inbox, so that another process need not wait for the end of the lease.
    pub(super) async fn release(&self) {
        if self.current().is_none() {
            return;
        }
        self.end();
        let now = self.clock.now();
        if let Err(error) = self.storage.finish_work(INBOX, &self.worker, true, now, now).await {
            tracing::warn!(
                cause = %Chain(&error),
                "cannot release the inbox; another process watches it when the lease ends"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use async_trait::async_trait;
    use saldo_domain::{ManualClock, Timestamp};
    use saldo_storage::{PeriodicRuns, Result};
    use tempfile::TempDir;

    use super::*;

    const LEASE: Duration = Duration::from_secs(6);

    /// Two processes on one SQLite database.
    struct Processes {
        clock: Arc<ManualClock>,
        one: Claims,
        other: Claims,
        _place: TempDir,
    }

    impl Processes {
        async fn open() -> Self {
            let place = TempDir::new().unwrap();
            let url = format!("sqlite://{}", place.path().join("saldo.db").display());
            let storage = saldo_storage::open(&url).await.unwrap();
            let clock = Arc::new(ManualClock::at(Timestamp::from_milliseconds(1_750_000_000_000)));
            let claims =
                |name: &str| Claims::new(storage.clone(), clock.clone(), WorkerId(name.to_owned()), LEASE);
            let (one, other) = (claims("one"), claims("other"));
            Self { clock, one, other, _place: place }
        }

        /// Lets both processes renew their claims, and returns them.
        async fn renewed(&self) -> (Option<u64>, Option<u64>) {
            self.one.renew().await.unwrap();
            self.other.renew().await.unwrap();
            (self.one.current(), self.other.current())
        }
    }

    #[tokio::test]
    async fn one_process_at_a_time_has_the_claim() {
        let processes = Processes::open().await;
        for _ in 0..5 {
            assert_eq!(processes.renewed().await, (Some(1), None), "a renewed claim is the same one");
            processes.clock.advance(LEASE / 3);
        }
    }

    #[tokio::test]
    async fn a_released_claim_is_free_at_once_and_the_next_one_has_another_number() {
        let processes = Processes::open().await;
        processes.other.release().await;
        assert_eq!(processes.renewed().await, (Some(1), None));
        processes.one.release().await;
        processes.other.renew().await.unwrap();
        assert_eq!(processes.other.current(), Some(1));
        processes.one.renew().await.unwrap();
        assert_eq!(processes.one.current(), None, "the other process has it now");
        processes.other.release().await;
        processes.one.renew().await.unwrap();
        assert_eq!(processes.one.current(), Some(2));
    }

    #[tokio::test]
    async fn the_claim_of_a_process_that_hangs_is_free_after_its_lease() {
        let processes = Processes::open().await;
        processes.one.renew().await.unwrap();
        processes.clock.advance(LEASE / 10 * 9);
        processes.other.renew().await.unwrap();
        assert_eq!(processes.other.current(), None);
        processes.clock.advance(LEASE / 5);
        processes.other.renew().await.unwrap();
        assert_eq!(processes.other.current(), Some(1));
        assert_eq!(processes.renewed().await, (None, Some(1)));
    }

    /// A database that grants every claim, until it fails.
    #[derive(Default)]
    struct Failing(AtomicBool);

    impl Failing {
        fn answer(&self) -> Result<bool> {
            if self.0.load(Ordering::SeqCst) { Err(saldo_storage::Error::NotFound) } else { Ok(true) }
        }
    }

    #[async_trait]
    impl PeriodicWork for Failing {
        async fn claim_work(&self, _: &str, _: &WorkerId, _: Duration, _: Timestamp) -> Result<bool> {
            self.answer()
        }

        async fn extend_work(&self, _: &str, _: &WorkerId, _: Duration, _: Timestamp) -> Result<bool> {
            self.answer()
        }

        async fn finish_work(
            &self,
            _: &str,
            _: &WorkerId,
            _: bool,
            _: Timestamp,
            _: Timestamp,
        ) -> Result<bool> {
            self.answer()
        }

        async fn find_runs(&self, _: &str) -> Result<PeriodicRuns> {
            Ok(PeriodicRuns::default())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_claim_survives_a_short_failure_of_the_database() {
        let storage = Arc::new(Failing::default());
        let clock = Arc::new(ManualClock::at(Timestamp::from_milliseconds(0)));
        let claims = Claims::new(storage.clone(), clock, WorkerId("one".to_owned()), LEASE);
        let watched = async {
            let after = async |time| {
                tokio::time::sleep(time).await;
                claims.current()
            };
            assert_eq!(after(Duration::from_secs(1)).await, Some(1));
            storage.0.store(true, Ordering::SeqCst);
            assert_eq!(after(Duration::from_secs(4)).await, Some(1));
            storage.0.store(false, Ordering::SeqCst);
            assert_eq!(after(Duration::from_secs(4)).await, Some(1));
            storage.0.store(true, Ordering::SeqCst);
            assert_eq!(after(Duration::from_secs(8)).await, None, "another process may have it");
            storage.0.store(false, Ordering::SeqCst);
            assert_eq!(after(Duration::from_secs(2)).await, Some(2));
        };
        tokio::select! {
            () = claims.hold() => unreachable!("it is held until it is dropped"),
            () = watched => {}
        }
    }
}
