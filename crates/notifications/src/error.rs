//! The errors of this crate.

use crate::SendError;

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user has no such channel.
    #[error("Not found")]
    NotFound,
    /// More channels than a user may have.
    #[error(
        "You have {most} channels, which is the most; delete one first",
        most = saldo_storage::NOTIFICATION_CHANNELS_MAX
    )]
    TooManyChannels,
    /// A kind of channel that this server does not have.
    #[error("This server cannot send such messages; ask your administrator to set it up")]
    NoSuchChannel,
    /// A channel that does not accept messages.
    #[error("Nothing was sent: {0}")]
    NotSent(#[from] SendError),
    /// A stored channel that cannot be decrypted, because the secret of the server was changed.
    #[error("The stored address cannot be read, because the secret of the server changed; add it again")]
    Sealed,
    /// An error of the books.
    #[error(transparent)]
    Books(#[from] saldo_bookkeeping::Error),
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
