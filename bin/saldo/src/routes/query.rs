//! `/api/query`: answers a typed query, or a question in words, from the user's transactions.

use actix_web::{HttpResponse, web};
use saldo_wire::queries::{QueryBody, QueryOrQuestion, QueryRequest};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

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
    let body = match body.into_inner().asked()? {
        QueryOrQuestion::Query(query) => {
            let shown = app.books.show_answer(user.id(), &query, today).await?;
            QueryBody::of_query(*query, shown)
        }
        QueryOrQuestion::Question(question, previous) => {
            app.books.show_question(user.id(), question, previous.as_deref(), today).await?.into()
        }
    };
    Ok(HttpResponse::Ok().json(body))
}
