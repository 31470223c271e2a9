//! Bank feeds: connections that bring transactions without files of the user.

use serde::{Deserialize, Serialize};

use crate::account::AccountId;
use crate::clock::Timestamp;
use crate::id::Id;
use crate::money::{Currency, Money};
use crate::statement::StatementId;

/// The identifier of a [`Feed`].
pub type FeedId = Id<Feed>;
/// The identifier of a [`FeedAccount`].
pub type FeedAccountId = Id<FeedAccount>;

/// A connection to a provider of bank data.
#[derive(Clone, PartialEq, Eq)]
pub struct Feed {
    /// The identifier.
    pub id: FeedId,
    /// The provider.
    pub provider: FeedProvider,
    /// The host of the provider, or the bank.
    pub label: String,
    /// The bank, for providers that read banks with the user's consent.
    pub bank: Option<FeedBank>,
    /// The encrypted credential.
    pub sealed: Vec<u8>,
    /// The state and the messages of the latest fetch.
    pub status: FeedStatus,
    /// The number of requests on the day of the latest one.
    pub requests: u32,
    /// The time of the latest request.
    pub requested_at: Option<Timestamp>,
    /// The time of the latest fetch that succeeded.
    pub fetched_at: Option<Timestamp>,
    /// The time of the next fetch; `None` if there is none until the user acts.
    pub due_at: Option<Timestamp>,
    /// The time at which it was added.
    pub created_at: Timestamp,
    /// The end of the user's consent; `None` if it does not end by itself.
    pub valid_until: Option<Timestamp>,
    /// The accounts that the provider named.
    pub accounts: Vec<FeedAccount>,
}

/// Hides the credential.
impl std::fmt::Debug for Feed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Feed({})", self.id)
    }
}

/// A provider of bank data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FeedProvider {
    /// A server of the SimpleFIN protocol.
    Simplefin,
    /// Enable Banking, which reads banks in Europe with the consent of their customers.
    EnableBanking,
}

/// A bank, as its provider names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FeedBank {
    /// The name.
    pub name: String,
    /// The two letters of the country (ISO 3166).
    pub country: String,
}

/// An authorization that a user began, and that the bank has not answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedAuthorization {
    /// The bank.
    pub bank: FeedBank,
    /// The feed whose consent is renewed; `None` for a new feed.
    pub feed: Option<FeedId>,
}

/// The state of a feed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FeedState {
    /// Added, and not fetched yet.
    #[default]
    New,
    /// The latest fetch succeeded.
    Working,
    /// The latest fetch failed; it is repeated.
    Failed,
    /// The provider no longer accepts the credential, or the user's consent ended. Nothing is fetched until
    /// the user connects it again.
    Revoked,
}

/// The state of a feed, and what the latest fetch reported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedStatus {
    /// The state.
    pub state: FeedState,
    /// The reason why the latest fetch failed.
    pub failure: Option<String>,
    /// Messages of the provider for the user, as plain text.
    pub messages: Vec<String>,
}

/// An account that a provider named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedAccount {
    /// The identifier.
    pub id: FeedAccountId,
    /// The provider's key of the account.
    pub key: String,
    /// The account that its transactions are imported into.
    pub link: FeedLink,
    /// The details that the provider reported in the latest fetch.
    pub details: FeedAccountDetails,
    /// The time of the latest fetch whose transactions were imported.
    pub imported_at: Option<Timestamp>,
}

/// The user's decision about an account of a feed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FeedLink {
    /// None yet.
    #[default]
    Undecided,
    /// Its transactions are not imported.
    Skipped,
    /// Its transactions are imported into this account.
    Account(AccountId),
}

/// The details of an account of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedAccountDetails {
    /// The name of the bank.
    pub institution: Option<String>,
    /// The name of the account.
    pub name: String,
    /// The currency; `None` for one that is not of ISO 4217, such as points.
    pub currency: Option<Currency>,
    /// The balance.
    pub balance: Option<Money>,
    /// The time of the balance.
    pub balance_at: Option<Timestamp>,
    /// The number of pending transactions, which are not imported.
    pub pending: u32,
    /// Their sum.
    pub pending_sum: Option<Money>,
}

/// A file of a month of a feed's account, which was imported like a file of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedFile {
    /// The statement of the file.
    pub statement: StatementId,
    /// The month, like `2026-01`.
    pub month: String,
    /// The contents.
    pub rows: FeedRows,
    /// True if the file was read.
    pub is_processed: bool,
}

/// The contents of a [`FeedFile`], as far as later fetches are compared with them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedRows {
    /// The provider's ids of the transactions.
    pub ids: Vec<String>,
    /// The digest of the transactions and the balance.
    pub digest: String,
}
