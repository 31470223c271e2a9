//! `POST /auth/two-factor/get-totp-uri`.

use crate::openapi::auth_bodies::{PasswordRequest, TotpUri};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/two-factor/get-totp-uri` — returns the secret again, for another authenticator app.
///
/// # Errors
/// 400 for a wrong password or if the user has not enrolled, 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/get-totp-uri",
    request_body = PasswordRequest,
    responses((status = 200, body = TotpUri), (status = 401), (status = 503)),
)]
pub async fn get_totp_uri(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let uri = call.auth().totp_uri(&asker, &password).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "totpURI": uri }), &[]))
}
