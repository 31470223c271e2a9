//! The user's sessions.

use crate::{LookupOptions, SessionRecord};
use serde_json::json;

use super::bodies::{Done, TokenRequest};
use super::{Call, Rejection, Response};

/// `GET /auth/list-sessions` — lists the user's sessions. Only the current session shows its token, the
/// others show a handle.
///
/// # Errors
/// 401 without a session, 403 if the session began more than a day ago.
#[utoipa::path(
    get, path = "/auth/list-sessions",
    responses((status = 200, body = Vec<SessionRecord>), (status = 401)),
)]
pub async fn list_sessions(call: Call) -> Result<Response, Rejection> {
    let asker = call.signed_in(LookupOptions::READ).await?;
    let listed = call.auth().list_sessions(&asker).await.map_err(|error| call.refuse(error))?;
    let records: Vec<SessionRecord> =
        listed.into_iter().map(|listed| SessionRecord::new(&listed.session, listed.handle)).collect();
    Ok(call.reply(records, &[]))
}

/// `POST /auth/revoke-session` — ends one of the user's sessions, named by its token or its handle.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(
    post, path = "/auth/revoke-session",
    request_body = TokenRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn revoke_session(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let handle = fields.text("token");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let cookies = call.auth().revoke_session(&asker, &handle).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &cookies))
}

/// `POST /auth/revoke-sessions` — ends all of the user's sessions, including the current one.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(post, path = "/auth/revoke-sessions", responses((status = 200, body = Done), (status = 401)))]
pub async fn revoke_sessions(call: Call) -> Result<Response, Rejection> {
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let cookies = call.auth().revoke_sessions(&asker).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &cookies))
}

/// `POST /auth/revoke-other-sessions` — ends all of the user's sessions except the current one.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(
    post, path = "/auth/revoke-other-sessions",
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn revoke_other_sessions(call: Call) -> Result<Response, Rejection> {
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    call.auth().revoke_other_sessions(&asker).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &[]))
}
