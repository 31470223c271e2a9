//! Rows of two-factor enrollments and of API tokens.

use diesel::prelude::{AsChangeset, Insertable, Queryable, Selectable};
use saldo_domain::ApiToken;

use super::from_word;
use crate::schema::{api_tokens, backup_codes, two_steps};
use crate::sql_types::{At, RowId};
use crate::{Error, Result, TwoStep};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = two_steps, treat_none_as_default_value = false)]
pub(crate) struct TwoStepRow {
    pub(crate) user_id: RowId,
    pub(crate) sealed_secret: Vec<u8>,
    pub(crate) last_step: Option<i64>,
    pub(crate) failures: i32,
    pub(crate) locked_until: Option<At>,
    pub(crate) created_at: At,
}

impl From<TwoStepRow> for TwoStep {
    fn from(row: TwoStepRow) -> Self {
        Self {
            sealed_secret: row.sealed_secret,
            locked_until: row.locked_until.map(|moment| moment.0),
            created_at: row.created_at.0,
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = backup_codes)]
pub(crate) struct BackupCodeRow {
    pub(crate) user_id: RowId,
    pub(crate) code_hash: Vec<u8>,
}

/// An API token without its hash, which is used in conditions only and never read.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = api_tokens, treat_none_as_default_value = false)]
pub(crate) struct ApiTokenRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) name: Option<String>,
    pub(crate) prefix: Option<String>,
    pub(crate) start: String,
    pub(crate) scope: String,
    pub(crate) books_id: Option<RowId>,
    pub(crate) enabled: bool,
    pub(crate) expires_at: Option<At>,
    pub(crate) last_used_at: Option<At>,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
}

impl TryFrom<ApiTokenRow> for ApiToken {
    type Error = Error;

    fn try_from(row: ApiTokenRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            user: row.user_id.typed(),
            name: row.name,
            prefix: row.prefix,
            start: row.start,
            scope: from_word(&row.scope)?,
            books: row.books_id.unwrap_or(row.user_id).typed(),
            enabled: row.enabled,
            expires_at: row.expires_at.map(|moment| moment.0),
            last_used_at: row.last_used_at.map(|moment| moment.0),
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        })
    }
}

#[derive(AsChangeset)]
#[diesel(table_name = api_tokens)]
#[expect(
    clippy::option_option,
    reason = "the outer option means \"unchanged\", the inner one \"no value\", as in ApiTokenChange"
)]
pub(crate) struct ApiTokenChangeRow {
    pub(crate) name: Option<String>,
    pub(crate) enabled: Option<bool>,
    pub(crate) expires_at: Option<Option<At>>,
    pub(crate) updated_at: At,
}
