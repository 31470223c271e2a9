//! The errors of this crate.

use crate::provider::{BoxError, FeedError};

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user has no such feed or account.
    #[error("Not found")]
    NotFound,
    /// More feeds than a user may have.
    #[error("You have {most} bank feeds, which is the most; delete one first", most = saldo_storage::FEEDS_MAX)]
    TooManyFeeds,
    /// A provider that refuses a setup token, or cannot be reached.
    #[error("The bank feed was not connected: {0}")]
    NotClaimed(#[source] FeedError),
    /// A feed that is fetched at the moment.
    #[error("This bank feed is being fetched; try again when that has ended")]
    Busy,
    /// A feed whose requests of the day were all made.
    #[error("All requests of today to this bank feed were made; it is fetched again tomorrow")]
    QuotaUsed,
    /// A feed whose credential the provider no longer accepts.
    #[error("This bank feed was revoked; connect it again")]
    Revoked,
    /// A kind of provider that this server is not set up for.
    #[error("This server is not set up for this provider; ask your administrator")]
    NoProvider,
    /// An authorization that the user did not begin, that was used, or that has expired.
    #[error("This authorization is unknown, was used before or has expired; connect the bank again")]
    UnknownAuthorization,
    /// A renewal of a feed that has no bank.
    #[error("This bank feed is connected with a setup token, not at a bank")]
    NoBank,
    /// An error of a provider that was asked for its banks.
    #[error("The banks cannot be listed: {0}")]
    NoBanks(#[source] FeedError),
    /// An account of another currency than the feed's.
    #[error("The currencies differ; choose an account in {currency}")]
    OtherCurrency {
        /// The code of the feed's currency.
        currency: &'static str,
    },
    /// An account of a feed in a currency that is not of ISO 4217.
    #[error("This account has a currency that Saldo does not have, so that it cannot be imported")]
    NoCurrency,
    /// An error of the books.
    #[error(transparent)]
    Books(#[from] saldo_bookkeeping::Error),
    /// A file that was not imported.
    #[error("The transactions were not imported: {0}")]
    NotImported(#[source] BoxError),
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
