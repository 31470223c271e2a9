//! Everything of a person's books at once: which tables hold it, and taking it away.
//!
//! Every table of the database stands in [`BOOKS`] or in [`NOT_BOOKS`], every column of a table of books in the table or in what it
//! leaves out; a test compares both with the databases, so that no migration adds data that nobody deletes.

mod tables;

use async_trait::async_trait;
use saldo_domain::{Timestamp, UserId};

pub use tables::{BOOKS, NOT_BOOKS};

use crate::Result;

/// What a column of a table of books holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// An id.
    Id,
    /// Text.
    Text,
    /// JSON, kept letter by letter.
    Json,
    /// A number of 32 bits.
    Small,
    /// A number of 64 bits: money in minor units, sizes.
    Large,
    /// Yes or no.
    Flag,
    /// Bytes.
    Bytes,
    /// A day.
    Day,
    /// A moment.
    Moment,
}

/// A table that holds a part of people's books.
#[derive(Debug, Clone, Copy)]
pub struct BookTable {
    /// Its name.
    pub name: &'static str,
    /// The columns that the books are made of.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// Columns that follow from the others, from whose books they are or from the instance they are on.
    pub left_out: &'static [&'static str],
    /// Columns that tell a person's rows apart, in whose order they stand.
    pub key: &'static [&'static str],
}

/// Why a table is none of the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotBooks {
    /// It says who people are and how they sign in: it stays when they delete their books and is in no archive.
    SignIn,
    /// It is about the books, but made anew from them or from what happens: it goes with them and is in no archive.
    MadeAnew,
    /// It follows its entries by triggers.
    FollowsEntries,
    /// It is about the instance and about nobody's books.
    Instance,
}

/// Rows that are held in memory together.
pub const ROWS_PER_BATCH: usize = 500;

/// Who takes the rows of books.
#[async_trait]
pub trait RowSink: Send {
    /// Takes rows of a table, each a JSON object on a line of its own. `false` when no more are wanted.
    async fn take(&mut self, table: &'static BookTable, rows: Vec<String>) -> bool;
}

/// Where the rows of books come from.
#[async_trait]
pub trait RowSource: Send {
    /// The next rows of a table in their order, each as a [`RowSink`] was given it; none at its end, and asked again after that it
    /// begins anew.
    async fn next(&mut self, table: &'static BookTable) -> Result<Vec<String>>;
}

/// Why books cannot be put back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveFault {
    /// The person has books.
    #[error("there are books already")]
    NotEmpty,
    /// An id of theirs is in use.
    #[error("an id is in use")]
    Taken,
    /// They are not what books are: what is wrong.
    #[error("{0}")]
    Invalid(String),
}

/// A person's books as a whole.
#[async_trait]
pub trait Archives: Send + Sync {
    /// Deletes everything of the person but how they sign in; then their books are as on the first day, with the default
    /// categories. Answers the keys of the statement files, which are the caller's to delete. Twice is fine.
    async fn delete_books(&self, user: UserId, now: Timestamp) -> Result<Vec<String>>;

    /// Gives all rows of [`BOOKS`] to `sink`, table by table, in the order of their keys, [`ROWS_PER_BATCH`] at a time: the same
    /// books give the same rows, whatever the database. All are of one moment.
    async fn dump_books(&self, user: UserId, sink: Box<dyn RowSink>) -> Result<()>;

    /// Whether the person has no books yet: nothing but default categories.
    async fn has_no_books(&self, user: UserId) -> Result<bool>;

    /// Puts the rows of [`BOOKS`] back, all or none of them, as this person's, under the ids they had. A statement's file is called
    /// `files` and its id. What is read is not trusted: every value must be one that its readers can read, every row that is named one
    /// of these.
    ///
    /// # Errors
    /// [`crate::Error::Archive`] when the person has books, an id is in use, or the rows are not what books are.
    async fn restore_books(&self, user: UserId, files: String, source: Box<dyn RowSource>) -> Result<()>;
}
