//! How often one API token may ask at `/mcp`: an assistant that runs in circles is slowed down before it costs anything else.
//!
//! Each token may ask so many times a minute, all at once or one after the other. What is counted is in this process's memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{Sha256, Timestamp};

const MINUTE: i64 = 60_000;
/// Tokens above which those that have not asked for a minute are forgotten.
const KEPT: usize = 1_000;

/// How often tokens have asked.
#[derive(Default)]
pub struct Pace(Mutex<HashMap<[u8; 32], i64>>);

impl Pace {
    /// Counts a request of a token, of which `per_minute` are allowed; 0 for any number.
    ///
    /// # Errors
    /// How long to wait, when it is one too many; it is not counted then.
    pub fn admit(&self, token: &str, per_minute: u32, now: Timestamp) -> Result<(), Duration> {
        if per_minute == 0 {
            return Ok(());
        }
        let (now, cost) = (now.as_milliseconds(), MINUTE / i64::from(per_minute));
        let mut due = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if due.len() > KEPT {
            due.retain(|_, due| *due > now);
        }
        // When all that was asked would have been asked at an even pace.
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
    fn a_token_asks_so_often_a_minute_and_every_token_for_itself() {
        let pace = Pace::default();
        for _ in 0..3 {
            assert_eq!(pace.admit("a", 3, at(0)), Ok(()));
        }
        assert_eq!(pace.admit("a", 3, at(0)), Err(Duration::from_secs(20)));
        assert_eq!(pace.admit("b", 3, at(0)), Ok(()));
        assert_eq!(pace.admit("a", 3, at(19_999)), Err(Duration::from_millis(1)));
        assert_eq!(pace.admit("a", 3, at(20_000)), Ok(()));
        assert_eq!(pace.admit("a", 3, at(20_000)), Err(Duration::from_secs(20)));
        assert_eq!(pace.admit("a", 3, at(80_000)), Ok(()));
        assert_eq!(pace.admit("a", 0, at(80_000)), Ok(()));
    }
}
