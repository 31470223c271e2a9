//! `POST /auth/two-factor/generate-backup-codes`.

use crate::openapi::auth_bodies::{BackupCodes, PasswordRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::super::call::Call;
use super::super::error::AuthError;

/// `POST /auth/two-factor/generate-backup-codes` — creates new backup codes. The old codes stop working.
///
/// # Errors
/// 400 for a wrong password or if two-factor sign-in is disabled, 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/generate-backup-codes",
    request_body = PasswordRequest,
    responses((status = 200, body = BackupCodes), (status = 401), (status = 503)),
)]
pub async fn generate_backup_codes(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let codes = call.auth().renew_backup_codes(&asker, &password).await;
    let codes = codes.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true, "backupCodes": codes }), &[]))
}
