//! `POST /auth/sign-in/email`.

use crate::openapi::auth_bodies::{SignInAnswer, SignInEmailRequest};
use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use saldo_auth::{Arrival, UserRecord, Welcome};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::call::Call;
use super::error::AuthError;

#[derive(Serialize, ToSchema)]
struct SignedIn<'call> {
    redirect: bool,
    token: &'call str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'call str>,
    user: UserRecord,
}

/// `POST /auth/sign-in/email` — signs a user in with e-mail address and password, or asks for a second-factor
/// code.
///
/// # Errors
/// 400 for an invalid field, 401 for a wrong password or an unknown user alike, 403 for a page of another
/// site, 503 if too many requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/sign-in/email",
    request_body = SignInEmailRequest,
    responses((status = 200, body = SignInAnswer), (status = 401), (status = 503)),
)]
pub async fn sign_in_email(call: Call<true>) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let email = fields.text("email");
    let password = fields.text("password");
    let callback = fields.optional_text("callbackURL").filter(|address| !address.is_empty());
    let remember = fields.optional_flag("rememberMe").unwrap_or(true);
    fields.finish()?;
    call.auth().origins().check_sign_in(call.origin())?;
    let arrival = call.auth().sign_in(&email, &password, call.visit(!remember)).await?;
    let mut response = arrived(&call, callback.as_deref(), arrival);
    if let Some(location) = callback.and_then(|address| HeaderValue::from_str(&address).ok()) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Builds the answer to the first factor: the session, or a request for the second factor.
pub(super) fn arrived<const TAKES_FORMS: bool>(
    call: &Call<TAKES_FORMS>,
    callback: Option<&str>,
    arrival: Arrival,
) -> HttpResponse {
    match arrival {
        Arrival::Welcome(welcome) => reply(call, callback, &welcome),
        Arrival::SecondStep(cookies) => {
            call.reply(json!({ "twoFactorRedirect": true, "twoFactorMethods": ["totp"] }), &cookies)
        }
    }
}

fn reply<const TAKES_FORMS: bool>(
    call: &Call<TAKES_FORMS>,
    callback: Option<&str>,
    welcome: &Welcome,
) -> HttpResponse {
    let body = SignedIn {
        redirect: callback.is_some(),
        token: welcome.signed_in.token.as_str(),
        url: callback,
        user: UserRecord::from(&welcome.signed_in.user),
    };
    call.reply(body, &welcome.cookies)
}
