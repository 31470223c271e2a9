//! `/api/notifications`: notifications, their settings and their channels.

use saldo_domain::NotificationChannel;
use saldo_wire::notifications::{
    CreatedChannelBody, KindsRequest, NewChannelRequest, NotificationsBody, ReadRequest, SettingsBody,
    TestBody,
};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/notifications` — lists the latest notifications, newest first, with the number of unread ones.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/notifications")]
pub async fn list_notifications(user: CurrentUser) -> Answer<NotificationsBody> {
    answer(user.app.notifier.list(user.id()).await?)
}

/// `POST /api/notifications/read` — marks notifications as read. Without `ids`, all are marked.
///
/// # Errors
/// 400 for too many ids; 404 for a text that is not an id.
#[utoipa::path(post, path = "/notifications/read", responses((status = 404)))]
pub async fn read_notifications(user: CurrentUser, body: Json<ReadRequest>) -> Done {
    user.app.notifier.mark_read(user.id(), body.ids()?, user.now()).await?;
    Ok(NoContent)
}

/// `GET /api/notifications/settings` — returns the kinds that are on, and the channels.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/notifications/settings")]
pub async fn get_notification_settings(user: CurrentUser) -> Answer<SettingsBody> {
    answer(user.app.notifier.settings(user.id()).await?)
}

/// `PUT /api/notifications/settings` — turns kinds on and all others off, and looks for their events.
///
/// # Errors
/// 400 for an unknown kind.
#[utoipa::path(put, path = "/notifications/settings")]
pub async fn put_notification_settings(user: CurrentUser, body: Json<KindsRequest>) -> Answer<SettingsBody> {
    user.app.notifier.turn_on(user.id(), body.into_inner().kinds, user.now()).await?;
    answer(user.app.notifier.settings(user.id()).await?)
}

/// `POST /api/notification-channels` — adds a channel, to which later notifications are sent.
///
/// # Errors
/// 400 for an invalid address; 409 for too many channels, or a kind that this server does not have.
#[utoipa::path(post, path = "/notification-channels", responses((status = 409)))]
pub async fn create_channel(
    user: FreshUser,
    body: Json<NewChannelRequest>,
) -> Answer<CreatedChannelBody, 201> {
    let request = body.into_inner().channel()?;
    answer(user.app.notifier.add_channel(user.id(), request, user.now()).await?)
}

/// `POST /api/notification-channels/{id}/test` — sends a test message to a channel, and reports if it was
/// accepted.
///
/// # Errors
/// 404 for an unknown channel; 409 for a kind that this server no longer has, or an address that it can no
/// longer read.
#[utoipa::path(post, path = "/notification-channels/{id}/test", responses((status = 409)))]
pub async fn test_channel(user: CurrentUser, id: PathId<NotificationChannel>) -> Answer<TestBody> {
    answer(user.app.notifier.send_test(user.id(), id.0, user.now()).await?)
}

/// `DELETE /api/notification-channels/{id}` — deletes a channel.
///
/// # Errors
/// 404 for an unknown channel.
#[utoipa::path(delete, path = "/notification-channels/{id}")]
pub async fn delete_channel(user: FreshUser, id: PathId<NotificationChannel>) -> Done {
    user.app.notifier.delete_channel(user.id(), id.0).await?;
    Ok(NoContent)
}
