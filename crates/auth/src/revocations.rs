//! Immediate revocation of cached sessions.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{Timestamp, UserId};

/// Remembers, for each user, the time up to which cached sessions are rejected.
///
/// Rejecting a cache too often is harmless, because the database is asked instead. The memory is therefore
/// bounded: when it is full, all caches of all users made so far are rejected and the memory is cleared, as
/// when the process starts.
#[derive(Debug)]
pub(crate) struct Revocations {
    state: Mutex<State>,
    cache_lifetime: Duration,
}

#[derive(Debug)]
struct State {
    everybody: Timestamp,
    by_user: HashMap<UserId, Timestamp>,
}

impl Revocations {
    const USERS_MAX: usize = 10_000;

    pub(crate) fn new(started_at: Timestamp, cache_lifetime: Duration) -> Self {
        // Rejects the caches made before this process, but not those that it makes in its first millisecond.
        let everybody = started_at.before(Duration::from_millis(1));
        Self { state: Mutex::new(State { everybody, by_user: HashMap::new() }), cache_lifetime }
    }

    /// Rejects the user's caches that were made up to `now`.
    pub(crate) fn revoke(&self, user: UserId, now: Timestamp) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.by_user.len() >= Self::USERS_MAX {
            let still_cached = now.before(self.cache_lifetime);
            state.by_user.retain(|_, revoked_at| *revoked_at >= still_cached);
        }
        if state.by_user.len() >= Self::USERS_MAX {
            state.by_user.clear();
            state.everybody = now;
        }
        state.by_user.insert(user, now);
    }

    /// True if a cache of the user that was made at `read_at` must be rejected.
    pub(crate) fn covers(&self, user: UserId, read_at: Timestamp) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        read_at <= state.everybody
            || state.by_user.get(&user).is_some_and(|revoked_at| read_at <= *revoked_at)
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::Id;

    use super::*;

    const START: Timestamp = Timestamp::from_milliseconds(1_000_000);

    fn at(seconds: u64) -> Timestamp {
        START.after(Duration::from_secs(seconds))
    }

    #[test]
    fn only_the_users_caches_from_before_a_revocation_are_rejected() {
        let revocations = Revocations::new(START, Duration::from_mins(5));
        let (ann, bob) = (Id::new(START), Id::new(START));
        revocations.revoke(ann, at(10));
        assert!(revocations.covers(ann, at(9)));
        assert!(revocations.covers(ann, at(10)));
        assert!(!revocations.covers(ann, at(11)));
        assert!(!revocations.covers(bob, at(9)));
    }

    #[test]
    fn caches_of_another_process_from_before_startup_are_rejected() {
        let revocations = Revocations::new(START, Duration::from_mins(5));
        let ann = Id::new(START);
        assert!(revocations.covers(ann, START.before(Duration::from_secs(1))));
        assert!(!revocations.covers(ann, START));
    }

    #[test]
    fn the_memory_is_bounded_and_keeps_active_revocations() {
        let revocations = Revocations::new(START, Duration::from_mins(5));
        let users: Vec<UserId> = (0..=Revocations::USERS_MAX).map(|_| Id::new(START)).collect();
        for user in &users {
            revocations.revoke(*user, at(10));
        }
        assert!(users.iter().all(|user| revocations.covers(*user, at(10))));
        assert!(revocations.state.lock().unwrap().by_user.len() <= Revocations::USERS_MAX);
    }
}
