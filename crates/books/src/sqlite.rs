//! SQLite files of other programs. They are opened in memory, without any access to the file system.

use std::io::Cursor;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB, Row};

use crate::{Error, Hints};

/// A database in memory.
pub(crate) struct Database {
    connection: Connection,
    rows_max: usize,
}

/// Rows of a table for each transaction that is allowed: those of the splits.
const ROWS_PER_TRANSACTION: usize = 10;

fn damaged(_: rusqlite::Error) -> Error {
    Error::at(0, "the database in the file is damaged or of an unknown version")
}

impl Database {
    pub(crate) fn open(bytes: &[u8], hints: &Hints) -> Result<Self, Error> {
        let mut connection = Connection::open_in_memory().map_err(damaged)?;
        let read = connection.deserialize_read_exact(MAIN_DB, Cursor::new(bytes), bytes.len(), true);
        read.map_err(damaged)?;
        // The schema of a file from elsewhere may call functions in its views and triggers.
        connection.pragma_update(None, "trusted_schema", "OFF").map_err(damaged)?;
        let rows_max = hints.transactions_max.saturating_mul(ROWS_PER_TRANSACTION);
        Ok(Self { connection, rows_max })
    }

    pub(crate) fn has_column(&self, table: &str, column: &str) -> Result<bool, Error> {
        let query = "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2";
        let mut statement = self.connection.prepare(query).map_err(damaged)?;
        statement.exists([table, column]).map_err(damaged)
    }

    /// Calls `read` for each row of the answer.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are too many rows; the errors of `read`.
    pub(crate) fn each(
        &self,
        query: &str,
        mut read: impl FnMut(&Row<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut statement = self.connection.prepare(query).map_err(damaged)?;
        let mut rows = statement.query([]).map_err(damaged)?;
        let mut left = self.rows_max;
        while let Some(row) = rows.next().map_err(damaged)? {
            left = left.checked_sub(1).ok_or(Error::TooLarge)?;
            read(row)?;
        }
        Ok(())
    }
}

/// Returns a column as text; empty if it is null.
pub(crate) fn text(row: &Row<'_>, column: usize) -> Result<String, Error> {
    Ok(match row.get_ref(column).map_err(damaged)? {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Real(_) | ValueRef::Blob(_) => {
            return Err(Error::at(0, "the database in the file is of an unknown version"));
        }
    })
}

/// Returns a column as a number; 0 if it is null.
pub(crate) fn number(row: &Row<'_>, column: usize) -> Result<i64, Error> {
    Ok(row.get::<_, Option<i64>>(column).map_err(damaged)?.unwrap_or_default())
}
