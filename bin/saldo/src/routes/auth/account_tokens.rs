//! `POST /auth/get-access-token`, `POST /auth/refresh-token` and `GET /auth/account-info`: tokens of an
//! identity provider.
//!
//! Saldo stores no provider tokens. The answers are those of better-auth for an account without stored
//! tokens.

use crate::openapi::auth_bodies::{AccessToken, AccountRequest, Done};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::LookupOptions;
use saldo_domain::Credential;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::error::AuthError;

/// The account that a request selects.
enum Selection {
    /// The account with this id.
    Id(String),
    /// The account named by a cookie. Saldo never sets that cookie.
    Cookie,
}

impl Selection {
    /// Reads the selection. `place` is `body` or `query`, as better-auth's messages name it.
    fn read(fields: Option<Value>, place: &str) -> Result<Self, AuthError> {
        let fields = match fields {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let user_fits = fields.get("userId").is_none_or(Value::is_string);
        let id = fields.get("accountId").and_then(Value::as_str).filter(|_| user_fits);
        let cookie = fields.get("useAccountCookie").filter(|value| **value == Value::Bool(true) && user_fits);
        let (known, selection) = match (id, cookie) {
            (Some(id), None) => ("accountId", Self::Id(id.to_owned())),
            (None, Some(_)) => ("useAccountCookie", Self::Cookie),
            _ => return Err(AuthError::validation(format!("[{place}] Invalid input"))),
        };
        let others = fields.keys().filter(|name| *name != known && *name != "userId");
        let others: Vec<String> = others.map(|name| format!("\"{name}\"")).collect();
        match others.len() {
            0 => Ok(selection),
            1 => Err(AuthError::validation(format!("[{place}] Unrecognized key: {}", others[0]))),
            _ => Err(AuthError::validation(format!("[{place}] Unrecognized keys: {}", others.join(", ")))),
        }
    }

    /// Finds the selected credential among those of the signed-in user.
    async fn find(self, call: &Call) -> Result<Credential, AuthError> {
        let asker = call.signed_in(LookupOptions::CHANGE).await?;
        let credentials = call.auth().list_accounts(&asker).await.map_err(|error| call.refuse(error))?;
        let mut credentials = credentials.into_iter();
        let found = match self {
            Self::Id(id) => credentials.find(|credential| credential.id.to_string() == id),
            Self::Cookie => None,
        };
        found.ok_or_else(|| refuse(call, "ACCOUNT_NOT_FOUND", "Account not found"))
    }
}

fn refuse(call: &Call, code: &'static str, message: impl Into<String>) -> AuthError {
    call.refuse(AuthError::new(StatusCode::BAD_REQUEST, code, message))
}

fn is_configured(call: &Call, credential: &Credential) -> bool {
    call.auth().providers().any(|provider| provider.id() == credential.provider)
}

fn check_supported(call: &Call, credential: &Credential) -> Result<(), AuthError> {
    if is_configured(call, credential) {
        return Ok(());
    }
    let message = format!("Provider {} is not supported.", credential.provider);
    Err(refuse(call, "PROVIDER_NOT_SUPPORTED", message))
}

/// `POST /auth/get-access-token` — returns the provider's access token of an account. It is always empty,
/// because Saldo stores none.
///
/// # Errors
/// 400 for an unknown account or one without a configured provider, 401 without a session.
#[utoipa::path(
    post, path = "/auth/get-access-token",
    request_body = AccountRequest,
    responses((status = 200, body = AccessToken), (status = 401)),
)]
pub async fn get_access_token(call: Call) -> Result<HttpResponse, AuthError> {
    let selection = Selection::read(call.body(), "body")?;
    let credential = selection.find(&call).await?;
    check_supported(&call, &credential)?;
    Ok(call.reply(json!({ "accessToken": "", "scopes": credential.scopes }), &[]))
}

/// `POST /auth/refresh-token` — refreshes the provider's tokens of an account. It always fails, because Saldo
/// stores none.
///
/// # Errors
/// 400 for an unknown account or because there is no refresh token, 401 without a session.
#[utoipa::path(
    post, path = "/auth/refresh-token",
    request_body = AccountRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn refresh_token(call: Call) -> Result<HttpResponse, AuthError> {
    let selection = Selection::read(call.body(), "body")?;
    let credential = selection.find(&call).await?;
    check_supported(&call, &credential)?;
    Err(refuse(&call, "REFRESH_TOKEN_NOT_FOUND", "Refresh token not found"))
}

/// `GET /auth/account-info` — returns the provider's profile of an account. It always fails, because that
/// requires an access token.
///
/// # Errors
/// 400 for an unknown account or because there is no access token, 401 without a session.
#[utoipa::path(
    get, path = "/auth/account-info",
    params(("accountId" = String, Query)),
    responses((status = 200, body = Done), (status = 400), (status = 401)),
)]
pub async fn account_info(call: Call) -> Result<HttpResponse, AuthError> {
    let selection = Selection::read(Some(call.query_fields()), "query")?;
    let credential = selection.find(&call).await?;
    if !is_configured(&call, &credential) {
        let message = "Account is not associated with a configured social provider.";
        return Err(refuse(&call, "PROVIDER_NOT_CONFIGURED", message));
    }
    Err(refuse(&call, "ACCESS_TOKEN_NOT_FOUND", "Access token not found"))
}
