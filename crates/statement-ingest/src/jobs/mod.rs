//! The job runner: claims durable jobs, runs them, and repeats or gives up those that fail.
//!
//! A job runs under a lease, which is extended while it runs. If this process dies, the lease expires and
//! another process (or this one, restarted) runs the job again. Work must be repeatable for that reason.

mod attempt;
mod backlog;
mod changes;
mod passwords;
mod statements;

use std::collections::HashSet;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::{Clock, Failure, Job, JobId, UserId};
use saldo_storage::{Claim, Jobs, WorkerId};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::backlog::{Backlog, Severity};
use crate::page::{Slots, on_behalf_of};
use crate::reader::Progress;

pub use changes::JobEvent;
pub use statements::{ProcessStatements, StatementEvents, StatementJobs};

/// Interval at which the queue is checked for jobs of other processes.
const POLL: Duration = Duration::from_secs(1);
/// Longest interval at which a waiting request reads its job. Another process may be working on it, so
/// nothing notifies this one.
const WATCH: Duration = Duration::from_millis(100);

/// One kind of job.
#[async_trait]
pub trait Work: Send + Sync + 'static {
    /// The part of a job that is not stored, such as the password of a file. Only the process that queued the
    /// job has it.
    type Unstored: Send + Sync + 'static;

    /// Runs a job. Dropping the future stops it. A job may run again after it was done.
    ///
    /// # Errors
    /// [`JobFailure`], which decides whether the job runs again.
    async fn run(
        &self,
        job: &Job,
        unstored: Option<&Self::Unstored>,
        progress: &dyn Progress,
    ) -> Result<Done, JobFailure>;

    /// Returns the reason to store with a job that is given up after too many attempts.
    fn given_up(&self) -> Failure;
}

/// The result of a finished job, which completes its progress.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    /// The number of transactions that the job added.
    pub transactions_new: Option<u64>,
    /// The number of transactions that were there before.
    pub transactions_known: Option<u64>,
}

/// The reason why a job was not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobFailure {
    /// The job cannot be done; another attempt fails, too.
    #[error("the job cannot be done")]
    Failed(Failure),
    /// The subject of the job no longer exists.
    #[error("the subject of the job no longer exists")]
    Gone(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// This server failed; another attempt may succeed.
    #[error("the job failed; another attempt may succeed")]
    TryAgain(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Settings of a [`JobRunner`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct JobSettings {
    /// The name of this process in leases; unique among the processes of the database.
    pub worker: WorkerId,
    /// Time for which a claim holds unless it is extended.
    pub lease: Duration,
    /// Number of jobs that run at the same time; 0 for none in this process. One more slot is reserved for
    /// users without a running job, so that one user's files do not delay another user's statement. Jobs
    /// started by [`JobRunner::run_with`], such as those with a password, have the same number of separate
    /// slots.
    pub parallel: usize,
}

impl JobSettings {
    /// Creates settings.
    #[must_use]
    pub const fn new(worker: WorkerId, lease: Duration, parallel: usize) -> Self {
        Self { worker, lease, parallel }
    }
}

/// Runs jobs of one kind. Cheap to clone.
///
/// ```no_run
/// use std::sync::Arc;
/// use std::time::Duration;
///
/// use saldo_domain::SystemClock;
/// use saldo_statement_ingest::jobs::{JobRunner, JobSettings, Work};
/// use saldo_storage::{Jobs, WorkerId};
/// use tokio_util::sync::CancellationToken;
/// use tokio_util::task::TaskTracker;
///
/// async fn run(jobs: Arc<dyn Jobs>, work: impl Work, worker: WorkerId) {
///     let settings = JobSettings::new(worker, Duration::from_secs(60), 2);
///     let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
///     let clock = Arc::new(SystemClock);
///     let runner = JobRunner::new(jobs, work, clock, settings, tasks.clone(), stopping.clone());
///     runner.start();
///     // Later, when the program ends:
///     stopping.cancel();
///     tasks.close();
///     tasks.wait().await;
/// }
/// ```
pub struct JobRunner<W>(Arc<Shared<W>>);

impl<W> Clone for JobRunner<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Shared<W> {
    work: W,
    jobs: Arc<dyn Jobs>,
    clock: Arc<dyn Clock>,
    settings: JobSettings,
    /// Places for the jobs of [`JobRunner::run_with`].
    with_unstored: Arc<Slots>,
    /// The attempts that are running or wait for a place, with their numbers.
    attempts: Mutex<HashSet<(JobId, u32)>>,
    /// Wakes this process's workers when it has queued a job.
    queued: Notify,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

/// The jobs that a worker claims.
#[derive(Clone, Copy)]
enum Claims {
    /// All jobs.
    Any,
    /// Jobs of users who have none running.
    OfIdleUsers,
}

impl<W: Work> JobRunner<W> {
    /// Creates a runner, which runs nothing before [`Self::start`]. When `stopping` is canceled, it returns
    /// its jobs to the queue; `tasks` tracks its workers.
    #[must_use]
    pub fn new(
        jobs: Arc<dyn Jobs>,
        work: W,
        clock: Arc<dyn Clock>,
        settings: JobSettings,
        tasks: TaskTracker,
        stopping: CancellationToken,
    ) -> Self {
        Self(Arc::new(Shared {
            work,
            jobs,
            clock,
            with_unstored: Slots::new(settings.parallel),
            settings,
            attempts: Mutex::default(),
            queued: Notify::new(),
            tasks,
            stopping,
        }))
    }

    /// Starts this process's workers.
    pub fn start(&self) {
        let parallel = self.0.settings.parallel;
        let reserved = (parallel > 0).then_some(Claims::OfIdleUsers);
        for claims in std::iter::repeat_n(Claims::Any, parallel).chain(reserved) {
            let runner = self.clone();
            self.0.tasks.spawn(async move { runner.claim_all(claims).await });
        }
    }

    /// Wakes a worker of this process for a job that was just queued.
    pub fn wake(&self) {
        self.0.queued.notify_one();
    }

    /// Returns the claim with which a job must be queued that [`Self::run_with`] will run.
    #[must_use]
    pub fn claimant(&self) -> (WorkerId, Duration) {
        (self.0.settings.worker.clone(), self.0.settings.lease)
    }

    /// Runs a job in this process that was queued with the claim of [`Self::claimant`], as soon as it has a
    /// place: no other process can run it, and each running job holds a file in memory. The claim is extended
    /// while the job waits.
    ///
    /// If another job of the same subject was open already, that job continues without `unstored`.
    pub fn run_with(&self, job: Job, unstored: W::Unstored) {
        let runner = self.clone();
        self.0.tasks.spawn(async move {
            let shared = &runner.0;
            let claim = Claim { job: job.id, worker: shared.settings.worker.clone(), attempt: job.attempts };
            match shared.jobs.extend_claim(&claim, shared.settings.lease, shared.clock.now()).await {
                Ok(true) => {
                    let place = on_behalf_of(job.user, shared.with_unstored.acquire());
                    runner.attempt(&job, &claim, Some(&unstored), place).await;
                }
                Ok(false) => tracing::info!(job = %job.id, "the job is already running"),
                Err(error) => {
                    tracing::error!(
                        job = %job.id, cause = &error as &dyn std::error::Error, "cannot renew the claim on a job"
                    );
                }
            }
        });
    }

    /// Waits until the job has ended, at most for `patience`, and returns its latest state; `None` if it no
    /// longer exists. It waits no longer when this process stops.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wait(
        &self,
        user: UserId,
        mut job: Job,
        patience: Duration,
    ) -> saldo_storage::Result<Option<Job>> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_millis(5);
        let is_stopping = || self.0.stopping.is_cancelled();
        while !job.state.is_final() && Instant::now() + pause <= deadline && !is_stopping() {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(WATCH);
            let Some(latest) = self.0.jobs.find_job(user, job.id).await? else { return Ok(None) };
            job = latest;
        }
        Ok(Some(job))
    }

    /// Claims and runs one job after the other until this process stops.
    async fn claim_all(&self, claims: Claims) {
        let shared = &self.0;
        let mut backlog = Backlog::default();
        while !shared.stopping.is_cancelled() {
            let asked = Instant::now();
            let (JobSettings { worker, lease, .. }, now) = (&shared.settings, shared.clock.now());
            let claimed = match claims {
                Claims::Any => shared.jobs.claim_job(worker, *lease, now).await,
                Claims::OfIdleUsers => shared.jobs.claim_job_of_idle_user(worker, *lease, now).await,
            };
            match claimed {
                Ok(Some((job, claim))) => {
                    backlog = Backlog::default();
                    self.attempt(&job, &claim, None, ready(())).await;
                }
                Ok(None) => {
                    backlog = Backlog::default();
                    self.pause().await;
                }
                Err(error) => {
                    log_unclaimed(backlog.failed(&error, asked, Instant::now()), &error);
                    self.pause().await;
                }
            }
        }
    }

    async fn pause(&self) {
        tokio::select! {
            () = self.0.stopping.cancelled() => {}
            () = self.0.queued.notified() => {}
            () = tokio::time::sleep(POLL) => {}
        }
    }
}

fn log_unclaimed(severity: Severity, error: &saldo_storage::Error) {
    let cause = error as &dyn std::error::Error;
    match severity {
        Severity::Warning => tracing::warn!(cause, "cannot claim jobs; they run when the database answers"),
        Severity::Debug => tracing::debug!(cause, "still cannot claim jobs"),
        Severity::Error => tracing::error!(cause, "cannot claim a job"),
    }
}

#[cfg(test)]
mod tests;
