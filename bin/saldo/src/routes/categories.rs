//! `/api/categories` and `/api/tags`: the user's categories and tags.

use crate::openapi::AnyId;
use actix_web::{HttpResponse, web};
use saldo_bookkeeping::CategoryChange;
use saldo_domain::{Category, CategoryId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PatchField, PathId, id_of, one_line};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::{CategoryBody, List};

/// Maximum length of a category's name, in characters.
const NAME_CHARACTERS_MAX: usize = 100;

/// `GET /api/categories` — lists all categories, parents before their children.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/categories", responses((status = 200, body = List<CategoryBody>)))]
pub async fn list_categories(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let categories = app.books.categories(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(categories.into_iter().map(CategoryBody::from).collect())))
}

/// A new category.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCategoryRequest {
    name: String,
    #[schema(value_type = Option<AnyId>)]
    parent_id: Option<String>,
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
    let name = one_line("name", &body.name, NAME_CHARACTERS_MAX)?;
    let parent = body.parent_id.as_deref().map(id_of).transpose()?;
    let id = CategoryId::new(app.clock.now());
    let category = app.books.add_category(user.id(), id, &name, parent).await?;
    Ok(HttpResponse::Created().json(CategoryBody::from(category)))
}

/// Changes to a category. Absent fields stay as they are; `parentId: null` moves the category to the top
/// level.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CategoryChange)]
pub struct ChangeRequest {
    name: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<AnyId>)]
    parent_id: PatchField<String>,
}

/// `PATCH /api/categories/{id}` — changes a category's name or parent.
///
/// # Errors
/// As for creating one; 404 for an unknown category.
#[utoipa::path(
    patch, path = "/categories/{id}",
    request_body = ChangeRequest,
    responses((status = 200, body = CategoryBody)),
)]
pub async fn update_category(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Category>,
    body: Json<ChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let ChangeRequest { name, parent_id } = body.into_inner();
    let name = name.map(|name| one_line("name", &name, NAME_CHARACTERS_MAX)).transpose()?;
    let parent = match parent_id.into_change() {
        None => None,
        Some(None) => Some(None),
        Some(Some(text)) => Some(Some(id_of(&text)?)),
    };
    let category = app.books.update_category(user.id(), id.0, CategoryChange { name, parent }).await?;
    Ok(HttpResponse::Ok().json(CategoryBody::from(category)))
}

/// `?instead=`, the category that the transactions are moved to.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    #[param(inline, value_type = Option<AnyId>)]
    instead: Option<String>,
}

/// `DELETE /api/categories/{id}` — deletes a category. Its transactions get the category in `instead`, or
/// none.
///
/// # Errors
/// 404 for an unknown category.
#[utoipa::path(delete, path = "/categories/{id}", params(DeleteQuery), responses((status = 204)))]
pub async fn delete_category(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Category>,
    query: web::Query<DeleteQuery>,
) -> Result<HttpResponse, ApiError> {
    let instead = query.instead.as_deref().filter(|text| !text.is_empty()).map(id_of).transpose()?;
    app.books.delete_category(user.id(), id.0, instead).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Serialize, ToSchema)]
struct TagBody {
    tag: String,
    #[serde(rename = "entries")]
    transactions: u64,
}

/// `GET /api/tags` — lists every tag in use with the number of its transactions.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/tags", responses((status = 200, body = List<TagBody>)))]
pub async fn list_tags(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let tags = app.books.tags(user.id()).await?;
    let items =
        tags.into_iter().map(|(tag, transactions)| TagBody { tag: tag.to_string(), transactions }).collect();
    Ok(HttpResponse::Ok().json(List::whole(items)))
}
