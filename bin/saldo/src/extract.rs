//! Extractors for handlers: ids and JSON bodies.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use saldo_domain::Id;
use saldo_wire::body::{Object, field_error};

use crate::error::ApiError;

/// The id in a path. A text that is not an id is answered 404, like an unknown id.
pub struct PathId<T>(pub Id<T>);

impl<T> FromRequest for PathId<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request.match_info().get("id").and_then(|text| text.parse().ok());
        ready(id.map(Self).ok_or_else(ApiError::not_found))
    }
}

/// The two ids in a path. A text that is not an id is answered 404, like an unknown id.
pub struct PathIds<T, U>(pub Id<T>, pub Id<U>);

impl<T, U> FromRequest for PathIds<T, U> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut texts = request.match_info().iter().map(|(_, text)| text);
        let ids = texts
            .next()
            .zip(texts.next())
            .and_then(|(first, second)| Some(Self(first.parse().ok()?, second.parse().ok()?)));
        ready(ids.ok_or_else(ApiError::not_found))
    }
}

/// A JSON body that is an object.
pub struct Json<T>(T);

impl<T> Json<T> {
    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> std::ops::Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: serde::de::DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = web::Json::<Object<T>>::from_request(request, payload);
        body.map(|body| Ok(Self(body?.into_inner().0))).boxed_local()
    }
}

/// Maximum size of a table that is sent as the body, in bytes. 27 years of rates of 40 currencies have less
/// than a million.
pub const TABLE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Configures JSON bodies, queries and paths: limits, and errors in the API's format.
pub fn configure(service: &mut web::ServiceConfig, body_bytes_max: usize) {
    use actix_web::error::{JsonPayloadError, PayloadError};
    use actix_web::http::StatusCode;
    service.app_data(web::PayloadConfig::new(TABLE_BYTES_MAX));
    service.app_data(web::JsonConfig::default().limit(body_bytes_max).error_handler(move |error, _| {
        match error {
            JsonPayloadError::Overflow { .. }
            | JsonPayloadError::OverflowKnownLength { .. }
            | JsonPayloadError::Payload(PayloadError::Overflow) => ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The body is larger than {body_bytes_max} bytes; send a smaller one"),
            ),
            JsonPayloadError::ContentType => {
                ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be application/json")
            }
            JsonPayloadError::Deserialize(error) if error.is_data() => {
                ApiError::bad_request(format!("Invalid body: {}", field_error(&error)))
            }
            _ => ApiError::bad_request("The body is not valid JSON"),
        }
        .into()
    }));
    service.app_data(web::QueryConfig::default().error_handler(|_, _| {
        ApiError::bad_request("Invalid query parameters; check their names and values").into()
    }));
}
