//! `/api/categories` — the person's categories.

use actix_web::{HttpResponse, web};

use crate::app::App;
use crate::error::ApiError;
use crate::session::CurrentUser;
use crate::wire::{CategoryBody, List};

/// `GET /api/categories` — all of them, parents before children.
///
/// # Errors
/// None of its own.
pub async fn list_categories(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let categories = app.storage.list_categories(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(categories.into_iter().map(CategoryBody::from).collect())))
}
