//! Streamable HTTP without sessions: each message is independent, so that any replica can answer it, and gets
//! one JSON answer.

use std::sync::Arc;

use ::http::header::{ACCEPT, CONTENT_TYPE};
use ::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize as _;
use serde_json::Value;

use super::Server;

/// An answer to a message.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// A protocol message; empty for a notification; otherwise a sentence about the fault of the request.
    pub body: Bytes,
    /// True if the body is a protocol message.
    pub is_message: bool,
}

/// True if the value is a protocol message.
#[must_use]
pub fn is_message(value: &Value) -> bool {
    ClientJsonRpcMessage::deserialize(value).is_ok()
}

/// Selects the headers that concern the protocol. The others are not passed on, in particular no credentials.
#[must_use]
pub fn headers<'a>(fields: impl Iterator<Item = (&'a str, &'a [u8])>) -> HeaderMap {
    let says_something =
        |name: &HeaderName| *name == ACCEPT || *name == CONTENT_TYPE || name.as_str().starts_with("mcp-");
    let fields = fields.filter_map(|(name, value)| {
        Some((HeaderName::try_from(name).ok()?, HeaderValue::from_bytes(value).ok()?))
    });
    fields.filter(|(name, _)| says_something(name)).collect()
}

/// Answers a message. The caller has already checked user, origin, rate and size.
pub async fn answer(server: Server, headers: HeaderMap, message: &Value) -> Answer {
    let mut request = Request::new(Full::new(Bytes::from(message.to_string())));
    *request.method_mut() = Method::POST;
    // Host names are not checked here, but the library requires one.
    *request.uri_mut() = Uri::from_static("http://saldo/");
    *request.headers_mut() = headers;
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(usize::MAX);
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let (head, body) = service.handle(request).await.into_parts();
    let is_message = head.headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let body = match body.collect().await {
        Ok(body) => body.to_bytes(),
        Err(never) => match never {},
    };
    Answer { status: head.status.as_u16(), body, is_message }
}
