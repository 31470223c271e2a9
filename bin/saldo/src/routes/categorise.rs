//! `/api/categorise` — a model sorts what nobody knows.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::{AskStopped, AskedModel, ModelQuestion};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::chatting::models::NamedModel;
use crate::error::ApiError;
use crate::extract::Json;
use crate::model_sorting::{Sorter, limits, sorter};
use crate::session::CurrentUser;

/// Whether the person has seen what would be sent.
#[derive(Deserialize, ToSchema)]
pub struct CategoriseRequest {
    /// `once` when they agree; needed where they want to be asked and the model is on another machine.
    consent: Option<ConsentToSort>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ConsentToSort {
    Once,
}

/// What asking a model brought.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategorisedBody {
    /// Who was asked, or would be.
    model: String,
    /// Merchants that it was asked about.
    asked: u64,
    /// Of these, those that it knew a category for.
    known: u64,
    /// The others.
    unknown: u64,
    /// Entries that it gave a category.
    entries: u64,
    /// What it cost.
    tokens: u64,
    /// `tokens_used_up`, `no_answer` or `more` when not everything was asked.
    stopped: Option<&'static str>,
    /// What would be sent, when the person is to agree first: nothing was sent then.
    question: Option<QuestionBody>,
}

/// What a model would be told.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuestionBody {
    /// Where it would go.
    host: Option<String>,
    /// The instructions.
    system: String,
    /// The first request as it would be sent.
    message: String,
    /// Merchants that it would be asked about, in all requests.
    merchants: u64,
    /// Requests that it would take.
    requests: u64,
}

/// `POST /api/categorise` — asks the model about merchants that neither words, rules nor the person's own choices know.
///
/// # Errors
/// 409 where there is no model, or the person lets nothing be sent to one.
#[utoipa::path(
    post, path = "/categorise",
    request_body = CategoriseRequest,
    responses((status = 200, body = CategorisedBody), (status = 409)),
)]
pub async fn categorise(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<CategoriseRequest>,
) -> Result<HttpResponse, ApiError> {
    let (user, limits) = (user.id(), limits(&app));
    let Sorter { named, needs_consent } = sorter(&app, user).await?;
    let body = if needs_consent && body.consent.is_none() {
        let question = app.books.model_question(user, &limits).await?;
        CategorisedBody::question(named, question)
    } else {
        let _turn = app.sorting_turns.of(user).await;
        let model = (named.model.as_ref(), named.name.as_str());
        let asked = app.books.ask_model(user, None, model, &limits, app.clock.now()).await?;
        CategorisedBody::answer(named, &asked)
    };
    Ok(HttpResponse::Ok().json(body))
}

impl CategorisedBody {
    fn question(named: &NamedModel, question: Option<ModelQuestion>) -> Self {
        let question = question.map(|question| QuestionBody {
            host: named.model.host(),
            system: question.system,
            message: question.message,
            merchants: question.merchants,
            requests: question.requests,
        });
        Self { question, ..Self::answer(named, &AskedModel::default()) }
    }

    fn answer(named: &NamedModel, asked: &AskedModel) -> Self {
        Self {
            model: named.name.clone(),
            asked: asked.merchants,
            known: asked.known,
            unknown: asked.merchants.saturating_sub(asked.known),
            entries: asked.entries,
            tokens: asked.usage.input_tokens.saturating_add(asked.usage.output_tokens),
            stopped: asked.stopped.map(|why| match why {
                AskStopped::TokensUsedUp => "tokens_used_up",
                AskStopped::NoAnswer => "no_answer",
                AskStopped::More => "more",
            }),
            question: None,
        }
    }
}
