//! Answers kept for requests that are sent again with the same Idempotency-Key.

use async_trait::async_trait;
use saldo_domain::{Timestamp, UserId};

use crate::Result;

/// An answer as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The body's type, where it has one.
    pub content_type: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyState {
    /// Nothing was: the key is the caller's now, who answers and keeps the answer.
    New,
    /// The same request was answered.
    Answered(KeptAnswer),
    /// The same request was begun at this moment, not long ago, and may be at work.
    AtWork(Timestamp),
    /// The same request was begun and never answered: the process that worked on it is gone, and it may have done it or not.
    Lost,
    /// The key came with another request before.
    OtherRequest,
}

/// Answers by key.
#[async_trait]
pub trait Answers: Send + Sync {
    /// Takes a key for the request of this digest. A key whose request was begun before `stale` and never answered is never taken
    /// anew: what it asked for may have been done.
    async fn take_key(
        &self,
        user: UserId,
        key: &str,
        request: [u8; 32],
        stale: Timestamp,
        now: Timestamp,
    ) -> Result<KeyState>;

    /// Keeps the answer.
    async fn keep_answer(&self, user: UserId, key: &str, answer: KeptAnswer) -> Result<()>;

    /// Gives a key back: the request failed in a way that trying again may mend.
    async fn release_key(&self, user: UserId, key: &str) -> Result<()>;

    /// Forgets keys of all people taken before `before`; answers how many.
    async fn sweep_keys(&self, before: Timestamp) -> Result<u64>;
}
