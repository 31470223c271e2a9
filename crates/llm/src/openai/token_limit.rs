//! The two names of the limit on an answer's tokens.
//!
//! OpenAI renamed `max_tokens` to `max_completion_tokens` and refuses the old name for its newer models. Other servers know only one
//! of the two; some refuse the one they do not know, others ignore it. No server takes both at once for certain.

/// A name of the limit on an answer's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenLimit {
    /// The original name.
    MaxTokens,
    /// The newer name, which counts reasoning too.
    MaxCompletionTokens,
}

impl TokenLimit {
    /// The key in the request.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }

    /// The other name.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::MaxTokens => Self::MaxCompletionTokens,
            Self::MaxCompletionTokens => Self::MaxTokens,
        }
    }
}
