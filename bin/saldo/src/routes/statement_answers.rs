//! `POST /api/statements/{id}/answers`: the user's answers to what a statement leaves open.

use actix_web::{HttpRequest, HttpResponse};
use saldo_domain::Statement;
use saldo_wire::statements::{AcceptedBody, AnswerRequest, ProcessedBody};

use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::routes::process_statement;
use crate::session::CurrentUser;

/// `POST /api/statements/{id}/answers` — answers a question about a statement, and reads it again.
///
/// # Errors
/// 400 for an invalid answer, 404 for an unknown statement, 409 if the statement does not leave this open,
/// 422 if the file cannot be read.
#[utoipa::path(
    post, path = "/statements/{id}/answers",
    responses(
        (status = 200, body = ProcessedBody),
        (status = 202, body = AcceptedBody),
        (status = 409),
        (status = 422),
    ),
)]
pub async fn answer_statement(
    user: CurrentUser,
    id: PathId<Statement>,
    request: HttpRequest,
    body: Json<AnswerRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let answer = body.answer()?;
    let password = body.password()?;
    let process = |wait| user.app.statement_jobs.answer(user.author(), id.0, answer, password, wait);
    process_statement::answer(&user.app, &request, process).await
}
