//! `POST /auth/delete-user`.

use crate::openapi::auth_bodies::{DeleteUserRequest, Deleted};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::{Error, LookupOptions, StoreError};
use serde_json::json;

use super::call::Call;
use super::error::AuthError;
use crate::error::Chain;

/// `POST /auth/delete-user` — deletes the user and all their data.
///
/// # Errors
/// 400 for a wrong password, or without one in a session that is older than a day; 401 without a session; 404
/// if a deletion token is sent, because none is ever mailed.
#[utoipa::path(
    post, path = "/auth/delete-user",
    request_body = DeleteUserRequest,
    responses((status = 200, body = Deleted), (status = 401), (status = 404), (status = 503)),
)]
pub async fn delete_user(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.optional_fields()?;
    fields.optional_text("callbackURL");
    let password = fields.optional_text("password");
    let token = fields.optional_text("token");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if token.is_some() {
        return Err(call.refuse(AuthError::invalid_token()));
    }
    let checked = call.auth().check_delete_user(&asker, password.as_deref()).await;
    checked.map_err(|error| match error {
        Error::SessionNotFresh => call.refuse(session_expired()),
        error => call.refuse(error),
    })?;
    // Deleting frees space but needs some first: on a full disk the reserve is released for a second attempt.
    let deleted = match call.auth().delete_user(&asker).await {
        Err(Error::Storage(StoreError::DiskFull(_))) => {
            call.app.disk.found_full();
            call.auth().delete_user(&asker).await
        }
        deleted => deleted,
    };
    let cookies = deleted.map_err(|error| call.refuse(error))?;
    // No record refers to the files any more. Files that cannot be moved to the trash now are removed by the
    // sweep.
    if let Err(error) = call.app.ingest.discard_files_of(asker.user.id).await {
        tracing::warn!(
            error = %Chain(&error),
            "cannot delete the files of a deleted user; the next sweep deletes them"
        );
    }
    Ok(call.reply(json!({ "success": true, "message": "User deleted" }), &cookies))
}

/// Returns better-auth's error for a session that is too old to delete the user without a password.
fn session_expired() -> AuthError {
    let message = "Session expired. Re-authenticate to perform this action.";
    AuthError::new(StatusCode::BAD_REQUEST, "SESSION_EXPIRED", message)
}
