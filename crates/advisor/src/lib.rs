#![doc = include_str!("../README.md")]

pub mod analyst;
pub mod chats;
mod claims;
mod conversation;
mod error;
mod event;
pub mod grounding;
mod ledger;
mod limits;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod naming;
pub mod prompt;
mod reply;
pub mod settings;
pub mod tools;
mod typed;
mod wording;
pub mod writes;

use std::sync::Arc;

use futures::Stream;
use saldo_domain::{Clock, Preferences, UserId};
use saldo_ledger::known::KnownDays;
use saldo_llm::LanguageModel;

pub use analyst::Analyst;
pub use chats::Chats;
pub use conversation::{AnsweredCall, Conversation, Turn};
pub use error::Error;
pub use event::{Event, FinishReason};
pub use grounding::GroundedFigure;
pub use ledger::Ledger;
pub use limits::Limits;
pub use typed::{Report, Request, TypedQuestion};
pub use writes::{Proposal, ProposedAction, WriteError, Writer};

/// An advisor that answers questions about a user's finances with a language model and tools.
#[derive(Clone)]
pub struct Advisor {
    ledger: Ledger,
    model: Arc<dyn LanguageModel>,
    clock: Arc<dyn Clock>,
    limits: Limits,
    writer: Option<Arc<dyn Writer>>,
    notes: Vec<String>,
    preferences: Preferences,
    known: Option<KnownDays>,
}

impl Advisor {
    /// Creates an advisor that reads `ledger` and phrases its answers with `model`.
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
            known: None,
        }
    }

    /// Allows the advisor to propose changes.
    /// `writer` previews them; the caller performs them after the user's approval.
    #[must_use]
    pub fn with_writer(self, writer: Arc<dyn Writer>) -> Self {
        Self { writer: Some(writer), ..self }
    }

    /// Replaces the model.
    #[must_use]
    pub fn with_model(self, model: Arc<dyn LanguageModel>) -> Self {
        Self { model, ..self }
    }

    /// Adds the user's notes to the instructions of the model, oldest first.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// Adds the user's preferred currency and financial year to the instructions of the model.
    #[must_use]
    pub fn with_preferences(self, preferences: Preferences) -> Self {
        Self { preferences, ..self }
    }

    /// Adds the days that the user's data covers to the instructions of the model.
    #[must_use]
    pub fn with_known_days(self, known: Option<KnownDays>) -> Self {
        Self { known, ..self }
    }

    /// Returns the limits of a reply.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the name of the model.
    #[must_use]
    pub fn model_name(&self) -> &str {
        self.model.name()
    }

    /// Returns `true` if the model's requests reach a third party,
    /// as opposed to this program, this machine or a server that the administrator trusts.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.model.is_remote()
    }

    /// Returns the kind of reader that tool answers are prepared for.
    pub(crate) fn audience(&self) -> prompt::Audience {
        if self.model.is_bounded() {
            prompt::Audience::Model { tool_bytes_max: self.limits.tool_bytes_max }
        } else {
            prompt::Audience::Analyst
        }
    }

    /// Returns the host that the model's requests are sent to, or `None` if they are not sent anywhere.
    #[must_use]
    pub fn host(&self) -> Option<String> {
        self.model.host()
    }

    /// Returns the first request that a conversation would cause, and its size in bytes. Nothing is sent.
    #[must_use]
    pub fn first_request(&self, conversation: Conversation) -> (saldo_llm::Request, usize) {
        let request = reply::first_request(self, conversation);
        let bytes = self.model.request_bytes(&request);
        (request, bytes)
    }

    /// Runs a reading tool outside a conversation and returns its answer.
    ///
    /// # Errors
    /// - [`tools::ToolError::Input`] if there is no such tool, or the input does not fit it.
    /// - [`tools::ToolError::TooMany`] if the tool would have to read too many transactions.
    /// - [`tools::ToolError::Amounts`] if a sum overflows.
    /// - [`tools::ToolError::Storage`] if the storage fails.
    pub async fn run_tool(
        &self,
        user: UserId,
        name: &str,
        input: serde_json::Value,
    ) -> Result<serde_json::Value, tools::ToolError> {
        let context = tools::Context::new(&self.ledger, user, self.clock.now().date(), &self.limits);
        tools::Toolbox::standard().run(name, input, &context).await
    }

    /// Returns `true` if the advisor has notes of the user.
    #[must_use]
    pub const fn has_notes(&self) -> bool {
        !self.notes.is_empty()
    }

    /// Answers the last turn of a conversation from the data of `user`.
    ///
    /// Nothing happens until the stream is polled. Dropping the stream cancels everything, including the
    /// model's request. The last event is always [`Event::Finished`] or, after a failure, [`Event::Failed`].
    pub fn reply(
        &self,
        user: UserId,
        conversation: Conversation,
    ) -> impl Stream<Item = Event> + Send + 'static {
        reply::events(self.clone(), user, conversation)
    }
}
