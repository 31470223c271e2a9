//! Chats: conversations of users with the advisor.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;

/// The identifier of a [`Chat`].
pub type ChatId = Id<Chat>;

/// A conversation with the advisor. The API calls it a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// The identifier.
    pub id: ChatId,
    /// The identifier that the client chose, if it named the conversation before the server did.
    pub client_id: Option<String>,
    /// The title that the user sees; at first their first question.
    pub title: String,
    /// The model that answers, by its name in the settings; `None` for the default model.
    pub model: Option<String>,
    /// The model and host to which the user agreed to send this conversation, such as
    /// `gpt-5 at api.openai.com`; `None` if there is no such consent.
    pub consent: Option<String>,
    /// The time of the first message.
    pub created_at: Timestamp,
    /// The time of the last message or of the last change of the title.
    pub updated_at: Timestamp,
}

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// The user.
    User,
    /// The advisor.
    Assistant,
}

/// The state of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// Being written. After a crash, the message stays in this state, with the text that was stored so far.
    Streaming,
    /// Complete.
    Done,
    /// Waiting for the user's approval or consent.
    Waiting,
    /// The user stopped it.
    Stopped,
    /// Failed.
    Failed,
}

/// The identifier of an [`Approval`].
pub type ApprovalId = Id<Approval>;

/// An action for which the advisor needs the user's approval. This type only marks its identifiers; the
/// storage crate stores the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {}

/// The state of an [`Approval`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalState {
    /// The user has not answered yet.
    Requested,
    /// The user approved it; the action runs once.
    Approved,
    /// The user denied it.
    Denied,
    /// The user continued the conversation without answering.
    Withdrawn,
}

/// The identifier of a [`Memory`].
pub type MemoryId = Id<Memory>;

/// A note that the user wants the advisor to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// The identifier.
    pub id: MemoryId,
    /// The text of the note.
    pub text: String,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}
