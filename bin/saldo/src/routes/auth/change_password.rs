//! `POST /auth/change-password`.

use crate::openapi::auth_bodies::ChangePasswordRequest;
use actix_web::HttpResponse;
use saldo_auth::{LookupOptions, UserRecord};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::Call;
use super::error::AuthError;

#[derive(Serialize, ToSchema)]
struct Changed<'call> {
    token: Option<&'call str>,
    user: UserRecord,
}

/// `POST /auth/change-password` — changes the password of a user who knows the current one.
///
/// # Errors
/// 400 for a wrong password or a new one of invalid length, 401 without a session, 503 if too many requests
/// hash passwords at once.
#[utoipa::path(
    post, path = "/auth/change-password",
    request_body = ChangePasswordRequest,
    responses((status = 200, body = Changed), (status = 401), (status = 503)),
)]
pub async fn change_password(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let new = fields.text("newPassword");
    let current = fields.text("currentPassword");
    let end_sessions = fields.optional_flag("revokeOtherSessions").unwrap_or(false);
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let visit = call.visit(!asker.session.remember);
    let changed = call.auth().change_password(&asker, &current, &new, end_sessions, visit).await;
    let changed = changed.map_err(|error| call.refuse(error))?;
    let token = changed.welcome.as_ref().map(|welcome| welcome.signed_in.token.as_str());
    let cookies = changed.welcome.as_ref().map_or(&[][..], |welcome| &welcome.cookies);
    Ok(call.reply(Changed { token, user: UserRecord::from(&changed.user) }, cookies))
}
