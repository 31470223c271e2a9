//! Chats: what a person and the advisor say to each other.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;

/// Names a [`Chat`].
pub type ChatId = Id<Chat>;

/// A conversation with the advisor. (On the wire: a thread.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// Its identifier.
    pub id: ChatId,
    /// What the person's client calls it, when the client named it first.
    pub client_id: Option<String>,
    /// What the person calls it; at first it is their first question.
    pub title: String,
    /// The model that answers in it, by its name in the settings; `None` for the default one.
    pub model: Option<String>,
    /// To whom the person allowed what is said in it to be sent, model and host; `None` for nobody.
    pub consent: Option<String>,
    /// When it began.
    pub created_at: Timestamp,
    /// When something was last said in it, or it was renamed.
    pub updated_at: Timestamp,
}

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// The person.
    User,
    /// The advisor.
    Assistant,
}

/// How far a message has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// It is being written; after a crash it stays so, with what was kept of it.
    Streaming,
    /// It is whole.
    Done,
    /// It waits for the person to allow something.
    Waiting,
    /// The person stopped it.
    Stopped,
    /// It failed.
    Failed,
}

/// Names an [`Approval`].
pub type ApprovalId = Id<Approval>;

/// What the advisor asks to be allowed. Only its identifier is needed here; what is asked is kept by the storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {}

/// What became of an [`Approval`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalState {
    /// The person has not answered.
    Requested,
    /// The person agreed; it is run once.
    Approved,
    /// The person did not agree.
    Denied,
    /// The person went on without answering.
    Withdrawn,
}

/// Names a [`Memory`].
pub type MemoryId = Id<Memory>;

/// Something the person wants the advisor to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Its identifier.
    pub id: MemoryId,
    /// The person's words.
    pub text: String,
    /// When it was noted.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}
