//! The port for values that can be used once before they expire, such as reset tokens and sign-in states.

use async_trait::async_trait;
use saldo_domain::Timestamp;

use super::Result;

/// Values that can be used once before they expire.
#[async_trait]
pub trait Verifications: Send + Sync {
    /// Stores `value` under `key` until `expires_at`, replacing an earlier value.
    async fn put_verification(&self, key: &str, value: &str, expires_at: Timestamp) -> Result<()>;

    /// Returns the value without deleting it; `None` if it does not exist or has expired.
    async fn find_verification(&self, key: &str, now: Timestamp) -> Result<Option<String>>;

    /// Returns the value and deletes it; `None` if it does not exist or has expired. Of several concurrent
    /// calls, only one gets the value.
    async fn take_verification(&self, key: &str, now: Timestamp) -> Result<Option<String>>;

    /// Deletes all expired values; returns their number.
    async fn delete_expired_verifications(&self, now: Timestamp) -> Result<u64>;
}
