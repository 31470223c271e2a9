//! Jobs: work that continues after the request that started it.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::statement::{Failure, StatementId};
use crate::user::UserId;

/// The identifier of a [`Job`].
pub type JobId = Id<Job>;

/// A unit of durable work and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The identifier.
    pub id: JobId,
    /// The user for whom it runs.
    pub user: UserId,
    /// The work.
    pub work: JobWork,
    /// The state.
    pub state: JobState,
    /// The number of times that a worker claimed it. A claim that a worker gave back without a result
    /// does not count.
    pub attempts: u32,
    /// The progress that the worker reported last.
    pub progress: JobProgress,
    /// The reason for a failure, in words for the user.
    pub failure: Option<Failure>,
    /// The time at which it was requested.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time at which it ended; `None` until then.
    pub finished_at: Option<Timestamp>,
}

/// The work of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
pub enum JobWork {
    /// Reads a statement and stores its transactions.
    ProcessStatement {
        /// The statement.
        statement: StatementId,
        /// The user who asked for it; `None` for files that come by themselves.
        #[serde(default)]
        by: Option<UserId>,
    },
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Waiting for a worker.
    Queued,
    /// Claimed by a worker whose lease has not expired.
    Running,
    /// Finished successfully.
    Done,
    /// Finished without success; it is not tried again.
    Failed,
}

impl JobState {
    /// True if the state is final.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

/// The progress of a running job.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobProgress {
    /// The current stage.
    pub stage: JobStage,
    /// The number of pages read so far.
    pub page: u32,
    /// The total number of pages; `None` until it is known.
    pub pages: Option<u32>,
    /// The number of rows found so far.
    pub rows: u32,
    /// The number of transactions that were added; `None` until they are stored.
    #[serde(default)]
    #[serde(rename = "entriesNew")]
    pub transactions_new: Option<u64>,
    /// The number of transactions that an earlier statement had already added; `None` until they are stored.
    #[serde(default)]
    #[serde(rename = "entriesKnown")]
    pub transactions_known: Option<u64>,
}

/// The stages of processing a statement, in order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JobStage {
    /// Waiting for a worker.
    #[default]
    Queued,
    /// Reading the pages.
    Reading,
    /// Waiting for a language model.
    Asking,
    /// Checking the figures against each other.
    Checking,
    /// Storing the transactions.
    Storing,
    /// Finished.
    Finished,
}
