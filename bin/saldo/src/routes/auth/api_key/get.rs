//! `GET /auth/api-key/get`.

use crate::openapi::AnyId;
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;

use super::super::call::Call;
use super::super::error::AuthError;
use super::ApiKeyRecord;

/// `GET /auth/api-key/get` — returns one of the user's API tokens, without its text.
///
/// # Errors
/// 400 without an id, 401 without a session, 404 for a token that is not the user's.
#[utoipa::path(
    get, path = "/auth/api-key/get",
    params(("id" = AnyId, Query)),
    responses((status = 200, body = ApiKeyRecord), (status = 400), (status = 401), (status = 404)),
)]
pub async fn get_api_key(call: Call) -> Result<HttpResponse, AuthError> {
    let id = call.query("id").ok_or_else(|| AuthError::missing_query("id"))?.to_owned();
    let asker = call.signed_in(LookupOptions::READ).await?;
    let token = call.auth().find_api_token(&asker, &id).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(ApiKeyRecord::from(token), &[]))
}
