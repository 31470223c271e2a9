//! Notifications, their settings, and their deliveries to channels.

use std::collections::{BTreeSet, HashMap};

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{
    Delivery, Event, Notification, NotificationChannel, NotificationChannelId, NotificationId,
    NotificationKind, Timestamp, UserId,
};

use super::backend::{Connection, Database, lock_user};
use crate::notifications::NOTIFICATION_CHANNELS_MAX;
use crate::rows::{fit, from_json, from_word, json, storable, word};
use crate::schema::{notification_channels, notification_deliveries, notification_settings, notifications};
use crate::sql_types::{At, RowId};
use crate::{DeliveryAttempt, DueDelivery, Error, NewChannel, Notifications, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = notifications)]
struct NotificationRow {
    id: RowId,
    user_id: RowId,
    key: String,
    content: serde_json::Value,
    created_at: At,
    read_at: Option<At>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = notification_channels)]
struct ChannelRow {
    id: RowId,
    user_id: RowId,
    kind: String,
    label: String,
    sealed: Vec<u8>,
    created_at: At,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = notification_deliveries)]
struct DeliveryRow {
    notification_id: RowId,
    channel_id: RowId,
    user_id: RowId,
    attempts: i32,
    due_at: Option<At>,
    delivered_at: Option<At>,
    failure: Option<String>,
}

impl NotificationRow {
    fn with(self, deliveries: Vec<Delivery>) -> Result<Notification> {
        Ok(Notification {
            id: self.id.typed(),
            event: from_json(self.content)?,
            created_at: self.created_at.0,
            read_at: self.read_at.map(|at| at.0),
            deliveries,
        })
    }
}

impl TryFrom<ChannelRow> for NotificationChannel {
    type Error = Error;

    fn try_from(row: ChannelRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            kind: from_word(&row.kind)?,
            label: row.label,
            sealed: row.sealed,
            created_at: row.created_at.0,
        })
    }
}

impl TryFrom<DeliveryRow> for Delivery {
    type Error = Error;

    fn try_from(row: DeliveryRow) -> Result<Self> {
        Ok(Self {
            channel: row.channel_id.typed(),
            attempts: fit(row.attempts)?,
            due_at: row.due_at.map(|at| at.0),
            delivered_at: row.delivered_at.map(|at| at.0),
            failure: row.failure,
        })
    }
}

#[async_trait]
impl Notifications for Database {
    async fn list_notifications(&self, user: UserId, limit: u32) -> Result<Vec<Notification>> {
        self.read(async move |connection| {
            let user = RowId::from(user);
            let rows: Vec<NotificationRow> = notifications::table
                .filter(notifications::user_id.eq(user))
                .order((notifications::created_at.desc(), notifications::id.desc()))
                .limit(i64::from(limit))
                .select(NotificationRow::as_select())
                .load(connection)
                .await?;
            let ids: Vec<RowId> = rows.iter().map(|row| row.id).collect();
            let found: Vec<DeliveryRow> = notification_deliveries::table
                .filter(notification_deliveries::user_id.eq(user))
                .filter(notification_deliveries::notification_id.eq_any(ids))
                .order(notification_deliveries::channel_id)
                .select(DeliveryRow::as_select())
                .load(connection)
                .await?;
            let mut of: HashMap<RowId, Vec<Delivery>> = HashMap::new();
            for row in found {
                of.entry(row.notification_id).or_default().push(row.try_into()?);
            }
            rows.into_iter()
                .map(|row| {
                    let deliveries = of.remove(&row.id).unwrap_or_default();
                    row.with(deliveries)
                })
                .collect()
        })
        .await
    }

    async fn count_unread_notifications(&self, user: UserId) -> Result<u64> {
        self.read(async move |connection| {
            let unread: i64 = notifications::table
                .filter(notifications::user_id.eq(RowId::from(user)))
                .filter(notifications::read_at.is_null())
                .count()
                .get_result(connection)
                .await?;
            fit(unread)
        })
        .await
    }

    async fn insert_notifications(&self, user: UserId, events: Vec<Event>, now: Timestamp) -> Result<usize> {
        if events.is_empty() {
            return Ok(0);
        }
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let channels: Vec<RowId> = notification_channels::table
                .filter(notification_channels::user_id.eq(user))
                .select(notification_channels::id)
                .load(connection)
                .await?;
            let mut added = 0;
            for event in &events {
                added += usize::from(insert(connection, user, event, &channels, now).await?);
            }
            Ok(added)
        })
        .await
    }

    async fn mark_notifications_read(
        &self,
        user: UserId,
        ids: Option<Vec<NotificationId>>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(async move |connection| {
            let unread = notifications::table
                .filter(notifications::user_id.eq(RowId::from(user)))
                .filter(notifications::read_at.is_null());
            let read = notifications::read_at.eq(At(now));
            match ids {
                None => diesel::update(unread).set(read).execute(connection).await?,
                Some(ids) => {
                    let ids: Vec<RowId> = ids.into_iter().map(RowId::from).collect();
                    let named = unread.filter(notifications::id.eq_any(ids));
                    diesel::update(named).set(read).execute(connection).await?
                }
            };
            Ok(())
        })
        .await
    }

    async fn find_notification_kinds(&self, user: UserId) -> Result<BTreeSet<NotificationKind>> {
        self.read(async move |connection| {
            let content: Option<serde_json::Value> = notification_settings::table
                .find(RowId::from(user))
                .select(notification_settings::content)
                .first(connection)
                .await
                .optional()?;
            content.map_or_else(|| Ok(BTreeSet::new()), from_json)
        })
        .await
    }

    async fn put_notification_kinds(
        &self,
        user: UserId,
        kinds: BTreeSet<NotificationKind>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(async move |connection| {
            let theirs = notification_settings::table.find(RowId::from(user));
            diesel::delete(theirs).execute(connection).await?;
            if kinds.is_empty() {
                return Ok(());
            }
            diesel::insert_into(notification_settings::table)
                .values((
                    notification_settings::user_id.eq(RowId::from(user)),
                    notification_settings::content.eq(json(&kinds)?),
                    notification_settings::updated_at.eq(At(now)),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn list_notified_users(&self) -> Result<Vec<UserId>> {
        self.read(async move |connection| {
            let users: Vec<RowId> = notification_settings::table
                .order(notification_settings::user_id)
                .select(notification_settings::user_id)
                .load(connection)
                .await?;
            Ok(users.into_iter().map(RowId::typed).collect())
        })
        .await
    }

    async fn list_notification_channels(&self, user: UserId) -> Result<Vec<NotificationChannel>> {
        self.read(async move |connection| {
            let rows: Vec<ChannelRow> = notification_channels::table
                .filter(notification_channels::user_id.eq(RowId::from(user)))
                .order((notification_channels::created_at, notification_channels::id))
                .select(ChannelRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(NotificationChannel::try_from).collect()
        })
        .await
    }

    async fn insert_notification_channel(
        &self,
        user: UserId,
        new: NewChannel,
        now: Timestamp,
    ) -> Result<bool> {
        let row = ChannelRow {
            id: new.id.into(),
            user_id: user.into(),
            kind: word(new.kind)?,
            label: storable(&new.label),
            sealed: new.sealed,
            created_at: now.into(),
        };
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = notification_channels::table.filter(notification_channels::user_id.eq(row.user_id));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(NOTIFICATION_CHANNELS_MAX)? {
                return Ok(false);
            }
            diesel::insert_into(notification_channels::table).values(row).execute(connection).await?;
            Ok(true)
        })
        .await
    }

    async fn delete_notification_channel(
        &self,
        user: UserId,
        channel: NotificationChannelId,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = notification_channels::table
                .filter(notification_channels::user_id.eq(RowId::from(user)))
                .filter(notification_channels::id.eq(RowId::from(channel)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }

    async fn list_due_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDelivery>> {
        self.read(async move |connection| {
            let due: Vec<DeliveryRow> = notification_deliveries::table
                .filter(notification_deliveries::due_at.le(At(now)))
                .order((notification_deliveries::due_at, notification_deliveries::notification_id))
                .limit(i64::from(limit))
                .select(DeliveryRow::as_select())
                .load(connection)
                .await?;
            let mut found = Vec::new();
            for row in due {
                if let Some(delivery) = due_delivery(connection, &row).await? {
                    found.push(delivery);
                }
            }
            Ok(found)
        })
        .await
    }

    async fn record_delivery(
        &self,
        user: UserId,
        notification: NotificationId,
        channel: NotificationChannelId,
        attempt: DeliveryAttempt,
        now: Timestamp,
    ) -> Result<()> {
        let (due_at, delivered_at, failure) = match attempt {
            DeliveryAttempt::Delivered => (None, Some(At(now)), None),
            DeliveryAttempt::Failed { failure, due_at } => (due_at.map(At), None, Some(storable(&failure))),
        };
        self.write(async move |connection| {
            let theirs = notification_deliveries::table
                .filter(notification_deliveries::user_id.eq(RowId::from(user)))
                .filter(notification_deliveries::notification_id.eq(RowId::from(notification)))
                .filter(notification_deliveries::channel_id.eq(RowId::from(channel)));
            diesel::update(theirs)
                .set((
                    notification_deliveries::attempts.eq(notification_deliveries::attempts + 1),
                    notification_deliveries::due_at.eq(due_at),
                    notification_deliveries::delivered_at.eq(delivered_at),
                    notification_deliveries::failure.eq(failure),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }
}

/// Inserts a notification, due to these channels. Returns false if the user has one with its key.
async fn insert(
    connection: &mut Connection,
    user: RowId,
    event: &Event,
    channels: &[RowId],
    now: Timestamp,
) -> Result<bool> {
    let id = RowId::from(NotificationId::new(now));
    let row = NotificationRow {
        id,
        user_id: user,
        key: storable(&event.key()),
        content: json(event)?,
        created_at: now.into(),
        read_at: None,
    };
    let insert = diesel::insert_into(notifications::table).values(row).on_conflict_do_nothing();
    if insert.execute(connection).await? == 0 {
        return Ok(false);
    }
    for channel in channels {
        let delivery = DeliveryRow {
            notification_id: id,
            channel_id: *channel,
            user_id: user,
            attempts: 0,
            due_at: Some(now.into()),
            delivered_at: None,
            failure: None,
        };
        diesel::insert_into(notification_deliveries::table).values(delivery).execute(connection).await?;
    }
    Ok(true)
}

/// Returns a due delivery with its notification and channel, both of its user.
async fn due_delivery(connection: &mut Connection, row: &DeliveryRow) -> Result<Option<DueDelivery>> {
    let notification: Option<NotificationRow> = notifications::table
        .filter(notifications::user_id.eq(row.user_id))
        .filter(notifications::id.eq(row.notification_id))
        .select(NotificationRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let channel: Option<ChannelRow> = notification_channels::table
        .filter(notification_channels::user_id.eq(row.user_id))
        .filter(notification_channels::id.eq(row.channel_id))
        .select(ChannelRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some((notification, channel)) = notification.zip(channel) else { return Ok(None) };
    Ok(Some(DueDelivery {
        user: row.user_id.typed(),
        notification: notification.with(Vec::new())?,
        channel: channel.try_into()?,
        attempts: fit(row.attempts)?,
    }))
}
