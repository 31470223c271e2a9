//! `POST /auth/two-factor/enable`.

use crate::openapi::auth_bodies::{EnableTwoFactorRequest, Enrolment};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/two-factor/enable` — starts the enrollment in two-factor sign-in: returns the secret for an
/// authenticator app and backup codes. Two-factor sign-in is enabled by the first valid code at
/// `/auth/two-factor/verify-totp`.
///
/// # Errors
/// 400 for a wrong password, if it is enabled already, or for the method `otp`; 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/enable",
    request_body = EnableTwoFactorRequest,
    responses((status = 200, body = Enrolment), (status = 401), (status = 503)),
)]
pub async fn enable_two_factor(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    let method = fields.optional_choice("method", &["otp", "totp"]);
    let issuer = fields.optional_text("issuer");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if method.as_deref() == Some("otp") {
        call.auth().check_own_password(&asker, &password).await.map_err(|error| call.refuse(error))?;
        let (status, code) = (StatusCode::BAD_REQUEST, "OTP_NOT_CONFIGURED");
        return Err(call.refuse(AuthError::new(status, code, "OTP is not available")));
    }
    let enrolment = call.auth().enrol_two_step(&asker, &password, issuer.as_deref()).await;
    let enrolment = enrolment.map_err(|error| call.refuse(error))?;
    let body = json!({ "method": "totp", "totpURI": enrolment.uri, "backupCodes": enrolment.backup_codes });
    Ok(call.reply(body, &[]))
}
