//! What a model was sent for an answer, noted for the person.

use saldo_llm::{Message, Request, Usage};
use serde_json::{Value, json};

/// What was sent for one answer. What each step repeats of the one before is noted once.
#[derive(Debug, Default)]
pub struct Trace {
    system: String,
    tools: Vec<String>,
    steps: Vec<Value>,
    told: usize,
    /// What it cost so far.
    pub usage: Usage,
}

impl Trace {
    /// Notes that a model is asked.
    pub fn ask(&mut self, request: &Request) {
        self.system.clone_from(&request.system);
        if !request.tools.is_empty() {
            self.tools = request.tools.iter().map(|tool| tool.name.clone()).collect();
        }
        let new = request.messages.get(self.told..).unwrap_or_default();
        self.told = request.messages.len();
        self.steps.push(json!({ "messages": new.iter().map(message).collect::<Vec<_>>() }));
    }

    /// Notes what a step cost.
    pub const fn pay(&mut self, cost: Usage) {
        self.usage.input_tokens += cost.input_tokens;
        self.usage.output_tokens += cost.output_tokens;
    }

    /// Whether any model was asked.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The trace as it is kept and shown.
    #[must_use]
    pub fn into_content(self, model: &str, leaves_machine: bool, milliseconds: u64) -> Value {
        json!({
            "model": model,
            "leavesMachine": leaves_machine,
            "promptVersion": saldo_advisor::prompt::VERSION,
            "system": self.system,
            "tools": self.tools,
            "steps": self.steps,
            "inputTokens": self.usage.input_tokens,
            "outputTokens": self.usage.output_tokens,
            "milliseconds": milliseconds,
        })
    }
}

/// A message as the person is shown it.
pub(super) fn message(message: &Message) -> Value {
    match message {
        Message::User(text) => json!({ "role": "user", "text": text }),
        Message::Assistant { text, calls } => json!({ "role": "assistant", "text": text, "calls": calls }),
        Message::ToolResult { call_id, tool, content } => {
            json!({ "role": "tool", "callId": call_id, "tool": tool, "text": content })
        }
    }
}
