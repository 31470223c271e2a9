//! The port for a user's notes to the advisor and for their use of models.

use async_trait::async_trait;
use saldo_domain::{Date, Memory, MemoryId, Timestamp, UserId};

use crate::Result;

/// The use of models on one day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModelUsage {
    /// Input tokens.
    pub input_tokens: u64,
    /// Output tokens.
    pub output_tokens: u64,
    /// The number of replies.
    pub replies: u64,
}

/// The user's notes to the advisor, and their use of models.
#[async_trait]
pub trait Memories: Send + Sync {
    /// Adds a note; returns `None` if the user already has `count_max` notes.
    async fn insert_memory(
        &self,
        user: UserId,
        text: &str,
        count_max: usize,
        now: Timestamp,
    ) -> Result<Option<Memory>>;

    /// Returns the user's notes, oldest first.
    async fn list_memories(&self, user: UserId) -> Result<Vec<Memory>>;

    /// Changes a note; returns `None` if the user has no such note.
    async fn update_memory(
        &self,
        user: UserId,
        memory: MemoryId,
        text: &str,
        now: Timestamp,
    ) -> Result<Option<Memory>>;

    /// Deletes a note; returns `false` if the user has no such note.
    async fn delete_memory(&self, user: UserId, memory: MemoryId) -> Result<bool>;

    /// Adds `usage` to the user's total for `model` on `day`.
    async fn add_model_usage(&self, user: UserId, day: Date, model: &str, usage: ModelUsage) -> Result<()>;

    /// Returns the user's total for all models on `day`.
    async fn find_model_usage(&self, user: UserId, day: Date) -> Result<ModelUsage>;
}
