//! The user's profile, password and sign-in methods, and deletion of the user.

use crate::{Error, LookupOptions, UserRecord};
use http::StatusCode;
use saldo_domain::{Credential, CredentialId, Timestamp, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::bodies::{
    ChangeEmailRequest, ChangePasswordRequest, DeleteUserRequest, Deleted, Done, PasswordRequest,
    UnlinkAccountRequest, UpdateUserRequest,
};
use super::{Call, Rejection, Response};

/// `POST /auth/update-user` — changes the user's name or picture.
///
/// # Errors
/// 400 if there is nothing to change or the body has an `email`, 401 without a session.
#[utoipa::path(
    post, path = "/auth/update-user",
    request_body = UpdateUserRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn update_user(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields_of(&["record"])?;
    let email = fields.take("email");
    let image = fields.nullable_text("image");
    let name = fields.optional_text("name");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if email.is_some() {
        let code = "EMAIL_CAN_NOT_BE_UPDATED";
        return Err(call.refuse(Rejection::new(StatusCode::BAD_REQUEST, code, "Email can not be updated")));
    }
    let client_info = call.client_info(false);
    let updated = call.auth().update_user(&asker, name, image, &client_info).await;
    let cookies = updated.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &cookies))
}

/// `POST /auth/change-email` — rejects a change of address. better-auth has this route; in Saldo it is always
/// disabled, because the address identifies the user.
///
/// # Errors
/// 400 with a session, 401 without.
#[utoipa::path(
    post, path = "/auth/change-email",
    request_body = ChangeEmailRequest,
    responses((status = 401)),
)]
pub async fn change_email(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    fields.email("newEmail");
    fields.finish()?;
    call.signed_in(LookupOptions::CHANGE).await?;
    let disabled =
        Rejection::new(StatusCode::BAD_REQUEST, "CHANGE_EMAIL_DISABLED", "Change email is disabled");
    Err(call.refuse(disabled))
}

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
pub async fn change_password(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let new = fields.text("newPassword");
    let current = fields.text("currentPassword");
    let end_sessions = fields.optional_flag("revokeOtherSessions").unwrap_or(false);
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let client_info = call.client_info(!asker.session.remember);
    let changed = call.auth().change_password(&asker, &current, &new, end_sessions, client_info).await;
    let changed = changed.map_err(|error| call.refuse(error))?;
    let token = changed.started.as_ref().map(|started| started.signed_in.token.as_str());
    let cookies = changed.started.as_ref().map_or(&[][..], |started| &started.cookies);
    Ok(call.reply(Changed { token, user: UserRecord::from(&changed.user) }, cookies))
}

/// `POST /auth/verify-password` — checks the user's password.
///
/// # Errors
/// 400 for a wrong password, 401 without a session, 503 if too many requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/verify-password",
    request_body = PasswordRequest,
    responses((status = 200, body = Done), (status = 401), (status = 503)),
)]
pub async fn verify_password(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    call.auth().verify_password(&asker, &password).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &[]))
}

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
pub async fn delete_user(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.optional_fields()?;
    fields.optional_text("callbackURL");
    let password = fields.optional_text("password");
    let token = fields.optional_text("token");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if token.is_some() {
        return Err(call.refuse(Rejection::invalid_token()));
    }
    let deleted = call.auth().delete_user(&asker, password.as_deref()).await;
    let cookies = deleted.map_err(|error| match error {
        Error::SessionNotFresh => call.refuse(session_expired()),
        error => call.refuse(error),
    })?;
    Ok(call.reply(json!({ "success": true, "message": "User deleted" }), &cookies))
}

/// Returns better-auth's error for a session that is too old to delete the user without a password.
fn session_expired() -> Rejection {
    let message = "Session expired. Re-authenticate to perform this action.";
    Rejection::new(StatusCode::BAD_REQUEST, "SESSION_EXPIRED", message)
}

/// A credential, which better-auth calls an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedCredential {
    id: CredentialId,
    provider_id: String,
    account_id: String,
    user_id: UserId,
    created_at: Timestamp,
    updated_at: Timestamp,
    scopes: Vec<String>,
}

impl From<Credential> for ListedCredential {
    fn from(credential: Credential) -> Self {
        Self {
            id: credential.id,
            provider_id: credential.provider,
            account_id: credential.subject,
            user_id: credential.user,
            created_at: credential.created_at,
            updated_at: credential.updated_at,
            scopes: credential.scopes,
        }
    }
}

/// `GET /auth/list-accounts` — lists the user's sign-in methods.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(
    get, path = "/auth/list-accounts",
    responses((status = 200, body = Vec<ListedCredential>), (status = 401)),
)]
pub async fn list_accounts(call: Call) -> Result<Response, Rejection> {
    let asker = call.signed_in(LookupOptions::READ).await?;
    let credentials = call.auth().list_accounts(&asker).await.map_err(|error| call.refuse(error))?;
    let listed: Vec<ListedCredential> = credentials.into_iter().map(ListedCredential::from).collect();
    Ok(call.reply(listed, &[]))
}

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
pub async fn unlink_account(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let credential = fields.text("accountId");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let unlinked = call.auth().unlink_account(&asker, &credential).await;
    unlinked.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &[]))
}
