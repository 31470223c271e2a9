#![doc = include_str!("../README.md")]

mod accounts;
mod answers;
mod archives;
mod attachments;
mod budgets;
mod categories;
mod chats;
mod edits;
mod error;
mod feeds;
mod goals;
mod households;
mod idempotency_keys;
mod imports;
#[cfg(feature = "_diesel")]
mod inspect;
mod instances;
mod jobs;
mod mailboxes;
mod memories;
mod merchants;
mod model_choices;
mod notifications;
mod periodic;
mod preferences;
mod recurring_decisions;
mod rules;
mod saved_views;
mod shared_expenses;
mod snapshots;
mod statements;
mod transactions;

#[cfg(feature = "_diesel")]
mod cursor;
#[cfg(feature = "_diesel")]
mod migrations;
mod open;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "_diesel")]
mod rows;
#[cfg(feature = "_diesel")]
mod run;
#[cfg(feature = "_diesel")]
mod schema;
#[cfg(feature = "_diesel")]
mod search;
#[cfg(feature = "_diesel")]
mod sql_types;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "_diesel")]
mod tasks;
#[cfg(feature = "_diesel")]
mod work;

use std::sync::Arc;

pub use accounts::{
    AccountChange, AccountChanged, AccountMerge, Accounts, MergeError, MergeUndone, Merged, NewManualAccount,
};
pub use answers::{Answers, LAYOUT_HINTS_MAX, NewAnswers};
pub use archives::{
    ArchiveFault, Archives, BOOKS, BookTable, ColumnKind, ExclusionReason, NOT_BOOKS, ROWS_PER_BATCH,
    RowSink, RowSource,
};
pub use attachments::{AttachmentStored, Attachments};
pub use budgets::Budgets;
pub use categories::{Categories, CategoryChange};
pub use chats::{
    AnsweredApproval, CHAT_MESSAGES_MAX, ChatApproval, ChatChange, ChatKey, ChatMessage, ChatTrace, Chats,
    NewApproval,
};
pub use edits::{
    EDIT_TRANSACTIONS_MAX, EditError, Edited, Edits, NewTransaction, Selection, TRANSACTION_TAGS_MAX,
    TransactionChange, TransactionStep, Undone,
};
#[cfg(feature = "_diesel")]
use error::PortResult;
pub use error::{Error, Result};
pub use feeds::{FEED_AUTHORIZATIONS_MAX, FEEDS_MAX, FeedCredential, Feeds, FetchEnd, FetchStart, NewFeed};
pub use goals::{CONTRIBUTIONS_MAX, GOALS_MAX, Goals};
pub use households::{
    Accepted, Households, JoinLimits, MembershipChange, NewHousehold, NewInvitation, OpenInvitation,
};
pub use idempotency_keys::{IdempotencyKeys, KeyState, StoredResponse};
pub use imports::{ImportChoice, Imports, SavedMapping};
#[cfg(feature = "_diesel")]
pub use inspect::{ConnectionUse, Inspection, inspect};
pub use instances::{Instance, InstanceId, Instances};
pub use jobs::{Claim, Jobs, OpenJobs, WorkerId};
pub use mailboxes::{MAIL_MESSAGES_MAX, MailFetchStart, MailLease, Mailboxes};
pub use memories::{Memories, ModelUsage};
pub use merchants::Merchants;
pub use model_choices::ModelChoices;
pub use notifications::{DeliveryAttempt, DueDelivery, NOTIFICATION_CHANNELS_MAX, NewChannel, Notifications};
pub use open::{Settings, open, open_with};
pub use periodic::{PeriodicRuns, PeriodicWork};
pub use preferences::PreferencesStore;
pub use recurring_decisions::{RECURRING_DECISIONS_MAX, RecurringDecisions};
pub use rules::Rules;
pub use saldo_auth::StoreError;
pub use saldo_auth::ports::{
    ApiTokenChange, ApiTokens, Credentials, NewApiToken, NewCredential, NewSession, NewUser, PasswordHash,
    Sessions, TwoStep, TwoSteps, UserChange, Users, Verifications,
};
pub use saved_views::{NewSavedView, SAVED_VIEWS_MAX, SavedViewChange, SavedViews};
pub use shared_expenses::{LimitedInsert, NewSharedExpense, SharedExpenses};
pub use snapshots::{
    CALCULATED, NOT_IN_SNAPSHOTS, SNAPSHOT_TABLES, SnapshotFault, SnapshotPart, SnapshotSink, SnapshotSource,
    SnapshotTable, SnapshotTotals, Snapshots,
};
pub use statements::{
    FileUsage, Imported, NewStatement, PartCheck, StatementDays, StatementLine, Statements,
};
pub use transactions::{
    Balance, CategorizedTransaction, DayFlow, Grouping, MonthFlow, ProvenLine, Transactions,
};

/// All storage ports in one object. Each method runs as one database transaction.
///
/// Methods on personal data take the owner and see only the owner's records. See [`Result`] for the errors
/// that every method can return.
pub trait Storage:
    Users
    + Credentials
    + Sessions
    + Verifications
    + TwoSteps
    + ApiTokens
    + Accounts
    + Categories
    + Statements
    + Transactions
    + Edits
    + Merchants
    + Rules
    + Budgets
    + Goals
    + SavedViews
    + Notifications
    + Feeds
    + Mailboxes
    + Households
    + SharedExpenses
    + RecurringDecisions
    + PreferencesStore
    + Imports
    + Answers
    + Instances
    + IdempotencyKeys
    + Chats
    + Memories
    + ModelChoices
    + Archives
    + Attachments
    + Snapshots
    + PeriodicWork
    + Jobs
    + Health
{
}
impl<T> Storage for T where
    T: Users
        + Credentials
        + Sessions
        + Verifications
        + TwoSteps
        + ApiTokens
        + Accounts
        + Categories
        + Statements
        + Transactions
        + Edits
        + Merchants
        + Merchants
        + Rules
        + Budgets
        + Goals
        + SavedViews
        + Notifications
        + Feeds
        + Mailboxes
        + Households
        + SharedExpenses
        + RecurringDecisions
        + PreferencesStore
        + Imports
        + Answers
        + Instances
        + IdempotencyKeys
        + Chats
        + Memories
        + ModelChoices
        + Archives
        + Attachments
        + Snapshots
        + PeriodicWork
        + Snapshots
        + PeriodicWork
        + Jobs
        + Health
{
}

/// Returns the ports of `saldo-auth` that a storage implements.
#[must_use]
pub fn auth_ports(storage: &Arc<dyn Storage>) -> saldo_auth::Ports {
    saldo_auth::Ports {
        users: storage.clone(),
        credentials: storage.clone(),
        sessions: storage.clone(),
        verifications: storage.clone(),
        two_steps: storage.clone(),
        api_tokens: storage.clone(),
    }
}

/// The health of the database.
#[async_trait::async_trait]
pub trait Health: Send + Sync {
    /// Runs a minimal query.
    ///
    /// # Errors
    /// [`Error::Database`] if the database does not answer within [`Settings::connect_timeout`], or the error
    /// of the connection.
    async fn check_health(&self) -> Result<()>;

    /// Returns the state of each pool of connections of this process, without a query.
    fn pools(&self) -> Vec<PoolUse>;
}

/// The state of a pool of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUse {
    /// The work that the connections do: `read`, `write`, or `all` for both.
    pub pool: &'static str,
    /// The largest number of connections.
    pub max: usize,
    /// The number of connections that work.
    pub in_use: usize,
    /// The number of open connections that do not.
    pub idle: usize,
    /// The number of queries that wait for a connection.
    pub waiting: usize,
}
