//! Tokens with which a person's scripts call the API.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::user::UserId;

/// Names an [`ApiToken`].
pub type ApiTokenId = Id<ApiToken>;

/// A token with which a person's scripts call the API. (What the auth library calls an API key.) The token itself is
/// shown once, when it is made, and not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Its identifier.
    pub id: ApiTokenId,
    /// For whom it speaks.
    pub user: UserId,
    /// What the person calls it.
    pub name: Option<String>,
    /// What the token begins with, as it was chosen.
    pub prefix: Option<String>,
    /// Its first characters, to know it by.
    pub start: String,
    /// What it may do.
    pub scope: Scope,
    /// Whether it is taken at all.
    pub enabled: bool,
    /// When it ends; `None` for never.
    pub expires_at: Option<Timestamp>,
    /// When it was used last, to a few minutes; `None` for never.
    pub last_used_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When the person last changed it.
    pub updated_at: Timestamp,
}

/// What an [`ApiToken`] may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Read, and change nothing.
    Read,
    /// Read and change.
    Write,
}
