//! The HTTP side of the client: it asks again where that may help, says what a refusal means, and watches over an answer's bytes.
//!
//! `async-openai` parses what passes this boundary, and hands its service the request and takes the response as they are. Above
//! it an answer that ended and one that was cut off look alike, and every failure is text: what happened is noted here.

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

/// What became of an answer's bytes.
#[derive(Debug, Default)]
pub(super) enum Ending {
    /// They were not read to their end: the parser met `[DONE]`, or still reads.
    #[default]
    Unread,
    /// They ended.
    Ended,
    /// They could not be read.
    Failed(Error),
}

/// A note of how one answer's bytes ended, shared between the transport and the reader of the answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Watch(Arc<Mutex<Ending>>);

impl Watch {
    fn note(&self, ending: Ending) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ending;
    }

    /// Takes the note.
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
                Ok(refusal) => failure::of_response(refusal).await,
                Err(error) => Failure::from(failure::of_sending(error)),
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

/// The response as a stream of events with at most so many bytes, whose end is noted.
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
        // A failure is the end, too.
        let mut ending = ended.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*ending, Ending::Unread) {
            *ending = Ending::Ended;
        }
        Poll::Ready(None)
    });
    http::Response::new(reqwest::Body::wrap_stream(bytes.chain(end))).into()
}

/// The body's bytes; more of them than allowed is an error.
fn limited(response: Response, bytes_max: usize) -> impl Stream<Item = Result<Bytes>> + Send {
    let mut left = bytes_max;
    response.bytes_stream().map(move |piece| {
        let piece = piece.map_err(|error| failure::of_reading(&error))?;
        left = left.checked_sub(piece.len()).ok_or(Error::AnswerTooLong)?;
        Ok(piece)
    })
}

/// The answer of a server that does not stream, one JSON document, as the only event of a stream.
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
