//! What a person wants the advisor to know, and what models cost them.

use async_trait::async_trait;
use saldo_domain::{Date, Memory, MemoryId, Timestamp, UserId};

use crate::Result;

/// What a model cost on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModelUsage {
    /// Tokens of questions.
    pub input_tokens: u64,
    /// Tokens of answers.
    pub output_tokens: u64,
    /// How many replies there were.
    pub replies: u64,
}

/// The person's notes for the advisor, and what models cost them.
#[async_trait]
pub trait Memories: Send + Sync {
    /// Adds a note unless the person has `count_max` already; then `None`.
    async fn insert_memory(
        &self,
        user: UserId,
        text: &str,
        count_max: usize,
        now: Timestamp,
    ) -> Result<Option<Memory>>;

    /// The person's notes, the oldest first.
    async fn list_memories(&self, user: UserId) -> Result<Vec<Memory>>;

    /// Changes a note; `None` when the person has no such one.
    async fn update_memory(
        &self,
        user: UserId,
        memory: MemoryId,
        text: &str,
        now: Timestamp,
    ) -> Result<Option<Memory>>;

    /// Deletes a note; `false` when the person has no such one.
    async fn delete_memory(&self, user: UserId, memory: MemoryId) -> Result<bool>;

    /// Adds to what a model cost on a day.
    async fn add_model_usage(&self, user: UserId, day: Date, model: &str, usage: ModelUsage) -> Result<()>;

    /// What all models cost on a day.
    async fn find_model_usage(&self, user: UserId, day: Date) -> Result<ModelUsage>;
}
