//! The caller of a request and the books that it opens: [`CurrentUser`], [`FreshUser`] for requests that an
//! ended session must not even read, or [`Person`] for requests about the user and not about books.
//!
//! A signed cookie proves a session in requests that only read. All other requests ask the database,
//! so that an ended session never writes, on any replica.
//!
//! Browsers send session cookies, scripts send an API token (`Authorization: Bearer`). A read-only token is
//! rejected for all methods except `GET` and `HEAD`. That includes `POST /chat`, because a question costs
//! money if a model is configured. `POST /mcp` and `POST /query` are exceptions, because they only read. The
//! same holds for members of a household who may only view its books.
//!
//! A request names the books of a household by the header `Saldo-Books` or the parameter `books`. Without
//! either it opens the user's own. The database confirms the membership for every request, so that a removed
//! member loses access at once.

use std::ops::Deref;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpMessage, HttpRequest, ResponseError, web};
use futures::future::LocalBoxFuture;
use futures::{FutureExt as _, TryFutureExt as _};
use saldo_auth::{LookupOptions, SetCookie};
use saldo_domain::{Author, BooksRole, Scope, Timestamp, User, UserId};

use crate::app::App;
use crate::error::ApiError;
use crate::routes::{Access, Endpoint, TABLE, auth};

/// The caller, the books that the request opens, and the services. The signed cookie confirms the caller for
/// `GET` and `HEAD`, the database otherwise.
pub struct CurrentUser {
    /// The services.
    pub app: web::Data<App>,
    caller: Caller,
}

impl CurrentUser {
    /// Returns the identifier of the books: the user's own or those of a household.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.caller.books
    }

    /// Returns the books, with the user who changes them.
    #[must_use]
    pub const fn author(&self) -> Author {
        Author { books: self.caller.books, user: Some(self.caller.user.id) }
    }

    /// Returns the time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    /// Waits until the user can no longer open the books. For the user's own books it waits forever.
    pub async fn removed(self) {
        let Caller { user, books } = self.caller;
        if user.id == books {
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(MEMBERSHIP_CHECKED_EVERY).await;
            // A stream does not end because the database is busy for a moment.
            if let Ok(None) = self.app.households.role(user.id, books).await {
                return;
            }
        }
    }
}

/// As [`CurrentUser`], always confirmed by the database.
pub struct FreshUser(CurrentUser);

impl Deref for FreshUser {
    type Target = CurrentUser;

    fn deref(&self) -> &CurrentUser {
        &self.0
    }
}

/// The signed-in user, always confirmed by the database, whatever books the request names, and the services.
pub struct Person {
    /// The services.
    pub app: web::Data<App>,
    user: User,
}

impl Person {
    /// Returns the user's id.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.user.id
    }

    /// Returns the user.
    #[must_use]
    pub const fn user(&self) -> &User {
        &self.user
    }

    /// Returns the time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }
}

/// The time between two checks of the membership while a stream is open.
const MEMBERSHIP_CHECKED_EVERY: Duration = Duration::from_secs(2);

type Found<T> = LocalBoxFuture<'static, Result<T, ApiError>>;

impl FromRequest for CurrentUser {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        find(request.clone(), Trust::ByMethod).boxed_local()
    }
}

impl FromRequest for FreshUser {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        find(request.clone(), Trust::Database).map_ok(Self).boxed_local()
    }
}

impl FromRequest for Person {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let found = find(request.clone(), Trust::Database);
        found.map_ok(|CurrentUser { app, caller }| Self { app, user: caller.user }).boxed_local()
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

/// The user of a request, and the books that it opens.
struct Caller {
    user: User,
    books: UserId,
}

/// Returns the caller, if their role in the books permits the request.
async fn find(request: HttpRequest, trust: Trust) -> Result<CurrentUser, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?.clone();
    let caller = find_caller(&app, &request, trust).await?;
    Ok(CurrentUser { app, caller })
}

async fn find_caller(app: &App, request: &HttpRequest, trust: Trust) -> Result<Caller, ApiError> {
    // With a token, cookies do not count: a page of another site must not be able to add a cookie's
    // authority.
    if bearer(request.headers()).is_some() {
        let found = request.extensions().get::<TokenUser>().cloned();
        let TokenUser { user, books } = found.ok_or_else(ApiError::unauthorized)?;
        if access_of(request) == Some(Access::Person) {
            return Err(ApiError::no_tokens_here());
        }
        if named_books(request)?.is_some_and(|named| named != books) {
            return Err(ApiError::not_found());
        }
        return open(app, request, user, books).await;
    }
    let user = find_user(app, request, trust).await?;
    let books = match access_of(request) {
        Some(Access::Person) => user.id,
        _ => named_books(request)?.unwrap_or(user.id),
    };
    open(app, request, user, books).await
}

/// Returns the user of the session of a request.
async fn find_user(app: &App, request: &HttpRequest, trust: Trust) -> Result<User, ApiError> {
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

/// The role that the database confirmed for a request.
#[derive(Clone, Copy)]
struct ConfirmedRole(BooksRole);

/// Checks that a user can open books for a request. Books of others are answered like unknown ones.
async fn open(app: &App, request: &HttpRequest, user: User, books: UserId) -> Result<Caller, ApiError> {
    let known = request.extensions().get::<ConfirmedRole>().copied();
    let role = match known {
        Some(ConfirmedRole(role)) => role,
        None => app.households.role(user.id, books).await?.ok_or_else(ApiError::not_found)?,
    };
    request.extensions_mut().insert(ConfirmedRole(role));
    if role < BooksRole::Owner && access_of(request) == Some(Access::Owner) {
        return Err(ApiError::only_owners());
    }
    if role < BooksRole::Editor && !only_reads(request.method(), request.path()) {
        return Err(ApiError::viewers_may_only_read());
    }
    Ok(Caller { user, books })
}

/// Returns the access level of the route of a request.
fn access_of(request: &HttpRequest) -> Option<Access> {
    let pattern = request.match_pattern()?;
    let path = pattern.strip_prefix("/api")?;
    let is_route = |endpoint: &&Endpoint| {
        endpoint.path == path
            && (endpoint.method == *request.method()
                || endpoint.method == Method::GET && request.method() == Method::HEAD)
    };
    TABLE.iter().find(is_route).map(|endpoint| endpoint.access)
}

/// The books that a request names.
#[derive(Clone, Copy)]
enum NamedBooks {
    /// Books with this identifier.
    Known(UserId),
    /// A text that is no identifier.
    Unreadable,
}

/// The header that names the books of a request.
pub const BOOKS_HEADER: &str = "saldo-books";

/// Returns the books that a request names, if it names any.
fn named_books(request: &HttpRequest) -> Result<Option<UserId>, ApiError> {
    match request.extensions().get::<NamedBooks>() {
        None => Ok(None),
        Some(NamedBooks::Known(books)) => Ok(Some(*books)),
        Some(NamedBooks::Unreadable) => Err(ApiError::not_found()),
    }
}

/// Reads which books a request names. The parameter `books` is removed, so that the handlers, which refuse
/// unknown parameters, do not see it.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn name_books(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let is_auth = auth::path_under(request.path()).is_some();
    let in_header = request.headers().get(BOOKS_HEADER).map(|value| value.to_str().unwrap_or("?").to_owned());
    let in_query = if is_auth { None } else { take_books(&mut request) };
    if let Some(text) = in_header.or(in_query) {
        let named = text.parse().map_or(NamedBooks::Unreadable, NamedBooks::Known);
        request.extensions_mut().insert(named);
    }
    next.call(request).await
}

/// Removes the parameter `books` from the query of a request, and returns its value.
fn take_books(request: &mut ServiceRequest) -> Option<String> {
    let (books, query) = without_books(request.query_string())?;
    let mut parts = request.uri().clone().into_parts();
    let path = request.uri().path();
    let rest = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
    parts.path_and_query = Some(rest.parse().ok()?);
    request.head_mut().uri = Uri::from_parts(parts).ok()?;
    Some(books)
}

/// Splits a query into the value of `books` and the rest; `None` if it has no such parameter.
fn without_books(query: &str) -> Option<(String, String)> {
    let value = |part: &str| part.strip_prefix("books=").map(str::to_owned);
    let books = query.split('&').find_map(value)?;
    let rest: Vec<&str> = query.split('&').filter(|part| value(part).is_none()).collect();
    Some((books, rest.join("&")))
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
    if let Err(error) = find(request.request().clone(), Trust::ByMethod).await {
        return Ok(request.into_response(error.error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// The user of a request's API token, whose scope allows the request, and the books of the token.
#[derive(Clone)]
struct TokenUser {
    user: User,
    books: UserId,
}

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
            Ok(user) => drop(request.extensions_mut().insert(user)),
            Err(error) => return Ok(request.into_response(error.error_response())),
        }
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// The path of the route that answers queries.
const QUERY: &str = "/api/query";

/// The path of the Model Context Protocol.
pub(crate) const MCP: &str = "/api/mcp";

async fn judge(request: &ServiceRequest, text: &str) -> Result<TokenUser, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?;
    let found = app.auth.authenticate_token(text).await?;
    let (user, token) = found.ok_or_else(ApiError::invalid_token)?;
    if only_reads(request.method(), request.path()) || token.scope == Scope::Write {
        Ok(TokenUser { user, books: token.books })
    } else {
        Err(ApiError::token_may_only_read())
    }
}

/// True if a request changes nothing and calls no model.
fn only_reads(method: &Method, path: &str) -> bool {
    // These routes use POST, because their requests have a body.
    reads(method) || [MCP, QUERY].contains(&path)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_are_taken_out_of_the_query() {
        let taken = |query| without_books(query);
        let pair = |books: &str, rest: &str| Some((books.to_owned(), rest.to_owned()));
        assert_eq!(taken("books=1"), pair("1", ""));
        assert_eq!(taken("text=a+b&books=1&limit=2"), pair("1", "text=a+b&limit=2"));
        assert_eq!(taken("books=1&books=2"), pair("1", ""));
        assert_eq!(taken("mybooks=1&text=books=2"), None);
        assert_eq!(taken(""), None);
    }
}
