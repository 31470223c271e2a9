//! Bodies that are read or written elsewhere, for the `OpenAPI` document: forms, chats, traces, messages of
//! the Model Context Protocol.

use saldo_domain::{Currency, FailureCode};
use saldo_statement_ingest::import::CsvMapping;
use serde_json::Value;
use utoipa::ToSchema;

use crate::AnyId;

/// An error. Some errors have additional fields.
#[derive(ToSchema)]
pub struct ErrorBody {
    /// A message for users: the cause, and what to do about it.
    pub error: String,
    /// For internal errors: the id under which the server's log has the cause.
    #[schema(nullable = false)]
    pub id: Option<AnyId>,
    /// For a statement that cannot be read: the reason, for programs.
    #[schema(nullable = false)]
    pub code: Option<FailureCode>,
    /// The failed job.
    #[schema(nullable = false)]
    pub job_id: Option<AnyId>,
    /// The statement that the request refers to.
    #[schema(nullable = false)]
    pub statement_id: Option<AnyId>,
    /// True if a file with the same bytes was processed before.
    #[schema(nullable = false)]
    pub is_duplicate: Option<bool>,
}

/// Statement files.
#[derive(ToSchema)]
pub struct UploadForm {
    /// One or more statements: PDF, CSV, OFX, QIF, CAMT.053 or MT940. Every part with a file name is
    /// accepted.
    #[schema(value_type = Vec<File>)]
    pub files: Vec<File>,
    /// The password of the encrypted PDFs among them.
    pub password: Option<String>,
}

/// A receipt.
#[derive(ToSchema)]
pub struct AttachmentForm {
    /// A part with a file name: PDF, JPG or PNG.
    pub file: File,
}

/// A file to preview before it is imported.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ImportForm {
    /// A part with a file name: CSV, OFX, QIF, CAMT.053 or MT940.
    #[schema(value_type = Option<File>)]
    pub file: Option<File>,
    /// An uploaded statement, instead of the file.
    pub statement_id: Option<AnyId>,
    /// The account to import into.
    pub account_id: Option<AnyId>,
    /// The currency of a new account, instead of the account.
    pub currency: Option<Currency>,
    /// The column mapping of a CSV file; detected if absent.
    pub mapping: Option<CsvMapping>,
}

/// One event of a stream.
#[derive(ToSchema)]
pub struct StreamedEvent {
    /// A JSON object; `[DONE]` at the end of a reply.
    pub data: String,
}

/// The bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct File(pub String);

/// A conversation whose last message is to be answered. Additional fields are ignored.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ChatBody {
    /// The messages so far, oldest first.
    #[schema(min_items = 1)]
    pub messages: Vec<ChatMessage>,
    /// The conversation's id, chosen by the client. The chat is stored under it.
    pub id: Option<String>,
    /// The thread's id, instead of `id`.
    pub thread_id: Option<String>,
    /// `submit-message`, or `regenerate-message` for a new version of the last answer.
    pub trigger: Option<String>,
    /// The model that answers, by its name in `/chat/models`.
    pub model: Option<String>,
    /// The user's consent to send the conversation to a remote model: `once`, `thread` or `no`.
    pub consent: Option<String>,
    /// The message that is edited, regenerated or continued.
    pub message_id: Option<String>,
}

/// A message with `content`, or with `parts` as the AI SDK sends them.
#[derive(ToSchema)]
pub struct ChatMessage {
    /// The author.
    pub role: ChatRole,
    /// The text.
    pub content: Option<String>,
    /// The parts of the message.
    pub parts: Option<Vec<ChatPart>>,
    /// The message's id, chosen by the client.
    pub id: Option<String>,
}

/// The author of a message.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum ChatRole {
    /// The user.
    User,
    /// The advisor.
    Assistant,
    /// The client program.
    System,
}

/// A part of a message. Parts of unknown types are ignored.
#[derive(ToSchema)]
pub struct ChatPart {
    /// `text`, or another type of the AI SDK.
    #[schema(rename = "type")]
    pub kind: String,
    /// The text of a part of type `text`.
    pub text: Option<String>,
}

/// The data of one answer.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct TraceContent {
    /// The model that answered.
    pub model: String,
    /// True if the data left the machine.
    pub leaves_machine: bool,
    /// The version of the instructions to the model.
    pub prompt_version: u32,
    /// The instructions to the model.
    pub system: String,
    /// The names of the tools that the model could call.
    pub tools: Vec<String>,
    /// The requests to the model, in order.
    pub steps: Vec<TraceStep>,
    /// The tokens of all requests.
    pub input_tokens: u64,
    /// The tokens of all answers.
    pub output_tokens: u64,
    /// The time until the answer was complete.
    pub milliseconds: u64,
}

/// A request to a model.
#[derive(ToSchema)]
pub struct TraceStep {
    /// The messages that the request sent in addition to those of the one before.
    pub messages: Vec<SentMessage>,
}

/// A message as sent to a model.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SentMessage {
    /// `user`, `assistant` or `tool`.
    pub role: String,
    /// The text, or the result of a tool.
    pub text: String,
    /// The tool of a result.
    #[schema(nullable = false)]
    pub tool: Option<String>,
    /// The call that a result answers.
    #[schema(nullable = false)]
    pub call_id: Option<String>,
    /// The calls of tools by an assistant.
    #[schema(nullable = false)]
    pub calls: Option<Vec<SentCall>>,
}

/// A call of a tool.
#[derive(ToSchema)]
pub struct SentCall {
    /// The call's id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments as the model wrote them, which should be JSON.
    pub arguments: String,
}

/// A JSON-RPC 2.0 message of the Model Context Protocol.
#[derive(ToSchema)]
pub struct McpMessage {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// The method of a request; absent in a response.
    #[schema(nullable = false)]
    pub method: Option<String>,
    /// The parameters of the request.
    #[schema(value_type = Object, required = false)]
    pub params: Option<Value>,
    /// The result of a successful request.
    #[schema(value_type = Object, required = false)]
    pub result: Option<Value>,
    /// The error of a failed request.
    #[schema(value_type = Object, required = false)]
    pub error: Option<Value>,
}

/// The process is healthy.
#[derive(ToSchema)]
pub struct HealthBody {
    /// Always `ok`.
    pub status: String,
}

/// The order of a list of transactions.
#[derive(ToSchema)]
pub enum SortName {
    /// Earliest first.
    #[schema(rename = "date")]
    Date,
    /// Latest first. This is the default.
    #[schema(rename = "-date")]
    DateDescending,
    /// Smallest amount first, regardless of sign.
    #[schema(rename = "amount")]
    Amount,
    /// Greatest amount first, regardless of sign.
    #[schema(rename = "-amount")]
    AmountDescending,
}
