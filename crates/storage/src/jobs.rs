//! Durable work, shared by every server process on one database.

use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::{Failure, Job, JobId, JobProgress, StatementId, Timestamp, UserId};

use crate::Result;

/// Names one worker process, so that a lease has an owner.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WorkerId(pub String);

/// A worker's hold on a job. Every change it makes names the hold, so that a worker whose lease was taken over changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The job.
    pub job: JobId,
    /// Who holds it.
    pub worker: WorkerId,
    /// Which attempt this is, from 1.
    pub attempt: u32,
}

/// Durable work.
#[async_trait]
pub trait Jobs: Send + Sync {
    /// Queues the processing of a statement and marks it processing; `None` when the person has no such statement.
    /// When a job for it is queued or running already, that one is answered and nothing is queued twice.
    ///
    /// With `claimed_by` (a worker and the lease's length) the job is born running and held by that worker: for work
    /// that only this process can do, because it alone has the file's password.
    async fn enqueue_statement(
        &self,
        user: UserId,
        statement: StatementId,
        claimed_by: Option<(WorkerId, Duration)>,
        now: Timestamp,
    ) -> Result<Option<Job>>;

    /// The person's job with this id.
    async fn find_job(&self, user: UserId, job: JobId) -> Result<Option<Job>>;

    /// Claims a job that is due, or one whose lease ran out, and counts the attempt. Of several workers, one gets it. The jobs of the
    /// user with the fewest running come first, and of these the one that has waited longest.
    async fn claim_job(
        &self,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<(Job, Claim)>>;

    /// Claims like [`Jobs::claim_job`], but only a job of a user who has none running: for a worker that is kept free for them.
    async fn claim_job_of_idle_user(
        &self,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<(Job, Claim)>>;

    /// Lets the lease run anew; `false` when the job is not this claim's any more: the worker must stop.
    async fn extend_claim(&self, claim: &Claim, lease: Duration, now: Timestamp) -> Result<bool>;

    /// Says how far the job has come; `false` when it is not this claim's any more.
    async fn report_progress(&self, claim: &Claim, progress: JobProgress, now: Timestamp) -> Result<bool>;

    /// Marks the job done.
    async fn finish_job(&self, claim: &Claim, now: Timestamp) -> Result<bool>;

    /// Queues the job again for `run_at`.
    async fn retry_job(&self, claim: &Claim, run_at: Timestamp, now: Timestamp) -> Result<bool>;

    /// Gives the job back unfinished, as if this attempt had not been: the process is going down.
    async fn release_job(&self, claim: &Claim, now: Timestamp) -> Result<bool>;

    /// Marks the job and its statement failed.
    async fn fail_job(&self, claim: &Claim, failure: Failure, now: Timestamp) -> Result<bool>;

    /// How many jobs wait or run: for health and metrics.
    async fn count_open_jobs(&self) -> Result<u64>;
}
