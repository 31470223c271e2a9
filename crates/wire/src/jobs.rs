//! Jobs.

use saldo_domain::{Failure, Job, JobId, JobProgress, JobState, JobWork, StatementId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// A job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobBody {
    id: JobId,
    statement_id: StatementId,
    state: JobState,
    attempts: u32,
    #[serde(flatten)]
    progress: JobProgress,
    failure: Option<Failure>,
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Option<Timestamp>,
}

impl From<Job> for JobBody {
    fn from(job: Job) -> Self {
        let JobWork::ProcessStatement { statement, .. } = job.work;
        Self {
            id: job.id,
            statement_id: statement,
            state: job.state,
            attempts: job.attempts,
            progress: job.progress,
            failure: job.failure,
            created_at: job.created_at,
            updated_at: job.updated_at,
            finished_at: job.finished_at,
        }
    }
}
