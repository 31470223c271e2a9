//! Opening a database by its URL.

use std::sync::Arc;
use std::time::Duration;

use crate::{Error, Result, Storage};

/// Limits and timeouts of a database, and what it stores of account numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The maximum number of connections to PostgreSQL. All server processes share the server's limit, 100 by
    /// default.
    pub postgres_connections_max: usize,
    /// The maximum number of SQLite connections that only read. One further connection writes.
    pub sqlite_readers_max: usize,
    /// The time after which a new connection to PostgreSQL, or a health check, fails. For connections, a
    /// `connect_timeout` in the URL takes precedence.
    pub connect_timeout: Duration,
    /// The time after which a query that waits for a free connection fails. It must cover the queries before
    /// it: writes of one user wait for each other, and the last of many must not fail.
    pub wait_timeout: Duration,
    /// The time after which PostgreSQL cancels a statement.
    pub statement_timeout: Duration,
    /// The time that SQLite waits for another process that writes.
    pub busy_timeout: Duration,
    /// True to store account numbers in full; otherwise only their last four characters are stored.
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

/// Opens the database at `url` with the default [`Settings`] and migrates its schema.
///
/// # Errors
/// See [`open_with`].
pub async fn open(url: &str) -> Result<Arc<dyn Storage>> {
    open_with(url, &Settings::default()).await
}

/// Opens the database at `url`: `sqlite://path`, which is created if it does not exist, or
/// `postgres://user:password@host/name`. Runs pending migrations first; processes that start at the same time
/// wait for each other.
///
/// Call it inside a Tokio runtime. Every query runs as a task of that runtime.
///
/// # Errors
/// [`Error::UnknownUrl`] if this build has no adapter for the URL; [`Error::UnknownMigration`] if another
/// version of Saldo migrated the database; [`Error::Database`] or a more specific
/// error, such as [`Error::DiskFull`], if the database cannot be opened or migrated.
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
