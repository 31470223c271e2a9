//! What can go wrong when a model is asked.

use std::time::Duration;

/// The result of asking a model.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a model did not answer. Each has words for the person: what failed, and what to do.
///
/// The words are the same whatever the server says: a reason of its own may quote what it was sent, and does not belong in a log.
/// [`Error::with_reason`] has it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The settings of a model cannot be used.
    #[error("the model's settings cannot be used: {0}")]
    Settings(&'static str),
    /// Nothing answers at the address.
    #[error("the model's server cannot be reached; check that it runs and that OPENAI_BASE_URL is right")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The server took too long to accept, or fell silent.
    #[error("the model's server took too long to answer; try again, or ask for less")]
    TimedOut,
    /// 401.
    #[error("the model's server does not accept the key; check OPENAI_API_KEY")]
    KeyRefused,
    /// 403.
    #[error("the key may not use this model; check OPENAI_MODEL and what the key is allowed")]
    Forbidden {
        /// The server's own reason, shortened.
        reason: Option<String>,
    },
    /// 404.
    #[error("the model's server does not know this model or address; check OPENAI_MODEL and OPENAI_BASE_URL")]
    NotFound {
        /// The server's own reason, shortened.
        reason: Option<String>,
    },
    /// 402, or a 429 that says that the money is used up.
    #[error("the account at the model's provider has no credit left; add some there")]
    NoCredit,
    /// 429.
    #[error("the model's server is asked too often{}", in_words(*.retry_after))]
    RateLimited {
        /// How long the server asks to wait.
        retry_after: Option<Duration>,
    },
    /// 413, or a 400 about the length.
    #[error("the conversation is too long for this model; start a new one")]
    TooLong,
    /// Another 4xx.
    #[error("the model's server refused the request (status {status}); check that the model supports tools")]
    Refused {
        /// The status.
        status: u16,
        /// The server's own reason, shortened.
        reason: Option<String>,
    },
    /// 5xx.
    #[error("the model's server has a problem (status {status}); try again later")]
    Unwell {
        /// The status.
        status: u16,
        /// The server's own reason, shortened.
        reason: Option<String>,
    },
    /// An error inside an answer that had begun with status 200.
    #[error("the model's server reported a problem in the middle of its answer; try again")]
    Reported {
        /// The server's own reason, shortened.
        reason: Option<String>,
    },
    /// The answer broke off.
    #[error("the model's answer broke off; try again")]
    BrokeOff,
    /// What came is not a chat completion.
    #[error("the model's server answered with something that is no chat completion; check OPENAI_BASE_URL")]
    Unreadable,
    /// The answer is longer than is allowed.
    #[error("the model's answer is too long; ask for less")]
    AnswerTooLong,
}

impl Error {
    /// The error with the server's own reason, where it gave one: for the person who asked, not for a log.
    #[must_use]
    pub fn with_reason(&self) -> String {
        match self {
            // The advice to check for tools is a guess, which the reason makes needless.
            Self::Refused { status, reason: Some(reason) } => {
                format!("the model's server refused the request (status {status}): {reason}")
            }
            Self::Forbidden { reason: Some(reason) }
            | Self::NotFound { reason: Some(reason) }
            | Self::Unwell { reason: Some(reason), .. }
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
