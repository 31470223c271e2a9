//! People, the ways they sign in, and their signed-in browsers.

use std::fmt;

use sha2::Digest;

use crate::clock::Timestamp;
use crate::id::Id;

/// Names a [`User`].
pub type UserId = Id<User>;
/// Names a [`Credential`].
pub type CredentialId = Id<Credential>;
/// Names a [`Session`].
pub type SessionId = Id<Session>;

/// A person with an account on this instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Their identifier.
    pub id: UserId,
    /// Their address, in lower case.
    pub email: Email,
    /// Whether the address was shown to be theirs.
    pub email_verified: bool,
    /// What to call them; may be empty.
    pub name: String,
    /// A picture: a URL or a `data:` URL.
    pub image: Option<String>,
    /// Whether their sign-in takes a second step.
    pub two_step: bool,
    /// When they signed up.
    pub created_at: Timestamp,
    /// When the record last changed.
    pub updated_at: Timestamp,
}

/// One way in which a person signs in. (What the auth library calls an account.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// Its identifier.
    pub id: CredentialId,
    /// Whose it is.
    pub user: UserId,
    /// `credential` for e-mail and password, else the identity provider's id.
    pub provider: String,
    /// The person's id at the provider; for e-mail and password the user's own id.
    pub subject: String,
    /// What the provider granted.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A signed-in browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its identifier.
    pub id: SessionId,
    /// Who is signed in.
    pub user: UserId,
    /// When it ends unless it is extended.
    pub expires_at: Timestamp,
    /// When the person signed in.
    pub created_at: Timestamp,
    /// When it was last extended.
    pub updated_at: Timestamp,
    /// Where they signed in from; empty when unknown.
    pub ip_address: String,
    /// With which browser; empty when unknown.
    pub user_agent: String,
    /// Whether it outlives the browser's window: only then is it ever extended.
    pub remember: bool,
}

/// An e-mail address in lower case. It is shaped like one; whether it is the person's is another question.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

/// The text is not shaped like an e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an e-mail address")]
pub struct InvalidEmail;

impl Email {
    /// Parses an address and puts it in lower case.
    ///
    /// The rule is the auth library's: a local part of letters, digits and `_'+-.` without a dot at its ends or two in a row,
    /// and a domain of at least two labels that ends in letters.
    ///
    /// # Errors
    /// [`InvalidEmail`] when it is not shaped like an address.
    pub fn parse(text: &str) -> Result<Self, InvalidEmail> {
        let (local, domain) = text.split_once('@').ok_or(InvalidEmail)?;
        if text.len() <= 254 && is_local_part(local) && is_domain(domain) {
            Ok(Self(text.to_lowercase()))
        } else {
            Err(InvalidEmail)
        }
    }

    /// The address.
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
/// An address is personal: it is not written to logs.
impl fmt::Debug for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Email(…)")
    }
}

/// The SHA-256 of a secret token: all that the database keeps of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of `token`.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(sha2::Sha256::digest(token.as_bytes()).into())
    }

    /// The 32 bytes.
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
    fn an_address_is_kept_in_lower_case() {
        assert_eq!(Email::parse("Ada@Example.COM").unwrap().as_str(), "ada@example.com");
        assert_eq!(
            Email::parse("o'brien+tag@mail.example.co").unwrap().as_str(),
            "o'brien+tag@mail.example.co"
        );
    }

    #[test]
    fn text_that_is_no_address_is_refused() {
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
