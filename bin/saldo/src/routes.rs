//! The route table: every path of the API on one screen, in the order of the documentation.

pub mod accounts;
pub mod auth;
pub mod categories;
pub mod chat;
pub mod health;
pub mod jobs;
pub mod process_statement;
pub mod statements;
pub mod transactions;
pub mod upload;

use actix_web::http::Method;
use actix_web::http::header;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Resource, Route};

use crate::error::ApiError;

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody.
    Public,
    /// Only a signed-in person.
    Session,
}

/// One route.
pub struct Entry {
    /// Its method.
    pub method: Method,
    /// Its path after the service root.
    pub path: &'static str,
    /// Who may call it.
    pub access: Access,
    route: fn() -> Route,
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
    session(Method::GET, "/statements", || web::get().to(statements::list_statements)),
    session(Method::GET, "/statements/{id}", || web::get().to(statements::get_statement)),
    session(Method::DELETE, "/statements/{id}", || web::delete().to(statements::delete_statement)),
    session(Method::GET, "/statements/{id}/file", || web::get().to(statements::get_statement_file)),
    session(Method::GET, "/statements/{id}/transactions", || {
        web::get().to(statements::list_statement_transactions)
    }),
    session(Method::GET, "/jobs/{id}", || web::get().to(jobs::get_job)),
    session(Method::GET, "/jobs/{id}/events", || web::get().to(jobs::stream_job_events)),
    session(Method::GET, "/accounts", || web::get().to(accounts::list_accounts)),
    session(Method::GET, "/accounts/{id}", || web::get().to(accounts::get_account)),
    session(Method::PATCH, "/accounts/{id}", || web::patch().to(accounts::rename_account)),
    session(Method::GET, "/transactions", || web::get().to(transactions::list_transactions)),
    session(Method::GET, "/transactions/{id}", || web::get().to(transactions::get_transaction)),
    session(Method::PATCH, "/transactions/{id}", || web::patch().to(transactions::update_transaction)),
    session(Method::GET, "/categories", || web::get().to(categories::list_categories)),
    public(Method::GET, "/health/live", || web::get().to(health::get_live)),
    public(Method::GET, "/health/ready", || web::get().to(health::get_ready)),
];

/// Puts every route under the scope it is called with.
pub fn configure(service: &mut ServiceConfig) {
    service.service(web::scope("/auth").configure(auth::configure).default_service(web::to(auth::not_found)));
    for (index, entry) in TABLE.iter().enumerate() {
        let first = TABLE.iter().position(|other| other.path == entry.path);
        if first == Some(index) {
            service.service(resource(entry.path, TABLE));
        }
    }
}

/// One path with all its methods; another method answers 405 and says which are allowed.
pub(crate) fn resource(path: &'static str, table: &'static [Entry]) -> Resource {
    let entries = table.iter().filter(move |entry| entry.path == path);
    let allowed: Vec<&str> = entries.clone().map(|entry| entry.method.as_str()).collect();
    let allowed = allowed.join(", ");
    let refuse = move || {
        let error = ApiError::new(actix_web::http::StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
        let answer: Result<HttpResponse, ApiError> = Err(error.with_header(header::ALLOW, allowed.clone()));
        std::future::ready(answer)
    };
    entries
        .fold(web::resource(path), |resource, entry| resource.route((entry.route)()))
        .default_service(web::to(refuse))
}

/// Whatever no route of the API answers.
///
/// # Errors
/// 404.
pub async fn not_found(_: HttpRequest) -> Result<HttpResponse, ApiError> {
    Err(ApiError::not_found())
}
