//! Uploaded statements and what was read from them.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{
    CheckedDraft, DerivedEnds, Entry, EntryId, Failure, LikelyCause, Money, Outcome, Page, PageRequest,
    Period, Place, Sha256, Statement, StatementId, Timestamp, UserId, Witness,
};

use crate::Result;

/// A statement as it is uploaded.
#[derive(Debug, Clone)]
pub struct NewStatement {
    /// Its identifier, made by the caller, because the file's key holds it.
    pub id: StatementId,
    /// The name of the person's file, for display only.
    pub file_name: String,
    /// The opaque key of the bytes in the file store.
    pub file_key: String,
    /// Size in bytes.
    pub size: u64,
    /// Digest of the bytes.
    pub sha256: Sha256,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The statement with its new state.
    pub statement: Statement,
    /// Entries that were not there before.
    pub entries_new: u64,
    /// Entries that another statement had brought already.
    pub entries_known: u64,
    /// Whether the books differ from what was read, by amounts that the person changed or lines that they added: the outcome is
    /// that of the file until the statement is checked again.
    pub differs: bool,
}

/// One line of a statement in its own order: the entry, and where this very statement prints it
/// (an entry that several statements print has a line in each).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    /// The entry, with `place`, `balance` and `position` as this statement prints them.
    pub entry: Entry,
    /// The place on this statement.
    pub place: Option<Place>,
    /// Which of the statement's accounts it is of, as a number among [`Statement::accounts`].
    pub part: u32,
}

/// The days of the entries that a part of a statement prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementDays {
    /// The statement.
    pub statement: StatementId,
    /// Which of its accounts, as a number among [`Statement::accounts`].
    pub part: u32,
    /// The day of the earliest entry.
    pub first: NaiveDate,
    /// The day of the latest entry.
    pub last: NaiveDate,
}

/// What a check of one part of a statement found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartCheck {
    /// Whether it adds up.
    pub outcome: Outcome,
    /// By how much it does not.
    pub discrepancy: Option<Money>,
    /// The first entry that does not fit.
    pub first_broken: Option<EntryId>,
    /// What bears it out.
    pub witnesses: Vec<Witness>,
    /// The opening balance, printed or derived.
    pub opening_balance: Option<Money>,
    /// The closing balance, the same.
    pub closing_balance: Option<Money>,
    /// Which of them are derived from the lines.
    pub derived: DerivedEnds,
    /// What may have gone wrong, likeliest first.
    pub likely_causes: Vec<LikelyCause<EntryId>>,
}

/// The files that a user's statements name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FileUsage {
    /// Files.
    pub files: u64,
    /// Bytes of all of them.
    pub bytes: u64,
}

/// The person's statements.
#[async_trait]
pub trait Statements: Send + Sync {
    /// Adds a statement.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when the person has a statement of the same bytes.
    async fn insert_statement(&self, user: UserId, new: NewStatement, now: Timestamp) -> Result<Statement>;

    /// The person's statement with this id.
    async fn find_statement(&self, user: UserId, statement: StatementId) -> Result<Option<Statement>>;

    /// The person's statement of these bytes.
    async fn find_statement_by_digest(&self, user: UserId, sha256: Sha256) -> Result<Option<Statement>>;

    /// The person's statement whose file has this key.
    async fn find_statement_by_key(&self, user: UserId, file_key: &str) -> Result<Option<Statement>>;

    /// Returns how many files the user's statements name, and how large they are.
    async fn file_usage(&self, user: UserId) -> Result<FileUsage>;

    /// The person's statements, newest first.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`].
    async fn list_statements(&self, user: UserId, page: PageRequest) -> Result<Page<Statement>>;

    /// Books a checked draft and marks the statement processed, all or nothing. `None` when the person has no such statement.
    ///
    /// Accounts are found by their identity or made. Entries are found by theirs (`EntryIdentity`) or made, with the category that
    /// `saldo_domain::category::suggest` names. Lines of an earlier reading of this statement are replaced; entries that
    /// no statement prints any more are deleted; an entry that stays keeps its id and the person's edits.
    /// Doing it again changes nothing.
    async fn import_statement(
        &self,
        user: UserId,
        statement: StatementId,
        draft: CheckedDraft,
        now: Timestamp,
    ) -> Result<Option<Imported>>;

    /// Marks the statement failed. Entries of an earlier reading stay.
    async fn fail_statement(
        &self,
        user: UserId,
        statement: StatementId,
        failure: Failure,
        now: Timestamp,
    ) -> Result<()>;

    /// The statement's lines in its own order, account by account; `None` when the person has no such statement.
    async fn list_statement_lines(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<Option<Vec<StatementLine>>>;

    /// The days from the first that any of the person's statements says it covers to the last; `None` when none says so.
    async fn find_covered_days(&self, user: UserId) -> Result<Option<Period>>;

    /// The days of the entries of each part of each statement; a part without entries is left out.
    async fn list_statement_days(&self, user: UserId) -> Result<Vec<StatementDays>>;

    /// Stores what a check of the statement's parts found, one for each in their order; a part without one is left as it is.
    /// `false` when the person has no such statement.
    async fn put_reconciliations(
        &self,
        user: UserId,
        statement: StatementId,
        found: Vec<PartCheck>,
    ) -> Result<bool>;

    /// Deletes the statement, its lines, the entries that no other statement prints, and accounts left without any
    /// entry or statement. Answers the file's key, for the caller to delete the bytes. Twice is fine.
    async fn delete_statement(
        &self,
        user: UserId,
        statement: StatementId,
        now: Timestamp,
    ) -> Result<Option<String>>;
}
