//! Rows of statements, their accounts and their lines.

use chrono::NaiveDate;
use diesel::prelude::{Insertable, Queryable, Selectable};
use saldo_domain::{
    CauseCode, Currency, DerivedEnds, LikelyCause, Money, PrintedChecks, Sha256, Statement, StatementAccount,
    TransactionId, text,
};
use serde::{Deserialize, Serialize};

use super::{currency, fit, from_json, from_word, json, money};
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
    /// Converts the row to a statement with these accounts, which must be in order.
    pub(crate) fn with_accounts(self, accounts: Vec<StatementAccountRow>) -> Result<Statement> {
        let digest: [u8; 32] =
            self.sha256.try_into().map_err(|_| Error::database("a digest that is not 32 bytes"))?;
        Ok(Statement {
            id: self.id.typed(),
            // Names from an archive, or stored by an older version, may contain invisible characters.
            file_name: text::visible(&self.file_name),
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
    pub(crate) first_broken_transaction_id: Option<RowId>,
    pub(crate) witnesses: serde_json::Value,
    pub(crate) likely_causes: serde_json::Value,
    pub(crate) opening_is_derived: bool,
    pub(crate) closing_is_derived: bool,
    pub(crate) total_in_minor: Option<i64>,
    pub(crate) total_out_minor: Option<i64>,
    pub(crate) transaction_count: Option<i32>,
    pub(crate) closing_on: Option<NaiveDate>,
    pub(crate) findings: Option<serde_json::Value>,
}

/// A likely cause, as the JSON column stores it.
#[derive(Serialize, Deserialize)]
pub(crate) struct CauseRow {
    code: CauseCode,
    message: String,
    #[serde(rename = "entry")]
    transaction: Option<TransactionId>,
    minor: i64,
}

/// Serializes likely causes for their JSON column.
pub(crate) fn causes_json(
    causes: impl IntoIterator<Item = LikelyCause<TransactionId>>,
) -> Result<serde_json::Value> {
    let row = |cause: LikelyCause<TransactionId>| CauseRow {
        code: cause.code,
        message: cause.message,
        transaction: cause.transaction,
        minor: cause.amount.minor(),
    };
    json(causes.into_iter().map(row).collect::<Vec<_>>())
}

fn causes(value: serde_json::Value, currency: Currency) -> Result<Vec<LikelyCause<TransactionId>>> {
    let cause = |row: CauseRow| LikelyCause {
        code: row.code,
        message: row.message,
        transaction: row.transaction,
        amount: Money::from_minor(row.minor, currency),
    };
    Ok(from_json::<Vec<CauseRow>>(value)?.into_iter().map(cause).collect())
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
            closing_on: row.closing_on,
            outcome: from_word(&row.outcome)?,
            discrepancy: money(row.discrepancy_minor, currency),
            first_broken_transaction: row.first_broken_transaction_id.map(RowId::typed),
            witnesses: from_json(row.witnesses)?,
            likely_causes: causes(row.likely_causes, currency)?,
            printed: PrintedChecks {
                derived: DerivedEnds { opening: row.opening_is_derived, closing: row.closing_is_derived },
                total_in: money(row.total_in_minor, currency),
                total_out: money(row.total_out_minor, currency),
                count: row.transaction_count.map(fit).transpose()?,
            },
            findings: row.findings.map(from_json).transpose()?,
        })
    }
}

#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = statement_lines, treat_none_as_default_value = false)]
pub(crate) struct StatementLineRow {
    pub(crate) statement_id: RowId,
    pub(crate) account_position: i32,
    pub(crate) position: i32,
    pub(crate) user_id: RowId,
    pub(crate) transaction_id: RowId,
    pub(crate) place: Option<serde_json::Value>,
    pub(crate) balance_minor: Option<i64>,
    pub(crate) printed_date: Option<NaiveDate>,
    pub(crate) printed_minor: Option<i64>,
}
