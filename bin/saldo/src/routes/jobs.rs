//! `/api/jobs`: the progress of a statement's processing.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::{HttpResponse, web};
use bytes::Bytes;
use futures::stream;
use saldo_domain::{Job, JobId, UserId};
use saldo_wire::described::StreamedEvent;
use saldo_wire::jobs::JobBody;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::PathId;
use crate::session::CurrentUser;

/// Interval at which a job is read again.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Number of unchanged reads after which a comment is sent, so that proxies keep the connection open: 15
/// seconds.
const POLLS_PER_KEEP_ALIVE: u32 = 75;

/// `GET /api/jobs/{id}` — returns one job.
///
/// # Errors
/// 404 for an unknown job.
#[utoipa::path(get, path = "/jobs/{id}", responses((status = 200, body = JobBody)))]
pub async fn get_job(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Job>,
) -> Result<HttpResponse, ApiError> {
    let job = app.statement_jobs.find(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok().json(JobBody::from(job)))
}

/// `GET /api/jobs/{id}/events` — streams a server-sent event for each change of a job. The stream ends with
/// the job.
///
/// # Errors
/// 404 for an unknown job.
#[utoipa::path(
    get, path = "/jobs/{id}/events",
    responses(
        (
            status = 200,
            description = "An event with the job for each of its changes; the stream ends when the job does.",
            body = StreamedEvent,
            content_type = "text/event-stream",
        ),
    ),
)]
pub async fn stream_job_events(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Job>,
) -> Result<HttpResponse, ApiError> {
    let job = app.statement_jobs.find(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    let watched =
        Watched { app: app.get_ref().clone(), user: user.id(), job: id.0, last: None, next: Some(job) };
    Ok(HttpResponse::Ok()
        .insert_header(("content-type", "text/event-stream"))
        .insert_header(("cache-control", "no-cache"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(stream::unfold(watched, next_event)))
}

struct Watched {
    app: App,
    user: UserId,
    job: JobId,
    last: Option<JobBody>,
    next: Option<Job>,
}

type Event = Result<Bytes, Infallible>;

async fn next_event(mut watched: Watched) -> Option<(Event, Watched)> {
    if watched.last.as_ref().is_some_and(JobBody::is_final) || watched.app.stopping.is_cancelled() {
        return None;
    }
    let mut looks = 0;
    loop {
        let job = match watched.next.take() {
            Some(job) => job,
            None => watched.app.statement_jobs.find(watched.user, watched.job).await.ok().flatten()?,
        };
        let body = JobBody::from(job);
        if watched.last.as_ref() != Some(&body) {
            let text = serde_json::to_string(&body).ok()?;
            watched.last = Some(body);
            return Some((Ok(Bytes::from(format!("data: {text}\n\n"))), watched));
        }
        looks += 1;
        if looks == POLLS_PER_KEEP_ALIVE {
            return Some((Ok(Bytes::from_static(b": beat\n\n")), watched));
        }
        tokio::select! {
            () = watched.app.stopping.cancelled() => return None,
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}
