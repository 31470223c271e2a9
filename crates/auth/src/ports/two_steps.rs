//! The port for two-factor authentication: TOTP secrets, used codes, backup codes and failed attempts.

use async_trait::async_trait;
use saldo_domain::{Timestamp, TokenHash, User, UserId};

use super::Result;

/// A user's enrollment in two-factor authentication. Its `Debug` output hides the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct TwoStep {
    /// The TOTP secret, encrypted by the caller.
    pub sealed_secret: Vec<u8>,
    /// The time until which all codes are rejected, after too many wrong ones.
    pub locked_until: Option<Timestamp>,
    /// The time of the enrollment, which identifies it.
    pub created_at: Timestamp,
}

impl std::fmt::Debug for TwoStep {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TwoStep(…)")
    }
}

/// The second factors of all users.
#[async_trait]
pub trait TwoSteps: Send + Sync {
    /// Stores an enrollment, replacing an unfinished one. It takes effect with [`Self::enable_two_step`].
    ///
    /// # Errors
    /// [`crate::StoreError::Conflict`] if two-factor authentication is enabled, or if the user does not
    /// exist.
    async fn put_two_step(
        &self,
        user: UserId,
        sealed_secret: Vec<u8>,
        backup_codes: Vec<TokenHash>,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns the user's enrollment, even if it is unfinished.
    async fn find_two_step(&self, user: UserId) -> Result<Option<TwoStep>>;

    /// Enables two-factor authentication with the enrollment of the moment `enrolled_at`.
    ///
    /// # Errors
    /// [`crate::StoreError::Conflict`] if the user does not have that enrollment, such as after a later
    /// one.
    async fn enable_two_step(&self, user: UserId, enrolled_at: Timestamp, now: Timestamp) -> Result<User>;

    /// Disables two-factor authentication and deletes the enrollment and its backup codes; returns `None`
    /// if the user does not exist.
    async fn delete_two_step(&self, user: UserId, now: Timestamp) -> Result<Option<User>>;

    /// Uses up the TOTP time step `step`, the Unix time divided by 30 seconds (RFC 6238). Returns true if
    /// it is later than every step used before; `false` otherwise, or if the user is not enrolled.
    async fn take_step(&self, user: UserId, step: u64) -> Result<bool>;

    /// Replaces the user's backup codes. Does nothing if the user is not enrolled.
    async fn put_backup_codes(&self, user: UserId, backup_codes: Vec<TokenHash>) -> Result<()>;

    /// Deletes a backup code; returns true if it existed. Of several concurrent calls, only one returns
    /// true.
    async fn take_backup_code(&self, user: UserId, backup_code: TokenHash) -> Result<bool>;

    /// Counts an attempt to enter a code, before the code is checked. Returns `false` if the user is
    /// locked or not enrolled. The `failures_max`th attempt without [`Self::clear_failures`] locks the
    /// user until `locked_until`. Of any number of concurrent calls, `failures_max` return true.
    async fn take_attempt(
        &self,
        user: UserId,
        failures_max: u32,
        locked_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool>;

    /// Resets the count of attempts and unlocks the user, after a correct code.
    async fn clear_failures(&self, user: UserId) -> Result<()>;
}
