//! Values that are good for one use until they expire: reset tokens, sign-in states.

use async_trait::async_trait;
use saldo_domain::Timestamp;

use crate::Result;

/// Values that are good for one use until they expire.
#[async_trait]
pub trait Verifications: Send + Sync {
    /// Keeps `value` under `key` until `expires_at`; replaces what was there.
    async fn put_verification(&self, key: &str, value: &str, expires_at: Timestamp) -> Result<()>;

    /// Reads the value and leaves it; `None` when there is none or it has expired.
    async fn find_verification(&self, key: &str, now: Timestamp) -> Result<Option<String>>;

    /// Reads and deletes the value; `None` when there is none or it has expired. Of two takers at once, one gets it.
    async fn take_verification(&self, key: &str, now: Timestamp) -> Result<Option<String>>;

    /// Deletes every expired value and answers how many there were.
    async fn delete_expired_verifications(&self, now: Timestamp) -> Result<u64>;
}
