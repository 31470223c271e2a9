//! `/api/categories` and `/api/tags`: the user's categories and tags.

use actix_web::{HttpResponse, web};
use saldo_domain::{Category, CategoryId};
use saldo_wire::categories::{
    CategoryBody, CategoryChangeRequest, CategoryDeleteQuery, NewCategoryRequest, TagBody,
};
use saldo_wire::lists::List;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/categories` — lists all categories, parents before their children.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/categories", responses((status = 200, body = List<CategoryBody>)))]
pub async fn list_categories(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let categories = app.books.categories(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(categories.into_iter().map(CategoryBody::from).collect())))
}

/// `POST /api/categories` — creates a category.
///
/// # Errors
/// 400 for an invalid name or a parent that has a parent itself, 404 for an unknown parent.
#[utoipa::path(
    post, path = "/categories",
    request_body = NewCategoryRequest,
    responses((status = 201, body = CategoryBody), (status = 404)),
)]
pub async fn create_category(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<NewCategoryRequest>,
) -> Result<HttpResponse, ApiError> {
    let (name, parent) = body.category()?;
    let id = CategoryId::new(app.clock.now());
    let category = app.books.add_category(user.id(), id, &name, parent).await?;
    Ok(HttpResponse::Created().json(CategoryBody::from(category)))
}

/// `PATCH /api/categories/{id}` — changes a category's name or parent.
///
/// # Errors
/// As for creating one; 404 for an unknown category.
#[utoipa::path(
    patch, path = "/categories/{id}",
    request_body = CategoryChangeRequest,
    responses((status = 200, body = CategoryBody)),
)]
pub async fn update_category(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Category>,
    body: Json<CategoryChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let change = body.into_inner().change()?;
    let category = app.books.update_category(user.id(), id.0, change).await?;
    Ok(HttpResponse::Ok().json(CategoryBody::from(category)))
}

/// `DELETE /api/categories/{id}` — deletes a category. Its transactions get the category in `instead`, or
/// none.
///
/// # Errors
/// 404 for an unknown category.
#[utoipa::path(delete, path = "/categories/{id}", params(CategoryDeleteQuery), responses((status = 204)))]
pub async fn delete_category(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Category>,
    query: web::Query<CategoryDeleteQuery>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_category(user.id(), id.0, query.instead()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/tags` — lists every tag in use with the number of its transactions.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/tags", responses((status = 200, body = List<TagBody>)))]
pub async fn list_tags(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let tags = app.books.tags(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(tags.into_iter().map(TagBody::from).collect())))
}
