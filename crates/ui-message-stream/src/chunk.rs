//! The chunks of a stream.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// One chunk of the stream, as clients of versions 5 to 7 of the toolkit read it.
///
/// Only keys that every one of those clients takes can be written: some of them refuse a whole stream for one unknown key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Chunk {
    /// The message begins.
    Start {
        /// The message's id; the client makes one when it is absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_id: Option<String>,
        /// Anything the application wants beside the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_metadata: Option<Value>,
    },
    /// One turn of the model begins.
    StartStep,
    /// That turn is over.
    FinishStep,
    /// A piece of text begins.
    TextStart {
        /// Names the piece.
        id: String,
    },
    /// More of a piece of text.
    TextDelta {
        /// Names the piece.
        id: String,
        /// What is added.
        delta: String,
    },
    /// A piece of text is complete.
    TextEnd {
        /// Names the piece.
        id: String,
    },
    /// A piece of the model's reasoning begins.
    ReasoningStart {
        /// Names the piece.
        id: String,
    },
    /// More of a piece of reasoning.
    ReasoningDelta {
        /// Names the piece.
        id: String,
        /// What is added.
        delta: String,
    },
    /// A piece of reasoning is complete.
    ReasoningEnd {
        /// Names the piece.
        id: String,
    },
    /// The model begins to call a tool.
    ToolInputStart {
        /// Names the call.
        tool_call_id: String,
        /// Names the tool.
        tool_name: String,
        /// Whether the tool is unknown to the client's types.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
        /// What to show for the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// More of the call's input, as text.
    ToolInputDelta {
        /// Names the call.
        tool_call_id: String,
        /// What is added to the input's JSON text.
        input_text_delta: String,
    },
    /// The call's whole input.
    ToolInputAvailable {
        /// Names the call.
        tool_call_id: String,
        /// Names the tool.
        tool_name: String,
        /// The input.
        input: Value,
        /// Whether the tool is unknown to the client's types.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
        /// What to show for the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// The call's input does not fit the tool.
    ToolInputError {
        /// Names the call.
        tool_call_id: String,
        /// Names the tool.
        tool_name: String,
        /// The input as it came.
        input: Value,
        /// What is wrong with it, for the person.
        error_text: String,
        /// Whether the tool is unknown to the client's types.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
    },
    /// What the tool answered.
    ToolOutputAvailable {
        /// Names the call.
        tool_call_id: String,
        /// The answer.
        output: Value,
        /// Whether a later answer of the same call replaces this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        preliminary: Option<bool>,
        /// Whether the tool is unknown to the client's types.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
    },
    /// The tool failed.
    ToolOutputError {
        /// Names the call.
        tool_call_id: String,
        /// What failed, for the person.
        error_text: String,
        /// Whether the tool is unknown to the client's types.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
    },
    /// The tool runs only when the person agrees.
    ToolApprovalRequest {
        /// Names the question.
        approval_id: String,
        /// Names the call.
        tool_call_id: String,
    },
    /// The person did not agree, and the tool did not run.
    ToolOutputDenied {
        /// Names the call.
        tool_call_id: String,
    },
    /// A page on the web that the answer rests on.
    SourceUrl {
        /// Names the source.
        source_id: String,
        /// Its address.
        url: String,
        /// What to show for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// A document that the answer rests on.
    SourceDocument {
        /// Names the source.
        source_id: String,
        /// Its media type.
        media_type: String,
        /// What to show for it.
        title: String,
        /// Its file name.
        #[serde(skip_serializing_if = "Option::is_none")]
        filename: Option<String>,
    },
    /// A file that belongs to the answer.
    File {
        /// Where it is, often as a `data:` address.
        url: String,
        /// Its media type.
        media_type: String,
    },
    /// More metadata, merged into what came before.
    MessageMetadata {
        /// The metadata.
        message_metadata: Value,
    },
    /// Something failed.
    Error {
        /// What failed and what to do, for the person.
        error_text: String,
    },
    /// The server stopped the answer. Two released clients refuse a reason here, so there is none.
    Abort,
    /// The message is complete.
    Finish {
        /// Why the model stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        finish_reason: Option<FinishReason>,
        /// Anything the application wants beside the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_metadata: Option<Value>,
    },
    /// A part of the application's own kind, `data-NAME` on the wire.
    #[serde(untagged, serialize_with = "serialize_data")]
    Data {
        /// The kind, without `data-`.
        name: String,
        /// A later part of the same kind and id replaces this one.
        id: Option<String>,
        /// The part's content.
        data: Value,
        /// Whether the client keeps it out of the message.
        transient: bool,
    },
}

impl Chunk {
    /// The start of a message whose id the client makes.
    #[must_use]
    pub const fn start() -> Self {
        Self::Start { message_id: None, message_metadata: None }
    }

    /// The end of a message.
    #[must_use]
    pub const fn finish(reason: FinishReason) -> Self {
        Self::Finish { finish_reason: Some(reason), message_metadata: None }
    }
}

/// Why the model stopped. Values that only the newest clients know are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// It reached its limit of tokens.
    Length,
    /// The provider held the answer back.
    ContentFilter,
    /// It waits for a tool: for the person's approval, or for the client to run it.
    ToolCalls,
    /// It failed.
    Error,
    /// Anything else.
    Other,
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with references to the fields"
)]
fn serialize_data<S: Serializer>(
    name: &str,
    id: &Option<String>,
    data: &Value,
    transient: &bool,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("type", &format!("data-{name}"))?;
    if let Some(id) = id {
        map.serialize_entry("id", id)?;
    }
    map.serialize_entry("data", data)?;
    if *transient {
        map.serialize_entry("transient", transient)?;
    }
    map.end()
}
