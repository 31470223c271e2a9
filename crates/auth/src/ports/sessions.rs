//! The port for sessions: browsers in which a user is signed in.

use async_trait::async_trait;
use saldo_domain::{Session, SessionId, Timestamp, TokenHash, User, UserId};

use super::Result;

/// A new session.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The hash of its secret token; the token itself is not stored.
    pub token: TokenHash,
    /// The time at which it expires unless it is extended.
    pub expires_at: Timestamp,
    /// The client's IP address at sign-in; empty if unknown.
    pub ip_address: String,
    /// The client's `User-Agent`; empty if unknown.
    pub user_agent: String,
    /// True if the session outlives the browser window.
    pub remember: bool,
}

/// The sessions of all users.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Adds a session.
    async fn insert_session(&self, user: UserId, new: NewSession, now: Timestamp) -> Result<Session>;

    /// Returns the session with this token and its user; `None` if it does not exist or has expired.
    async fn find_session(&self, token: TokenHash, now: Timestamp) -> Result<Option<(Session, User)>>;

    /// Sets the time at which a session expires. An unknown session is ignored.
    async fn extend_session(
        &self,
        user: UserId,
        session: SessionId,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns the user's sessions that have not expired, oldest first.
    async fn list_sessions(&self, user: UserId, now: Timestamp) -> Result<Vec<Session>>;

    /// Returns the number of sessions of all users that have not expired, for metrics.
    async fn count_sessions(&self, now: Timestamp) -> Result<u64>;

    /// Deletes the session with this token. Idempotent.
    async fn delete_session(&self, token: TokenHash) -> Result<()>;

    /// Deletes one of the user's sessions. Idempotent.
    async fn delete_session_by_id(&self, user: UserId, session: SessionId) -> Result<()>;

    /// Deletes all of the user's sessions except for `except`.
    async fn delete_sessions(&self, user: UserId, except: Option<SessionId>) -> Result<()>;

    /// Deletes the expired sessions of all users; returns their number.
    async fn delete_expired_sessions(&self, now: Timestamp) -> Result<u64>;
}
