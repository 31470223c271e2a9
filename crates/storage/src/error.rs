//! The errors of the storage.

use saldo_auth::StoreError;

/// The result of a storage method.
///
/// Every method can fail with [`Error::Busy`], [`Error::Unavailable`], [`Error::DiskFull`] or
/// [`Error::Database`]. Storing data for a user who does not exist fails with [`Error::OwnerDeleted`], unless
/// the result of the method has a value for that. Other errors are listed with the method.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the storage. A record that does not exist is `None`, not an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value that must be unique already exists.
    #[error("already exists")]
    Conflict,
    /// The user or record that the data belongs to was deleted in the meantime.
    #[error("the record this belongs to was deleted")]
    OwnerDeleted,
    /// The database URL is not of a kind that this build supports.
    #[error("unknown kind of database; use sqlite://path or postgres://user@host/name")]
    UnknownUrl,
    /// Another version of Saldo migrated the database. Contains the number of its latest migration.
    #[error(
        "the database was migrated by another version of Saldo (its migration {0} is unknown); use that \
         version, or a new database"
    )]
    UnknownMigration(String),
    /// The cursor is malformed, or belongs to a page in another order.
    #[error("invalid cursor")]
    InvalidCursor,
    /// The record that a request names does not exist.
    #[error("does not exist")]
    NotFound,
    /// A category would be below a subcategory, or a category with subcategories below another one.
    #[error("categories have at most two levels")]
    TooDeep,
    /// The edit was rejected. Nothing was changed.
    #[error(transparent)]
    Edit(#[from] crate::EditError),
    /// The merge of two accounts, or its undo, was rejected. Nothing was changed.
    #[error(transparent)]
    Merge(#[from] crate::MergeError),
    /// The archive cannot be restored.
    #[error("the archive cannot be restored")]
    Archive(#[source] crate::ArchiveFault),
    /// The snapshot of a database cannot be copied.
    #[error("the snapshot cannot be copied")]
    Snapshot(#[from] crate::SnapshotFault),
    /// A sum of amounts exceeds 64 bits: a requested total, or a total that the database maintains. In the
    /// second case nothing was written.
    #[error("the sum of these amounts is too large")]
    SumTooLarge,
    /// The database was occupied for longer than a query waits. The call can be retried.
    #[error("the database is busy")]
    Busy(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database cannot be reached. The call can be retried.
    #[error("the database cannot be reached")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The disk of the database is full. Nothing was written.
    #[error("the disk of the database is full")]
    DiskFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed in another way.
    #[error("the database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The result of a method of a port of `saldo-auth`.
#[cfg(feature = "_diesel")]
pub(crate) type PortResult<T> = std::result::Result<T, StoreError>;

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        match error {
            Error::Conflict => Self::Conflict,
            Error::OwnerDeleted => Self::UserDeleted,
            Error::InvalidCursor => Self::InvalidCursor,
            Error::Busy(cause) => Self::Busy(cause),
            Error::Unavailable(cause) => Self::Unavailable(cause),
            Error::DiskFull(cause) => Self::DiskFull(cause),
            Error::Database(cause) => Self::Failed(cause),
            other => Self::Failed(other.into()),
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Conflict,
            StoreError::UserDeleted => Self::OwnerDeleted,
            StoreError::InvalidCursor => Self::InvalidCursor,
            StoreError::Busy(cause) => Self::Busy(cause),
            StoreError::Unavailable(cause) => Self::Unavailable(cause),
            StoreError::DiskFull(cause) => Self::DiskFull(cause),
            StoreError::Failed(cause) => Self::Database(cause),
            other => Self::Database(other.into()),
        }
    }
}

#[cfg(feature = "_diesel")]
impl Error {
    /// Wraps a failure that a caller cannot act on.
    pub(crate) fn database(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Database(source.into())
    }

    /// Wraps a failure of a database file.
    #[cfg(feature = "sqlite")]
    pub(crate) fn from_io(source: std::io::Error) -> Self {
        use std::io::ErrorKind;
        if matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
            return Self::DiskFull(source.into());
        }
        Self::database(source)
    }
}

#[cfg(feature = "_diesel")]
impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind, Error as Diesel};
        match error {
            Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => Self::Conflict,
            Diesel::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => Self::OwnerDeleted,
            Diesel::DatabaseError(_, info) if is_of_a_sum(info.message()) => Self::SumTooLarge,
            // SQLite: another process wrote for longer than `busy_timeout`. Diesel has no kind for it.
            Diesel::DatabaseError(_, ref info) if info.message() == "database is locked" => {
                Self::Busy(Box::new(error))
            }
            Diesel::DatabaseError(
                DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection,
                _,
            ) => Self::Unavailable(Box::new(error)),
            Diesel::DatabaseError(_, ref info) if contains_any(info.message(), &FULL) => {
                Self::DiskFull(Box::new(error))
            }
            Diesel::DatabaseError(_, ref info) if contains_any(info.message(), &AWAY) => {
                Self::Unavailable(Box::new(error))
            }
            other => Self::Database(Box::new(other)),
        }
    }
}

/// Messages about a full disk: SQLite's, then those of the operating system that PostgreSQL passes on.
#[cfg(feature = "_diesel")]
const FULL: [&str; 3] = ["database or disk is full", "No space left on device", "Disk quota exceeded"];

/// Messages of a database that cannot be used now: SQLite cannot open its file, or PostgreSQL is stopping,
/// starting or out of connections.
#[cfg(feature = "_diesel")]
const AWAY: [&str; 6] = [
    "unable to open database file",
    "terminating connection due to",
    "the database system is",
    "too many clients already",
    "remaining connection slots are reserved",
    "too many connections for",
];

#[cfg(feature = "_diesel")]
fn contains_any(message: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| message.contains(part))
}

/// Returns true if a database reports that a sum is too large. Single amounts are bounded and cannot cause
/// this.
#[cfg(feature = "_diesel")]
fn is_of_a_sum(message: &str) -> bool {
    // SQLite, for a requested sum; SQLite, for a sum in a trigger, which continues as a float; PostgreSQL.
    ["integer overflow", "cannot store REAL value in INTEGER column", "bigint out of range"]
        .iter()
        .any(|known| message.starts_with(known))
}
