//! `POST /auth/api-key/delete`.

use crate::openapi::auth_bodies::{DeleteApiKeyRequest, Success};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/api-key/delete` — deletes an API token. It stops working at once.
///
/// # Errors
/// 401 without a session, 404 for a token that is not the user's.
#[utoipa::path(
    post, path = "/auth/api-key/delete",
    request_body = DeleteApiKeyRequest,
    responses((status = 200, body = Success), (status = 401), (status = 404)),
)]
pub async fn delete_api_key(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    fields.optional_text("configId");
    let id = fields.text("keyId");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    call.auth().delete_api_token(&asker, &id).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "success": true }), &[]))
}
