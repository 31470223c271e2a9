//! Adapter for servers with OpenAI's chat completions API.

mod assemble;
mod failure;
mod reason;
mod request;
mod settings;
mod token_limit;
mod transport;

use std::sync::atomic::{AtomicBool, Ordering};

use async_openai::Client;
use async_openai::error::OpenAIError;
use async_trait::async_trait;
use futures::{Stream, StreamExt};
use serde_json::Value;

use crate::{Answer, Chunk, Error, LanguageModel, Request, Result};
use assemble::Assembler;
use failure::Failure;
use settings::Endpoint;
pub use settings::{ApiKey, Limits, Settings};
use token_limit::TokenLimit;
use transport::{Ending, Transport, Watch};

/// A model at an OpenAI-compatible server.
///
/// ```
/// use std::time::Duration;
///
/// use saldo_llm::openai::{OpenAi, Settings};
/// use saldo_llm::{LanguageModel, Result};
///
/// fn model() -> Result<OpenAi> {
///     let mut settings = Settings::new("http://localhost:11434/v1", "llama3.2", None)?;
///     settings.limits.silence_max = Duration::from_secs(30);
///     OpenAi::new(settings) // no request is sent
/// }
/// # if let Ok(model) = model() {
/// assert_eq!(model.name(), "llama3.2");
/// assert!(!model.is_remote());
/// # }
/// ```
pub struct OpenAi {
    http: reqwest::Client,
    client: Client<Endpoint>,
    settings: Settings,
    /// True if the server accepts only the other name of the token limit, see
    /// [`Settings::first_token_limit`].
    takes_other_limit: AtomicBool,
}

impl OpenAi {
    /// Creates a model with these settings. No request is sent.
    ///
    /// Installs ring as the TLS provider of the process if none is installed.
    ///
    /// # Errors
    /// [`Error::Settings`] if no certificates to verify servers with are found on this machine.
    pub fn new(settings: Settings) -> Result<Self> {
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // If another thread installs a provider at the same time, this fails, and its provider is used.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let http = reqwest::Client::builder()
            .connect_timeout(settings.limits.connect_time_max)
            .read_timeout(settings.limits.silence_max)
            // A redirect would send the key and the conversation to a server that nobody configured.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("saldo/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|_| Error::Settings("this machine has no TLS certificates; install ca-certificates"))?;
        let client = Client::build(http.clone(), settings.endpoint());
        Ok(Self { http, client, settings, takes_other_limit: AtomicBool::new(false) })
    }

    /// Returns the name of the token limit that the server probably accepts.
    fn token_limit(&self) -> TokenLimit {
        let first = self.settings.first_token_limit();
        if self.takes_other_limit.load(Ordering::Relaxed) { first.other() } else { first }
    }

    /// Sends the request with one name of the token limit, and with the other name if the server rejects the
    /// first.
    ///
    /// The other name is remembered only once the server has accepted it: a limit that is too large is
    /// rejected by its name, too.
    async fn ask(&self, request: &Request) -> Result<Events> {
        let limit = self.token_limit();
        let refusal = match self.open(request, limit).await {
            Ok(events) => return Ok(events),
            Err(failure) => failure,
        };
        if request.output_tokens_max.is_none() || !refusal.is_about(limit) {
            return Err(refusal.error);
        }
        let other = limit.other();
        match self.open(request, other).await {
            Ok(events) => {
                let is_first = other == self.settings.first_token_limit();
                self.takes_other_limit.store(!is_first, Ordering::Relaxed);
                Ok(events)
            }
            Err(second) if second.is_about(other) => Err(refusal.error),
            Err(second) => Err(second.error),
        }
    }

    async fn open(&self, request: &Request, limit: TokenLimit) -> std::result::Result<Events, Failure> {
        let watch = Watch::default();
        let limits = self.settings.limits.clone();
        let transport = Transport { http: self.http.clone(), limits, watch: watch.clone() };
        let client = self.client.clone().with_http_service(transport);
        let body = request::body(&self.settings, limit, request);
        let events = client.chat().create_stream_byot(body).await.map_err(Failure::from)?;
        Ok(Events { events, watch })
    }
}

/// The events of an answer, and a record of how its bytes ended.
struct Events {
    events: async_openai::types::stream::StreamResponse<Value>,
    watch: Watch,
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
        Ok(chunks(self.ask(&request).await?).boxed())
    }
}

fn chunks(Events { mut events, watch }: Events) -> impl Stream<Item = Result<Chunk>> + Send {
    let mut assembler = Assembler::default();
    async_stream::try_stream! {
        let is_done = loop {
            let document = match events.next().await {
                Some(Ok(document)) => document,
                // An event without data.
                Some(Err(OpenAIError::JSONDeserialize(_, data))) if data.trim().is_empty() => continue,
                // The parser stops at `[DONE]`: only a stream without it is read to its end.
                None => break matches!(watch.ending(), Ending::Unread),
                // An error after the finish reason does not make the answer incomplete.
                Some(Err(OpenAIError::StreamError(_))) if assembler.has_reason() => break false,
                Some(Err(_)) => match watch.ending() {
                    Ending::Failed(error) => Err(error)?,
                    Ending::Unread | Ending::Ended => Err(Error::Unreadable)?,
                },
            };
            for chunk in assembler.push(&document)? {
                yield chunk;
            }
        };
        for chunk in assembler.finish(is_done)? {
            yield chunk;
        }
    }
}
