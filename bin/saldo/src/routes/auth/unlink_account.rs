//! `POST /auth/unlink-account`.

use crate::openapi::auth_bodies::{Done, UnlinkAccountRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/unlink-account` — removes one of the user's sign-in methods. The last one cannot be removed.
///
/// # Errors
/// 400 for the last method or one that is not the user's, 401 without a session, 403 if the session began
/// more than a day ago.
#[utoipa::path(
    post, path = "/auth/unlink-account",
    request_body = UnlinkAccountRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn unlink_account(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let credential = fields.text("accountId");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let unlinked = call.auth().unlink_account(&asker, &credential).await;
    unlinked.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &[]))
}
