//! What can go wrong between a file's first byte and its booked entries.

use std::{fmt, io};

use saldo_domain::Failure;

/// What can go wrong between a file's first byte and its booked entries.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file has more bytes than the limit.
    #[error("the file is larger than {bytes_max} bytes")]
    TooLarge {
        /// The limit.
        bytes_max: u64,
    },
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The bytes are of no kind that is read, whatever the file's name says.
    #[error("the file is of no format that can be read")]
    UnknownFormat,
    /// The upload ended before the file did.
    #[error("the upload was interrupted")]
    Interrupted(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The person has no such statement.
    #[error("no such statement")]
    NotFound,
    /// The row of a statement is there, its file is not.
    #[error("the file of this statement is missing")]
    FileMissing,
    /// The user would have more files, or more bytes in them, than one may have.
    #[error("a user may have {limit} on this server")]
    OverQuota {
        /// The limit that would be passed.
        limit: QuotaLimit,
    },
    /// The file store is that of another database.
    #[error("the database and the file store belong to different instances")]
    OtherInstance,
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// An archive cannot be put back.
    #[error("the books cannot be put back")]
    Archive(#[source] saldo_storage::ArchiveFault),
    /// The file cannot be read.
    #[error("the statement cannot be read")]
    Failed(Failure),
    /// Reading failed for reasons of ours; another attempt may work.
    #[error("reading the statement failed")]
    Reader(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The file store failed.
    #[error("the file store failed")]
    Files(#[source] object_store::Error),
    /// The database failed.
    #[error("the database failed")]
    Storage(#[from] saldo_storage::Error),
}

/// The limit of one user's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotaLimit {
    /// So many files.
    Files(u64),
    /// So many bytes in all files.
    Bytes(u64),
}

impl fmt::Display for QuotaLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(files) => write!(formatter, "{files} files"),
            Self::Bytes(bytes) => write!(formatter, "{bytes} bytes of files"),
        }
    }
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        if is_disk_full(&error) { Self::DiskFull(Box::new(error)) } else { Self::Files(error) }
    }
}

#[cfg(feature = "guarded")]
impl Error {
    /// Wraps a failure of a temporary file.
    pub(crate) fn of_spool(error: std::io::Error) -> Self {
        if is_disk_full(&error) { Self::DiskFull(Box::new(error)) } else { Self::Reader(Box::new(error)) }
    }
}

/// Whether a full disk is the cause: of the file system, or of what this process may take of it.
pub(crate) fn is_disk_full(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return matches!(
                error.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
            );
        }
        cause = error.source();
    }
    false
}
