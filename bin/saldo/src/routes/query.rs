//! `/api/query`: answers a typed query, or a question in words, from the user's transactions.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::AskedQuestion;
use saldo_domain::{AccountId, Query, QueryAnswer};
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
    /// The previous query: the question may name the changes to it only.
    previous: Option<Query>,
}

/// A query and its answer, or the reasons why the question is not understood.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueryBody {
    /// The answered query; `null` if the question is not understood.
    query: Option<Query>,
    /// The answer.
    answer: Option<QueryAnswer>,
    /// The language of a question in words.
    language: Option<Language>,
    /// Misspelled words of the question, with the names they were taken for.
    corrections: Vec<Correction>,
    /// Words of the question that are not understood.
    words: Vec<String>,
    /// Suggested queries for a question that is not understood.
    offers: Vec<Query>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice in the answer.
    possibly_counted_twice: Vec<[AccountId; 2]>,
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
                    possibly_counted_twice: Vec::new(),
                }
            }
            Understanding::NotUnderstood(NotUnderstood { language, words, offers }) => Self {
                query: None,
                answer: None,
                language: Some(language),
                corrections: Vec::new(),
                words,
                offers,
                possibly_counted_twice: Vec::new(),
            },
        }
    }
}

/// `POST /api/query` — answers a query or a question in words.
///
/// # Errors
/// 400 for a query whose parts do not fit together, or if there are too many transactions to analyze
/// together.
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
    let mut answered = match body.into_inner() {
        QueryRequest { query: Some(query), question: None, previous: None } => {
            let answer = Some(app.books.answer(user.id(), &query, today).await?);
            QueryBody {
                query: Some(query),
                answer,
                language: None,
                corrections: Vec::new(),
                words: Vec::new(),
                offers: Vec::new(),
                possibly_counted_twice: Vec::new(),
            }
        }
        QueryRequest { query: None, question: Some(question), previous } => {
            app.books.ask(user.id(), &[question], previous.as_ref(), today).await?.into()
        }
        _ => {
            return Err(ApiError::bad_request("Send either a query, or a question with or without previous"));
        }
    };
    if let Some(query) = &answered.query {
        let accounts = &query.filter.only.accounts;
        answered.possibly_counted_twice = app.books.counted_twice(user.id(), accounts).await?;
    }
    Ok(HttpResponse::Ok().json(answered))
}
