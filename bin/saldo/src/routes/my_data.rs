//! `/api/me/data` — everything of a person's at once.

use std::path::Path;

use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::openapi::File;
use crate::session::FreshUser;

/// `GET /api/me/data` — all books with their files as one archive, made while it is sent.
///
/// # Errors
/// None of its own; where a file is gone the answer breaks off.
#[utoipa::path(
    get, path = "/me/data",
    responses((
        status = 200,
        content((File = "application/x-tar")),
        headers(("Content-Disposition" = String, description = "A name with the day.")),
    )),
)]
pub async fn get_my_data(app: web::Data<App>, user: FreshUser) -> Result<HttpResponse, ApiError> {
    let folder = app.config.data_dir.clone();
    let spool =
        web::block(move || private_file(&folder)).await.map_err(|error| ApiError::internal(&error))?;
    let spool = spool.map_err(|error| ApiError::internal(&error))?;
    let archive = app.ingest.archive_books(user.id(), spool).await?;
    let name = format!("saldo-{}.tar", app.clock.now().date());
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name)],
    };
    Ok(HttpResponse::Ok()
        .content_type("application/x-tar")
        .insert_header(disposition)
        .insert_header(("cache-control", "private, no-store"))
        .streaming(archive))
}

/// A file that only this process can read, on the disk that holds the books anyway; it goes when it is closed.
fn private_file(folder: &Path) -> std::io::Result<std::fs::File> {
    tempfile::tempfile_in(folder)
}

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
