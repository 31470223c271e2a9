//! Mailed links: a new password, and the verification of an address.

use crate::{Error, LookupOptions};
use http::StatusCode;
use serde_json::json;

use super::bodies::{
    Done, MailedBody, NewPasswordRequest, PasswordResetRequest, VerificationEmailRequest, VerifiedEmail,
};
use super::{Call, Rejection, Response};

/// `POST /auth/request-password-reset` — mails a password-reset link, if the address belongs to a user.
///
/// # Errors
/// 400 if mail is not set up, 503 if too many requests come at once.
#[utoipa::path(
    post, path = "/auth/request-password-reset",
    request_body = PasswordResetRequest,
    responses((status = 200, body = MailedBody), (status = 503)),
)]
pub async fn request_password_reset(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let email = fields.email("email");
    let redirect_to = fields.optional_text("redirectTo").filter(|address| !address.is_empty());
    fields.finish()?;
    let redirect_to = redirect_to.as_deref().unwrap_or("/");
    let requested = call.auth().request_password_reset(&email, redirect_to, &call.routes_url()).await;
    requested.map_err(|error| match error {
        Error::MailDisabled => disabled(),
        error => error.into(),
    })?;
    let message = "If this email exists in our system, check your email for the reset link";
    Ok(call.reply(json!({ "status": true, "message": message }), &[]))
}

fn disabled() -> Rejection {
    Rejection::new(StatusCode::BAD_REQUEST, "RESET_PASSWORD_DISABLED", "Reset password isn't enabled")
}

/// `GET /auth/reset-password/{token}` — redirects a mailed link to the page that asks for the new password.
///
/// # Errors
/// 400 without that page's address, 403 if it is not trusted.
#[utoipa::path(
    get, path = "/auth/reset-password/{token}",
    params(
        ("token" = String, Path),
        ("callbackURL" = String, Query, description = "The page on which the user sets a new password."),
    ),
    responses((status = 302, headers(("Location" = String))), (status = 400)),
)]
pub async fn follow_reset_link(call: Call) -> Result<Response, Rejection> {
    let page = call.query("callbackURL").ok_or_else(|| Rejection::missing_query("callbackURL"))?;
    let token = call.parameter("token");
    let is_good = !page.is_empty() && call.auth().is_reset_token(token).await?;
    let mut location = call.auth().origins().resolve(page);
    let (name, value) = if is_good { ("token", token) } else { ("error", "INVALID_TOKEN") };
    location.query_pairs_mut().append_pair(name, value);
    Ok(call.redirect(location.as_str(), &[]))
}

/// `POST /auth/reset-password` — sets a new password with a mailed token.
///
/// # Errors
/// 400 for an invalid token or a password of invalid length, 503 if too many requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/reset-password",
    request_body = NewPasswordRequest,
    responses((status = 200, body = Done), (status = 503)),
)]
pub async fn reset_password(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let new = fields.text("newPassword");
    let token = fields.optional_text("token");
    fields.finish()?;
    let token = token.or_else(|| call.query("token").map(str::to_owned)).ok_or(Error::InvalidToken)?;
    call.auth().reset_password(&token, &new, &call.client_info(false)).await?;
    Ok(call.reply(json!({ "status": true }), &[]))
}

/// `POST /auth/send-verification-email` — mails a link that verifies an address.
///
/// # Errors
/// 400 if mail is not set up, or if the signed-in user's address is a different one or already verified.
#[utoipa::path(
    post, path = "/auth/send-verification-email",
    request_body = VerificationEmailRequest,
    responses((status = 200, body = Done)),
)]
pub async fn send_verification_email(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let email = fields.email("email");
    let callback = fields.optional_text("callbackURL").filter(|address| !address.is_empty());
    fields.finish()?;
    let lookup = call.auth().authenticate(&call.cookies, LookupOptions::CHANGE).await?;
    let page = callback.as_deref().unwrap_or("/");
    let asker = lookup.signed_in.as_ref();
    call.auth().send_verification_email(asker, &email, page, &call.routes_url()).await?;
    Ok(call.reply(json!({ "status": true }), &lookup.cookies))
}

/// `GET /auth/verify-email` — verifies the user's address with the token of a mailed link.
///
/// # Errors
/// 400 without a token; 401 for an invalid token, unless the link has a `callbackURL`.
#[utoipa::path(
    get, path = "/auth/verify-email",
    params(
        ("token" = String, Query),
        ("callbackURL" = Option<String>, Query, description = "The page to redirect to."),
    ),
    responses(
        (status = 200, body = VerifiedEmail),
        (status = 302, headers(("Location" = String))),
        (status = 400),
        (status = 401),
    ),
)]
pub async fn verify_email(call: Call) -> Result<Response, Rejection> {
    let token = call.query("token").ok_or_else(|| Rejection::missing_query("token"))?;
    let page = call.query("callbackURL").filter(|page| !page.is_empty());
    match (call.auth().verify_email(token).await, page) {
        (Ok(()), Some(page)) => Ok(call.redirect(page, &[])),
        (Ok(()), None) => Ok(call.reply(json!({ "status": true, "user": null }), &[])),
        (Err(Error::InvalidToken), Some(page)) => {
            let separator = if page.contains('?') { '&' } else { '?' };
            Ok(call.redirect(&format!("{page}{separator}error=INVALID_TOKEN"), &[]))
        }
        (Err(Error::InvalidToken), None) => {
            Err(Rejection::new(StatusCode::UNAUTHORIZED, "INVALID_TOKEN", "Invalid token"))
        }
        (Err(error), _) => Err(error.into()),
    }
}
