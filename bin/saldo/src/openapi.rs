//! The API's `OpenAPI` 3.1 document, generated from the routes.
//!
//! Every handler has a `#[utoipa::path(…)]` with its path and its own parameters, body and answers, and is
//! listed in `Described`. `openapi/complete.rs` adds the parts that all routes share (security, errors of
//! bodies and queries, `Idempotency-Key`, texts from the doc comments), so that an annotation states only
//! what is specific to its route. A test compares the document with the route tables in both directions.

pub mod auth_bodies;
mod complete;
mod page;
mod words;

use std::sync::LazyLock;

pub use saldo_domain::openapi::DecimalText;
use saldo_domain::{Currency, Id};
use saldo_statement_ingest::import::CsvMapping;
use serde_json::Value;
use utoipa::{OpenApi, ToSchema};

use crate::routes::auth::{
    account_tokens, api_key, callback, change_email, change_password, delete_user, error_page, get_session,
    link_social, list_accounts, list_providers, list_sessions, ok, request_password_reset, reset_password,
    revoke_other_sessions, revoke_session, revoke_sessions, send_verification_email, sign_in_email,
    sign_in_social, sign_out, sign_up_email, two_factor, unlink_account, update_user, verify_email,
    verify_password,
};
use crate::routes::{
    account_pairs, accounts, budgets, categories, categorise, chat, chat_memories, chat_threads, description,
    edits, export, health, import, jobs, mcp, my_data, patterns, preferences, process_statement, query,
    reports, rules, statement_answers, statements, transactions, upload,
};

/// An id of any record, instead of `Id<T>` in annotations: the document does not distinguish the kinds of id.
pub type AnyId = Id<()>;

/// The described routes. A route that is added to a table is added here too.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Saldo",
        description = "Self-hosted personal finance: statements become entries that add up. Money is a decimal string, \
                       lists page by cursor, and every record belongs to the person who asks.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/api", description = "This server")),
    components(schemas(
        ErrorBody,
        auth_bodies::SortDirection,
        crate::routes::auth::error::Body,
    )),
    paths(
        upload::upload,
        process_statement::process_statement,
        chat::chat,
        chat_threads::list_threads,
        chat_threads::get_thread,
        chat_threads::update_thread,
        chat_threads::delete_thread,
        chat_threads::get_trace,
        chat_threads::resume_stream,
        chat_threads::stop_stream,
        chat_memories::list_models,
        chat_memories::list_memories,
        chat_memories::create_memory,
        chat_memories::update_memory,
        chat_memories::delete_memory,
        statements::list_statements,
        statements::get_statement,
        statements::delete_statement,
        statements::get_statement_file,
        statements::list_statement_transactions,
        statement_answers::answer_statement,
        jobs::get_job,
        jobs::stream_job_events,
        accounts::list_accounts,
        accounts::get_account,
        accounts::create_account,
        accounts::update_account,
        accounts::delete_account,
        accounts::merge_accounts,
        account_pairs::list_duplicate_accounts,
        account_pairs::keep_distinct_accounts,
        account_pairs::list_merges,
        account_pairs::undo_merge,
        accounts::list_stated_balances,
        accounts::put_stated_balance,
        transactions::list_transactions,
        transactions::total_transactions,
        transactions::get_transaction,
        transactions::create_transaction,
        transactions::update_transaction,
        transactions::delete_transaction,
        transactions::update_transactions,
        transactions::delete_transactions,
        transactions::split_transaction,
        transactions::list_transaction_history,
        transactions::explain_transaction,
        transactions::list_alike,
        import::preview_import,
        import::import_file,
        import::list_mappings,
        import::delete_mappings,
        export::export_transactions,
        edits::list_edits,
        edits::undo_edit,
        categories::list_categories,
        categories::create_category,
        categories::update_category,
        categories::delete_category,
        categories::list_tags,
        rules::list_rules,
        rules::create_rule,
        rules::order_rules,
        rules::preview_rule,
        rules::apply_rules,
        categorise::categorise,
        rules::update_rule,
        rules::delete_rule,
        budgets::list_budgets,
        budgets::create_budget,
        budgets::update_budget,
        budgets::delete_budget,
        patterns::list_recurring,
        patterns::list_transfer_offers,
        patterns::link_transfer,
        patterns::list_duplicates,
        patterns::keep_distinct,
        patterns::list_coverage,
        query::answer_query,
        reports::report_cash_flow,
        reports::report_spending,
        reports::report_merchants,
        reports::report_net_worth,
        preferences::get_preferences,
        preferences::put_preferences,
        preferences::list_rates,
        preferences::put_rates,
        preferences::delete_rates,
        my_data::get_my_data,
        my_data::import_my_data,
        my_data::delete_my_data,
        mcp::answer_mcp,
        health::get_live,
        health::get_ready,
        sign_up_email::sign_up_email,
        sign_in_email::sign_in_email,
        sign_out::sign_out,
        get_session::get_session,
        get_session::refuse_post,
        sign_in_social::sign_in_social,
        list_providers::list_providers,
        list_sessions::list_sessions,
        revoke_session::revoke_session,
        revoke_sessions::revoke_sessions,
        revoke_other_sessions::revoke_other_sessions,
        update_user::update_user,
        change_password::change_password,
        change_email::change_email,
        verify_password::verify_password,
        delete_user::delete_user,
        list_accounts::list_accounts,
        unlink_account::unlink_account,
        callback::return_from_provider,
        callback::take_posted_callback,
        account_tokens::get_access_token,
        account_tokens::refresh_token,
        account_tokens::account_info,
        link_social::link_social,
        request_password_reset::request_password_reset,
        reset_password::follow_reset_link,
        reset_password::reset_password,
        verify_email::verify_email,
        send_verification_email::send_verification_email,
        two_factor::enable::enable_two_factor,
        two_factor::disable::disable_two_factor,
        two_factor::get_totp_uri::get_totp_uri,
        two_factor::verify_totp::verify_totp,
        two_factor::generate_backup_codes::generate_backup_codes,
        two_factor::verify_backup_code::verify_backup_code,
        two_factor::send_otp::send_otp,
        two_factor::verify_otp::verify_otp,
        api_key::create::create_api_key,
        api_key::get::get_api_key,
        api_key::list::list_api_keys,
        api_key::update::update_api_key,
        api_key::delete::delete_api_key,
        ok::get_ok,
        error_page::get_error,
        description::get_document,
        description::get_page,
        description::get_style,
    )
)]
struct Described;

/// The document, with the default cookie name.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let described = serde_json::to_value(Described::openapi()).expect("a document of our own is JSON");
    complete::complete(described)
});

/// Returns the document of an instance whose session cookie has this name.
pub fn document(session_cookie: &str) -> Value {
    let mut document = DOCUMENT.clone();
    document["components"]["securitySchemes"]["session"]["name"] = session_cookie.into();
    document
}

/// The document as an HTML page.
pub static PAGE: LazyLock<String> = LazyLock::new(|| page::page(&DOCUMENT));

/// The page's stylesheet. It is a separate file because the content security policy forbids inline styles.
pub const STYLE: &str = include_str!("openapi/page.css");

/// An error. Some errors have additional fields.
#[derive(ToSchema)]
pub struct ErrorBody {
    /// A message for users: the cause, and what to do about it.
    pub error: String,
    /// For internal errors: the id under which the server's log has the cause.
    pub id: Option<AnyId>,
    /// For a statement that cannot be read: the reason, for programs.
    pub code: Option<saldo_domain::FailureCode>,
    /// The failed job.
    pub job_id: Option<AnyId>,
    /// The statement that the request refers to.
    pub statement_id: Option<AnyId>,
    /// True if a file with the same bytes was processed before.
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
