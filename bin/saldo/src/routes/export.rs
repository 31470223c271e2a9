//! `/api/export`: transactions for other programs.

use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use saldo_domain::Timestamp;
use saldo_ledger::export::{ExportFormat, JsonExport};
use saldo_wire::described::File;
use saldo_wire::filter::{self, FilterQuery};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::session::CurrentUser;

/// `?format=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// `csv`, `ofx`, `qif`, `beancount`, `hledger`, `ledger`, `json`, or `zip` for the CSV with the files of
    /// receipts.
    format: Option<String>,
}

/// `GET /api/export` — exports the transactions that match the filter as a file. The file is generated while
/// it is sent.
///
/// # Errors
/// 400 for an unknown format or an invalid filter.
#[utoipa::path(
    get, path = "/export",
    responses(
        (
            status = 200,
            content(
                (String = "text/csv"),
                (String = "application/x-ofx"),
                (String = "application/x-qif"),
                (String = "text/plain"),
                (JsonExport = "application/json"),
                (File = "application/zip"),
            ),
            headers(("Content-Disposition" = String, description = "A file name with the date and the format.")),
        ),
        (status = 400),
    ),
)]
pub async fn export_transactions(
    user: CurrentUser,
    request: HttpRequest,
    format: web::Query<FormatQuery>,
    filter: web::Query<FilterQuery>,
) -> Result<HttpResponse, ApiError> {
    filter::reject_unknown_parameters(request.query_string(), &["format"])?;
    let (app, now) = (&user.app, user.now());
    let name = format.format.as_deref().unwrap_or_default();
    if name == "zip" {
        let filter = filter.into_inner().resolve(&app.books, user.id()).await?;
        let bytes = app.ingest.export_with_receipts(&app.books, user.id(), filter, now).await?;
        return Ok(download(now, "zip", "application/zip").streaming(bytes));
    }
    let format = ExportFormat::of_name(name).ok_or_else(|| {
        ApiError::bad_request("format must be csv, ofx, qif, beancount, hledger, ledger, json or zip")
    })?;
    let filter = filter.into_inner().resolve(&app.books, user.id()).await?;
    let bytes = app.books.export(user.id(), format, filter, now).await?;
    Ok(download(now, format.extension(), format.media_type()).streaming(bytes))
}

/// Begins the response with a file of today.
fn download(now: Timestamp, extension: &str, media_type: &'static str) -> HttpResponseBuilder {
    let name = format!("saldo-{}.{extension}", now.date());
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name)],
    };
    let mut response = HttpResponse::Ok();
    response
        .content_type(media_type)
        .insert_header(disposition)
        .insert_header(("cache-control", "private, no-store"));
    response
}
