//! `/api/edits`: changes to transactions, and undoing them.

use actix_web::{HttpResponse, web};
use saldo_domain::Edit;
use saldo_wire::edits::{EditBody, UndoneBody};
use saldo_wire::lists::{List, PageQuery};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::PathId;
use crate::session::CurrentUser;

/// `GET /api/edits` — lists the edits, latest first.
///
/// # Errors
/// 400 for an invalid cursor or limit.
#[utoipa::path(get, path = "/edits", params(PageQuery), responses((status = 200, body = List<EditBody>)))]
pub async fn list_edits(
    app: web::Data<App>,
    user: CurrentUser,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let found = app.books.edits(user.id(), page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, EditBody::from)))
}

/// `POST /api/edits/{id}/undo` — undoes an edit. Undoing the undo redoes the edit.
///
/// # Errors
/// 404 for an unknown edit; 409 if the edit is undone already.
#[utoipa::path(post, path = "/edits/{id}/undo", responses((status = 200, body = UndoneBody), (status = 409)))]
pub async fn undo_edit(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Edit>,
) -> Result<HttpResponse, ApiError> {
    let undone = app.books.undo_edit(user.author(), id.0, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(UndoneBody::from(undone)))
}
