//! `/api/chat/threads` and `/api/chat/{id}/stream`: stored chats.

use actix_web::{HttpResponse, web};
use futures::StreamExt;
use saldo_wire::chats::{
    SearchQuery, ThreadBody, ThreadPath, ThreadRequest, ThreadWithMessagesBody, TraceBody,
};
use saldo_wire::described::StreamedEvent;
use saldo_wire::lists::{List, PageQuery};

use super::chat::response;
use crate::answer::{Answer, Done, NoContent, answer};
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/chat/threads` — lists threads, latest first. With `search` only threads that contain the text.
///
/// # Errors
/// 400 for an invalid cursor, limit or search.
#[utoipa::path(get, path = "/chat/threads")]
pub async fn list_threads(
    user: CurrentUser,
    page: web::Query<PageQuery>,
    query: web::Query<SearchQuery>,
) -> Answer<List<ThreadBody>> {
    let search = query.into_inner().search()?;
    answer(user.app.chats.threads(user.id(), search, page.request()?).await?)
}

/// `GET /api/chat/threads/{id}` — returns a thread with its messages.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(get, path = "/chat/threads/{id}")]
pub async fn get_thread(user: CurrentUser, path: web::Path<ThreadPath>) -> Answer<ThreadWithMessagesBody> {
    let (thread, messages) = user.app.chats.thread(user.id(), &path.id).await?;
    answer(ThreadWithMessagesBody::new(thread, messages))
}

/// `PATCH /api/chat/threads/{id}` — renames a thread, or revokes the consent to send it to a model.
///
/// # Errors
/// 400 for an invalid title or consent, 404 for an unknown thread.
#[utoipa::path(patch, path = "/chat/threads/{id}")]
pub async fn update_thread(
    user: CurrentUser,
    path: web::Path<ThreadPath>,
    body: Json<ThreadRequest>,
) -> Answer<ThreadBody> {
    let change = body.into_inner().change()?;
    answer(user.app.chats.update(user.id(), &path.id, change).await?)
}

/// `DELETE /api/chat/threads/{id}` — deletes a thread with its messages, and stops an answer that is being
/// written.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(delete, path = "/chat/threads/{id}")]
pub async fn delete_thread(user: FreshUser, path: web::Path<ThreadPath>) -> Done {
    user.app.chats.delete(user.id(), &path.id).await?;
    Ok(NoContent)
}

/// `GET /api/chat/threads/{id}/trace` — lists the traces of the thread's latest answers, oldest first.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(get, path = "/chat/threads/{id}/trace")]
pub async fn get_trace(user: CurrentUser, path: web::Path<ThreadPath>) -> Answer<List<TraceBody>> {
    answer(user.app.chats.traces(user.id(), &path.id).await?)
}

/// `GET /api/chat/{id}/stream` — streams the answer that is being written, from its beginning. Without one
/// the status is 204.
///
/// # Errors
/// 404 for a thread id that is not the user's. An unknown client id is not an error, since its chat may not
/// have begun.
#[utoipa::path(
    get, path = "/chat/{id}/stream",
    responses(
        (status = 200, description = "The answer so far, then the rest as it is written.", body = StreamedEvent, content_type = "text/event-stream"),
        (status = 204, description = "No answer is being written."),
    ),
)]
pub async fn resume_stream(user: CurrentUser, path: web::Path<ThreadPath>) -> Result<HttpResponse, ApiError> {
    Ok(match user.app.chats.resume(user.id(), &path.id).await? {
        Some(stream) => response().streaming(stream.take_until(user.removed())),
        None => HttpResponse::NoContent().finish(),
    })
}

/// `DELETE /api/chat/{id}/stream` — stops the answer that is being written. The text so far is stored.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(delete, path = "/chat/{id}/stream")]
pub async fn stop_stream(user: CurrentUser, path: web::Path<ThreadPath>) -> Done {
    user.app.chats.stop(user.id(), &path.id).await?;
    Ok(NoContent)
}
