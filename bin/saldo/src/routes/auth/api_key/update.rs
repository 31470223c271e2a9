//! `POST /auth/api-key/update`.

use crate::openapi::auth_bodies::UpdateApiKeyRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::{Error, LookupOptions, TokenChange};

use super::super::call::Call;
use super::super::error::AuthError;
use super::{ApiKeyRecord, SERVER_ONLY, lifetime, server_only, unauthorized};

/// `POST /auth/api-key/update` — changes the name or lifetime of an API token, or disables or enables it. Its
/// permissions never change; create another token instead.
///
/// # Errors
/// 400 for an invalid field, 401 without a session, 404 for a token that is not the user's.
#[utoipa::path(
    post, path = "/auth/api-key/update",
    request_body = UpdateApiKeyRequest,
    responses((status = 200, body = ApiKeyRecord), (status = 401), (status = 404)),
)]
pub async fn update_api_key(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    fields.optional_text("configId");
    let id = fields.text("keyId");
    let user = fields.optional_text("userId");
    let name = fields.optional_text("name");
    let enabled = fields.optional_flag("enabled");
    let expires_in = fields.nullable_positive("expiresIn");
    let sets_servers = fields.take_any(&SERVER_ONLY) | fields.take_any(&["remaining", "permissions"]);
    fields.finish()?;
    let asker = call.signed_in_or_nobody(LookupOptions::CHANGE).await?;
    let asker = asker.filter(|asker| user.is_none_or(|user| user == asker.user.id.to_string()));
    let asker = asker.ok_or_else(|| call.refuse(unauthorized()))?;
    if sets_servers {
        return Err(call.refuse(server_only()));
    }
    let change = TokenChange {
        name: name.as_deref(),
        enabled,
        lifetime: expires_in.map(|seconds| seconds.map(lifetime)),
    };
    let changed = call.auth().update_api_token(&asker, &id, change).await;
    let token = changed.map_err(|error| match error {
        Error::NothingToUpdate => call.refuse(nothing_to_update()),
        error => call.refuse(error),
    })?;
    Ok(call.reply(ApiKeyRecord::from(token), &[]))
}

fn nothing_to_update() -> AuthError {
    AuthError::new(StatusCode::BAD_REQUEST, "NO_VALUES_TO_UPDATE", "No values to update.")
}
