//! What a caller can get wrong.

/// Why a conversation cannot be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The last turn is not the person's, or has no text.
    #[error("the last message must be the user's and must have text")]
    NothingAsked,
    /// The question is longer than anybody asks.
    #[error("the question is too long; use at most {characters_max} characters")]
    QuestionTooLong {
        /// The limit.
        characters_max: usize,
    },
}
