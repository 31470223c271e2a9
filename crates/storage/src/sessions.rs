//! Signed-in browsers.

use async_trait::async_trait;
use saldo_domain::{Session, SessionId, Timestamp, TokenHash, User, UserId};

use crate::Result;

/// A session as it begins.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The hash of its secret token.
    pub token: TokenHash,
    /// When it ends unless it is extended.
    pub expires_at: Timestamp,
    /// Where the person signed in from; empty when unknown.
    pub ip_address: String,
    /// With which browser; empty when unknown.
    pub user_agent: String,
    /// Whether it outlives the browser's window.
    pub remember: bool,
}

/// Signed-in browsers.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Begins a session.
    async fn insert_session(&self, user: UserId, new: NewSession, now: Timestamp) -> Result<Session>;

    /// The session with this token, and whose it is; `None` when there is none or it has expired.
    async fn find_session(&self, token: TokenHash, now: Timestamp) -> Result<Option<(Session, User)>>;

    /// Lets the session end later.
    async fn extend_session(
        &self,
        user: UserId,
        session: SessionId,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<()>;

    /// The person's sessions that have not expired, oldest first.
    async fn list_sessions(&self, user: UserId, now: Timestamp) -> Result<Vec<Session>>;

    /// Ends the session with this token. Twice is fine.
    async fn delete_session(&self, token: TokenHash) -> Result<()>;

    /// Ends one of the person's sessions by its id. Twice is fine.
    async fn delete_session_by_id(&self, user: UserId, session: SessionId) -> Result<()>;

    /// Ends all of the person's sessions but `except`.
    async fn delete_sessions(&self, user: UserId, except: Option<SessionId>) -> Result<()>;

    /// Deletes every expired session and answers how many there were.
    async fn delete_expired_sessions(&self, now: Timestamp) -> Result<u64>;
}
