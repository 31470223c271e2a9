//! Tokens with which a person's scripts call the API.
//!
//! A signed-in person makes, lists, changes and deletes them; a token can do none of this, since all of it takes a
//! [`SignedIn`], which no token leads to.

use std::time::Duration;

use rand::distr::{Alphabetic, SampleString as _};
use saldo_domain::{ApiToken, ApiTokenId, Scope, TokenHash, User};
use saldo_storage::{ApiTokenChange, NewApiToken};

use crate::{Auth, Error, Result, SignedIn};

/// What can go wrong with API tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApiTokenError {
    /// The person has no such token.
    #[error("the person has no such token")]
    NotFound,
    /// The name is empty or too long.
    #[error("a token's name has 1 to 32 characters")]
    NameLength,
    /// The prefix is too long.
    #[error("a token's prefix has 1 to 32 characters")]
    PrefixLength,
    /// The token would end in less than a day.
    #[error("a token lasts a day at least")]
    TooShort,
    /// The token would end in more than a year.
    #[error("a token lasts a year at most, or for ever")]
    TooLong,
    /// The person has too many tokens.
    #[error("the person has too many tokens; delete one first")]
    TooMany,
}

/// What a new token is to be.
#[derive(Debug, Clone, Copy)]
pub struct TokenWish<'request> {
    /// What to call it.
    pub name: Option<&'request str>,
    /// What it begins with; `saldo_` when nothing is said.
    pub prefix: Option<&'request str>,
    /// How long it lasts; `None` for ever.
    pub lifetime: Option<Duration>,
    /// What it may do.
    pub scope: Scope,
}

/// What changes of a token; `None` leaves it as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct TokenChange<'request> {
    /// A new name.
    pub name: Option<&'request str>,
    /// Whether the token is taken.
    pub enabled: Option<bool>,
    /// How long it lasts from now; `Some(None)` for ever.
    pub lifetime: Option<Option<Duration>>,
}

/// A token that was just made: the only time that its text is known.
pub struct MadeToken {
    /// The text: what goes behind `Authorization: Bearer`.
    pub text: String,
    /// What is kept of it.
    pub token: ApiToken,
}

/// The text is secret: it is not written to logs.
impl std::fmt::Debug for MadeToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MadeToken({})", self.token.id)
    }
}

const PREFIX: &str = "saldo_";
/// Letters after the prefix: 364 bits.
const LETTERS: usize = 64;
/// How many characters of a token are kept, for people to know it by.
const START_LENGTH: usize = 10;
const LABEL_LENGTH_MAX: usize = 32;
const TOKENS_MAX: usize = 100;
const DAY: Duration = Duration::from_hours(24);
const YEAR: Duration = Duration::from_hours(365 * 24);
/// Of uses closer together than this, one is noted: a request is not a write.
const USE_NOTED_EVERY: Duration = Duration::from_mins(5);

impl Auth {
    /// Makes a token for the asker. Its text is in the answer and nowhere else.
    ///
    /// # Errors
    /// [`ApiTokenError`] for what is wrong with the wish; [`Error::Storage`].
    pub async fn create_api_token(&self, asker: &SignedIn, wish: TokenWish<'_>) -> Result<MadeToken> {
        if let Some(lifetime) = wish.lifetime {
            check_lifetime(lifetime)?;
        }
        let prefix = wish.prefix.unwrap_or(PREFIX);
        if prefix.len() > LABEL_LENGTH_MAX {
            return Err(ApiTokenError::PrefixLength.into());
        }
        if wish.name.is_some_and(|name| length(name) > LABEL_LENGTH_MAX) {
            return Err(ApiTokenError::NameLength.into());
        }
        if self.list_api_tokens(asker).await?.len() >= TOKENS_MAX {
            return Err(ApiTokenError::TooMany.into());
        }
        let text = format!("{prefix}{}", Alphabetic.sample_string(&mut rand::rng(), LETTERS));
        let now = self.clock.now();
        let new = NewApiToken {
            token: TokenHash::of(&text),
            name: wish.name.map(str::to_owned),
            prefix: Some(prefix.to_owned()),
            start: text.chars().take(START_LENGTH).collect(),
            scope: wish.scope,
            expires_at: wish.lifetime.map(|lifetime| now.after(lifetime)),
        };
        let token = self.ports.api_tokens.insert_api_token(asker.user.id, new, now).await?;
        Ok(MadeToken { text, token })
    }

    /// The asker's tokens, oldest first.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn list_api_tokens(&self, asker: &SignedIn) -> Result<Vec<ApiToken>> {
        Ok(self.ports.api_tokens.list_api_tokens(asker.user.id).await?)
    }

    /// One of the asker's tokens, named by its id.
    ///
    /// # Errors
    /// [`ApiTokenError::NotFound`], [`Error::Storage`].
    pub async fn find_api_token(&self, asker: &SignedIn, id: &str) -> Result<ApiToken> {
        let id: ApiTokenId = id.parse().map_err(|_| ApiTokenError::NotFound)?;
        let found = self.ports.api_tokens.find_api_token(asker.user.id, id).await?;
        Ok(found.ok_or(ApiTokenError::NotFound)?)
    }

    /// Changes one of the asker's tokens.
    ///
    /// # Errors
    /// [`ApiTokenError`], [`Error::NothingToUpdate`], [`Error::Storage`].
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

    /// Deletes one of the asker's tokens: from now on it leads to nobody.
    ///
    /// # Errors
    /// [`ApiTokenError::NotFound`], [`Error::Storage`].
    pub async fn delete_api_token(&self, asker: &SignedIn, id: &str) -> Result<()> {
        let token = self.find_api_token(asker, id).await?;
        self.ports.api_tokens.delete_api_token(asker.user.id, token.id).await?;
        Ok(())
    }

    /// For whom the token speaks and what it may do; `None` when it is unknown, has expired or is switched off.
    /// The database is asked every time.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn authenticate_token(&self, text: &str) -> Result<Option<(User, Scope)>> {
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
        Ok(Some((user, token.scope)))
    }
}

fn check_lifetime(lifetime: Duration) -> Result<(), ApiTokenError> {
    match lifetime {
        lifetime if lifetime < DAY => Err(ApiTokenError::TooShort),
        lifetime if lifetime > YEAR => Err(ApiTokenError::TooLong),
        _ => Ok(()),
    }
}

/// As JavaScript counts.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}
