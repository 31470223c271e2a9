//! Processing asked for by a request: queue it, wake a worker, wait for the end.

use std::time::Duration;

use saldo_domain::{Job, StatementId, UserId};
use saldo_statement_ingest::FilePassword;
use tokio::time::Instant;

use crate::app::App;
use crate::error::ApiError;
use crate::worker;

/// How often the database is asked whether a job has ended: the work may be another process's.
const POLL: Duration = Duration::from_millis(100);

/// Queues the processing of a statement; `None` when the person has no such statement.
///
/// With a password this very process does the work, because the password is nowhere but in its memory. If it dies, another
/// process takes the job over and finds that it needs the password.
///
/// # Errors
/// When the database fails.
pub async fn start(
    app: &App,
    user: UserId,
    statement: StatementId,
    password: Option<FilePassword>,
) -> Result<Option<Job>, ApiError> {
    let now = app.clock.now();
    let Some(password) = password else {
        let job = app.storage.enqueue_statement(user, statement, None, now).await?;
        app.job_queued.notify_one();
        return Ok(job);
    };
    let claimed_by = Some((app.worker.clone(), app.config.job_lease));
    let job = app.storage.enqueue_statement(user, statement, claimed_by, now).await?;
    if let Some(job) = &job {
        worker::start_held(app, job, password);
    }
    Ok(job)
}

/// Waits until the job has ended, at most `patience`; answers the job as it then is.
///
/// # Errors
/// When the database fails.
pub async fn wait(app: &App, user: UserId, job: Job, patience: Duration) -> Result<Job, ApiError> {
    let deadline = Instant::now() + patience;
    let mut job = job;
    let mut pause = Duration::from_millis(5);
    while !job.state.is_final() && Instant::now() + pause <= deadline && !app.stopping.is_cancelled() {
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(POLL);
        job = app.storage.find_job(user, job.id).await?.ok_or_else(ApiError::not_found)?;
    }
    Ok(job)
}
