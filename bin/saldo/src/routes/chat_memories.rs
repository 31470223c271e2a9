//! `/api/chat/memories` and `/api/chat/models`: the advisor's notes about the user, and the available models.

use saldo_domain::Memory;
use saldo_wire::chats::{MemoryBody, MemoryRequest, ModelBody};
use saldo_wire::lists::List;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/chat/memories` — lists the notes, oldest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/chat/memories")]
pub async fn list_memories(user: CurrentUser) -> Answer<List<MemoryBody>> {
    answer(user.app.chats.notes(user.id()).await?)
}

/// `POST /api/chat/memories` — creates a note.
///
/// # Errors
/// 400 for an invalid text, 409 if there are too many notes.
#[utoipa::path(post, path = "/chat/memories", responses((status = 409)))]
pub async fn create_memory(user: CurrentUser, body: Json<MemoryRequest>) -> Answer<MemoryBody, 201> {
    answer(user.app.chats.add_note(user.id(), &body.text()?).await?)
}

/// `PATCH /api/chat/memories/{id}` — changes a note.
///
/// # Errors
/// 400 for an invalid text, 404 for an unknown note.
#[utoipa::path(patch, path = "/chat/memories/{id}")]
pub async fn update_memory(
    user: CurrentUser,
    id: PathId<Memory>,
    body: Json<MemoryRequest>,
) -> Answer<MemoryBody> {
    answer(user.app.chats.update_note(user.id(), id.0, &body.text()?).await?)
}

/// `DELETE /api/chat/memories/{id}` — deletes a note.
///
/// # Errors
/// 404 for an unknown note.
#[utoipa::path(delete, path = "/chat/memories/{id}")]
pub async fn delete_memory(user: FreshUser, id: PathId<Memory>) -> Done {
    user.app.chats.delete_note(user.id(), id.0).await?;
    Ok(NoContent)
}

/// `GET /api/chat/models` — lists the available models, the default one first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/chat/models")]
pub async fn list_models(user: CurrentUser) -> Answer<List<ModelBody>> {
    let models = user.app.chats.models().iter().enumerate().map(|(index, named)| {
        let (is_default, is_remote) = (index == 0, named.model.is_remote());
        ModelBody::new(named, is_default, is_default && user.app.config.asks_about_statements(is_remote))
    });
    answer(List::whole(models.collect()))
}
