//! What can go wrong when something is stored.

/// The result of a storage method.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong when something is stored. Nothing found is not an error but `None`.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something that must be unique is there already.
    #[error("it is there already")]
    Conflict,
    /// The address of the database is of no kind this build knows.
    #[error("unknown kind of database: use sqlite://path or postgres://user@host/name")]
    UnknownUrl,
    /// A cursor that no page answered with.
    #[error("the cursor is not one of a page before")]
    InvalidCursor,
    /// An archive cannot be put back.
    #[error("the books cannot be put back")]
    Archive(#[source] crate::ArchiveFault),
    /// The database had other work for longer than a query waits: the same may be asked for again.
    #[error("the database is busy with other work")]
    Busy(#[source] Box<dyn std::error::Error + Send + Sync>),
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
}

#[cfg(feature = "_diesel")]
impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind, Error as Diesel};
        match error {
            Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => Self::Conflict,
            // SQLite's, of which diesel knows no kind: another process wrote for longer than `busy_timeout`.
            Diesel::DatabaseError(_, ref told) if told.message() == "database is locked" => {
                Self::Busy(Box::new(error))
            }
            other => Self::Database(Box::new(other)),
        }
    }
}
