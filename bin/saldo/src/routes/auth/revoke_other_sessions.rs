//! `POST /auth/revoke-other-sessions`.

use crate::openapi::auth_bodies::Done;
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/revoke-other-sessions` — ends all of the user's sessions except the current one.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(
    post, path = "/auth/revoke-other-sessions",
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn revoke_other_sessions(call: Call) -> Result<HttpResponse, AuthError> {
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    call.auth().revoke_other_sessions(&asker).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &[]))
}
