//! Errors of the pipeline.

use std::{fmt, io};

use saldo_domain::{Currency, Failure, StatementId};

/// An error of the pipeline, from upload to import.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file has more bytes than the limit.
    #[error("The file is larger than {}; send a smaller one", Size(*.bytes_max))]
    TooLarge {
        /// The limit in bytes.
        bytes_max: u64,
    },
    /// The file has no bytes.
    #[error("The file is empty; download it again")]
    Empty,
    /// The file type is not supported; it is detected from the content, not from the name.
    #[error(
        "The file is not a PDF, picture (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 or ZIP file; download the \
         statement as one of these from your bank"
    )]
    UnknownFormat,
    /// The file cannot be attached; its type is detected from its content.
    #[error("Only PDF, JPG and PNG files can be attached; save the file as one of these")]
    NotAttachable,
    /// The file to attach ends too early, or has other content than its beginning says.
    #[error("The file is damaged or incomplete; save or download it again, then attach it")]
    Damaged,
    /// The transaction has as many attachments as it can have.
    #[error("A transaction can have at most {max} attachments; delete one first")]
    TooManyAttachments {
        /// The limit.
        max: u64,
    },
    /// The file is a picture in the format HEIC.
    #[error("HEIC pictures cannot be read; save the picture as JPG or PNG, then upload it again")]
    Heic,
    /// The file is a ZIP file that is not unpacked.
    #[cfg(all(feature = "guarded", feature = "import"))]
    #[error(transparent)]
    Zip(crate::unpack::ZipFault),
    /// The statement does not leave open what an answer is about.
    #[error("This question of the statement is not open; reload the statement")]
    NotOpen,
    /// A file to import is not a data file.
    #[error(
        "Only CSV, XLSX, OFX, QIF, CAMT.053 and MT940 can be imported; send a PDF to POST /process-statement"
    )]
    NotImportable,
    /// A line of a data file cannot be read.
    #[error(
        "Line {line} cannot be read ({what}). Correct the mapping, or correct the line and send the file again"
    )]
    UnreadLine {
        /// The line, from 1.
        line: usize,
        /// The part of the line that is invalid or missing.
        what: String,
    },
    /// The guessed columns of a CSV are not certain, and the user has not confirmed them.
    #[error(
        "The columns of the file are not certain; check the preview, correct its mapping and send it with the \
         file"
    )]
    UncertainColumns,
    /// A data file with several accounts cannot be imported into one.
    #[error("The file has several accounts; leave out accountId and account")]
    SeveralAccounts,
    /// A data file has transactions in another currency than the chosen account.
    #[error("The file has transactions in {other}, but the account is in {account}; choose another account")]
    OtherCurrency {
        /// The currency in the file.
        other: Currency,
        /// The currency of the account.
        account: Currency,
    },
    /// Too many ZIP files are unpacked at once. Another attempt may succeed.
    #[error("Too many ZIP files are unpacked at once; try again in a few seconds")]
    Busy,
    /// The upload ended before the file did.
    #[error("The upload was interrupted; send the file again")]
    Interrupted(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The user has no such statement.
    #[error("Not found")]
    NotFound,
    /// The statement is processed already, and the request does not ask to process it again.
    #[error("This statement was processed already; send reprocess: true to read it again")]
    AlreadyProcessed {
        /// The statement.
        statement: StatementId,
    },
    /// The statement exists, but its file does not.
    #[error("The file of this statement is missing on the server; upload it again")]
    FileMissing,
    /// The user has reached the limit for files or for bytes of files.
    #[error("You have reached your limit of {limit}; delete statements you no longer need")]
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
    /// The bucket of the files cannot be reached or fails. Another attempt may succeed.
    #[error("The file store cannot be reached; try again in a minute")]
    FilesUnavailable(#[source] object_store::Error),
    /// The files are to be moved to the place where they are.
    #[error("both places are the same, or one is a folder of the other; name another place")]
    SamePlace,
    /// A copied file differs from its original.
    #[error("the copy of {key} differs from the original; repeat the move")]
    FileDiffers {
        /// The key of the file.
        key: String,
    },
    /// A folder or a file of the inbox cannot be used.
    #[error("the inbox cannot be used")]
    Inbox(#[source] std::io::Error),
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
            Self::Bytes(bytes) => write!(formatter, "{} of files", Size(*bytes)),
        }
    }
}

/// A size, formatted as `50 MiB`, or in bytes if it is not a whole number of mebibytes.
pub(crate) struct Size(pub(crate) u64);

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MEBIBYTE: u64 = 1024 * 1024;
        match self.0 {
            bytes if bytes.is_multiple_of(MEBIBYTE) => write!(formatter, "{} MiB", bytes / MEBIBYTE),
            bytes => write!(formatter, "{bytes} bytes"),
        }
    }
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        match error {
            error if is_disk_full(&error) => Self::DiskFull(Box::new(error)),
            // `object_store` has repeated the request already.
            object_store::Error::Generic { store, .. } if BUCKETS.contains(&store) => {
                Self::FilesUnavailable(error)
            }
            error => Self::Files(error),
        }
    }
}

/// The names of buckets in errors of `object_store`.
const BUCKETS: [&str; 3] = ["S3", "GCS", "MicrosoftAzure"];

impl Error {
    /// True if the disk of the files or of the database is full.
    #[must_use]
    pub const fn is_disk_full(&self) -> bool {
        matches!(self, Self::DiskFull(_) | Self::Storage(saldo_storage::Error::DiskFull(_)))
    }

    /// Converts an error of a temporary file.
    #[cfg(feature = "guarded")]
    pub(crate) fn spool(error: std::io::Error) -> Self {
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
