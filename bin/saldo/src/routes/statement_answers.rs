//! `POST /api/statements/{id}/answers`: the user's answers to what a statement leaves open.

use actix_web::{HttpRequest, HttpResponse, web};
use saldo_domain::{Currency, Statement};
use saldo_statement_ingest::Answer;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::routes::process_statement::{self, AcceptedBody, ProcessedBody};
use crate::session::CurrentUser;

/// An answer about one account of a statement: one of `asShown`, `alternative`, `currency` and `year`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerRequest {
    /// The index of the account in the statement; 0 by default.
    #[serde(default)]
    account: u32,
    /// True if the statement is read correctly.
    as_shown: Option<bool>,
    /// The index of the alternative that is right.
    alternative: Option<u32>,
    /// The currency.
    currency: Option<String>,
    /// The year of the account's last transaction.
    year: Option<i32>,
    /// The password of the file, which is read again.
    password: Option<String>,
}

/// `POST /api/statements/{id}/answers` — answers a question about a statement, and reads it again.
///
/// # Errors
/// 400 for an invalid answer, 404 for an unknown statement, 409 if the statement does not leave this open,
/// 422 if the file cannot be read.
#[utoipa::path(
    post, path = "/statements/{id}/answers",
    request_body = AnswerRequest,
    responses(
        (status = 200, body = ProcessedBody),
        (status = 202, body = AcceptedBody),
        (status = 409),
        (status = 422),
    ),
)]
pub async fn answer_statement(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Statement>,
    request: HttpRequest,
    body: Json<AnswerRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let answer = answer(&body)?;
    let password = process_statement::password_of(body.password)?;
    let part = usize::try_from(body.account).unwrap_or(usize::MAX);
    app.ingest.answer_statement(user.id(), id.0, part, answer).await?;
    let statement = app.ingest.statement(user.id(), id.0).await?;
    process_statement::run(&app, &user, &request, &statement, password).await
}

fn answer(body: &AnswerRequest) -> Result<Answer, ApiError> {
    match (body.as_shown, body.alternative, &body.currency, body.year) {
        (Some(true), None, None, None) => Ok(Answer::Reading(None)),
        (None, Some(other), None, None) => {
            Ok(Answer::Reading(Some(usize::try_from(other).unwrap_or(usize::MAX))))
        }
        (None, None, Some(code), None) => Currency::parse(code)
            .map(Answer::Currency)
            .map_err(|_| ApiError::bad_request("currency must be a code of ISO 4217, such as EUR")),
        (None, None, None, Some(year)) if (1900..=2999).contains(&year) => Ok(Answer::Year(year)),
        (None, None, None, Some(_)) => Err(ApiError::bad_request("year must be a number from 1900 to 2999")),
        _ => Err(ApiError::bad_request("Send exactly one of asShown (true), alternative, currency and year")),
    }
}
