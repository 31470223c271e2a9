//! The answers of handlers. The type of a handler's result names the body and the status, from which the
//! `OpenAPI` document follows.

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::Serialize;

use crate::error::ApiError;

/// The result of a handler that answers with a JSON body.
pub type Answer<T, const STATUS: u16 = 200> = Result<Body<T, STATUS>, ApiError>;

/// The result of a handler that answers without a body.
pub type Done = Result<NoContent, ApiError>;

/// A JSON body with its status.
pub struct Body<T, const STATUS: u16>(T);

/// An answer without a body, with status 204.
pub struct NoContent;

/// Answers with a value as the body.
///
/// # Errors
/// None of its own.
pub fn answer<T, const STATUS: u16>(value: impl Into<T>) -> Answer<T, STATUS> {
    Ok(Body(value.into()))
}

impl<T: Serialize, const STATUS: u16> Responder for Body<T, STATUS> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let status = StatusCode::from_u16(STATUS).expect("handlers name valid statuses");
        HttpResponse::build(status).json(self.0)
    }
}

impl Responder for NoContent {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().finish()
    }
}
