//! Session tokens and other random secrets.

use std::fmt;

use rand::distr::{Alphanumeric, SampleString};
use saldo_domain::TokenHash;

/// The secret of a session: 32 characters `[A-Za-z0-9]` (190 bits) from a cryptographic generator. It is
/// hidden in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    const LENGTH: usize = 32;

    /// Generates a new secret.
    #[must_use]
    pub fn generate() -> Self {
        Self(random_text(Self::LENGTH))
    }

    /// Wraps a secret from a cookie or a request body. The text is not checked.
    #[must_use]
    pub fn from_text(text: String) -> Self {
        Self(text)
    }

    /// Returns the secret.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the hash of the secret, which the database stores instead of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SessionToken(…)")
    }
}

/// Generates a secret for [`crate::Secret::new`]: 64 characters `[A-Za-z0-9]`.
#[must_use]
pub fn random_secret() -> String {
    random_text(64)
}

/// Generates `length` characters `[A-Za-z0-9]` with a cryptographic generator that the operating
/// system seeds.
pub(crate) fn random_text(length: usize) -> String {
    Alphanumeric.sample_string(&mut rand::rng(), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_32_unique_letters_and_digits() {
        let (one, two) = (SessionToken::generate(), SessionToken::generate());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_ne!(one, two);
    }

    #[test]
    fn a_token_is_not_written_to_a_log() {
        assert_eq!(format!("{:?}", SessionToken::generate()), "SessionToken(…)");
    }
}
