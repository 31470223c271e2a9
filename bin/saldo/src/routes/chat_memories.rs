//! `/api/chat/memories` and `/api/chat/models`: the advisor's notes about the user, and the available models.

use actix_web::{HttpResponse, web};
use saldo_domain::{Memory, MemoryId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, one_line};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::List;

/// Maximum length of a note, in characters.
const TEXT_CHARACTERS_MAX: usize = 500;

/// A note.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Memory)]
#[serde(rename_all = "camelCase")]
struct MemoryBody {
    id: MemoryId,
    text: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<Memory> for MemoryBody {
    fn from(memory: Memory) -> Self {
        Self {
            id: memory.id,
            text: memory.text,
            created_at: memory.created_at,
            updated_at: memory.updated_at,
        }
    }
}

/// `GET /api/chat/memories` — lists the notes, oldest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/chat/memories", responses((status = 200, body = List<MemoryBody>)))]
pub async fn list_memories(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let memories = app.chats.notes(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(memories.into_iter().map(MemoryBody::from).collect())))
}

/// The text of a note.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = MemoryText)]
pub struct MemoryRequest {
    #[schema(min_length = 1, max_length = 500)]
    text: String,
}

/// `POST /api/chat/memories` — creates a note.
///
/// # Errors
/// 400 for an invalid text, 409 if there are too many notes.
#[utoipa::path(
    post, path = "/chat/memories",
    request_body = MemoryRequest,
    responses((status = 201, body = MemoryBody), (status = 409)),
)]
pub async fn create_memory(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<MemoryRequest>,
) -> Result<HttpResponse, ApiError> {
    let text = one_line("text", &body.text, TEXT_CHARACTERS_MAX)?;
    let made = app.chats.add_note(user.id(), &text).await?;
    Ok(HttpResponse::Created().json(MemoryBody::from(made)))
}

/// `PATCH /api/chat/memories/{id}` — changes a note.
///
/// # Errors
/// 400 for an invalid text, 404 for an unknown note.
#[utoipa::path(
    patch, path = "/chat/memories/{id}",
    request_body = MemoryRequest,
    responses((status = 200, body = MemoryBody)),
)]
pub async fn update_memory(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Memory>,
    body: Json<MemoryRequest>,
) -> Result<HttpResponse, ApiError> {
    let text = one_line("text", &body.text, TEXT_CHARACTERS_MAX)?;
    let changed = app.chats.update_note(user.id(), id.0, &text).await?;
    Ok(HttpResponse::Ok().json(MemoryBody::from(changed)))
}

/// `DELETE /api/chat/memories/{id}` — deletes a note.
///
/// # Errors
/// 404 for an unknown note.
#[utoipa::path(delete, path = "/chat/memories/{id}", responses((status = 204)))]
pub async fn delete_memory(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Memory>,
) -> Result<HttpResponse, ApiError> {
    app.chats.delete_note(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A model that can answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Model)]
#[serde(rename_all = "camelCase")]
struct ModelBody {
    name: String,
    default: bool,
    leaves_machine: bool,
    /// The host that receives what is sent to the model; `null` for the built-in analyst.
    host: Option<String>,
    /// True if lines of statements that do not add up are sent to the model.
    reads_statements: bool,
}

/// `GET /api/chat/models` — lists the available models, the default one first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/chat/models", responses((status = 200, body = List<ModelBody>)))]
pub async fn list_models(app: web::Data<App>, _: CurrentUser) -> Result<HttpResponse, ApiError> {
    let models = app.chats.models().iter().enumerate().map(|(index, named)| ModelBody {
        name: named.name.clone(),
        default: index == 0,
        leaves_machine: named.model.is_remote(),
        host: named.model.host(),
        reads_statements: index == 0 && app.config.asks_about_statements(named.model.is_remote()),
    });
    Ok(HttpResponse::Ok().json(List::whole(models.collect())))
}
