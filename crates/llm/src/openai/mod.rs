//! Any server that speaks OpenAI's chat completions.

mod assemble;
mod failure;
mod reason;
mod request;
mod settings;
mod token_limit;

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use eventsource_stream::Eventsource;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use reqwest::Response;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use crate::{Answer, Chunk, Error, LanguageModel, Request, Result};
use assemble::Assembler;
use failure::Failure;
pub use settings::{ApiKey, Limits, Settings};
use token_limit::TokenLimit;

/// A model at an OpenAI-compatible server.
pub struct OpenAi {
    client: reqwest::Client,
    settings: Settings,
    /// Whether the server is known to refuse the name of the token limit that is tried first.
    takes_other_limit: AtomicBool,
}

impl OpenAi {
    /// A model that is asked with these settings. Nothing is sent yet.
    ///
    /// When the program has chosen no cryptography for TLS, ring is chosen.
    ///
    /// # Errors
    /// [`Error::Settings`] when a client cannot be made of them.
    pub fn new(settings: Settings) -> Result<Self> {
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Losing a race against another thread that installs one is as good as winning it.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = reqwest::Client::builder()
            .connect_timeout(settings.limits.connect_time_max)
            .read_timeout(settings.limits.silence_max)
            // A redirect would carry the key and the conversation to a place nobody configured.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("saldo/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|_| {
                Error::Settings("no certificates to check servers with were found on this machine")
            })?;
        Ok(Self { client, settings, takes_other_limit: AtomicBool::new(false) })
    }

    /// The name of the token limit that the server is expected to take.
    fn token_limit(&self) -> TokenLimit {
        let first = self.settings.first_token_limit();
        if self.takes_other_limit.load(Ordering::Relaxed) { first.other() } else { first }
    }

    /// Asks with one name of the token limit, and with the other when the server refuses the first. The server has to accept the
    /// other name before it is remembered: a limit that is too large is refused by its name, too.
    async fn ask(&self, request: &Request) -> Result<Response> {
        let limit = self.token_limit();
        let refusal = match self.open(&request::body(&self.settings, limit, request)).await {
            Ok(response) => return Ok(response),
            Err(failure) => failure,
        };
        if request.output_tokens_max.is_none() || !refusal.is_about(limit) {
            return Err(refusal.error);
        }
        let other = limit.other();
        match self.open(&request::body(&self.settings, other, request)).await {
            Ok(response) => {
                let is_first = other == self.settings.first_token_limit();
                self.takes_other_limit.store(!is_first, Ordering::Relaxed);
                Ok(response)
            }
            Err(second) if second.is_about(other) => Err(refusal.error),
            Err(second) => Err(second.error),
        }
    }

    async fn open(&self, body: &Value) -> std::result::Result<Response, Failure> {
        let mut retries_left = self.settings.limits.retries_max;
        loop {
            let failure = match self.send(body).await {
                Ok(response) => return Ok(response),
                Err(failure) => failure,
            };
            match failure.retry_after {
                Some(wait) if retries_left > 0 && wait <= self.settings.limits.retry_wait_max => {
                    retries_left -= 1;
                    tokio::time::sleep(wait).await;
                }
                _ => return Err(failure),
            }
        }
    }

    async fn send(&self, body: &Value) -> std::result::Result<Response, Failure> {
        let mut headers = HeaderMap::new();
        if let Some(key) = &self.settings.key {
            headers.insert(reqwest::header::AUTHORIZATION, key.header());
        }
        let response = self
            .client
            .post(self.settings.completions_url())
            .headers(headers)
            .header(ACCEPT, "text/event-stream")
            .json(body)
            .send()
            .await
            .map_err(|error| Failure::from(failure::of_sending(error)))?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(failure::of_response(response).await)
    }
}

#[async_trait]
impl LanguageModel for OpenAi {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn is_remote(&self) -> bool {
        self.settings.is_remote()
    }

    fn host(&self) -> Option<String> {
        Some(self.settings.host())
    }

    fn request_bytes(&self, request: &Request) -> usize {
        request::body(&self.settings, self.token_limit(), request).to_string().len()
    }

    async fn answer(&self, request: Request) -> Result<Answer> {
        let response = self.ask(&request).await?;
        let bytes_max = self.settings.limits.answer_bytes_max;
        let media_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_whole = media_type.is_some_and(|it| it.starts_with("application/json"));
        let bytes = limited(response, bytes_max);
        if is_whole { Ok(whole(bytes)) } else { Ok(streamed(bytes)) }
    }
}

/// The body's bytes; more of them than allowed is an error.
fn limited(response: Response, bytes_max: usize) -> impl Stream<Item = Result<bytes::Bytes>> + Send {
    let mut left = bytes_max;
    response.bytes_stream().map(move |piece| {
        let piece = piece.map_err(|error| failure::of_reading(&error))?;
        left = left.checked_sub(piece.len()).ok_or(Error::AnswerTooLong)?;
        Ok(piece)
    })
}

/// A server that does not stream answers with one JSON document.
fn whole(bytes: impl Stream<Item = Result<bytes::Bytes>> + Send + 'static) -> Answer {
    let document = async move {
        let body: Vec<u8> = bytes
            .try_fold(Vec::new(), |mut body, piece| async move {
                body.extend_from_slice(&piece);
                Ok(body)
            })
            .await?;
        let value: Value = serde_json::from_slice(&body).map_err(|_| Error::Unreadable)?;
        let mut assembler = Assembler::default();
        let mut chunks = assembler.push(&value)?;
        chunks.extend(assembler.finish(false)?);
        Ok(chunks)
    };
    stream::once(document).map_ok(|chunks| stream::iter(chunks).map(Ok)).try_flatten().boxed()
}

fn streamed(bytes: impl Stream<Item = Result<bytes::Bytes>> + Send + 'static) -> Answer {
    let mut events = Box::pin(bytes.eventsource());
    let mut assembler = Assembler::default();
    let chunks = async_stream::try_stream! {
        loop {
            let event = match events.next().await {
                Some(Ok(event)) => event,
                // What breaks after the model said that it is done takes nothing away.
                Some(Err(_)) | None if assembler.has_reason() => break,
                Some(Err(error)) => Err(failure::of_event(error))?,
                None => break,
            };
            if event.data == "[DONE]" {
                for chunk in assembler.finish(true)? {
                    yield chunk;
                }
                return;
            }
            if event.data.trim().is_empty() {
                continue;
            }
            let value: Value = serde_json::from_str(&event.data).map_err(|_| Error::Unreadable)?;
            for chunk in assembler.push(&value)? {
                yield chunk;
            }
        }
        for chunk in assembler.finish(false)? {
            yield chunk;
        }
    };
    chunks.map(|chunk: Result<Chunk>| chunk).boxed()
}
