//! Jobs: work that outlives the request that asked for it.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::statement::{Failure, StatementId};
use crate::user::UserId;

/// Names a [`Job`].
pub type JobId = Id<Job>;

/// A piece of durable work and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its identifier.
    pub id: JobId,
    /// Whose work it is.
    pub user: UserId,
    /// What is to be done.
    pub work: JobWork,
    /// How far it has come.
    pub state: JobState,
    /// How often it was claimed.
    pub attempts: u32,
    /// What the worker last said of it.
    pub progress: JobProgress,
    /// Why it failed, in words for the person.
    pub failure: Option<Failure>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
}

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
pub enum JobWork {
    /// Reads a statement and books its entries.
    ProcessStatement {
        /// Which statement.
        statement: StatementId,
    },
}

/// How far a job has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Waiting for a worker.
    Queued,
    /// Claimed by a worker whose lease runs.
    Running,
    /// Done.
    Done,
    /// Ended without success; it will not be tried again.
    Failed,
}

impl JobState {
    /// Whether the job will not change any more.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

/// What a worker says of a job while it runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobProgress {
    /// What is being done.
    pub stage: JobStage,
    /// Pages read so far.
    pub page: u32,
    /// Pages in all, once known.
    pub pages: Option<u32>,
    /// Rows found so far.
    pub rows: u32,
    /// Entries that were new, once stored.
    #[serde(default)]
    pub entries_new: Option<u64>,
    /// Entries that an earlier statement had brought already, once stored.
    #[serde(default)]
    pub entries_known: Option<u64>,
}

/// The stages of processing a statement, in their order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JobStage {
    /// Waiting for a worker.
    #[default]
    Queued,
    /// Reading the pages.
    Reading,
    /// A language model is being asked.
    Asking,
    /// Adding up.
    Checking,
    /// Storing the entries.
    Storing,
    /// Ended.
    Finished,
}
