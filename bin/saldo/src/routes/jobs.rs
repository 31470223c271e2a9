//! `/api/jobs`: the progress of a statement's processing.

use actix_web::HttpResponse;
use bytes::Bytes;
use futures::StreamExt;
use saldo_domain::Job;
use saldo_statement_ingest::jobs::JobEvent;
use saldo_wire::described::StreamedEvent;
use saldo_wire::jobs::JobBody;

use crate::answer::{Answer, answer};
use crate::error::ApiError;
use crate::extract::PathId;
use crate::session::CurrentUser;

/// `GET /api/jobs/{id}` — returns one job.
///
/// # Errors
/// 404 for an unknown job.
#[utoipa::path(get, path = "/jobs/{id}")]
pub async fn get_job(user: CurrentUser, id: PathId<Job>) -> Answer<JobBody> {
    answer(user.app.statement_jobs.find(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?)
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
pub async fn stream_job_events(user: CurrentUser, id: PathId<Job>) -> Result<HttpResponse, ApiError> {
    let job = user.app.statement_jobs.find(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    let events = user.app.statement_jobs.changes(user.id(), job).map(|event| match event {
        JobEvent::Changed(job) => {
            serde_json::to_string(&JobBody::from(job)).map(|text| Bytes::from(format!("data: {text}\n\n")))
        }
        // A comment, so that proxies keep the connection open.
        JobEvent::Unchanged => Ok(Bytes::from_static(b": beat\n\n")),
    });
    let events = events.take_until(user.removed());
    Ok(HttpResponse::Ok()
        .insert_header(("content-type", "text/event-stream"))
        .insert_header(("cache-control", "no-cache"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(events))
}
