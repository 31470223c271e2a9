//! `/api/export`: transactions for other programs.

use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, web};
use saldo_ledger::export::{ExportFormat, JsonExport};
use saldo_wire::filter::{self, FilterQuery};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::session::CurrentUser;

/// `?format=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// `csv`, `ofx`, `qif`, `beancount`, `hledger`, `ledger` or `json`.
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
    let format = format.format.as_deref().and_then(ExportFormat::of_name).ok_or_else(|| {
        ApiError::bad_request("format must be csv, ofx, qif, beancount, hledger, ledger or json")
    })?;
    let now = user.now();
    let filter = filter.into_inner().resolve(&user.app.books, user.id()).await?;
    let bytes = user.app.books.export(user.id(), format, filter, now).await?;
    let name = format!("saldo-{}.{}", now.date(), format.extension());
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name)],
    };
    Ok(HttpResponse::Ok()
        .content_type(format.media_type())
        .insert_header(disposition)
        .insert_header(("cache-control", "private, no-store"))
        .streaming(bytes))
}
