//! `/api/mailboxes`: mailboxes, and the messages that were read from them.

use saldo_domain::{Mailbox, MailboxId, UserId};
use saldo_wire::mailboxes::{MailboxBody, MailboxRequestBody, MailboxTestBody, MailboxesBody};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::CurrentUser;

/// `GET /api/mailboxes` — lists the mailboxes with the results for their latest messages.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/mailboxes")]
pub async fn list_mailboxes(user: CurrentUser) -> Answer<MailboxesBody> {
    answer(user.app.mailboxes.list(user.id()).await?)
}

/// `POST /api/mailboxes/test` — signs in to a mailbox and stores nothing. Secrets that are left out are those
/// of the mailbox `mailboxId`.
///
/// # Errors
/// 400 if the folder cannot be opened, with the reason; 404 for an unknown mailbox.
#[utoipa::path(post, path = "/mailboxes/test", responses((status = 404)))]
pub async fn test_mailbox(user: CurrentUser, body: Json<MailboxRequestBody>) -> Answer<MailboxTestBody> {
    let (known, request) = body.into_inner().request(user.now())?;
    let messages = user.app.mailboxes.test(user.id(), known, request).await?;
    answer(MailboxTestBody::new(messages))
}

/// `POST /api/mailboxes` — connects a mailbox after a sign-in to it. It is fetched within a minute.
///
/// # Errors
/// 400 if the folder cannot be opened, with the reason; 409 for too many mailboxes.
#[utoipa::path(post, path = "/mailboxes", responses((status = 409)))]
pub async fn create_mailbox(user: CurrentUser, body: Json<MailboxRequestBody>) -> Answer<MailboxBody, 201> {
    let (_, request) = body.into_inner().request(user.now())?;
    let (mailboxes, user_id, now) = (user.app.mailboxes.clone(), user.id(), user.now());
    let id = user.app.to_the_end(async move { mailboxes.add(user_id, request, now).await }).await?;
    answer(found(&user.app, user.id(), id).await?)
}

/// `PUT /api/mailboxes/{id}` — replaces the settings of a mailbox after a sign-in to it. Secrets that are
/// left out stay, unless the server changes.
///
/// # Errors
/// 400 if the folder cannot be opened, with the reason; 404 for an unknown mailbox.
#[utoipa::path(put, path = "/mailboxes/{id}")]
pub async fn put_mailbox(
    user: CurrentUser,
    id: PathId<Mailbox>,
    body: Json<MailboxRequestBody>,
) -> Answer<MailboxBody> {
    let (_, request) = body.into_inner().request(user.now())?;
    let (mailboxes, user_id, now) = (user.app.mailboxes.clone(), user.id(), user.now());
    user.app.to_the_end(async move { mailboxes.put(user_id, id.0, request, now).await }).await?;
    answer(found(&user.app, user.id(), id.0).await?)
}

/// `POST /api/mailboxes/{id}/fetch` — fetches a mailbox at once. A failure of the mail server is in the
/// answer.
///
/// # Errors
/// 404 for an unknown mailbox; 409 if it is being fetched.
#[utoipa::path(post, path = "/mailboxes/{id}/fetch", responses((status = 409)))]
pub async fn fetch_mailbox(user: CurrentUser, id: PathId<Mailbox>) -> Answer<MailboxBody> {
    let (mailboxes, user_id, now) = (user.app.mailboxes.clone(), user.id(), user.now());
    user.app.to_the_end(async move { mailboxes.fetch(user_id, id.0, now).await }).await?;
    answer(found(&user.app, user.id(), id.0).await?)
}

/// `DELETE /api/mailboxes/{id}` — deletes a mailbox with its secrets. What was imported stays.
///
/// # Errors
/// 404 for an unknown mailbox.
#[utoipa::path(delete, path = "/mailboxes/{id}")]
pub async fn delete_mailbox(user: CurrentUser, id: PathId<Mailbox>) -> Done {
    user.app.mailboxes.delete(user.id(), id.0).await?;
    Ok(NoContent)
}

async fn found(app: &App, user: UserId, mailbox: MailboxId) -> Result<MailboxBody, ApiError> {
    let listed = app.mailboxes.list(user).await?;
    MailboxBody::of(listed, mailbox).ok_or_else(ApiError::not_found)
}
