//! Sign-in through identity providers, and the accounts there.
//!
//! Saldo stores no provider tokens. The answers about them are those of better-auth for an account without
//! stored tokens.

use crate::{AuthorizationOptions, LookupOptions, ProviderCallback, SocialSignIn};
use http::StatusCode;
use http::header::{self, HeaderValue};
use saldo_domain::Credential;
use serde::Serialize;
use serde_json::{Map, Value, json};
use url::form_urlencoded::Serializer;
use utoipa::ToSchema;

use super::bodies::{AccessToken, AccountRequest, Done, SendOff, SignInSocialRequest, SocialAnswer};
use super::schema::Fields;
use super::sign_in::sign_in_answer;
use super::{Call, Rejection, Response};

#[derive(Serialize, ToSchema)]
struct Providers<'call> {
    providers: Vec<Provider<'call>>,
}

#[derive(Serialize, ToSchema)]
struct Provider<'call> {
    id: &'call str,
    name: &'call str,
}

/// `GET /auth/providers` — lists the configured identity providers, for the buttons of the sign-in page.
///
/// # Errors
/// None.
#[utoipa::path(get, path = "/auth/providers", responses((status = 200, body = Providers)))]
#[expect(clippy::unused_async, reason = "all routes are async functions")]
pub async fn list_providers(call: Call) -> Result<Response, Rejection> {
    let providers = call.auth().providers();
    let providers = providers.map(|provider| Provider { id: provider.id(), name: provider.label() });
    Ok(call.reply(Providers { providers: providers.collect() }, &[]))
}

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
pub async fn sign_in_social(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let Request { sign_in: request, stays, id_token } = read_request(&mut fields);
    fields.finish()?;
    if let Some(IdToken { token, nonce }) = id_token {
        let client_info = call.client_info(false);
        let auth = call.auth();
        let arrival =
            auth.sign_in_with_id_token(&request.provider, &token, nonce.as_deref(), client_info).await?;
        return Ok(sign_in_answer(&call, None, arrival));
    }
    let departure = call.auth().sign_in_social(request, None, &call.routes_url()).await?;
    Ok(send_off(&call, &departure, stays))
}

/// A page's request to sign in through a provider.
struct Request {
    /// The provider, and the pages to go to afterwards.
    sign_in: SocialSignIn,
    /// True if the page navigates to the provider itself, without a redirect.
    stays: bool,
    /// An ID token that the page received from the provider directly.
    id_token: Option<IdToken>,
}

/// An ID token that a page received from the provider directly.
struct IdToken {
    /// The token.
    token: String,
    /// The nonce with which the page requested the token.
    nonce: Option<String>,
}

/// Reads the fields that signing in and linking have in common.
fn read_request(fields: &mut Fields) -> Request {
    let address = |fields: &mut Fields, name| fields.optional_text(name).filter(|text| !text.is_empty());
    let request = SocialSignIn {
        callback: address(fields, "callbackURL"),
        new_user_callback: address(fields, "newUserCallbackURL"),
        error_callback: address(fields, "errorCallbackURL"),
        provider: read_provider(fields),
        options: AuthorizationOptions::default(),
    };
    let stays = fields.optional_flag("disableRedirect").unwrap_or(false);
    let id_token = read_id_token(fields);
    let scopes = fields.optional_texts("scopes");
    let login_hint = fields.optional_text("loginHint");
    let request = SocialSignIn { options: AuthorizationOptions { scopes, login_hint }, ..request };
    Request { sign_in: request, stays, id_token }
}

fn read_id_token(fields: &mut Fields) -> Option<IdToken> {
    const NAME: &str = "idToken";
    let mut values = fields.optional_object(NAME)?;
    let token = fields.text_in(NAME, &mut values, "token", true)?;
    let nonce = fields.text_in(NAME, &mut values, "nonce", false);
    Some(IdToken { token, nonce })
}

/// Builds the answer that sends the browser to the provider's authorization page.
fn send_off(call: &Call, departure: &crate::AuthorizationRedirect, stays: bool) -> Response {
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

/// `POST /auth/link-social` — links the signed-in user to an account at an identity provider.
///
/// # Errors
/// 401 without a session, 404 if no provider of that name is configured, 502 if the provider does not answer.
#[utoipa::path(
    post, path = "/auth/link-social",
    request_body = SignInSocialRequest,
    responses((status = 200, body = SendOff), (status = 401), (status = 404), (status = 502)),
)]
pub async fn link_social(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let Request { sign_in: request, stays, id_token } = read_request(&mut fields);
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if let Some(IdToken { token, nonce }) = id_token {
        let auth = call.auth();
        let linked = auth.link_with_id_token(&asker, &request.provider, &token, nonce.as_deref()).await;
        linked.map_err(|error| call.refuse(error))?;
        return Ok(call.reply(json!({ "url": "", "status": true, "redirect": false }), &[]));
    }
    let departure = call.auth().sign_in_social(request, Some(&asker), &call.routes_url()).await;
    let departure = departure.map_err(|error| call.refuse(error))?;
    Ok(send_off(&call, &departure, stays))
}

/// `GET /auth/callback/{provider}` — completes a sign-in through an identity provider. The browser is
/// redirected to the callback page, or to an error page that names the reason.
///
/// # Errors
/// 500 if the database fails.
#[utoipa::path(
    get, path = "/auth/callback/{provider}",
    params(
        ("provider" = String, Path),
        ("state" = Option<String>, Query),
        ("code" = Option<String>, Query),
        ("iss" = Option<String>, Query, description = "The provider's issuer identifier (RFC 9207)."),
        ("error" = Option<String>, Query),
        ("error_description" = Option<String>, Query),
    ),
    responses((status = 302, headers(("Location" = String)))),
)]
pub async fn return_from_provider(call: Call) -> Result<Response, Rejection> {
    let provider = call.parameter("provider");
    let brought = ProviderCallback {
        state: call.query("state"),
        code: call.query("code"),
        issuer: call.query("iss"),
        error: call.query("error"),
        error_description: call.query("error_description"),
    };
    let error_page = call.route(&["error"]);
    let client_info = call.client_info(false);
    let departure = call.auth().return_from_provider(provider, brought, client_info, &error_page).await?;
    Ok(call.redirect(&departure.location, &departure.cookies))
}

/// `POST /auth/callback/{provider}` — redirects a provider's form answer (`form_post`) to the same path with
/// the fields in the query. Browsers send such a cross-site form without our cookies, but follow the redirect
/// with them.
///
/// # Errors
/// 400 for a field that is not text.
#[utoipa::path(
    post, path = "/auth/callback/{provider}",
    params(("provider" = String, Path)),
    request_body(
        content = Option<serde_json::Value>,
        content_type = "application/x-www-form-urlencoded",
        description = "A form with `state`, `code` and, if the provider sends them, `iss`, `error` and `error_description`. \
            What else the browser brings is ignored.",
    ),
    responses((status = 302, headers(("Location" = String)))),
)]
#[expect(clippy::unused_async, reason = "all routes are async functions")]
pub async fn take_posted_callback(call: Call<true>) -> Result<Response, Rejection> {
    const NAMES: [&str; 7] = ["code", "error", "device_id", "error_description", "state", "user", "iss"];
    let mut fields = call.optional_fields()?;
    let posted = NAMES.map(|name| fields.optional_text(name));
    fields.finish()?;
    let mut query = Serializer::new(String::new());
    for (name, posted) in NAMES.into_iter().zip(posted) {
        if let Some(value) = call.query(name).map(str::to_owned).or(posted) {
            query.append_pair(name, &value);
        }
    }
    let mut location = call.route(&["callback", call.parameter("provider")]);
    location.set_query(Some(&query.finish()));
    Ok(call.redirect(location.as_str(), &[]))
}

/// The account that a request selects.
enum Selection {
    /// The account with this id.
    Id(String),
    /// The account named by a cookie. Saldo never sets that cookie.
    Cookie,
}

impl Selection {
    /// Reads the selection. `place` is `body` or `query`, as better-auth's messages name it.
    fn read(fields: Option<Value>, place: &str) -> Result<Self, Rejection> {
        let fields = match fields {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let user_fits = fields.get("userId").is_none_or(Value::is_string);
        let id = fields.get("accountId").and_then(Value::as_str).filter(|_| user_fits);
        let cookie = fields.get("useAccountCookie").filter(|value| **value == Value::Bool(true) && user_fits);
        let (known, selection) = match (id, cookie) {
            (Some(id), None) => ("accountId", Self::Id(id.to_owned())),
            (None, Some(_)) => ("useAccountCookie", Self::Cookie),
            _ => return Err(Rejection::validation(format!("[{place}] Invalid input"))),
        };
        let others = fields.keys().filter(|name| *name != known && *name != "userId");
        let others: Vec<String> = others.map(|name| format!("\"{name}\"")).collect();
        match others.len() {
            0 => Ok(selection),
            1 => Err(Rejection::validation(format!("[{place}] Unrecognized key: {}", others[0]))),
            _ => Err(Rejection::validation(format!("[{place}] Unrecognized keys: {}", others.join(", ")))),
        }
    }

    /// Finds the selected credential among those of the signed-in user.
    async fn find(self, call: &Call) -> Result<Credential, Rejection> {
        let asker = call.signed_in(LookupOptions::CHANGE).await?;
        let credentials = call.auth().list_accounts(&asker).await.map_err(|error| call.refuse(error))?;
        let mut credentials = credentials.into_iter();
        let found = match self {
            Self::Id(id) => credentials.find(|credential| credential.id.to_string() == id),
            Self::Cookie => None,
        };
        found.ok_or_else(|| refuse(call, "ACCOUNT_NOT_FOUND", "Account not found"))
    }
}

fn refuse(call: &Call, code: &'static str, message: impl Into<String>) -> Rejection {
    call.refuse(Rejection::new(StatusCode::BAD_REQUEST, code, message))
}

fn is_configured(call: &Call, credential: &Credential) -> bool {
    call.auth().providers().any(|provider| provider.id() == credential.provider)
}

fn check_supported(call: &Call, credential: &Credential) -> Result<(), Rejection> {
    if is_configured(call, credential) {
        return Ok(());
    }
    let message = format!("Provider {} is not supported.", credential.provider);
    Err(refuse(call, "PROVIDER_NOT_SUPPORTED", message))
}

/// `POST /auth/get-access-token` — returns the provider's access token of an account. It is always empty,
/// because Saldo stores none.
///
/// # Errors
/// 400 for an unknown account or one without a configured provider, 401 without a session.
#[utoipa::path(
    post, path = "/auth/get-access-token",
    request_body = AccountRequest,
    responses((status = 200, body = AccessToken), (status = 401)),
)]
pub async fn get_access_token(call: Call) -> Result<Response, Rejection> {
    let selection = Selection::read(call.body(), "body")?;
    let credential = selection.find(&call).await?;
    check_supported(&call, &credential)?;
    Ok(call.reply(json!({ "accessToken": "", "scopes": credential.scopes }), &[]))
}

/// `POST /auth/refresh-token` — refreshes the provider's tokens of an account. It always fails, because Saldo
/// stores none.
///
/// # Errors
/// 400 for an unknown account or because there is no refresh token, 401 without a session.
#[utoipa::path(
    post, path = "/auth/refresh-token",
    request_body = AccountRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn refresh_token(call: Call) -> Result<Response, Rejection> {
    let selection = Selection::read(call.body(), "body")?;
    let credential = selection.find(&call).await?;
    check_supported(&call, &credential)?;
    Err(refuse(&call, "REFRESH_TOKEN_NOT_FOUND", "Refresh token not found"))
}

/// `GET /auth/account-info` — returns the provider's profile of an account. It always fails, because that
/// requires an access token.
///
/// # Errors
/// 400 for an unknown account or because there is no access token, 401 without a session.
#[utoipa::path(
    get, path = "/auth/account-info",
    params(("accountId" = String, Query)),
    responses((status = 200, body = Done), (status = 400), (status = 401)),
)]
pub async fn account_info(call: Call) -> Result<Response, Rejection> {
    let selection = Selection::read(Some(call.query_fields()), "query")?;
    let credential = selection.find(&call).await?;
    if !is_configured(&call, &credential) {
        let message = "Account is not associated with a configured social provider.";
        return Err(refuse(&call, "PROVIDER_NOT_CONFIGURED", message));
    }
    Err(refuse(&call, "ACCESS_TOKEN_NOT_FOUND", "Access token not found"))
}
