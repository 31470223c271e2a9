//! `POST /auth/two-factor/disable`.

use crate::openapi::auth_bodies::{Done, PasswordRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/two-factor/disable` — disables two-factor sign-in and replaces the current session.
///
/// # Errors
/// 400 for a wrong password, 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/disable",
    request_body = PasswordRequest,
    responses((status = 200, body = Done), (status = 401), (status = 503)),
)]
pub async fn disable_two_factor(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let visit = call.visit(!asker.session.remember);
    let welcome = call.auth().disable_two_step(&asker, &password, visit).await;
    let welcome = welcome.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &welcome.cookies))
}
