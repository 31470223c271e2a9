//! The errors of this crate.

use saldo_storage::CHAT_MESSAGES_MAX;

use crate::chats::{NOTES_MAX, ServiceError};

/// The reason why a conversation cannot be answered or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The last message is not the user's, or it is blank.
    #[error("the last message must be the user's and must have text")]
    NothingAsked,
    /// The question is too long.
    #[error("the question is too long; use at most {characters_max} characters")]
    QuestionTooLong {
        /// The maximum number of characters.
        characters_max: usize,
    },
    /// The client's id of a conversation is empty or too long.
    #[error("The id of a conversation must have 1 to {most} characters")]
    ChatIdLength {
        /// The maximum number of characters.
        most: usize,
    },
    /// The client's id of a message is too long.
    #[error("The id of a message must have at most {most} characters")]
    MessageIdTooLong {
        /// The maximum number of characters.
        most: usize,
    },
    /// The typed query of a question is invalid.
    #[error("The query of the question is invalid: {0}")]
    InvalidQuery(String),
    /// The consent has an unknown value.
    #[error("consent must be \"once\", \"thread\" or \"no\"")]
    InvalidConsent,
    /// The named model does not exist.
    #[error("Unknown model {name:?}; choose one of GET /chat/models")]
    UnknownModel {
        /// The name.
        name: String,
    },
    /// A message has too many files.
    #[error("A message can have at most {most} files; send fewer")]
    TooManyFiles {
        /// The maximum number of files.
        most: usize,
    },
    /// A `data:` URL is not valid base64.
    #[error("A data: URL must be valid base64; encode the file again")]
    InvalidDataUrl,
    /// A file is neither in the request nor an uploaded statement.
    #[error("A file must be a data: URL or /api/statements/{}/file; other addresses are not fetched", "{id}")]
    ForeignFile,
    /// The user has no such thread, statement, approval or note.
    #[error("Not found")]
    NotFound,
    /// The chat was deleted, or has as many messages as a chat can have.
    #[error("This conversation was deleted or has {most} messages; start a new one", most = CHAT_MESSAGES_MAX)]
    ChatEnded,
    /// The message that is to continue is not the last one.
    #[error("This conversation has changed; reload it")]
    ChatChanged,
    /// The approval was answered before.
    #[error("This request was answered already; reload the conversation")]
    AnsweredAlready,
    /// The approval has expired.
    #[error("This request has expired; ask again")]
    ApprovalExpired,
    /// The user has as many notes as a user can have.
    #[error("You have {most} notes, which is the limit; delete some first", most = NOTES_MAX)]
    TooManyNotes,
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
    /// The days that the user's data covers cannot be read.
    #[error(transparent)]
    Books(#[from] saldo_bookkeeping::Error),
    /// An error of the service that stores the files of a question.
    #[error(transparent)]
    Files(ServiceError),
    /// The first message of an MCP client does not start a session of the Model Context Protocol.
    #[cfg(feature = "mcp")]
    #[error("the assistant's first message does not follow the protocol")]
    NotTheProtocol(#[source] ServiceError),
    /// The task that begins an answer, or that answers an MCP client, failed.
    #[error(transparent)]
    Task(tokio::task::JoinError),
}
