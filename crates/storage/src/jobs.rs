//! The port for durable jobs, shared by all server processes of a database.

use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::{Author, Failure, Job, JobId, JobProgress, StatementId, Timestamp, UserId};

use crate::Result;

/// The name of a worker process, the owner of a lease.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WorkerId(pub String);

/// A worker's claim on a job. Every change names the claim, so that a worker whose lease was taken over
/// cannot change the job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The job.
    pub job: JobId,
    /// The worker that holds the claim.
    pub worker: WorkerId,
    /// The number of the attempt, from 1.
    pub attempt: u32,
}

/// The queued and running jobs of all users.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpenJobs {
    /// The number of jobs that wait for a worker.
    pub queued: u64,
    /// The number of claimed jobs.
    pub running: u64,
    /// The time at which the oldest of them was requested; `None` if there are none.
    pub oldest: Option<Timestamp>,
}

/// Durable jobs.
///
/// Methods that take a [`Claim`] return `false`, and change nothing, if the job no longer belongs to that
/// claim. A power cut may undo claims, leases and progress: the job then runs again.
#[async_trait]
pub trait Jobs: Send + Sync {
    /// Queues the processing of a statement and marks the statement as processing; returns `None` if the user
    /// has no such statement. If the statement has a queued or running job, that job is returned and no other
    /// is queued.
    ///
    /// With `claimed_by`, a worker and the length of its lease, the new job is running from the start and
    /// claimed by that worker. This is for work that only this process can do, because it alone has the
    /// password of the file.
    async fn enqueue_statement(
        &self,
        author: Author,
        statement: StatementId,
        claimed_by: Option<(WorkerId, Duration)>,
        now: Timestamp,
    ) -> Result<Option<Job>>;

    /// Returns the user's job with this id.
    async fn find_job(&self, user: UserId, job: JobId) -> Result<Option<Job>>;

    /// Claims a job that is due or whose lease has expired, and counts the attempt. Of several workers, only
    /// one gets the job. Jobs of the user with the fewest running jobs come first; among them, the one that
    /// has waited longest.
    async fn claim_job(
        &self,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<(Job, Claim)>>;

    /// Claims a job as [`Jobs::claim_job`] does, but only one of a user without a running job. For a worker
    /// that is reserved for such users.
    async fn claim_job_of_idle_user(
        &self,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<(Job, Claim)>>;

    /// Renews the lease, which then ends `lease` after `now`. On `false`, the worker must stop.
    async fn extend_claim(&self, claim: &Claim, lease: Duration, now: Timestamp) -> Result<bool>;

    /// Stores the progress of the job. On `false`, the worker must stop.
    async fn report_progress(&self, claim: &Claim, progress: JobProgress, now: Timestamp) -> Result<bool>;

    /// Stores the final progress and marks the job as done.
    async fn finish_job(&self, claim: &Claim, progress: JobProgress, now: Timestamp) -> Result<bool>;

    /// Queues the job again, to run at `run_at` or later.
    async fn retry_job(&self, claim: &Claim, run_at: Timestamp, now: Timestamp) -> Result<bool>;

    /// Queues the job again without counting this attempt, because the process is shutting down.
    async fn release_job(&self, claim: &Claim, now: Timestamp) -> Result<bool>;

    /// Marks the job and its statement as failed.
    async fn fail_job(&self, claim: &Claim, failure: Failure, now: Timestamp) -> Result<bool>;

    /// Returns the numbers of queued and running jobs of all users, for metrics.
    async fn count_open_jobs(&self) -> Result<OpenJobs>;
}
