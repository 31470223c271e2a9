//! `POST /auth/unlink-account`.

use crate::openapi::auth_bodies::{Done, UnlinkAccountRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/unlink-account` — takes away one way to sign in; the last one stays.
///
/// # Errors
/// 400 when it is the last or none of the person's, 401 without a session, 403 when it began more than a day ago.
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
