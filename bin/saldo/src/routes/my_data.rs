//! `/api/me/data` — everything of a person's at once.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::session::FreshUser;

/// What must be said to delete everything.
const CONFIRMATION: &str = "delete my data";

/// Says that everything is really meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DeleteMyData)]
pub struct DeleteRequest {
    /// `delete my data`.
    confirm: String,
}

/// `DELETE /api/me/data` — the books with all files and whatever is made of them; how the person signs in stays.
///
/// # Errors
/// 400 without the words that confirm it.
#[utoipa::path(delete, path = "/me/data", request_body = DeleteRequest, responses((status = 204), (status = 400)))]
pub async fn delete_my_data(
    app: web::Data<App>,
    user: FreshUser,
    body: web::Json<DeleteRequest>,
) -> Result<HttpResponse, ApiError> {
    if body.confirm != CONFIRMATION {
        return Err(ApiError::bad_request(format!(
            "confirm must be \"{CONFIRMATION}\"; nothing was deleted"
        )));
    }
    app.ingest.delete_books(user.id()).await?;
    app.passwords.forget(user.id());
    Ok(HttpResponse::NoContent().finish())
}
