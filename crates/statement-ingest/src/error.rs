//! What can go wrong between a file's first byte and its booked entries.

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
    Files(#[from] object_store::Error),
    /// The database failed.
    #[error("the database failed")]
    Storage(#[from] saldo_storage::Error),
}
