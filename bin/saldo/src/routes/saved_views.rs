//! `/api/saved-views`: filters of the transactions and reports, saved under a name.

use actix_web::{HttpResponse, web};
use saldo_domain::SavedView;
use saldo_wire::lists::List;
use saldo_wire::saved_views::{SavedViewBody, SavedViewChangeRequest, SavedViewRequest};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/saved-views` — lists the saved views, oldest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/saved-views", responses((status = 200, body = List<SavedViewBody>)))]
pub async fn list_saved_views(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let views = app.books.saved_views(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(views.into_iter().map(SavedViewBody::from).collect())))
}

/// `POST /api/saved-views` — saves a view.
///
/// # Errors
/// 400 for an invalid name or query; 409 for a name that another view of the page has, or too many views.
#[utoipa::path(
    post, path = "/saved-views",
    request_body = SavedViewRequest,
    responses((status = 201, body = SavedViewBody), (status = 409)),
)]
pub async fn create_saved_view(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<SavedViewRequest>,
) -> Result<HttpResponse, ApiError> {
    let saved = app.books.save_view(user.id(), body.into_inner().view()?, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(SavedViewBody::from(saved)))
}

/// `PATCH /api/saved-views/{id}` — renames a view, or changes its query.
///
/// # Errors
/// As for saving one; 404 for an unknown view.
#[utoipa::path(
    patch, path = "/saved-views/{id}",
    request_body = SavedViewChangeRequest,
    responses((status = 200, body = SavedViewBody), (status = 409)),
)]
pub async fn update_saved_view(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<SavedView>,
    body: Json<SavedViewChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let change = body.into_inner().change()?;
    let changed = app.books.update_view(user.id(), id.0, change, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(SavedViewBody::from(changed)))
}

/// `DELETE /api/saved-views/{id}` — deletes a view.
///
/// # Errors
/// 404 for an unknown view.
#[utoipa::path(delete, path = "/saved-views/{id}", responses((status = 204)))]
pub async fn delete_saved_view(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<SavedView>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_view(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
