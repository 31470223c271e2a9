//! `/api/chat/threads` and `/api/chat/{id}/stream`: stored chats.

use actix_web::{HttpResponse, web};
use saldo_advisor::chats::{ChatChange, ChatMessage, Thread};
use saldo_domain::{ChatId, ChatRole, MessageState, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::chat::response;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PageQuery, PatchField, one_line};
use crate::openapi::{StreamedEvent, TraceContent};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::List;

/// Maximum length of a title, in characters.
const TITLE_CHARACTERS_MAX: usize = 200;
/// Maximum length of a search text, in characters.
const SEARCH_CHARACTERS_MAX: usize = 200;

/// A thread: a stored chat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Thread)]
#[serde(rename_all = "camelCase")]
struct ThreadBody {
    id: ChatId,
    client_id: Option<String>,
    title: String,
    model: Option<String>,
    /// The model and host to which the user allowed this thread to be sent.
    consent: Option<String>,
    /// True while an answer is being written.
    streaming: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<Thread> for ThreadBody {
    fn from(Thread { chat, is_running }: Thread) -> Self {
        Self {
            streaming: is_running,
            id: chat.id,
            client_id: chat.client_id,
            title: chat.title,
            model: chat.model,
            consent: chat.consent,
            created_at: chat.created_at,
            updated_at: chat.updated_at,
        }
    }
}

/// A message in the shape of the AI SDK.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeptMessage)]
struct MessageBody {
    id: String,
    #[schema(value_type = crate::openapi::ChatRole)]
    role: ChatRole,
    #[schema(value_type = Object)]
    metadata: Value,
    #[schema(value_type = Vec<Object>)]
    parts: Value,
}

impl From<ChatMessage> for MessageBody {
    fn from(message: ChatMessage) -> Self {
        let mut metadata = match message.metadata {
            Value::Object(metadata) => metadata,
            _ => serde_json::Map::new(),
        };
        let state: MessageState = message.state;
        metadata.insert("state".to_owned(), serde_json::to_value(state).unwrap_or_default());
        metadata.insert("createdAt".to_owned(), message.created_at.to_string().into());
        Self { id: message.id, role: message.role, metadata: metadata.into(), parts: message.parts }
    }
}

/// A thread with its messages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WholeThread)]
struct WholeThreadBody {
    #[serde(flatten)]
    thread: ThreadBody,
    messages: Vec<MessageBody>,
}

/// `?search=`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Text to find in the title or messages, ignoring case.
    #[param(max_length = 200)]
    search: Option<String>,
}

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
    let search = query.into_inner().search.filter(|text| !text.trim().is_empty());
    if search.as_ref().is_some_and(|text| text.chars().count() > SEARCH_CHARACTERS_MAX) {
        let message = format!("search must have at most {SEARCH_CHARACTERS_MAX} characters");
        return Err(ApiError::bad_request(message));
    }
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
    responses((status = 200, body = WholeThreadBody)),
)]
pub async fn get_thread(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let (thread, messages) = app.chats.thread(user.id(), &id).await?;
    let messages = messages.into_iter().map(MessageBody::from).collect();
    Ok(HttpResponse::Ok().json(WholeThreadBody { thread: thread.into(), messages }))
}

/// Changes to a thread. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ThreadChange)]
pub struct ThreadRequest {
    #[schema(max_length = 200)]
    title: Option<String>,
    /// `null` revokes the user's consent. Consent is given with a chat message only.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    consent: PatchField<String>,
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
    let body = body.into_inner();
    let title = body.title.map(|text| one_line("title", &text, TITLE_CHARACTERS_MAX));
    let consent = body.consent.into_change();
    if matches!(consent, Some(Some(_))) {
        return Err(ApiError::bad_request("consent can only be null here; give consent with POST /chat"));
    }
    let change = ChatChange { title: title.transpose()?, consent, ..ChatChange::default() };
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

/// The trace of one answer: requests to the model, tool calls with their results, tokens, time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Trace)]
#[serde(rename_all = "camelCase")]
struct TraceBody {
    message_id: String,
    created_at: Timestamp,
    #[serde(flatten)]
    #[schema(value_type = TraceContent)]
    content: Value,
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
    let items = traces.into_iter().map(|trace| TraceBody {
        message_id: trace.message,
        created_at: trace.created_at,
        content: trace.content,
    });
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
        Some(stream) => response().streaming(stream),
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
