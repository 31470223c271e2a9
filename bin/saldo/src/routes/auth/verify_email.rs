//! `GET /auth/verify-email`.

use crate::openapi::auth_bodies::VerifiedEmail;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::Error;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `GET /auth/verify-email` — verifies the user's address with the token of a mailed link.
///
/// # Errors
/// 400 without a token; 401 for an invalid token, unless the link has a `callbackURL`.
#[utoipa::path(
    get, path = "/auth/verify-email",
    params(
        ("token" = String, Query),
        ("callbackURL" = Option<String>, Query, description = "Where to go on to."),
    ),
    responses(
        (status = 200, body = VerifiedEmail),
        (status = 302, headers(("Location" = String))),
        (status = 400),
        (status = 401),
    ),
)]
pub async fn verify_email(call: Call) -> Result<HttpResponse, AuthError> {
    let token = call.query("token").ok_or_else(|| AuthError::missing_query("token"))?;
    let page = call.query("callbackURL").filter(|page| !page.is_empty());
    match (call.auth().verify_email(token).await, page) {
        (Ok(()), Some(page)) => Ok(call.redirect(page, &[])),
        (Ok(()), None) => Ok(call.reply(json!({ "status": true, "user": null }), &[])),
        (Err(Error::InvalidToken), Some(page)) => {
            let separator = if page.contains('?') { '&' } else { '?' };
            Ok(call.redirect(&format!("{page}{separator}error=INVALID_TOKEN"), &[]))
        }
        (Err(Error::InvalidToken), None) => {
            Err(AuthError::new(StatusCode::UNAUTHORIZED, "INVALID_TOKEN", "Invalid token"))
        }
        (Err(error), _) => Err(error.into()),
    }
}
