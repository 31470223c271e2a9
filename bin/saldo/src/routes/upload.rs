//! `POST /api/upload`: stores statement files.

use actix_multipart::{Field, Multipart};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use futures::{StreamExt, TryStreamExt};
use saldo_domain::UserId;
use saldo_statement_ingest::{Error, FilePassword, Uploaded};
use saldo_wire::described::UploadForm;
use saldo_wire::uploads::{FileBody, UploadBody};

use crate::app::App;
use crate::error::ApiError;
use crate::session::CurrentUser;

/// The outcome for each file of a request, in their order, and the password.
#[derive(Default)]
struct Received {
    files: Vec<Result<Uploaded, (String, ApiError)>>,
    password: Option<FilePassword>,
}

/// `POST /api/upload` — stores statement files. If one file is invalid, the others are stored nevertheless.
///
/// # Errors
/// 400 without a file; 413 for a file that is too large, too many files, or a full quota; 415 if the body is
/// not multipart or the file format is not supported; 503 if too many ZIP files are unpacked at once; 507 if
/// the disk is full.
#[utoipa::path(
    post, path = "/upload",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = UploadBody),
        (status = 413),
        (status = 422),
        (status = 507),
    ),
)]
pub async fn upload(
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let parts = multipart(&request, payload)?;
    user.app.disk.refuse_when_full().await?;
    let received = receive(&user.app, user.id(), parts).await?;
    if let Some(password) = received.password {
        for uploaded in received.files.iter().flatten() {
            user.app.statement_jobs.hold_password(user.id(), uploaded.statement.id, password.clone());
        }
    }
    answer(received.files)
}

/// Returns the parts of a body.
pub(super) fn multipart(request: &HttpRequest, payload: web::Payload) -> Result<Multipart, ApiError> {
    let is_multipart = request
        .headers()
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.to_ascii_lowercase().starts_with("multipart/form-data"));
    if is_multipart {
        return Ok(Multipart::new(request.headers(), payload));
    }
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be multipart/form-data"))
}

async fn receive(app: &App, user: UserId, mut parts: Multipart) -> Result<Received, ApiError> {
    let mut received = Received::default();
    while let Some(mut part) = parts.try_next().await.map_err(|_| malformed())? {
        let disposition = part.content_disposition().cloned();
        let Some(file_name) = disposition.as_ref().and_then(|value| value.get_filename()).map(str::to_owned)
        else {
            if part.name() == Some("password") {
                received.password = read_password(&mut part).await?;
            }
            continue;
        };
        if received.files.len() == app.config.files_max {
            return Err(too_many(app, user, received.files).await?);
        }
        // The multipart crate's error is not `Send`, but its message is. A part must not be polled after its
        // end, which the reader may do; `fuse` prevents that.
        let bytes = (&mut part).map_err(|error| std::io::Error::other(error.to_string())).fuse();
        for (shown, outcome) in app.ingest.upload_all(user, &file_name, bytes).await {
            if outcome.as_ref().is_err_and(Error::is_disk_full) {
                app.disk.mark_full();
            }
            received.files.push(outcome.map_err(|error| (shown, ApiError::from(error))));
        }
        // The files of a ZIP file count, too.
        if received.files.len() > app.config.files_max {
            return Err(too_many(app, user, received.files).await?);
        }
    }
    Ok(received)
}

/// Deletes the files that the request stored before it had too many, and returns the error to answer with.
async fn too_many(
    app: &App,
    user: UserId,
    files: Vec<Result<Uploaded, (String, ApiError)>>,
) -> Result<ApiError, ApiError> {
    for uploaded in files.into_iter().flatten().filter(|uploaded| !uploaded.duplicate) {
        app.ingest.delete_statement(user, uploaded.statement.id).await?;
    }
    let message =
        format!("An upload can have at most {} files; nothing was stored. Send fewer", app.config.files_max);
    Ok(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message))
}

async fn read_password(part: &mut Field) -> Result<Option<FilePassword>, ApiError> {
    let too_long = || ApiError::bad_request("The password is too long for a PDF; check it");
    let bytes =
        part.bytes(FilePassword::BYTES_MAX).await.map_err(|_| too_long())?.map_err(|_| malformed())?;
    let text =
        String::from_utf8(bytes.to_vec()).map_err(|_| ApiError::bad_request("The password must be UTF-8"))?;
    Ok(FilePassword::new(text))
}

pub(super) fn malformed() -> ApiError {
    ApiError::bad_request("The body is incomplete or not well-formed multipart/form-data; send it again")
}

fn answer(files: Vec<Result<Uploaded, (String, ApiError)>>) -> Result<HttpResponse, ApiError> {
    if !files.is_empty() && files.iter().all(Result::is_err) {
        return refuse(files);
    }
    let bodies = files.into_iter().map(|file| match file {
        Ok(uploaded) => uploaded.into(),
        Err((name, error)) => FileBody::failed(name, error.message()),
    });
    let body = UploadBody::new(bodies.collect())
        .ok_or_else(|| ApiError::bad_request("The upload has no file; send it as a part with a filename"))?;
    Ok(HttpResponse::Ok().json(body))
}

/// Builds the error when no file was stored: the first file's error, with the list of all files.
fn refuse(files: Vec<Result<Uploaded, (String, ApiError)>>) -> Result<HttpResponse, ApiError> {
    let mut errors = files.into_iter().filter_map(Result::err);
    let Some((name, first)) = errors.next() else {
        return Err(malformed());
    };
    let mut listed = vec![FileBody::failed(name, first.message())];
    listed.extend(errors.map(|(name, error)| FileBody::failed(name, error.message())));
    let listed = serde_json::to_value(listed).map_err(|error| ApiError::internal(&error))?;
    Err(first.with("success", false).with("files", listed))
}
