//! The state of scheduled backups and of their tests.

use std::time::Duration;

use saldo_domain::Timestamp;
use saldo_storage::PeriodicRuns;

/// The age of the newest backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupAge {
    /// There is no backup yet.
    None,
    /// The newest backup is as recent as it should be.
    Recent(Timestamp),
    /// The newest backup is older than two intervals.
    TooOld(Timestamp),
}

impl BackupAge {
    /// Compares the newest backup with the interval at which backups are made.
    #[must_use]
    pub fn of(newest: Option<Timestamp>, every: Duration, now: Timestamp) -> Self {
        match newest {
            None => Self::None,
            Some(newest) if newest.after(every.saturating_mul(2)) < now => Self::TooOld(newest),
            Some(newest) => Self::Recent(newest),
        }
    }
}

/// The last test of a backup, which any server on the database made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastTest {
    /// No backup was tested yet.
    None,
    /// The last test, at this time, failed.
    Failed(Timestamp),
    /// The last test succeeded, as recently as it should have.
    Recent(Timestamp),
    /// The last test succeeded, but the next one is long overdue.
    TooOld(Timestamp),
}

impl LastTest {
    /// Compares the runs of [`TEST`](crate::schedule::TEST) with the intervals at which backups are made and
    /// tested. A test follows a backup.
    #[must_use]
    pub fn of(runs: PeriodicRuns, every: Duration, test_every: Duration, now: Timestamp) -> Self {
        let PeriodicRuns { last_success, last_failure } = runs;
        let overdue_after = test_every.saturating_add(every).saturating_mul(2);
        match (last_failure, last_success) {
            (Some(failed), succeeded) if Some(failed) > succeeded => Self::Failed(failed),
            (_, None) => Self::None,
            (_, Some(succeeded)) if succeeded.after(overdue_after) < now => Self::TooOld(succeeded),
            (_, Some(succeeded)) => Self::Recent(succeeded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    fn day(number: i64) -> Timestamp {
        Timestamp::from_milliseconds(number * 86_400_000)
    }

    #[test]
    fn a_backup_is_too_old_after_two_intervals() {
        assert_eq!(BackupAge::of(None, DAY, day(9)), BackupAge::None);
        assert_eq!(BackupAge::of(Some(day(7)), DAY, day(9)), BackupAge::Recent(day(7)));
        assert_eq!(BackupAge::of(Some(day(6)), DAY, day(9)), BackupAge::TooOld(day(6)));
        assert_eq!(BackupAge::of(Some(day(6)), Duration::MAX, day(9)), BackupAge::Recent(day(6)));
    }

    #[test]
    fn a_test_is_judged_by_its_last_run_and_by_two_intervals() {
        let of = |last_success, last_failure| {
            LastTest::of(PeriodicRuns { last_success, last_failure }, DAY, 9 * DAY, day(100))
        };
        assert_eq!(of(None, None), LastTest::None);
        assert_eq!(of(None, Some(day(90))), LastTest::Failed(day(90)));
        assert_eq!(of(Some(day(89)), Some(day(90))), LastTest::Failed(day(90)));
        assert_eq!(of(Some(day(90)), Some(day(89))), LastTest::Recent(day(90)));
        assert_eq!(of(Some(day(80)), None), LastTest::Recent(day(80)));
        assert_eq!(of(Some(day(79)), None), LastTest::TooOld(day(79)));
    }
}
