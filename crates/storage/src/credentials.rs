//! The ways people sign in.

use std::fmt;

use async_trait::async_trait;
use saldo_domain::{Credential, CredentialId, Timestamp, User, UserId};

use crate::Result;

/// A password's Argon2 hash in PHC string form; not written to logs.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a PHC string.
    #[must_use]
    pub const fn from_phc(text: String) -> Self {
        Self(text)
    }

    /// The PHC string.
    #[must_use]
    pub fn as_phc(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordHash(…)")
    }
}

/// A way to sign in, as it is added.
#[derive(Debug, Clone)]
pub enum NewCredential {
    /// E-mail and password.
    Password {
        /// The hash of the password.
        hash: PasswordHash,
    },
    /// An identity provider.
    Provider {
        /// The provider's id.
        provider: String,
        /// The person's id there.
        subject: String,
        /// What the provider granted.
        scopes: Vec<String>,
        /// The provider's tokens, encrypted by the caller.
        sealed_tokens: Option<Vec<u8>>,
    },
}

impl NewCredential {
    /// The `provider` of a password credential.
    pub const PASSWORD: &'static str = "credential";
}

/// The ways people sign in.
#[async_trait]
pub trait Credentials: Send + Sync {
    /// The person's password hash; `None` when they have no password.
    async fn find_password_hash(&self, user: UserId) -> Result<Option<PasswordHash>>;

    /// The person whom the provider knows by this subject.
    async fn find_user_by_provider(&self, provider: &str, subject: &str) -> Result<Option<User>>;

    /// Adds the credential, or replaces the person's one of the same provider and subject
    /// (a person has at most one password).
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when the provider's subject belongs to somebody else.
    async fn put_credential(
        &self,
        user: UserId,
        credential: NewCredential,
        now: Timestamp,
    ) -> Result<Credential>;

    /// The person's credentials, oldest first.
    async fn list_credentials(&self, user: UserId) -> Result<Vec<Credential>>;

    /// Deletes the person's credential. Twice is fine.
    async fn delete_credential(&self, user: UserId, credential: CredentialId) -> Result<()>;
}
