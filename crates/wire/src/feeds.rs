//! Bank feeds and their accounts.

use saldo_domain::{
    AccountId, Currency, Feed, FeedAccount, FeedAccountDetails, FeedAccountId, FeedId, FeedLink,
    FeedProvider, FeedState, FeedStatus, Money, Timestamp,
};
use saldo_feeds::{LinkRequest, Listed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::id_of;
use crate::{AnyId, Error, Result};

/// Maximum length of a setup token, in characters.
const TOKEN_CHARACTERS_MAX: usize = 2_000;

/// The bank feeds of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedsBody {
    /// The feeds, oldest first.
    items: Vec<FeedBody>,
    /// Always `null`: all feeds are listed.
    next_cursor: Option<String>,
}

/// A bank feed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedBody {
    id: FeedId,
    provider: FeedProvider,
    /// The host of the provider.
    label: String,
    state: FeedState,
    /// The reason why the latest fetch failed.
    failure: Option<String>,
    /// Messages of the provider, as plain text.
    messages: Vec<String>,
    /// The time of the latest fetch that succeeded.
    fetched_at: Option<Timestamp>,
    /// The time of the next fetch; `null` if there is none until a new setup token is given.
    due_at: Option<Timestamp>,
    /// The number of fetches that are left on this day in UTC.
    fetches_left: u32,
    accounts: Vec<FeedAccountBody>,
    created_at: Timestamp,
}

/// The decision about an account of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedLinkState {
    /// None yet.
    Undecided,
    /// Nothing is imported.
    Skipped,
    /// Its transactions are imported.
    Linked,
    /// Its currency is not of ISO 4217, so that it cannot be imported.
    Unsupported,
}

/// An account of a feed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedAccountBody {
    id: FeedAccountId,
    institution: Option<String>,
    name: String,
    currency: Option<Currency>,
    link: FeedLinkState,
    /// The account into which transactions are imported.
    account_id: Option<AccountId>,
    /// The balance that the provider reported.
    balance: Option<String>,
    balance_at: Option<Timestamp>,
    /// The number of pending transactions, which are not imported.
    pending: u32,
    /// Their sum.
    pending_sum: Option<String>,
}

impl From<Listed> for FeedsBody {
    fn from(Listed { feeds, per_day, now }: Listed) -> Self {
        let items = feeds.into_iter().map(|feed| FeedBody::new(feed, per_day, now)).collect();
        Self { items, next_cursor: None }
    }
}

impl FeedBody {
    /// Returns one of the feeds.
    #[must_use]
    pub fn of(Listed { feeds, per_day, now }: Listed, feed: FeedId) -> Option<Self> {
        feeds.into_iter().find(|known| known.id == feed).map(|feed| Self::new(feed, per_day, now))
    }

    fn new(feed: Feed, per_day: u32, now: Timestamp) -> Self {
        let Feed { id, provider, label, status, requests, requested_at, .. } = feed;
        let is_today = requested_at.is_some_and(|at| at.date() == now.date());
        let FeedStatus { state, failure, messages } = status;
        Self {
            id,
            provider,
            label,
            state,
            failure,
            messages,
            fetched_at: feed.fetched_at,
            due_at: feed.due_at,
            fetches_left: per_day.saturating_sub(if is_today { requests } else { 0 }),
            accounts: feed.accounts.into_iter().map(FeedAccountBody::from).collect(),
            created_at: feed.created_at,
        }
    }
}

impl From<FeedAccount> for FeedAccountBody {
    fn from(account: FeedAccount) -> Self {
        let FeedAccountDetails { institution, name, currency, balance, balance_at, pending, pending_sum } =
            account.details;
        let (link, account_id) = match account.link {
            FeedLink::Account(account) => (FeedLinkState::Linked, Some(account)),
            FeedLink::Skipped => (FeedLinkState::Skipped, None),
            FeedLink::Undecided if currency.is_none() => (FeedLinkState::Unsupported, None),
            FeedLink::Undecided => (FeedLinkState::Undecided, None),
        };
        Self {
            id: account.id,
            institution,
            name,
            currency,
            link,
            account_id,
            balance: balance.map(Money::decimal),
            balance_at,
            pending,
            pending_sum: pending_sum.map(Money::decimal),
        }
    }
}

/// A setup token of a provider.
#[derive(Deserialize, ToSchema)]
pub struct SetupTokenRequest {
    /// The token, as the provider shows it.
    #[serde(rename = "setupToken")]
    setup_token: String,
}

impl SetupTokenRequest {
    /// Returns the token.
    ///
    /// # Errors
    /// [`Error::Invalid`] for one that is too long.
    pub fn token(self) -> Result<String> {
        if self.setup_token.chars().count() > TOKEN_CHARACTERS_MAX {
            let message = format!("setupToken must have at most {TOKEN_CHARACTERS_MAX} characters");
            return Err(Error::invalid(message));
        }
        Ok(self.setup_token)
    }
}

/// A decision about an account of a feed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeedLinkRequest)]
pub struct LinkBody {
    into: LinkTarget,
    /// The known account, for `account`.
    #[schema(value_type = Option<AnyId>)]
    account_id: Option<String>,
}

/// The account into which transactions are imported.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FeedLinkTarget)]
enum LinkTarget {
    /// A new account.
    New,
    /// A known account.
    Account,
    /// None.
    Nothing,
}

impl LinkBody {
    /// Returns the decision.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the account is missing; [`Error::NotFound`] for a text that is not an id.
    pub fn request(&self) -> Result<LinkRequest> {
        match (&self.into, &self.account_id) {
            (LinkTarget::New, _) => Ok(LinkRequest::New),
            (LinkTarget::Nothing, _) => Ok(LinkRequest::Skip),
            (LinkTarget::Account, Some(account)) => Ok(LinkRequest::Account(id_of(account)?)),
            (LinkTarget::Account, None) => Err(Error::invalid("accountId is missing")),
        }
    }
}
