//! API tokens: the credentials with which a user's scripts call the API.
//!
//! Users create, list, change and delete them while signed in. A token cannot do any of this, because these
//! methods take a [`SignedIn`], which no token gives.

use std::time::Duration;

use crate::ports::{ApiTokenChange, NewApiToken};
use rand::distr::{Alphabetic, SampleString as _};
use saldo_domain::{ApiToken, ApiTokenId, Scope, TokenHash, User, UserId};

use crate::{Auth, Error, Result, SignedIn};

/// The reason why a request about an API token was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApiTokenError {
    /// The user has no such token.
    #[error("the user has no such API token")]
    NotFound,
    /// The name is empty or has more than 32 characters.
    #[error("the name of an API token must have 1 to 32 characters")]
    NameLength,
    /// The prefix has more than 32 bytes.
    #[error("the prefix of an API token must have 1 to 32 characters")]
    PrefixLength,
    /// The lifetime is less than a day.
    #[error("the lifetime of an API token must be at least one day")]
    TooShort,
    /// The lifetime is more than a year.
    #[error("the lifetime of an API token must be at most one year, or unlimited")]
    TooLong,
    /// The user has no access to the books.
    #[error("the user has no such books")]
    UnknownBooks,
    /// The user has 100 tokens already.
    #[error("the user has too many API tokens; delete one first")]
    TooMany,
}

/// The details of a new token.
#[derive(Debug, Clone, Copy)]
pub struct ApiTokenRequest<'request> {
    /// The name, of at most 32 characters; `None` for no name.
    pub name: Option<&'request str>,
    /// The prefix, of at most 32 bytes; [`crate::AuthConfig::api_token_prefix`] if none is given.
    pub prefix: Option<&'request str>,
    /// The lifetime, from one day to one year; `None` for no expiry.
    pub lifetime: Option<Duration>,
    /// The permissions.
    pub scope: Scope,
    /// The set of books that it opens; `None` for the user's own.
    pub books: Option<UserId>,
}

/// A change to a token. `None` leaves a field as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct TokenChange<'request> {
    /// The new name, of 1 to 32 characters.
    pub name: Option<&'request str>,
    /// True to enable the token, false to disable it.
    pub enabled: Option<bool>,
    /// The lifetime from now, from one day to one year; `Some(None)` for no expiry.
    pub lifetime: Option<Option<Duration>>,
}

/// A token that was just created. This is the only time that its text is available.
pub struct CreatedApiToken {
    /// The text, which scripts send as `Authorization: Bearer TEXT`.
    pub text: String,
    /// The stored record.
    pub token: ApiToken,
}

/// Hides the text, because it is a secret and must not appear in logs.
impl std::fmt::Debug for CreatedApiToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MadeToken({})", self.token.id)
    }
}

/// The number of random letters after the prefix: 364 bits.
const LETTERS: usize = 64;
/// The number of characters of a token that are stored, so that users recognize it.
const START_LENGTH: usize = 10;
const LABEL_LENGTH_MAX: usize = 32;
const TOKENS_MAX: usize = 100;
const DAY: Duration = Duration::from_hours(24);
const YEAR: Duration = Duration::from_hours(365 * 24);
/// The interval in which a token's use is stored once, so that not every request writes to the database.
const USE_NOTED_EVERY: Duration = Duration::from_mins(5);

impl Auth {
    /// Creates a token for the asking user. Only the result contains its text.
    ///
    /// # Errors
    /// - [`ApiTokenError`] if a detail is out of range or the user has too many tokens.
    /// - [`Error::Storage`] if the database fails.
    pub async fn create_api_token(
        &self,
        asker: &SignedIn,
        request: ApiTokenRequest<'_>,
    ) -> Result<CreatedApiToken> {
        if let Some(lifetime) = request.lifetime {
            check_lifetime(lifetime)?;
        }
        let prefix = request.prefix.unwrap_or(&self.config.api_token_prefix);
        if prefix.len() > LABEL_LENGTH_MAX {
            return Err(ApiTokenError::PrefixLength.into());
        }
        if request.name.is_some_and(|name| length(name) > LABEL_LENGTH_MAX) {
            return Err(ApiTokenError::NameLength.into());
        }
        if self.list_api_tokens(asker).await?.len() >= TOKENS_MAX {
            return Err(ApiTokenError::TooMany.into());
        }
        let text = format!("{prefix}{}", Alphabetic.sample_string(&mut rand::rng(), LETTERS));
        let now = self.clock.now();
        let new = NewApiToken {
            token: TokenHash::of(&text),
            name: request.name.map(str::to_owned),
            prefix: Some(prefix.to_owned()),
            start: text.chars().take(START_LENGTH).collect(),
            scope: request.scope,
            books: request.books,
            expires_at: request.lifetime.map(|lifetime| now.after(lifetime)),
        };
        let token = self.ports.api_tokens.insert_api_token(asker.user.id, new, now).await?;
        let token = token.ok_or(ApiTokenError::UnknownBooks)?;
        Ok(CreatedApiToken { text, token })
    }

    /// Returns the asking user's tokens, oldest first.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn list_api_tokens(&self, asker: &SignedIn) -> Result<Vec<ApiToken>> {
        Ok(self.ports.api_tokens.list_api_tokens(asker.user.id).await?)
    }

    /// Returns one of the asking user's tokens by its identifier.
    ///
    /// # Errors
    /// - [`ApiTokenError::NotFound`] if the user has no such token.
    /// - [`Error::Storage`] if the database fails.
    pub async fn find_api_token(&self, asker: &SignedIn, id: &str) -> Result<ApiToken> {
        let id: ApiTokenId = id.parse().map_err(|_| ApiTokenError::NotFound)?;
        let found = self.ports.api_tokens.find_api_token(asker.user.id, id).await?;
        Ok(found.ok_or(ApiTokenError::NotFound)?)
    }

    /// Changes one of the asking user's tokens.
    ///
    /// # Errors
    /// - [`ApiTokenError`] if the user has no such token or a value is out of range.
    /// - [`Error::NothingToUpdate`] if no field is given.
    /// - [`Error::Storage`] if the database fails.
    pub async fn update_api_token(
        &self,
        asker: &SignedIn,
        id: &str,
        change: TokenChange<'_>,
    ) -> Result<ApiToken> {
        let token = self.find_api_token(asker, id).await?;
        if change.name.is_some_and(|name| !(1..=LABEL_LENGTH_MAX).contains(&length(name))) {
            return Err(ApiTokenError::NameLength.into());
        }
        if let Some(Some(lifetime)) = change.lifetime {
            check_lifetime(lifetime)?;
        }
        if change.name.is_none() && change.enabled.is_none() && change.lifetime.is_none() {
            return Err(Error::NothingToUpdate);
        }
        let now = self.clock.now();
        let change = ApiTokenChange {
            name: change.name.map(str::to_owned),
            enabled: change.enabled,
            expires_at: change.lifetime.map(|lifetime| lifetime.map(|lifetime| now.after(lifetime))),
        };
        let changed = self.ports.api_tokens.update_api_token(asker.user.id, token.id, change, now).await?;
        Ok(changed.ok_or(ApiTokenError::NotFound)?)
    }

    /// Deletes one of the asking user's tokens. It stops working immediately.
    ///
    /// # Errors
    /// - [`ApiTokenError::NotFound`] if the user has no such token.
    /// - [`Error::Storage`] if the database fails.
    pub async fn delete_api_token(&self, asker: &SignedIn, id: &str) -> Result<()> {
        let token = self.find_api_token(asker, id).await?;
        self.ports.api_tokens.delete_api_token(asker.user.id, token.id).await?;
        Ok(())
    }

    /// Returns a token and its user; `None` if it is unknown, expired or disabled. The
    /// database is asked every time.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn authenticate_token(&self, text: &str) -> Result<Option<(User, ApiToken)>> {
        if text.len() > LABEL_LENGTH_MAX + LETTERS {
            return Ok(None);
        }
        let now = self.clock.now();
        let found = self.ports.api_tokens.find_api_token_by_hash(TokenHash::of(text), now).await?;
        let Some((token, user)) = found else { return Ok(None) };
        let is_noted = |last: saldo_domain::Timestamp| last.after(USE_NOTED_EVERY) > now;
        if !token.last_used_at.is_some_and(is_noted) {
            self.ports.api_tokens.touch_api_token(user.id, token.id, now).await?;
        }
        Ok(Some((user, token)))
    }
}

fn check_lifetime(lifetime: Duration) -> Result<(), ApiTokenError> {
    match lifetime {
        lifetime if lifetime < DAY => Err(ApiTokenError::TooShort),
        lifetime if lifetime > YEAR => Err(ApiTokenError::TooLong),
        _ => Ok(()),
    }
}

/// Counts UTF-16 code units, as JavaScript does.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}
