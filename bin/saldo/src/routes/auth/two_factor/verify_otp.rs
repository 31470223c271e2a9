//! `POST /auth/two-factor/verify-otp`.

use crate::openapi::auth_bodies::CodeRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::LookupOptions;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/two-factor/verify-otp` — rejects every code, because codes are never mailed.
///
/// # Errors
/// 400, or 401 without a session and without a sign-in that waits for a code.
#[utoipa::path(
    post, path = "/auth/two-factor/verify-otp",
    request_body = CodeRequest,
    responses((status = 401), (status = 429)),
)]
pub async fn verify_otp(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    fields.text("code");
    fields.optional_flag("trustDevice");
    fields.finish()?;
    if call.signed_in_or_nobody(LookupOptions::CHANGE).await?.is_none() {
        let waits = call.auth().check_second_step(&call.visit(false)).await;
        waits.map_err(|error| call.refuse(error))?;
    }
    Err(call.refuse(AuthError::new(StatusCode::BAD_REQUEST, "OTP_HAS_EXPIRED", "OTP has expired")))
}
