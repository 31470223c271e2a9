//! The port for exporting, restoring and deleting a user's data as a whole: everything except identity and
//! sign-in.
//!
//! Every database table is listed in [`BOOKS`] or [`NOT_BOOKS`], and every column of a table in [`BOOKS`] is
//! listed in `columns` or `left_out`. A test compares both lists with the databases, so that a migration
//! cannot add data that is never exported or deleted.

mod tables;

use async_trait::async_trait;
use saldo_domain::{Timestamp, UserId};

pub use tables::{BOOKS, NOT_BOOKS};

use crate::Result;

/// The type of a column of a [`BookTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// An id (a UUID).
    Id,
    /// Text.
    Text,
    /// JSON, stored verbatim as text.
    Json,
    /// A 32-bit integer.
    Small,
    /// A 64-bit integer, such as an amount in minor units or a size.
    Large,
    /// A boolean.
    Flag,
    /// Bytes, dumped as lower-case hexadecimal digits.
    Bytes,
    /// A date (`YYYY-MM-DD`).
    Day,
    /// A moment, dumped as RFC 3339 text in UTC with milliseconds.
    Moment,
}

/// A table that holds data of users, other than identity and sign-in.
#[derive(Debug, Clone, Copy)]
pub struct BookTable {
    /// The name of the table.
    pub name: &'static str,
    /// The columns of an archive, with their types.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// The columns that are not archived: the owner, columns that the database calculates and values that
    /// depend on the instance.
    pub left_out: &'static [&'static str],
    /// The columns that identify a row of a user. Rows are dumped in their order.
    pub key: &'static [&'static str],
}

/// The reason why a table is not in [`BOOKS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExclusionReason {
    /// Identities and credentials, which are not archived and survive the deletion of the data.
    SignIn,
    /// Derived from the data or from events, such as totals and jobs; not archived, and deleted with
    /// the data.
    Derived,
    /// Maintained by triggers when transactions change.
    FollowsTransactions,
    /// Data of the instance, not of a user.
    Instance,
}

/// The number of rows that a dump holds in memory at a time.
pub const ROWS_PER_BATCH: usize = 500;

/// The receiver of a dump.
#[async_trait]
pub trait RowSink: Send {
    /// Receives rows of `table`, each a JSON object on one line. Returns `false` to end the dump.
    async fn take(&mut self, table: &'static BookTable, rows: Vec<String>) -> bool;
}

/// The source of the rows of a restore.
#[async_trait]
pub trait RowSource: Send {
    /// Returns the next rows of `table` in the order of a dump and in the form that a [`RowSink`] receives.
    /// Returns no rows at the end of the table; the next call then starts over at its first row, because
    /// tables that refer to themselves are read twice.
    ///
    /// # Errors
    /// Any error of the source ends the restore, and nothing is stored.
    async fn next(&mut self, table: &'static BookTable) -> Result<Vec<String>>;
}

/// The reason why an archive cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveFault {
    /// The user already has data other than default categories.
    #[error("there is data already")]
    NotEmpty,
    /// An id of the archive is in use by another user.
    #[error("an id is in use")]
    Taken,
    /// The rows are not valid; the text states what is wrong.
    #[error("{0}")]
    Invalid(String),
}

/// The data of a user as a whole, except for identity and sign-in.
#[async_trait]
pub trait Archives: Send + Sync {
    /// Deletes all data of the user, except for identity and sign-in, and adds the default categories again.
    /// Returns the keys of the statement files, which the caller has to delete. Idempotent.
    async fn delete_books(&self, user: UserId, now: Timestamp) -> Result<Vec<String>>;

    /// Passes all rows of [`BOOKS`] to `sink`, table by table, in the order of their keys, [`ROWS_PER_BATCH`]
    /// at a time. All rows are of one snapshot. The same data produces the same rows on every database.
    async fn dump_books(&self, user: UserId, sink: Box<dyn RowSink>) -> Result<()>;

    /// Returns true if the user has no data other than default categories.
    async fn has_no_books(&self, user: UserId) -> Result<bool>;

    /// Restores the rows of [`BOOKS`] for this user under their original ids, all or none of them. The file
    /// key of a statement becomes `files` followed by the statement's id. The source is not trusted: every
    /// value must be readable, and every reference must lead to a row of the archive.
    ///
    /// # Errors
    /// [`crate::Error::Archive`] if the user has data, an id is in use or a row is not valid;
    /// [`crate::Error::SumTooLarge`] if a total would exceed 64 bits; errors of `source`.
    async fn restore_books(&self, user: UserId, files: String, source: Box<dyn RowSource>) -> Result<()>;
}
