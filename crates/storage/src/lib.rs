#![doc = include_str!("../README.md")]

mod accounts;
mod answers;
mod api_tokens;
mod archives;
mod budgets;
mod categories;
mod chats;
mod credentials;
mod edits;
mod entries;
mod error;
mod imports;
mod instances;
mod jobs;
mod memories;
mod model_choices;
mod preferences;
mod rules;
mod sessions;
mod statements;
mod teachings;
mod two_steps;
mod users;
mod verifications;

#[cfg(feature = "_diesel")]
mod chat_schema;
#[cfg(feature = "_diesel")]
mod cursor;
mod open;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "_diesel")]
mod rows;
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

pub use accounts::{AccountChange, AccountMerge, Accounts, MergeUndone, Merged, NewHandAccount};
pub use answers::{Answers, KeptAnswer, KeyState};
pub use api_tokens::{ApiTokenChange, ApiTokens, NewApiToken};
pub use archives::{
    ArchiveFault, Archives, BOOKS, BookTable, ColumnKind, NOT_BOOKS, NotBooks, ROWS_PER_BATCH, RowSink,
    RowSource,
};
pub use budgets::{BudgetPut, Budgets};
pub use categories::{Categories, CategoryChange, Placed};
pub use chats::{
    AnsweredApproval, CHAT_MESSAGES_MAX, ChatApproval, ChatChange, ChatKey, ChatMessage, ChatTrace, Chats,
    NewApproval,
};
pub use credentials::{Credentials, NewCredential, PasswordHash};
pub use edits::{
    EDIT_ENTRIES_MAX, ENTRY_TAGS_MAX, Edited, Edits, EntryChange, EntryStep, NewEntry, Selection, Undone,
};
pub use entries::{Balance, DayFlow, Entries, Grouping, MonthFlow, ProvenLine, SortedEntry};
pub use error::{Error, Result};
pub use imports::{ImportChoice, Imports, SavedMapping};
pub use instances::{Instance, InstanceId, Instances};
pub use jobs::{Claim, Jobs, WorkerId};
pub use memories::{Memories, ModelUsage};
pub use model_choices::ModelChoices;
pub use open::{Settings, open, open_with};
pub use preferences::Preferring;
pub use rules::Rules;
pub use sessions::{NewSession, Sessions};
pub use statements::{
    FileUsage, Imported, NewStatement, PartCheck, StatementDays, StatementLine, Statements,
};
pub use teachings::{LAYOUT_HINTS_MAX, Teaching, Teachings};
pub use two_steps::{TwoStep, TwoSteps};
pub use users::{NewUser, UserChange, Users};
pub use verifications::Verifications;

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
    + Entries
    + Edits
    + Rules
    + Budgets
    + Preferring
    + Imports
    + Teachings
    + Instances
    + Answers
    + Chats
    + Memories
    + ModelChoices
    + Archives
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
        + Entries
        + Edits
        + Rules
        + Budgets
        + Preferring
        + Imports
        + Teachings
        + Instances
        + Answers
        + Chats
        + Memories
        + ModelChoices
        + Archives
        + Jobs
        + Health
{
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
}
