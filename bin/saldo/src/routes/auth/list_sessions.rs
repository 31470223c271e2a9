//! `GET /auth/list-sessions`.

use actix_web::HttpResponse;
use saldo_auth::{LookupOptions, SessionRecord};

use super::call::Call;
use super::error::AuthError;

/// `GET /auth/list-sessions` — lists the user's sessions. Only the current session shows its token, the
/// others show a handle.
///
/// # Errors
/// 401 without a session, 403 if the session began more than a day ago.
#[utoipa::path(
    get, path = "/auth/list-sessions",
    responses((status = 200, body = Vec<SessionRecord>), (status = 401)),
)]
pub async fn list_sessions(call: Call) -> Result<HttpResponse, AuthError> {
    let asker = call.signed_in(LookupOptions::READ).await?;
    let listed = call.auth().list_sessions(&asker).await.map_err(|error| call.refuse(error))?;
    let records: Vec<SessionRecord> =
        listed.into_iter().map(|listed| SessionRecord::new(&listed.session, listed.handle)).collect();
    Ok(call.reply(records, &[]))
}
