//! Errors of the API. This is the one place that maps errors to statuses and messages. Causes are logged
//! once, here.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use saldo_domain::{Chain, Id, JobId, MoneyError, StatementId, Timestamp};
use serde_json::{Map, Value, json};

/// An error answer of the routes outside `/auth`: `{"error": "…"}`, sometimes with additional fields.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    message: String,
    extra: Map<String, Value>,
    headers: Vec<(header::HeaderName, String)>,
}

impl ApiError {
    /// Creates an error with this status and message.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), extra: Map::new(), headers: Vec::new() }
    }

    /// Creates a 400. The message states what is wrong with the request.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Creates a 401 with the message that the specification requires.
    #[must_use]
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Unauthorized")
    }

    /// Creates a 401 for an API token that is unknown, deleted, disabled or expired.
    #[must_use]
    pub fn invalid_token() -> Self {
        let challenge = "Bearer error=\"invalid_token\"";
        Self::unauthorized().with_header(header::WWW_AUTHENTICATE, challenge)
    }

    /// Creates a 403 for an API token without write access.
    #[must_use]
    pub fn token_may_only_read() -> Self {
        let message = "This API token is read-only; create one that may write";
        let challenge = "Bearer error=\"insufficient_scope\"";
        Self::new(StatusCode::FORBIDDEN, message).with_header(header::WWW_AUTHENTICATE, challenge)
    }

    /// Creates a 403 for a member who may only read the books that the request names.
    #[must_use]
    pub fn viewers_may_only_read() -> Self {
        Self::new(StatusCode::FORBIDDEN, "You may only view these books; ask an owner for more permissions")
    }

    /// Creates a 403 for a member who is not an owner of the books that the request names.
    #[must_use]
    pub fn only_owners() -> Self {
        Self::new(StatusCode::FORBIDDEN, "Only an owner of these books can do this; ask one")
    }

    /// Creates a 403 for an API token in a request about households.
    #[must_use]
    pub fn no_tokens_here() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "API tokens cannot manage households; sign in and do it in a browser",
        )
    }

    /// Creates a 404, both for unknown records and for those of other users.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "Not found")
    }

    /// Creates a 409 for a request that conflicts with the current state.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// Creates a 408 for a body that arrived too slowly or not at all.
    #[must_use]
    pub fn too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "The body arrived too slowly; send it again")
    }

    /// Creates a 403 for a request from a page of another site.
    #[must_use]
    pub fn invalid_origin() -> Self {
        Self::new(StatusCode::FORBIDDEN, "Invalid origin")
    }

    /// Creates a 503 for a database that is unavailable or busy, with `seconds` as `Retry-After`.
    pub fn try_later(message: &str, seconds: u32) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .with_header(header::RETRY_AFTER, seconds.to_string())
    }

    /// Creates a 507 for a full disk.
    #[must_use]
    pub fn disk_full() -> Self {
        Self::new(
            StatusCode::INSUFFICIENT_STORAGE,
            "The server's disk is full; nothing was stored. Delete statements you no longer need, or ask \
             the administrator for more space. Deleting and exporting still work",
        )
    }

    /// True if the status is 507.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        self.status == StatusCode::INSUFFICIENT_STORAGE
    }

    /// Returns the additional headers of the answer.
    #[must_use]
    pub fn headers(&self) -> &[(header::HeaderName, String)] {
        &self.headers
    }

    /// Creates a 500. The cause is logged under an id, and the client receives the id only.
    pub fn internal(cause: &(dyn std::error::Error + 'static)) -> Self {
        #[expect(clippy::disallowed_methods, reason = "an id in the log does not depend on a test's clock")]
        let id: Id<Self> = Id::new(Timestamp::from_utc(chrono::Utc::now()));
        tracing::error!(
            error_id = %id,
            cause = %Chain(cause),
            "a request failed; the client received this error_id"
        );
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Internal error; try again, or look up the id in the server log",
        )
        .with("id", id.to_string())
    }

    /// Adds a field to the body.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: header::HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds the failed job and its statement.
    #[must_use]
    pub fn of_job(self, job: JobId, statement: StatementId) -> Self {
        self.with("jobId", job.to_string()).with("statementId", statement.to_string())
    }

    /// Returns the id under which the log has the cause of an internal error.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.extra.get("id").and_then(Value::as_str)
    }

    /// True if the server is to blame, and not the request.
    #[must_use]
    pub fn is_server_fault(&self) -> bool {
        self.status.is_server_error()
    }

    /// Returns the message without the additional fields.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut body = json!({ "error": self.message });
        if let Some(fields) = body.as_object_mut() {
            fields.extend(self.extra.clone());
        }
        let mut response = HttpResponse::build(self.status).json(body);
        for (name, value) in &self.headers {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name.clone(), value);
            }
        }
        response
    }
}

impl From<saldo_storage::ArchiveFault> for ApiError {
    fn from(fault: saldo_storage::ArchiveFault) -> Self {
        use saldo_storage::ArchiveFault;
        match fault {
            ArchiveFault::NotEmpty => {
                Self::conflict("You already have data; delete it with DELETE /api/me/data, then import again")
            }
            ArchiveFault::Taken => Self::conflict(
                "Data of this archive is on this server already; nothing was imported. Delete it there first",
            ),
            ArchiveFault::Invalid(why) => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("The archive is invalid: {why}. Nothing was imported; export it again"),
            ),
        }
    }
}

impl ApiError {
    fn sum_too_large() -> Self {
        let message = "The sum of these amounts is too large; use a narrower filter, or correct the amounts";
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }
}

impl From<saldo_storage::Error> for ApiError {
    fn from(error: saldo_storage::Error) -> Self {
        match error {
            saldo_storage::Error::Conflict => {
                Self::new(StatusCode::CONFLICT, "Already exists; change the existing one")
            }
            saldo_storage::Error::OwnerDeleted => {
                Self::conflict("The record this belongs to was deleted; reload")
            }
            saldo_storage::Error::InvalidCursor => {
                Self::bad_request("Invalid cursor; start again without it")
            }
            saldo_storage::Error::Archive(fault) => fault.into(),
            saldo_storage::Error::SumTooLarge => Self::sum_too_large(),
            saldo_storage::Error::NotFound => Self::not_found(),
            saldo_storage::Error::Busy(_) => {
                tracing::warn!(
                    cause = %Chain(&error),
                    "the database was busy for too long; the client was asked to try again"
                );
                Self::try_later("The database is busy; try again in a moment", 5)
            }
            saldo_storage::Error::Unavailable(_) => {
                tracing::error!(
                    cause = %Chain(&error),
                    "the database cannot be reached; check that it runs and that DATABASE_URL is right"
                );
                Self::try_later("The database cannot be reached; try again in a moment", 5)
            }
            saldo_storage::Error::DiskFull(_) => {
                tracing::error!(cause = %Chain(&error), "the disk is full; free some space");
                Self::disk_full()
            }
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_files::DiskFull> for ApiError {
    fn from(_: saldo_files::DiskFull) -> Self {
        Self::disk_full()
    }
}

impl From<saldo_auth::StoreError> for ApiError {
    fn from(error: saldo_auth::StoreError) -> Self {
        saldo_storage::Error::from(error).into()
    }
}

impl From<saldo_auth::Error> for ApiError {
    fn from(error: saldo_auth::Error) -> Self {
        match error {
            saldo_auth::Error::Storage(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_bookkeeping::Error> for ApiError {
    fn from(error: saldo_bookkeeping::Error) -> Self {
        use saldo_bookkeeping::Error;
        match error {
            Error::NotFound => Self::not_found(),
            Error::NumberTaken
            | Error::AccountInUse
            | Error::MergeOfCurrencies
            | Error::MergeUndoneAlready
            | Error::MergedAccountGone
            | Error::BudgetTaken
            | Error::ViewNameTaken
            | Error::TooManyViews
            | Error::TooManyDecisions
            | Error::GoalHasContributions
            | Error::GoalHasAccounts
            | Error::TooManyGoals
            | Error::TooManyContributions
            | Error::NoModel
            | Error::SendingForbidden
            | Error::UndoneAlready => Self::conflict(error.to_string()),
            Error::CategoryTooDeep
            | Error::RulesIncomplete
            | Error::GoalOfOtherCurrency
            | Error::PayerNotAMember
            | Error::GoalsIncomplete
            | Error::TooManyEdited
            | Error::TooManyTags
            | Error::OtherCurrency
            | Error::SplitsDoNotAddUp
            | Error::SidesDiffer { .. }
            | Error::TooManyTransactions { .. }
            | Error::TooManyRows { .. }
            | Error::Ledger(
                saldo_ledger::Error::TooMany { .. }
                | saldo_ledger::Error::RuleRefused { .. }
                | saldo_ledger::Error::RatesNotUnderstood { .. }
                | saldo_ledger::Error::NoRate { .. }
                | saldo_ledger::Error::Impossible(_)
                | saldo_ledger::Error::NotAnExport(_),
            ) => Self::bad_request(error.to_string()),
            Error::Storage(error) => error.into(),
            Error::Money(MoneyError::Overflow)
            | Error::Ledger(saldo_ledger::Error::Money(MoneyError::Overflow)) => Self::sum_too_large(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_statement_ingest::Error> for ApiError {
    fn from(error: saldo_statement_ingest::Error) -> Self {
        use saldo_statement_ingest::{Error, ZipFault};
        let status = match error {
            Error::Storage(error) => return error.into(),
            Error::Archive(fault) => return fault.into(),
            Error::Failed(failure) => {
                return Self::new(StatusCode::UNPROCESSABLE_ENTITY, failure.message)
                    .with("code", serde_json::to_value(failure.code).unwrap_or_default());
            }
            Error::DiskFull(_) => {
                tracing::error!(cause = %Chain(&error), "the disk is full; free some space");
                return Self::disk_full();
            }
            Error::AlreadyProcessed { statement } => {
                return Self::conflict(error.to_string())
                    .with("isDuplicate", true)
                    .with("statementId", statement.to_string());
            }
            Error::Busy => return Self::try_later(&error.to_string(), 5),
            Error::FilesUnavailable(_) => {
                tracing::error!(cause = %Chain(&error), "cannot reach the file store");
                return Self::try_later(&error.to_string(), 60);
            }
            Error::Zip(fault) => match fault {
                ZipFault::Damaged | ZipFault::Protected | ZipFault::Empty => StatusCode::BAD_REQUEST,
                ZipFault::TooManyFiles { .. } | ZipFault::TooLarge { .. } | ZipFault::TooDense { .. } => {
                    StatusCode::PAYLOAD_TOO_LARGE
                }
                ZipFault::Nested => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            },
            Error::Empty | Error::Interrupted(_) | Error::SeveralAccounts | Error::OtherCurrency { .. } => {
                StatusCode::BAD_REQUEST
            }
            Error::NotOpen | Error::TooManyAttachments { .. } => StatusCode::CONFLICT,
            Error::NotFound | Error::FileMissing => StatusCode::NOT_FOUND,
            Error::TooLarge { .. } | Error::OverQuota { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Error::UnknownFormat | Error::Heic | Error::NotImportable | Error::NotAttachable => {
                StatusCode::UNSUPPORTED_MEDIA_TYPE
            }
            Error::UncertainColumns | Error::UnreadLine { .. } | Error::Damaged => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            error => return Self::internal(&error),
        };
        Self::new(status, error.to_string())
    }
}

impl From<saldo_wire::Error> for ApiError {
    fn from(error: saldo_wire::Error) -> Self {
        match error {
            saldo_wire::Error::Invalid(message) => Self::bad_request(message),
            saldo_wire::Error::NotFound => Self::not_found(),
            saldo_wire::Error::Books(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_feeds::Error> for ApiError {
    fn from(error: saldo_feeds::Error) -> Self {
        use saldo_feeds::Error;
        match error {
            Error::NotFound => Self::not_found(),
            Error::NotClaimed(_) | Error::NoBanks(_) | Error::UnknownAuthorization => {
                Self::bad_request(error.to_string())
            }
            Error::TooManyFeeds
            | Error::NoProvider
            | Error::NoBank
            | Error::Busy
            | Error::QuotaUsed
            | Error::Revoked
            | Error::OtherCurrency { .. }
            | Error::NoCurrency => Self::conflict(error.to_string()),
            Error::Books(error) => error.into(),
            Error::Storage(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_mailbox::Error> for ApiError {
    fn from(error: saldo_mailbox::Error) -> Self {
        use saldo_mailbox::Error;
        match error {
            Error::NotFound => Self::not_found(),
            Error::NotConnected(_) | Error::NoSecret => Self::bad_request(error.to_string()),
            Error::TooManyMailboxes { .. } | Error::Busy => Self::conflict(error.to_string()),
            Error::Storage(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_households::Error> for ApiError {
    fn from(error: saldo_households::Error) -> Self {
        use saldo_households::Error;
        match error {
            Error::NotFound => Self::not_found(),
            Error::InvalidInvitation => Self::new(StatusCode::NOT_FOUND, error.to_string()),
            Error::NotPermitted { .. } | Error::ReadOnly | Error::NotYours => {
                Self::new(StatusCode::FORBIDDEN, error.to_string())
            }
            Error::LastOwner
            | Error::AlreadyMember
            | Error::TooManyHouseholds { .. }
            | Error::TooManyMembers { .. }
            | Error::TooManyInvitations { .. }
            | Error::AlreadyShared
            | Error::ExpenseGone
            | Error::SettlementTaken
            | Error::TooManyExpenses { .. }
            | Error::TooManySettlements { .. } => Self::conflict(error.to_string()),
            Error::NotAMember
            | Error::NothingToShare
            | Error::InvalidShare
            | Error::Division(_)
            | Error::SharesDoNotAddUp { .. }
            | Error::InvalidPayment
            | Error::AnotherPayment => Self::bad_request(error.to_string()),
            Error::Money(MoneyError::Overflow) => Self::sum_too_large(),
            Error::Storage(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_notifications::Error> for ApiError {
    fn from(error: saldo_notifications::Error) -> Self {
        use saldo_notifications::Error;
        match error {
            Error::NotFound => Self::not_found(),
            Error::NotSent(_) => Self::bad_request(error.to_string()),
            Error::TooManyChannels | Error::NoSuchChannel | Error::Sealed => {
                Self::conflict(error.to_string())
            }
            Error::Books(error) => error.into(),
            Error::Storage(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<saldo_advisor::Error> for ApiError {
    fn from(error: saldo_advisor::Error) -> Self {
        use saldo_advisor::Error;
        match error {
            Error::NotFound => Self::not_found(),
            Error::ChatEnded
            | Error::ChatChanged
            | Error::AnsweredAlready
            | Error::ApprovalExpired
            | Error::TooManyNotes => Self::conflict(error.to_string()),
            Error::Storage(error) => error.into(),
            Error::Files(error) => {
                error.downcast::<Self>().map_or_else(|error| Self::internal(error.as_ref()), |error| *error)
            }
            Error::NothingAsked
            | Error::QuestionTooLong { .. }
            | Error::ChatIdLength { .. }
            | Error::MessageIdTooLong { .. }
            | Error::InvalidConsent
            | Error::InvalidQuery(_)
            | Error::UnknownModel { .. }
            | Error::TooManyFiles { .. }
            | Error::InvalidDataUrl
            | Error::ForeignFile => Self::bad_request(error.to_string()),
            error => Self::internal(&error),
        }
    }
}
