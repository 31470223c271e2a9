//! Rows of jobs.

use diesel::prelude::{Insertable, Queryable, Selectable};
use saldo_domain::Job;

use super::{fit, from_json, from_word};
use crate::schema::jobs;
use crate::sql_types::{At, RowId};
use crate::{Error, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = jobs, treat_none_as_default_value = false)]
pub(crate) struct JobRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) statement_id: RowId,
    pub(crate) work: serde_json::Value,
    pub(crate) state: String,
    pub(crate) attempts: i32,
    pub(crate) run_at: At,
    pub(crate) lease_until: Option<At>,
    pub(crate) worker: Option<String>,
    pub(crate) progress: serde_json::Value,
    pub(crate) failure: Option<serde_json::Value>,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
    pub(crate) finished_at: Option<At>,
}

impl TryFrom<JobRow> for Job {
    type Error = Error;

    fn try_from(row: JobRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            user: row.user_id.typed(),
            work: from_json(row.work)?,
            state: from_word(&row.state)?,
            attempts: fit(row.attempts)?,
            progress: from_json(row.progress)?,
            failure: row.failure.map(from_json).transpose()?,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
            finished_at: row.finished_at.map(|moment| moment.0),
        })
    }
}
