//! An answer put together from what providers send: each sends it a little differently, so that nothing is taken for granted.

use serde_json::Value;

use super::failure;
use crate::{Chunk, Error, FinishReason, Result, ToolCall, Usage};

/// Reads one document of the stream after the other.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    calls: Vec<Call>,
    reason: Option<FinishReason>,
    usage: Option<Usage>,
    has_content: bool,
}

/// A call whose pieces are arriving.
#[derive(Debug)]
struct Call {
    /// The provider's number for it.
    index: Option<u64>,
    /// The provider's name for it.
    provider_id: Option<String>,
    /// Our name for it.
    id: String,
    name: String,
    arguments: String,
}

impl Assembler {
    /// The chunks that one document brings.
    pub(super) fn push(&mut self, document: &Value) -> Result<Vec<Chunk>> {
        if let Some(error) = document.get("error").filter(|error| !error.is_null()) {
            return Err(failure::of_reported(error));
        }
        if !document.is_object() {
            return Err(Error::Unreadable);
        }
        if let Some(usage) = document.get("usage").and_then(usage_of) {
            self.usage = Some(usage);
        }
        let mut chunks = Vec::new();
        let choices = document.get("choices").and_then(Value::as_array).into_iter().flatten();
        let first = |choice: &&Value| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0;
        for choice in choices.filter(first) {
            let delta = choice.get("delta").or_else(|| choice.get("message"));
            if let Some(delta) = delta {
                self.take_delta(delta, &mut chunks);
            }
            self.take_reason(choice.get("finish_reason"))?;
        }
        Ok(chunks)
    }

    /// Whether the model said why it stopped.
    pub(super) const fn has_reason(&self) -> bool {
        self.reason.is_some()
    }

    /// The last chunks. `done` says whether the provider ended the stream in so many words.
    pub(super) fn finish(&mut self, done: bool) -> Result<Vec<Chunk>> {
        let reason = match self.reason {
            Some(reason) => reason,
            None if done && (self.has_content || !self.calls.is_empty()) => FinishReason::Stop,
            None => return Err(Error::BrokeOff),
        };
        let has_calls = !self.calls.is_empty();
        let mut chunks: Vec<Chunk> = std::mem::take(&mut self.calls)
            .into_iter()
            .map(|call| {
                let arguments =
                    if call.arguments.trim().is_empty() { "{}".to_owned() } else { call.arguments };
                Chunk::Call(ToolCall { id: call.id, name: call.name, arguments })
            })
            .collect();
        let reason = if has_calls && reason == FinishReason::Stop { FinishReason::ToolCalls } else { reason };
        chunks.push(Chunk::Finished { reason, usage: self.usage });
        Ok(chunks)
    }

    fn take_delta(&mut self, delta: &Value, chunks: &mut Vec<Chunk>) {
        let reasoning = delta.get("reasoning").or_else(|| delta.get("reasoning_content")).and_then(text_of);
        chunks.extend(reasoning.map(Chunk::Reasoning));
        if let Some(text) = delta.get("content").and_then(text_of) {
            self.has_content = true;
            chunks.push(Chunk::Text(text));
        }
        match delta.get("tool_calls") {
            Some(Value::Array(calls)) => {
                for call in calls {
                    self.take_call(call, chunks);
                }
            }
            Some(call @ Value::Object(_)) => self.take_call(call, chunks),
            _ => {}
        }
        if let Some(function) = delta.get("function_call").filter(|function| function.is_object()) {
            self.take_piece(Some(0), None, function, chunks);
        }
    }

    fn take_call(&mut self, call: &Value, chunks: &mut Vec<Chunk>) {
        let id = call.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let index = call.get("index").and_then(Value::as_u64);
        if let Some(function) = call.get("function") {
            self.take_piece(index, id, function, chunks);
        }
    }

    fn take_piece(
        &mut self,
        index: Option<u64>,
        provider_id: Option<&str>,
        function: &Value,
        chunks: &mut Vec<Chunk>,
    ) {
        let name = function.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let position = self.find(index, provider_id, name.is_some());
        let position = position.unwrap_or_else(|| self.add(index, provider_id));
        let call = &mut self.calls[position];
        let arguments = match function.get("arguments") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => String::new(),
            Some(object) => object.to_string(),
        };
        call.arguments.push_str(&arguments);
        match name {
            Some(name) if call.name.is_empty() => {
                name.clone_into(&mut call.name);
                chunks.push(Chunk::CallStarted { id: call.id.clone(), name: call.name.clone() });
                // What came before the name is told now.
                if !call.arguments.is_empty() {
                    chunks.push(Chunk::CallDelta { id: call.id.clone(), delta: call.arguments.clone() });
                }
            }
            _ if call.name.is_empty() || arguments.is_empty() => {}
            _ => chunks.push(Chunk::CallDelta { id: call.id.clone(), delta: arguments }),
        }
    }

    /// The call that a piece belongs to: by its number, by its id, else the latest.
    /// A piece with a name begins a new call when its id is another one, or when the call it seems to belong to is complete.
    fn find(&self, index: Option<u64>, provider_id: Option<&str>, has_name: bool) -> Option<usize> {
        let by_index = || index.and_then(|index| self.calls.iter().rposition(|it| it.index == Some(index)));
        let by_id = || {
            let id = provider_id?;
            self.calls.iter().rposition(|it| it.provider_id.as_deref() == Some(id))
        };
        let position = match (index, provider_id) {
            (Some(_), _) => by_index()?,
            (None, Some(_)) => return by_id(),
            (None, None) => self.calls.len().checked_sub(1)?,
        };
        let call = &self.calls[position];
        let other_id = matches!((&call.provider_id, provider_id), (Some(one), Some(other)) if one != other);
        let is_new = has_name
            && !call.name.is_empty()
            && (other_id || index.is_none() || is_complete(&call.arguments));
        (!is_new).then_some(position)
    }

    fn add(&mut self, index: Option<u64>, provider_id: Option<&str>) -> usize {
        let taken = |id: &str| self.calls.iter().any(|call| call.id == id);
        let id = match provider_id {
            Some(id) if !taken(id) => id.to_owned(),
            _ => format!("call_{}", self.calls.len() + 1),
        };
        self.calls.push(Call {
            index,
            provider_id: provider_id.map(str::to_owned),
            id,
            name: String::new(),
            arguments: String::new(),
        });
        self.calls.len() - 1
    }

    fn take_reason(&mut self, reason: Option<&Value>) -> Result<()> {
        let reason = match reason.and_then(Value::as_str) {
            None | Some("") => return Ok(()),
            Some("error") => return Err(Error::Reported { reason: None }),
            Some("stop" | "end_turn" | "eos") => FinishReason::Stop,
            Some("length" | "max_tokens") => FinishReason::Length,
            Some("tool_calls" | "function_call" | "tool_use") => FinishReason::ToolCalls,
            Some("content_filter") => FinishReason::ContentFilter,
            Some(_) => FinishReason::Other,
        };
        self.reason = Some(reason);
        Ok(())
    }
}

fn is_complete(arguments: &str) -> bool {
    serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object())
}

/// Text as a string or as a list of parts; nothing for none.
fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
        }
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn usage_of(usage: &Value) -> Option<Usage> {
    let count = |key| usage.get(key).and_then(Value::as_u64);
    let (input, output) = (count("prompt_tokens"), count("completion_tokens"));
    (input.is_some() || output.is_some())
        .then(|| Usage { input_tokens: input.unwrap_or_default(), output_tokens: output.unwrap_or_default() })
}
