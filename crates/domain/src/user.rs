//! Users, their credentials and their sessions.

use std::fmt;

use sha2::Digest;

use crate::clock::Timestamp;
use crate::id::Id;

/// The identifier of a [`User`].
pub type UserId = Id<User>;
/// The identifier of a [`Credential`].
pub type CredentialId = Id<Credential>;
/// The identifier of a [`Session`].
pub type SessionId = Id<Session>;

/// A user with an account on this instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The identifier.
    pub id: UserId,
    /// The user's email address, in lower case.
    pub email: Email,
    /// True if the user has proven that the address is theirs.
    pub email_verified: bool,
    /// The user's name; may be empty.
    pub name: String,
    /// The `http` or `https` URL of a picture; `None` or empty if there is none.
    pub image: Option<String>,
    /// True if signing in requires a second factor.
    pub two_step: bool,
    /// The time of the sign-up.
    pub created_at: Timestamp,
    /// The time of the last change to this record.
    pub updated_at: Timestamp,
}

/// A sign-in method of a user. better-auth calls it an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// The identifier.
    pub id: CredentialId,
    /// The user whom it identifies.
    pub user: UserId,
    /// The method: `credential` for email and password, otherwise the identifier of the identity provider.
    pub provider: String,
    /// The user's identifier at the provider; for email and password, the user's own identifier.
    pub subject: String,
    /// The scopes that the provider granted.
    pub scopes: Vec<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// A signed-in browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The identifier.
    pub id: SessionId,
    /// The signed-in user.
    pub user: UserId,
    /// The end of the session, unless it is extended before.
    pub expires_at: Timestamp,
    /// The time of the sign-in.
    pub created_at: Timestamp,
    /// The time of the last extension; at first that of the sign-in.
    pub updated_at: Timestamp,
    /// The IP address at sign-in; empty if unknown.
    pub ip_address: String,
    /// The `User-Agent` header at sign-in; empty if unknown.
    pub user_agent: String,
    /// True if the session outlives the browser's window. Only such a session is ever extended.
    pub remember: bool,
}

/// An email address in lower case. Only its form was checked; it may belong to anybody.
///
/// ```
/// use saldo_domain::Email;
///
/// assert_eq!(Email::parse("Ada@Example.com")?, Email::parse("ada@example.com")?);
/// assert!(Email::parse("ada").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

/// Error: the text does not have the form of an email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an email address")]
pub struct InvalidEmail;

impl Email {
    /// Parses an address and converts it to lower case.
    ///
    /// The rules are those of better-auth: a local part of ASCII letters, digits and `_'+-.` without a dot or
    /// an apostrophe at its ends and without two dots in a row, and a domain of at least two labels, the last
    /// of which has only letters. The limit is 254 bytes.
    ///
    /// # Errors
    /// [`InvalidEmail`] if the text does not have this form.
    pub fn parse(text: &str) -> Result<Self, InvalidEmail> {
        let (local, domain) = text.split_once('@').ok_or(InvalidEmail)?;
        if text.len() <= 254 && is_local_part(local) && is_domain(domain) {
            Ok(Self(text.to_lowercase()))
        } else {
            Err(InvalidEmail)
        }
    }

    /// Returns the address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_local_part(local: &str) -> bool {
    let allowed = |character: char| character.is_ascii_alphanumeric() || "_'+-.".contains(character);
    !local.is_empty()
        && local.chars().all(allowed)
        && !local.starts_with(['.', '\''])
        && !local.ends_with(['.', '\''])
        && !local.contains("..")
}

fn is_domain(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|character| character.is_ascii_alphanumeric() || character == '-')
    };
    let ends_in_letters = labels
        .last()
        .is_some_and(|last| last.len() >= 2 && last.chars().all(|character| character.is_ascii_alphabetic()));
    labels.len() >= 2 && ends_in_letters && labels.iter().all(is_label)
}

impl fmt::Display for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
/// Hides the address, because it is personal data and must not appear in logs.
impl fmt::Debug for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Email(…)")
    }
}

/// The SHA-256 digest of a secret token. The database stores it instead of the token.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Computes the digest of `token`.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(sha2::Sha256::digest(token.as_bytes()).into())
    }

    /// Returns the 32 bytes of the digest.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TokenHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_stored_in_lower_case() {
        assert_eq!(Email::parse("Ada@Example.COM").unwrap().as_str(), "ada@example.com");
        assert_eq!(
            Email::parse("o'brien+tag@mail.example.co").unwrap().as_str(),
            "o'brien+tag@mail.example.co"
        );
    }

    #[test]
    fn an_invalid_email_is_rejected() {
        for text in [
            "",
            "a",
            "a@b",
            "@b.co",
            "a@.co",
            "a..b@c.de",
            ".a@b.co",
            "a@b.c1",
            "a b@c.de",
            "a@b@c.de",
            "a@-b.co",
        ] {
            assert_eq!(Email::parse(text), Err(InvalidEmail), "{text}");
        }
    }

    #[test]
    fn no_address_and_no_hash_is_written_to_a_log() {
        assert!(!format!("{:?}", Email::parse("ada@example.com").unwrap()).contains("ada"));
        assert_eq!(format!("{:?}", TokenHash::of("secret")), "TokenHash(…)");
    }
}
