//! `/auth/two-factor/…`: two-factor sign-in, compatible with better-auth's `twoFactor` plugin.

use crate::{Answer, Error, LookupOptions, SecondFactorVerified, TwoStepError, UserRecord};
use http::StatusCode;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::bodies::{
    BackupCodes, CodeRequest, Done, EnableTwoFactorRequest, Enrollment, PasswordRequest, TotpUri,
};
use super::{Call, Rejection, Response};

#[derive(Serialize, ToSchema)]
struct Verified<'call> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<&'call str>,
    user: UserRecord,
}

/// Builds the answer to a second-factor code: the user and their session, or the reason for the rejection.
/// After too many wrong codes the cookie of the pending sign-in is cleared.
fn answer(call: &Call, passed: Result<SecondFactorVerified, Error>) -> Result<Response, Rejection> {
    match passed {
        Ok(SecondFactorVerified { token, user, cookies }) => {
            let token = token.as_ref().map(crate::SessionToken::as_str);
            Ok(call.reply(Verified { token, user: UserRecord::from(&user) }, &cookies))
        }
        Err(error @ Error::TwoStep(TwoStepError::TooManyAttempts)) => {
            Err(call.refuse(error).with_cookies(&[call.auth().clear_second_step()]))
        }
        Err(error) => Err(call.refuse(error)),
    }
}

/// `POST /auth/two-factor/enable` — starts the enrollment in two-factor sign-in: returns the secret for an
/// authenticator app and backup codes. Two-factor sign-in is enabled by the first valid code at
/// `/auth/two-factor/verify-totp`.
///
/// # Errors
/// 400 for a wrong password, if it is enabled already, or for the method `otp`; 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/enable",
    request_body = EnableTwoFactorRequest,
    responses((status = 200, body = Enrollment), (status = 401), (status = 503)),
)]
pub async fn enable_two_factor(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    let method = fields.optional_choice("method", &["otp", "totp"]);
    let issuer = fields.optional_text("issuer");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if method.as_deref() == Some("otp") {
        call.auth().check_own_password(&asker, &password).await.map_err(|error| call.refuse(error))?;
        let (status, code) = (StatusCode::BAD_REQUEST, "OTP_NOT_CONFIGURED");
        return Err(call.refuse(Rejection::new(status, code, "OTP is not available")));
    }
    let enrolment = call.auth().enroll_two_step(&asker, &password, issuer.as_deref()).await;
    let enrolment = enrolment.map_err(|error| call.refuse(error))?;
    let body = json!({ "method": "totp", "totpURI": enrolment.uri, "backupCodes": enrolment.backup_codes });
    Ok(call.reply(body, &[]))
}

/// `POST /auth/two-factor/disable` — disables two-factor sign-in and replaces the current session.
///
/// # Errors
/// 400 for a wrong password, 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/disable",
    request_body = PasswordRequest,
    responses((status = 200, body = Done), (status = 401), (status = 503)),
)]
pub async fn disable_two_factor(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let client_info = call.client_info(!asker.session.remember);
    let started = call.auth().disable_two_step(&asker, &password, client_info).await;
    let started = started.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &started.cookies))
}

/// `POST /auth/two-factor/get-totp-uri` — returns the secret again, for another authenticator app.
///
/// # Errors
/// 400 for a wrong password or if the user has not enrolled, 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/get-totp-uri",
    request_body = PasswordRequest,
    responses((status = 200, body = TotpUri), (status = 401), (status = 503)),
)]
pub async fn get_totp_uri(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let uri = call.auth().totp_uri(&asker, &password).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "totpURI": uri }), &[]))
}

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
pub async fn verify_totp(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let code = fields.text("code");
    let trust_device = fields.optional_flag("trustDevice").unwrap_or(false);
    fields.finish()?;
    let asker = call.optional_session(LookupOptions::CHANGE).await?;
    let shown = Answer { code: &code, trust_device, no_session: false };
    let passed = call.auth().verify_totp(asker, shown, call.client_info(false)).await;
    answer(&call, passed)
}

/// `POST /auth/two-factor/generate-backup-codes` — creates new backup codes. The old codes stop working.
///
/// # Errors
/// 400 for a wrong password or if two-factor sign-in is disabled, 401 without a session.
#[utoipa::path(
    post, path = "/auth/two-factor/generate-backup-codes",
    request_body = PasswordRequest,
    responses((status = 200, body = BackupCodes), (status = 401), (status = 503)),
)]
pub async fn generate_backup_codes(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let password = fields.text("password");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    let codes = call.auth().renew_backup_codes(&asker, &password).await;
    let codes = codes.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true, "backupCodes": codes }), &[]))
}

/// `POST /auth/two-factor/verify-backup-code` — accepts a backup code instead of an authenticator app's code.
///
/// # Errors
/// 401 for a wrong or used code, or if no sign-in waits for one; 400 after five wrong codes; 429 after ten.
#[utoipa::path(
    post, path = "/auth/two-factor/verify-backup-code",
    request_body = CodeRequest,
    responses((status = 200, body = Verified), (status = 401), (status = 429)),
)]
pub async fn verify_backup_code(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let code = fields.text("code");
    let no_session = fields.optional_flag("disableSession").unwrap_or(false);
    let trust_device = fields.optional_flag("trustDevice").unwrap_or(false);
    fields.finish()?;
    let asker = call.optional_session(LookupOptions::CHANGE).await?;
    let shown = Answer { code: &code, trust_device, no_session };
    let passed = call.auth().verify_backup_code(asker, shown, call.client_info(false)).await;
    answer(&call, passed)
}

/// `POST /auth/two-factor/send-otp` — rejects the request. better-auth has this route; in Saldo it is always
/// disabled, because a mailed code adds no security to a password that can be reset by mail.
///
/// # Errors
/// 400, always.
#[utoipa::path(post, path = "/auth/two-factor/send-otp", responses((status = 400)))]
#[expect(clippy::unused_async, reason = "all routes are async functions")]
pub async fn send_otp(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.optional_fields()?;
    fields.optional_flag("trustDevice");
    fields.finish()?;
    Err(Rejection::new(StatusCode::BAD_REQUEST, "OTP_NOT_CONFIGURED", "otp isn't configured"))
}

/// `POST /auth/two-factor/verify-otp` — rejects every code, because codes are never mailed.
///
/// # Errors
/// 400, or 401 without a session and without a sign-in that waits for a code.
#[utoipa::path(
    post, path = "/auth/two-factor/verify-otp",
    request_body = CodeRequest,
    responses((status = 401), (status = 429)),
)]
pub async fn verify_otp(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    fields.text("code");
    fields.optional_flag("trustDevice");
    fields.finish()?;
    if call.optional_session(LookupOptions::CHANGE).await?.is_none() {
        let waits = call.auth().check_second_step(&call.client_info(false)).await;
        waits.map_err(|error| call.refuse(error))?;
    }
    Err(call.refuse(Rejection::new(StatusCode::BAD_REQUEST, "OTP_HAS_EXPIRED", "OTP has expired")))
}
