#![doc = include_str!("../README.md")]

pub mod analyst;
mod claims;
mod conversation;
mod error;
mod event;
pub mod grounding;
mod ledger;
mod limits;
pub mod naming;
pub mod prompt;
mod reply;
pub mod tools;
pub mod writes;

use std::sync::Arc;

use futures::Stream;
use saldo_domain::{Clock, Preferences, UserId};
use saldo_llm::LanguageModel;

pub use analyst::Analyst;
pub use conversation::{AnsweredCall, Conversation, Turn};
pub use error::Error;
pub use event::{Event, FinishReason};
pub use grounding::Grounded;
pub use ledger::Ledger;
pub use limits::Limits;
pub use writes::{Proposal, Wish, WriteError, Writer};

/// Answers questions about a person's books.
#[derive(Clone)]
pub struct Advisor {
    ledger: Ledger,
    model: Arc<dyn LanguageModel>,
    clock: Arc<dyn Clock>,
    limits: Limits,
    writer: Option<Arc<dyn Writer>>,
    notes: Vec<String>,
    preferences: Preferences,
}

impl Advisor {
    /// An advisor who reads `ledger` and lets `model` do the talking.
    #[must_use]
    pub fn new(ledger: Ledger, model: Arc<dyn LanguageModel>, clock: Arc<dyn Clock>, limits: Limits) -> Self {
        Self {
            ledger,
            model,
            clock,
            limits,
            writer: None,
            notes: Vec::new(),
            preferences: Preferences::default(),
        }
    }

    /// The same advisor, who may also ask to change something; `writer` says what would be done. It is done by whoever asked the
    /// person, never by the advisor.
    #[must_use]
    pub fn with_writer(self, writer: Arc<dyn Writer>) -> Self {
        Self { writer: Some(writer), ..self }
    }

    /// The same advisor with another model.
    #[must_use]
    pub fn with_model(self, model: Arc<dyn LanguageModel>) -> Self {
        Self { model, ..self }
    }

    /// The same advisor, who knows what the person noted, the oldest first.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// The same advisor, whose model knows the currency that the person prefers and when their financial year begins.
    #[must_use]
    pub fn with_preferences(self, preferences: Preferences) -> Self {
        Self { preferences, ..self }
    }

    /// How much a reply may take.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The model that answers.
    #[must_use]
    pub fn model_name(&self) -> &str {
        self.model.name()
    }

    /// Whether what the model is told leaves this program.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.model.is_remote()
    }

    /// The reader of what the model is asked.
    pub(crate) fn audience(&self) -> prompt::Audience {
        if self.model.is_bounded() {
            prompt::Audience::Model { tool_bytes_max: self.limits.tool_bytes_max }
        } else {
            prompt::Audience::Analyst
        }
    }

    /// Where what the model is told goes; `None` for nowhere.
    #[must_use]
    pub fn host(&self) -> Option<String> {
        self.model.host()
    }

    /// What the model would be asked first for a conversation, and how many bytes that would send. Nothing is sent.
    #[must_use]
    pub fn first_request(&self, conversation: Conversation) -> (saldo_llm::Request, usize) {
        let request = reply::first_request(self, conversation);
        let bytes = self.model.request_bytes(&request);
        (request, bytes)
    }

    /// What one of the reading tools answers, outside a conversation.
    ///
    /// # Errors
    /// [`tools::ToolError`].
    pub async fn run_tool(
        &self,
        user: UserId,
        name: &str,
        input: serde_json::Value,
    ) -> Result<serde_json::Value, tools::ToolError> {
        let context = tools::Context::new(&self.ledger, user, self.clock.now().date(), &self.limits);
        tools::Toolbox::standard().run(name, input, &context).await
    }

    /// Whether it knows something that the person noted.
    #[must_use]
    pub const fn has_notes(&self) -> bool {
        !self.notes.is_empty()
    }

    /// Answers the last turn of a conversation from the books of `user`. Nothing happens until the stream is polled;
    /// dropping it stops everything that is under way, the model's request too.
    ///
    /// The stream always ends with [`Event::Finished`] or, when something failed, with [`Event::Failed`].
    pub fn reply(
        &self,
        user: UserId,
        conversation: Conversation,
    ) -> impl Stream<Item = Event> + Send + 'static {
        reply::events(self.clone(), user, conversation)
    }
}
