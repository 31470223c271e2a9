//! `POST /auth/two-factor/verify-totp`.

use crate::openapi::auth_bodies::CodeRequest;
use actix_web::HttpResponse;
use saldo_auth::{Answer, LookupOptions};

use super::super::call::Call;
use super::super::error::AuthError;
use super::{Verified, answer};

/// `POST /auth/two-factor/verify-totp` — accepts a code of an authenticator app. It completes a sign-in, or
/// enables two-factor sign-in for a signed-in user who has enrolled.
///
/// # Errors
/// 401 for a wrong or used code, or if no sign-in waits for one; 400 after five wrong codes; 429 after ten.
#[utoipa::path(
    post, path = "/auth/two-factor/verify-totp",
    request_body = CodeRequest,
    responses((status = 200, body = Verified), (status = 401), (status = 429)),
)]
pub async fn verify_totp(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let code = fields.text("code");
    let trust_device = fields.optional_flag("trustDevice").unwrap_or(false);
    fields.finish()?;
    let asker = call.signed_in_or_nobody(LookupOptions::CHANGE).await?;
    let shown = Answer { code: &code, trust_device, no_session: false };
    let passed = call.auth().verify_totp(asker, shown, call.visit(false)).await;
    answer(&call, passed)
}
