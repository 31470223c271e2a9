//! The limits of a reply.

use std::time::Duration;

/// The limits of a reply.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of turns that are sent to the model. Older ones are dropped.
    pub turns_max: usize,
    /// The maximum number of characters of these turns. Older turns are dropped.
    pub conversation_characters_max: usize,
    /// The maximum number of characters of a question.
    pub question_characters_max: usize,
    /// The maximum number of requests to the model.
    /// The last request offers no tools, so that the model has to answer.
    pub steps_max: usize,
    /// The maximum number of calls in one step.
    pub calls_per_step_max: usize,
    /// The maximum number of tokens that the model may answer with in one step.
    pub step_tokens_max: u32,
    /// The maximum number of tokens of the whole reply, input included.
    /// Checked between steps; a model that reports no tokens is not limited by it.
    pub reply_tokens_max: u64,
    /// The maximum number of bytes (UTF-8) of text, reasoning
    /// and inputs that the model writes in the whole reply. This also limits models that report no tokens.
    pub reply_characters_max: usize,
    /// The maximum time of the whole reply.
    pub reply_time_max: Duration,
    /// The maximum number of rows in one answer of a tool.
    pub rows_max: usize,
    /// The maximum number of bytes of one tool answer that the model gets. The user sees all of it.
    pub tool_bytes_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turns_max: 40,
            conversation_characters_max: 60_000,
            question_characters_max: 8_000,
            steps_max: 8,
            calls_per_step_max: 8,
            step_tokens_max: 4_096,
            reply_tokens_max: 200_000,
            reply_characters_max: 100_000,
            reply_time_max: Duration::from_mins(5),
            rows_max: 100,
            tool_bytes_max: 60_000,
        }
    }
}
