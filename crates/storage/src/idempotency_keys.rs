//! The port for responses to requests with an `Idempotency-Key` header.

use async_trait::async_trait;
use saldo_domain::{Timestamp, UserId};

use crate::Result;

/// A stored response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    /// The HTTP status code.
    pub status: u16,
    /// The `Content-Type` of the body, if it has one.
    pub content_type: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// The state of an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyState {
    /// The key was unused and now belongs to the caller, who handles the request and then calls
    /// [`IdempotencyKeys::keep_answer`] or [`IdempotencyKeys::release_key`].
    New,
    /// The same request was answered with this response.
    Answered(StoredResponse),
    /// The same request started at this time, which is recent, and may still be running.
    AtWork(Timestamp),
    /// The same request started and was never answered. Its process is gone, and the request may or may not
    /// have taken effect.
    Lost,
    /// The key was used for a different request.
    OtherRequest,
}

/// Responses by user and idempotency key.
#[async_trait]
pub trait IdempotencyKeys: Send + Sync {
    /// Claims `key` for the request with the 32-byte digest `request`. If the same request took the key
    /// before and has no response yet, the result is [`KeyState::AtWork`], or [`KeyState::Lost`] if it took
    /// the key before `stale`. A lost key cannot be claimed again, because the request may have taken effect.
    async fn take_key(
        &self,
        user: UserId,
        key: &str,
        request: [u8; 32],
        stale: Timestamp,
        now: Timestamp,
    ) -> Result<KeyState>;

    /// Stores the response for a claimed key.
    async fn keep_answer(&self, user: UserId, key: &str, answer: StoredResponse) -> Result<()>;

    /// Deletes a key so that the request can be retried, after a failure that may be temporary.
    async fn release_key(&self, user: UserId, key: &str) -> Result<()>;

    /// Deletes the keys of all users that were claimed before `before`; returns their number.
    async fn sweep_keys(&self, before: Timestamp) -> Result<u64>;
}
