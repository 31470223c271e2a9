//! `/api/chat/threads` and `/api/chat/{id}/stream` — chats that are kept.

use actix_web::{HttpResponse, web};
use saldo_domain::{Chat, ChatId, ChatRole, MessageState, Timestamp};
use saldo_storage::{ChatChange, ChatMessage};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::chat::response;
use crate::app::App;
use crate::chatting::{live, turn};
use crate::error::ApiError;
use crate::extract::{Given, Json, PageQuery, one_line};
use crate::openapi::StreamedEvent;
use crate::session::{CurrentUser, FreshUser};
use crate::wire::List;

/// Characters of a title.
const TITLE_CHARACTERS_MAX: usize = 200;
/// Characters of what is searched for.
const SEARCH_CHARACTERS_MAX: usize = 200;

/// A thread.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Thread)]
#[serde(rename_all = "camelCase")]
struct ThreadBody {
    id: ChatId,
    client_id: Option<String>,
    title: String,
    model: Option<String>,
    /// To whom the person allowed what is said in it to be sent.
    consent: Option<String>,
    /// Whether an answer is being written in it now.
    streaming: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl ThreadBody {
    fn new(app: &App, chat: Chat) -> Self {
        Self {
            streaming: app.live.find(chat.id).is_some(),
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

/// A message, as the AI toolkit's clients take it.
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
    /// What is said in it, without regard to case.
    #[param(max_length = 200)]
    search: Option<String>,
}

/// `GET /api/chat/threads` — the latest first; with `search` those in which it is said.
///
/// # Errors
/// 400 for a cursor or limit that does not fit.
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
    let found = app.storage.list_chats(user.id(), search, page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, |chat| ThreadBody::new(&app, chat))))
}

/// `GET /api/chat/threads/{id}` — a thread with its messages.
///
/// # Errors
/// 404.
#[utoipa::path(
    get, path = "/chat/threads/{id}",
    params(("id" = String, Path, description = "The thread's id, or what the client calls it.")),
    responses((status = 200, body = WholeThreadBody)),
)]
pub async fn get_thread(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let chat = turn::find(&app, user.id(), &id).await?.ok_or_else(ApiError::not_found)?;
    let mut messages = app.storage.list_chat_messages(user.id(), chat.id).await?;
    let is_begun = |message: &mut ChatMessage| message.state == MessageState::Streaming;
    if app.live.find(chat.id).is_some_and(|running| running.is_new) {
        // Its stream has it from the beginning; a client that had both would show it twice.
        messages.pop_if(is_begun);
    }
    let messages = messages.into_iter().map(MessageBody::from).collect();
    let thread = ThreadBody::new(&app, chat);
    Ok(HttpResponse::Ok().json(WholeThreadBody { thread, messages }))
}

/// What is to change of a thread.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ThreadChange)]
pub struct ThreadRequest {
    #[schema(max_length = 200)]
    title: Option<String>,
    /// `null` takes back what the person allowed; it is given with a question.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    consent: Given<String>,
}

/// `PATCH /api/chat/threads/{id}` — renames it, or takes back what the person allowed to be sent.
///
/// # Errors
/// 400 for a title or consent that does not fit, 404.
#[utoipa::path(
    patch, path = "/chat/threads/{id}",
    params(("id" = String, Path, description = "The thread's id, or what the client calls it.")),
    request_body = ThreadRequest,
    responses((status = 200, body = ThreadBody)),
)]
pub async fn update_thread(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
    body: Json<ThreadRequest>,
) -> Result<HttpResponse, ApiError> {
    let chat = turn::find(&app, user.id(), &id).await?.ok_or_else(ApiError::not_found)?;
    let body = body.into_inner();
    let title = body.title.map(|text| one_line("title", &text, TITLE_CHARACTERS_MAX));
    let consent = body.consent.into_change();
    if matches!(consent, Some(Some(_))) {
        return Err(ApiError::bad_request("consent can only be null here; it is given with a question"));
    }
    let change = ChatChange { title: title.transpose()?, consent, ..ChatChange::default() };
    let changed = app.storage.update_chat(user.id(), chat.id, change, app.clock.now()).await?;
    let changed = changed.ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok().json(ThreadBody::new(&app, changed)))
}

/// `DELETE /api/chat/threads/{id}` — with everything in it; an answer that is being written stops.
///
/// # Errors
/// 404.
#[utoipa::path(delete, path = "/chat/threads/{id}",
    params(("id" = String, Path, description = "The thread's id, or what the client calls it.")),
    responses((status = 204)),
)]
pub async fn delete_thread(
    app: web::Data<App>,
    user: FreshUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let chat = turn::find(&app, user.id(), &id).await?.ok_or_else(ApiError::not_found)?;
    app.live.stop(chat.id).await;
    if !app.storage.delete_chat(user.id(), chat.id).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Traces that are shown of a thread.
const TRACES_MAX: u32 = 50;

/// What one answer took: what was sent to which model, which tools ran with what result, tokens, time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Trace)]
#[serde(rename_all = "camelCase")]
struct TraceBody {
    message_id: String,
    created_at: Timestamp,
    #[serde(flatten)]
    #[schema(value_type = Object)]
    content: Value,
}

/// `GET /api/chat/threads/{id}/trace` — what models were sent for the latest answers, the oldest of them first.
///
/// # Errors
/// 404.
#[utoipa::path(
    get, path = "/chat/threads/{id}/trace",
    params(("id" = String, Path, description = "The thread's id, or what the client calls it.")),
    responses((status = 200, body = List<TraceBody>)),
)]
pub async fn get_trace(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let chat = turn::find(&app, user.id(), &id).await?.ok_or_else(ApiError::not_found)?;
    let traces = app.storage.list_chat_traces(user.id(), chat.id, TRACES_MAX).await?;
    let items = traces.into_iter().map(|trace| TraceBody {
        message_id: trace.message,
        created_at: trace.created_at,
        content: trace.content,
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `GET /api/chat/{id}/stream` — the answer that is being written, from its beginning; 204 when there is none.
///
/// # Errors
/// 404 for one of our identifiers that names no thread of the person's. A chat that only its client knows has no answer yet.
#[utoipa::path(
    get, path = "/chat/{id}/stream",
    params(("id" = String, Path, description = "The thread's id, or what the client calls it.")),
    responses(
        (status = 200, description = "The answer so far, and as it goes on.", body = StreamedEvent, content_type = "text/event-stream"),
        (status = 204, description = "No answer is being written."),
    ),
)]
pub async fn resume_stream(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let Some(chat) = turn::find(&app, user.id(), &id).await? else {
        return match id.parse::<ChatId>() {
            Ok(_) => Err(ApiError::not_found()),
            Err(_) => Ok(HttpResponse::NoContent().finish()),
        };
    };
    Ok(match app.live.find(chat.id) {
        Some(running) => response().streaming(live::read(running, false, app.config.chat.grace)),
        None => HttpResponse::NoContent().finish(),
    })
}

/// `DELETE /api/chat/{id}/stream` — stops the answer that is being written; what there is of it is kept.
///
/// # Errors
/// 404 for an unknown thread.
#[utoipa::path(
    delete, path = "/chat/{id}/stream",
    params(("id" = String, Path, description = "The thread's id, or what the client calls it.")),
    responses((status = 204)),
)]
pub async fn stop_stream(
    app: web::Data<App>,
    user: CurrentUser,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let chat = turn::find(&app, user.id(), &id).await?.ok_or_else(ApiError::not_found)?;
    app.live.stop(chat.id).await;
    Ok(HttpResponse::NoContent().finish())
}
