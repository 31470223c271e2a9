//! `/api/mailboxes`: mailboxes, and the messages that were read from them.

use actix_web::{HttpResponse, web};
use saldo_domain::{Mailbox, MailboxId, UserId};
use saldo_wire::mailboxes::{MailboxBody, MailboxRequestBody, MailboxTestBody, MailboxesBody};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::CurrentUser;

/// `GET /api/mailboxes` — lists the mailboxes with the results for their latest messages.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/mailboxes", responses((status = 200, body = MailboxesBody)))]
pub async fn list_mailboxes(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let listed = app.mailboxes.list(user.id()).await?;
    Ok(HttpResponse::Ok().json(MailboxesBody::from(listed)))
}

/// `POST /api/mailboxes/test` — signs in to a mailbox and stores nothing. Secrets that are left out are those
/// of the mailbox `mailboxId`.
///
/// # Errors
/// 400 if the folder cannot be opened, with the reason; 404 for an unknown mailbox.
#[utoipa::path(
    post, path = "/mailboxes/test",
    request_body = MailboxRequestBody,
    responses((status = 200, body = MailboxTestBody), (status = 404)),
)]
pub async fn test_mailbox(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<MailboxRequestBody>,
) -> Result<HttpResponse, ApiError> {
    let (known, request) = body.into_inner().request(app.clock.now())?;
    let messages = app.mailboxes.test(user.id(), known, request).await?;
    Ok(HttpResponse::Ok().json(MailboxTestBody::new(messages)))
}

/// `POST /api/mailboxes` — connects a mailbox after a sign-in to it. It is fetched within a minute.
///
/// # Errors
/// 400 if the folder cannot be opened, with the reason; 409 for too many mailboxes.
#[utoipa::path(
    post, path = "/mailboxes",
    request_body = MailboxRequestBody,
    responses((status = 201, body = MailboxBody), (status = 409)),
)]
pub async fn create_mailbox(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<MailboxRequestBody>,
) -> Result<HttpResponse, ApiError> {
    let (_, request) = body.into_inner().request(app.clock.now())?;
    let (mailboxes, user_id, now) = (app.mailboxes.clone(), user.id(), app.clock.now());
    let id = to_the_end(&app, async move { mailboxes.add(user_id, request, now).await }).await?;
    Ok(HttpResponse::Created().json(found(&app, user.id(), id).await?))
}

/// `PUT /api/mailboxes/{id}` — replaces the settings of a mailbox after a sign-in to it. Secrets that are
/// left out stay, unless the server changes.
///
/// # Errors
/// 400 if the folder cannot be opened, with the reason; 404 for an unknown mailbox.
#[utoipa::path(
    put, path = "/mailboxes/{id}",
    request_body = MailboxRequestBody,
    responses((status = 200, body = MailboxBody)),
)]
pub async fn put_mailbox(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Mailbox>,
    body: Json<MailboxRequestBody>,
) -> Result<HttpResponse, ApiError> {
    let (_, request) = body.into_inner().request(app.clock.now())?;
    let (mailboxes, user_id, now) = (app.mailboxes.clone(), user.id(), app.clock.now());
    to_the_end(&app, async move { mailboxes.put(user_id, id.0, request, now).await }).await?;
    Ok(HttpResponse::Ok().json(found(&app, user.id(), id.0).await?))
}

/// `POST /api/mailboxes/{id}/fetch` — fetches a mailbox at once. A failure of the mail server is in the
/// answer.
///
/// # Errors
/// 404 for an unknown mailbox; 409 if it is being fetched.
#[utoipa::path(
    post, path = "/mailboxes/{id}/fetch",
    responses((status = 200, body = MailboxBody), (status = 409)),
)]
pub async fn fetch_mailbox(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Mailbox>,
) -> Result<HttpResponse, ApiError> {
    let (mailboxes, user_id, now) = (app.mailboxes.clone(), user.id(), app.clock.now());
    to_the_end(&app, async move { mailboxes.fetch(user_id, id.0, now).await }).await?;
    Ok(HttpResponse::Ok().json(found(&app, user.id(), id.0).await?))
}

/// `DELETE /api/mailboxes/{id}` — deletes a mailbox with its secrets. What was imported stays.
///
/// # Errors
/// 404 for an unknown mailbox.
#[utoipa::path(delete, path = "/mailboxes/{id}", responses((status = 204)))]
pub async fn delete_mailbox(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Mailbox>,
) -> Result<HttpResponse, ApiError> {
    app.mailboxes.delete(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Works in a task of its own, so that a client that disconnects does not cut it off: a refresh token may
/// work once, and the files of a message should be imported as a whole.
async fn to_the_end<T: Send + 'static>(
    app: &App,
    work: impl Future<Output = saldo_mailbox::Result<T>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = app.tasks.spawn(work).await.map_err(|error| ApiError::internal(&error))?;
    Ok(done?)
}

async fn found(app: &App, user: UserId, mailbox: MailboxId) -> Result<MailboxBody, ApiError> {
    let listed = app.mailboxes.list(user).await?;
    MailboxBody::of(listed, mailbox).ok_or_else(ApiError::not_found)
}
