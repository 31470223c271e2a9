//! The caller of a request: [`CurrentUser`], or [`FreshUser`] for requests that an ended session must not
//! even read.
//!
//! A signed cookie proves a session in requests that only read. All other requests ask the database,
//! so that an ended session never writes, on any replica.
//!
//! Browsers send session cookies, scripts send an API token (`Authorization: Bearer`). A read-only token is
//! rejected for all methods except `GET` and `HEAD`. That includes `POST /chat`, because a question costs
//! money if a model is configured. `POST /mcp` and `POST /query` are exceptions, because they only read.

use std::future::Future;
use std::pin::Pin;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpMessage, HttpRequest, ResponseError, web};
use saldo_auth::{LookupOptions, SetCookie};
use saldo_domain::{Scope, User, UserId};

use crate::app::App;
use crate::error::ApiError;
use crate::routes::auth;

/// The signed-in user, or the user of the API token. For `GET` and `HEAD` the signed cookie is sufficient.
pub struct CurrentUser(User);

impl CurrentUser {
    /// Returns the user's id.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.0.id
    }
}

/// The signed-in user, or the user of the API token, always confirmed by the database.
pub struct FreshUser(User);

impl FreshUser {
    /// Returns the user's id.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.0.id
    }
}

type Found<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl FromRequest for CurrentUser {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find(&request, Trust::ByMethod).await.map(Self) })
    }
}

impl FromRequest for FreshUser {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find(&request, Trust::Database).await.map(Self) })
    }
}

/// The source that must confirm a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// The signed cookie for reading, the database for everything else.
    ByMethod,
    /// The database.
    Database,
}

/// The user of a request's session. It is looked up once and shared by all extractors.
struct SessionUser {
    user: User,
    is_from_database: bool,
}

async fn find(request: &HttpRequest, trust: Trust) -> Result<User, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?;
    // With a token, cookies do not count: a page of another site must not be able to add a cookie's
    // authority.
    if bearer(request.headers()).is_some() {
        let found = request.extensions().get::<TokenUser>().map(|TokenUser(user)| user.clone());
        return found.ok_or_else(ApiError::unauthorized);
    }
    let is_from_database = trust == Trust::Database || !reads(request.method());
    if let Some(known) = request.extensions().get::<SessionUser>()
        && (known.is_from_database || !is_from_database)
    {
        return Ok(known.user.clone());
    }
    let headers = request.headers().get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
    let cookies = app.auth.cookies(headers);
    let options = if is_from_database { LookupOptions::CHANGE } else { LookupOptions::READ };
    let lookup = app.auth.authenticate(&cookies, options).await?;
    request.extensions_mut().insert(NewCookies(lookup.cookies));
    let user = lookup.signed_in.map(|signed_in| signed_in.user).ok_or_else(ApiError::unauthorized)?;
    request.extensions_mut().insert(SessionUser { user: user.clone(), is_from_database });
    Ok(user)
}

fn reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Rejects a request without a session or token before anything else is read. A protected route reveals
/// nothing else about its path, query or body.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn admit_user(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if let Err(error) = find(request.request(), Trust::ByMethod).await {
        return Ok(request.into_response(error.error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// The user of a request's API token, whose scope allows the request.
struct TokenUser(User);

/// Checks the API token of a request and its scope, before anything else is read. The routes under `/auth`
/// accept no tokens, and the health checks are public.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn admit_token(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let path = request.path();
    let knows_no_tokens = auth::path_under(path).is_some() || path.starts_with("/api/health/");
    if let Some(text) = bearer(request.headers()).filter(|_| !knows_no_tokens) {
        match judge(&request, text).await {
            Ok(user) => drop(request.extensions_mut().insert(TokenUser(user))),
            Err(error) => return Ok(request.into_response(error.error_response())),
        }
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// The path of the route that answers queries.
const QUERY: &str = "/api/query";

/// The path of the Model Context Protocol.
pub(crate) const MCP: &str = "/api/mcp";

async fn judge(request: &ServiceRequest, text: &str) -> Result<User, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?;
    let found = app.auth.authenticate_token(text).await?;
    let (user, scope) = found.ok_or_else(ApiError::invalid_token)?;
    // These routes use POST, because their requests have a body, but they change nothing and call no model.
    let reads = reads(request.method()) || [MCP, QUERY].contains(&request.path());
    if reads || scope == Scope::Write { Ok(user) } else { Err(ApiError::token_may_only_read()) }
}

/// Returns the API token of a request: the text after `Authorization: Bearer`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim();
    let (scheme, text) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| text.trim())
}

/// Cookies that a session lookup renewed or cleared, for the answer.
struct NewCookies(Vec<SetCookie>);

/// Adds the cookies that a session lookup renewed or cleared to the answer.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn renew_cookies(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let mut response = next.call(request).await?;
    let renewed = response.request().extensions_mut().remove::<NewCookies>();
    for cookie in renewed.into_iter().flat_map(|cookies| cookies.0) {
        if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    Ok(response)
}
