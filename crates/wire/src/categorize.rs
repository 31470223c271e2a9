//! Questions to a model about categories.

use saldo_bookkeeping::{CategorizerOutcome, ModelQuestion, ModelRun, ModelRunStopped};
use saldo_llm::NamedModel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The user's consent to the request to the model.
#[derive(Deserialize, ToSchema)]
pub struct CategorizeRequest {
    /// `once` if the user agrees. Required if the user wants to be asked and the model is remote.
    consent: Option<ConsentToCategorize>,
}

impl CategorizeRequest {
    /// True if the user agrees to the request.
    #[must_use]
    pub const fn has_consent(&self) -> bool {
        self.consent.is_some()
    }
}

/// The user's consent to one request.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConsentToCategorize {
    /// The user agrees to this request.
    Once,
}

/// The result of asking a model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategorizedBody {
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
pub enum StoppedBody {
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
pub struct QuestionBody {
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

impl CategorizedBody {
    /// Creates the body of the result of asking this model.
    #[must_use]
    pub fn new(named: &NamedModel, outcome: CategorizerOutcome) -> Self {
        match outcome {
            CategorizerOutcome::NeedsConsent(question) => Self::question(named, question),
            CategorizerOutcome::Done(asked) => Self::answer(named, &asked),
        }
    }

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
