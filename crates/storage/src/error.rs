//! What can go wrong when something is stored.

/// The result of a storage method.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong when something is stored. Nothing found is not an error but `None`.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something that must be unique is there already.
    #[error("it is there already")]
    Conflict,
    /// The user or the record that this belongs to was deleted meanwhile.
    #[error("what this belongs to was deleted")]
    OwnerDeleted,
    /// The address of the database is of no kind this build knows.
    #[error("unknown kind of database: use sqlite://path or postgres://user@host/name")]
    UnknownUrl,
    /// A cursor that no page answered with.
    #[error("the cursor is not one of a page before")]
    InvalidCursor,
    /// An archive cannot be put back.
    #[error("the books cannot be put back")]
    Archive(#[source] crate::ArchiveFault),
    /// A sum of amounts is larger than 64 bits hold, in a total that is asked for or in one that is kept. Nothing was written.
    #[error("the sum of these amounts is too large")]
    SumTooLarge,
    /// The database had other work for longer than a query waits: the same may be asked for again.
    #[error("the database is busy with other work")]
    Busy(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database cannot be reached: the same may be asked for again.
    #[error("the database cannot be reached")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The disk of the database is full. Nothing was written.
    #[error("the disk of the database is full")]
    DiskFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error("the database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
}

#[cfg(feature = "_diesel")]
impl Error {
    /// Wraps a failure that no caller can act on.
    pub(crate) fn database(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Database(source.into())
    }

    /// Wraps a failure of a file of the database.
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
            Diesel::DatabaseError(_, told) if is_of_a_sum(told.message()) => Self::SumTooLarge,
            // SQLite's, of which diesel knows no kind: another process wrote for longer than `busy_timeout`.
            Diesel::DatabaseError(_, ref told) if told.message() == "database is locked" => {
                Self::Busy(Box::new(error))
            }
            Diesel::DatabaseError(
                DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection,
                _,
            ) => Self::Unavailable(Box::new(error)),
            Diesel::DatabaseError(_, ref told) if contains_any(told.message(), &FULL) => {
                Self::DiskFull(Box::new(error))
            }
            Diesel::DatabaseError(_, ref told) if contains_any(told.message(), &AWAY) => {
                Self::Unavailable(Box::new(error))
            }
            other => Self::Database(Box::new(other)),
        }
    }
}

/// Messages about a full disk: SQLite's, then the system's as PostgreSQL passes it on.
#[cfg(feature = "_diesel")]
const FULL: [&str; 3] = ["database or disk is full", "No space left on device", "Disk quota exceeded"];

/// Messages of a database that cannot be used now: SQLite's file is out of reach; PostgreSQL stops, starts or has no place.
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

/// Whether a database says that a sum is too large: single amounts are bounded long before.
#[cfg(feature = "_diesel")]
fn is_of_a_sum(message: &str) -> bool {
    // SQLite: of a sum that is asked for; of one that a trigger keeps, which SQLite goes on with as a float. Then PostgreSQL.
    ["integer overflow", "cannot store REAL value in INTEGER column", "bigint out of range"]
        .iter()
        .any(|known| message.starts_with(known))
}
