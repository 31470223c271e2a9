//! `POST /auth/sign-out`.

use crate::openapi::auth_bodies::Success;
use actix_web::HttpResponse;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/sign-out` — ends the current session and clears its cookies. Without a session it only clears
/// the cookies.
///
/// # Errors
/// 403 for a page of another site.
#[utoipa::path(post, path = "/auth/sign-out", responses((status = 200, body = Success)))]
pub async fn sign_out(call: Call) -> Result<HttpResponse, AuthError> {
    call.optional_fields()?;
    let cookies = call.auth().sign_out(&call.cookies).await?;
    Ok(call.reply(json!({ "success": true }), &cookies))
}
