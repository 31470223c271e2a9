//! `POST /auth/send-verification-email`.

use crate::openapi::auth_bodies::{Done, VerificationEmailRequest};
use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/send-verification-email` — mails a link that verifies an address.
///
/// # Errors
/// 400 if mail is not set up, or if the signed-in user's address is a different one or already verified.
#[utoipa::path(
    post, path = "/auth/send-verification-email",
    request_body = VerificationEmailRequest,
    responses((status = 200, body = Done)),
)]
pub async fn send_verification_email(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let email = fields.email("email");
    let callback = fields.optional_text("callbackURL").filter(|address| !address.is_empty());
    fields.finish()?;
    let lookup = call.auth().authenticate(&call.cookies, LookupOptions::CHANGE).await?;
    let page = callback.as_deref().unwrap_or("/");
    let asker = lookup.signed_in.as_ref();
    call.auth().send_verification_email(asker, &email, page, &call.routes()).await?;
    Ok(call.reply(json!({ "status": true }), &lookup.cookies))
}
