//! Requests of clients: the conversation so far, parsed leniently.
//!
//! Clients of different versions, and users of curl, send messages in several shapes. Unknown parts and keys
//! are stored or ignored, never rejected. Everything in a request is a claim of the client, tool outputs and
//! the assistant's texts included, because a client can send anything.

use serde_json::{Map, Value};

/// A request that cannot be parsed. The messages are for the developer of the client; the numbers are
/// positions in `messages`, from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The body is not valid JSON.
    #[error("the body is not valid JSON")]
    Json,
    /// The body is JSON, but not an object.
    #[error("the body must be a JSON object with \"messages\"")]
    NotAnObject,
    /// `messages` is missing, empty or not a list.
    #[error("\"messages\" must be a list of at least one message")]
    NoMessages,
    /// A message is not an object, or has no known role.
    #[error("messages[{0}]: \"role\" must be \"user\", \"assistant\" or \"system\"")]
    Role(usize),
    /// A message has neither `content` (text or a list) nor `parts` (a list).
    #[error("messages[{0}]: a message needs \"content\" (text) or \"parts\" (a list)")]
    Content(usize),
}

/// The body of a request.
///
/// ```
/// use ui_message_stream::ChatRequest;
///
/// let body = br#"{"id": "c1", "messages": [{"role": "user", "content": "Hello"}]}"#;
/// let request = ChatRequest::parse(body)?;
/// assert_eq!((request.id.as_deref(), request.messages.len()), (Some("c1"), 1));
/// # Ok::<(), ui_message_stream::RequestError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// The conversation's id, assigned by the client.
    pub id: Option<String>,
    /// The conversation so far, oldest message first; never empty.
    pub messages: Vec<UiMessage>,
    /// The client's reason for the request.
    pub trigger: Trigger,
    /// The id of the message to edit, to answer again or to continue.
    pub message_id: Option<String>,
    /// All other keys of the body.
    pub extra: Map<String, Value>,
}

/// The client's reason for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// The user sent a message or answered an approval request. The default for a missing or unknown trigger.
    SubmitMessage,
    /// The user wants another answer to the last question.
    RegenerateMessage,
}

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The application, through the client.
    System,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct UiMessage {
    /// The id, assigned by the client.
    pub id: Option<String>,
    /// The author.
    pub role: Role,
    /// The content, in order.
    pub parts: Vec<Part>,
    /// Metadata that the application attached to the message.
    pub metadata: Option<Value>,
}

/// One part of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Text.
    Text(String),
    /// The model's reasoning.
    Reasoning(String),
    /// The start of one turn of the model.
    StepStart,
    /// A tool call.
    Tool(ToolPart),
    /// A file.
    File(FilePart),
    /// A data part of the application's own kind.
    Data(DataPart),
    /// A part of an unknown kind, or one that lacks a required key, unchanged.
    Other(Value),
}

/// A tool call in a message.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolPart {
    /// The name of the tool.
    pub name: String,
    /// The id of the call.
    pub call_id: String,
    /// The state of the call.
    pub state: ToolState,
    /// The input.
    pub input: Option<Value>,
    /// The output of the tool, as the client claims.
    pub output: Option<Value>,
    /// The approval that the tool requires.
    pub approval: Option<Approval>,
}

/// The state of a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolState {
    /// The input is incomplete.
    InputStreaming,
    /// The input is complete.
    InputAvailable,
    /// The user has not answered the approval request.
    ApprovalRequested,
    /// The user has answered the approval request.
    ApprovalResponded,
    /// The tool has returned an output.
    OutputAvailable,
    /// The tool failed.
    OutputError,
    /// The user denied the call.
    OutputDenied,
    /// An unknown state.
    Other,
}

/// An approval request and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The id of the approval.
    pub id: String,
    /// The user's answer; `None` if there is none yet.
    pub approved: Option<bool>,
    /// The reason that the user gave.
    pub reason: Option<String>,
}

/// A file in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// The media type.
    pub media_type: String,
    /// The name of the file.
    pub file_name: Option<String>,
    /// The URL of the file, often a `data:` URL.
    pub url: String,
}

/// A data part of the application's own kind.
#[derive(Debug, Clone, PartialEq)]
pub struct DataPart {
    /// The kind, without `data-`.
    pub name: String,
    /// The id of the part.
    pub id: Option<String>,
    /// The content.
    pub data: Value,
}

impl ChatRequest {
    /// Parses the body of a request.
    ///
    /// # Errors
    /// [`RequestError::Json`] or [`RequestError::NotAnObject`] if the body is not a JSON object,
    /// [`RequestError::NoMessages`] if it has no messages, [`RequestError::Role`] or
    /// [`RequestError::Content`] if a message has no known role or no content.
    pub fn parse(body: &[u8]) -> Result<Self, RequestError> {
        let Value::Object(mut object) = serde_json::from_slice(body).map_err(|_| RequestError::Json)? else {
            return Err(RequestError::NotAnObject);
        };
        let messages = match object.remove("messages") {
            Some(Value::Array(messages)) if !messages.is_empty() => messages,
            _ => return Err(RequestError::NoMessages),
        };
        let messages = messages
            .into_iter()
            .enumerate()
            .map(|(index, message)| read_message(index, message))
            .collect::<Result<_, _>>()?;
        let regenerate = object.remove("trigger").is_some_and(|trigger| trigger == "regenerate-message");
        Ok(Self {
            id: take_text(&mut object, "id"),
            messages,
            trigger: if regenerate { Trigger::RegenerateMessage } else { Trigger::SubmitMessage },
            message_id: take_text(&mut object, "messageId"),
            extra: object,
        })
    }

    /// Returns the last message.
    ///
    /// # Panics
    /// Panics if `messages` is empty, which [`ChatRequest::parse`] rules out.
    #[must_use]
    pub fn last(&self) -> &UiMessage {
        self.messages.last().expect("parse rejects an empty list")
    }
}

impl UiMessage {
    /// Returns the text parts of the message, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        texts.join("\n")
    }

    /// Returns the calls whose approval request the user has answered, with the answers.
    pub fn answered_approvals(&self) -> impl Iterator<Item = (&ToolPart, &Approval)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Tool(tool) if tool.state == ToolState::ApprovalResponded => {
                tool.approval.as_ref().filter(|approval| approval.approved.is_some()).map(|it| (tool, it))
            }
            _ => None,
        })
    }
}

fn read_message(index: usize, message: Value) -> Result<UiMessage, RequestError> {
    let Value::Object(mut message) = message else {
        return Err(RequestError::Role(index));
    };
    let role = match message.get("role").and_then(Value::as_str) {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        Some("system") => Role::System,
        _ => return Err(RequestError::Role(index)),
    };
    let parts = match (message.remove("parts"), message.remove("content")) {
        (Some(Value::Array(parts)), _) | (_, Some(Value::Array(parts))) => {
            parts.into_iter().map(read_part).collect()
        }
        (_, Some(Value::String(text))) => vec![Part::Text(text)],
        _ => return Err(RequestError::Content(index)),
    };
    Ok(UiMessage { id: take_text(&mut message, "id"), role, parts, metadata: message.remove("metadata") })
}

fn read_part(part: Value) -> Part {
    known_part(&part).unwrap_or(Part::Other(part))
}

/// Returns `None` for a part of an unknown kind, or for one that lacks a key that its kind requires.
fn known_part(part: &Value) -> Option<Part> {
    match part.get("type")?.as_str()? {
        "text" => text_of(part, "text").map(Part::Text),
        "reasoning" => text_of(part, "text").map(Part::Reasoning),
        "step-start" => Some(Part::StepStart),
        "dynamic-tool" => read_tool(text_of(part, "toolName")?, part),
        "file" => Some(Part::File(FilePart {
            media_type: text_of(part, "mediaType")?,
            file_name: text_of(part, "filename"),
            url: text_of(part, "url")?,
        })),
        kind => {
            if let Some(name) = kind.strip_prefix("tool-") {
                read_tool(name.to_owned(), part)
            } else {
                let name = kind.strip_prefix("data-")?.to_owned();
                let data = part.get("data").cloned().unwrap_or_default();
                Some(Part::Data(DataPart { name, id: text_of(part, "id"), data }))
            }
        }
    }
}

fn read_tool(name: String, part: &Value) -> Option<Part> {
    let state = match part.get("state")?.as_str()? {
        "input-streaming" => ToolState::InputStreaming,
        "input-available" => ToolState::InputAvailable,
        "approval-requested" => ToolState::ApprovalRequested,
        "approval-responded" => ToolState::ApprovalResponded,
        "output-available" => ToolState::OutputAvailable,
        "output-error" => ToolState::OutputError,
        "output-denied" => ToolState::OutputDenied,
        _ => ToolState::Other,
    };
    let approval = part.get("approval").and_then(|approval| {
        Some(Approval {
            id: text_of(approval, "id")?,
            approved: approval.get("approved").and_then(Value::as_bool),
            reason: text_of(approval, "reason"),
        })
    });
    Some(Part::Tool(ToolPart {
        name,
        call_id: text_of(part, "toolCallId")?,
        state,
        input: part.get("input").cloned(),
        output: part.get("output").cloned(),
        approval,
    }))
}

fn text_of(object: &Value, key: &str) -> Option<String> {
    object.get(key)?.as_str().map(str::to_owned)
}

fn take_text(object: &mut Map<String, Value>, key: &str) -> Option<String> {
    match object.remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}
