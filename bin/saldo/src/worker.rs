//! Claims jobs and runs them.
//!
//! A job runs under a lease, which is extended while it runs. If this process dies, the lease expires and
//! another process (or this one, restarted) runs the job again. Jobs are idempotent.

use std::time::{Duration, Instant};

use saldo_domain::{
    Failure, FailureCode, Job, JobProgress, JobStage, JobWork, StatementId, Timestamp, UserId,
};
use saldo_statement_ingest::{Error, FilePassword, Progress};
use saldo_storage::{Claim, Imported};
use tokio::sync::watch;

use crate::app::App;
use crate::error::Chain;

/// Interval at which the queue is checked for jobs of other processes.
const POLL: Duration = Duration::from_secs(1);
/// Minimum interval between writes of a job's progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);
/// Number of attempts before a job fails: it may be what kills the process.
const ATTEMPTS_MAX: u32 = 5;
/// Time for which the database may be busy before that counts as an error. SQLite has one writer, and
/// restoring a large archive holds it for minutes.
const BUSY_MAX: Duration = Duration::from_mins(10);

/// Starts this process's workers, and one more for users who have no running job, so that the files of one
/// user do not delay the statement of another. When `app.stopping` is canceled, the workers return their jobs
/// and end.
pub fn start(app: &App) {
    for _ in 0..app.config.jobs_parallel {
        app.tasks.spawn(work(app.clone(), Claims::Any));
    }
    if app.config.jobs_parallel > 0 {
        app.tasks.spawn(work(app.clone(), Claims::OfIdleUsers));
    }
}

/// The jobs that a worker claims.
#[derive(Clone, Copy)]
enum Claims {
    /// All jobs.
    Any,
    /// Jobs of users who have none running.
    OfIdleUsers,
}

async fn work(app: App, claims: Claims) {
    let mut waiting = Waiting::default();
    while !app.stopping.is_cancelled() {
        let asked = Instant::now();
        let (lease, now) = (app.config.job_lease, app.clock.now());
        let claimed = match claims {
            Claims::Any => app.storage.claim_job(&app.worker, lease, now).await,
            Claims::OfIdleUsers => app.storage.claim_job_of_idle_user(&app.worker, lease, now).await,
        };
        match claimed {
            Ok(claimed) => {
                waiting = Waiting::default();
                match claimed {
                    Some((job, claim)) => run(&app, &job, &claim, None).await,
                    None => pause(&app).await,
                }
            }
            Err(error) => {
                match waiting.failed(&error, asked, Instant::now()) {
                    Told::Once => {
                        tracing::warn!(
                            cause = %Chain(&error),
                            "cannot claim jobs; they run when the database answers"
                        );
                    }
                    Told::Quietly => tracing::debug!(cause = %Chain(&error), "still cannot claim jobs"),
                    Told::Loudly => tracing::error!(cause = %Chain(&error), "cannot claim a job"),
                }
                pause(&app).await;
            }
        }
    }
}

/// The time since which a worker finds the database busy.
#[derive(Default)]
struct Waiting {
    since: Option<Instant>,
}

/// The log level of a failure to claim a job.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    /// Warning: the first failure, which may need no action.
    Once,
    /// Debug: a repeated failure.
    Quietly,
    /// Error: an administrator must act.
    Loudly,
}

impl Waiting {
    /// Notes that a claim begun at `asked` failed at `now`, and returns the log level.
    fn failed(&mut self, error: &saldo_storage::Error, asked: Instant, now: Instant) -> Told {
        if !matches!(error, saldo_storage::Error::Busy(_)) {
            return Told::Loudly;
        }
        let is_first = self.since.is_none();
        let since = *self.since.get_or_insert(asked);
        match now.duration_since(since) {
            waited if waited >= BUSY_MAX => Told::Loudly,
            _ if is_first => Told::Once,
            _ => Told::Quietly,
        }
    }
}

async fn pause(app: &App) {
    tokio::select! {
        () = app.stopping.cancelled() => {}
        () = app.job_queued.notified() => {}
        () = tokio::time::sleep(POLL) => {}
    }
}

/// Runs a job that this process has claimed from the start, because only this process has the file's
/// password.
///
/// If another job for the statement was open already, that job continues without the password.
pub fn start_held(app: &App, job: &Job, password: FilePassword) {
    let claim = Claim { job: job.id, worker: app.worker.clone(), attempt: job.attempts };
    let (app, job) = (app.clone(), job.clone());
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        match app.storage.extend_claim(&claim, app.config.job_lease, app.clock.now()).await {
            Ok(true) => run(&app, &job, &claim, Some(password)).await,
            Ok(false) => tracing::info!(job = %job.id, "the statement is already being processed"),
            Err(error) => {
                tracing::error!(job = %job.id, cause = %Chain(&error), "cannot keep the claim of a job");
            }
        }
    });
}

/// The end of the work on a job.
enum End {
    Done(Box<Result<Imported, Error>>),
    LeaseLost,
    Stopping,
}

async fn run(app: &App, job: &Job, claim: &Claim, password: Option<FilePassword>) {
    if claim.attempt > ATTEMPTS_MAX {
        let written = app.storage.fail_job(claim, given_up(), app.clock.now()).await;
        log_written(job, "given up", written);
        return;
    }
    let JobWork::ProcessStatement { statement } = job.work;
    let (sender, receiver) = watch::channel(JobProgress::default());
    let reporter = Reporter(sender);
    let reached = receiver.clone();
    let end = tokio::select! {
        done = process(app, job.user, statement, password.as_ref(), &reporter) => End::Done(Box::new(done)),
        () = keep_claim(app, claim, receiver) => End::LeaseLost,
        () = app.stopping.cancelled() => End::Stopping,
    };
    let reached = reached.borrow().clone();
    settle(app, job, claim, end, &reached).await;
}

/// Reads the statement, imports its transactions, categorizes them and matches transfers. Every step can be
/// repeated.
async fn process(
    app: &App,
    user: UserId,
    statement: StatementId,
    password: Option<&FilePassword>,
    reporter: &Reporter,
) -> Result<Imported, Error> {
    let imported = app.ingest.process(user, statement, password, reporter).await?;
    let now = app.clock.now();
    // A restored export is not categorized: a transaction without a category there had none.
    let is_restored = restore_marks(app, user, statement, now).await;
    // The transactions are imported even if categorizing fails, which can be repeated at any time.
    if !is_restored && let Err(error) = app.books.sort_statement(user, statement, now).await {
        tracing::error!(
            %statement,
            cause = %Chain(&error),
            "cannot categorize the transactions of a statement; apply the rules again"
        );
    }
    if let Err(error) = app.books.match_statement(user, statement, now).await {
        tracing::error!(%statement, cause = %Chain(&error), "cannot match the transfers of a statement");
    }
    if !is_restored {
        crate::model_sorting::ask_later(app, user, statement);
    }
    Ok(imported)
}

/// Restores the categories, tags, notes and splits that Saldo's own export holds. True if there were any.
async fn restore_marks(app: &App, user: UserId, statement: StatementId, now: Timestamp) -> bool {
    let marks = match app.ingest.own_marks(user, statement).await {
        Ok(marks) if marks.is_empty() => return false,
        Ok(marks) => marks,
        Err(error) => return not_restored(statement, &error),
    };
    match app.books.restore_marks(user, statement, marks, now).await {
        Ok(_) => true,
        Err(error) => not_restored(statement, &error),
    }
}

fn not_restored(statement: StatementId, cause: &(dyn std::error::Error + 'static)) -> bool {
    tracing::error!(
        %statement,
        cause = %Chain(cause),
        "cannot restore the categories and notes of the file; process it again"
    );
    false
}

async fn settle(app: &App, job: &Job, claim: &Claim, end: End, reached: &JobProgress) {
    let now = app.clock.now();
    let done = match end {
        End::Done(done) => *done,
        End::LeaseLost => return tracing::warn!(job = %job.id, "another process took over the job"),
        End::Stopping => return log_written(job, "released", app.storage.release_job(claim, now).await),
    };
    match done {
        Ok(imported) => {
            let reported = app.storage.report_progress(claim, finished(reached, &imported), now).await;
            log_written(job, "counted", reported);
            log_written(job, "done", app.storage.finish_job(claim, now).await);
        }
        Err(Error::Failed(failure)) => {
            tracing::info!(job = %job.id, code = ?failure.code, "a statement cannot be read");
            log_written(job, "failed", app.storage.fail_job(claim, failure, now).await);
        }
        Err(error) => {
            if matches!(error, Error::DiskFull(_) | Error::Storage(saldo_storage::Error::DiskFull(_))) {
                app.disk.found_full();
            }
            tracing::error!(job = %job.id, attempt = claim.attempt, cause = %Chain(&error), "a job failed");
            let written = if claim.attempt >= ATTEMPTS_MAX || matches!(error, Error::NotFound) {
                app.storage.fail_job(claim, given_up(), now).await
            } else {
                app.storage.retry_job(claim, now.after(backoff(claim.attempt)), now).await
            };
            log_written(job, "retried later", written);
        }
    }
}

/// Returns the delay before the next attempt: 2, 4, 8, 16 seconds.
fn backoff(attempt: u32) -> Duration {
    Duration::from_secs(1 << attempt.min(6))
}

fn given_up() -> Failure {
    Failure {
        code: FailureCode::Unreadable,
        message:
            "This file could not be processed because of an error on the server. Process it again later, or \
             check the server log."
                .to_owned(),
    }
}

/// Returns the final progress. Transactions that this statement brought in an earlier run count neither as
/// new nor as known.
fn finished(reached: &JobProgress, imported: &Imported) -> JobProgress {
    JobProgress {
        stage: JobStage::Finished,
        entries_new: Some(imported.entries_new),
        entries_known: Some(imported.entries_known),
        ..reached.clone()
    }
}

fn log_written(job: &Job, what: &str, written: Result<bool, saldo_storage::Error>) {
    match written {
        Ok(true) => tracing::info!(job = %job.id, what, "job"),
        Ok(false) => tracing::warn!(job = %job.id, what, "this process no longer holds the job"),
        // The lease expires and the job runs again, so nothing is lost.
        Err(error) => {
            tracing::error!(
                job = %job.id,
                what,
                cause = %Chain(&error),
                "cannot store the state of a job; it runs again when its lease ends"
            );
        }
    }
}

/// Extends the lease and writes the progress. It returns when this process no longer holds the job.
async fn keep_claim(app: &App, claim: &Claim, mut progress: watch::Receiver<JobProgress>) {
    // A third, so that one failed extension does not lose the lease.
    let mut beat = tokio::time::interval(app.config.job_lease / 3);
    loop {
        let held = tokio::select! {
            _ = beat.tick() => app.storage.extend_claim(claim, app.config.job_lease, app.clock.now()).await,
            Ok(()) = progress.changed() => {
                let latest = progress.borrow_and_update().clone();
                let written = app.storage.report_progress(claim, latest.clone(), app.clock.now()).await;
                // A new stage is written at once: checking is over within a pause.
                let new_stage = progress.wait_for(|reached| reached.stage != latest.stage);
                drop(tokio::time::timeout(PROGRESS_EVERY, new_stage).await);
                if *progress.borrow() != latest {
                    progress.mark_changed();
                }
                written
            }
        };
        match held {
            Ok(true) => {}
            Ok(false) => return,
            // The database may be available again before the lease expires.
            Err(error) => tracing::warn!(cause = %Chain(&error), "cannot extend the lease of a job"),
        }
    }
}

struct Reporter(watch::Sender<JobProgress>);

impl Progress for Reporter {
    fn report(&self, progress: JobProgress) {
        self.0.send_replace(progress);
    }
}

/// Deletes expired sessions, single-use values and stored answers, now and every hour. Files are swept every
/// hour too, but first after a delay, so that an administrator who started with the wrong database has time
/// to notice.
pub fn start_sweeper(app: &App) {
    let app = app.clone();
    let tasks = app.tasks.clone();
    let hour = Duration::from_hours(1);
    tasks.spawn(async move {
        let mut hourly = tokio::time::interval(hour);
        let first_files = tokio::time::Instant::now() + app.config.files.sweep_delay;
        let mut files = tokio::time::interval_at(first_files, hour);
        loop {
            tokio::select! {
                () = app.stopping.cancelled() => return,
                _ = hourly.tick() => sweep(&app).await,
                _ = files.tick() => sweep_files(&app).await,
            }
        }
    });
}

async fn sweep(app: &App) {
    let now = app.clock.now();
    let sessions = app.storage.delete_expired_sessions(now).await;
    let verifications = app.storage.delete_expired_verifications(now).await;
    let answers = app.storage.sweep_keys(now.before(crate::idempotency::KEPT_FOR)).await;
    for (what, swept) in [("sessions", sessions), ("verifications", verifications), ("answers", answers)] {
        match swept {
            Ok(count) => tracing::debug!(what, count, "swept"),
            Err(saldo_storage::Error::Busy(_)) => {
                tracing::debug!(what, "database busy; the next sweep tries again");
            }
            Err(error) => {
                tracing::error!(
                    what,
                    cause = %Chain(&error),
                    "cannot delete expired data; the next sweep tries again"
                );
            }
        }
    }
}

async fn sweep_files(app: &App) {
    match app.ingest.sweep_files().await {
        Ok(swept) => {
            tracing::debug!(what = "files", ?swept, "swept");
            if swept.held_back > 0 {
                tracing::error!(
                    count = swept.held_back,
                    "most files belong to no statement of this database, so none was moved to the trash; \
                     check DATABASE_URL and STATEMENTS_DIR"
                );
            }
            if swept.of_strangers > 0 {
                tracing::warn!(
                    count = swept.of_strangers,
                    "files of unknown users are left in place; check DATABASE_URL and STATEMENTS_DIR"
                );
            }
        }
        Err(error) => {
            tracing::error!(
                what = "files",
                cause = %Chain(&error),
                "cannot delete expired data; the next sweep tries again"
            );
        }
    }
    app.disk.is_full().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_database_is_told_once_and_again_when_it_lasts() {
        let (busy, broken) =
            (saldo_storage::Error::Busy("late".into()), saldo_storage::Error::Database("gone".into()));
        let start = Instant::now();
        let minute = Duration::from_mins(1);
        let mut waiting = Waiting::default();
        assert_eq!(waiting.failed(&busy, start, start + minute), Told::Once);
        assert_eq!(waiting.failed(&busy, start + minute, start + 2 * minute), Told::Quietly);
        assert_eq!(waiting.failed(&broken, start, start + 2 * minute), Told::Loudly);
        assert_eq!(waiting.failed(&busy, start + 9 * minute, start + BUSY_MAX), Told::Loudly);
    }
}
