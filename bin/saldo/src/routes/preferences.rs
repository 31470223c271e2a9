//! `/api/preferences` and `/api/rates`: settings of reports and the advisor, and exchange rates.

use actix_web::http::StatusCode;
use actix_web::web;
use saldo_domain::Preferences;
use saldo_wire::lists::List;
use saldo_wire::preferences::{PreferencesChangeRequest, ReadBody, SpanBody};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::error::ApiError;
use crate::extract::{Json, TABLE_BYTES_MAX};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/preferences` — returns the user's preferences: currency, financial year, advisor.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/preferences")]
pub async fn get_preferences(user: CurrentUser) -> Answer<Preferences> {
    answer(user.app.books.preferences(user.id()).await?)
}

/// `PUT /api/preferences` — changes the preferences. Absent fields stay as they are.
///
/// # Errors
/// 400 for an invalid value or an unknown preference.
#[utoipa::path(put, path = "/preferences")]
pub async fn put_preferences(user: CurrentUser, body: Json<PreferencesChangeRequest>) -> Answer<Preferences> {
    let change = body.into_inner().into();
    answer(user.app.books.change_preferences(user.id(), change, user.now()).await?)
}

/// `GET /api/rates` — lists the currencies with stored rates, with their first and last day.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/rates")]
pub async fn list_rates(user: CurrentUser) -> Answer<List<SpanBody>> {
    answer(user.app.books.rate_spans(user.id()).await?)
}

/// `PUT /api/rates` — adds exchange rates from a table of the European Central Bank (`eurofxref-hist.csv`),
/// sent as the body.
///
/// # Errors
/// 400 with the line that cannot be read; 413 if the table is too large.
#[utoipa::path(put, path = "/rates", request_body(content = String, content_type = "text/csv"))]
pub async fn put_rates(user: CurrentUser, body: Result<web::Bytes, actix_web::Error>) -> Answer<ReadBody> {
    let body = body.map_err(|_| {
        let message = format!("The table must have at most {TABLE_BYTES_MAX} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    })?;
    answer(user.app.books.add_rates(user.id(), &body).await?)
}

/// `DELETE /api/rates` — deletes all rates.
///
/// # Errors
/// None of its own.
#[utoipa::path(delete, path = "/rates")]
pub async fn delete_rates(user: FreshUser) -> Done {
    user.app.books.delete_rates(user.id()).await?;
    Ok(NoContent)
}
