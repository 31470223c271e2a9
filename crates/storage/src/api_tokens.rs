//! Tokens with which people's scripts call the API.

use async_trait::async_trait;
use saldo_domain::{ApiToken, ApiTokenId, Scope, Timestamp, TokenHash, User, UserId};

use crate::Result;

/// A token as it is made.
#[derive(Debug, Clone)]
pub struct NewApiToken {
    /// The hash of the token.
    pub token: TokenHash,
    /// What the person calls it.
    pub name: Option<String>,
    /// What the token begins with, as it was chosen.
    pub prefix: Option<String>,
    /// Its first characters.
    pub start: String,
    /// What it may do.
    pub scope: Scope,
    /// When it ends; `None` for never.
    pub expires_at: Option<Timestamp>,
}

/// What changes of a token; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct ApiTokenChange {
    /// A new name.
    pub name: Option<String>,
    /// Whether it is taken.
    pub enabled: Option<bool>,
    /// A new end; `Some(None)` for never.
    pub expires_at: Option<Option<Timestamp>>,
}

/// Tokens with which people's scripts call the API.
#[async_trait]
pub trait ApiTokens: Send + Sync {
    /// Adds a token.
    async fn insert_api_token(&self, user: UserId, new: NewApiToken, now: Timestamp) -> Result<ApiToken>;

    /// The token with this hash, and for whom it speaks; `None` when there is none, it has expired, or it is not taken.
    async fn find_api_token_by_hash(
        &self,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(ApiToken, User)>>;

    /// One of the person's tokens, expired or not.
    async fn find_api_token(&self, user: UserId, token: ApiTokenId) -> Result<Option<ApiToken>>;

    /// The person's tokens, oldest first, expired or not.
    async fn list_api_tokens(&self, user: UserId) -> Result<Vec<ApiToken>>;

    /// Changes the token; `None` when the person has no such one.
    async fn update_api_token(
        &self,
        user: UserId,
        token: ApiTokenId,
        change: ApiTokenChange,
        now: Timestamp,
    ) -> Result<Option<ApiToken>>;

    /// Notes that the token was used.
    async fn touch_api_token(&self, user: UserId, token: ApiTokenId, now: Timestamp) -> Result<()>;

    /// Deletes one of the person's tokens. Twice is fine.
    async fn delete_api_token(&self, user: UserId, token: ApiTokenId) -> Result<()>;

    /// Deletes all of the person's tokens.
    async fn delete_api_tokens(&self, user: UserId) -> Result<()>;

    /// Deletes every expired token and answers how many there were.
    async fn delete_expired_api_tokens(&self, now: Timestamp) -> Result<u64>;
}
