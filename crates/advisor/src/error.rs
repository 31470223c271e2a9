//! Errors of callers.

/// The reason why a conversation cannot be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The last message is not the user's, or it is blank.
    #[error("the last message must be the user's and must have text")]
    NothingAsked,
    /// The question is too long.
    #[error("the question is too long; use at most {characters_max} characters")]
    QuestionTooLong {
        /// The maximum number of characters.
        characters_max: usize,
    },
}
