//! The ports of this crate: providers of bank data, and the import of files.

use std::fmt;

use async_trait::async_trait;
use saldo_domain::{AccountId, Date, FeedAccountDetails, Money, StatementId, UserId};

/// An error of another crate.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A credential of a provider, such as an address with a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential(pub String);

/// Hides the credential.
impl fmt::Debug for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Credential(…)")
    }
}

/// A credential, and the host that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The credential.
    pub credential: Credential,
    /// The host.
    pub label: String,
}

/// The answer of a provider.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The accounts.
    pub accounts: Vec<FetchedAccount>,
    /// Messages for the user, as plain text.
    pub messages: Vec<String>,
}

/// An account with its booked transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedAccount {
    /// The provider's key of the account.
    pub key: String,
    /// The details.
    pub details: FeedAccountDetails,
    /// The booked transactions.
    pub rows: Vec<FetchedRow>,
}

/// A booked transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedRow {
    /// The provider's id of the transaction, which no other of the account has.
    pub id: String,
    /// The booking day in UTC.
    pub date: Date,
    /// The amount, signed from the account holder's side.
    pub amount: Money,
    /// The description.
    pub description: String,
}

/// The reason why a provider returned nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FeedError {
    /// A text that is not a setup token.
    #[error("this is not a setup token; copy it again from your provider")]
    InvalidToken,
    /// A setup token that was used before, or never existed.
    #[error(
        "the provider refuses this setup token: it was used before, or it does not exist. If you did not use \
         it, disable it at your provider, because somebody else may have; then create a new one"
    )]
    TokenUsed,
    /// An address without encryption.
    #[error("the address of the provider does not begin with https://")]
    Insecure,
    /// A host in a private network.
    #[error(
        "the provider is in a private network, which this server does not contact; an administrator can \
         permit its host with SALDO_FEED_PRIVATE_HOSTS"
    )]
    PrivateAddress,
    /// A host that did not answer, or not in time.
    #[error("the provider cannot be reached, or it does not answer in time")]
    Unreachable,
    /// A credential that is no longer accepted.
    #[error("the provider no longer accepts this connection; create a new setup token there")]
    Revoked,
    /// A subscription that ended.
    #[error("the provider asks for a payment; look at your subscription there")]
    PaymentRequired,
    /// An answer with another status than success.
    #[error("the provider answered with the status {0}")]
    Status(u16),
    /// An answer beyond a limit.
    #[error("the answer of the provider is larger than this server permits")]
    TooLarge,
    /// An answer that is not of the protocol.
    #[error("the answer of the provider cannot be read")]
    Malformed,
}

/// A provider of bank data.
#[async_trait]
pub trait BankFeed: Send + Sync {
    /// Exchanges a setup token for a credential. Works once for a token.
    ///
    /// # Errors
    /// [`FeedError`] if the provider returns none.
    async fn claim(&self, token: &str) -> Result<Claimed, FeedError>;

    /// Returns all accounts, with their transactions from `since` on.
    ///
    /// # Errors
    /// [`FeedError`] if the provider does not return them as a whole.
    async fn fetch(&self, credential: &Credential, since: Date) -> Result<Fetched, FeedError>;
}

/// The import of files, as a user imports them.
#[async_trait]
pub trait FileImporter: Send + Sync {
    /// Stores a data file and imports it into an account. It may still be read when this returns.
    ///
    /// # Errors
    /// An error of the import, after which nothing is stored, or the file waits to be read.
    async fn import(
        &self,
        user: UserId,
        account: AccountId,
        file_name: &str,
        content: Vec<u8>,
    ) -> Result<StatementId, BoxError>;

    /// Deletes a file whose transactions another file has, unless the user added lines to it.
    ///
    /// # Errors
    /// An error of the file store or the storage.
    async fn delete_replaced(&self, user: UserId, statement: StatementId) -> Result<(), BoxError>;
}
