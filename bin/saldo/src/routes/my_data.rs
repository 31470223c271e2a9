//! `/api/me/data`: all data of a user, as one archive.

use std::fs::File as Spool;
use std::io::ErrorKind;
use std::path::PathBuf;

use actix_web::http::StatusCode;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use bytes::Bytes;
use futures::TryStreamExt;
use futures::stream::BoxStream;
use saldo_domain::UserId;
use saldo_statement_ingest::Error;
use saldo_wire::described::File;
use saldo_wire::uploads::{DeleteRequest, ImportedBody};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::app::App;
use crate::disk::with_room;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::FreshUser;

/// An archive that is created while it is sent.
type Archive = BoxStream<'static, Result<Bytes, Error>>;

/// The media type of archives.
const MEDIA_TYPE: &str = "application/x-tar";

/// `GET /api/me/data` — exports all data and files of the user as one archive. The archive is created while
/// it is sent. A missing file is replaced by a text that names it.
///
/// # Errors
/// 507 if no disk has space for the temporary table data.
#[utoipa::path(
    get, path = "/me/data",
    responses(
        (
        status = 200,
        content((File = "application/x-tar")),
        headers(("Content-Disposition" = String, description = "A file name with the date.")),
    ),
    ),
)]
pub async fn get_my_data(user: FreshUser) -> Result<HttpResponse, ApiError> {
    let archive = archive_of(&user.app, user.id()).await?;
    let name = format!("saldo-{}.tar", user.now().date());
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name)],
    };
    Ok(HttpResponse::Ok()
        .content_type(MEDIA_TYPE)
        .insert_header(disposition)
        .insert_header(("cache-control", "private, no-store"))
        .streaming(archive))
}

/// Creates the archive of a user's data.
///
/// Its rows are buffered in a file in the data folder. If that disk is full, the folder for temporary files
/// is used: users must be able to export their data from a server without free space.
async fn archive_of(app: &App, user: UserId) -> Result<Archive, ApiError> {
    let archive_in = async |folder: PathBuf| {
        let spool = spool_in(folder).await?;
        app.ingest.archive_books(user, spool).await.map_err(ApiError::from)
    };
    let made = with_room(&app.disk, async || archive_in(app.config.data_dir.clone()).await).await;
    match made {
        Err(error) if error.is_disk_full() => archive_in(std::env::temp_dir()).await,
        made => made,
    }
}

/// Creates a temporary file that only this process can read. It is deleted when it is closed.
async fn spool_in(folder: PathBuf) -> Result<Spool, ApiError> {
    let made = web::block(move || tempfile::tempfile_in(folder)).await;
    let made = made.map_err(|error| ApiError::internal(&error))?;
    made.map_err(|error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ApiError::disk_full(),
        _ => ApiError::internal(&error),
    })
}

/// `POST /api/me/data/import` — restores the data and files of an archive, either all of them or nothing.
///
/// # Errors
/// 409 if the user has data already, or the server has this data; 413 if it is too large; 415 if it is not a
/// tar file; 422 if it is not an archive that `GET /me/data` created; 507 if the disk is full.
#[utoipa::path(
    post, path = "/me/data/import",
    request_body(content = File, content_type = "application/x-tar"),
    responses(
        (status = 400),
        (status = 409),
        (status = 413),
        (status = 415),
        (status = 422),
        (status = 507),
    ),
)]
pub async fn import_my_data(
    user: FreshUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Answer<ImportedBody> {
    if request.content_type() != MEDIA_TYPE {
        let message = format!("The body must be {MEDIA_TYPE}; send an archive from GET /api/me/data");
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    // The framework's error is not `Send`, but its message is.
    let body = payload.map_err(|error| std::io::Error::other(error.to_string()));
    let bytes_max = user.app.config.archive_bytes_max;
    user.app.disk.refuse_when_full().await?;
    let spool = spool_in(user.app.config.data_dir.clone()).await?;
    answer(user.app.ingest.restore_books(user.id(), body, spool, bytes_max).await?)
}

/// `DELETE /api/me/data` — deletes all financial data and files of the user. The user account and its sign-in
/// methods stay.
///
/// # Errors
/// 400 without the confirmation.
#[utoipa::path(delete, path = "/me/data", responses((status = 400)))]
pub async fn delete_my_data(user: FreshUser, body: Json<DeleteRequest>) -> Done {
    body.confirmed()?;
    user.app.feeds.delete_with(user.id(), user.app.statement_jobs.delete_books(user.id())).await?;
    Ok(NoContent)
}
