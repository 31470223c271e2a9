//! `/api/chat/threads` and `/api/chat/{id}/stream`: stored chats.

use actix_web::{HttpResponse, web};
use futures::StreamExt;
use saldo_wire::chats::{SearchQuery, ThreadBody, ThreadRequest, ThreadWithMessagesBody, TraceBody};
use saldo_wire::described::StreamedEvent;
use saldo_wire::lists::{List, PageQuery};

use super::chat::response;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/chat/threads` — lists threads, latest first. With `search` only threads that contain the text.
///
/// # Errors
/// 400 for an invalid cursor, limit or search.
#[utoipa::path(
    get, path = "/chat/threads",
    params(PageQuery, SearchQuery),
    responses((status = 200, body = List<ThreadBody>)),
)]
pub async fn list_threads(
    app: web::Data<App>,
    user: CurrentUser,
    page: web::Query<PageQuery>,
    query: web::Query<SearchQuery>,
) -> Result<HttpResponse, ApiError> {
    let search = query.into_inner().search()?;
    let found = app.chats.threads(user.id(), search, page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, ThreadBody::from)))
}

/// `GET /api/chat/threads/{id}` — returns a thread with its messages.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(
    get, path = "/chat/threads/{id}",
    params(("id" = String, Path, description = "The thread's id, or the client's own id for it.")),
    responses((status = 200, body = ThreadWithMessagesBody)),
)]
pub async fn get_thread(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let (thread, messages) = app.chats.thread(user.id(), &id).await?;
    Ok(HttpResponse::Ok().json(ThreadWithMessagesBody::new(thread, messages)))
}

/// `PATCH /api/chat/threads/{id}` — renames a thread, or revokes the consent to send it to a model.
///
/// # Errors
/// 400 for an invalid title or consent, 404 for an unknown thread.
#[utoipa::path(
    patch, path = "/chat/threads/{id}",
    params(("id" = String, Path, description = "The thread's id, or the client's own id for it.")),
    request_body = ThreadRequest,
    responses((status = 200, body = ThreadBody)),
)]
pub async fn update_thread(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
    body: Json<ThreadRequest>,
) -> Result<HttpResponse, ApiError> {
    let change = body.into_inner().change()?;
    Ok(HttpResponse::Ok().json(ThreadBody::from(app.chats.update(user.id(), &id, change).await?)))
}

/// `DELETE /api/chat/threads/{id}` — deletes a thread with its messages, and stops an answer that is being
/// written.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(delete, path = "/chat/threads/{id}",
    params(("id" = String, Path, description = "The thread's id, or the client's own id for it.")),
    responses((status = 204)),
)]
pub async fn delete_thread(
    app: web::Data<App>,
    user: FreshUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.chats.delete(user.id(), &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/chat/threads/{id}/trace` — lists the traces of the thread's latest answers, oldest first.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(
    get, path = "/chat/threads/{id}/trace",
    params(("id" = String, Path, description = "The thread's id, or the client's own id for it.")),
    responses((status = 200, body = List<TraceBody>)),
)]
pub async fn get_trace(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let traces = app.chats.traces(user.id(), &id).await?;
    let items = traces.into_iter().map(TraceBody::from);
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `GET /api/chat/{id}/stream` — streams the answer that is being written, from its beginning. Without one
/// the status is 204.
///
/// # Errors
/// 404 for a thread id that is not the user's. An unknown client id is not an error, since its chat may not
/// have begun.
#[utoipa::path(
    get, path = "/chat/{id}/stream",
    params(("id" = String, Path, description = "The thread's id, or the client's own id for it.")),
    responses(
        (status = 200, description = "The answer so far, then the rest as it is written.", body = StreamedEvent, content_type = "text/event-stream"),
        (status = 204, description = "No answer is being written."),
    ),
)]
pub async fn resume_stream(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    Ok(match app.chats.resume(user.id(), &id).await? {
        Some(stream) => response().streaming(stream.take_until(user.removed(app))),
        None => HttpResponse::NoContent().finish(),
    })
}

/// `DELETE /api/chat/{id}/stream` — stops the answer that is being written. The text so far is stored.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(
    delete, path = "/chat/{id}/stream",
    params(("id" = String, Path, description = "The thread's id, or the client's own id for it.")),
    responses((status = 204)),
)]
pub async fn stop_stream(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.chats.stop(user.id(), &id).await?;
    Ok(HttpResponse::NoContent().finish())
}
