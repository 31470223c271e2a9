//! The log level of failures to claim a job.

use std::time::Duration;

use tokio::time::Instant;

/// Time for which the database may be busy before that counts as an error. SQLite has one writer, and
/// restoring a large archive holds it for minutes.
const BUSY_MAX: Duration = Duration::from_mins(10);

/// The time since which a worker finds the database busy.
#[derive(Default)]
pub(super) struct Backlog {
    since: Option<Instant>,
}

/// The log level of a failure to claim a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Severity {
    /// A repeated failure.
    Debug,
    /// The first failure, which may need no action.
    Warning,
    /// A failure that an administrator must look at.
    Error,
}

impl Backlog {
    /// Notes that a claim begun at `asked` failed at `now`, and returns the log level.
    pub(super) fn failed(&mut self, error: &saldo_storage::Error, asked: Instant, now: Instant) -> Severity {
        if !matches!(error, saldo_storage::Error::Busy(_)) {
            return Severity::Error;
        }
        let is_first = self.since.is_none();
        let since = *self.since.get_or_insert(asked);
        match now.duration_since(since) {
            waited if waited >= BUSY_MAX => Severity::Error,
            _ if is_first => Severity::Warning,
            _ => Severity::Debug,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_database_is_an_error_only_when_it_lasts() {
        let (busy, broken) =
            (saldo_storage::Error::Busy("late".into()), saldo_storage::Error::Database("gone".into()));
        let start = Instant::now();
        let minute = Duration::from_mins(1);
        let mut backlog = Backlog::default();
        assert_eq!(backlog.failed(&busy, start, start + minute), Severity::Warning);
        assert_eq!(backlog.failed(&busy, start + minute, start + 2 * minute), Severity::Debug);
        assert_eq!(backlog.failed(&broken, start, start + 2 * minute), Severity::Error);
        assert_eq!(backlog.failed(&busy, start + 9 * minute, start + BUSY_MAX), Severity::Error);
    }
}
