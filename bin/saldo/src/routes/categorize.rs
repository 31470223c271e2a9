//! `/api/categorize`: a model categorizes merchants that nothing else knows.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::{CategorizerOutcome, ModelQuestion, ModelRun, ModelRunStopped};
use saldo_llm::NamedModel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

/// The user's consent to the request to the model.
#[derive(Deserialize, ToSchema)]
pub struct CategorizeRequest {
    /// `once` if the user agrees. Required if the user wants to be asked and the model is remote.
    consent: Option<ConsentToCategorize>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ConsentToCategorize {
    Once,
}

/// The result of asking a model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategorizedBody {
    /// The model that was asked, or would be.
    model: String,
    /// The number of merchants that it was asked about.
    asked: u64,
    /// The number of those for which it named a category.
    known: u64,
    /// The number of the others.
    unknown: u64,
    /// The number of transactions that were categorized.
    #[serde(rename = "entries")]
    transactions: u64,
    /// The number of input and output tokens used.
    tokens: u64,
    /// The reason why not every merchant was asked about.
    stopped: Option<StoppedBody>,
    /// The request that would be sent, if the user must agree first. In this case nothing was sent.
    question: Option<QuestionBody>,
}

/// The reason why a model was not asked about every merchant.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StoppedBody {
    /// The user's tokens of the day are used up.
    TokensUsedUp,
    /// The model gave no usable answer.
    NoAnswer,
    /// There are more merchants than one run asks about.
    More,
}

/// A preview of the request to a model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuestionBody {
    /// The host that would receive it.
    host: Option<String>,
    /// The system instructions.
    system: String,
    /// The first message exactly as it would be sent.
    message: String,
    /// The number of merchants in all requests.
    merchants: u64,
    /// The number of requests.
    requests: u64,
}

/// `POST /api/categorize` — asks the model for categories of merchants that keywords, rules and the user's
/// own choices do not cover.
///
/// # Errors
/// 409 if no model is configured, or if the user does not allow anything to be sent to one.
#[utoipa::path(
    post, path = "/categorize",
    request_body = CategorizeRequest,
    responses((status = 200, body = CategorizedBody), (status = 409)),
)]
pub async fn categorize(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<CategorizeRequest>,
) -> Result<HttpResponse, ApiError> {
    let has_consent = body.consent.is_some();
    let (named, result) = app.categorizer.categorize(user.id(), has_consent, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(match result {
        CategorizerOutcome::NeedsConsent(question) => CategorizedBody::question(named, question),
        CategorizerOutcome::Done(asked) => CategorizedBody::answer(named, &asked),
    }))
}

impl CategorizedBody {
    fn question(named: &NamedModel, question: Option<ModelQuestion>) -> Self {
        let question = question.map(|question| QuestionBody {
            host: named.model.host(),
            system: question.system,
            message: question.message,
            merchants: question.merchants,
            requests: question.requests,
        });
        Self { question, ..Self::answer(named, &ModelRun::default()) }
    }

    fn answer(named: &NamedModel, asked: &ModelRun) -> Self {
        Self {
            model: named.name.clone(),
            asked: asked.merchants,
            known: asked.known,
            unknown: asked.merchants.saturating_sub(asked.known),
            transactions: asked.transactions,
            tokens: asked.usage.input_tokens.saturating_add(asked.usage.output_tokens),
            stopped: asked.stopped.map(|why| match why {
                ModelRunStopped::TokensUsedUp => StoppedBody::TokensUsedUp,
                ModelRunStopped::NoAnswer => StoppedBody::NoAnswer,
                ModelRunStopped::More => StoppedBody::More,
            }),
            question: None,
        }
    }
}
