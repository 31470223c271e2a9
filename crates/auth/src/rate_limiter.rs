//! Rate limiter of API tokens: it slows down a program that sends requests in a loop.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{Sha256, Timestamp};

const MINUTE: i64 = 60_000;
/// Number of tokens above which idle ones are removed.
const TRACKED_TOKENS: usize = 1_000;

/// The rate limiter of API tokens. Each token has a number of requests per minute, at once or spread out. The
/// state is in this process's memory.
#[derive(Debug, Default)]
pub struct RateLimiter(Mutex<HashMap<[u8; 32], i64>>);

impl RateLimiter {
    /// Counts a request of a token that may send `per_minute` requests; 0 for no limit.
    ///
    /// # Errors
    /// The time to wait, if the limit is exceeded. The request is not counted then.
    pub fn admit(&self, token: &str, per_minute: u32, now: Timestamp) -> Result<(), Duration> {
        if per_minute == 0 {
            return Ok(());
        }
        let (now, cost) = (now.as_milliseconds(), MINUTE / i64::from(per_minute));
        let mut due = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if due.len() > TRACKED_TOKENS {
            due.retain(|_, due| *due > now);
        }
        // The time at which all requests so far would be due at an even rate (generic cell rate algorithm).
        let before = due.entry(*Sha256::of(token.as_bytes()).as_bytes()).or_insert(now);
        let after = (*before).max(now) + cost;
        let too_early = after - now - MINUTE;
        if too_early > 0 {
            return Err(Duration::from_millis(u64::try_from(too_early).unwrap_or_default()));
        }
        *before = after;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_milliseconds(milliseconds)
    }

    #[test]
    fn each_token_has_its_own_requests_per_minute() {
        let rate_limiter = RateLimiter::default();
        for _ in 0..3 {
            assert_eq!(rate_limiter.admit("a", 3, at(0)), Ok(()));
        }
        assert_eq!(rate_limiter.admit("a", 3, at(0)), Err(Duration::from_secs(20)));
        assert_eq!(rate_limiter.admit("b", 3, at(0)), Ok(()));
        assert_eq!(rate_limiter.admit("a", 3, at(19_999)), Err(Duration::from_millis(1)));
        assert_eq!(rate_limiter.admit("a", 3, at(20_000)), Ok(()));
        assert_eq!(rate_limiter.admit("a", 3, at(20_000)), Err(Duration::from_secs(20)));
        assert_eq!(rate_limiter.admit("a", 3, at(80_000)), Ok(()));
        assert_eq!(rate_limiter.admit("a", 0, at(80_000)), Ok(()));
    }
}
