//! `POST /api/process-statement`: reads an uploaded statement and imports its transactions.

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use saldo_domain::{Failure, FailureCode, Job, JobState, Statement};
use saldo_wire::prefer::WaitPreference;
use saldo_wire::statements::{AcceptedBody, ProcessRequest, ProcessedBody};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

/// `POST /api/process-statement` — queues the processing of a statement, waits for a while, and answers with
/// the result or 202.
///
/// # Errors
/// 400 for an invalid body, 404 for an unknown statement, 409 if the statement is processed already, 422 if
/// the file cannot be read.
#[utoipa::path(
    post, path = "/process-statement",
    params(("Prefer" = Option<String>, Header, description = "`wait=N` seconds, or `respond-async` (RFC 7240).")),
    responses(
        (
            status = 200,
            body = ProcessedBody,
            headers(("Preference-Applied" = String, description = "The preference that was applied.")),
        ),
        (
            status = 202,
            body = AcceptedBody,
            headers(("Location" = String, description = "The path of the job.")),
        ),
        (status = 404),
        (status = 409),
        (status = 422),
    ),
)]
pub async fn process_statement(
    user: CurrentUser,
    request: HttpRequest,
    body: Json<ProcessRequest>,
) -> Result<HttpResponse, ApiError> {
    let (name, reprocess) = (body.statement()?, body.reprocess());
    let password = body.into_inner().password()?;
    answer(&user.app, &request, |wait| {
        user.app.statement_jobs.process(user.author(), &name, reprocess, password, wait)
    })
    .await
}

/// Runs `process`, which waits as long as the request prefers for a statement to be processed, and answers
/// with the result or 202.
///
/// # Errors
/// Those of `process`; 507 if the disk is full.
pub async fn answer<Processed>(
    app: &App,
    request: &HttpRequest,
    process: impl FnOnce(Duration) -> Processed,
) -> Result<HttpResponse, ApiError>
where
    Processed: Future<Output = Result<(Job, Statement), saldo_statement_ingest::Error>>,
{
    app.disk.refuse_when_full().await?;
    let preferred = request.headers().get_all("prefer").filter_map(|value| value.to_str().ok());
    let preference = WaitPreference::of(preferred, app.config.process_wait);
    let (job, statement) = process(preference.wait).await?;
    let mut response = match job.state {
        JobState::Queued | JobState::Running => accepted(&job, &statement),
        JobState::Failed => return Err(failed(&job, &statement)),
        JobState::Done => HttpResponse::Ok().json(ProcessedBody::new(&job, statement)),
    };
    if let Some(Ok(applied)) = preference.applied.as_deref().map(header::HeaderValue::from_str) {
        response.headers_mut().insert(header::HeaderName::from_static("preference-applied"), applied);
    }
    Ok(response)
}

fn accepted(job: &Job, statement: &Statement) -> HttpResponse {
    HttpResponse::Accepted()
        .insert_header((header::LOCATION, format!("/api/jobs/{}", job.id)))
        .json(AcceptedBody::new(job.id, statement.id))
}

fn failed(job: &Job, statement: &Statement) -> ApiError {
    let failure = job.failure.clone().unwrap_or_else(|| Failure::of(FailureCode::Unreadable));
    ApiError::from(saldo_statement_ingest::Error::Failed(failure)).of_job(job.id, statement.id)
}
