//! The chunks of a stream.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// One chunk of the stream, in the form that the AI SDK's clients of versions 5 to 7 read.
///
/// It has only keys that each of these clients accepts: some reject a whole stream because of one unknown
/// key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Chunk {
    /// The start of the message.
    Start {
        /// The id of the message; the client generates one if it is absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_id: Option<String>,
        /// Metadata that the application attaches to the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_metadata: Option<Value>,
    },
    /// The start of one turn of the model.
    StartStep,
    /// The end of that turn.
    FinishStep,
    /// The start of a text part.
    TextStart {
        /// The id of the part.
        id: String,
    },
    /// The next piece of a text part.
    TextDelta {
        /// The id of the part.
        id: String,
        /// The text to append.
        delta: String,
    },
    /// The end of a text part.
    TextEnd {
        /// The id of the part.
        id: String,
    },
    /// The start of a part of the model's reasoning.
    ReasoningStart {
        /// The id of the part.
        id: String,
    },
    /// The next piece of a reasoning part.
    ReasoningDelta {
        /// The id of the part.
        id: String,
        /// The text to append.
        delta: String,
    },
    /// The end of a reasoning part.
    ReasoningEnd {
        /// The id of the part.
        id: String,
    },
    /// The start of a tool call.
    ToolInputStart {
        /// The id of the call.
        tool_call_id: String,
        /// The name of the tool.
        tool_name: String,
        /// True if the client's types do not include the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
        /// The title to show for the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// The next piece of a call's input, as text.
    ToolInputDelta {
        /// The id of the call.
        tool_call_id: String,
        /// The text to append to the input's JSON text.
        input_text_delta: String,
    },
    /// The complete input of a call.
    ToolInputAvailable {
        /// The id of the call.
        tool_call_id: String,
        /// The name of the tool.
        tool_name: String,
        /// The input.
        input: Value,
        /// True if the client's types do not include the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
        /// The title to show for the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// An input that the tool does not accept.
    ToolInputError {
        /// The id of the call.
        tool_call_id: String,
        /// The name of the tool.
        tool_name: String,
        /// The input as the model wrote it.
        input: Value,
        /// An error message for the user.
        error_text: String,
        /// True if the client's types do not include the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
    },
    /// The output of a tool.
    ToolOutputAvailable {
        /// The id of the call.
        tool_call_id: String,
        /// The output.
        output: Value,
        /// True if a later output of the same call replaces this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        preliminary: Option<bool>,
        /// True if the client's types do not include the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
    },
    /// An error of a tool.
    ToolOutputError {
        /// The id of the call.
        tool_call_id: String,
        /// An error message for the user.
        error_text: String,
        /// True if the client's types do not include the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        dynamic: Option<bool>,
    },
    /// A request for the user's approval; the tool runs only after it.
    ToolApprovalRequest {
        /// The id of the approval.
        approval_id: String,
        /// The id of the call.
        tool_call_id: String,
    },
    /// The result of a call that the user denied. The tool did not run.
    ToolOutputDenied {
        /// The id of the call.
        tool_call_id: String,
    },
    /// A web page that is a source of the answer.
    SourceUrl {
        /// The id of the source.
        source_id: String,
        /// The URL of the page.
        url: String,
        /// The title to show for the page.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// A document that is a source of the answer.
    SourceDocument {
        /// The id of the source.
        source_id: String,
        /// The media type of the document.
        media_type: String,
        /// The title to show for the document.
        title: String,
        /// The name of the document's file.
        #[serde(skip_serializing_if = "Option::is_none")]
        filename: Option<String>,
    },
    /// A file that is part of the answer.
    File {
        /// The URL of the file, often a `data:` URL.
        url: String,
        /// The media type of the file.
        media_type: String,
    },
    /// Metadata to merge into the message's metadata.
    MessageMetadata {
        /// The metadata.
        message_metadata: Value,
    },
    /// An error.
    Error {
        /// An error message for the user: what failed and what to do.
        error_text: String,
    },
    /// The end of an answer that the server stopped. Two released clients reject a reason here, so there is
    /// none.
    Abort,
    /// The end of the message.
    Finish {
        /// The reason why the model stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        finish_reason: Option<FinishReason>,
        /// Metadata that the application attaches to the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_metadata: Option<Value>,
    },
    /// A data part of the application's own kind; its type on the wire is `data-NAME`.
    #[serde(untagged, serialize_with = "serialize_data")]
    Data {
        /// The kind, without `data-`.
        name: String,
        /// The id of the part. A later part of the same kind and id replaces it.
        id: Option<String>,
        /// The content of the part.
        data: Value,
        /// True if the client does not add the part to the message.
        transient: bool,
    },
}

impl Chunk {
    /// Returns the start of a message whose id the client generates.
    #[must_use]
    pub const fn start() -> Self {
        Self::Start { message_id: None, message_metadata: None }
    }

    /// Returns the end of a message.
    #[must_use]
    pub const fn finish(reason: FinishReason) -> Self {
        Self::Finish { finish_reason: Some(reason), message_metadata: None }
    }
}

/// The reason why the model stopped. Values that only the newest clients know are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinishReason {
    /// The answer is complete.
    Stop,
    /// The answer reached its token limit.
    Length,
    /// The provider's content filter stopped the answer.
    ContentFilter,
    /// The model waits for a tool: for the user's approval, or for the client to run it.
    ToolCalls,
    /// An error stopped the answer.
    Error,
    /// Any other reason.
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
