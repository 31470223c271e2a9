//! The trace of an answer: everything that was sent to the model, recorded for the user.

use saldo_llm::{Message, Request, Usage};
use serde_json::{Value, json};

/// The requests of one answer. Messages that a step repeats from the previous step are recorded once.
#[derive(Debug, Default)]
pub(super) struct Trace {
    system: String,
    tools: Vec<String>,
    steps: Vec<Value>,
    sent: usize,
    /// The tokens used so far.
    pub(super) usage: Usage,
}

impl Trace {
    /// Records a request to the model.
    pub(super) fn ask(&mut self, request: &Request) {
        self.system.clone_from(&request.system);
        if !request.tools.is_empty() {
            self.tools = request.tools.iter().map(|tool| tool.name.clone()).collect();
        }
        let new = request.messages.get(self.sent..).unwrap_or_default();
        self.sent = request.messages.len();
        self.steps.push(json!({ "messages": new.iter().map(message).collect::<Vec<_>>() }));
    }

    /// Adds the tokens of a step.
    pub(super) const fn add_usage(&mut self, cost: Usage) {
        self.usage.input_tokens += cost.input_tokens;
        self.usage.output_tokens += cost.output_tokens;
    }

    /// True if no model was asked.
    pub(super) const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the trace in its stored form.
    pub(super) fn into_content(self, model: &str, leaves_machine: bool, milliseconds: u64) -> Value {
        json!({
            "model": model,
            "leavesMachine": leaves_machine,
            "promptVersion": crate::prompt::VERSION,
            "system": self.system,
            "tools": self.tools,
            "steps": self.steps,
            "inputTokens": self.usage.input_tokens,
            "outputTokens": self.usage.output_tokens,
            "milliseconds": milliseconds,
        })
    }
}

/// Returns a message in the form that the user is shown.
pub(super) fn message(message: &Message) -> Value {
    match message {
        Message::User(text) => json!({ "role": "user", "text": text }),
        Message::Assistant { text, calls } => json!({ "role": "assistant", "text": text, "calls": calls }),
        Message::ToolResult { call_id, tool, content } => {
            json!({ "role": "tool", "callId": call_id, "tool": tool, "text": content })
        }
    }
}
