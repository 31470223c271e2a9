//! `/api/categories` and `/api/tags`: the user's categories and tags.

use actix_web::web;
use saldo_domain::{Category, CategoryId};
use saldo_wire::categories::{
    CategoryBody, CategoryChangeRequest, CategoryDeleteQuery, NewCategoryRequest, TagBody,
};
use saldo_wire::lists::List;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/categories` — lists all categories, parents before their children.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/categories")]
pub async fn list_categories(user: CurrentUser) -> Answer<List<CategoryBody>> {
    answer(user.app.books.categories(user.id()).await?)
}

/// `POST /api/categories` — creates a category.
///
/// # Errors
/// 400 for an invalid name or a parent that has a parent itself, 404 for an unknown parent.
#[utoipa::path(post, path = "/categories", responses((status = 404)))]
pub async fn create_category(user: CurrentUser, body: Json<NewCategoryRequest>) -> Answer<CategoryBody, 201> {
    let (name, parent) = body.category()?;
    let id = CategoryId::new(user.now());
    answer(user.app.books.add_category(user.id(), id, &name, parent).await?)
}

/// `PATCH /api/categories/{id}` — changes a category's name or parent.
///
/// # Errors
/// As for creating one; 404 for an unknown category.
#[utoipa::path(patch, path = "/categories/{id}")]
pub async fn update_category(
    user: CurrentUser,
    id: PathId<Category>,
    body: Json<CategoryChangeRequest>,
) -> Answer<CategoryBody> {
    let change = body.into_inner().change()?;
    answer(user.app.books.update_category(user.id(), id.0, change).await?)
}

/// `DELETE /api/categories/{id}` — deletes a category. Its transactions get the category in `instead`, or
/// none.
///
/// # Errors
/// 404 for an unknown category.
#[utoipa::path(delete, path = "/categories/{id}")]
pub async fn delete_category(
    user: FreshUser,
    id: PathId<Category>,
    query: web::Query<CategoryDeleteQuery>,
) -> Done {
    user.app.books.delete_category(user.id(), id.0, query.instead()?).await?;
    Ok(NoContent)
}

/// `GET /api/tags` — lists every tag in use with the number of its transactions.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/tags")]
pub async fn list_tags(user: CurrentUser) -> Answer<List<TagBody>> {
    answer(user.app.books.tags(user.id()).await?)
}
