//! `/api/query` — a question about the books, typed or in words, and its answer.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::AskedQuestion;
use saldo_domain::{Query, QueryAnswer};
use saldo_question::{Correction, Language, NotUnderstood, Understanding, Understood};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

/// A query, or a question in words.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QueryRequest {
    /// The query to answer.
    query: Option<Query>,
    /// A question in words, instead of a query.
    question: Option<String>,
    /// The query before: the question may name only what changes.
    previous: Option<Query>,
}

/// A query and its answer, or what stands in the way of one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueryBody {
    /// The query that is answered; `null` for a question that is not understood.
    query: Option<Query>,
    /// Its answer.
    answer: Option<QueryAnswer>,
    /// The language of a question in words.
    language: Option<Language>,
    /// Misspelt words of the question, and the names they were taken for.
    corrections: Vec<Correction>,
    /// The words of the question that are not understood.
    words: Vec<String>,
    /// Queries that a question that is not understood may mean.
    offers: Vec<Query>,
}

impl From<AskedQuestion> for QueryBody {
    fn from(asked: AskedQuestion) -> Self {
        match asked.understanding {
            Understanding::Understood(found) => {
                let Understood { query, language, corrections } = *found;
                let (words, offers) = (Vec::new(), Vec::new());
                Self {
                    query: Some(query),
                    answer: asked.answer,
                    language: Some(language),
                    corrections,
                    words,
                    offers,
                }
            }
            Understanding::NotUnderstood(NotUnderstood { language, words, offers }) => Self {
                query: None,
                answer: None,
                language: Some(language),
                corrections: Vec::new(),
                words,
                offers,
            },
        }
    }
}

/// `POST /api/query` — answers a query, or a question in words.
///
/// # Errors
/// 400 for a query whose parts do not fit together, or more transactions than are looked at together.
#[utoipa::path(
    post, path = "/query",
    request_body = QueryRequest,
    responses((status = 200, body = QueryBody)),
)]
pub async fn answer_query(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<QueryRequest>,
) -> Result<HttpResponse, ApiError> {
    let today = app.clock.now().date();
    let answered = match body.into_inner() {
        QueryRequest { query: Some(query), question: None, previous: None } => {
            let answer = Some(app.books.answer(user.id(), &query, today).await?);
            let (corrections, words, offers) = (Vec::new(), Vec::new(), Vec::new());
            QueryBody { query: Some(query), answer, language: None, corrections, words, offers }
        }
        QueryRequest { query: None, question: Some(question), previous } => {
            app.books.ask(user.id(), &[question], previous.as_ref(), today).await?.into()
        }
        _ => {
            return Err(ApiError::bad_request("send either a query, or a question with or without previous"));
        }
    };
    Ok(HttpResponse::Ok().json(answered))
}
