//! The events of a reply.

use saldo_domain::ApprovalId;
use saldo_llm::{Request, Usage};
use serde_json::Value;

use crate::grounding::GroundedFigure;
use crate::writes::Proposal;

pub use saldo_llm::FinishReason;

/// An event of a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The request to the model. Nothing else of the user's data is sent to it.
    Asked(Box<Request>),
    /// The tokens of the latest request; zero if the model does not report them.
    TokensUsed(Usage),
    /// The beginning of the model's answer to the latest request.
    StepStarted,
    /// More text of the reply.
    Text(String),
    /// More of the model's reasoning.
    Reasoning(String),
    /// The beginning of a call of a tool.
    ToolStarted {
        /// The id of the call.
        call: String,
        /// The name of the tool.
        tool: String,
    },
    /// More of a call's input.
    ToolInput {
        /// The id of the call.
        call: String,
        /// The next piece of the input's JSON text.
        delta: String,
    },
    /// A complete call of a tool, before it runs.
    ToolCalled {
        /// The id of the call.
        call: String,
        /// The name of the tool.
        tool: String,
        /// The input.
        input: Value,
    },
    /// A call that cannot run: its input is invalid, or there is no such tool. [`Event::ToolFailed`] follows.
    ToolInvalid {
        /// The id of the call.
        call: String,
        /// The name of the tool as the model wrote it.
        tool: String,
        /// The input; a string if it is not valid JSON.
        input: Value,
        /// The reason, for the model.
        problem: String,
    },
    /// The answer of a tool.
    ToolAnswered {
        /// The id of the call.
        call: String,
        /// The answer.
        output: Value,
    },
    /// A failed call. The reply continues, and the model is informed.
    ToolFailed {
        /// The id of the call.
        call: String,
        /// The reason, for the user.
        problem: String,
    },
    /// A call that would change data and runs only after the user's approval. The reply ends after this step.
    ApprovalAsked {
        /// The id of the approval.
        approval: ApprovalId,
        /// The id of the call.
        call: String,
        /// The name of the tool.
        tool: String,
        /// A preview of the change.
        proposal: Proposal,
    },
    /// A call that the user rejected. It did not run.
    ToolDenied {
        /// The id of the call.
        call: String,
    },
    /// The sources of the figures in the reply. Sent at most once, inside the last step.
    Grounding(Vec<GroundedFigure>),
    /// The query that the tool `query` answered, with its parts to change, or offers beside a refusal. Sent
    /// inside the last step.
    Query {
        /// The id of the call.
        call: String,
        /// The query, its language, and the chips or offers.
        data: Value,
    },
    /// The end of a step: the model's answer and the calls of tools in it.
    StepFinished,
    /// A fatal failure. It is the last event.
    Failed {
        /// The reason and a remedy, for the user.
        problem: String,
    },
    /// The end of a complete reply. It is the last event.
    Finished {
        /// The reason why the model stopped.
        reason: FinishReason,
        /// The tokens of all requests; zero if the model does not report them.
        usage: Usage,
    },
}
