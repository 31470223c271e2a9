//! `/api/saved-views`: filters of the transactions and reports, saved under a name.

use saldo_domain::SavedView;
use saldo_wire::lists::List;
use saldo_wire::saved_views::{SavedViewBody, SavedViewChangeRequest, SavedViewRequest};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/saved-views` — lists the saved views, oldest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/saved-views")]
pub async fn list_saved_views(user: CurrentUser) -> Answer<List<SavedViewBody>> {
    answer(user.app.books.saved_views(user.id()).await?)
}

/// `POST /api/saved-views` — saves a view.
///
/// # Errors
/// 400 for an invalid name or query; 409 for a name that another view of the page has, or too many views.
#[utoipa::path(post, path = "/saved-views", responses((status = 409)))]
pub async fn create_saved_view(
    user: CurrentUser,
    body: Json<SavedViewRequest>,
) -> Answer<SavedViewBody, 201> {
    answer(user.app.books.save_view(user.id(), body.into_inner().view()?, user.now()).await?)
}

/// `PATCH /api/saved-views/{id}` — renames a view, or changes its query.
///
/// # Errors
/// As for saving one; 404 for an unknown view.
#[utoipa::path(patch, path = "/saved-views/{id}", responses((status = 409)))]
pub async fn update_saved_view(
    user: CurrentUser,
    id: PathId<SavedView>,
    body: Json<SavedViewChangeRequest>,
) -> Answer<SavedViewBody> {
    let change = body.into_inner().change()?;
    answer(user.app.books.update_view(user.id(), id.0, change, user.now()).await?)
}

/// `DELETE /api/saved-views/{id}` — deletes a view.
///
/// # Errors
/// 404 for an unknown view.
#[utoipa::path(delete, path = "/saved-views/{id}")]
pub async fn delete_saved_view(user: FreshUser, id: PathId<SavedView>) -> Done {
    user.app.books.delete_view(user.id(), id.0).await?;
    Ok(NoContent)
}
