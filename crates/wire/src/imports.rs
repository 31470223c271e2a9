//! Data files: their preview, their import, and the mappings that are saved for them.

use saldo_bookkeeping::NewManualAccount;
use saldo_domain::account::mask_number;
use saldo_domain::own_csv::BudgetText;
use saldo_domain::{
    AccountDraft, AccountId, AccountKind, BudgetRhythm, Currency, Date, Money, Month, RollOver, StatementId,
    Timestamp, TransactionDraft,
};
use saldo_statement_ingest::import::{CsvMapping, ImportFormat, LeftOut, Part};
use saldo_statement_ingest::{ChosenPreview, ImportPreview, ImportTarget, MappingOrigin, SavedMapping};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{id_of, one_line};
use crate::{AnyId, DecimalText, Error, Result};

/// Maximum number of transactions, of problems and of budgets in a preview.
const SHOWN_MAX: usize = 20;
/// Maximum length of an account's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;

/// A preview of the import of a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportPreview)]
pub struct ImportPreviewBody {
    statement_id: StatementId,
    duplicate_of: Option<StatementId>,
    format: ImportFormat,
    mapping: Option<CsvMapping>,
    mapping_from: Option<MappingOriginBody>,
    columns: Vec<String>,
    account_id: Option<AccountId>,
    accounts: Vec<PreviewedAccountBody>,
    transaction_count: usize,
    transactions: Vec<PreviewedTransactionBody>,
    problem_count: usize,
    problems: Vec<ProblemBody>,
    linked_transfer_count: usize,
    budget_count: usize,
    budgets: Vec<PreviewedBudgetBody>,
    left_out: Vec<LeftOutBody>,
}

/// A budget in another program's export.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedBudget)]
pub struct PreviewedBudgetBody {
    category: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rhythm: BudgetRhythm,
    roll_over: RollOver,
    start: Month,
    end: Option<Month>,
}

impl From<&BudgetText> for PreviewedBudgetBody {
    fn from(budget: &BudgetText) -> Self {
        Self {
            category: budget.category.clone(),
            amount: budget.amount.decimal(),
            currency: budget.amount.currency(),
            rhythm: budget.rhythm,
            roll_over: budget.roll_over,
            start: budget.start,
            end: budget.end,
        }
    }
}

/// A part of another program's export that is not imported.
#[derive(Serialize, ToSchema)]
#[schema(as = LeftOut)]
pub struct LeftOutBody {
    part: Part,
    count: u64,
}

impl From<LeftOut> for LeftOutBody {
    fn from(LeftOut { part, count }: LeftOut) -> Self {
        Self { part, count }
    }
}

/// The origin of a file's mapping.
#[derive(Serialize, ToSchema)]
#[schema(as = MappingOrigin)]
#[serde(rename_all = "snake_case")]
pub enum MappingOriginBody {
    /// Sent with the request.
    Given,
    /// Saved for files with the same header.
    Saved,
    /// Detected from the file.
    Guessed,
}

/// An account in a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedAccount)]
pub struct PreviewedAccountBody {
    number_masked: Option<String>,
    name: Option<String>,
    kind: AccountKind,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    opening_balance: Option<String>,
    #[schema(value_type = Option<DecimalText>)]
    closing_balance: Option<String>,
    transaction_count: usize,
}

/// A transaction in a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedTransaction)]
pub struct PreviewedTransactionBody {
    date: Date,
    value_date: Option<Date>,
    description: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    balance: Option<String>,
}

impl From<&TransactionDraft> for PreviewedTransactionBody {
    fn from(transaction: &TransactionDraft) -> Self {
        Self {
            date: transaction.date,
            value_date: transaction.value_date,
            description: transaction.description.clone(),
            amount: transaction.amount.decimal(),
            currency: transaction.amount.currency(),
            balance: transaction.balance.map(Money::decimal),
        }
    }
}

/// A row that cannot be read.
#[derive(Serialize, ToSchema)]
#[schema(as = RowProblem)]
pub struct ProblemBody {
    line: usize,
    what: String,
}

/// Checks a mapping.
///
/// # Errors
/// [`Error::Invalid`] for columns that do not fit together.
fn checked(mapping: CsvMapping) -> Result<CsvMapping> {
    mapping.check().map_err(|error| Error::invalid(error.to_string()))?;
    Ok(mapping)
}

impl From<&AccountDraft> for PreviewedAccountBody {
    fn from(account: &AccountDraft) -> Self {
        Self {
            number_masked: account.number.as_deref().map(mask_number),
            name: account.name.clone(),
            kind: account.kind,
            currency: account.currency,
            opening_balance: account.opening_balance.map(Money::decimal),
            closing_balance: account.closing_balance.map(Money::decimal),
            transaction_count: account.transactions.len(),
        }
    }
}

impl ImportPreviewBody {
    /// Creates the body of a preview. `duplicate_of` is the statement that has the same bytes.
    #[must_use]
    pub fn new(statement_id: StatementId, duplicate_of: Option<StatementId>, chosen: ChosenPreview) -> Self {
        let whole = Self {
            statement_id,
            duplicate_of,
            format: ImportFormat::Csv,
            mapping: None,
            mapping_from: None,
            columns: Vec::new(),
            account_id: chosen.account,
            accounts: Vec::new(),
            transaction_count: 0,
            transactions: Vec::new(),
            problem_count: 0,
            problems: Vec::new(),
            linked_transfer_count: 0,
            budget_count: 0,
            budgets: Vec::new(),
            left_out: Vec::new(),
        };
        match chosen.preview {
            ImportPreview::Csv(csv) => Self {
                format: csv.format,
                mapping: Some(csv.mapping),
                mapping_from: Some(match chosen.mapping {
                    MappingOrigin::Given => MappingOriginBody::Given,
                    MappingOrigin::Saved => MappingOriginBody::Saved,
                    MappingOrigin::Guessed => MappingOriginBody::Guessed,
                }),
                columns: csv.head,
                transaction_count: csv.transactions.len(),
                transactions: csv
                    .transactions
                    .iter()
                    .take(SHOWN_MAX)
                    .map(PreviewedTransactionBody::from)
                    .collect(),
                problem_count: csv.problems.len(),
                problems: csv
                    .problems
                    .iter()
                    .take(SHOWN_MAX)
                    .map(|problem| ProblemBody { line: problem.line, what: problem.what.clone() })
                    .collect(),
                ..whole
            },
            ImportPreview::Accounts { format, accounts, transfers, budgets, left_out } => Self {
                format,
                linked_transfer_count: transfers,
                budget_count: budgets.len(),
                budgets: budgets.iter().take(SHOWN_MAX).map(PreviewedBudgetBody::from).collect(),
                left_out: left_out.into_iter().map(LeftOutBody::from).collect(),
                transaction_count: accounts.iter().map(|account| account.transactions.len()).sum(),
                transactions: accounts
                    .iter()
                    .flat_map(|account| &account.transactions)
                    .take(SHOWN_MAX)
                    .map(PreviewedTransactionBody::from)
                    .collect(),
                accounts: accounts.iter().map(PreviewedAccountBody::from).collect(),
                ..whole
            },
        }
    }
}

/// A file to import, and the import options.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    #[schema(value_type = AnyId)]
    statement_id: String,
    mapping: Option<CsvMapping>,
    #[schema(value_type = Option<AnyId>)]
    account_id: Option<String>,
    account: Option<NewAccount>,
}

impl ImportRequest {
    /// Returns the statement with the file.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn statement(&self) -> Result<StatementId> {
        id_of(&self.statement_id)
    }

    /// Returns the mapping and the account to import into.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid mapping or name, or two accounts; [`Error::NotFound`] for a text
    /// that is not an id.
    pub fn choice(self, now: Timestamp) -> Result<(Option<CsvMapping>, ImportTarget)> {
        let mapping = self.mapping.map(checked).transpose()?;
        let target = match (self.account_id, self.account) {
            (Some(_), Some(_)) => return Err(Error::invalid("Send accountId or account, not both")),
            (Some(id), None) => ImportTarget::Account(id_of(&id)?),
            (None, Some(new)) => ImportTarget::New(NewManualAccount {
                id: AccountId::new(now),
                name: one_line("name", &new.name, NAME_CHARACTERS_MAX)?,
                institution: None,
                kind: new.kind,
                currency: new.currency,
            }),
            (None, None) => ImportTarget::Named,
        };
        Ok((mapping, target))
    }
}

/// Parses a mapping as a part of a form.
///
/// # Errors
/// [`Error::Invalid`] for a text that is not a mapping, or columns that do not fit together.
pub fn mapping(text: &str) -> Result<CsvMapping> {
    let mapping = serde_json::from_str(text);
    checked(mapping.map_err(|error| Error::invalid(format!("mapping is invalid: {error}")))?)
}

/// An account to create for the file.
#[derive(Deserialize, ToSchema)]
#[schema(as = ImportAccount)]
pub struct NewAccount {
    name: String,
    kind: AccountKind,
    currency: Currency,
}

/// A saved mapping of columns.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedMapping)]
pub struct MappingBody {
    account_id: AccountId,
    #[schema(value_type = CsvMapping)]
    mapping: serde_json::Value,
    updated_at: Timestamp,
}

impl From<SavedMapping> for MappingBody {
    fn from(saved: SavedMapping) -> Self {
        Self { account_id: saved.account, mapping: saved.mapping, updated_at: saved.updated_at }
    }
}
