//! Opening a database by its address.

use std::sync::Arc;
use std::time::Duration;

use crate::{Error, Result, Storage};

/// How connections are used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Connections to PostgreSQL at most. Several server processes share what the server allows (100 by default).
    pub postgres_connections_max: usize,
    /// Reading connections to SQLite at most; there is always one more, which writes.
    pub sqlite_readers_max: usize,
    /// How long a new connection waits for the server, and whoever asks for its health for an answer, before it fails.
    pub connect_timeout: Duration,
    /// How long a query waits for a free connection before it fails: as long as the work of those before it may take, so that
    /// many writes of one person, which wait for one another, do not make the last of them fail.
    pub wait_timeout: Duration,
    /// How long PostgreSQL works on one statement before it gives up.
    pub statement_timeout: Duration,
    /// How long SQLite waits for another process that writes.
    pub busy_timeout: Duration,
    /// Whether the numbers of accounts are kept whole; otherwise only their last four characters are.
    pub keeps_account_numbers: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            postgres_connections_max: 10,
            sqlite_readers_max: 4,
            connect_timeout: Duration::from_secs(10),
            wait_timeout: Duration::from_mins(1),
            statement_timeout: Duration::from_mins(1),
            busy_timeout: Duration::from_secs(5),
            keeps_account_numbers: false,
        }
    }
}

/// Opens the database at `url` with the usual [`Settings`] and brings its tables up to date.
///
/// # Errors
/// See [`open_with`].
pub async fn open(url: &str) -> Result<Arc<dyn Storage>> {
    open_with(url, &Settings::default()).await
}

/// Opens the database at `url`: `sqlite://path` (made when it is not there) or `postgres://user:password@host/name`.
/// Tables are brought up to date first; processes that start together wait for one another.
///
/// Call it inside a Tokio runtime: every query runs as a task of that runtime.
///
/// # Errors
/// [`Error::UnknownUrl`] when the address is of no kind this build has an adapter for, [`Error::Database`] when the database
/// cannot be reached or its tables cannot be brought up to date.
pub async fn open_with(url: &str, settings: &Settings) -> Result<Arc<dyn Storage>> {
    #[cfg(feature = "sqlite")]
    if let Some(path) = crate::sqlite::path_of(url) {
        return Ok(Arc::new(crate::sqlite::Database::open(path, settings).await?));
    }
    #[cfg(feature = "postgres")]
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(Arc::new(crate::postgres::Database::open(url, settings).await?));
    }
    let _ = (url, settings);
    Err(Error::UnknownUrl)
}
