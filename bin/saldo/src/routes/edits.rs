//! `/api/edits`: changes to transactions, and undoing them.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::UndoneEdit;
use saldo_domain::Edit;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{PageQuery, PathId};
use crate::session::CurrentUser;
use crate::wire::List;
use crate::wire_ledger::EditBody;

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

#[derive(Serialize, ToSchema)]
struct UndoneBody {
    edit: EditBody,
    /// The number of transactions that were changed again since the edit and therefore stay, wholly or in
    /// part.
    kept: u64,
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
    let UndoneEdit { edit, kept } = app.books.undo_edit(user.id(), id.0, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(UndoneBody { edit: edit.into(), kept }))
}
