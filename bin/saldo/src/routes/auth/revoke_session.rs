//! `POST /auth/revoke-session`.

use crate::openapi::auth_bodies::{Done, TokenRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/revoke-session` — ends one of the user's sessions, named by its token or its handle.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(
    post, path = "/auth/revoke-session",
    request_body = TokenRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn revoke_session(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let handle = fields.text("token");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let cookies = call.auth().revoke_session(&asker, &handle).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &cookies))
}
