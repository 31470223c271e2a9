//! One attempt at a job: the work under a lease, and the state that is stored afterwards.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{Job, JobId, JobProgress, JobStage};
use saldo_storage::Claim;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::{Done, JobFailure, JobRunner, Work};
use crate::reader::Progress;

/// Minimum interval between writes of a job's progress within a stage.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);
/// Number of attempts before a job fails: it may be what kills the process.
pub(super) const ATTEMPTS_MAX: u32 = 5;

/// The end of an attempt.
enum End {
    Ended(Result<Done, JobFailure>),
    LeaseLost,
    Stopping,
}

impl End {
    fn trace(&self, span: &Span) {
        let (outcome, failed) = match self {
            Self::Ended(Ok(_)) => ("done", false),
            Self::Ended(Err(JobFailure::Failed(_))) => ("refused", false),
            Self::Ended(Err(_)) => ("failed", true),
            Self::LeaseLost => ("lease lost", true),
            Self::Stopping => ("released", false),
        };
        span.record("saldo.outcome", outcome);
        span.record("failed", failed);
    }
}

/// Begins the span of an attempt, in a trace of its own: a job may run long after the request that queued it.
fn job_span(job: &Job, claim: &Claim) -> Span {
    tracing::info_span!(
        target: "saldo::traces",
        parent: None,
        "job",
        saldo.job.id = %job.id,
        saldo.attempt = claim.attempt,
        saldo.outcome = Empty,
        failed = Empty,
    )
}

/// An attempt of this process, registered until this is dropped.
struct Registered<'a> {
    attempts: &'a Mutex<HashSet<(JobId, u32)>>,
    attempt: (JobId, u32),
}

impl<'a> Registered<'a> {
    /// Registers an attempt; `None` if it is registered already.
    fn new(attempts: &'a Mutex<HashSet<(JobId, u32)>>, claim: &Claim) -> Option<Self> {
        let attempt = (claim.job, claim.attempt);
        let is_new = attempts.lock().unwrap_or_else(PoisonError::into_inner).insert(attempt);
        is_new.then_some(Self { attempts, attempt })
    }
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.attempt);
    }
}

impl<W: Work> JobRunner<W> {
    /// Runs a job once `place` is ready, which is kept until the job has ended.
    pub(super) async fn attempt<P: Send>(
        &self,
        job: &Job,
        claim: &Claim,
        unstored: Option<&W::Unstored>,
        place: impl Future<Output = P> + Send,
    ) {
        let shared = &self.0;
        // A repeated request finds the open job with the claim of this process.
        let Some(_registered) = Registered::new(&shared.attempts, claim) else {
            return tracing::info!(job = %job.id, "the job is already running");
        };
        if claim.attempt > ATTEMPTS_MAX {
            let written = shared.jobs.fail_job(claim, shared.work.given_up(), shared.clock.now()).await;
            log_written(job, "failed", written);
            return;
        }
        let (sender, receiver) = watch::channel(JobProgress::default());
        let reporter = Reporter(sender);
        let reached = receiver.clone();
        let work = async {
            let _place = place.await;
            shared.work.run(job, unstored, &reporter).await
        };
        let span = job_span(job, claim);
        let end = tokio::select! {
            ended = work.instrument(span.clone()) => End::Ended(ended),
            () = self.keep_claim(claim, receiver) => End::LeaseLost,
            () = shared.stopping.cancelled() => End::Stopping,
        };
        end.trace(&span);
        drop(span);
        let reached = reached.borrow().clone();
        self.settle(job, claim, end, &reached).await;
    }

    /// Extends the lease and writes the progress. It returns when this process no longer holds the job.
    async fn keep_claim(&self, claim: &Claim, mut progress: watch::Receiver<JobProgress>) {
        let shared = &self.0;
        // A third, so that one failed extension does not lose the lease. The first one is that of the claim.
        let third = shared.settings.lease / 3;
        let mut beat = tokio::time::interval_at(Instant::now() + third, third);
        loop {
            let is_claimed = tokio::select! {
                _ = beat.tick() => {
                    shared.jobs.extend_claim(claim, shared.settings.lease, shared.clock.now()).await
                }
                Ok(()) = progress.changed() => {
                    let latest = progress.borrow_and_update().clone();
                    let written =
                        shared.jobs.report_progress(claim, latest.clone(), shared.clock.now()).await;
                    // A new stage is written at once: checking is over within a pause.
                    let new_stage = progress.wait_for(|reached| reached.stage != latest.stage);
                    drop(tokio::time::timeout(PROGRESS_EVERY, new_stage).await);
                    if *progress.borrow() != latest {
                        progress.mark_changed();
                    }
                    written
                }
            };
            match is_claimed {
                Ok(true) => {}
                Ok(false) => return,
                // The database may be available again before the lease expires.
                Err(error) => {
                    tracing::warn!(
                        cause = &error as &dyn std::error::Error,
                        "cannot extend the lease of a job"
                    );
                }
            }
        }
    }

    async fn settle(&self, job: &Job, claim: &Claim, end: End, reached: &JobProgress) {
        let (jobs, now) = (&self.0.jobs, self.0.clock.now());
        let ended = match end {
            End::Ended(ended) => ended,
            End::LeaseLost => return tracing::warn!(job = %job.id, "another process took over the job"),
            End::Stopping => return log_written(job, "released", jobs.release_job(claim, now).await),
        };
        match ended {
            Ok(done) => {
                log_written(job, "done", jobs.finish_job(claim, finished(reached, done), now).await);
            }
            Err(JobFailure::Failed(failure)) => {
                tracing::info!(job = %job.id, code = ?failure.code, "a job cannot be done");
                log_written(job, "failed", jobs.fail_job(claim, failure, now).await);
            }
            Err(error) => {
                log_failed_attempt(job, claim, &error);
                if claim.attempt >= ATTEMPTS_MAX || matches!(error, JobFailure::Gone(_)) {
                    log_written(job, "failed", jobs.fail_job(claim, self.0.work.given_up(), now).await);
                } else {
                    let again = now.after(backoff(claim.attempt));
                    log_written(job, "retried later", jobs.retry_job(claim, again, now).await);
                }
            }
        }
    }
}

/// Returns the delay before the next attempt: 2, 4, 8, 16 seconds.
fn backoff(attempt: u32) -> Duration {
    Duration::from_secs(1 << attempt.min(6))
}

/// Returns the final progress.
fn finished(reached: &JobProgress, done: Done) -> JobProgress {
    let Done { transactions_new, transactions_known } = done;
    JobProgress { stage: JobStage::Finished, transactions_new, transactions_known, ..reached.clone() }
}

fn log_failed_attempt(job: &Job, claim: &Claim, error: &JobFailure) {
    let cause = error as &dyn std::error::Error;
    tracing::error!(job = %job.id, attempt = claim.attempt, cause, "a job failed");
}

fn log_written(job: &Job, state: &str, written: saldo_storage::Result<bool>) {
    match written {
        Ok(true) => tracing::info!(job = %job.id, state, "job"),
        Ok(false) => tracing::warn!(job = %job.id, state, "this process no longer holds the job"),
        // The lease expires and the job runs again, so nothing is lost.
        Err(error) => {
            let cause = &error as &dyn std::error::Error;
            tracing::error!(job = %job.id, state, cause, "cannot store the state of a job; it runs again when its lease ends");
        }
    }
}

struct Reporter(watch::Sender<JobProgress>);

impl Progress for Reporter {
    fn report(&self, progress: JobProgress) {
        self.0.send_replace(progress);
    }
}
