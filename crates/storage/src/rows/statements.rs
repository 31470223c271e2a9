//! Rows of statements, their accounts and their lines.

use chrono::NaiveDate;
use diesel::prelude::{Insertable, Queryable, Selectable};
use saldo_domain::{Sha256, Statement, StatementAccount};

use super::{currency, fit, from_json, from_word, money};
use crate::schema::{statement_accounts, statement_lines, statements};
use crate::sql_types::{At, RowId};
use crate::{Error, Result};

#[derive(Insertable)]
#[diesel(table_name = statements)]
pub(crate) struct NewStatementRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) file_name: String,
    pub(crate) file_key: String,
    pub(crate) size: i64,
    pub(crate) sha256: Vec<u8>,
    pub(crate) pages: Option<i32>,
    pub(crate) kind: String,
    pub(crate) status: String,
    pub(crate) created_at: At,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = statements)]
pub(crate) struct StatementRow {
    pub(crate) id: RowId,
    file_name: String,
    file_key: String,
    size: i64,
    sha256: Vec<u8>,
    pages: Option<i32>,
    kind: String,
    institution: Option<String>,
    status: String,
    failure: Option<serde_json::Value>,
    read_by: Option<String>,
    job_id: Option<RowId>,
    pub(crate) created_at: At,
    processed_at: Option<At>,
}

impl StatementRow {
    /// The statement with its accounts, in their order.
    pub(crate) fn with_accounts(self, accounts: Vec<StatementAccountRow>) -> Result<Statement> {
        let digest: [u8; 32] =
            self.sha256.try_into().map_err(|_| Error::database("a digest that is not 32 bytes"))?;
        Ok(Statement {
            id: self.id.typed(),
            file_name: self.file_name,
            file_key: self.file_key,
            size: fit(self.size)?,
            sha256: Sha256::from_bytes(digest),
            pages: self.pages.map(fit).transpose()?,
            kind: from_word(&self.kind)?,
            institution: self.institution,
            status: from_word(&self.status)?,
            failure: self.failure.map(from_json).transpose()?,
            read_by: self.read_by.as_deref().map(from_word).transpose()?,
            accounts: accounts.into_iter().map(StatementAccount::try_from).collect::<Result<_>>()?,
            created_at: self.created_at.0,
            processed_at: self.processed_at.map(|moment| moment.0),
            job: self.job_id.map(RowId::typed),
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = statement_accounts, treat_none_as_default_value = false)]
pub(crate) struct StatementAccountRow {
    pub(crate) statement_id: RowId,
    pub(crate) position: i32,
    pub(crate) user_id: RowId,
    pub(crate) account_id: RowId,
    pub(crate) number_masked: Option<String>,
    pub(crate) currency: String,
    pub(crate) period_start: Option<NaiveDate>,
    pub(crate) period_end: Option<NaiveDate>,
    pub(crate) opening_minor: Option<i64>,
    pub(crate) closing_minor: Option<i64>,
    pub(crate) outcome: String,
    pub(crate) discrepancy_minor: Option<i64>,
    pub(crate) first_broken_entry_id: Option<RowId>,
    pub(crate) witnesses: serde_json::Value,
}

impl TryFrom<StatementAccountRow> for StatementAccount {
    type Error = Error;

    fn try_from(row: StatementAccountRow) -> Result<Self> {
        let currency = currency(&row.currency)?;
        Ok(Self {
            account: row.account_id.typed(),
            number_masked: row.number_masked,
            currency,
            period_start: row.period_start,
            period_end: row.period_end,
            opening_balance: money(row.opening_minor, currency),
            closing_balance: money(row.closing_minor, currency),
            outcome: from_word(&row.outcome)?,
            discrepancy: money(row.discrepancy_minor, currency),
            first_broken_entry: row.first_broken_entry_id.map(RowId::typed),
            witnesses: from_json(row.witnesses)?,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = statement_lines, treat_none_as_default_value = false)]
pub(crate) struct StatementLineRow {
    pub(crate) statement_id: RowId,
    pub(crate) account_position: i32,
    pub(crate) position: i32,
    pub(crate) user_id: RowId,
    pub(crate) entry_id: RowId,
    pub(crate) place: Option<serde_json::Value>,
    pub(crate) balance_minor: Option<i64>,
}
