//! The port for notifications, their settings, and their deliveries to channels.

use std::collections::BTreeSet;

use async_trait::async_trait;
use saldo_domain::{
    ChannelKind, Event, Notification, NotificationChannel, NotificationChannelId, NotificationId,
    NotificationKind, Timestamp, UserId,
};

use crate::Result;

/// The maximum number of channels that a user can have.
pub const NOTIFICATION_CHANNELS_MAX: usize = 5;

/// A channel to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewChannel {
    /// The identifier.
    pub id: NotificationChannelId,
    /// The kind.
    pub kind: ChannelKind,
    /// The host of the channel's server.
    pub label: String,
    /// The encrypted address and secret.
    pub sealed: Vec<u8>,
}

/// A delivery that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDelivery {
    /// The user.
    pub user: UserId,
    /// The notification.
    pub notification: Notification,
    /// The channel.
    pub channel: NotificationChannel,
    /// The number of earlier attempts.
    pub attempts: u32,
}

/// The result of an attempt of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryAttempt {
    /// The channel accepted the notification.
    Delivered,
    /// The attempt failed.
    Failed {
        /// The reason.
        failure: String,
        /// The time of the next attempt; `None` after the last one.
        due_at: Option<Timestamp>,
    },
}

/// The notifications of users.
#[async_trait]
pub trait Notifications: Send + Sync {
    /// Returns the user's latest notifications with their deliveries, newest first.
    async fn list_notifications(&self, user: UserId, limit: u32) -> Result<Vec<Notification>>;

    /// Returns the number of the user's notifications that are not read.
    async fn count_unread_notifications(&self, user: UserId) -> Result<u64>;

    /// Stores a notification of each event whose key is new to the user, and makes it due to all of the
    /// user's channels. Returns the number of new notifications.
    async fn insert_notifications(&self, user: UserId, events: Vec<Event>, now: Timestamp) -> Result<usize>;

    /// Marks notifications as read; with `None`, all of the user's. Unknown ids are ignored.
    async fn mark_notifications_read(
        &self,
        user: UserId,
        ids: Option<Vec<NotificationId>>,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns the kinds that the user turned on.
    async fn find_notification_kinds(&self, user: UserId) -> Result<BTreeSet<NotificationKind>>;

    /// Replaces the kinds that the user turned on.
    async fn put_notification_kinds(
        &self,
        user: UserId,
        kinds: BTreeSet<NotificationKind>,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns the users who turned on a kind.
    async fn list_notified_users(&self) -> Result<Vec<UserId>>;

    /// Returns the user's channels, oldest first.
    async fn list_notification_channels(&self, user: UserId) -> Result<Vec<NotificationChannel>>;

    /// Stores a channel; returns `false` if the user already has [`NOTIFICATION_CHANNELS_MAX`].
    async fn insert_notification_channel(
        &self,
        user: UserId,
        new: NewChannel,
        now: Timestamp,
    ) -> Result<bool>;

    /// Deletes a channel with its deliveries; returns `false` if the user has no such channel.
    async fn delete_notification_channel(&self, user: UserId, channel: NotificationChannelId)
    -> Result<bool>;

    /// Returns deliveries of all users that are due, the longest due first.
    async fn list_due_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDelivery>>;

    /// Records an attempt of a delivery. Does nothing if the channel was deleted meanwhile.
    async fn record_delivery(
        &self,
        user: UserId,
        notification: NotificationId,
        channel: NotificationChannelId,
        attempt: DeliveryAttempt,
        now: Timestamp,
    ) -> Result<()>;
}
