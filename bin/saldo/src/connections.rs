//! `HEAD` requests, idle time and slow bodies of connections, with the guards of `saldo-connections`.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_http::h1::{Codec, MessageType};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes, BytesMut};
use actix_web::{HttpMessage as _, ResponseError as _};
use futures::Stream;
use saldo_connections::{Decoded, Lateness, Paced, RequestDecoder, WaitBudget};
use tokio_util::codec::Decoder as _;

use crate::app::App;
use crate::error::ApiError;
use crate::routes::auth;

const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");

/// Routes whose bodies are files or long tables. They have a minimum rate instead of a deadline.
const LONG_BODIES: [&str; 5] =
    ["/api/upload", "/api/import/preview", "/api/me/data/import", "/api/chat", "/api/rates"];

/// Answers `HEAD` on routes that answer `GET`, announces the idle time of the connection, and limits
/// the time for the body.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn frame(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let is_head = request.method() == Method::HEAD;
    if is_head && auth::path_under(request.path()).is_none_or(auth::answers_head) {
        // The connection has noted the original method and will send no body.
        request.head_mut().method = Method::GET;
    }
    let is_kept = request.head().connection_type() == ConnectionType::KeepAlive;
    let received = Received(Rc::new(RefCell::new(request.take_payload())));
    let mut idle_time_max = None;
    if let Some(app) = request.app_data::<web::Data<App>>() {
        idle_time_max = Some(app.config.idle_time_max);
        let speed = app.config.minimum_speed;
        let is_long = LONG_BODIES.contains(&request.path());
        let budget = if is_long { WaitBudget::at_speed(speed) } else { WaitBudget::of(speed.wait_max) };
        let body = Paced::new(received.clone(), budget, PayloadError::Io);
        request.extensions_mut().insert(body.lateness());
        request.set_payload(Payload::Stream { payload: Box::pin(body) });
    }
    let mut response = next.call(request).await?.map_into_boxed_body();
    if response.status() == StatusCode::REQUEST_TIMEOUT {
        // The rest of the body is not read.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    } else if let Some(idle_time_max) = idle_time_max.filter(|_| is_kept)
        && let Ok(announced) = HeaderValue::from_str(&format!("timeout={}", idle_time_max.as_secs()))
    {
        response.headers_mut().insert(KEEP_ALIVE, announced);
    }
    Ok(response.map_body(|_, sent| BoxBody::new(Response { sent, is_head, _received: received })))
}

/// Answers 408 to a request whose body arrived too slowly, whatever error the handler made of that.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn answer_slow_body(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let lateness = request.extensions().get::<Lateness>().cloned().unwrap_or_default();
    let response = next.call(request).await?.map_into_boxed_body();
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    if lateness.is_late() && is_error && response.status() != StatusCode::REQUEST_TIMEOUT {
        return Ok(response.into_response(ApiError::too_slow().error_response()));
    }
    Ok(response)
}

/// A request body that its response keeps, too.
#[derive(Clone)]
struct Received(Rc<RefCell<Payload>>);

impl Stream for Received {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *self.0.borrow_mut()).poll_next(context)
    }
}

/// A response body that keeps the request body until it is sent; for `HEAD`, only its size is sent.
///
/// As soon as the request body is dropped, actix-http reads an unfinished chunked one to its end, for which a
/// client can make it wait forever. While it is kept, the connection closes after the response.
struct Response {
    sent: BoxBody,
    is_head: bool,
    _received: Received,
}

impl MessageBody for Response {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.sent.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.is_head {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.sent).poll_next(context)
    }
}

/// True if a body could not be read because it arrived too slowly.
#[must_use]
pub fn is_too_slow(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if saldo_connections::is_too_slow(error))
}

/// The decoder of actix.
pub struct RequestCodec(pub Codec);

impl RequestDecoder for RequestCodec {
    fn decode(&mut self, received: &mut BytesMut) -> Decoded {
        match self.0.decode(received) {
            Ok(Some(_)) => Decoded::Complete,
            Ok(None) => Decoded::Incomplete,
            Err(_) => Decoded::Rejected,
        }
    }

    fn is_in_body(&self) -> bool {
        !matches!(self.0.message_type(), MessageType::None)
    }
}
