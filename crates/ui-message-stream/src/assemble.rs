//! Assembles a message from its chunks, as the client does, for servers that store their answers.

use serde_json::{Map, Value, json};

use crate::chunk::Chunk;

/// A message as the client has it after the chunks so far.
///
/// Deltas of tool inputs, errors and transient data parts leave the message unchanged.
///
/// ```
/// use ui_message_stream::{Assembler, Chunk};
///
/// let mut message = Assembler::default();
/// message.push(&Chunk::StartStep);
/// message.push(&Chunk::TextStart { id: "t1".into() });
/// message.push(&Chunk::TextDelta { id: "t1".into(), delta: "Hello".into() });
/// message.push(&Chunk::TextEnd { id: "t1".into() });
/// assert_eq!(message.parts()[1], serde_json::json!({"type": "text", "text": "Hello", "state": "done"}));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assembler {
    parts: Vec<Value>,
    metadata: Map<String, Value>,
    /// Ids of the open text and reasoning parts, with their positions in `parts`.
    open: Vec<(String, usize)>,
}

impl Assembler {
    /// Creates a message from its stored parts and metadata, to append to it. Metadata other than an object
    /// is ignored.
    #[must_use]
    pub fn resume(parts: Vec<Value>, metadata: Value) -> Self {
        let metadata = match metadata {
            Value::Object(metadata) => metadata,
            _ => Map::new(),
        };
        Self { parts, metadata, open: Vec::new() }
    }

    /// Returns the parts of the message, as the client sends them in its next request.
    #[must_use]
    pub fn parts(&self) -> &[Value] {
        &self.parts
    }

    /// Returns the metadata that the application attached to the message.
    #[must_use]
    pub const fn metadata(&self) -> &Map<String, Value> {
        &self.metadata
    }

    /// Returns the text of the message: its text parts, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .parts
            .iter()
            .filter(|part| part["type"] == "text")
            .filter_map(|part| part["text"].as_str())
            .collect();
        texts.join("\n")
    }

    /// Records the user's answer to an approval request. Returns `false` if the message has no call with this
    /// id.
    pub fn answer_approval(&mut self, call_id: &str, approved: bool) -> bool {
        let Some(part) = self.call(call_id) else { return false };
        part["state"] = "approval-responded".into();
        part["approval"]["approved"] = approved.into();
        true
    }

    /// Applies the next chunk. A chunk for an unknown call or an unknown text part is ignored.
    pub fn push(&mut self, chunk: &Chunk) {
        match chunk {
            Chunk::Start { message_metadata, .. } | Chunk::Finish { message_metadata, .. } => {
                self.merge(message_metadata.as_ref());
            }
            Chunk::MessageMetadata { message_metadata } => self.merge(Some(message_metadata)),
            Chunk::StartStep => self.parts.push(json!({ "type": "step-start" })),
            Chunk::TextStart { id } => self.begin("text", id),
            Chunk::ReasoningStart { id } => self.begin("reasoning", id),
            Chunk::TextDelta { id, delta } | Chunk::ReasoningDelta { id, delta } => self.extend(id, delta),
            Chunk::TextEnd { id } | Chunk::ReasoningEnd { id } => self.end(id),
            Chunk::FinishStep => self.open.clear(),
            Chunk::SourceUrl { .. } | Chunk::SourceDocument { .. } | Chunk::File { .. } => {
                self.parts.push(serde_json::to_value(chunk).unwrap_or_default());
            }
            Chunk::Data { name, id, data, transient } => {
                if !transient {
                    self.put_data(name, id.as_deref(), data);
                }
            }
            Chunk::Error { .. } | Chunk::Abort => {}
            tool => self.push_tool(tool),
        }
    }

    fn push_tool(&mut self, chunk: &Chunk) {
        match chunk {
            Chunk::ToolInputStart { tool_call_id, tool_name, dynamic, .. } => {
                let part = self.put_call(tool_call_id, tool_name, *dynamic);
                part["state"] = "input-streaming".into();
            }
            Chunk::ToolInputAvailable { tool_call_id, tool_name, input, dynamic, .. } => {
                let part = self.put_call(tool_call_id, tool_name, *dynamic);
                part["state"] = "input-available".into();
                part["input"] = input.clone();
            }
            Chunk::ToolInputError { tool_call_id, tool_name, input, error_text, dynamic } => {
                let part = self.put_call(tool_call_id, tool_name, *dynamic);
                part["state"] = "output-error".into();
                part["input"] = input.clone();
                part["errorText"] = error_text.clone().into();
            }
            Chunk::ToolOutputAvailable { tool_call_id, output, preliminary, .. } => {
                let Some(part) = self.call(tool_call_id) else { return };
                part["state"] = "output-available".into();
                part["output"] = output.clone();
                if *preliminary == Some(true) {
                    part["preliminary"] = true.into();
                }
            }
            Chunk::ToolOutputError { tool_call_id, error_text, .. } => {
                let Some(part) = self.call(tool_call_id) else { return };
                part["state"] = "output-error".into();
                part["errorText"] = error_text.clone().into();
            }
            Chunk::ToolApprovalRequest { approval_id, tool_call_id } => {
                let Some(part) = self.call(tool_call_id) else { return };
                part["state"] = "approval-requested".into();
                part["approval"] = json!({ "id": approval_id });
            }
            Chunk::ToolOutputDenied { tool_call_id } => {
                let Some(part) = self.call(tool_call_id) else { return };
                part["state"] = "output-denied".into();
                part["approval"]["approved"] = false.into();
            }
            _ => {}
        }
    }

    fn begin(&mut self, kind: &str, id: &str) {
        self.open.push((id.to_owned(), self.parts.len()));
        self.parts.push(json!({ "type": kind, "text": "", "state": "streaming" }));
    }

    fn extend(&mut self, id: &str, delta: &str) {
        let at = self.open.iter().rfind(|(open, _)| open == id).map(|(_, at)| *at);
        if let Some(Value::String(text)) = at.and_then(|at| self.parts.get_mut(at)?.get_mut("text")) {
            text.push_str(delta);
        }
    }

    fn end(&mut self, id: &str) {
        let Some(index) = self.open.iter().rposition(|(open, _)| open == id) else { return };
        let (_, at) = self.open.remove(index);
        if let Some(part) = self.parts.get_mut(at) {
            part["state"] = "done".into();
        }
    }

    fn call(&mut self, call_id: &str) -> Option<&mut Value> {
        self.parts.iter_mut().rfind(|part| part["toolCallId"] == call_id)
    }

    /// Returns the part of the call with this id, and adds one if there is none.
    fn put_call(&mut self, call_id: &str, name: &str, dynamic: Option<bool>) -> &mut Value {
        let known = self.parts.iter().rposition(|part| part["toolCallId"] == call_id);
        let at = known.unwrap_or(self.parts.len());
        if known.is_none() {
            self.parts.push(if dynamic == Some(true) {
                json!({ "type": "dynamic-tool", "toolName": name, "toolCallId": call_id })
            } else {
                json!({ "type": format!("tool-{name}"), "toolCallId": call_id })
            });
        }
        &mut self.parts[at]
    }

    fn put_data(&mut self, name: &str, id: Option<&str>, data: &Value) {
        let kind = format!("data-{name}");
        let known =
            |part: &&mut Value| id.is_some_and(|id| part["type"] == kind.as_str() && part["id"] == id);
        if let Some(part) = self.parts.iter_mut().find(known) {
            part["data"] = data.clone();
            return;
        }
        let mut part = json!({ "type": kind, "data": data });
        if let Some(id) = id {
            part["id"] = id.into();
        }
        self.parts.push(part);
    }

    fn merge(&mut self, metadata: Option<&Value>) {
        if let Some(Value::Object(more)) = metadata {
            self.metadata.extend(more.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::FinishReason;

    fn call(id: &str) -> [Chunk; 2] {
        let (tool_call_id, tool_name) = (id.to_owned(), "set_budget".to_owned());
        [
            Chunk::ToolInputStart {
                tool_call_id: tool_call_id.clone(),
                tool_name: tool_name.clone(),
                dynamic: None,
                title: None,
            },
            Chunk::ToolInputAvailable {
                tool_call_id,
                tool_name,
                input: json!({"a": 1}),
                dynamic: None,
                title: None,
            },
        ]
    }

    fn assembled(chunks: &[Chunk]) -> Assembler {
        let mut message = Assembler::default();
        for chunk in chunks {
            message.push(chunk);
        }
        message
    }

    #[test]
    fn an_approval_continues_in_the_same_part() {
        let mut chunks = call("c").to_vec();
        chunks.push(Chunk::ToolApprovalRequest { approval_id: "a".into(), tool_call_id: "c".into() });
        let asked = assembled(&chunks);
        assert_eq!(
            asked.parts(),
            [
                json!({"type": "tool-set_budget", "toolCallId": "c", "state": "approval-requested", "input": {"a": 1}, "approval": {"id": "a"}})
            ]
        );
        let mut message = Assembler::resume(asked.parts().to_vec(), Value::Null);
        assert!(message.answer_approval("c", true) && !message.answer_approval("d", true));
        let (preliminary, dynamic) = (None, None);
        message.push(&Chunk::ToolOutputAvailable {
            tool_call_id: "c".into(),
            output: json!(2),
            preliminary,
            dynamic,
        });
        assert_eq!(message.parts()[0]["state"], "output-available");
        assert_eq!(message.parts()[0]["approval"], json!({"id": "a", "approved": true}));
        message.push(&Chunk::ToolOutputDenied { tool_call_id: "c".into() });
        assert_eq!(message.parts()[0]["approval"], json!({"id": "a", "approved": false}));
    }

    #[test]
    fn a_later_data_part_replaces_one_with_the_same_id() {
        let data = |id: Option<&str>, data: i32, transient| Chunk::Data {
            name: "progress".into(),
            id: id.map(str::to_owned),
            data: json!(data),
            transient,
        };
        let chunks = [data(Some("1"), 1, false), data(Some("1"), 2, false), data(None, 3, true)];
        assert_eq!(assembled(&chunks).parts(), [json!({"type": "data-progress", "id": "1", "data": 2})]);
    }

    #[test]
    fn final_metadata_is_merged_into_the_first() {
        let start = Chunk::Start { message_id: None, message_metadata: Some(json!({"a": 1})) };
        let end = Chunk::Finish {
            finish_reason: Some(FinishReason::Stop),
            message_metadata: Some(json!({"b": 2})),
        };
        let message = assembled(&[start, end]);
        assert_eq!(Value::Object(message.metadata().clone()), json!({"a": 1, "b": 2}));
    }
}
