//! Rows of users, their credentials and their sessions.

use diesel::prelude::{AsChangeset, Insertable, Queryable, Selectable};
use saldo_domain::{Credential, Email, Session, User};

use super::from_json;
use crate::schema::{credentials, sessions, users};
use crate::sql_types::{At, RowId};
use crate::{Error, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
pub(crate) struct UserRow {
    pub(crate) id: RowId,
    pub(crate) email: String,
    pub(crate) email_verified: bool,
    pub(crate) name: String,
    pub(crate) image: Option<String>,
    pub(crate) two_step: bool,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
}

impl TryFrom<UserRow> for User {
    type Error = Error;

    fn try_from(row: UserRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            email: Email::parse(&row.email).map_err(Error::database)?,
            email_verified: row.email_verified,
            name: row.name,
            image: row.image,
            two_step: row.two_step,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        })
    }
}

#[derive(AsChangeset)]
#[diesel(table_name = users)]
#[expect(
    clippy::option_option,
    reason = "the outer option means \"unchanged\", the inner one \"no value\", as in UserChange"
)]
pub(crate) struct UserChangeRow {
    pub(crate) email: Option<String>,
    pub(crate) email_verified: Option<bool>,
    pub(crate) name: Option<String>,
    pub(crate) image: Option<Option<String>>,
    pub(crate) updated_at: At,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = credentials, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct CredentialRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) provider: String,
    pub(crate) subject: String,
    pub(crate) password_hash: Option<String>,
    pub(crate) scopes: serde_json::Value,
    pub(crate) sealed_tokens: Option<Vec<u8>>,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
}

impl TryFrom<CredentialRow> for Credential {
    type Error = Error;

    fn try_from(row: CredentialRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            user: row.user_id.typed(),
            provider: row.provider,
            subject: row.subject,
            scopes: from_json(row.scopes)?,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub(crate) struct SessionRow {
    id: RowId,
    user_id: RowId,
    expires_at: At,
    ip_address: String,
    user_agent: String,
    remember: bool,
    created_at: At,
    updated_at: At,
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        Self {
            id: row.id.typed(),
            user: row.user_id.typed(),
            expires_at: row.expires_at.0,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
            ip_address: row.ip_address,
            user_agent: row.user_agent,
            remember: row.remember,
        }
    }
}
