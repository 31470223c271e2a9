//! `POST /auth/two-factor/send-otp`.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/two-factor/send-otp` — rejects the request. better-auth has this route; in Saldo it is always
/// disabled, because a mailed code adds no security to a password that can be reset by mail.
///
/// # Errors
/// 400, always.
#[utoipa::path(post, path = "/auth/two-factor/send-otp", responses((status = 400)))]
pub async fn send_otp(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.optional_fields()?;
    fields.optional_flag("trustDevice");
    fields.finish()?;
    Err(AuthError::new(StatusCode::BAD_REQUEST, "OTP_NOT_CONFIGURED", "otp isn't configured"))
}
