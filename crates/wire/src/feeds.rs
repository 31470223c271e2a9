//! Bank feeds and their accounts.

use saldo_domain::{
    AccountId, Currency, Feed, FeedAccount, FeedAccountDetails, FeedAccountId, FeedBank, FeedId, FeedLink,
    FeedProvider, FeedState, FeedStatus, Money, Timestamp,
};
use saldo_feeds::{AuthorizationTarget, BankOffer, LinkRequest, Listed, ListedFeed};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::fields::id_of;
use crate::{AnyId, Error, Result};

/// Maximum length of a setup token, in characters.
const TOKEN_CHARACTERS_MAX: usize = 2_000;
/// Maximum length of the name of a bank, in characters.
const BANK_CHARACTERS_MAX: usize = 200;
/// Maximum length of a code of a bank, in characters.
const CODE_CHARACTERS_MAX: usize = 4_000;

/// The bank feeds of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedsBody {
    /// The feeds, oldest first.
    items: Vec<FeedBody>,
    /// The providers that this server is set up for.
    providers: Vec<FeedProvider>,
    /// Always `null`: all feeds are listed.
    next_cursor: Option<String>,
}

/// A bank feed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedBody {
    id: FeedId,
    provider: FeedProvider,
    /// The host of the provider, or the bank.
    label: String,
    /// The bank, if the feed was connected by a consent there, which can be renewed.
    bank: Option<FeedBank>,
    /// The end of the consent. It must be renewed before.
    valid_until: Option<Timestamp>,
    state: FeedState,
    /// The reason why the latest fetch failed.
    failure: Option<String>,
    /// Messages of the provider, as plain text.
    messages: Vec<String>,
    /// The time of the latest fetch that succeeded.
    fetched_at: Option<Timestamp>,
    /// The time of the next fetch; `null` if there is none until the feed is connected again.
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
    fn from(Listed { feeds, providers, now }: Listed) -> Self {
        let items = feeds.into_iter().map(|feed| FeedBody::new(feed, now)).collect();
        Self { items, providers, next_cursor: None }
    }
}

impl FeedBody {
    /// Returns one of the feeds.
    #[must_use]
    pub fn of(Listed { feeds, now, .. }: Listed, feed: FeedId) -> Option<Self> {
        feeds.into_iter().find(|known| known.feed.id == feed).map(|feed| Self::new(feed, now))
    }

    fn new(ListedFeed { feed, per_day }: ListedFeed, now: Timestamp) -> Self {
        let Feed { id, provider, label, bank, status, requests, requested_at, .. } = feed;
        let is_today = requested_at.is_some_and(|at| at.date() == now.date());
        let FeedStatus { state, failure, messages } = status;
        Self {
            id,
            provider,
            label,
            bank,
            valid_until: feed.valid_until,
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

/// The country whose banks are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BanksQuery {
    /// The two letters of the country, like `FI`
    country: String,
}

impl BanksQuery {
    /// Returns the two letters of the country.
    ///
    /// # Errors
    /// [`Error::Invalid`] for another text.
    pub fn country(self) -> Result<String> {
        country(self.country)
    }
}

/// Banks that can be connected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedBanksBody {
    /// The banks, by their names.
    items: Vec<FeedBankOfferBody>,
    /// Always `null`: all banks are listed.
    next_cursor: Option<String>,
}

/// A bank that can be connected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedBankOfferBody {
    name: String,
    /// The two letters of the country (ISO 3166).
    country: String,
    /// The days after which a consent must be renewed; `null` if unknown.
    days_max: Option<u32>,
}

impl From<Vec<BankOffer>> for FeedBanksBody {
    fn from(mut offers: Vec<BankOffer>) -> Self {
        offers.sort_by_key(|offer| offer.bank.name.to_lowercase());
        let items = offers.into_iter().map(|offer| FeedBankOfferBody {
            name: offer.bank.name,
            country: offer.bank.country,
            days_max: offer.days_max,
        });
        Self { items: items.collect(), next_cursor: None }
    }
}

/// A request to consent at a bank: a bank for a new feed, or a feed whose consent is renewed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedAuthorizationRequest {
    /// The bank, for a new feed.
    bank: Option<FeedBank>,
    /// The feed, for a renewal.
    #[schema(value_type = Option<AnyId>)]
    feed_id: Option<String>,
}

impl FeedAuthorizationRequest {
    /// Returns the target.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless there is either a bank or a feed; [`Error::NotFound`] for a text that is not
    /// an id.
    pub fn target(self) -> Result<AuthorizationTarget> {
        match (self.bank, self.feed_id) {
            (Some(FeedBank { name, country: of }), None) => {
                if name.is_empty() || name.chars().count() > BANK_CHARACTERS_MAX {
                    let message = format!("bank.name must have 1 to {BANK_CHARACTERS_MAX} characters");
                    return Err(Error::invalid(message));
                }
                Ok(AuthorizationTarget::New(FeedBank { name, country: country(of)? }))
            }
            (None, Some(feed)) => Ok(AuthorizationTarget::Renewal(id_of(&feed)?)),
            _ => Err(Error::invalid("either bank or feedId is needed")),
        }
    }
}

/// An authorization that began.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedAuthorizationBody {
    /// The address at which the user consents.
    url: String,
}

impl FeedAuthorizationBody {
    /// Creates the body.
    #[must_use]
    pub const fn new(url: String) -> Self {
        Self { url }
    }
}

/// The answer of a bank, as its redirect carries it.
#[derive(Deserialize, ToSchema)]
pub struct FeedAuthorizationAnswer {
    /// The state.
    state: String,
    /// The code.
    code: String,
}

impl FeedAuthorizationAnswer {
    /// Returns the state and the code.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text that is empty or too long.
    pub fn parts(self) -> Result<(String, String)> {
        for (name, text) in [("state", &self.state), ("code", &self.code)] {
            if text.is_empty() || text.chars().count() > CODE_CHARACTERS_MAX {
                let message = format!("{name} must have 1 to {CODE_CHARACTERS_MAX} characters");
                return Err(Error::invalid(message));
            }
        }
        Ok((self.state, self.code))
    }
}

fn country(text: String) -> Result<String> {
    let is_country = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_country { Ok(text) } else { Err(Error::invalid("country must be two capital letters, like DE")) }
}
