//! The ports of this crate: providers of bank data, and the import of files.

use std::fmt;

use async_trait::async_trait;
use saldo_domain::{
    AccountId, Date, FeedAccountDetails, FeedBank, FeedProvider, Money, StatementId, Timestamp, UserId,
};
use url::Url;

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

/// A credential, and the host or bank that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The credential.
    pub credential: Credential,
    /// The host or the bank.
    pub label: String,
    /// The end of the user's consent; `None` if it does not end by itself.
    pub valid_until: Option<Timestamp>,
}

/// A bank that a user can connect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankOffer {
    /// The bank.
    pub bank: FeedBank,
    /// The days after which its customers must renew their consent; `None` if the provider does not say.
    pub days_max: Option<u32>,
}

/// The contents of a fetch.
#[derive(Debug, Clone, Copy)]
pub struct FetchRequest<'a> {
    /// The credential.
    pub credential: &'a Credential,
    /// The first day of transactions.
    pub since: Date,
    /// The keys of the accounts whose transactions are imported. A provider need not fetch the balance and
    /// the transactions of others, because each request counts at their bank.
    pub linked: &'a [&'a str],
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
    /// A code of a redirect that was used before, or has expired.
    #[error("the answer of the bank was used before, or it has expired; connect the bank again")]
    CodeUsed,
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
    #[error("the provider no longer accepts this connection; connect it again")]
    Revoked,
    /// A consent of the user that has ended.
    #[error("your consent at the bank has ended; renew it")]
    Expired,
    /// A provider that the server no longer has an adapter for.
    #[error("this server is no longer set up for this provider; ask your administrator")]
    NotSetUp,
    /// An application key that the provider does not accept.
    #[error("the provider does not accept the key of this server; ask your administrator to check it")]
    KeyRejected,
    /// A bank that the provider does not have.
    #[error("the provider does not have this bank; choose one from the list")]
    UnknownBank,
    /// A bank whose requests of the day were all made.
    #[error("the bank permits no further request today; it is asked again in six hours")]
    RateLimited,
    /// An error that the provider names with a code.
    #[error("the provider answered with the error {0}")]
    Code(String),
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
    /// Returns the provider.
    fn provider(&self) -> FeedProvider;

    /// Returns the number of fetches of a feed that the provider permits on a day.
    fn fetches_per_day(&self) -> u32;

    /// Returns all accounts, the linked ones with their transactions.
    ///
    /// # Errors
    /// [`FeedError`] if the provider returns none of the linked accounts.
    async fn fetch(&self, request: FetchRequest<'_>) -> Result<Fetched, FeedError>;

    /// Ends the access to the user's data at the provider, if it has a request for that.
    ///
    /// # Errors
    /// [`FeedError`] if the access did not end.
    async fn end(&self, credential: &Credential) -> Result<(), FeedError>;
}

/// A provider whose feeds are connected with a setup token.
#[async_trait]
pub trait SetupTokens: BankFeed {
    /// Exchanges a setup token for a credential. Works once for a token.
    ///
    /// # Errors
    /// [`FeedError`] if the provider returns none.
    async fn claim(&self, token: &str) -> Result<Claimed, FeedError>;
}

/// A provider whose feeds are connected by the user's consent at the bank, to which the browser is
/// redirected.
#[async_trait]
pub trait BankConsents: BankFeed {
    /// Returns the banks of a country, by its two letters of ISO 3166.
    ///
    /// # Errors
    /// [`FeedError`] if the provider returns none.
    async fn banks(&self, country: &str) -> Result<Vec<BankOffer>, FeedError>;

    /// Returns the address at which the user consents. The bank redirects the browser back with `state`.
    ///
    /// # Errors
    /// [`FeedError`] if the provider returns none.
    async fn authorize(&self, bank: &FeedBank, state: &str) -> Result<Url, FeedError>;

    /// Exchanges the code of a redirect for a credential. Works once for a code.
    ///
    /// # Errors
    /// [`FeedError`] if the provider returns none.
    async fn finish(&self, code: &str) -> Result<Claimed, FeedError>;
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
