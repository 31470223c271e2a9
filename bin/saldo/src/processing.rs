//! Processing at a user's request: queue a job, wake a worker, wait for the end.

use std::time::Duration;

use saldo_domain::{Job, StatementId, UserId};
use saldo_statement_ingest::FilePassword;
use tokio::time::Instant;

use crate::app::App;
use crate::error::ApiError;
use crate::worker;

/// Longest interval at which a waiting request reads its job. Another process may be working on it, so
/// nothing notifies us.
const POLL: Duration = Duration::from_millis(100);

/// Queues the processing of a statement; `None` if the user has no such statement.
///
/// With a password, this process does the work itself, because the password exists only in its memory. If it
/// dies, another process takes over and reports that the file needs a password.
///
/// # Errors
/// 5xx if the database fails.
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

/// Waits until the job has ended, at most for `patience`, and returns its latest state.
///
/// # Errors
/// 5xx if the database fails, 404 if the job no longer exists.
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
