//! The changes of a job, as a stream for a client that follows it.

use std::time::Duration;

use futures::stream::{self, BoxStream, StreamExt};
use saldo_domain::{Job, UserId};

use super::{JobRunner, Work};

/// Interval at which a job is read again. Another process may be working on it, so nothing notifies this one.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Number of unchanged reads after which that is reported: 15 seconds.
const POLLS_UNCHANGED_MAX: u32 = 75;

/// An item of [`JobRunner::changes`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobEvent {
    /// The job as it is now.
    Changed(Job),
    /// The job has not changed for a while. A client's connection that is never used might be closed.
    Unchanged,
}

/// A job that is followed.
struct Followed<W> {
    runner: JobRunner<W>,
    user: UserId,
    /// The job as it was reported last.
    last: Option<Job>,
    /// The job that is reported next, if it is known.
    next: Option<Job>,
}

impl<W: Work> JobRunner<W> {
    /// Returns the job as it is, and each of its later changes. The stream ends with the job, if the job no
    /// longer exists, if the database fails, or when this process stops.
    #[must_use]
    pub fn changes(&self, user: UserId, job: Job) -> BoxStream<'static, JobEvent> {
        let followed = Followed { runner: self.clone(), user, last: None, next: Some(job) };
        stream::unfold(followed, next_event).boxed()
    }
}

async fn next_event<W: Work>(mut followed: Followed<W>) -> Option<(JobEvent, Followed<W>)> {
    let shared = followed.runner.0.clone();
    if followed.last.as_ref().is_some_and(|job| job.state.is_final()) || shared.stopping.is_cancelled() {
        return None;
    }
    let mut looks = 0;
    loop {
        let job = match (followed.next.take(), &followed.last) {
            (Some(job), _) => job,
            (None, last) => shared.jobs.find_job(followed.user, last.as_ref()?.id).await.ok().flatten()?,
        };
        if followed.last.as_ref() != Some(&job) {
            followed.last = Some(job.clone());
            return Some((JobEvent::Changed(job), followed));
        }
        looks += 1;
        if looks == POLLS_UNCHANGED_MAX {
            return Some((JobEvent::Unchanged, followed));
        }
        tokio::select! {
            () = shared.stopping.cancelled() => return None,
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}
