//! `/api/query`: answers a typed query, or a question in words, from the user's transactions.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::AnsweredQuestion;
use saldo_domain::{AccountId, Query, QueryAnswer};
use saldo_question::{Correction, Language, NotUnderstood, Topic, Understanding, Understood};
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
    /// The answered query; `null` if the question is not understood, or is about a report.
    query: Option<Query>,
    /// The report that a question in words is about, such as budgets. Its own route has the figures.
    topic: Option<Topic>,
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

impl QueryBody {
    /// Returns a body without a question in words.
    fn of(query: Option<Query>, answer: Option<QueryAnswer>) -> Self {
        Self {
            query,
            topic: None,
            answer,
            language: None,
            corrections: Vec::new(),
            words: Vec::new(),
            offers: Vec::new(),
            possibly_counted_twice: Vec::new(),
        }
    }
}

impl From<AnsweredQuestion> for QueryBody {
    fn from(asked: AnsweredQuestion) -> Self {
        match asked.understanding {
            Understanding::Understood(found) => {
                let Understood { query, language, corrections, .. } = *found;
                let body = Self::of(Some(query), asked.answer);
                Self { language: Some(language), corrections, ..body }
            }
            Understanding::Topic(topic) => {
                let (language, corrections) = (Some(topic.language), topic.corrections.clone());
                Self { topic: Some(*topic), language, corrections, ..Self::of(None, None) }
            }
            Understanding::NotUnderstood(NotUnderstood { language, words, offers }) => {
                Self { language: Some(language), words, offers, ..Self::of(None, None) }
            }
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
            QueryBody::of(Some(query), answer)
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
