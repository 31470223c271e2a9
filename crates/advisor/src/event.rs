//! What happens while a reply is made.

use saldo_domain::ApprovalId;
use saldo_llm::{Request, Usage};
use serde_json::Value;

use crate::grounding::Grounded;
use crate::writes::Proposal;

pub use saldo_llm::FinishReason;

/// One thing that happens.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The model is asked this, whole: nothing else of the person's is sent to it.
    Asked(Box<Request>),
    /// What that cost, when the model says so.
    Paid(Usage),
    /// The model begins to answer.
    StepStarted,
    /// More of the reply.
    Text(String),
    /// More of the model's reasoning.
    Reasoning(String),
    /// The model begins to call a tool.
    ToolStarted {
        /// Names the call.
        call: String,
        /// The tool.
        tool: String,
    },
    /// More of a call's input.
    ToolInput {
        /// Names the call.
        call: String,
        /// What is added to its JSON text.
        delta: String,
    },
    /// The tool is called.
    ToolCalled {
        /// Names the call.
        call: String,
        /// The tool.
        tool: String,
        /// The input.
        input: Value,
    },
    /// The input does not fit the tool, or there is no such tool; [`Event::ToolFailed`] follows.
    ToolInvalid {
        /// Names the call.
        call: String,
        /// What the model called.
        tool: String,
        /// The input as it came.
        input: Value,
        /// What is wrong.
        problem: String,
    },
    /// What the tool answered.
    ToolAnswered {
        /// Names the call.
        call: String,
        /// The answer.
        output: Value,
    },
    /// The tool failed; the model goes on.
    ToolFailed {
        /// Names the call.
        call: String,
        /// What failed, for the person.
        problem: String,
    },
    /// The call changes something: it runs only when the person agrees. The reply ends after this step.
    ApprovalAsked {
        /// Names the question.
        approval: ApprovalId,
        /// Names the call.
        call: String,
        /// The tool.
        tool: String,
        /// What would be done.
        proposal: Proposal,
    },
    /// The person did not agree, and the call did not run.
    ToolDenied {
        /// Names the call.
        call: String,
    },
    /// Where the figures of the reply come from; told once, before the end.
    Grounding(Vec<Grounded>),
    /// The model's turn is over.
    StepFinished,
    /// Something failed for good. Nothing comes after it.
    Failed {
        /// What failed and what to do, for the person.
        problem: String,
    },
    /// The reply is complete. Nothing comes after it.
    Finished {
        /// Why the model stopped.
        reason: FinishReason,
        /// What it cost, when the model says so.
        usage: Usage,
    },
}
