//! The API's `OpenAPI` 3.1 document, generated from the routes.
//!
//! Every handler has a `#[utoipa::path(…)]` with its path and its own errors, and is listed in `routes.rs`.
//! The types of its arguments and its result describe parameters, body and answer (`described.rs`).
//! [`saldo_wire::openapi`] adds the parts that all routes share (security, errors of bodies and queries,
//! `Idempotency-Key`, texts from the doc comments), so that an annotation states only what nothing else does.

use std::sync::LazyLock;

use saldo_auth::better_auth;
use saldo_wire::described::ErrorBody;
use saldo_wire::openapi::{self, DescribedRoute, RouteSubject};
use serde_json::Value;
use utoipa::OpenApi;

use crate::idempotency;
use crate::routes::{self, Access, Endpoint, Handlers};

/// The document's head. `routes.rs` lists the handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Saldo",
        description = "Self-hosted personal finance: transactions from bank statements, proven to add up. \
                       Amounts are decimal strings, lists are paged by cursor, and a request sees only its user's own records.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/api", description = "This server")),
    components(schemas(
        ErrorBody,
        better_auth::bodies::SortDirection,
        better_auth::ErrorBody,
    )),
)]
struct Described;

/// The document, with the default cookie name.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| openapi::complete(described(), &known()));

/// Returns the document as the annotations of the handlers describe it.
fn described() -> Value {
    let mut document = Described::openapi();
    document.merge(Handlers::openapi());
    routes::describe(&mut document);
    serde_json::to_value(document).expect("the generated document is valid JSON")
}

/// Returns the document of an instance whose session cookie has this name.
pub fn document(session_cookie: &str) -> Value {
    let mut document = DOCUMENT.clone();
    document["components"]["securitySchemes"]["session"]["name"] = session_cookie.into();
    document
}

/// The document as an HTML page.
pub static PAGE: LazyLock<String> = LazyLock::new(|| openapi::page(&DOCUMENT));

/// Returns the routes of both tables.
fn known() -> Vec<DescribedRoute> {
    let of = |prefix: &'static str, table: &'static [Endpoint]| {
        table.iter().map(move |endpoint| DescribedRoute {
            path: format!("{prefix}{}", endpoint.path),
            method: endpoint.method.as_str().to_ascii_lowercase(),
            subject: match endpoint.access {
                Access::Public => RouteSubject::Public,
                Access::Session | Access::Owner => RouteSubject::Books,
                Access::Person => RouteSubject::Person,
            },
            is_auth: !prefix.is_empty(),
            takes_key: prefix.is_empty() && idempotency::takes_key(&endpoint.method, endpoint.path),
        })
    };
    of("", &routes::TABLE).chain(of("/auth", &routes::auth::TABLE)).collect()
}
