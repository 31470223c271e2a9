//! The two names of the token limit.
//!
//! OpenAI renamed `max_tokens` to `max_completion_tokens` and rejects the old name for its newer models.
//! Other servers know only one of the two names; some reject the other one, some ignore it. Sending both is
//! not safe with any server.

/// A name of the token limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenLimit {
    /// `max_tokens`, the original name.
    MaxTokens,
    /// `max_completion_tokens`, the newer name. It counts reasoning tokens, too.
    MaxCompletionTokens,
}

impl TokenLimit {
    /// Returns the key in the request.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }

    /// Returns the other name.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::MaxTokens => Self::MaxCompletionTokens,
            Self::MaxCompletionTokens => Self::MaxTokens,
        }
    }
}
