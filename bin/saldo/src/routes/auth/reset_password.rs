//! `GET /auth/reset-password/{token}` and `POST /auth/reset-password`.

use crate::openapi::auth_bodies::{Done, NewPasswordRequest};
use actix_web::HttpResponse;
use saldo_auth::Error;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `GET /auth/reset-password/{token}` — redirects a mailed link to the page that asks for the new password.
///
/// # Errors
/// 400 without that page's address, 403 if it is not trusted.
#[utoipa::path(
    get, path = "/auth/reset-password/{token}",
    params(
        ("token" = String, Path),
        ("callbackURL" = String, Query, description = "The page that asks for the new password."),
    ),
    responses((status = 302, headers(("Location" = String))), (status = 400)),
)]
pub async fn follow_reset_link(call: Call) -> Result<HttpResponse, AuthError> {
    let page = call.query("callbackURL").ok_or_else(|| AuthError::missing_query("callbackURL"))?;
    let token = call.request.match_info().get("token").unwrap_or_default();
    let is_good = !page.is_empty() && call.auth().is_reset_token(token).await?;
    let mut location = call.auth().origins().resolve(page);
    let (name, value) = if is_good { ("token", token) } else { ("error", "INVALID_TOKEN") };
    location.query_pairs_mut().append_pair(name, value);
    Ok(call.redirect(location.as_str(), &[]))
}

/// `POST /auth/reset-password` — sets a new password with a mailed token.
///
/// # Errors
/// 400 for an invalid token or a password of invalid length, 503 if too many requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/reset-password",
    request_body = NewPasswordRequest,
    responses((status = 200, body = Done), (status = 503)),
)]
pub async fn reset_password(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let new = fields.text("newPassword");
    let token = fields.optional_text("token");
    fields.finish()?;
    let token = token.or_else(|| call.query("token").map(str::to_owned)).ok_or(Error::InvalidToken)?;
    call.auth().reset_password(&token, &new).await?;
    Ok(call.reply(json!({ "status": true }), &[]))
}
