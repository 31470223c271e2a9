//! The errors of this crate.

use crate::server::MailError;

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user has no such mailbox.
    #[error("Not found")]
    NotFound,
    /// More mailboxes than a user may have.
    #[error("You have {max} mailboxes, which is the most; delete one first")]
    TooManyMailboxes {
        /// The limit.
        max: usize,
    },
    /// A new mailbox without a secret to sign in with.
    #[error("The password or the refresh token is missing")]
    NoSecret,
    /// A mailbox whose folder cannot be opened.
    #[error("The mailbox was not connected: {0}")]
    NotConnected(#[source] MailError),
    /// A mailbox that is fetched at the moment.
    #[error("This mailbox is being fetched; try again when that has ended")]
    Busy,
    /// Secrets that cannot be stored as JSON.
    #[error("the secrets of a mailbox cannot be stored")]
    Secrets(#[source] serde_json::Error),
    /// A fetch that panicked.
    #[error("a fetch of a mailbox ended unexpectedly")]
    Task(#[source] tokio::task::JoinError),
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
