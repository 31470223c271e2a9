//! `/api/edits`: changes to transactions, and undoing them.

use actix_web::web;
use saldo_domain::Edit;
use saldo_wire::edits::{EditBody, UndoneBody};
use saldo_wire::lists::{List, PageQuery};

use crate::answer::{Answer, answer};
use crate::extract::PathId;
use crate::session::CurrentUser;

/// `GET /api/edits` — lists the edits, latest first.
///
/// # Errors
/// 400 for an invalid cursor or limit.
#[utoipa::path(get, path = "/edits")]
pub async fn list_edits(user: CurrentUser, page: web::Query<PageQuery>) -> Answer<List<EditBody>> {
    answer(user.app.books.edits(user.id(), page.request()?).await?)
}

/// `POST /api/edits/{id}/undo` — undoes an edit. Undoing the undo redoes the edit.
///
/// # Errors
/// 404 for an unknown edit; 409 if the edit is undone already.
#[utoipa::path(post, path = "/edits/{id}/undo", responses((status = 409)))]
pub async fn undo_edit(user: CurrentUser, id: PathId<Edit>) -> Answer<UndoneBody> {
    answer(user.app.books.undo_edit(user.author(), id.0, user.now()).await?)
}
