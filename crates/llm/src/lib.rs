#![doc = include_str!("../README.md")]

mod error;
#[cfg(feature = "openai")]
pub mod openai;
#[cfg(feature = "testing")]
pub mod scripted;

use std::pin::Pin;

use async_trait::async_trait;
use futures_core::Stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use error::{Error, Result};

/// A language model.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// What to call the model when a person asks who answered.
    fn name(&self) -> &str;

    /// Whether what is sent to the model goes to somebody else: neither to this program, nor to this machine or a server that its
    /// administrator trusts as if it were.
    fn is_remote(&self) -> bool {
        true
    }

    /// Whether it can take in only so much at once, as language models do.
    fn is_bounded(&self) -> bool {
        true
    }

    /// Where what is sent to the model goes, as a person reads it: a host, with its port where one is named.
    fn host(&self) -> Option<String> {
        None
    }

    /// Bytes that asking this would send, without what the transport adds.
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

    /// Starts an answer; dropping it stops the request.
    ///
    /// # Errors
    /// Whatever goes wrong before the first chunk; later failures come in the stream.
    async fn answer(&self, request: Request) -> Result<Answer>;
}

/// An answer as it arrives.
pub type Answer = Pin<Box<dyn Stream<Item = Result<Chunk>> + Send>>;

/// What a model is asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request {
    /// Who the model is to be.
    pub system: String,
    /// The conversation so far, oldest first.
    pub messages: Vec<Message>,
    /// What the model may call.
    pub tools: Vec<Tool>,
    /// The most tokens of an answer; `None` leaves it to the provider.
    pub output_tokens_max: Option<u32>,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// What the person says.
    User(String),
    /// What the model said, and which tools it called.
    Assistant {
        /// The text; may be empty.
        text: String,
        /// The calls.
        calls: Vec<ToolCall>,
    },
    /// What a tool answered.
    ToolResult {
        /// The call it answers.
        call_id: String,
        /// The tool.
        tool: String,
        /// The answer, as the model is to read it.
        content: String,
    },
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// The JSON schema of its input.
    pub parameters: Value,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Names the call; unique within an answer.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The input as JSON text, as the model wrote it: it may be anything.
    pub arguments: String,
}

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// More text.
    Text(String),
    /// More of the model's reasoning.
    Reasoning(String),
    /// The model begins to call a tool.
    CallStarted {
        /// Names the call.
        id: String,
        /// The tool.
        name: String,
    },
    /// More of a call's input.
    CallDelta {
        /// Names the call.
        id: String,
        /// What is added to its JSON text.
        delta: String,
    },
    /// A call is complete.
    Call(ToolCall),
    /// The answer is complete. Nothing comes after it.
    Finished {
        /// Why the model stopped.
        reason: FinishReason,
        /// What it cost, when the provider says so.
        usage: Option<Usage>,
    },
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// It reached its limit of tokens.
    Length,
    /// It waits for the tools it called.
    ToolCalls,
    /// The provider held the answer back.
    ContentFilter,
    /// Anything else.
    Other,
}

/// What an answer cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the question.
    pub input_tokens: u64,
    /// Tokens of the answer.
    pub output_tokens: u64,
}
