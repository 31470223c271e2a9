#![doc = include_str!("../README.md")]

mod error;
mod observed;
#[cfg(feature = "openai")]
pub mod openai;
#[cfg(feature = "testing")]
pub mod scripted;

use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use futures_core::Stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use error::{Error, Result};
pub use observed::{ModelEvents, ObservedModel, RequestEnd};

/// A language model.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Returns the name that is shown to a user who asks which model answered.
    fn name(&self) -> &str;

    /// True if requests leave the administrator's control: false for a model in this program, on this
    /// machine, or on a server that the administrator trusts.
    fn is_remote(&self) -> bool {
        true
    }

    /// True if the model has a limited context, as language models have.
    fn is_bounded(&self) -> bool {
        true
    }

    /// Returns the host that requests are sent to, with its port if the URL names one, for display to a user.
    /// `None` if requests are sent nowhere.
    fn host(&self) -> Option<String> {
        None
    }

    /// Returns the size of the request in bytes, without the overhead of the transport.
    fn request_bytes(&self, request: &Request) -> usize {
        let said = request.messages.iter().map(|message| match message {
            Message::User(text) => text.len(),
            Message::Assistant { text, calls } => {
                text.len() + calls.iter().map(|call| call.name.len() + call.arguments.len()).sum::<usize>()
            }
            Message::ToolResult { content, .. } => content.len(),
        });
        let tools = request
            .tools
            .iter()
            .map(|tool| tool.name.len() + tool.description.len() + tool.parameters.to_string().len());
        request.system.len() + said.sum::<usize>() + tools.sum::<usize>()
    }

    /// Starts an answer. Dropping the answer stops the request.
    ///
    /// # Errors
    /// Any [`Error`] that occurs before the first chunk. Later errors are items of the stream, which then
    /// ends.
    async fn answer(&self, request: Request) -> Result<Answer>;
}

/// A model under the name by which users choose it.
#[derive(Clone)]
pub struct NamedModel {
    /// The name.
    pub name: String,
    /// The model.
    pub model: Arc<dyn LanguageModel>,
}

/// Stream of the chunks of an answer.
pub type Answer = Pin<Box<dyn Stream<Item = Result<Chunk>> + Send>>;

/// A request to a language model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request {
    /// The system prompt; may be empty.
    pub system: String,
    /// The conversation so far, oldest message first.
    pub messages: Vec<Message>,
    /// The tools that the model may call.
    pub tools: Vec<Tool>,
    /// Upper limit for the tokens of the answer; `None` leaves the limit to the provider.
    pub output_tokens_max: Option<u32>,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// A message of the user.
    User(String),
    /// An earlier answer of the model.
    Assistant {
        /// The text; may be empty.
        text: String,
        /// The tools that the model called.
        calls: Vec<ToolCall>,
    },
    /// The result of a tool call.
    ToolResult {
        /// The [`ToolCall::id`] of the call.
        call_id: String,
        /// The name of the tool.
        tool: String,
        /// The result as text for the model.
        content: String,
    },
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// The name: letters, digits and underscores.
    pub name: String,
    /// The description that the model reads.
    pub description: String,
    /// The JSON schema of the input.
    pub parameters: Value,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id of the call; unique within an answer.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// The input as the model wrote it. It should be JSON, but a model can write anything.
    pub arguments: String,
}

/// One piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// The next piece of the text.
    Text(String),
    /// The next piece of the model's reasoning.
    Reasoning(String),
    /// The start of a tool call.
    CallStarted {
        /// The id of the call.
        id: String,
        /// The name of the tool.
        name: String,
    },
    /// The next piece of a call's input.
    CallDelta {
        /// The id of the call.
        id: String,
        /// The text to append to the input's JSON text.
        delta: String,
    },
    /// A complete tool call.
    Call(ToolCall),
    /// The end of the answer; always the last chunk.
    Finished {
        /// The reason why the model stopped.
        reason: FinishReason,
        /// The tokens used, if the provider reports them.
        usage: Option<Usage>,
    },
}

/// The reason why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FinishReason {
    /// The answer is complete.
    Stop,
    /// The answer reached its token limit.
    Length,
    /// The model waits for the results of the tools it called.
    ToolCalls,
    /// The provider's content filter stopped the answer.
    ContentFilter,
    /// Any other reason.
    Other,
}

/// The tokens that an answer used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request.
    pub input_tokens: u64,
    /// Tokens of the answer.
    pub output_tokens: u64,
}
