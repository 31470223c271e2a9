//! Signing up, in and out, and the current session.

use crate::{LookupOptions, SessionRecord, SignInOutcome, SignUpRequest, StartedSession, UserRecord};
use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::bodies::{SignInAnswer, SignInEmailRequest, SignUpEmailRequest, Success};
use super::{Call, Rejection, Response, response};

#[derive(Serialize, ToSchema)]
struct SignedUp {
    token: String,
    user: UserRecord,
}

/// `POST /auth/sign-up/email` — creates a user and signs them in.
///
/// # Errors
/// 400 for an invalid field, 403 for a page of another site, 422 if the address is taken, 503 if too many
/// requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/sign-up/email",
    request_body = SignUpEmailRequest,
    responses((status = 200, body = SignedUp), (status = 422), (status = 503)),
)]
pub async fn sign_up_email(call: Call<true>) -> Result<Response, Rejection> {
    let mut fields = call.fields_of(&["object", "record"])?;
    let name = fields.text("name");
    let email = fields.email("email");
    let password = fields.filled_text("password");
    let image = fields.optional_text("image");
    // better-auth validates this field too, and ignores it.
    fields.optional_text("callbackURL");
    let remember = fields.optional_flag("rememberMe").unwrap_or(true);
    fields.finish()?;
    call.auth().origins().check_sign_in(call.origin())?;
    let user = SignUpRequest { email: &email, password: &password, name: &name, image: image.as_deref() };
    let started = call.auth().sign_up(user, call.client_info(!remember)).await?;
    let signed_in = &started.signed_in;
    let body =
        SignedUp { token: signed_in.token.as_str().to_owned(), user: UserRecord::from(&signed_in.user) };
    Ok(call.reply(body, &started.cookies))
}

#[derive(Serialize, ToSchema)]
struct SignedIn<'call> {
    redirect: bool,
    token: &'call str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
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
pub async fn sign_in_email(call: Call<true>) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    let email = fields.text("email");
    let password = fields.text("password");
    let callback = fields.optional_text("callbackURL").filter(|address| !address.is_empty());
    let remember = fields.optional_flag("rememberMe").unwrap_or(true);
    fields.finish()?;
    call.auth().origins().check_sign_in(call.origin())?;
    let arrival = call.auth().sign_in(&email, &password, call.client_info(!remember)).await?;
    let mut response = sign_in_answer(&call, callback.as_deref(), arrival);
    if let Some(location) = callback.and_then(|address| HeaderValue::from_str(&address).ok()) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Builds the answer to the first factor: the session, or a request for the second factor.
pub(super) fn sign_in_answer<const TAKES_FORMS: bool>(
    call: &Call<TAKES_FORMS>,
    callback: Option<&str>,
    arrival: SignInOutcome,
) -> Response {
    match arrival {
        SignInOutcome::StartedSession(started) => reply(call, callback, &started),
        SignInOutcome::SecondStep(cookies) => {
            call.reply(json!({ "twoFactorRedirect": true, "twoFactorMethods": ["totp"] }), &cookies)
        }
    }
}

fn reply<const TAKES_FORMS: bool>(
    call: &Call<TAKES_FORMS>,
    callback: Option<&str>,
    started: &StartedSession,
) -> Response {
    let body = SignedIn {
        redirect: callback.is_some(),
        token: started.signed_in.token.as_str(),
        url: callback,
        user: UserRecord::from(&started.signed_in.user),
    };
    call.reply(body, &started.cookies)
}

/// `POST /auth/sign-out` — ends the current session and clears its cookies. Without a session it only clears
/// the cookies.
///
/// # Errors
/// 403 for a page of another site.
#[utoipa::path(post, path = "/auth/sign-out", responses((status = 200, body = Success)))]
pub async fn sign_out(call: Call) -> Result<Response, Rejection> {
    call.optional_fields()?;
    let cookies = call.auth().sign_out(&call.cookies).await?;
    Ok(call.reply(json!({ "success": true }), &cookies))
}

const NO_CACHE: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::PRAGMA, HeaderValue::from_static("no-cache")),
];

#[derive(Serialize, ToSchema)]
#[schema(as = FoundSession)]
struct Found {
    session: SessionRecord,
    user: UserRecord,
}

/// `GET /auth/get-session` — returns the session and its user, or `null`.
///
/// # Errors
/// 500 if the database fails.
#[utoipa::path(
    get, path = "/auth/get-session",
    params(
        ("disableCookieCache" = Option<String>, Query, description = "Reads the session from the database, not from the cookie cache."),
        ("disableRefresh" = Option<String>, Query, description = "Does not extend the session."),
    ),
    responses((status = 200, body = Option<Found>)),
)]
pub async fn get_session(call: Call) -> Result<Response, Rejection> {
    let asks = |name: &str| call.query(name).is_some_and(|value| !value.is_empty());
    let options = LookupOptions { use_cache: !asks("disableCookieCache"), refresh: !asks("disableRefresh") };
    let lookup = call.auth().authenticate(&call.cookies, options).await?;
    let found = lookup.signed_in.map(|signed_in| Found {
        session: SessionRecord::new(&signed_in.session, signed_in.token.as_str().to_owned()),
        user: UserRecord::from(&signed_in.user),
    });
    let mut response = call.reply(found, &lookup.cookies);
    for (name, value) in NO_CACHE {
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

/// `POST /auth/get-session` — rejects the request. better-auth has this route; in Saldo it is always
/// disabled.
///
/// # Errors
/// 405, always.
#[utoipa::path(post, path = "/auth/get-session", responses((status = 405)))]
#[expect(clippy::unused_async, reason = "all routes are async functions")]
pub async fn refuse_post(_: Call) -> Result<Response, Rejection> {
    let code = "METHOD_NOT_ALLOWED_DEFER_SESSION_REQUIRED";
    let message = "POST method requires deferSessionRefresh to be enabled in session config";
    let refused = Rejection::new(StatusCode::METHOD_NOT_ALLOWED, code, message);
    Err(refused.with_header(header::ALLOW, "GET").with_header(header::PRAGMA, "no-cache"))
}

/// `GET /auth/error` — shows a page that names the error of a failed sign-in through a provider.
///
/// # Errors
/// None.
#[utoipa::path(
    get, path = "/auth/error",
    params(("error" = Option<String>, Query)),
    responses((status = 200, body = String, content_type = "text/html")),
)]
#[expect(clippy::unused_async, reason = "all routes are async functions")]
pub async fn get_error(call: Call) -> Result<Response, Rejection> {
    let code = call.query("error").filter(|code| is_safe(code)).unwrap_or("UNKNOWN");
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sign-in failed</title>\
         <h1>Sign-in failed</h1><p>The reason given is <code>{code}</code>.</p>\
         <p><a href=\"/\">Back to Saldo</a></p></html>"
    );
    Ok(response(StatusCode::OK, "text/html; charset=utf-8", page.into_bytes()))
}

/// True if the code has only letters, digits, `_` and `-`, and therefore no markup.
fn is_safe(code: &str) -> bool {
    const LENGTH_MAX: usize = 100;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !code.is_empty() && code.len() <= LENGTH_MAX && code.bytes().all(is_plain)
}
