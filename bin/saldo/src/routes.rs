//! The route table: every path of the API outside `/auth`, in the order of the documentation.

pub mod account_pairs;
pub mod accounts;
pub mod auth;
pub mod budgets;
pub mod categories;
pub mod categorise;
pub mod chat;
pub mod chat_memories;
pub mod chat_threads;
pub mod description;
pub mod edits;
pub mod export;
pub mod health;
pub mod import;
pub mod jobs;
pub mod mcp;
pub mod my_data;
pub mod patterns;
pub mod preferences;
pub mod process_statement;
pub mod query;
pub mod reports;
pub mod rules;
pub mod statement_answers;
pub mod statements;
pub mod transactions;
pub mod upload;

use actix_web::http::Method;
use actix_web::http::header;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Resource, Route};

use crate::error::ApiError;
use crate::session;

/// The access level of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Accessible without authentication.
    Public,
    /// Requires a signed-in user: a session or an API token.
    Session,
}

/// A row of a route table.
pub struct Entry {
    /// The HTTP method.
    pub method: Method,
    /// The path, relative to `/api` or `/api/auth`.
    pub path: &'static str,
    /// The access level.
    pub access: Access,
    route: fn() -> Route,
}

impl Entry {
    /// Returns the handler, wrapped in the check of its access level.
    pub(crate) fn route(&self) -> Route {
        match self.access {
            Access::Public => (self.route)(),
            Access::Session => (self.route)().wrap(from_fn(session::admit_user)),
        }
    }
}

const fn session(method: Method, path: &'static str, route: fn() -> Route) -> Entry {
    Entry { method, path, access: Access::Session, route }
}
pub(crate) const fn public(method: Method, path: &'static str, route: fn() -> Route) -> Entry {
    Entry { method, path, access: Access::Public, route }
}

/// Every route outside `/auth`.
pub const TABLE: &[Entry] = &[
    session(Method::POST, "/upload", || web::post().to(upload::upload)),
    session(Method::POST, "/process-statement", || web::post().to(process_statement::process_statement)),
    session(Method::POST, "/chat", || web::post().to(chat::chat)),
    session(Method::GET, "/chat/threads", || web::get().to(chat_threads::list_threads)),
    session(Method::GET, "/chat/threads/{id}", || web::get().to(chat_threads::get_thread)),
    session(Method::PATCH, "/chat/threads/{id}", || web::patch().to(chat_threads::update_thread)),
    session(Method::DELETE, "/chat/threads/{id}", || web::delete().to(chat_threads::delete_thread)),
    session(Method::GET, "/chat/threads/{id}/trace", || web::get().to(chat_threads::get_trace)),
    session(Method::GET, "/chat/models", || web::get().to(chat_memories::list_models)),
    session(Method::GET, "/chat/memories", || web::get().to(chat_memories::list_memories)),
    session(Method::POST, "/chat/memories", || web::post().to(chat_memories::create_memory)),
    session(Method::PATCH, "/chat/memories/{id}", || web::patch().to(chat_memories::update_memory)),
    session(Method::DELETE, "/chat/memories/{id}", || web::delete().to(chat_memories::delete_memory)),
    session(Method::GET, "/chat/{id}/stream", || web::get().to(chat_threads::resume_stream)),
    session(Method::DELETE, "/chat/{id}/stream", || web::delete().to(chat_threads::stop_stream)),
    session(Method::GET, "/statements", || web::get().to(statements::list_statements)),
    session(Method::GET, "/statements/{id}", || web::get().to(statements::get_statement)),
    session(Method::DELETE, "/statements/{id}", || web::delete().to(statements::delete_statement)),
    session(Method::GET, "/statements/{id}/file", || web::get().to(statements::get_statement_file)),
    session(Method::GET, "/statements/{id}/transactions", || {
        web::get().to(statements::list_statement_transactions)
    }),
    session(Method::POST, "/statements/{id}/answers", || web::post().to(statement_answers::answer_statement)),
    session(Method::GET, "/jobs/{id}", || web::get().to(jobs::get_job)),
    session(Method::GET, "/jobs/{id}/events", || web::get().to(jobs::stream_job_events)),
    session(Method::GET, "/accounts", || web::get().to(accounts::list_accounts)),
    session(Method::POST, "/accounts", || web::post().to(accounts::create_account)),
    session(Method::GET, "/accounts/{id}", || web::get().to(accounts::get_account)),
    session(Method::PATCH, "/accounts/{id}", || web::patch().to(accounts::update_account)),
    session(Method::DELETE, "/accounts/{id}", || web::delete().to(accounts::delete_account)),
    session(Method::POST, "/accounts/{id}/merge", || web::post().to(accounts::merge_accounts)),
    session(Method::GET, "/duplicate-accounts", || web::get().to(account_pairs::list_duplicate_accounts)),
    session(Method::POST, "/duplicate-accounts/distinct", || {
        web::post().to(account_pairs::keep_distinct_accounts)
    }),
    session(Method::GET, "/account-merges", || web::get().to(account_pairs::list_merges)),
    session(Method::POST, "/account-merges/{id}/undo", || web::post().to(account_pairs::undo_merge)),
    session(Method::GET, "/accounts/{id}/balances", || web::get().to(accounts::list_stated_balances)),
    session(Method::PUT, "/accounts/{id}/balances", || web::put().to(accounts::put_stated_balance)),
    session(Method::GET, "/transactions", || web::get().to(transactions::list_transactions)),
    session(Method::POST, "/transactions", || web::post().to(transactions::create_transaction)),
    session(Method::PATCH, "/transactions", || web::patch().to(transactions::update_transactions)),
    session(Method::GET, "/transactions/totals", || web::get().to(transactions::total_transactions)),
    session(Method::POST, "/transactions/delete", || web::post().to(transactions::delete_transactions)),
    session(Method::GET, "/transactions/{id}", || web::get().to(transactions::get_transaction)),
    session(Method::PATCH, "/transactions/{id}", || web::patch().to(transactions::update_transaction)),
    session(Method::DELETE, "/transactions/{id}", || web::delete().to(transactions::delete_transaction)),
    session(Method::PUT, "/transactions/{id}/splits", || web::put().to(transactions::split_transaction)),
    session(Method::GET, "/transactions/{id}/history", || {
        web::get().to(transactions::list_transaction_history)
    }),
    session(Method::GET, "/transactions/{id}/alike", || web::get().to(transactions::list_alike)),
    session(Method::GET, "/transactions/{id}/explanation", || {
        web::get().to(transactions::explain_transaction)
    }),
    session(Method::GET, "/export", || web::get().to(export::export_transactions)),
    session(Method::POST, "/import/preview", || web::post().to(import::preview_import)),
    session(Method::POST, "/import", || web::post().to(import::import_file)),
    session(Method::GET, "/import/mappings", || web::get().to(import::list_mappings)),
    session(Method::DELETE, "/import/mappings/{id}", || web::delete().to(import::delete_mappings)),
    session(Method::GET, "/edits", || web::get().to(edits::list_edits)),
    session(Method::POST, "/edits/{id}/undo", || web::post().to(edits::undo_edit)),
    session(Method::GET, "/categories", || web::get().to(categories::list_categories)),
    session(Method::POST, "/categories", || web::post().to(categories::create_category)),
    session(Method::PATCH, "/categories/{id}", || web::patch().to(categories::update_category)),
    session(Method::DELETE, "/categories/{id}", || web::delete().to(categories::delete_category)),
    session(Method::GET, "/tags", || web::get().to(categories::list_tags)),
    session(Method::GET, "/rules", || web::get().to(rules::list_rules)),
    session(Method::POST, "/rules", || web::post().to(rules::create_rule)),
    session(Method::PUT, "/rules/order", || web::put().to(rules::order_rules)),
    session(Method::POST, "/rules/preview", || web::post().to(rules::preview_rule)),
    session(Method::POST, "/rules/apply", || web::post().to(rules::apply_rules)),
    session(Method::PUT, "/rules/{id}", || web::put().to(rules::update_rule)),
    session(Method::DELETE, "/rules/{id}", || web::delete().to(rules::delete_rule)),
    session(Method::GET, "/budgets", || web::get().to(budgets::list_budgets)),
    session(Method::POST, "/budgets", || web::post().to(budgets::create_budget)),
    session(Method::PUT, "/budgets/{id}", || web::put().to(budgets::update_budget)),
    session(Method::DELETE, "/budgets/{id}", || web::delete().to(budgets::delete_budget)),
    session(Method::POST, "/categorise", || web::post().to(categorise::categorise)),
    session(Method::GET, "/recurring", || web::get().to(patterns::list_recurring)),
    session(Method::GET, "/transfers", || web::get().to(patterns::list_transfer_offers)),
    session(Method::POST, "/transfers", || web::post().to(patterns::link_transfer)),
    session(Method::GET, "/duplicates", || web::get().to(patterns::list_duplicates)),
    session(Method::POST, "/duplicates/distinct", || web::post().to(patterns::keep_distinct)),
    session(Method::GET, "/coverage", || web::get().to(patterns::list_coverage)),
    session(Method::POST, "/query", || web::post().to(query::answer_query)),
    session(Method::GET, "/reports/cash-flow", || web::get().to(reports::report_cash_flow)),
    session(Method::GET, "/reports/spending", || web::get().to(reports::report_spending)),
    session(Method::GET, "/reports/merchants", || web::get().to(reports::report_merchants)),
    session(Method::GET, "/reports/net-worth", || web::get().to(reports::report_net_worth)),
    session(Method::GET, "/preferences", || web::get().to(preferences::get_preferences)),
    session(Method::PUT, "/preferences", || web::put().to(preferences::put_preferences)),
    session(Method::GET, "/rates", || web::get().to(preferences::list_rates)),
    session(Method::PUT, "/rates", || web::put().to(preferences::put_rates)),
    session(Method::DELETE, "/rates", || web::delete().to(preferences::delete_rates)),
    session(Method::GET, "/me/data", || web::get().to(my_data::get_my_data)),
    session(Method::POST, "/me/data/import", || web::post().to(my_data::import_my_data)),
    session(Method::DELETE, "/me/data", || web::delete().to(my_data::delete_my_data)),
    session(Method::POST, "/mcp", || web::post().to(mcp::answer_mcp)),
    public(Method::GET, "/openapi.json", || web::get().to(description::get_document)),
    public(Method::GET, "/docs", || web::get().to(description::get_page)),
    public(Method::GET, "/docs.css", || web::get().to(description::get_style)),
    public(Method::GET, "/health/live", || web::get().to(health::get_live)),
    public(Method::GET, "/health/ready", || web::get().to(health::get_ready)),
];

/// Registers every route, including those under `/auth`.
pub fn configure(service: &mut ServiceConfig) {
    service.service(web::scope("/auth").configure(auth::configure).default_service(web::to(auth::not_found)));
    for (index, entry) in TABLE.iter().enumerate() {
        let first = TABLE.iter().position(|other| other.path == entry.path);
        if first == Some(index) {
            service.service(resource(entry.path, TABLE));
        }
    }
}

/// Builds the resource of one path with all its methods. Any other method is answered 405 with `Allow`.
pub(crate) fn resource(path: &'static str, table: &'static [Entry]) -> Resource {
    let entries = table.iter().filter(move |entry| entry.path == path);
    let allowed = allowed(entries.clone());
    let refuse = move || {
        let error = ApiError::new(actix_web::http::StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
        let answer: Result<HttpResponse, ApiError> = Err(error.with_header(header::ALLOW, allowed.clone()));
        std::future::ready(answer)
    };
    entries
        .fold(web::resource(path), |resource, entry| resource.route(entry.route()))
        .default_service(web::to(refuse))
}

/// Returns the value of `Allow` for a path. A route that answers `GET` answers `HEAD` too.
pub(crate) fn allowed<'table>(entries: impl Iterator<Item = &'table Entry>) -> String {
    let methods = entries.flat_map(|entry| match entry.method {
        Method::GET => vec!["GET", "HEAD"],
        ref method => vec![method.as_str()],
    });
    methods.collect::<Vec<_>>().join(", ")
}

/// Answers requests that match no route of the API.
///
/// # Errors
/// 404, always.
pub async fn not_found(_: HttpRequest) -> Result<HttpResponse, ApiError> {
    Err(ApiError::not_found())
}
