//! The use cases of a user: reading notifications, turning kinds on, and channels.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::distr::{Alphanumeric, SampleString};
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::{
    ChannelKind, Language, Notification, NotificationChannel, NotificationChannelId, NotificationId,
    NotificationKind, Seal, Timestamp, UserId,
};
use saldo_storage::{NewChannel, Storage};
use url::Url;

use crate::words;
use crate::{Channel, Error, Message, Result, SendError, Target};

/// The number of notifications that a list has at most.
pub const NOTIFICATIONS_MAX: u32 = 100;
/// The number of characters of a key for signatures: 190 bits.
const KEY_CHARACTERS: usize = 32;

/// Notifies users of events in their books. Cloning is cheap.
#[derive(Clone)]
pub struct Notifier {
    pub(crate) books: Bookkeeper,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) seal: Arc<dyn Seal>,
    pub(crate) channels: Vec<(ChannelKind, Arc<dyn Channel>)>,
    pub(crate) backups: &'static [&'static str],
    pub(crate) base_url: Url,
}

/// The latest notifications of a user.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The notifications, newest first, at most [`NOTIFICATIONS_MAX`].
    pub notifications: Vec<Notification>,
    /// The number of all that are not read.
    pub unread: u64,
}

/// The settings of a user.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The kinds that the user turned on.
    pub kinds: BTreeSet<NotificationKind>,
    /// The channels, oldest first.
    pub channels: Vec<NotificationChannel>,
    /// The kinds of channels that this server has.
    pub available: Vec<ChannelKind>,
}

/// A channel to add.
#[derive(Debug, Clone)]
pub struct ChannelRequest {
    /// The kind.
    pub kind: ChannelKind,
    /// The address; `None` for a kind that knows the user's.
    pub address: Option<Url>,
    /// The access token of the server, if it needs one.
    pub token: Option<String>,
    /// The language of texts.
    pub language: Language,
}

/// A channel that was added.
#[derive(Debug, Clone)]
pub struct CreatedChannel {
    /// The channel.
    pub channel: NotificationChannel,
    /// The key of its signatures, which is shown this once.
    pub key: Option<String>,
}

impl Notifier {
    /// Creates a notifier without channels. Links lead to pages below `base_url`.
    #[must_use]
    pub fn new(books: Bookkeeper, storage: Arc<dyn Storage>, seal: Arc<dyn Seal>, base_url: Url) -> Self {
        Self { books, storage, seal, channels: Vec::new(), backups: &[], base_url }
    }

    /// Adds a kind of channel.
    #[must_use]
    pub fn with_channel(mut self, kind: ChannelKind, channel: Arc<dyn Channel>) -> Self {
        self.channels.push((kind, channel));
        self
    }

    /// Notifies of failures of this periodic work.
    #[must_use]
    pub fn with_backups(mut self, names: &'static [&'static str]) -> Self {
        self.backups = names;
        self
    }

    /// Returns the user's latest notifications.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn list(&self, user: UserId) -> Result<Listed> {
        let notifications = self.storage.list_notifications(user, NOTIFICATIONS_MAX).await?;
        Ok(Listed { notifications, unread: self.storage.count_unread_notifications(user).await? })
    }

    /// Marks notifications as read; with `None`, all of the user's.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn mark_read(
        &self,
        user: UserId,
        ids: Option<Vec<NotificationId>>,
        now: Timestamp,
    ) -> Result<()> {
        Ok(self.storage.mark_notifications_read(user, ids, now).await?)
    }

    /// Returns the user's settings.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn settings(&self, user: UserId) -> Result<Settings> {
        Ok(Settings {
            kinds: self.storage.find_notification_kinds(user).await?,
            channels: self.storage.list_notification_channels(user).await?,
            available: self.channels.iter().map(|(kind, _)| *kind).collect(),
        })
    }

    /// Turns exactly these kinds on, and looks for their events.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn turn_on(
        &self,
        user: UserId,
        kinds: BTreeSet<NotificationKind>,
        now: Timestamp,
    ) -> Result<()> {
        self.storage.put_notification_kinds(user, kinds, now).await?;
        self.look(user, now).await.map(|_| ())
    }

    /// Adds a channel. No notification from before is sent to it.
    ///
    /// # Errors
    /// [`Error::NotSent`] for an address that the channel cannot use; [`Error::NoSuchChannel`];
    /// [`Error::TooManyChannels`]; [`Error::Storage`] if the storage fails.
    pub async fn add_channel(
        &self,
        user: UserId,
        request: ChannelRequest,
        now: Timestamp,
    ) -> Result<CreatedChannel> {
        let ChannelRequest { kind, address, token, language } = request;
        let channel = self.channel(kind)?;
        let key = channel.signs().then(|| Alphanumeric.sample_string(&mut rand::rng(), KEY_CHARACTERS));
        let target = Target { address, secret: key.clone().or(token), language };
        let label = channel.check(&target)?;
        let id = NotificationChannelId::new(now);
        let plain = serde_json::to_vec(&target).map_err(|_| Error::Sealed)?;
        let sealed = self.seal.seal(&owner(user, id), &plain);
        let new = NewChannel { id, kind, label: label.clone(), sealed: sealed.clone() };
        if !self.storage.insert_notification_channel(user, new, now).await? {
            return Err(Error::TooManyChannels);
        }
        let channel = NotificationChannel { id, kind, label, sealed, created_at: now };
        Ok(CreatedChannel { channel, key })
    }

    /// Deletes a channel.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_channel(&self, user: UserId, channel: NotificationChannelId) -> Result<()> {
        let is_deleted = self.storage.delete_notification_channel(user, channel).await?;
        if is_deleted { Ok(()) } else { Err(Error::NotFound) }
    }

    /// Sends a test message to a channel. Returns the reason if it was not accepted.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NoSuchChannel`]; [`Error::Sealed`]; [`Error::Storage`] if the storage
    /// fails.
    pub async fn send_test(
        &self,
        user: UserId,
        channel: NotificationChannelId,
        now: Timestamp,
    ) -> Result<Option<SendError>> {
        let channels = self.storage.list_notification_channels(user).await?;
        let channel = channels.into_iter().find(|known| known.id == channel).ok_or(Error::NotFound)?;
        let target = self.open(user, &channel)?;
        let text = words::test_message(target.language).to_owned();
        let link = self.link("/settings/notifications");
        let message = Message { id: None, text, details: None, link, facts: None, created_at: now };
        Ok(self.channel(channel.kind)?.send(user, &target, &message, now).await.err())
    }

    /// Returns the address of a channel.
    pub(crate) fn open(&self, user: UserId, channel: &NotificationChannel) -> Result<Target> {
        let plain = self.seal.open(&owner(user, channel.id), &channel.sealed).ok_or(Error::Sealed)?;
        serde_json::from_slice(&plain).map_err(|_| Error::Sealed)
    }

    pub(crate) fn channel(&self, kind: ChannelKind) -> Result<&Arc<dyn Channel>> {
        let found = self.channels.iter().find(|(known, _)| *known == kind);
        found.map(|(_, channel)| channel).ok_or(Error::NoSuchChannel)
    }

    /// Returns the address of a page.
    pub(crate) fn link(&self, path: &str) -> Url {
        self.base_url.join(path).unwrap_or_else(|_| self.base_url.clone())
    }
}

/// Returns the owner of an encrypted address: it opens only for this channel of this user.
fn owner(user: UserId, channel: NotificationChannelId) -> String {
    format!("notification channel {user} {channel}")
}
