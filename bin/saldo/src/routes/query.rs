//! `/api/query`: answers a typed query, or a question in words, from the user's transactions.

use saldo_wire::queries::{QueryBody, QueryOrQuestion, QueryRequest};

use crate::answer::{Answer, answer};
use crate::extract::Json;
use crate::session::CurrentUser;

/// `POST /api/query` — answers a query or a question in words.
///
/// # Errors
/// 400 for a query whose parts do not fit together, or if there are too many transactions to analyze
/// together.
#[utoipa::path(post, path = "/query")]
pub async fn answer_query(user: CurrentUser, body: Json<QueryRequest>) -> Answer<QueryBody> {
    let today = user.now().date();
    let body = match body.into_inner().asked()? {
        QueryOrQuestion::Query(query) => {
            let shown = user.app.books.show_answer(user.id(), &query, today).await?;
            QueryBody::of_query(*query, shown)
        }
        QueryOrQuestion::Question(question, previous) => {
            user.app.books.show_question(user.id(), question, previous.as_deref(), today).await?.into()
        }
    };
    answer(body)
}
