//! The routes under `/auth`, compatible with better-auth's client. See `docs/api/auth.md`.

pub mod api_key;
pub mod call;
pub mod error;
pub mod mail;
pub mod schema;
pub mod sessions;
pub mod sign_in;
pub mod social;
pub mod two_factor;
pub mod user;

use std::future::{Ready, ready};
use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig};

use self::error::AuthError;
use super::{Endpoint, Group};

/// Every route under `/auth`, with its path relative to `/auth`.
pub static TABLE: LazyLock<Vec<Endpoint>> = LazyLock::new(|| super::table(Group::Auth));

/// Links that work once. A program that checks a link with `HEAD` must not use it up.
const ONE_TIME_LINKS: [&str; 2] = ["/callback/", "/verify-email"];

/// True if a path under `/auth` answers `HEAD` as it answers `GET`.
#[must_use]
pub fn answers_head(path: &str) -> bool {
    !ONE_TIME_LINKS.iter().any(|link| path.starts_with(link))
}

/// Maximum size of a body in bytes. Long ID tokens fit.
const BODY_BYTES_MAX: usize = 256 * 1024;

/// Registers every route under `/auth`.
pub fn configure(service: &mut ServiceConfig) {
    service.app_data(web::PayloadConfig::new(BODY_BYTES_MAX));
    super::register(service, &TABLE, AuthError::method_not_allowed);
}

/// Answers requests that match no route under `/auth`, with 404.
pub fn not_found() -> Ready<Result<HttpResponse, AuthError>> {
    ready(Err(AuthError::not_found()))
}
