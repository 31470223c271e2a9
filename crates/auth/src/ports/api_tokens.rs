//! The port for API tokens, which authenticate a user's scripts.

use async_trait::async_trait;
use saldo_domain::{ApiToken, ApiTokenId, Scope, Timestamp, TokenHash, User, UserId};

use super::Result;

/// A new API token.
#[derive(Debug, Clone)]
pub struct NewApiToken {
    /// The hash of the token; the token itself is not stored.
    pub token: TokenHash,
    /// The user's name for it.
    pub name: Option<String>,
    /// The prefix that was chosen for the token, if any.
    pub prefix: Option<String>,
    /// The first characters of the token, for display.
    pub start: String,
    /// The operations that it permits.
    pub scope: Scope,
    /// The set of books that it opens; `None` for the user's own.
    pub books: Option<UserId>,
    /// The time at which it expires; `None` for never.
    pub expires_at: Option<Timestamp>,
}

/// A partial update of a token; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct ApiTokenChange {
    /// The new name.
    pub name: Option<String>,
    /// True to accept the token, false to reject it.
    pub enabled: Option<bool>,
    /// The new time of expiry; `Some(None)` for never.
    pub expires_at: Option<Option<Timestamp>>,
}

/// The API tokens of all users.
#[async_trait]
pub trait ApiTokens: Send + Sync {
    /// Adds a token; returns `None` unless its books are open to the user.
    async fn insert_api_token(
        &self,
        user: UserId,
        new: NewApiToken,
        now: Timestamp,
    ) -> Result<Option<ApiToken>>;

    /// Returns the token with this hash and its user; `None` if it does not exist, has expired or is
    /// disabled.
    async fn find_api_token_by_hash(
        &self,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(ApiToken, User)>>;

    /// Returns one of the user's tokens, even if it has expired.
    async fn find_api_token(&self, user: UserId, token: ApiTokenId) -> Result<Option<ApiToken>>;

    /// Returns the user's tokens, oldest first, including expired ones.
    async fn list_api_tokens(&self, user: UserId) -> Result<Vec<ApiToken>>;

    /// Changes a token; returns `None` if the user has no such token.
    async fn update_api_token(
        &self,
        user: UserId,
        token: ApiTokenId,
        change: ApiTokenChange,
        now: Timestamp,
    ) -> Result<Option<ApiToken>>;

    /// Records `now` as the time at which the token was last used.
    async fn touch_api_token(&self, user: UserId, token: ApiTokenId, now: Timestamp) -> Result<()>;

    /// Deletes one of the user's tokens. Idempotent.
    async fn delete_api_token(&self, user: UserId, token: ApiTokenId) -> Result<()>;

    /// Deletes all of the user's tokens.
    async fn delete_api_tokens(&self, user: UserId) -> Result<()>;

    /// Deletes the expired tokens of all users; returns their number.
    async fn delete_expired_api_tokens(&self, now: Timestamp) -> Result<u64>;
}
