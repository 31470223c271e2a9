//! `GET /auth/get-session`.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use saldo_auth::{LookupOptions, SessionRecord, UserRecord};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::Call;
use super::error::AuthError;

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
        ("disableCookieCache" = Option<String>, Query, description = "Asks the database, not the cookie."),
        ("disableRefresh" = Option<String>, Query, description = "Leaves the session's end where it is."),
    ),
    responses((status = 200, body = Option<Found>)),
)]
pub async fn get_session(call: Call) -> Result<HttpResponse, AuthError> {
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
pub async fn refuse_post(_: Call) -> Result<HttpResponse, AuthError> {
    let code = "METHOD_NOT_ALLOWED_DEFER_SESSION_REQUIRED";
    let message = "POST method requires deferSessionRefresh to be enabled in session config";
    let refused = AuthError::new(StatusCode::METHOD_NOT_ALLOWED, code, message);
    Err(refused.with_header(header::ALLOW, "GET").with_header(header::PRAGMA, "no-cache"))
}
