//! `POST /auth/verify-password`.

use crate::openapi::auth_bodies::{Done, PasswordRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/verify-password` — checks the user's password.
///
/// # Errors
/// 400 for a wrong password, 401 without a session, 503 if too many requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/verify-password",
    request_body = PasswordRequest,
    responses((status = 200, body = Done), (status = 401), (status = 503)),
)]
pub async fn verify_password(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    call.auth().verify_password(&asker, &password).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &[]))
}
