//! `/api/attachments` and `/api/transactions/{id}/attachments`: receipts of transactions.

use actix_multipart::Multipart;
use actix_web::http::header::DispositionType;
use actix_web::{HttpRequest, HttpResponse, web};
use futures::{StreamExt, TryStreamExt};
use saldo_domain::{Attachment, Chain, Transaction, TransactionId, UserId};
use saldo_wire::attachments::{AttachmentBody, AttachmentMatchRequest, UnmatchedAttachmentBody};
use saldo_wire::described::{AttachmentForm, File};
use saldo_wire::lists::List;

use super::statements::named;
use super::upload::{malformed, multipart};
use crate::answer::{Answer, Done, NoContent, answer};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `POST /api/transactions/{id}/attachments` — attaches a file to a transaction. Its text is read afterwards.
///
/// # Errors
/// 400 without a file; 404 for an unknown transaction; 409 for too many attachments; 413 for a file
/// that is too large or a full quota; 415 if the body is not multipart or the file is no PDF, JPG or PNG; 422
/// for a file that is damaged or incomplete; 507 if the disk is full.
#[utoipa::path(
    post, path = "/transactions/{id}/attachments",
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = AttachmentBody),
        (status = 409),
        (status = 413),
        (status = 422),
        (status = 507),
    ),
)]
pub async fn attach(
    user: CurrentUser,
    id: PathId<Transaction>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    receive(&user.app, user.id(), Some(id.0), multipart(&request, payload)?).await
}

/// `POST /api/attachments` — stores a receipt that is not matched to a transaction yet.
///
/// # Errors
/// As for attaching a file to a transaction.
#[utoipa::path(
    post, path = "/attachments",
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 201, body = AttachmentBody), (status = 413), (status = 422), (status = 507)),
)]
pub async fn store_unmatched(
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    receive(&user.app, user.id(), None, multipart(&request, payload)?).await
}

/// Stores the first file of a request, and reads its text in the background.
async fn receive(
    app: &App,
    user: UserId,
    transaction: Option<TransactionId>,
    mut parts: Multipart,
) -> Result<HttpResponse, ApiError> {
    app.disk.refuse_when_full().await?;
    while let Some(mut part) = parts.try_next().await.map_err(|_| malformed())? {
        let disposition = part.content_disposition().cloned();
        let Some(name) = disposition.as_ref().and_then(|value| value.get_filename()).map(str::to_owned)
        else {
            continue;
        };
        // As for uploads: a part must not be polled after its end.
        let bytes = (&mut part).map_err(|error| std::io::Error::other(error.to_string())).fuse();
        let stored = app.ingest.attach(user, transaction, &name, bytes).await;
        if stored.as_ref().is_err_and(saldo_statement_ingest::Error::is_disk_full) {
            app.disk.mark_full();
        }
        let stored = stored?;
        read_text(app, user, &stored);
        return Ok(HttpResponse::Created().json(AttachmentBody::from(stored)));
    }
    Err(ApiError::bad_request("The request has no file; send it as a part with a filename"))
}

/// Reads the text of an attachment in the background. If this process ends before that, or the reader fails,
/// the hourly cleanup reads it.
fn read_text(app: &App, user: UserId, attachment: &Attachment) {
    let (ingest, stopping, id) = (app.ingest.clone(), app.stopping.clone(), attachment.id);
    app.tasks.spawn(async move {
        tokio::select! {
            () = stopping.cancelled() => {}
            read = ingest.read_attachment(user, id) => {
                if let Err(error) = read {
                    tracing::warn!(
                        %user,
                        cause = %Chain(&error),
                        "cannot read the text of an attachment yet; it is tried again within an hour"
                    );
                }
            }
        }
    });
}

/// `GET /api/transactions/{id}/attachments` — lists the attachments of a transaction, oldest first.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}/attachments")]
pub async fn list_attachments(user: CurrentUser, id: PathId<Transaction>) -> Answer<List<AttachmentBody>> {
    answer(user.app.ingest.attachments(user.id(), id.0).await?)
}

/// `GET /api/attachments/unmatched` — lists the newest attachments without a transaction, each with the
/// transactions that it may belong to.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/attachments/unmatched")]
pub async fn list_unmatched(user: CurrentUser) -> Answer<List<UnmatchedAttachmentBody>> {
    answer(user.app.ingest.unmatched_attachments(user.id()).await?)
}

/// `GET /api/attachments/{id}/file` — returns the file as it was uploaded. It is sandboxed, because its
/// content is not trusted.
///
/// # Errors
/// 404 for an unknown attachment.
#[utoipa::path(
    get, path = "/attachments/{id}/file",
    responses(
        (
            status = 200,
            content((File = "application/pdf"), (File = "image/jpeg"), (File = "image/png")),
            headers(("Content-Disposition" = String, description = "The file name at upload.")),
        ),
    ),
)]
pub async fn get_attachment_file(
    user: CurrentUser,
    id: PathId<Attachment>,
) -> Result<HttpResponse, ApiError> {
    let (attachment, bytes) = user.app.ingest.open_attachment(user.id(), id.0).await?;
    Ok(HttpResponse::Ok()
        .content_type(attachment.media_type.name())
        .insert_header(named(DispositionType::Inline, &attachment.file_name))
        .insert_header(("content-security-policy", "sandbox; default-src 'none'"))
        .insert_header(("x-content-type-options", "nosniff"))
        .insert_header(("cache-control", "private, no-store"))
        .no_chunking(attachment.size)
        .streaming(bytes))
}

/// `PUT /api/attachments/{id}` — matches an attachment to a transaction, or removes it from one.
///
/// # Errors
/// 404 for an unknown attachment or transaction; 409 if the transaction has too many.
#[utoipa::path(put, path = "/attachments/{id}", responses((status = 409)))]
pub async fn match_attachment(
    user: CurrentUser,
    id: PathId<Attachment>,
    body: Json<AttachmentMatchRequest>,
) -> Answer<AttachmentBody> {
    let transaction = body.into_inner().transaction_id;
    answer(user.app.ingest.match_attachment(user.id(), id.0, transaction).await?)
}

/// `DELETE /api/attachments/{id}` — deletes an attachment and its file.
///
/// # Errors
/// 404 for an unknown attachment.
#[utoipa::path(delete, path = "/attachments/{id}")]
pub async fn delete_attachment(user: FreshUser, id: PathId<Attachment>) -> Done {
    if user.app.ingest.delete_attachment(user.id(), id.0).await? {
        Ok(NoContent)
    } else {
        Err(ApiError::not_found())
    }
}
