//! API tokens: the credentials with which a user's scripts call the API.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::user::UserId;

/// The identifier of an [`ApiToken`].
pub type ApiTokenId = Id<ApiToken>;

/// A credential with which a user's scripts call the API. better-auth calls it an API key.
///
/// This is the stored record. The text of the token is returned once, on creation; only its hash is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// The identifier.
    pub id: ApiTokenId,
    /// The user on whose behalf the token acts.
    pub user: UserId,
    /// The set of books that it opens: the user's own or those of a household.
    pub books: UserId,
    /// The name that the user gave it.
    pub name: Option<String>,
    /// The characters before the random part, `saldo_` by default.
    pub prefix: Option<String>,
    /// The first characters of the token (the prefix and, if that is short, some of the random part). They
    /// are enough to recognize it, not to use it.
    pub start: String,
    /// The permissions.
    pub scope: Scope,
    /// True if the token is accepted; a disabled token authenticates nobody.
    pub enabled: bool,
    /// The end of its validity; `None` if it never expires.
    pub expires_at: Option<Timestamp>,
    /// The time of the last use, accurate to five minutes; `None` if it was never used.
    pub last_used_at: Option<Timestamp>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the user's last change. Using the token does not change it.
    pub updated_at: Timestamp,
}

/// The permissions of an [`ApiToken`]. The order is by power: `Read < Write`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Reading only.
    Read,
    /// Reading and changing.
    Write,
}
