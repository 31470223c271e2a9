//! `POST /auth/sign-in/social`.

use crate::openapi::auth_bodies::{SendOff, SignInSocialRequest};
use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use saldo_auth::{SocialSignIn, Wishes};
use serde_json::{Value, json};

use super::call::Call;
use super::error::AuthError;
use super::schema::Fields;

/// `POST /auth/sign-in/social` — begins a sign-in through an identity provider.
///
/// # Errors
/// 404 when no provider of that name is configured, 502 when it does not answer.
#[utoipa::path(
    post, path = "/auth/sign-in/social",
    request_body = SignInSocialRequest,
    responses((status = 200, body = SendOff), (status = 404), (status = 502)),
)]
pub async fn sign_in_social(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    let (request, stays) = read_request(&mut fields);
    fields.finish()?;
    let departure = call.auth().sign_in_social(request, None, &call.routes()).await?;
    Ok(send_off(&call, &departure, stays))
}

/// What both ways to begin ask for, and whether the page wants to go by itself.
pub fn read_request(fields: &mut Fields) -> (SocialSignIn, bool) {
    let address = |fields: &mut Fields, name| fields.optional_text(name).filter(|text| !text.is_empty());
    let request = SocialSignIn {
        callback: address(fields, "callbackURL"),
        new_user_callback: address(fields, "newUserCallbackURL"),
        error_callback: address(fields, "errorCallbackURL"),
        provider: read_provider(fields),
        wishes: Wishes::default(),
    };
    let stays = fields.optional_flag("disableRedirect").unwrap_or(false);
    let scopes = fields.optional_texts("scopes");
    let login_hint = fields.optional_text("loginHint");
    (SocialSignIn { wishes: Wishes { scopes, login_hint }, ..request }, stays)
}

/// Tells the page where to go.
pub fn send_off(call: &Call, departure: &saldo_auth::Departure, stays: bool) -> HttpResponse {
    let body = json!({ "url": departure.location, "redirect": !stays });
    let mut response = call.reply(body, &departure.cookies);
    if !stays && let Ok(location) = HeaderValue::from_str(&departure.location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// The provider's name. The auth library has its own words for a missing one.
fn read_provider(fields: &mut Fields) -> String {
    if let Some(Value::String(provider)) = fields.take("provider") {
        provider
    } else {
        fields.fault("provider", "Invalid input");
        String::new()
    }
}
