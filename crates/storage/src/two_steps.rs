//! The second step of a sign-in: what makes its codes, and which of them were used.

use async_trait::async_trait;
use saldo_domain::{Timestamp, TokenHash, User, UserId};

use crate::Result;

/// What a person enrolled with.
#[derive(Clone, PartialEq, Eq)]
pub struct TwoStep {
    /// What makes the codes, encrypted by the caller.
    pub sealed_secret: Vec<u8>,
    /// Until when no code is taken, after too many wrong ones.
    pub locked_until: Option<Timestamp>,
    /// When the person enrolled: another enrolment has another moment.
    pub created_at: Timestamp,
}

impl std::fmt::Debug for TwoStep {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TwoStep(…)")
    }
}

/// The second step of people's sign-ins.
#[async_trait]
pub trait TwoSteps: Send + Sync {
    /// Keeps what the person enrols with, in place of an enrolment that was not finished. It is in force with
    /// [`Self::enable_two_step`] only.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when the second step is in force already, or there is no such person.
    async fn put_two_step(
        &self,
        user: UserId,
        sealed_secret: Vec<u8>,
        backup_codes: Vec<TokenHash>,
        now: Timestamp,
    ) -> Result<()>;

    /// What the person enrolled with, finished or not.
    async fn find_two_step(&self, user: UserId) -> Result<Option<TwoStep>>;

    /// Puts the enrolment of the moment `enrolled_at` in force.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when the person has no such enrolment any more.
    async fn enable_two_step(&self, user: UserId, enrolled_at: Timestamp, now: Timestamp) -> Result<User>;

    /// Takes the second step away, with its backup codes; `None` when there is no such person.
    async fn delete_two_step(&self, user: UserId, now: Timestamp) -> Result<Option<User>>;

    /// Uses up a step of the clock, numbered by its code's 30 seconds; whether it was later than every one before.
    async fn take_step(&self, user: UserId, step: u64) -> Result<bool>;

    /// Replaces the person's backup codes. Without an enrolment there is nothing to replace.
    async fn put_backup_codes(&self, user: UserId, backup_codes: Vec<TokenHash>) -> Result<()>;

    /// Uses up a backup code; whether it was there. Of two takers at once, one gets it.
    async fn take_backup_code(&self, user: UserId, backup_code: TokenHash) -> Result<bool>;

    /// Takes one of the user's attempts, before their code is looked at; `false` when the user is locked or has not
    /// enrolled. The `failures_max`th attempt without [`Self::clear_failures`] locks the user until `locked_until`.
    /// Of any number of takers at once, `failures_max` get one.
    async fn take_attempt(
        &self,
        user: UserId,
        failures_max: u32,
        locked_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool>;

    /// Gives back all attempts and unlocks the user: their code was right.
    async fn clear_failures(&self, user: UserId) -> Result<()>;
}
