//! Chunks as server-sent events.

use crate::chunk::Chunk;

/// The headers of a response, with names in lower case. The status is always 200, because the response begins
/// before an error can occur; errors are sent as [`Chunk::Error`].
///
/// The content type has no charset, because some clients compare the whole value. The response must be
/// neither compressed nor buffered.
pub const HEADERS: [(&str, &str); 5] = [
    ("content-type", "text/event-stream"),
    ("cache-control", "no-cache"),
    ("connection", "keep-alive"),
    ("x-accel-buffering", "no"),
    ("x-vercel-ai-ui-message-stream", "v1"),
];

/// The event that ends a stream.
pub const DONE: &str = "data: [DONE]\n\n";

/// A comment that clients ignore. It prevents proxies from closing a quiet connection.
pub const KEEP_ALIVE: &str = ": keep-alive\n\n";

/// Encodes a chunk as one event: `data: {…}` and an empty line.
///
/// # Panics
/// Never: a chunk always serializes to JSON.
#[must_use]
pub fn encode(chunk: &Chunk) -> String {
    let json = serde_json::to_string(chunk).expect("a chunk has string keys only, so it is always JSON");
    format!("data: {json}\n\n")
}
