//! JSON types that several routes share, as documented in `docs/api`. Domain types are converted here and
//! nowhere else.

use crate::openapi::DecimalText;
use crate::wire_findings::FindingsBody;
use saldo_bookkeeping::AccountNow;
use saldo_domain::{
    AccountId, AccountKind, Category, CategoryBy, CategoryId, CauseCode, Currency, Date, Failure, Job, JobId,
    JobProgress, JobState, LikelyCause, Money, Outcome, Page, Place, ReadBy, Split, Statement,
    StatementAccount, StatementId, StatementKind, StatementStatus, Tag, Timestamp, Transaction,
    TransactionId, TransactionKind, TransferId, Witness,
};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct List<T> {
    /// The items.
    pub items: Vec<T>,
    /// The cursor of the next page; `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> List<T> {
    /// Converts a page of domain values.
    pub fn of<D>(page: Page<D>, map: impl FnMut(D) -> T) -> Self {
        Self { items: page.items.into_iter().map(map).collect(), next_cursor: page.next_cursor }
    }

    /// Creates a list that fits on one page.
    #[must_use]
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}

/// A whole list of figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures<T> {
    /// The figures.
    items: Vec<T>,
    /// Always `null`: the list has a single page.
    next_cursor: Option<String>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice.
    possibly_counted_twice: Vec<[AccountId; 2]>,
}

impl<T> Figures<T> {
    /// Creates a list of figures, with the pairs of accounts that may count twice in them.
    #[must_use]
    pub fn new(items: Vec<T>, possibly_counted_twice: Vec<[AccountId; 2]>) -> Self {
        Self { items, next_cursor: None, possibly_counted_twice }
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
            opening_balance: account.opening_balance.map(saldo_domain::Money::decimal),
            closing_balance: account.closing_balance.map(saldo_domain::Money::decimal),
            closing_on: account.closing_on,
            outcome: account.outcome,
            discrepancy: account.discrepancy.map(saldo_domain::Money::decimal),
            first_broken_transaction_id: account.first_broken_transaction,
            witnesses: account.witnesses,
            likely_causes: account.likely_causes.into_iter().map(LikelyCauseBody::from).collect(),
        }
    }
}

/// A transaction: one booked line of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionBody {
    id: TransactionId,
    account_id: AccountId,
    statement_id: Option<StatementId>,
    date: Date,
    value_date: Option<Date>,
    description: String,
    original_description: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    balance: Option<String>,
    category_id: Option<CategoryId>,
    category_by: CategoryBy,
    kind: TransactionKind,
    transfer_id: Option<TransferId>,
    note: String,
    tags: Vec<Tag>,
    splits: Vec<SplitBody>,
    place: Option<PlaceBody>,
    position: u32,
}

/// A split: a share of a transaction with its own category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    category_id: Option<CategoryId>,
    note: Option<String>,
}

impl From<Split> for SplitBody {
    fn from(split: Split) -> Self {
        Self { amount: split.amount.decimal(), category_id: split.category, note: split.note }
    }
}

impl From<Transaction> for TransactionBody {
    fn from(transaction: Transaction) -> Self {
        Self {
            id: transaction.id,
            account_id: transaction.account,
            statement_id: transaction.statement,
            date: transaction.date,
            value_date: transaction.value_date,
            description: transaction.description,
            original_description: transaction.original_description,
            amount: transaction.amount.decimal(),
            currency: transaction.amount.currency(),
            balance: transaction.balance.map(saldo_domain::Money::decimal),
            category_id: transaction.category,
            category_by: transaction.category_by,
            kind: transaction.kind,
            transfer_id: transaction.transfer,
            note: transaction.note,
            tags: transaction.tags,
            splits: transaction.splits.into_iter().map(SplitBody::from).collect(),
            place: transaction.place.map(PlaceBody::from),
            position: transaction.position,
        }
    }
}

/// A rectangle on a page, in points from the top left corner.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceBody {
    page: u32,
    #[schema(value_type = f64)]
    x: Number,
    #[schema(value_type = f64)]
    y: Number,
    #[schema(value_type = f64)]
    width: Number,
    #[schema(value_type = f64)]
    height: Number,
}

impl From<Place> for PlaceBody {
    fn from(place: Place) -> Self {
        Self {
            page: place.page,
            x: points(place.x),
            y: points(place.y),
            width: points(place.width),
            height: points(place.height),
        }
    }
}

/// Converts hundredths of a point to a JSON number of points.
fn points(hundredths: i32) -> Number {
    Number::from_f64(f64::from(hundredths) / 100.0).unwrap_or_else(|| Number::from(0))
}

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountBody {
    id: AccountId,
    name: String,
    institution: Option<String>,
    number_masked: Option<String>,
    kind: AccountKind,
    currency: Currency,
    balance: Option<BalanceBody>,
    by_hand: bool,
    closed_on: Option<Date>,
    number: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// A balance that the user entered for the end of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatedBalanceBody {
    date: Date,
    #[schema(value_type = DecimalText)]
    amount: String,
}

impl From<(Date, Money)> for StatedBalanceBody {
    fn from((date, amount): (Date, Money)) -> Self {
        Self { date, amount: amount.decimal() }
    }
}

/// The latest known balance of an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    date: Date,
}

impl From<AccountNow> for AccountBody {
    fn from(AccountNow { account, balance }: AccountNow) -> Self {
        Self {
            id: account.id,
            name: account.name,
            institution: account.institution,
            number_masked: account.number_masked,
            kind: account.kind,
            currency: account.currency,
            balance: balance
                .map(|balance| BalanceBody { amount: balance.amount.decimal(), date: balance.date }),
            by_hand: account.by_hand,
            closed_on: account.closed_on,
            number: account.number,
            created_at: account.created_at,
            updated_at: account.updated_at,
        }
    }
}

/// A category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryBody {
    id: CategoryId,
    key: Option<String>,
    name: String,
    parent_id: Option<CategoryId>,
}

impl From<Category> for CategoryBody {
    fn from(category: Category) -> Self {
        Self { id: category.id, key: category.key, name: category.name, parent_id: category.parent }
    }
}

/// A job.
#[derive(Debug, Serialize, PartialEq, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobBody {
    id: JobId,
    statement_id: StatementId,
    state: JobState,
    attempts: u32,
    #[serde(flatten)]
    progress: JobProgress,
    failure: Option<Failure>,
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Option<Timestamp>,
}

impl JobBody {
    /// True if the job has ended and will not change.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        self.state.is_final()
    }
}

impl From<Job> for JobBody {
    fn from(job: Job) -> Self {
        let saldo_domain::JobWork::ProcessStatement { statement } = job.work;
        Self {
            id: job.id,
            statement_id: statement,
            state: job.state,
            attempts: job.attempts,
            progress: job.progress,
            failure: job.failure,
            created_at: job.created_at,
            updated_at: job.updated_at,
            finished_at: job.finished_at,
        }
    }
}
