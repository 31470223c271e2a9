//! `POST /auth/change-email`.

use crate::openapi::auth_bodies::ChangeEmailRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::LookupOptions;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/change-email` — rejects a change of address. better-auth has this route; in Saldo it is always
/// disabled, because the address identifies the user.
///
/// # Errors
/// 400 with a session, 401 without.
#[utoipa::path(
    post, path = "/auth/change-email",
    request_body = ChangeEmailRequest,
    responses((status = 401)),
)]
pub async fn change_email(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    fields.email("newEmail");
    fields.finish()?;
    call.signed_in(LookupOptions::CHANGE).await?;
    let disabled =
        AuthError::new(StatusCode::BAD_REQUEST, "CHANGE_EMAIL_DISABLED", "Change email is disabled");
    Err(call.refuse(disabled))
}
