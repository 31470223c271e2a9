//! The use cases of a user: connecting a feed, linking its accounts, and fetching.

use std::sync::Arc;
use std::time::Duration;

use saldo_bookkeeping::{Bookkeeper, NewManualAccount};
use saldo_domain::{
    AccountId, AccountKind, Chain, Feed, FeedAccount, FeedAccountId, FeedBank, FeedId, FeedLink,
    FeedProvider, FeedState, FeedStatus, Seal, Timestamp, UserId,
};
use saldo_storage::{FEEDS_MAX, FeedCredential, FetchEnd, FetchStart, NewFeed, Storage};
use tokio_util::task::TaskTracker;

use crate::provider::{
    BankConsents, BankFeed, Claimed, Credential, FeedError, FetchRequest, Fetched, FetchedAccount,
    FileImporter, SetupTokens,
};
use crate::{Error, Result, plan};

/// The time between two fetches.
const FETCH_EVERY: Duration = Duration::from_hours(24);
/// The time after which a failed fetch is repeated.
const RETRY_AFTER: Duration = Duration::from_hours(4);
/// The time after which a bank is asked again whose requests were all made. Enable Banking recommends it.
const RATE_LIMIT_PAUSE: Duration = Duration::from_hours(6);

/// Limits of fetches.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FetchLimits {
    /// The most fetches of a feed on a day in UTC.
    pub per_day: u32,
    /// The time after which a fetch counts as ended, if its process died.
    pub lease: Duration,
}

impl FetchLimits {
    /// Creates limits.
    #[must_use]
    pub const fn new(per_day: u32, lease: Duration) -> Self {
        Self { per_day, lease }
    }
}

/// The providers of a server, by the way in which feeds are connected.
#[derive(Clone, Default)]
pub struct Providers {
    /// The provider of setup tokens.
    pub tokens: Option<Arc<dyn SetupTokens>>,
    /// The provider of consents at banks.
    pub consents: Option<Arc<dyn BankConsents>>,
}

impl Providers {
    fn all(&self) -> impl Iterator<Item = &dyn BankFeed> {
        let tokens = self.tokens.as_deref().map(|provider| provider as &dyn BankFeed);
        let consents = self.consents.as_deref().map(|provider| provider as &dyn BankFeed);
        tokens.into_iter().chain(consents)
    }

    pub(crate) fn find(&self, provider: FeedProvider) -> Option<&dyn BankFeed> {
        self.all().find(|known| known.provider() == provider)
    }
}

/// The bank feeds of users. Cloning is cheap.
#[derive(Clone)]
pub struct BankFeeds {
    pub(crate) storage: Arc<dyn Storage>,
    books: Bookkeeper,
    pub(crate) providers: Providers,
    files: Arc<dyn FileImporter>,
    seal: Arc<dyn Seal>,
    pub(crate) limits: FetchLimits,
    pub(crate) tasks: TaskTracker,
}

/// The feeds of a user.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The feeds, oldest first.
    pub feeds: Vec<ListedFeed>,
    /// The providers that the server is set up for.
    pub providers: Vec<FeedProvider>,
    /// The time of the list.
    pub now: Timestamp,
}

/// A feed, and what its provider permits.
#[derive(Debug, Clone)]
pub struct ListedFeed {
    /// The feed.
    pub feed: Feed,
    /// The most fetches of the feed on a day in UTC.
    pub per_day: u32,
}

/// The user's decision about an account of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkRequest {
    /// Import into a new account.
    New,
    /// Import into a known account.
    Account(AccountId),
    /// Import nothing.
    Skip,
}

impl BankFeeds {
    /// Creates the use cases. Work in the background is one of `tasks`.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        providers: Providers,
        files: Arc<dyn FileImporter>,
        seal: Arc<dyn Seal>,
        limits: FetchLimits,
        tasks: TaskTracker,
    ) -> Self {
        let books = Bookkeeper::new(storage.clone());
        Self { storage, books, providers, files, seal, limits, tasks }
    }

    /// Returns the user's feeds.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn list(&self, user: UserId, now: Timestamp) -> Result<Listed> {
        let feeds = self.storage.list_feeds(user).await?.into_iter();
        let feeds = feeds.map(|feed| ListedFeed { per_day: self.per_day(&feed), feed }).collect();
        Ok(Listed { feeds, providers: self.providers.all().map(BankFeed::provider).collect(), now })
    }

    /// Returns the most fetches of a feed on a day: the number of the settings, or that of its provider if it
    /// is smaller.
    fn per_day(&self, feed: &Feed) -> u32 {
        let provider = self.providers.find(feed.provider);
        provider.map_or(u32::MAX, BankFeed::fetches_per_day).min(self.limits.per_day)
    }

    /// Adds a feed with a setup token, which then has no further use.
    ///
    /// # Errors
    /// [`Error::NoProvider`]; [`Error::TooManyFeeds`]; [`Error::NotClaimed`]; [`Error::Storage`] if the
    /// storage fails.
    pub async fn add(&self, user: UserId, token: &str, now: Timestamp) -> Result<FeedId> {
        let provider = self.providers.tokens.as_ref().ok_or(Error::NoProvider)?;
        // A token works once, so it must not be used up for nothing.
        self.check_number(user).await?;
        let claimed = provider.claim(token).await.map_err(Error::NotClaimed)?;
        self.insert(user, provider.provider(), None, claimed, now).await
    }

    /// Connects a feed again with a new setup token. Its accounts stay linked.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NoProvider`] if its provider has no setup tokens;
    /// [`Error::NotClaimed`]; [`Error::Storage`] if the storage fails.
    pub async fn reconnect(&self, user: UserId, feed: FeedId, token: &str, now: Timestamp) -> Result<()> {
        let known = self.find(user, feed).await?;
        let provider = self.providers.tokens.as_ref();
        let provider = provider.filter(|it| it.provider() == known.provider).ok_or(Error::NoProvider)?;
        let claimed = provider.claim(token).await.map_err(Error::NotClaimed)?;
        self.replace(user, feed, claimed, now).await
    }

    /// Checks that the user can have another feed.
    pub(crate) async fn check_number(&self, user: UserId) -> Result<()> {
        let number = self.storage.list_feeds(user).await?.len();
        if number < FEEDS_MAX { Ok(()) } else { Err(Error::TooManyFeeds) }
    }

    /// Adds a feed with its credential.
    pub(crate) async fn insert(
        &self,
        user: UserId,
        provider: FeedProvider,
        bank: Option<FeedBank>,
        claimed: Claimed,
        now: Timestamp,
    ) -> Result<FeedId> {
        let id = FeedId::new(now);
        let new = NewFeed { id, provider, bank, credential: self.sealed(user, id, claimed) };
        if self.storage.insert_feed(user, new, now).await? { Ok(id) } else { Err(Error::TooManyFeeds) }
    }

    /// Replaces the credential of a feed.
    pub(crate) async fn replace(
        &self,
        user: UserId,
        feed: FeedId,
        claimed: Claimed,
        now: Timestamp,
    ) -> Result<()> {
        let credential = self.sealed(user, feed, claimed);
        let is_known = self.storage.put_feed_credential(user, feed, credential, now).await?;
        if is_known { Ok(()) } else { Err(Error::NotFound) }
    }

    fn sealed(&self, user: UserId, feed: FeedId, claimed: Claimed) -> FeedCredential {
        let Claimed { credential, label, valid_until } = claimed;
        let sealed = self.seal.seal(&owner(user, feed), credential.0.as_bytes());
        FeedCredential { label, sealed, valid_until }
    }

    /// Returns the credential of a feed; `None` if the server's secret changed since.
    pub(crate) fn opened(&self, user: UserId, feed: &Feed) -> Option<Credential> {
        let plain = self.seal.open(&owner(user, feed.id), &feed.sealed)?;
        String::from_utf8(plain).ok().map(Credential)
    }

    /// Deletes a feed with its credential, and ends the access at the provider in the background, if it can
    /// be reached. What the feed brought stays.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete(&self, user: UserId, feed: FeedId) -> Result<()> {
        let known = self.find(user, feed).await?;
        let access = self.access_of_feeds(user, &[known]);
        if !self.storage.delete_feed(user, feed).await? {
            return Err(Error::NotFound);
        }
        access.end_later();
        Ok(())
    }

    /// Stores the user's decision about an account of a feed. The next fetch follows it.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an unknown account; [`Error::NoCurrency`]; [`Error::OtherCurrency`];
    /// [`Error::Storage`] if the storage fails.
    pub async fn link(
        &self,
        user: UserId,
        account: FeedAccountId,
        request: LinkRequest,
        now: Timestamp,
    ) -> Result<()> {
        let feeds = self.storage.list_feeds(user).await?;
        let mut accounts = feeds.into_iter().flat_map(|feed| feed.accounts);
        let of_feed = accounts.find(|known| known.id == account).ok_or(Error::NotFound)?;
        let link = match request {
            LinkRequest::Skip => FeedLink::Skipped,
            LinkRequest::New => FeedLink::Account(self.add_account(user, &of_feed, now).await?),
            LinkRequest::Account(into) => {
                let currency = of_feed.details.currency.ok_or(Error::NoCurrency)?;
                if self.books.account(user, into).await?.account.currency != currency {
                    return Err(Error::OtherCurrency { currency: currency.code() });
                }
                FeedLink::Account(into)
            }
        };
        if link == of_feed.link {
            return Ok(());
        }
        let is_known = self.storage.put_feed_link(user, account, link).await?;
        if is_known { Ok(()) } else { Err(Error::NotFound) }
    }

    async fn add_account(&self, user: UserId, of_feed: &FeedAccount, now: Timestamp) -> Result<AccountId> {
        let details = &of_feed.details;
        let new = NewManualAccount {
            id: AccountId::new(now),
            name: details.name.clone(),
            institution: details.institution.clone(),
            kind: kind(&details.name),
            currency: details.currency.ok_or(Error::NoCurrency)?,
        };
        Ok(self.books.add_account(user, new, now).await?.account.id)
    }

    /// Fetches a feed, and imports the transactions of linked accounts. A failure is stored with the feed.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Revoked`]; [`Error::Busy`]; [`Error::QuotaUsed`]; [`Error::Storage`] if
    /// the storage fails.
    pub async fn fetch(&self, user: UserId, feed: FeedId, now: Timestamp) -> Result<Feed> {
        let before = self.find(user, feed).await?;
        let (per_day, lease) = (self.per_day(&before), self.limits.lease);
        match self.storage.begin_fetch(user, feed, per_day, lease, now).await? {
            FetchStart::Begun => {}
            FetchStart::Busy => return Err(Error::Busy),
            FetchStart::QuotaUsed => return Err(Error::QuotaUsed),
            FetchStart::NotFound if before.status.state == FeedState::Revoked => return Err(Error::Revoked),
            FetchStart::NotFound => return Err(Error::NotFound),
        }
        let since = plan::since(&before.accounts, now);
        let end = match self.fetched(user, &before, since, now).await {
            Ok(fetched) => {
                let imported = self.import_all(user, &before, &fetched, since, now).await;
                ended(fetched, imported.err(), now)
            }
            Err(error) => failed(&error, now),
        };
        self.storage.finish_fetch(user, feed, end, now).await?;
        self.find(user, feed).await
    }

    async fn fetched(
        &self,
        user: UserId,
        feed: &Feed,
        since: saldo_domain::Date,
        now: Timestamp,
    ) -> Result<Fetched, FeedError> {
        if feed.valid_until.is_some_and(|until| until <= now) {
            return Err(FeedError::Expired);
        }
        let provider = self.providers.find(feed.provider).ok_or(FeedError::NotSetUp)?;
        // After a change of the server's secret, the credential is lost, as if it were revoked.
        let credential = self.opened(user, feed).ok_or(FeedError::Revoked)?;
        let linked = feed.accounts.iter().filter(|account| matches!(account.link, FeedLink::Account(_)));
        let linked: Vec<&str> = linked.map(|account| account.key.as_str()).collect();
        provider.fetch(FetchRequest { credential: &credential, since, linked: &linked }).await
    }

    /// Imports the transactions of all linked accounts. One that fails does not stop the others.
    async fn import_all(
        &self,
        user: UserId,
        feed: &Feed,
        fetched: &Fetched,
        since: saldo_domain::Date,
        now: Timestamp,
    ) -> Result<()> {
        let mut result = Ok(());
        for account in &feed.accounts {
            let FeedLink::Account(into) = account.link else { continue };
            let Some(of_feed) = fetched.accounts.iter().find(|found| found.key == account.key) else {
                continue;
            };
            let imported = self.import(user, (account.id, into), of_feed, since, now).await;
            result = result.and(imported);
        }
        result
    }

    async fn import(
        &self,
        user: UserId,
        (account, into): (FeedAccountId, AccountId),
        fetched: &FetchedAccount,
        since: saldo_domain::Date,
        now: Timestamp,
    ) -> Result<()> {
        let before = self.storage.list_feed_files(user, account).await?;
        for new in plan::files(fetched, into, &before, (since, now.date())) {
            let content = new.content.into_bytes();
            let stored = self.files.import(user, into, &new.name, content).await;
            let statement = stored.map_err(Error::NotImported)?;
            self.storage.put_feed_file(user, account, statement, new.month, new.rows, now).await?;
        }
        self.storage.mark_feed_imported(user, account, now).await?;
        for statement in plan::replaced(&self.storage.list_feed_files(user, account).await?) {
            self.files.delete_replaced(user, statement).await.map_err(Error::NotImported)?;
        }
        Ok(())
    }

    pub(crate) async fn find(&self, user: UserId, feed: FeedId) -> Result<Feed> {
        let feeds = self.storage.list_feeds(user).await?;
        feeds.into_iter().find(|known| known.id == feed).ok_or(Error::NotFound)
    }
}

/// Returns the owner of an encrypted credential: it opens only for this feed of this user.
fn owner(user: UserId, feed: FeedId) -> String {
    format!("bank feed {user} {feed}")
}

/// Guesses the kind of an account from its name, which the user can change.
fn kind(name: &str) -> AccountKind {
    let name = name.to_lowercase();
    match () {
        () if name.contains("card") => AccountKind::Card,
        () if name.contains("saving") => AccountKind::Savings,
        () => AccountKind::Checking,
    }
}

fn ended(fetched: Fetched, failure: Option<Error>, now: Timestamp) -> FetchEnd {
    let (state, wait) = match failure {
        None => (FeedState::Working, FETCH_EVERY),
        Some(_) => (FeedState::Failed, RETRY_AFTER),
    };
    if let Some(error) = &failure {
        tracing::warn!(cause = %Chain(error), "cannot import the transactions of a bank feed");
    }
    let accounts = fetched.accounts.into_iter().map(|account| (account.key, account.details)).collect();
    let failure = failure.map(|error| match error {
        Error::NotImported(_) => error.to_string(),
        _ => "The transactions were not imported because of an error of this server.".to_owned(),
    });
    let status = FeedStatus { state, failure, messages: fetched.messages };
    FetchEnd { status, accounts, due_at: Some(now.after(wait)) }
}

fn failed(error: &FeedError, now: Timestamp) -> FetchEnd {
    let is_revoked = matches!(error, FeedError::Revoked | FeedError::Expired);
    let wait = if *error == FeedError::RateLimited { RATE_LIMIT_PAUSE } else { RETRY_AFTER };
    let state = if is_revoked { FeedState::Revoked } else { FeedState::Failed };
    let status = FeedStatus { state, failure: Some(sentence(&error.to_string())), messages: Vec::new() };
    FetchEnd { status, accounts: Vec::new(), due_at: (!is_revoked).then(|| now.after(wait)) }
}

/// Returns a message as a sentence.
fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).chain(['.']).collect()
}
