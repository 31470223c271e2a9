//! `POST /auth/link-social`.

use crate::openapi::auth_bodies::{SendOff, SignInSocialRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;
use super::sign_in_social::{IdToken, Request, read_request, send_off};

/// `POST /auth/link-social` — links the signed-in user to an account at an identity provider.
///
/// # Errors
/// 401 without a session, 404 if no provider of that name is configured, 502 if the provider does not answer.
#[utoipa::path(
    post, path = "/auth/link-social",
    request_body = SignInSocialRequest,
    responses((status = 200, body = SendOff), (status = 401), (status = 404), (status = 502)),
)]
pub async fn link_social(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let Request { request, stays, id_token } = read_request(&mut fields);
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if let Some(IdToken { token, nonce }) = id_token {
        let auth = call.auth();
        let linked = auth.link_with_id_token(&asker, &request.provider, &token, nonce.as_deref()).await;
        linked.map_err(|error| call.refuse(error))?;
        return Ok(call.reply(json!({ "url": "", "status": true, "redirect": false }), &[]));
    }
    let departure = call.auth().sign_in_social(request, Some(&asker), &call.routes()).await;
    let departure = departure.map_err(|error| call.refuse(error))?;
    Ok(send_off(&call, &departure, stays))
}
