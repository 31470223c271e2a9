//! `/api/categories` and `/api/tags` — how the person sorts their entries.

use crate::openapi::AnyId;
use actix_web::{HttpResponse, web};
use saldo_domain::{Category, CategoryId};
use saldo_storage::{CategoryChange, Placed};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Given, Json, PathId, id_of, one_line};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::{CategoryBody, List};

/// Characters of a category's name.
const NAME_CHARACTERS_MAX: usize = 100;

/// `GET /api/categories` — all of them, parents before children.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/categories", responses((status = 200, body = List<CategoryBody>)))]
pub async fn list_categories(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let categories = app.storage.list_categories(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(categories.into_iter().map(CategoryBody::from).collect())))
}

/// A category to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCategoryRequest {
    name: String,
    #[schema(value_type = Option<AnyId>)]
    parent_id: Option<String>,
}

/// `POST /api/categories` — a category of the person's own.
///
/// # Errors
/// 400 for a name that does not fit or a parent that is itself below another, 404 for an unknown parent.
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
    let placed = app.storage.insert_category(user.id(), id, &name, parent).await?;
    Ok(HttpResponse::Created().json(body_of(placed)?))
}

/// What changes; what is absent stays, `parentId: null` moves the category to the top.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CategoryChange)]
pub struct ChangeRequest {
    name: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<AnyId>)]
    parent_id: Given<String>,
}

/// `PATCH /api/categories/{id}` — another name or place.
///
/// # Errors
/// As for making one.
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
    let placed = app.storage.update_category(user.id(), id.0, CategoryChange { name, parent }).await?;
    Ok(HttpResponse::Ok().json(body_of(placed)?))
}

fn body_of(placed: Placed) -> Result<CategoryBody, ApiError> {
    match placed {
        Placed::Done(category) => Ok(category.into()),
        Placed::Unknown => Err(ApiError::not_found()),
        Placed::TooDeep => {
            Err(ApiError::bad_request("Categories have two levels: put it at the top or below one that is"))
        }
    }
}

/// `?instead=` the category that the entries go to.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    #[param(inline, value_type = Option<AnyId>)]
    instead: Option<String>,
}

/// `DELETE /api/categories/{id}` — its entries go to another, or have none.
///
/// # Errors
/// 404.
#[utoipa::path(delete, path = "/categories/{id}", params(DeleteQuery), responses((status = 204)))]
pub async fn delete_category(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Category>,
    query: web::Query<DeleteQuery>,
) -> Result<HttpResponse, ApiError> {
    let instead = query.instead.as_deref().filter(|text| !text.is_empty()).map(id_of).transpose()?;
    if !app.storage.delete_category(user.id(), id.0, instead).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Serialize, ToSchema)]
struct TagBody {
    tag: String,
    entries: u64,
}

/// `GET /api/tags` — every tag in use and how often.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/tags", responses((status = 200, body = List<TagBody>)))]
pub async fn list_tags(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let tags = app.storage.list_tags(user.id()).await?;
    let items = tags.into_iter().map(|(tag, entries)| TagBody { tag: tag.to_string(), entries }).collect();
    Ok(HttpResponse::Ok().json(List::whole(items)))
}
