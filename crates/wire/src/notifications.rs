//! Notifications, their settings and their channels.

use std::collections::BTreeSet;

use saldo_domain::{
    ChannelKind, Delivery, Facts, Language, Notification, NotificationChannel, NotificationChannelId,
    NotificationId, NotificationKind, Timestamp,
};
use saldo_notifications::{ChannelRequest, CreatedChannel, Listed, SendError, Settings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::id_of;
use crate::{AnyId, Error, Result};

/// Maximum length of an address, in characters.
const ADDRESS_CHARACTERS_MAX: usize = 1_000;
/// Maximum length of an access token, in characters.
const TOKEN_CHARACTERS_MAX: usize = 500;
/// Maximum number of ids in one request.
const IDS_MAX: usize = 500;

/// The latest notifications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationsBody {
    /// The notifications, newest first, at most 100.
    items: Vec<NotificationBody>,
    /// Always `null`: older notifications are not listed.
    next_cursor: Option<String>,
    /// The number of all that are not read.
    unread: u64,
}

/// A notification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationBody {
    id: NotificationId,
    event: Facts,
    created_at: Timestamp,
    read_at: Option<Timestamp>,
    /// The deliveries to the channels of that time.
    deliveries: Vec<DeliveryBody>,
}

/// A delivery to a channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryBody {
    channel_id: NotificationChannelId,
    attempts: u32,
    /// The time of the next attempt; `null` if it succeeded, or failed for the last time.
    due_at: Option<Timestamp>,
    delivered_at: Option<Timestamp>,
    /// The reason why the latest attempt failed.
    failure: Option<String>,
}

impl From<Listed> for NotificationsBody {
    fn from(listed: Listed) -> Self {
        let items = listed.notifications.into_iter().map(NotificationBody::from).collect();
        Self { items, next_cursor: None, unread: listed.unread }
    }
}

impl From<Notification> for NotificationBody {
    fn from(notification: Notification) -> Self {
        let Notification { id, event, created_at, read_at, deliveries } = notification;
        let deliveries = deliveries.into_iter().map(DeliveryBody::from).collect();
        Self { id, event: event.facts(), created_at, read_at, deliveries }
    }
}

impl From<Delivery> for DeliveryBody {
    fn from(delivery: Delivery) -> Self {
        let Delivery { channel, attempts, due_at, delivered_at, failure } = delivery;
        Self { channel_id: channel, attempts, due_at, delivered_at, failure }
    }
}

/// The notifications to mark as read.
#[derive(Deserialize, ToSchema)]
pub struct ReadRequest {
    /// Their ids; absent for all.
    #[schema(value_type = Option<Vec<AnyId>>)]
    ids: Option<Vec<String>>,
}

impl ReadRequest {
    /// Returns the ids; `None` for all.
    ///
    /// # Errors
    /// [`Error::Invalid`] for too many; [`Error::NotFound`] for a text that is not an id.
    pub fn ids(&self) -> Result<Option<Vec<NotificationId>>> {
        let Some(ids) = &self.ids else { return Ok(None) };
        if ids.len() > IDS_MAX {
            return Err(Error::invalid(format!("ids must have at most {IDS_MAX} ids")));
        }
        ids.iter().map(|id| id_of(id)).collect::<Result<_>>().map(Some)
    }
}

/// The settings of notifications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationSettings)]
pub struct SettingsBody {
    /// The kinds that are on. By default none is.
    kinds: BTreeSet<NotificationKind>,
    channels: Vec<ChannelBody>,
    /// The kinds of channels that this server has.
    available_channels: Vec<ChannelKind>,
}

/// A channel, without its address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationChannel)]
pub struct ChannelBody {
    id: NotificationChannelId,
    kind: ChannelKind,
    /// The host of the address.
    label: String,
    created_at: Timestamp,
}

impl From<Settings> for SettingsBody {
    fn from(settings: Settings) -> Self {
        let Settings { kinds, channels, available } = settings;
        let channels = channels.into_iter().map(ChannelBody::from).collect();
        Self { kinds, channels, available_channels: available }
    }
}

impl From<NotificationChannel> for ChannelBody {
    fn from(channel: NotificationChannel) -> Self {
        let NotificationChannel { id, kind, label, created_at, .. } = channel;
        Self { id, kind, label, created_at }
    }
}

/// The kinds to turn on.
#[derive(Deserialize, ToSchema)]
#[schema(as = NotificationKinds)]
pub struct KindsRequest {
    /// All kinds that are on from now on; the others are off.
    pub kinds: BTreeSet<NotificationKind>,
}

/// A channel to add.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewNotificationChannel)]
pub struct NewChannelRequest {
    kind: ChannelKind,
    /// The address of a webhook, or of a topic of an ntfy server; not used for mail.
    address: Option<String>,
    /// The access token of an ntfy server that needs one.
    token: Option<String>,
    /// The language of messages, such as `de`; English by default.
    language: Option<String>,
}

impl NewChannelRequest {
    /// Returns the channel to add.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid field.
    pub fn channel(self) -> Result<ChannelRequest> {
        let Self { kind, address, token, language } = self;
        let address = match kind {
            ChannelKind::Mail => None,
            ChannelKind::Webhook | ChannelKind::Ntfy => {
                let text = address.as_deref().unwrap_or_default().trim();
                let url = text.parse().ok().filter(|_| text.chars().count() <= ADDRESS_CHARACTERS_MAX);
                Some(url.ok_or_else(|| Error::invalid(SendError::InvalidAddress.to_string()))?)
            }
        };
        let token = token.map(|token| token.trim().to_owned()).filter(|token| !token.is_empty());
        let is_token = |token: &String| {
            token.len() <= TOKEN_CHARACTERS_MAX && token.bytes().all(|byte| byte.is_ascii_graphic())
        };
        if token.as_ref().is_some_and(|token| !is_token(token)) {
            return Err(Error::invalid("token must be letters, digits and signs without spaces"));
        }
        Ok(ChannelRequest { kind, address, token, language: Language::of(&language.unwrap_or_default()) })
    }
}

/// A channel that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreatedNotificationChannel)]
pub struct CreatedChannelBody {
    channel: ChannelBody,
    /// The key of the signatures of a webhook. It is not shown again.
    signing_key: Option<String>,
}

impl From<CreatedChannel> for CreatedChannelBody {
    fn from(created: CreatedChannel) -> Self {
        Self { channel: created.channel.into(), signing_key: created.key }
    }
}

/// The result of a test message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NotificationTest)]
pub struct TestBody {
    /// The reason why it was not sent; `null` if the channel accepted it.
    failure: Option<String>,
}

impl From<Option<SendError>> for TestBody {
    fn from(failure: Option<SendError>) -> Self {
        Self { failure: failure.map(|failure| failure.to_string()) }
    }
}
