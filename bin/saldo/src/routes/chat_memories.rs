//! `/api/chat/memories` and `/api/chat/models`: the advisor's notes about the user, and the available models.

use actix_web::{HttpResponse, web};
use saldo_domain::Memory;
use saldo_wire::chats::{MemoryBody, MemoryRequest, ModelBody};
use saldo_wire::lists::List;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/chat/memories` — lists the notes, oldest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/chat/memories", responses((status = 200, body = List<MemoryBody>)))]
pub async fn list_memories(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let memories = app.chats.notes(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(memories.into_iter().map(MemoryBody::from).collect())))
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
    let made = app.chats.add_note(user.id(), &body.text()?).await?;
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
    let changed = app.chats.update_note(user.id(), id.0, &body.text()?).await?;
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

/// `GET /api/chat/models` — lists the available models, the default one first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/chat/models", responses((status = 200, body = List<ModelBody>)))]
pub async fn list_models(app: web::Data<App>, _: CurrentUser) -> Result<HttpResponse, ApiError> {
    let models = app.chats.models().iter().enumerate().map(|(index, named)| {
        let (is_default, is_remote) = (index == 0, named.model.is_remote());
        ModelBody::new(named, is_default, is_default && app.config.asks_about_statements(is_remote))
    });
    Ok(HttpResponse::Ok().json(List::whole(models.collect())))
}
