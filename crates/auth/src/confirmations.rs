//! A limit, in every process, on the time for which a cached session is accepted without asking the database.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{SessionId, Timestamp};

/// Remembers the sessions that this process recently found in the database.
///
/// A missing record is harmless, because the database is asked instead. The memory is therefore bounded.
#[derive(Debug)]
pub(crate) struct Confirmations {
    confirmed: Mutex<HashMap<SessionId, Timestamp>>,
    lifetime: Duration,
}

impl Confirmations {
    const SESSIONS_MAX: usize = 10_000;

    pub(crate) fn new(lifetime: Duration) -> Self {
        Self { confirmed: Mutex::default(), lifetime }
    }

    /// Records that the database had the session at `read_at`.
    pub(crate) fn confirm(&self, session: SessionId, read_at: Timestamp) {
        let mut confirmed = self.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
        if confirmed.len() >= Self::SESSIONS_MAX {
            confirmed.retain(|_, confirmed_at| self.is_recent(*confirmed_at, read_at));
        }
        if confirmed.len() >= Self::SESSIONS_MAX {
            confirmed.clear();
        }
        confirmed.insert(session, read_at);
    }

    /// Returns true if the session was found in the database recently: by this process, or by the one that
    /// made the cache at `cached_at`.
    pub(crate) fn hold(&self, session: SessionId, cached_at: Timestamp, now: Timestamp) -> bool {
        let confirmed = self.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
        let here = confirmed.get(&session).copied();
        [Some(cached_at), here].into_iter().flatten().any(|read_at| self.is_recent(read_at, now))
    }

    /// A time in the future comes from the clock of another machine, so it proves nothing.
    fn is_recent(&self, read_at: Timestamp, now: Timestamp) -> bool {
        read_at <= now && read_at.after(self.lifetime) > now
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::Id;

    use super::*;

    const START: Timestamp = Timestamp::from_milliseconds(1_000_000);
    const LIFETIME: Duration = Duration::from_secs(5);

    fn at(seconds: u64) -> Timestamp {
        START.after(Duration::from_secs(seconds))
    }

    #[test]
    fn a_session_is_trusted_for_the_lifetime_of_its_last_confirmation() {
        let confirmations = Confirmations::new(LIFETIME);
        let session = Id::new(START);
        assert!(confirmations.hold(session, at(0), at(4)));
        assert!(!confirmations.hold(session, at(0), at(5)));
        confirmations.confirm(session, at(5));
        assert!(confirmations.hold(session, at(0), at(9)));
        assert!(!confirmations.hold(session, at(0), at(10)));
    }

    #[test]
    fn a_clock_that_is_ahead_confirms_nothing() {
        let confirmations = Confirmations::new(LIFETIME);
        assert!(!confirmations.hold(Id::new(START), at(1), at(0)));
    }

    #[test]
    fn the_memory_is_bounded() {
        let confirmations = Confirmations::new(LIFETIME);
        for _ in 0..=Confirmations::SESSIONS_MAX {
            confirmations.confirm(Id::new(START), at(0));
        }
        assert!(confirmations.confirmed.lock().unwrap().len() <= Confirmations::SESSIONS_MAX);
    }
}
