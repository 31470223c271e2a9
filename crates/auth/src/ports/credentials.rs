//! The port for credentials: passwords and accounts at identity providers.

use std::fmt;

use async_trait::async_trait;
use saldo_domain::{Credential, CredentialId, Timestamp, User, UserId};

use super::Result;

/// An Argon2 hash of a password as a PHC string. Its `Debug` output hides the hash.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a PHC string.
    #[must_use]
    pub const fn from_phc(text: String) -> Self {
        Self(text)
    }

    /// Returns the PHC string.
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

/// A new credential.
#[derive(Debug, Clone)]
pub enum NewCredential {
    /// E-mail address and password.
    Password {
        /// The hash of the password.
        hash: PasswordHash,
    },
    /// An account at an identity provider.
    Provider {
        /// The id of the provider.
        provider: String,
        /// The user's id at the provider.
        subject: String,
        /// The scopes that the provider granted.
        scopes: Vec<String>,
        /// The provider's tokens, encrypted by the caller.
        sealed_tokens: Option<Vec<u8>>,
    },
}

impl NewCredential {
    /// The provider id of password credentials.
    pub const PASSWORD: &'static str = "credential";

    /// Creates a credential for a subject at an identity provider, of which nothing else is kept.
    #[must_use]
    pub fn at_provider(provider: &str, subject: &str) -> Self {
        Self::Provider {
            provider: provider.to_owned(),
            subject: subject.to_owned(),
            scopes: Vec::new(),
            sealed_tokens: None,
        }
    }
}

/// The credentials of all users.
#[async_trait]
pub trait Credentials: Send + Sync {
    /// Returns the user's password hash; `None` if they have no password.
    async fn find_password_hash(&self, user: UserId) -> Result<Option<PasswordHash>>;

    /// Returns the user with this subject at this provider.
    async fn find_user_by_provider(&self, provider: &str, subject: &str) -> Result<Option<User>>;

    /// Adds a credential, or replaces the user's credential with the same provider and subject. A user has at
    /// most one password.
    ///
    /// # Errors
    /// [`crate::StoreError::Conflict`] if the subject belongs to another user.
    async fn put_credential(
        &self,
        user: UserId,
        credential: NewCredential,
        now: Timestamp,
    ) -> Result<Credential>;

    /// Returns the user's credentials, oldest first.
    async fn list_credentials(&self, user: UserId) -> Result<Vec<Credential>>;

    /// Deletes a credential of the user. Idempotent.
    async fn delete_credential(&self, user: UserId, credential: CredentialId) -> Result<()>;
}
