//! `POST /api/process-statement`: reads an uploaded statement and imports its transactions.

use crate::openapi::AnyId;
use std::time::Duration;
use utoipa::ToSchema;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use saldo_domain::{
    Failure, FailureCode, Job, JobState, Outcome, Statement, StatementId, StatementStatus, UserId,
};
use saldo_statement_ingest::{Error, FilePassword};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, id_of};
use crate::session::CurrentUser;
use crate::wire::{StatementAccountBody, StatementBody};
use crate::wire_findings::checks;

/// The statement to process: `statementId`, or `filePath` as `/upload` returned it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessRequest {
    #[schema(value_type = Option<AnyId>)]
    statement_id: Option<String>,
    file_path: Option<String>,
    password: Option<String>,
    #[serde(default)]
    reprocess: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessedBody {
    success: bool,
    job_id: saldo_domain::JobId,
    statement_id: saldo_domain::StatementId,
    message: String,
    data: ProcessedData,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProcessedData {
    statement: StatementBody,
    transaction_count: u32,
    new_transaction_count: u64,
    duplicate_count: u64,
    is_balanced: bool,
    verification: Verification,
}

#[derive(Serialize, ToSchema)]
struct Verification {
    outcome: Option<Outcome>,
    accounts: Vec<StatementAccountBody>,
}

/// `POST /api/process-statement` — queues the processing of a statement, waits for a while, and answers with
/// the result or 202.
///
/// # Errors
/// 400 for an invalid body, 404 for an unknown statement, 409 if the statement is processed already, 422 if
/// the file cannot be read.
#[utoipa::path(
    post, path = "/process-statement",
    params(
        ("Prefer" = Option<String>, Header, description = "`wait=N` seconds, or `respond-async` (RFC 7240)."),
    ),
    request_body = ProcessRequest,
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
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    body: Json<ProcessRequest>,
) -> Result<HttpResponse, ApiError> {
    let statement = find(&app, &user, &body).await?;
    if statement.status == StatementStatus::Processed && !body.reprocess {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "This statement was processed already; send reprocess: true to read it again",
        )
        .with("isDuplicate", true)
        .with("statementId", statement.id.to_string()));
    }
    let password = password_of(body.into_inner().password)?;
    run(&app, &user, &request, &statement, password).await
}

/// Queues the processing of a statement, waits as long as the request prefers, and answers with the result or
/// 202.
///
/// # Errors
/// 404 for an unknown statement, 422 if the file cannot be read, 507 if the disk is full.
pub async fn run(
    app: &App,
    user: &CurrentUser,
    request: &HttpRequest,
    statement: &Statement,
    password: Option<FilePassword>,
) -> Result<HttpResponse, ApiError> {
    app.disk.refuse_when_full().await?;
    let jobs = &app.statement_jobs;
    let job = jobs.queue(user.id(), statement.id, password).await?.ok_or_else(ApiError::not_found)?;
    let preference = Preference::of(request, app.config.process_wait);
    let job = jobs.wait(user.id(), job, preference.wait).await?.ok_or_else(ApiError::not_found)?;
    let mut response = match job.state {
        JobState::Queued | JobState::Running => accepted(&job, statement),
        JobState::Failed => return Err(failed(&job, statement)),
        JobState::Done => processed(app, user, &job, statement).await?,
    };
    if let Some(applied) = preference.applied {
        response.headers_mut().insert(header::HeaderName::from_static("preference-applied"), applied);
    }
    Ok(response)
}

/// Reads a statement again under the user's corrections. If other transactions then change, too, it is
/// processed again.
///
/// # Errors
/// 5xx if the database or the file store fails.
pub async fn learn(app: &App, user: UserId, statement: StatementId) -> Result<(), ApiError> {
    let is_lesson = match app.ingest.learn_from_corrections(user, statement).await {
        // The correction is stored, even if it teaches nothing.
        Err(Error::FileMissing | Error::Failed(_)) => false,
        learned => learned?,
    };
    if is_lesson && let Some(job) = app.statement_jobs.queue(user, statement, None).await? {
        app.statement_jobs.wait(user, job, app.config.process_wait).await?;
    }
    Ok(())
}

async fn find(app: &App, user: &CurrentUser, body: &ProcessRequest) -> Result<Statement, ApiError> {
    match (&body.statement_id, &body.file_path) {
        (Some(id), _) => Ok(app.ingest.statement(user.id(), id_of(id)?).await?),
        (None, Some(key)) => Ok(app.ingest.statement_by_key(user.id(), key).await?),
        (None, None) => {
            Err(ApiError::bad_request("Send statementId, or filePath from the answer of /upload"))
        }
    }
}

pub(super) fn password_of(given: Option<String>) -> Result<Option<FilePassword>, ApiError> {
    if given.as_ref().is_some_and(|text| text.len() > FilePassword::BYTES_MAX) {
        return Err(ApiError::bad_request("The password is too long for a PDF; check it"));
    }
    Ok(given.and_then(FilePassword::new))
}

/// The client's preference: `Prefer: wait=N` or `Prefer: respond-async` (RFC 7240).
struct Preference {
    wait: Duration,
    applied: Option<header::HeaderValue>,
}

impl Preference {
    fn of(request: &HttpRequest, wait_max: Duration) -> Self {
        let values = request.headers().get_all("prefer").filter_map(|value| value.to_str().ok());
        for preference in values.flat_map(|value| value.split(',')).map(str::trim) {
            let applied = header::HeaderValue::from_str(preference).ok();
            if preference.eq_ignore_ascii_case("respond-async") {
                return Self { wait: Duration::ZERO, applied };
            }
            let seconds =
                preference.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("wait"));
            if let Some(seconds) = seconds.and_then(|(_, number)| number.trim().parse().ok()) {
                return Self { wait: Duration::from_secs(seconds).min(wait_max), applied };
            }
        }
        Self { wait: wait_max, applied: None }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AcceptedBody {
    success: bool,
    status: &'static str,
    job_id: saldo_domain::JobId,
    statement_id: saldo_domain::StatementId,
}

fn accepted(job: &Job, statement: &Statement) -> HttpResponse {
    HttpResponse::Accepted().insert_header((header::LOCATION, format!("/api/jobs/{}", job.id))).json(
        AcceptedBody { success: true, status: "processing", job_id: job.id, statement_id: statement.id },
    )
}

fn failed(job: &Job, statement: &Statement) -> ApiError {
    let failure = job.failure.clone().unwrap_or_else(|| Failure::of(FailureCode::Unreadable));
    ApiError::from(saldo_statement_ingest::Error::Failed(failure)).of_job(job.id, statement.id)
}

async fn processed(
    app: &App,
    user: &CurrentUser,
    job: &Job,
    statement: &Statement,
) -> Result<HttpResponse, ApiError> {
    let read = app.ingest.statement(user.id(), statement.id).await?;
    let outcome = read.outcome();
    let rows = job.progress.rows;
    Ok(HttpResponse::Ok().json(ProcessedBody {
        success: true,
        job_id: job.id,
        statement_id: read.id,
        message: message(&read, rows),
        data: ProcessedData {
            transaction_count: rows,
            new_transaction_count: job.progress.transactions_new.unwrap_or_default(),
            duplicate_count: job.progress.transactions_known.unwrap_or_default(),
            is_balanced: outcome == Some(Outcome::Balanced),
            verification: Verification {
                outcome,
                accounts: read.accounts.iter().cloned().map(StatementAccountBody::from).collect(),
            },
            statement: read.into(),
        },
    }))
}

fn message(statement: &Statement, rows: u32) -> String {
    let worst = statement.accounts.iter().find(|account| Some(account.outcome) == statement.outcome());
    let has_alternatives = worst
        .and_then(|account| account.findings.as_ref())
        .is_some_and(|findings| !findings.alternatives.is_empty());
    match (statement.outcome(), worst.map(checks)) {
        (Some(Outcome::Balanced), _) => {
            format!("{rows} transactions read; the statement adds up to the cent.")
        }
        (Some(Outcome::Unbalanced), Some(checks)) => {
            format!("{rows} transactions read, but they do not add up. {}", checks.message())
        }
        (_, Some(checks)) if !checks.is_empty() && has_alternatives => format!(
            "{rows} transactions read. The printed figures allow more than one reading; choose the right one."
        ),
        (_, Some(checks)) if !checks.is_empty() => {
            format!("{rows} transactions read; the printed figures do not prove all of them.")
        }
        _ => format!("{rows} transactions read; the statement prints nothing to check them against."),
    }
}
