//! Who calls: [`CurrentUser`], and [`FreshUser`] for what must not be read by an ended session either.
//!
//! A signed cookie may vouch for a session where something is read; every other request asks the database, so that an
//! ended session never writes, on no replica.
//!
//! A browser shows a session's cookies, a script an API token (`Authorization: Bearer`). A token that may only read is
//! refused by every method but `GET` and `HEAD`, `POST /chat` too: a question costs money where a model is configured.
//! `POST /mcp` is the exception: all its tools only read.

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

/// The signed-in user, or the one whose API token it is. For `GET` and `HEAD` the signed cookie may vouch for them.
pub struct CurrentUser(User);

impl CurrentUser {
    /// Who they are.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.0.id
    }
}

/// The signed-in user, or the one whose API token it is, as the database knows them this very moment.
pub struct FreshUser(User);

impl FreshUser {
    /// Who they are.
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

/// Which answer to "whose session is this?" is good enough.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// A signed cookie's for reading, else the database's.
    ByMethod,
    /// The database's.
    Database,
}

/// The user whose session a request came with, found once for all who ask.
struct SessionUser {
    user: User,
    is_from_database: bool,
}

async fn find(request: &HttpRequest, trust: Trust) -> Result<User, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?;
    // A token speaks alone: beside it no cookie counts, so that no other site's page can add one's weight to it.
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

/// Refuses a request without a session or token before anything else of it is looked at: a protected route tells nobody
/// else what is wrong with a path, a query or a body.
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

/// The person whose API token a request came with; the token may do what the request wants.
struct TokenUser(User);

/// Judges a request that comes with an API token, before anything else of it is read: whose it is, and whether the token
/// may do that. The routes under `/auth` know no tokens, and health is everybody's.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn admit_token(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let knows_no_tokens = ["/api/auth/", "/api/health/"].iter().any(|path| request.path().starts_with(path));
    if let Some(text) = bearer(request.headers()).filter(|_| !knows_no_tokens) {
        match judge(&request, text).await {
            Ok(user) => drop(request.extensions_mut().insert(TokenUser(user))),
            Err(error) => return Ok(request.into_response(error.error_response())),
        }
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// Path of the route that answers queries.
const QUERY: &str = "/api/query";

/// Where other assistants ask.
pub(crate) const MCP: &str = "/api/mcp";

async fn judge(request: &ServiceRequest, text: &str) -> Result<User, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?;
    let found = app.auth.authenticate_token(text).await?;
    let (user, scope) = found.ok_or_else(ApiError::invalid_token)?;
    // What is asked at `/mcp` is asked with POST, but none of its tools changes anything, and none asks a model. A query has a body
    // and so comes with POST, too.
    let reads = reads(request.method()) || [MCP, QUERY].contains(&request.path());
    if reads || scope == Scope::Write { Ok(user) } else { Err(ApiError::token_may_only_read()) }
}

/// The API token that a request comes with: what stands behind `Authorization: Bearer`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim();
    let (scheme, text) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| text.trim())
}

/// Cookies that looking the session up renewed or cleared, on their way to the answer.
struct NewCookies(Vec<SetCookie>);

/// Puts the cookies that a lookup renewed or cleared on the answer.
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
