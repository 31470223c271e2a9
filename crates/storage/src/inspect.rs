//! Looking at a database without changing it.

use saldo_domain::Timestamp;

use crate::{Error, Result, Settings};

/// The state of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// False for a SQLite file that does not exist yet.
    pub exists: bool,
    /// The number of migrations that opening the database would run.
    pub pending_migrations: usize,
    /// The connections of a server.
    pub connections: Option<ConnectionUse>,
    /// The largest number of connections to a server that this process opens.
    pub pool_max: Option<usize>,
    /// The clock of a server.
    pub clock: Option<Timestamp>,
}

/// The connections of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionUse {
    /// The largest number, without those that are reserved for its administrator.
    pub max: usize,
    /// The number of connections now.
    pub used: usize,
}

/// Looks at the database at `url`. Nothing is created, migrated or locked.
///
/// # Errors
/// [`Error::UnknownUrl`], [`Error::UnknownMigration`] and [`Error::Database`] as in [`crate::open_with`].
pub async fn inspect(url: &str, settings: &Settings) -> Result<Inspection> {
    #[cfg(feature = "sqlite")]
    if let Some(path) = crate::sqlite::path_of(url) {
        let inspected = tokio::task::spawn_blocking(move || crate::sqlite::inspect(&path));
        return inspected.await.map_err(Error::database)?;
    }
    #[cfg(feature = "postgres")]
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return crate::postgres::inspect(url, settings).await;
    }
    let _ = (url, settings);
    Err(Error::UnknownUrl)
}
