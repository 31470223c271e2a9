//! The routes under `/auth`, compatible with better-auth's client. See `docs/api/auth.md`.
//!
//! Most of them are those of [`saldo_auth::better_auth`]; this module adapts them to actix.

use std::fmt;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::LazyLock;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{FromRequest, HttpRequest, HttpResponse, ResponseError, Route};
use saldo_auth::Error;
use saldo_auth::better_auth::bodies::OkBody;
use saldo_auth::better_auth::{BASE_PATH, Call, Rejection, Request, Response};
use saldo_wire::openapi::Description;
use serde_json::json;

use super::{Endpoint, Group};
use crate::app::App;
use crate::connections::is_too_slow;
use crate::error::ApiError;

/// Every route under `/auth`, with its path relative to `/auth`.
pub static TABLE: LazyLock<Vec<Endpoint>> = LazyLock::new(|| super::table(Group::Auth));

/// Links that work once. A program that checks a link with `HEAD` must not use it up.
const ONE_TIME_LINKS: [&str; 2] = ["/callback/", "/verify-email"];

/// Returns the part of a path after `/api/auth`, from its slash on; `None` if the path is not under it.
#[must_use]
pub fn path_under(path: &str) -> Option<&str> {
    path.strip_prefix(BASE_PATH).filter(|rest| rest.starts_with('/'))
}

/// True if a path under `/auth` answers `HEAD` as it answers `GET`.
#[must_use]
pub fn answers_head(path: &str) -> bool {
    !ONE_TIME_LINKS.iter().any(|link| path.starts_with(link))
}

/// Maximum size of a body in bytes. Long ID tokens fit.
const BODY_BYTES_MAX: usize = 256 * 1024;

/// Registers every route under `/auth`.
pub fn configure(service: &mut ServiceConfig) {
    service.app_data(web::PayloadConfig::new(BODY_BYTES_MAX));
    super::register(service, &TABLE, |allowed| AuthError::from(Rejection::method_not_allowed(allowed)));
}

/// Answers requests that match no route under `/auth`, with 404.
pub fn not_found() -> Ready<Result<HttpResponse, AuthError>> {
    ready(Err(Rejection::not_found().into()))
}

/// Returns the actix route of a better-auth route.
pub(super) fn route<F, Answer, const TAKES_FORMS: bool>(method: Method, handler: F) -> Route
where
    F: Fn(Call<TAKES_FORMS>) -> Answer + Clone + 'static,
    Answer: Future<Output = Result<Response, Rejection>> + 'static,
{
    web::method(method).to(move |AuthCall(call): AuthCall<TAKES_FORMS>| {
        let answer = handler(call);
        async move { answer.await.map(respond).map_err(AuthError::from) }
    })
}

/// Describes nothing: the annotation of a better-auth route describes all of it.
pub(super) fn describe<F>(_: F, _: &mut Description<'_>) {}

/// Converts an answer.
fn respond(answer: Response) -> HttpResponse {
    let (head, body) = answer.into_parts();
    let mut response = HttpResponse::build(status_of(head.status)).body(body);
    for (name, value) in &head.headers {
        let name = HeaderName::from_bytes(name.as_ref());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value.as_bytes())) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

fn status_of(status: http::StatusCode) -> StatusCode {
    StatusCode::from_u16(status.as_u16()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A request under `/auth` that has passed the checks common to all of these routes.
pub struct AuthCall<const TAKES_FORMS: bool = false>(Call<TAKES_FORMS>);

impl<const TAKES_FORMS: bool> FromRequest for AuthCall<TAKES_FORMS> {
    type Error = AuthError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, AuthError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let app =
            request.app_data::<web::Data<App>>().expect("the server is started with its services").clone();
        let request = request.clone();
        let bytes = Bytes::from_request(&request, payload);
        Box::pin(async move {
            let bytes = bytes.await.map_err(|error| unread(&error))?;
            Ok(Self(Call::new(app.auth.clone(), received(&request, &bytes))?))
        })
    }
}

/// Converts a request.
fn received(request: &HttpRequest, body: &Bytes) -> Request {
    let headers = request.headers().iter().filter_map(|(name, value)| {
        let name = http::HeaderName::from_bytes(name.as_ref()).ok()?;
        Some((name, http::HeaderValue::from_bytes(value.as_bytes()).ok()?))
    });
    let parameters = request.match_info().iter();
    Request {
        method: http::Method::from_bytes(request.method().as_str().as_bytes()).unwrap_or_default(),
        headers: headers.collect(),
        query: request.query_string().to_owned(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        body: body.to_vec(),
        peer: request.peer_addr(),
    }
}

/// Converts a failure to read the body: 408 if it was too slow, 413 if it was too large, otherwise 400.
fn unread(error: &actix_web::Error) -> Rejection {
    if error.as_error::<PayloadError>().is_some_and(is_too_slow) {
        let message = "The body arrived too slowly; send it again";
        Rejection::new(http::StatusCode::REQUEST_TIMEOUT, "REQUEST_TIMEOUT", message)
    } else if error.as_response_error().status_code() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = "The body is too large; send a smaller one";
        Rejection::new(http::StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", message)
    } else {
        let message = "The body could not be read; send it again";
        Rejection::new(http::StatusCode::BAD_REQUEST, "BAD_REQUEST", message)
    }
}

/// An error answer of the routes under `/auth`.
#[derive(Debug)]
pub struct AuthError(Rejection);

impl From<Rejection> for AuthError {
    /// Logs the cause of an internal error under an id, which the client receives. The status is 503 if the
    /// database is unavailable, 507 if the disk is full, otherwise 500.
    fn from(mut rejection: Rejection) -> Self {
        let answer = match rejection.take_cause() {
            None => return Self(rejection),
            Some(Error::Storage(error)) => error.into(),
            Some(error) => ApiError::internal(&error),
        };
        let (status, code) = match answer.status_code() {
            StatusCode::SERVICE_UNAVAILABLE => (http::StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE"),
            StatusCode::INSUFFICIENT_STORAGE => {
                (http::StatusCode::INSUFFICIENT_STORAGE, "INSUFFICIENT_STORAGE")
            }
            _ => (http::StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_SERVER_ERROR"),
        };
        let mut other = Rejection::new(status, code, answer.message());
        for (name, value) in answer.headers() {
            if let Ok(name) = http::HeaderName::from_bytes(name.as_ref()) {
                other = other.with_header(name, value.as_str());
            }
        }
        if let Some(id) = answer.id() {
            other = other.with_id(id);
        }
        Self(rejection.replaced_by(other))
    }
}

impl fmt::Display for AuthError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl ResponseError for AuthError {
    fn status_code(&self) -> StatusCode {
        status_of(self.0.status())
    }

    fn error_response(&self) -> HttpResponse {
        respond(self.0.response())
    }
}

/// `GET /auth/ok` — confirms that the authentication routes are available.
#[utoipa::path(get, path = "/auth/ok", responses((status = 200, body = OkBody)))]
pub async fn get_ok() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "ok": true }))
}
