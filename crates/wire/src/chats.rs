//! Conversations with the advisor, their traces, notes and models.

use saldo_advisor::chats::{ChatChange, ChatMessage, ChatTrace, Thread};
use saldo_domain::{ChatId, ChatRole, Memory, MemoryId, MessageState, Timestamp};
use saldo_llm::NamedModel;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::fields::{PatchField, one_line};
use crate::{Error, Result};

/// Maximum length of a title, in characters.
const TITLE_CHARACTERS_MAX: usize = 200;
/// Maximum length of a search text, in characters.
const SEARCH_CHARACTERS_MAX: usize = 200;
/// Maximum length of a note, in characters.
const TEXT_CHARACTERS_MAX: usize = 500;

/// A thread: a stored chat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Thread)]
#[serde(rename_all = "camelCase")]
pub struct ThreadBody {
    id: ChatId,
    client_id: Option<String>,
    title: String,
    model: Option<String>,
    /// The model and host to which the user allowed this thread to be sent.
    consent: Option<String>,
    /// True while an answer is being written.
    streaming: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<Thread> for ThreadBody {
    fn from(Thread { chat, is_running }: Thread) -> Self {
        Self {
            streaming: is_running,
            id: chat.id,
            client_id: chat.client_id,
            title: chat.title,
            model: chat.model,
            consent: chat.consent,
            created_at: chat.created_at,
            updated_at: chat.updated_at,
        }
    }
}

/// A message in the shape of the AI SDK.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeptMessage)]
pub struct MessageBody {
    id: String,
    #[schema(value_type = crate::described::ChatRole)]
    role: ChatRole,
    #[schema(value_type = Object)]
    metadata: Value,
    #[schema(value_type = Vec<Object>)]
    parts: Value,
}

impl From<ChatMessage> for MessageBody {
    fn from(message: ChatMessage) -> Self {
        let mut metadata = match message.metadata {
            Value::Object(metadata) => metadata,
            _ => serde_json::Map::new(),
        };
        let state: MessageState = message.state;
        metadata.insert("state".to_owned(), serde_json::to_value(state).unwrap_or_default());
        metadata.insert("createdAt".to_owned(), message.created_at.to_string().into());
        Self { id: message.id, role: message.role, metadata: metadata.into(), parts: message.parts }
    }
}

/// A thread with its messages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ThreadWithMessages)]
pub struct ThreadWithMessagesBody {
    #[serde(flatten)]
    thread: ThreadBody,
    messages: Vec<MessageBody>,
}

impl ThreadWithMessagesBody {
    /// Creates the body of a thread and its messages.
    #[must_use]
    pub fn new(thread: Thread, messages: Vec<ChatMessage>) -> Self {
        Self { thread: thread.into(), messages: messages.into_iter().map(MessageBody::from).collect() }
    }
}

/// The thread in a path.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ThreadPath {
    /// The thread's id, or the client's own id for it.
    pub id: String,
}

/// `?search=`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Text to find in the title or messages, ignoring case.
    #[param(max_length = 200)]
    search: Option<String>,
}

impl SearchQuery {
    /// Returns the text, if there is one.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an overlong text.
    pub fn search(self) -> Result<Option<String>> {
        let search = self.search.filter(|text| !text.trim().is_empty());
        if search.as_ref().is_some_and(|text| text.chars().count() > SEARCH_CHARACTERS_MAX) {
            return Err(Error::invalid(format!(
                "search must have at most {SEARCH_CHARACTERS_MAX} characters"
            )));
        }
        Ok(search)
    }
}

/// Changes to a thread. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ThreadChange)]
pub struct ThreadRequest {
    #[schema(max_length = 200)]
    title: Option<String>,
    /// `null` revokes the user's consent. Consent is given with a chat message only.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    consent: PatchField<String>,
}

impl ThreadRequest {
    /// Returns the change.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty or overlong title, or consent that is not `null`.
    pub fn change(self) -> Result<ChatChange> {
        let title = self.title.map(|text| one_line("title", &text, TITLE_CHARACTERS_MAX));
        let consent = self.consent.change();
        if matches!(consent, Some(Some(_))) {
            return Err(Error::invalid("consent can only be null here; give consent with POST /chat"));
        }
        Ok(ChatChange { title: title.transpose()?, consent, ..ChatChange::default() })
    }
}

/// The trace of one answer: requests to the model, tool calls with their results, tokens, time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Trace)]
#[serde(rename_all = "camelCase")]
pub struct TraceBody {
    message_id: String,
    created_at: Timestamp,
    #[serde(flatten)]
    #[schema(value_type = crate::described::TraceContent)]
    content: Value,
}

impl From<ChatTrace> for TraceBody {
    fn from(trace: ChatTrace) -> Self {
        Self { message_id: trace.message, created_at: trace.created_at, content: trace.content }
    }
}

/// A note.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Memory)]
#[serde(rename_all = "camelCase")]
pub struct MemoryBody {
    id: MemoryId,
    text: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<Memory> for MemoryBody {
    fn from(memory: Memory) -> Self {
        Self {
            id: memory.id,
            text: memory.text,
            created_at: memory.created_at,
            updated_at: memory.updated_at,
        }
    }
}

/// The text of a note.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = MemoryText)]
pub struct MemoryRequest {
    #[schema(min_length = 1, max_length = 500)]
    text: String,
}

impl MemoryRequest {
    /// Returns the text.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty or overlong text.
    pub fn text(&self) -> Result<String> {
        one_line("text", &self.text, TEXT_CHARACTERS_MAX)
    }
}

/// A model that can answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Model)]
#[serde(rename_all = "camelCase")]
pub struct ModelBody {
    name: String,
    default: bool,
    leaves_machine: bool,
    /// The host that receives what is sent to the model; `null` for the built-in analyst.
    host: Option<String>,
    /// True if lines of statements that do not add up are sent to the model.
    reads_statements: bool,
}

impl ModelBody {
    /// Creates the body of a model.
    #[must_use]
    pub fn new(named: &NamedModel, default: bool, reads_statements: bool) -> Self {
        Self {
            name: named.name.clone(),
            default,
            leaves_machine: named.model.is_remote(),
            host: named.model.host(),
            reads_statements,
        }
    }
}
