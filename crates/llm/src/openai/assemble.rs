//! Assembles an answer from the documents of a stream. Providers differ in the shape of their documents, so
//! that every key is optional here.

use serde_json::Value;

use super::failure;
use crate::{Chunk, Error, FinishReason, Result, ToolCall, Usage};

/// Turns the documents of one stream into chunks.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    calls: Vec<Call>,
    reason: Option<FinishReason>,
    usage: Option<Usage>,
    has_content: bool,
}

/// A tool call whose input is still incomplete.
#[derive(Debug)]
struct Call {
    /// The provider's index of the call; some providers send 0 for every call, others send none.
    index: Option<u64>,
    /// The provider's id of the call; may be missing or used twice.
    provider_id: Option<String>,
    /// The id that callers see; unique within the answer.
    id: String,
    name: String,
    arguments: String,
}

impl Assembler {
    /// Returns the chunks of one document.
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
        // Only the first answer is read; one is requested, but a server may send more of them.
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

    /// True if the provider has sent a finish reason.
    pub(super) const fn has_reason(&self) -> bool {
        self.reason.is_some()
    }

    /// Returns the last chunks. `done` is true if the provider ended the stream with `[DONE]`, which makes an
    /// answer without a finish reason complete.
    pub(super) fn finish(&mut self, done: bool) -> Result<Vec<Chunk>> {
        let reason = match self.reason {
            Some(reason) => reason,
            None if done && (self.has_content || !self.calls.is_empty()) => FinishReason::Stop,
            None => return Err(Error::CutOff),
        };
        let has_calls = !self.calls.is_empty();
        let mut chunks: Vec<Chunk> = std::mem::take(&mut self.calls)
            .into_iter()
            .map(|call| {
                // A call without parameters may have an empty input, which is not valid JSON.
                let arguments =
                    if call.arguments.trim().is_empty() { "{}".to_owned() } else { call.arguments };
                Chunk::Call(ToolCall { id: call.id, name: call.name, arguments })
            })
            .collect();
        // Some providers send "stop" although the model waits for its tools.
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
        // The older form of `tool_calls`, with one call and no id.
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
                // Input that arrived before the name could not be sent without a `CallStarted`.
                if !call.arguments.is_empty() {
                    chunks.push(Chunk::CallDelta { id: call.id.clone(), delta: call.arguments.clone() });
                }
            }
            _ if call.name.is_empty() || arguments.is_empty() => {}
            _ => chunks.push(Chunk::CallDelta { id: call.id.clone(), delta: arguments }),
        }
    }

    /// Returns the position of the call that a piece belongs to: by its index, else by its id, else the
    /// latest call.
    ///
    /// A piece with a name starts a new call if it has another id, or no index, or if the input of the call
    /// found is already complete.
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
        // Some servers use one id for several calls.
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

/// Returns the text of a string or of a list of text parts; `None` if there is no text.
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
