//! Chats: what people and the advisor said to each other, what the advisor asked to be allowed, and what models were sent.

use async_trait::async_trait;
use saldo_domain::{
    ApprovalId, ApprovalState, Chat, ChatId, ChatRole, MessageState, Page, PageRequest, Timestamp, UserId,
};
use serde_json::Value;

use crate::Result;

/// Messages that one chat may have: it is read whole.
pub const CHAT_MESSAGES_MAX: usize = 1_000;

/// Which chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatKey {
    /// The one with this identifier.
    Id(ChatId),
    /// The one that the person's client calls so.
    Client(String),
}

/// What changes of a chat; `None` leaves it as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChatChange {
    /// A new title.
    pub title: Option<String>,
    /// Another model; `Some(None)` for the default one.
    pub model: Option<Option<String>>,
    /// To whom what is said may be sent; `Some(None)` for nobody.
    pub consent: Option<Option<String>>,
}

/// One message of a chat.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatMessage {
    /// Its identifier, unique in its chat: the client's for the person's messages, ours for the advisor's.
    pub id: String,
    /// Who says it.
    pub role: ChatRole,
    /// How far it has come.
    pub state: MessageState,
    /// The parts of a UI message, a list.
    pub parts: Value,
    /// The metadata of a UI message; `null` for none.
    pub metadata: Value,
    /// What it is found by.
    pub text: String,
    /// When it was first kept; set by the storage.
    pub created_at: Timestamp,
}

/// What the advisor asks to be allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct NewApproval {
    /// Its identifier.
    pub id: ApprovalId,
    /// The message in which it is asked.
    pub message: String,
    /// The call it is about.
    pub call: String,
    /// The tool.
    pub tool: String,
    /// What is run when the person agrees.
    pub content: Value,
    /// When asking is over.
    pub expires_at: Timestamp,
}

/// What the advisor asked to be allowed, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatApproval {
    /// As it was asked.
    pub asked: NewApproval,
    /// What became of it.
    pub state: ApprovalState,
}

/// How answering an approval ended.
#[derive(Debug, Clone, PartialEq)]
pub enum AnsweredApproval {
    /// This answer counts; it is the only one that does.
    Taken(ChatApproval),
    /// It was answered or withdrawn before.
    Already,
    /// The time to answer is over.
    Expired,
    /// Nothing of the kind was asked in this chat of this person's.
    Unknown,
}

/// What a model was sent for a message, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatTrace {
    /// The message.
    pub message: String,
    /// What was sent and came back.
    pub content: Value,
    /// When it was sent; set by the storage.
    pub created_at: Timestamp,
}

/// The person's chats.
#[async_trait]
pub trait Chats: Send + Sync {
    /// Adds a chat; `Conflict` when there is one of this identifier, or one that the person's client calls the same.
    async fn insert_chat(&self, user: UserId, chat: Chat) -> Result<()>;

    /// One of the person's chats.
    async fn find_chat(&self, user: UserId, key: ChatKey) -> Result<Option<Chat>>;

    /// The person's chats, those in which something was last said first; only those in whose title or messages `search` is.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`].
    async fn list_chats(&self, user: UserId, search: Option<String>, page: PageRequest)
    -> Result<Page<Chat>>;

    /// Changes a chat; `None` when the person has no such one.
    async fn update_chat(
        &self,
        user: UserId,
        chat: ChatId,
        change: ChatChange,
        now: Timestamp,
    ) -> Result<Option<Chat>>;

    /// Deletes a chat with everything in it; `false` when the person has no such one.
    async fn delete_chat(&self, user: UserId, chat: ChatId) -> Result<bool>;

    /// What was said, the oldest first; empty for an unknown chat.
    async fn list_chat_messages(&self, user: UserId, chat: ChatId) -> Result<Vec<ChatMessage>>;

    /// Keeps messages: one whose identifier is known is replaced in its place, others are added at the end. First the message `from`
    /// and all after it are deleted, when it is named and there. `false` when the person has no such chat, or it would have more
    /// than [`CHAT_MESSAGES_MAX`]; then nothing changes.
    async fn put_chat_messages(
        &self,
        user: UserId,
        chat: ChatId,
        from: Option<String>,
        messages: Vec<ChatMessage>,
        now: Timestamp,
    ) -> Result<bool>;

    /// Keeps what the advisor asks to be allowed; `false` when the person has no such chat.
    async fn insert_approvals(
        &self,
        user: UserId,
        chat: ChatId,
        asked: Vec<NewApproval>,
        now: Timestamp,
    ) -> Result<bool>;

    /// What is still to be answered in a chat, expired or not.
    async fn list_open_approvals(&self, user: UserId, chat: ChatId) -> Result<Vec<ChatApproval>>;

    /// Answers an approval, `call` being the call it is said to be about. Only the first answer counts.
    async fn answer_approval(
        &self,
        user: UserId,
        chat: ChatId,
        approval: ApprovalId,
        call: &str,
        approved: bool,
        now: Timestamp,
    ) -> Result<AnsweredApproval>;

    /// Withdraws what was not answered in a chat, and answers with it.
    async fn withdraw_approvals(
        &self,
        user: UserId,
        chat: ChatId,
        now: Timestamp,
    ) -> Result<Vec<ChatApproval>>;

    /// Keeps a trace; `false` when the person has no such chat.
    async fn insert_chat_trace(&self, user: UserId, chat: ChatId, trace: ChatTrace) -> Result<bool>;

    /// The latest traces of a chat, at most `limit`, the oldest of them first.
    async fn list_chat_traces(&self, user: UserId, chat: ChatId, limit: u32) -> Result<Vec<ChatTrace>>;
}
