//! What a client sends: the conversation so far, read leniently.
//!
//! Clients of every version, and people with curl, send messages in several shapes; parts and keys that are not known here are
//! kept out of the way instead of refused. Everything in it is the client's claim: tool outputs and the assistant's texts
//! too, because a client can send back what it likes.

use serde_json::{Map, Value};

/// Why a request cannot be read. The words are for the client's developer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The body is not JSON.
    #[error("the body is not valid JSON")]
    Json,
    /// The body is JSON, but no object.
    #[error("the body must be a JSON object with \"messages\"")]
    NotAnObject,
    /// `messages` is missing, no list, or empty.
    #[error("\"messages\" must be a list of at least one message")]
    NoMessages,
    /// A message has no role that is known.
    #[error("messages[{0}]: \"role\" must be \"user\", \"assistant\" or \"system\"")]
    Role(usize),
    /// A message has neither `content` nor `parts`.
    #[error("messages[{0}]: a message needs \"content\" (text) or \"parts\" (a list)")]
    Content(usize),
}

/// The body of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// The conversation's id, as the client names it.
    pub id: Option<String>,
    /// The conversation so far, oldest first; never empty.
    pub messages: Vec<UiMessage>,
    /// Why the client asks.
    pub trigger: Trigger,
    /// The message that is edited, answered again or continued.
    pub message_id: Option<String>,
    /// Every other key of the body.
    pub extra: Map<String, Value>,
}

/// Why the client asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// There is a new message, or an answer to an approval.
    SubmitMessage,
    /// The last question is to be answered again.
    RegenerateMessage,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The application, by way of the client.
    System,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct UiMessage {
    /// Its id, as the client names it.
    pub id: Option<String>,
    /// Who speaks.
    pub role: Role,
    /// What is said and done, in order.
    pub parts: Vec<Part>,
    /// Anything the application keeps beside it.
    pub metadata: Option<Value>,
}

/// One part of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Text.
    Text(String),
    /// The model's reasoning.
    Reasoning(String),
    /// A turn of the model begins.
    StepStart,
    /// A call of a tool.
    Tool(ToolPart),
    /// A file.
    File(FilePart),
    /// A part of the application's own kind.
    Data(DataPart),
    /// A part of a kind that is not known here, as it came.
    Other(Value),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolPart {
    /// Names the tool.
    pub name: String,
    /// Names the call.
    pub call_id: String,
    /// How far the call has come.
    pub state: ToolState,
    /// The input.
    pub input: Option<Value>,
    /// What the client says the tool answered.
    pub output: Option<Value>,
    /// The question whether the tool may run.
    pub approval: Option<Approval>,
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolState {
    /// The input is still arriving.
    InputStreaming,
    /// The input is there.
    InputAvailable,
    /// The person is asked.
    ApprovalRequested,
    /// The person answered.
    ApprovalResponded,
    /// The tool answered.
    OutputAvailable,
    /// The tool failed.
    OutputError,
    /// The person did not agree.
    OutputDenied,
    /// A state that is not known here.
    Other,
}

/// The question whether a tool may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Names the question.
    pub id: String,
    /// The person's answer, if there is one.
    pub approved: Option<bool>,
    /// What they said beside it.
    pub reason: Option<String>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// Its media type.
    pub media_type: String,
    /// Its name.
    pub file_name: Option<String>,
    /// Where it is, often as a `data:` address.
    pub url: String,
}

/// A part of the application's own kind.
#[derive(Debug, Clone, PartialEq)]
pub struct DataPart {
    /// The kind, without `data-`.
    pub name: String,
    /// Its id.
    pub id: Option<String>,
    /// Its content.
    pub data: Value,
}

impl ChatRequest {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// [`RequestError`], when there is no conversation in it.
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

    /// The last message.
    ///
    /// # Panics
    /// Never: a request that was parsed has a message.
    #[must_use]
    pub fn last(&self) -> &UiMessage {
        self.messages.last().expect("parse refuses an empty list")
    }
}

impl UiMessage {
    /// Its text parts, joined by line breaks.
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

    /// The calls that the person has answered whether they may run.
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

/// `None` for a part of an unknown kind, or one that lacks what its kind needs.
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
