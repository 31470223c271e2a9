//! `POST /auth/request-password-reset`.

use crate::openapi::auth_bodies::{MailedBody, PasswordResetRequest};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::Error;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/request-password-reset` — mails a password-reset link, if the address belongs to a user.
///
/// # Errors
/// 400 if mail is not set up, 503 if too many requests come at once.
#[utoipa::path(
    post, path = "/auth/request-password-reset",
    request_body = PasswordResetRequest,
    responses((status = 200, body = MailedBody), (status = 503)),
)]
pub async fn request_password_reset(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let email = fields.email("email");
    let redirect_to = fields.optional_text("redirectTo").filter(|address| !address.is_empty());
    fields.finish()?;
    let redirect_to = redirect_to.as_deref().unwrap_or("/");
    let requested = call.auth().request_password_reset(&email, redirect_to, &call.routes()).await;
    requested.map_err(|error| match error {
        Error::MailDisabled => disabled(),
        error => error.into(),
    })?;
    let message = "If this email exists in our system, check your email for the reset link";
    Ok(call.reply(json!({ "status": true, "message": message }), &[]))
}

fn disabled() -> AuthError {
    AuthError::new(StatusCode::BAD_REQUEST, "RESET_PASSWORD_DISABLED", "Reset password isn't enabled")
}
