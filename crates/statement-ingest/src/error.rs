//! Errors of the pipeline.

use std::{fmt, io};

use saldo_domain::Failure;

/// An error of the pipeline, from upload to import.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file has more bytes than the limit.
    #[error("the file is larger than {bytes_max} bytes")]
    TooLarge {
        /// The limit in bytes.
        bytes_max: u64,
    },
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file type is not supported; it is detected from the content, not from the name.
    #[error("unsupported file type")]
    UnknownFormat,
    /// The file is a picture in the format HEIC.
    #[error("HEIC pictures are not supported")]
    Heic,
    /// The file is a ZIP file that is not unpacked.
    #[cfg(all(feature = "guarded", feature = "import"))]
    #[error("the ZIP file is not unpacked")]
    Zip(#[source] crate::unpack::ZipFault),
    /// The upload ended before the file did.
    #[error("the upload was interrupted")]
    Interrupted(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The user has no such statement.
    #[error("unknown statement")]
    NotFound,
    /// The statement does not leave open what an answer is about.
    #[error("the statement does not leave this open")]
    NotOpen,
    /// The statement exists, but its file does not.
    #[error("the file of this statement is missing")]
    FileMissing,
    /// The user has reached the limit for files or for bytes of files.
    #[error("the user has reached the limit of {limit}")]
    OverQuota {
        /// The limit that the upload would exceed.
        limit: QuotaLimit,
    },
    /// The database and the file store belong to different instances.
    #[error("the database and the file store belong to different instances")]
    OtherInstance,
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The archive cannot be restored.
    #[error("the archive cannot be restored")]
    Archive(#[source] saldo_storage::ArchiveFault),
    /// The file cannot be read; another attempt fails, too.
    #[error("the statement cannot be read")]
    Failed(Failure),
    /// Reading failed on this server; another attempt may succeed.
    #[error("reading the statement failed")]
    Reader(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The file store failed.
    #[error("the file store failed")]
    Files(#[source] object_store::Error),
    /// The database failed.
    #[error("the database failed")]
    Storage(#[from] saldo_storage::Error),
}

/// A limit for the files of one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotaLimit {
    /// The number of files.
    Files(u64),
    /// The bytes of all files together.
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
    /// Converts an error of a temporary file.
    pub(crate) fn of_spool(error: std::io::Error) -> Self {
        if is_disk_full(&error) { Self::DiskFull(Box::new(error)) } else { Self::Reader(Box::new(error)) }
    }
}

/// True if a full disk, a quota or the largest allowed file size is the cause of an error.
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
