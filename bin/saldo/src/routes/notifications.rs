//! `/api/notifications`: notifications, their settings and their channels.

use actix_web::{HttpResponse, web};
use saldo_domain::NotificationChannel;
use saldo_wire::notifications::{
    CreatedChannelBody, KindsRequest, NewChannelRequest, NotificationsBody, ReadRequest, SettingsBody,
    TestBody,
};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/notifications` — lists the latest notifications, newest first, with the number of unread ones.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/notifications", responses((status = 200, body = NotificationsBody)))]
pub async fn list_notifications(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(NotificationsBody::from(app.notifier.list(user.id()).await?)))
}

/// `POST /api/notifications/read` — marks notifications as read. Without `ids`, all are marked.
///
/// # Errors
/// 400 for too many ids; 404 for a text that is not an id.
#[utoipa::path(
    post, path = "/notifications/read",
    request_body = ReadRequest,
    responses((status = 204), (status = 404)),
)]
pub async fn read_notifications(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<ReadRequest>,
) -> Result<HttpResponse, ApiError> {
    app.notifier.mark_read(user.id(), body.ids()?, app.clock.now()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/notifications/settings` — returns the kinds that are on, and the channels.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/notifications/settings", responses((status = 200, body = SettingsBody)))]
pub async fn get_notification_settings(
    app: web::Data<App>,
    user: CurrentUser,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(SettingsBody::from(app.notifier.settings(user.id()).await?)))
}

/// `PUT /api/notifications/settings` — turns kinds on and all others off, and looks for their events.
///
/// # Errors
/// 400 for an unknown kind.
#[utoipa::path(
    put, path = "/notifications/settings",
    request_body = KindsRequest,
    responses((status = 200, body = SettingsBody)),
)]
pub async fn put_notification_settings(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<KindsRequest>,
) -> Result<HttpResponse, ApiError> {
    app.notifier.turn_on(user.id(), body.into_inner().kinds, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(SettingsBody::from(app.notifier.settings(user.id()).await?)))
}

/// `POST /api/notification-channels` — adds a channel, to which later notifications are sent.
///
/// # Errors
/// 400 for an invalid address; 409 for too many channels, or a kind that this server does not have.
#[utoipa::path(
    post, path = "/notification-channels",
    request_body = NewChannelRequest,
    responses((status = 201, body = CreatedChannelBody), (status = 409)),
)]
pub async fn create_channel(
    app: web::Data<App>,
    user: FreshUser,
    body: Json<NewChannelRequest>,
) -> Result<HttpResponse, ApiError> {
    let request = body.into_inner().channel()?;
    let created = app.notifier.add_channel(user.id(), request, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(CreatedChannelBody::from(created)))
}

/// `POST /api/notification-channels/{id}/test` — sends a test message to a channel, and reports if it was
/// accepted.
///
/// # Errors
/// 404 for an unknown channel; 409 for a kind that this server no longer has, or an address that it can no
/// longer read.
#[utoipa::path(
    post, path = "/notification-channels/{id}/test",
    responses((status = 200, body = TestBody), (status = 409)),
)]
pub async fn test_channel(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<NotificationChannel>,
) -> Result<HttpResponse, ApiError> {
    let failure = app.notifier.send_test(user.id(), id.0, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(TestBody::from(failure)))
}

/// `DELETE /api/notification-channels/{id}` — deletes a channel.
///
/// # Errors
/// 404 for an unknown channel.
#[utoipa::path(delete, path = "/notification-channels/{id}", responses((status = 204)))]
pub async fn delete_channel(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<NotificationChannel>,
) -> Result<HttpResponse, ApiError> {
    app.notifier.delete_channel(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
