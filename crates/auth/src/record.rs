//! Sessions and users in better-auth's JSON.

use saldo_domain::{Email, Session, SessionId, Timestamp, User, UserId};
use serde::{Deserialize, Serialize};

use crate::{SessionToken, SignedIn};

/// A session in better-auth's JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are better-auth's; the domain's `Session` explains them")]
pub struct SessionRecord {
    pub expires_at: Timestamp,
    pub token: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub ip_address: String,
    pub user_agent: String,
    pub user_id: UserId,
    pub id: SessionId,
}

impl SessionRecord {
    /// Creates the record of `session`. `token` is the session's secret, or a handle without power.
    #[must_use]
    pub fn new(session: &Session, token: String) -> Self {
        Self {
            expires_at: session.expires_at,
            token,
            created_at: session.created_at,
            updated_at: session.updated_at,
            ip_address: session.ip_address.clone(),
            user_agent: session.user_agent.clone(),
            user_id: session.user,
            id: session.id,
        }
    }
}

/// A user in better-auth's JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are better-auth's; the domain's `User` explains them")]
pub struct UserRecord {
    pub name: String,
    pub email: String,
    pub email_verified: bool,
    pub image: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub two_factor_enabled: bool,
    pub id: UserId,
}

impl From<&User> for UserRecord {
    fn from(user: &User) -> Self {
        Self {
            name: user.name.clone(),
            email: user.email.to_string(),
            email_verified: user.email_verified,
            image: user.image.clone(),
            created_at: user.created_at,
            updated_at: user.updated_at,
            two_factor_enabled: user.two_step,
            id: user.id,
        }
    }
}

/// Converts records back; `None` if the address is invalid or the session belongs to another user.
pub(crate) fn signed_in(session: SessionRecord, user: UserRecord, remember: bool) -> Option<SignedIn> {
    let email = Email::parse(&user.email).ok()?;
    let token = SessionToken::from_text(session.token);
    let session = Session {
        id: session.id,
        user: session.user_id,
        expires_at: session.expires_at,
        created_at: session.created_at,
        updated_at: session.updated_at,
        ip_address: session.ip_address,
        user_agent: session.user_agent,
        remember,
    };
    let user = User {
        id: user.id,
        email,
        email_verified: user.email_verified,
        name: user.name,
        image: user.image,
        two_step: user.two_factor_enabled,
        created_at: user.created_at,
        updated_at: user.updated_at,
    };
    (session.user == user.id).then_some(SignedIn { token, session, user })
}
