//! The port for conversations with the advisor: messages, approvals that the advisor requests, and traces of
//! what was sent to models.

use async_trait::async_trait;
use saldo_domain::{
    ApprovalId, ApprovalState, Chat, ChatId, ChatRole, MessageState, Page, PageRequest, Timestamp, UserId,
};
use serde_json::Value;

use crate::Result;

/// The maximum number of messages in a chat. A chat is always loaded as a whole.
pub const CHAT_MESSAGES_MAX: usize = 1_000;

/// The key by which a chat is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatKey {
    /// The id of the chat.
    Id(ChatId),
    /// The name that the user's client gave it.
    Client(String),
}

/// A partial update of a chat; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChatChange {
    /// The new title.
    pub title: Option<String>,
    /// The name of the new model; `Some(None)` for the default model.
    pub model: Option<Option<String>>,
    /// The model and host to which the conversation may be sent; `Some(None)` for none.
    pub consent: Option<Option<String>>,
}

/// A message of a chat.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatMessage {
    /// The id, unique within the chat. The client generates it for messages of the user, the server for those
    /// of the advisor.
    pub id: String,
    /// The author of the message.
    pub role: ChatRole,
    /// The progress of the message.
    pub state: MessageState,
    /// The parts of a UI message, a JSON array.
    pub parts: Value,
    /// The metadata of a UI message; `null` for none.
    pub metadata: Value,
    /// The text that [`Chats::list_chats`] searches. It is stored, and returned, as
    /// `saldo_domain::text::findable` normalizes it.
    pub text: String,
    /// The time at which the message was first stored. Set by the storage; ignored in arguments.
    pub created_at: Timestamp,
}

/// A request for the user's approval of a tool call.
#[derive(Debug, Clone, PartialEq)]
pub struct NewApproval {
    /// The id.
    pub id: ApprovalId,
    /// The id of the message that contains the request.
    pub message: String,
    /// The id of the tool call.
    pub call: String,
    /// The name of the tool.
    pub tool: String,
    /// The action that runs if the user approves, as JSON.
    pub content: Value,
    /// The time until which the request can be answered.
    pub expires_at: Timestamp,
}

/// A request for approval and its state.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatApproval {
    /// The request.
    pub asked: NewApproval,
    /// The state of the request.
    pub state: ApprovalState,
}

/// The outcome of answering a request for approval.
#[derive(Debug, Clone, PartialEq)]
pub enum AnsweredApproval {
    /// The answer was stored. It is the only answer that counts.
    Taken(ChatApproval),
    /// The request was answered or withdrawn before.
    Already,
    /// The request has expired.
    Expired,
    /// The user has no such request in this chat, or it is about another call.
    Unknown,
}

/// A record of what was sent to a model for a message, and of its response.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatTrace {
    /// The id of the message.
    pub message: String,
    /// The request and the response, as JSON.
    pub content: Value,
    /// The time at which it was sent, set by the caller.
    pub created_at: Timestamp,
}

/// The chats of a user.
#[async_trait]
pub trait Chats: Send + Sync {
    /// Adds a chat.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] if the id is in use, or if the user has a chat with the same client id.
    async fn insert_chat(&self, user: UserId, chat: Chat) -> Result<()>;

    /// Returns one of the user's chats.
    async fn find_chat(&self, user: UserId, key: ChatKey) -> Result<Option<Chat>>;

    /// Returns a page of the user's chats, the most recently updated first. With `search`, only those whose
    /// title or messages contain the text, regardless of case, accents and the spelling of umlauts.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`] if the cursor is not valid.
    async fn list_chats(&self, user: UserId, search: Option<String>, page: PageRequest)
    -> Result<Page<Chat>>;

    /// Changes a chat; returns `None` if the user has no such chat.
    async fn update_chat(
        &self,
        user: UserId,
        chat: ChatId,
        change: ChatChange,
        now: Timestamp,
    ) -> Result<Option<Chat>>;

    /// Deletes a chat with everything in it; returns `false` if the user has no such chat.
    async fn delete_chat(&self, user: UserId, chat: ChatId) -> Result<bool>;

    /// Returns the messages of a chat, oldest first; empty for an unknown chat.
    async fn list_chat_messages(&self, user: UserId, chat: ChatId) -> Result<Vec<ChatMessage>>;

    /// Stores messages. If `from` is the id of a message, that message and all later ones are deleted first.
    /// A message with a known id then replaces the content of the stored one, which keeps its role and
    /// position; others are added at the end. Returns `false`, and changes no message, if the user has no
    /// such chat or if it would have more than [`CHAT_MESSAGES_MAX`] messages.
    async fn put_chat_messages(
        &self,
        user: UserId,
        chat: ChatId,
        from: Option<String>,
        messages: Vec<ChatMessage>,
        now: Timestamp,
    ) -> Result<bool>;

    /// Stores requests for approval; returns `false` if the user has no such chat.
    async fn insert_approvals(
        &self,
        user: UserId,
        chat: ChatId,
        asked: Vec<NewApproval>,
        now: Timestamp,
    ) -> Result<bool>;

    /// Returns the requests of a chat that are neither answered nor withdrawn, including expired ones.
    async fn list_open_approvals(&self, user: UserId, chat: ChatId) -> Result<Vec<ChatApproval>>;

    /// Answers a request for approval. `call` must be the id of the call that the request is about. Only the
    /// first answer counts.
    async fn answer_approval(
        &self,
        user: UserId,
        chat: ChatId,
        approval: ApprovalId,
        call: &str,
        approved: bool,
        now: Timestamp,
    ) -> Result<AnsweredApproval>;

    /// Withdraws the unanswered requests of a chat and returns them.
    async fn withdraw_approvals(
        &self,
        user: UserId,
        chat: ChatId,
        now: Timestamp,
    ) -> Result<Vec<ChatApproval>>;

    /// Stores a trace; returns `false` if the user has no such chat.
    async fn insert_chat_trace(&self, user: UserId, chat: ChatId, trace: ChatTrace) -> Result<bool>;

    /// Returns the latest traces of a chat, at most `limit`, the oldest of them first.
    async fn list_chat_traces(&self, user: UserId, chat: ChatId, limit: u32) -> Result<Vec<ChatTrace>>;
}
