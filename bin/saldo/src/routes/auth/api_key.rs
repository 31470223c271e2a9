//! `/auth/api-key/…`: API tokens, compatible with better-auth's `apiKey` plugin.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod update;

use std::time::Duration;
use utoipa::ToSchema;

use actix_web::http::StatusCode;
use saldo_domain::{ApiToken, ApiTokenId, Scope, Timestamp, UserId};
use serde::Serialize;

use super::error::AuthError;

/// An API token as better-auth's JSON. Fields of features that Saldo does not have (refills, remaining uses,
/// rate limits, metadata) are null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApiKeyRecord {
    id: ApiTokenId,
    config_id: &'static str,
    name: Option<String>,
    start: String,
    prefix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    reference_id: UserId,
    refill_interval: Option<u64>,
    refill_amount: Option<u64>,
    last_refill_at: Option<Timestamp>,
    enabled: bool,
    rate_limit_enabled: bool,
    rate_limit_time_window: Option<u64>,
    rate_limit_max: Option<u64>,
    request_count: u64,
    remaining: Option<u64>,
    last_request: Option<Timestamp>,
    expires_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
    permissions: Permissions,
    #[schema(value_type = Option<Object>)]
    metadata: Option<()>,
}

#[derive(Serialize, ToSchema)]
struct Permissions {
    api: &'static [&'static str],
}

impl From<ApiToken> for ApiKeyRecord {
    fn from(token: ApiToken) -> Self {
        let api: &[&str] = match token.scope {
            Scope::Read => &["read"],
            Scope::Write => &["read", "write"],
        };
        Self {
            id: token.id,
            config_id: "default",
            name: token.name,
            start: token.start,
            prefix: token.prefix,
            key: None,
            reference_id: token.user,
            refill_interval: None,
            refill_amount: None,
            last_refill_at: None,
            enabled: token.enabled,
            rate_limit_enabled: false,
            rate_limit_time_window: None,
            rate_limit_max: None,
            request_count: 0,
            remaining: None,
            last_request: token.last_used_at,
            expires_at: token.expires_at,
            created_at: token.created_at,
            updated_at: token.updated_at,
            permissions: Permissions { api },
            metadata: None,
        }
    }
}

/// The fields that better-auth accepts from its own server only.
const SERVER_ONLY: [&str; 5] =
    ["refillAmount", "refillInterval", "rateLimitTimeWindow", "rateLimitMax", "rateLimitEnabled"];

fn server_only() -> AuthError {
    let message = "The property you're trying to set can only be set from the server auth instance only.";
    AuthError::new(StatusCode::BAD_REQUEST, "SERVER_ONLY_PROPERTY", message)
}

fn unauthorized() -> AuthError {
    let message = "Unauthorized or invalid session";
    AuthError::new(StatusCode::UNAUTHORIZED, "UNAUTHORIZED_SESSION", message)
}

/// Converts a lifetime in seconds. A value that a [`Duration`] cannot hold exceeds every allowed lifetime, so
/// it becomes the maximum.
fn lifetime(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
