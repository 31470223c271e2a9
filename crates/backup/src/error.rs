//! The errors of backups. A message says what is wrong, then what to do.

/// The result of an operation on backups.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of a backup or a restore.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The place contains other things than backups.
    #[error("{0} has other content than backups; name a new or an empty place")]
    NotBackups(String),
    /// The place does not exist, or has no finished backup.
    #[error("{0} has no backup; check the name")]
    NoBackup(String),
    /// There is no backup with this name.
    #[error("there is no backup {0}; leave the name out to use the newest one")]
    UnknownName(String),
    /// The backups are encrypted, and no passphrase was given.
    #[error("the backups in {0} are encrypted; give their passphrase")]
    NeedsPassphrase(String),
    /// The backups are not encrypted, although a passphrase was given.
    #[error("the backups in {0} are not encrypted; use another place, or permit it with --unencrypted")]
    NotEncrypted(String),
    /// The passphrase is not that of the backups.
    #[error("the passphrase is not that of the backups")]
    WrongPassphrase,
    /// A newer version of Saldo made the backup. Contains the part that this version does not know.
    #[error("the backup was made by a newer version of Saldo ({0}); use that version")]
    Newer(String),
    /// The content is not what was written. Contains the part.
    #[error("the backup is damaged: {0}; use another backup. Nothing was restored")]
    Damaged(String),
    /// The database counts other rows than were read from it, or than the backup contains.
    #[error("the backup could not be verified: {0}; it was not stored. Try again")]
    NotVerified(String),
    /// The caller ended the backup.
    #[error("the backup was stopped")]
    Stopped,
    /// Another process uses the place.
    #[error("another backup uses {0}; wait until it has ended")]
    InUse(String),
    /// The database to restore into has users.
    #[error("the database is not empty; name an empty database, or replace its data with --replace")]
    DatabaseNotEmpty,
    /// The file store to restore into has files of another instance.
    #[error("the statement files belong to another instance; name an empty place for them, or use --replace")]
    FilesOfOther,
    /// Reading or writing the place of backups failed.
    #[error("cannot use {path}")]
    Io {
        /// The file, or the place.
        path: String,
        /// The cause.
        source: std::io::Error,
    },
    /// The file store failed.
    #[error("the file store failed")]
    Files(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database of a test cannot be created or deleted.
    #[error("cannot create or delete the database for the test")]
    Scratch(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

impl Error {
    pub(crate) fn damaged(why: impl Into<String>) -> Self {
        Self::Damaged(why.into())
    }
}

/// Adds the name of the file or the place to an error.
pub(crate) trait AtName<T> {
    fn at(self, name: &str) -> Result<T>;
}

impl<T> AtName<T> for std::io::Result<T> {
    fn at(self, name: &str) -> Result<T> {
        self.map_err(|source| Error::Io { path: name.to_owned(), source })
    }
}
