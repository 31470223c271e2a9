//! `POST /auth/sign-in/social`.

use crate::openapi::auth_bodies::{SignInSocialRequest, SocialAnswer};
use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use saldo_auth::{SocialSignIn, Wishes};
use serde_json::{Value, json};

use super::call::Call;
use super::error::AuthError;
use super::schema::Fields;
use super::sign_in_email;

/// `POST /auth/sign-in/social` — starts a sign-in through an identity provider, or signs in with an ID token
/// that the page received from the provider directly.
///
/// # Errors
/// 401 for an invalid ID token, 403 if the provider has not verified the address, 404 if no provider of that
/// name is configured, 502 if the provider does not answer.
#[utoipa::path(
    post, path = "/auth/sign-in/social",
    request_body = SignInSocialRequest,
    responses((status = 200, body = SocialAnswer), (status = 401), (status = 404), (status = 502)),
)]
pub async fn sign_in_social(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let Request { request, stays, id_token } = read_request(&mut fields);
    fields.finish()?;
    if let Some(IdToken { token, nonce }) = id_token {
        let visit = call.visit(false);
        let auth = call.auth();
        let arrival = auth.sign_in_with_id_token(&request.provider, &token, nonce.as_deref(), visit).await?;
        return Ok(sign_in_email::arrived(&call, None, arrival));
    }
    let departure = call.auth().sign_in_social(request, None, &call.routes()).await?;
    Ok(send_off(&call, &departure, stays))
}

/// A page's request to sign in through a provider.
pub struct Request {
    /// The provider, and the pages to go to afterwards.
    pub request: SocialSignIn,
    /// True if the page navigates to the provider itself, without a redirect.
    pub stays: bool,
    /// An ID token that the page received from the provider directly.
    pub id_token: Option<IdToken>,
}

/// An ID token that a page received from the provider directly.
pub struct IdToken {
    /// The token.
    pub token: String,
    /// The nonce with which the page requested the token.
    pub nonce: Option<String>,
}

/// Reads the fields that signing in and linking have in common.
pub fn read_request(fields: &mut Fields) -> Request {
    let address = |fields: &mut Fields, name| fields.optional_text(name).filter(|text| !text.is_empty());
    let request = SocialSignIn {
        callback: address(fields, "callbackURL"),
        new_user_callback: address(fields, "newUserCallbackURL"),
        error_callback: address(fields, "errorCallbackURL"),
        provider: read_provider(fields),
        wishes: Wishes::default(),
    };
    let stays = fields.optional_flag("disableRedirect").unwrap_or(false);
    let id_token = read_id_token(fields);
    let scopes = fields.optional_texts("scopes");
    let login_hint = fields.optional_text("loginHint");
    let request = SocialSignIn { wishes: Wishes { scopes, login_hint }, ..request };
    Request { request, stays, id_token }
}

fn read_id_token(fields: &mut Fields) -> Option<IdToken> {
    const NAME: &str = "idToken";
    let mut values = fields.optional_object(NAME)?;
    let token = fields.text_in(NAME, &mut values, "token", true)?;
    let nonce = fields.text_in(NAME, &mut values, "nonce", false);
    Some(IdToken { token, nonce })
}

/// Builds the answer that sends the browser to the provider's authorization page.
pub fn send_off(call: &Call, departure: &saldo_auth::Departure, stays: bool) -> HttpResponse {
    let body = json!({ "url": departure.location, "redirect": !stays });
    let mut response = call.reply(body, &departure.cookies);
    if !stays && let Ok(location) = HeaderValue::from_str(&departure.location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// Takes the provider's id. better-auth's message for a missing provider differs from that of other texts.
fn read_provider(fields: &mut Fields) -> String {
    if let Some(Value::String(provider)) = fields.take("provider") {
        provider
    } else {
        fields.fault("provider", "Invalid input");
        String::new()
    }
}
