//! Errors of requests to a language model.

use std::time::Duration;

/// Result of a call to a language model.
pub type Result<T> = std::result::Result<T, Error>;

/// A failed request to a language model. The message of each variant states what failed and what to do.
///
/// The messages do not depend on the server's text: a server's reason may quote what it was sent, which does
/// not belong in a log. [`Error::with_reason`] includes that reason. A variant below that names an HTTP
/// status is also used for the matching error code in a response body or in a streamed answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The settings are invalid: an unusable URL, model name or key, or no TLS certificates on this machine.
    #[error("invalid model settings: {0}")]
    Settings(&'static str),
    /// No connection to the server. The source has no URL, because a URL may contain a key.
    #[error("the model's server cannot be reached; check that it runs and that OPENAI_BASE_URL is right")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Timeout while connecting, while waiting for the next piece of an answer, or status 408.
    #[error("the model's server took too long to answer; try again, or ask for less")]
    TimedOut,
    /// Status 401, or the code `invalid_api_key`.
    #[error("the model's server does not accept the key; check OPENAI_API_KEY")]
    KeyRefused,
    /// Status 403.
    #[error("the API key may not use this model; check OPENAI_MODEL and the permissions of the key")]
    Forbidden {
        /// The server's own reason, shortened, without addresses and keys.
        reason: Option<String>,
    },
    /// Status 404, or the code `model_not_found`.
    #[error("the model's server does not know this model or address; check OPENAI_MODEL and OPENAI_BASE_URL")]
    NotFound {
        /// The server's own reason, shortened, without addresses and keys.
        reason: Option<String>,
    },
    /// Status 402, or the code `insufficient_quota`, which some providers send with status 429.
    #[error("the account at the model's provider has no credit left; add some there")]
    NoCredit,
    /// Status 429, or the code `rate_limit_exceeded`.
    #[error("the model's server received too many requests{}", in_words(*.retry_after))]
    RateLimited {
        /// The wait that the server asks for.
        retry_after: Option<Duration>,
    },
    /// Status 413, or the code `context_length_exceeded`.
    #[error("the conversation is too long for this model; start a new one")]
    TooLong,
    /// Any other unsuccessful status below 500, redirects included.
    #[error("the model's server refused the request (status {status}); check that the model supports tools")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The server's own reason, shortened, without addresses and keys.
        reason: Option<String>,
    },
    /// Status 500 or above.
    #[error("the model's server has a problem (status {status}); try again later")]
    ServerFailed {
        /// The HTTP status.
        status: u16,
        /// The server's own reason, shortened, without addresses and keys.
        reason: Option<String>,
    },
    /// An error object inside an answer that began with status 200.
    #[error("the model's server reported a problem in the middle of its answer; try again")]
    Reported {
        /// The server's own reason, shortened, without addresses and keys.
        reason: Option<String>,
    },
    /// The connection ended before the answer was complete.
    #[error("the model's answer broke off; try again")]
    CutOff,
    /// The response is not a chat completion.
    #[error("the model's server did not answer with a chat completion; check OPENAI_BASE_URL")]
    Unreadable,
    /// The answer is longer than `openai::Limits::answer_bytes_max`.
    #[error("the model's answer is too long; ask for less")]
    AnswerTooLong,
}

impl Error {
    /// Returns the message with the server's own reason, if there is one. It is meant for the user who asked,
    /// not for a log: the reason may quote the request.
    #[must_use]
    pub fn with_reason(&self) -> String {
        match self {
            // Without a reason the message advises to check for tool support, which is a guess. A reason
            // replaces it.
            Self::Refused { status, reason: Some(reason) } => {
                format!("the model's server refused the request (status {status}): {reason}")
            }
            Self::Forbidden { reason: Some(reason) }
            | Self::NotFound { reason: Some(reason) }
            | Self::ServerFailed { reason: Some(reason), .. }
            | Self::Reported { reason: Some(reason) } => format!("{self}; the server's reason: {reason}"),
            _ => self.to_string(),
        }
    }
}

fn in_words(retry_after: Option<Duration>) -> String {
    match retry_after.map(|wait| wait.as_secs().max(1)) {
        Some(1) => "; try again in a second".to_owned(),
        Some(seconds) if seconds < 120 => format!("; try again in {seconds} seconds"),
        Some(seconds) => format!("; try again in {} minutes", seconds.div_ceil(60)),
        None => "; try again later".to_owned(),
    }
}
