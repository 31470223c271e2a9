//! `/api/preferences` and `/api/rates`: settings of reports and the advisor, and exchange rates.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use saldo_domain::Preferences;
use saldo_wire::lists::List;
use saldo_wire::preferences::{PreferencesChangeRequest, ReadBody, SpanBody};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, TABLE_BYTES_MAX};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/preferences` — returns the user's preferences: currency, financial year, advisor.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/preferences", responses((status = 200, body = Preferences)))]
pub async fn get_preferences(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(app.books.preferences(user.id()).await?))
}

/// `PUT /api/preferences` — changes the preferences. Absent fields stay as they are.
///
/// # Errors
/// 400 for an invalid value or an unknown preference.
#[utoipa::path(
    put, path = "/preferences",
    request_body = PreferencesChangeRequest,
    responses((status = 200, body = Preferences)),
)]
pub async fn put_preferences(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<PreferencesChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let change = body.into_inner().into();
    Ok(HttpResponse::Ok().json(app.books.change_preferences(user.id(), change, app.clock.now()).await?))
}

/// `GET /api/rates` — lists the currencies with stored rates, with their first and last day.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/rates", responses((status = 200, body = List<SpanBody>)))]
pub async fn list_rates(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let spans = app.books.rate_spans(user.id()).await?;
    let items = spans.into_iter().map(SpanBody::from).collect();
    Ok(HttpResponse::Ok().json(List::whole(items)))
}

/// `PUT /api/rates` — adds exchange rates from a table of the European Central Bank (`eurofxref-hist.csv`),
/// sent as the body.
///
/// # Errors
/// 400 with the line that cannot be read; 413 if the table is too large.
#[utoipa::path(
    put, path = "/rates",
    request_body(content = String, content_type = "text/csv"),
    responses((status = 200, body = ReadBody)),
)]
pub async fn put_rates(
    app: web::Data<App>,
    user: CurrentUser,
    body: Result<web::Bytes, actix_web::Error>,
) -> Result<HttpResponse, ApiError> {
    let body = body.map_err(|_| {
        let message = format!("The table must have at most {TABLE_BYTES_MAX} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    })?;
    Ok(HttpResponse::Ok().json(ReadBody::from(app.books.add_rates(user.id(), &body).await?)))
}

/// `DELETE /api/rates` — deletes all rates.
///
/// # Errors
/// None of its own.
#[utoipa::path(delete, path = "/rates", responses((status = 204)))]
pub async fn delete_rates(app: web::Data<App>, user: FreshUser) -> Result<HttpResponse, ApiError> {
    app.books.delete_rates(user.id()).await?;
    Ok(HttpResponse::NoContent().finish())
}
