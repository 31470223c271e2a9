//! How much one reply may take.

use std::time::Duration;

/// How much one reply may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Turns of the conversation that the model is told; older ones are left out.
    pub turns_max: usize,
    /// Characters of the conversation that the model is told.
    pub conversation_characters_max: usize,
    /// Characters of one question.
    pub question_characters_max: usize,
    /// How often the model is asked; at the last time it gets no tools, so that it has to answer.
    pub steps_max: usize,
    /// Calls in one step.
    pub calls_per_step_max: usize,
    /// Tokens that one step's answer may have.
    pub step_tokens_max: u32,
    /// Tokens that the whole reply may cost, as far as the model says what it costs.
    pub reply_tokens_max: u64,
    /// Characters that the whole reply may have: what a model without token counts is held to.
    pub reply_characters_max: usize,
    /// How long the whole reply may take.
    pub reply_time_max: Duration,
    /// Rows that one call of a tool may answer with.
    pub rows_max: usize,
    /// Bytes that the model is told of one answer of a tool; the person sees it whole.
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
