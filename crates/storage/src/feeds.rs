//! The port for bank feeds, their accounts and the files of their months.

use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::{
    Feed, FeedAccountDetails, FeedAccountId, FeedAuthorization, FeedBank, FeedFile, FeedId, FeedLink,
    FeedProvider, FeedRows, FeedStatus, StatementId, Timestamp, UserId,
};

use crate::Result;

/// The maximum number of feeds that a user can have.
pub const FEEDS_MAX: usize = 5;
/// The maximum number of authorizations that a user can have begun.
pub const FEED_AUTHORIZATIONS_MAX: usize = 10;

/// A feed to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFeed {
    /// The identifier.
    pub id: FeedId,
    /// The provider.
    pub provider: FeedProvider,
    /// The bank, for providers that read banks with the user's consent.
    pub bank: Option<FeedBank>,
    /// The credential.
    pub credential: FeedCredential,
}

/// The credential of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedCredential {
    /// The host of the provider, or the bank.
    pub label: String,
    /// The encrypted credential.
    pub sealed: Vec<u8>,
    /// The end of the user's consent; `None` if it does not end by itself.
    pub valid_until: Option<Timestamp>,
}

/// The result of the attempt to begin a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchStart {
    /// The fetch may begin. It counts as a request of the day.
    Begun,
    /// Another fetch is running.
    Busy,
    /// All requests of the day were made.
    QuotaUsed,
    /// The user has no such feed, or it is revoked.
    NotFound,
}

/// The end of a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchEnd {
    /// The state, and what the fetch reported.
    pub status: FeedStatus,
    /// The accounts that the provider named, with their keys; empty if the fetch failed.
    pub accounts: Vec<(String, FeedAccountDetails)>,
    /// The time of the next fetch.
    pub due_at: Option<Timestamp>,
}

/// The bank feeds of users.
#[async_trait]
pub trait Feeds: Send + Sync {
    /// Returns the user's feeds with their accounts, oldest first.
    async fn list_feeds(&self, user: UserId) -> Result<Vec<Feed>>;

    /// Stores a feed, due at once; returns `false` if the user already has [`FEEDS_MAX`].
    async fn insert_feed(&self, user: UserId, new: NewFeed, now: Timestamp) -> Result<bool>;

    /// Replaces the credential of a feed, which is then due at once; returns `false` if the user has no such
    /// feed. Its accounts stay.
    async fn put_feed_credential(
        &self,
        user: UserId,
        feed: FeedId,
        credential: FeedCredential,
        now: Timestamp,
    ) -> Result<bool>;

    /// Stores an authorization that a user began, under the digest of its state. Of more than
    /// [`FEED_AUTHORIZATIONS_MAX`], the oldest are deleted, as are those that have expired.
    async fn insert_feed_authorization(
        &self,
        user: UserId,
        state: [u8; 32],
        authorization: FeedAuthorization,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<()>;

    /// Deletes and returns the user's authorization with this digest; `None` if there is none, or if it has
    /// expired.
    async fn take_feed_authorization(
        &self,
        user: UserId,
        state: [u8; 32],
        now: Timestamp,
    ) -> Result<Option<FeedAuthorization>>;

    /// Deletes a feed with its credential and accounts; returns `false` if the user has no such feed. What
    /// was imported stays.
    async fn delete_feed(&self, user: UserId, feed: FeedId) -> Result<bool>;

    /// Returns feeds of all users that are due, the longest due first.
    async fn list_due_feeds(&self, now: Timestamp, limit: u32) -> Result<Vec<(UserId, FeedId)>>;

    /// Begins a fetch, of which one runs at a time. At most `per_day` begin on a day in UTC. After `lease`,
    /// another may begin.
    async fn begin_fetch(
        &self,
        user: UserId,
        feed: FeedId,
        per_day: u32,
        lease: Duration,
        now: Timestamp,
    ) -> Result<FetchStart>;

    /// Records the end of a fetch, and adds accounts that are new. Does nothing if the feed was deleted
    /// meanwhile.
    async fn finish_fetch(&self, user: UserId, feed: FeedId, end: FetchEnd, now: Timestamp) -> Result<()>;

    /// Stores the user's decision about an account of a feed. Its transactions are then due from the
    /// beginning. Returns `false` if the user has no such account.
    async fn put_feed_link(&self, user: UserId, account: FeedAccountId, link: FeedLink) -> Result<bool>;

    /// Records that the transactions of a fetch were imported.
    async fn mark_feed_imported(&self, user: UserId, account: FeedAccountId, at: Timestamp) -> Result<()>;

    /// Returns the files of a feed's account, newest first.
    async fn list_feed_files(&self, user: UserId, account: FeedAccountId) -> Result<Vec<FeedFile>>;

    /// Records a file of a feed's account. It is deleted with its statement.
    async fn put_feed_file(
        &self,
        user: UserId,
        account: FeedAccountId,
        statement: StatementId,
        month: String,
        rows: FeedRows,
        now: Timestamp,
    ) -> Result<()>;
}
