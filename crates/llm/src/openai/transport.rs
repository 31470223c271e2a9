//! The HTTP layer of the client: retries, maps refusals to errors, and limits and watches the bytes of an
//! answer.
//!
//! `async-openai` hands requests and responses through this boundary unchanged and parses the response above
//! it. There, an answer that ended and one that was cut off look alike, and every error is text. Therefore
//! this module records how an answer ended.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{Stream, StreamExt, TryStreamExt, future, stream};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::failure::{self, Failure};
use super::settings::Limits;
use crate::{Error, Result};

/// State of the bytes of an answer.
#[derive(Debug, Default)]
pub(super) enum Ending {
    /// The bytes were not read to their end: the parser met `[DONE]`, or it is still reading.
    #[default]
    Unread,
    /// The bytes were read to their end.
    Ended,
    /// The bytes could not be read.
    Failed(Error),
}

/// A record of how the bytes of one answer ended, shared between the transport and the reader of the answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Watch(Arc<Mutex<Ending>>);

impl Watch {
    fn note(&self, ending: Ending) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ending;
    }

    /// Returns the record and resets it.
    pub(super) fn ending(&self) -> Ending {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Sends the requests of one answer.
#[derive(Clone)]
pub(super) struct Transport {
    pub(super) http: reqwest::Client,
    pub(super) limits: Limits,
    pub(super) watch: Watch,
}

impl tower_service::Service<HttpRequestFactory> for Transport {
    type Response = Response;
    type Error = OpenAIError;
    type Future = BoxFuture<'static, std::result::Result<Response, OpenAIError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<std::result::Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, requests: HttpRequestFactory) -> Self::Future {
        let transport = self.clone();
        Box::pin(async move {
            let response = transport.open(&requests).await?;
            Ok(watched(response, transport.limits.answer_bytes_max, transport.watch))
        })
    }
}

impl Transport {
    async fn open(&self, requests: &HttpRequestFactory) -> std::result::Result<Response, OpenAIError> {
        let mut retries_left = self.limits.retries_max;
        loop {
            let failure = match self.http.execute(requests.build().await?).await {
                Ok(response) if response.status().is_success() => return Ok(response),
                Ok(refusal) => failure::from_response(refusal).await,
                Err(error) => Failure::from(failure::from_send_error(error)),
            };
            match failure.retry_after {
                Some(wait) if retries_left > 0 && wait <= self.limits.retry_wait_max => {
                    retries_left -= 1;
                    tokio::time::sleep(wait).await;
                }
                _ => return Err(OpenAIError::Boxed(Box::new(failure))),
            }
        }
    }
}

/// Wraps the response: limits its bytes, records how they end, and turns a whole JSON document into an event.
fn watched(response: Response, bytes_max: usize, watch: Watch) -> Response {
    let media_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_whole = media_type.is_some_and(|it| it.starts_with("application/json"));
    let bytes = limited(response, bytes_max);
    let bytes = if is_whole { as_event(bytes).left_stream() } else { bytes.right_stream() };
    let (failed, ended) = (watch.clone(), watch);
    let bytes = bytes.map_err(move |error| {
        failed.note(Ending::Failed(error));
        std::io::Error::other("the answer cannot be read")
    });
    let end = stream::poll_fn(move |_| {
        // This also runs after a failure, whose record must not be overwritten.
        let mut ending = ended.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*ending, Ending::Unread) {
            *ending = Ending::Ended;
        }
        Poll::Ready(None)
    });
    http::Response::new(reqwest::Body::wrap_stream(bytes.chain(end))).into()
}

/// Returns the bytes of the body; fails with [`Error::AnswerTooLong`] above the limit.
fn limited(response: Response, bytes_max: usize) -> impl Stream<Item = Result<Bytes>> + Send {
    let mut left = bytes_max;
    response.bytes_stream().map(move |piece| {
        let piece = piece.map_err(|error| failure::from_read_error(&error))?;
        left = left.checked_sub(piece.len()).ok_or(Error::AnswerTooLong)?;
        Ok(piece)
    })
}

/// Turns the answer of a server that does not stream, one JSON document, into the only event of a stream.
fn as_event(bytes: impl Stream<Item = Result<Bytes>> + Send) -> impl Stream<Item = Result<Bytes>> + Send {
    let document = bytes.try_fold(Vec::new(), |mut body, piece| {
        body.extend_from_slice(&piece);
        future::ready(Ok(body))
    });
    let event = async move {
        let document: Value = serde_json::from_slice(&document.await?).map_err(|_| Error::Unreadable)?;
        Ok(Bytes::from(format!("data: {document}\n\n")))
    };
    stream::once(event)
}
