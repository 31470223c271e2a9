//! Statements, and the results of processing them.

use saldo_domain::{
    AccountId, CauseCode, Currency, Date, Failure, Job, JobId, LikelyCause, Money, Outcome, ReadBy,
    Statement, StatementAccount, StatementId, StatementKind, StatementStatus, Timestamp, TransactionId,
    Witness,
};
use saldo_statement_ingest::{Answer, FilePassword, StatementName};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::fields::{given, id_of};
use crate::findings::{FindingsBody, checks};
use crate::{AnyId, DecimalText, Error, Result};

/// `?account=` of the list of statements.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AccountQuery {
    #[param(inline, value_type = Option<AnyId>)]
    account: Option<String>,
}

impl AccountQuery {
    /// Returns the account, if one is given.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn account(&self) -> Result<Option<AccountId>> {
        given(self.account.as_deref()).map(id_of).transpose()
    }
}

/// A statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementBody {
    id: StatementId,
    file_name: String,
    file_path: String,
    size: u64,
    sha256: String,
    pages: Option<u32>,
    kind: StatementKind,
    institution: Option<String>,
    status: StatementStatus,
    outcome: Option<Outcome>,
    failure: Option<Failure>,
    accounts: Vec<StatementAccountBody>,
    created_at: Timestamp,
    processed_at: Option<Timestamp>,
    job_id: Option<JobId>,
    read_by: Option<ReadBy>,
}

impl From<Statement> for StatementBody {
    fn from(statement: Statement) -> Self {
        Self {
            outcome: statement.outcome(),
            id: statement.id,
            file_name: statement.file_name,
            file_path: statement.file_key,
            size: statement.size,
            sha256: statement.sha256.to_string(),
            pages: statement.pages,
            kind: statement.kind,
            institution: statement.institution,
            status: statement.status,
            failure: statement.failure,
            accounts: statement.accounts.into_iter().map(StatementAccountBody::from).collect(),
            created_at: statement.created_at,
            processed_at: statement.processed_at,
            job_id: statement.job,
            read_by: statement.read_by,
        }
    }
}

/// The section of a statement for one account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementAccountBody {
    account_id: AccountId,
    number_masked: Option<String>,
    currency: Currency,
    period_start: Option<Date>,
    period_end: Option<Date>,
    #[schema(value_type = Option<DecimalText>)]
    opening_balance: Option<String>,
    #[schema(value_type = Option<DecimalText>)]
    closing_balance: Option<String>,
    /// The day of the closing balance, if it is not the last day of the period.
    closing_on: Option<Date>,
    outcome: Outcome,
    #[schema(value_type = Option<DecimalText>)]
    discrepancy: Option<String>,
    #[serde(rename = "firstBrokenEntryId")]
    first_broken_transaction_id: Option<TransactionId>,
    witnesses: Vec<Witness>,
    likely_causes: Vec<LikelyCauseBody>,
    #[serde(flatten)]
    findings: FindingsBody,
}

/// A likely cause for a section that does not add up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikelyCauseBody {
    code: CauseCode,
    message: String,
    #[serde(rename = "entryId")]
    transaction_id: Option<TransactionId>,
    #[schema(value_type = DecimalText)]
    amount: String,
}

impl From<LikelyCause<TransactionId>> for LikelyCauseBody {
    fn from(cause: LikelyCause<TransactionId>) -> Self {
        Self {
            code: cause.code,
            message: cause.message,
            transaction_id: cause.transaction,
            amount: cause.amount.decimal(),
        }
    }
}

impl From<StatementAccount> for StatementAccountBody {
    fn from(account: StatementAccount) -> Self {
        Self {
            findings: FindingsBody::of(&account),
            account_id: account.account,
            number_masked: account.number_masked,
            currency: account.currency,
            period_start: account.period_start,
            period_end: account.period_end,
            opening_balance: account.opening_balance.map(Money::decimal),
            closing_balance: account.closing_balance.map(Money::decimal),
            closing_on: account.closing_on,
            outcome: account.outcome,
            discrepancy: account.discrepancy.map(Money::decimal),
            first_broken_transaction_id: account.first_broken_transaction,
            witnesses: account.witnesses,
            likely_causes: account.likely_causes.into_iter().map(LikelyCauseBody::from).collect(),
        }
    }
}

/// The statement to process: `statementId`, or `filePath` as `/upload` returned it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessRequest {
    #[schema(value_type = Option<AnyId>)]
    statement_id: Option<String>,
    file_path: Option<String>,
    password: Option<String>,
    #[serde(default)]
    reprocess: bool,
}

impl ProcessRequest {
    /// Returns the statement to process.
    ///
    /// # Errors
    /// [`Error::Invalid`] if none is named; [`Error::NotFound`] for a text that is not an id.
    pub fn statement(&self) -> Result<StatementName> {
        match (&self.statement_id, &self.file_path) {
            (Some(id), _) => id_of(id).map(StatementName::Id),
            (None, Some(key)) => Ok(StatementName::FileKey(key.clone())),
            (None, None) => Err(Error::invalid("Send statementId, or filePath from the answer of /upload")),
        }
    }

    /// True if a statement that is processed already is to be processed again.
    #[must_use]
    pub const fn reprocess(&self) -> bool {
        self.reprocess
    }

    /// Returns the password of the file.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an overlong password.
    pub fn password(self) -> Result<Option<FilePassword>> {
        password_of(self.password)
    }
}

/// The result of processing a statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessedBody {
    success: bool,
    job_id: JobId,
    statement_id: StatementId,
    message: String,
    data: ProcessedData,
}

/// A processed statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessedData {
    statement: StatementBody,
    transaction_count: u32,
    new_transaction_count: u64,
    duplicate_count: u64,
    is_balanced: bool,
    verification: Verification,
}

/// The check of a statement.
#[derive(Serialize, ToSchema)]
pub struct Verification {
    outcome: Option<Outcome>,
    accounts: Vec<StatementAccountBody>,
}

impl ProcessedBody {
    /// Creates the body for a statement after its job is done.
    #[must_use]
    pub fn new(job: &Job, read: Statement) -> Self {
        let outcome = read.outcome();
        let rows = job.progress.rows;
        Self {
            success: true,
            job_id: job.id,
            statement_id: read.id,
            message: message(&read, rows),
            data: ProcessedData {
                transaction_count: rows,
                new_transaction_count: job.progress.transactions_new.unwrap_or_default(),
                duplicate_count: job.progress.transactions_known.unwrap_or_default(),
                is_balanced: outcome == Some(Outcome::Balanced),
                verification: Verification {
                    outcome,
                    accounts: read.accounts.iter().cloned().map(StatementAccountBody::from).collect(),
                },
                statement: read.into(),
            },
        }
    }
}

fn message(statement: &Statement, rows: u32) -> String {
    let worst = statement.accounts.iter().find(|account| Some(account.outcome) == statement.outcome());
    let has_alternatives = worst
        .and_then(|account| account.findings.as_ref())
        .is_some_and(|findings| !findings.alternatives.is_empty());
    match (statement.outcome(), worst.map(checks)) {
        (Some(Outcome::Balanced), _) => {
            format!("{rows} transactions read; the statement adds up to the cent.")
        }
        (Some(Outcome::Unbalanced), Some(checks)) => {
            format!("{rows} transactions read, but they do not add up. {}", checks.message())
        }
        (_, Some(checks)) if !checks.is_empty() && has_alternatives => format!(
            "{rows} transactions read. The printed figures allow more than one reading; choose the right one."
        ),
        (_, Some(checks)) if !checks.is_empty() => {
            format!("{rows} transactions read; the printed figures do not prove all of them.")
        }
        _ => format!("{rows} transactions read; the statement prints nothing to check them against."),
    }
}

/// A statement that is still being processed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedBody {
    success: bool,
    status: &'static str,
    job_id: JobId,
    statement_id: StatementId,
}

impl AcceptedBody {
    /// Creates the body for a statement whose job is still running.
    #[must_use]
    pub const fn new(job: JobId, statement: StatementId) -> Self {
        Self { success: true, status: "processing", job_id: job, statement_id: statement }
    }
}

/// An answer about one account of a statement: one of `asShown`, `alternative`, `currency` and `year`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerRequest {
    /// The index of the account in the statement; 0 by default.
    #[serde(default)]
    account: u32,
    /// True if the statement is read correctly.
    as_shown: Option<bool>,
    /// The index of the alternative that is right.
    alternative: Option<u32>,
    /// The currency.
    currency: Option<String>,
    /// The year of the account's last transaction.
    year: Option<i32>,
    /// The password of the file, which is read again.
    password: Option<String>,
}

impl AnswerRequest {
    /// Returns the index of the account in the statement, and the answer.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid answer, or unless there is exactly one.
    pub fn answer(&self) -> Result<(usize, Answer)> {
        let part = usize::try_from(self.account).unwrap_or(usize::MAX);
        Ok((part, self.open_question()?))
    }

    /// Returns the password of the file.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an overlong password.
    pub fn password(self) -> Result<Option<FilePassword>> {
        password_of(self.password)
    }

    fn open_question(&self) -> Result<Answer> {
        match (self.as_shown, self.alternative, &self.currency, self.year) {
            (Some(true), None, None, None) => Ok(Answer::Reading(None)),
            (None, Some(other), None, None) => {
                Ok(Answer::Reading(Some(usize::try_from(other).unwrap_or(usize::MAX))))
            }
            (None, None, Some(code), None) => Currency::parse(code)
                .map(Answer::Currency)
                .map_err(|_| Error::invalid("currency must be a code of ISO 4217, such as EUR")),
            (None, None, None, Some(year)) if (1900..=2999).contains(&year) => Ok(Answer::Year(year)),
            (None, None, None, Some(_)) => Err(Error::invalid("year must be a number from 1900 to 2999")),
            _ => Err(Error::invalid("Send exactly one of asShown (true), alternative, currency and year")),
        }
    }
}

fn password_of(given: Option<String>) -> Result<Option<FilePassword>> {
    if given.as_ref().is_some_and(|text| text.len() > FilePassword::BYTES_MAX) {
        return Err(Error::invalid("The password is too long for a PDF; check it"));
    }
    Ok(given.and_then(FilePassword::new))
}
