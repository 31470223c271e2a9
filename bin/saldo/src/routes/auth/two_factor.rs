//! `/auth/two-factor/…`: two-factor sign-in, compatible with better-auth's `twoFactor` plugin.

pub mod disable;
pub mod enable;
pub mod generate_backup_codes;
pub mod get_totp_uri;
pub mod send_otp;
pub mod verify_backup_code;
pub mod verify_otp;
pub mod verify_totp;

use actix_web::HttpResponse;
use saldo_auth::{Error, Passed, TwoStepError, UserRecord};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::Call;
use super::error::AuthError;

#[derive(Serialize, ToSchema)]
struct Verified<'call> {
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<&'call str>,
    user: UserRecord,
}

/// Builds the answer to a second-factor code: the user and their session, or the reason for the rejection.
/// After too many wrong codes the cookie of the pending sign-in is cleared.
fn answer(call: &Call, passed: Result<Passed, Error>) -> Result<HttpResponse, AuthError> {
    match passed {
        Ok(Passed { token, user, cookies }) => {
            let token = token.as_ref().map(saldo_auth::SessionToken::as_str);
            Ok(call.reply(Verified { token, user: UserRecord::from(&user) }, &cookies))
        }
        Err(error @ Error::TwoStep(TwoStepError::TooManyAttempts)) => {
            Err(call.refuse(error).with_cookies(&[call.auth().clear_second_step()]))
        }
        Err(error) => Err(call.refuse(error)),
    }
}
