//! `/auth/api-key/…`: API tokens, compatible with better-auth's `apiKey` plugin.

use std::cmp::Ordering;
use std::time::Duration;

use crate::{ApiTokenRequest, Error, LookupOptions, TokenChange};
use http::StatusCode;
use saldo_domain::{ApiToken, ApiTokenId, Scope, Timestamp, UserId};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::bodies::AnyId;
use super::bodies::{CreateApiKeyRequest, DeleteApiKeyRequest, SortDirection, Success, UpdateApiKeyRequest};
use super::schema::Fields;
use super::{Call, Rejection, Response};

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
    #[schema(nullable = false)]
    key: Option<String>,
    reference_id: UserId,
    /// The books that the token opens, if they are not the user's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    books: Option<UserId>,
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
            books: Some(token.books).filter(|books| *books != token.user),
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

fn server_only() -> Rejection {
    let message = "The property you're trying to set can only be set from the server auth instance only.";
    Rejection::new(StatusCode::BAD_REQUEST, "SERVER_ONLY_PROPERTY", message)
}

fn unauthorized() -> Rejection {
    let message = "Unauthorized or invalid session";
    Rejection::new(StatusCode::UNAUTHORIZED, "UNAUTHORIZED_SESSION", message)
}

/// Converts a lifetime in seconds. A value that a [`Duration`] cannot hold exceeds every allowed lifetime, so
/// it becomes the maximum.
fn lifetime(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// `POST /auth/api-key/create` — creates an API token. Only this answer contains the token's text.
///
/// `permissions` is `{"api":["read"]}` (the default) or `{"api":["read","write"]}`. `books` is the id of a
/// household of the user.
///
/// # Errors
/// 400 for an invalid field, 401 without a session, 404 for books that the user cannot open.
#[utoipa::path(
    post, path = "/auth/api-key/create",
    request_body = CreateApiKeyRequest,
    responses((status = 200, body = ApiKeyRecord), (status = 401), (status = 404)),
)]
pub async fn create_api_key(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    fields.optional_text("configId");
    let name = fields.optional_text("name");
    let expires_in = fields.nullable_positive("expiresIn").flatten();
    let prefix = optional_prefix(&mut fields);
    let limits_uses = fields.take("remaining").is_some_and(|value| !value.is_null());
    let metadata = fields.take("metadata");
    let sets_servers = fields.take_any(&SERVER_ONLY) || limits_uses;
    let permissions = optional_permissions(&mut fields);
    let books = optional_books(&mut fields);
    let names_user = fields.take_any(&["userId"]);
    fields.finish()?;
    let asker = call.optional_session(LookupOptions::CHANGE).await?;
    if sets_servers {
        return Err(call.refuse(server_only()));
    }
    let asker = asker.filter(|_| !names_user).ok_or_else(|| call.refuse(unauthorized()))?;
    if metadata.is_some_and(|value| is_truthy(&value)) {
        let (status, code) = (StatusCode::BAD_REQUEST, "METADATA_DISABLED");
        return Err(call.refuse(Rejection::new(status, code, "Metadata is disabled.")));
    }
    let scope = scope(permissions.as_ref()).map_err(|error| call.refuse(error))?;
    let wish = ApiTokenRequest {
        name: name.as_deref(),
        prefix: prefix.as_deref(),
        lifetime: expires_in.map(lifetime),
        scope,
        books,
    };
    let made = call.auth().create_api_token(&asker, wish).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(ApiKeyRecord { key: Some(made.text), ..ApiKeyRecord::from(made.token) }, &[]))
}

fn optional_prefix(fields: &mut Fields) -> Option<String> {
    let prefix = fields.optional_text("prefix")?;
    let allowed = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    if prefix.is_empty() || !prefix.chars().all(allowed) {
        let message = "Invalid prefix format, must be alphanumeric and contain only underscores and hyphens.";
        fields.fault("prefix", message);
    }
    Some(prefix)
}

/// Reads the identifier of a set of books.
fn optional_books(fields: &mut Fields) -> Option<UserId> {
    let text = fields.optional_text("books")?;
    let books = text.parse().ok();
    if books.is_none() {
        fields.fault("books", "Invalid UUID");
    }
    books
}

/// Reads an object whose values are lists of texts.
fn optional_permissions(fields: &mut Fields) -> Option<Vec<(String, Vec<String>)>> {
    let resources = fields.optional_record("permissions")?;
    Some(
        resources
            .into_iter()
            .map(|(resource, actions)| {
                let path = format!("permissions.{resource}");
                (resource, fields.texts_of(&path, actions))
            })
            .collect(),
    )
}

/// Returns the scope that the permissions grant, `Read` by default.
fn scope(permissions: Option<&Vec<(String, Vec<String>)>>) -> Result<Scope, Rejection> {
    let actions = match permissions.map(Vec::as_slice) {
        None => return Ok(Scope::Read),
        Some([(resource, actions)]) if resource == "api" => actions,
        Some(_) => return Err(unknown_permissions()),
    };
    let known = |action: &String| match action.as_str() {
        "read" => Ok(Scope::Read),
        "write" => Ok(Scope::Write),
        _ => Err(unknown_permissions()),
    };
    let scopes = actions.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    scopes.into_iter().max().ok_or_else(unknown_permissions)
}

fn unknown_permissions() -> Rejection {
    let message = "permissions must be {\"api\":[\"read\"]} or {\"api\":[\"read\",\"write\"]}";
    Rejection::new(StatusCode::BAD_REQUEST, "INVALID_PERMISSIONS", message)
}

/// True if JavaScript treats the value as true.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// `GET /auth/api-key/get` — returns one of the user's API tokens, without its text.
///
/// # Errors
/// 400 without an id, 401 without a session, 404 for a token that is not the user's.
#[utoipa::path(
    get, path = "/auth/api-key/get",
    params(("id" = AnyId, Query)),
    responses((status = 200, body = ApiKeyRecord), (status = 400), (status = 401), (status = 404)),
)]
pub async fn get_api_key(call: Call) -> Result<Response, Rejection> {
    let id = call.query("id").ok_or_else(|| Rejection::missing_query("id"))?.to_owned();
    let asker = call.signed_in(LookupOptions::READ).await?;
    let token = call.auth().find_api_token(&asker, &id).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(ApiKeyRecord::from(token), &[]))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApiKeyList {
    api_keys: Vec<ApiKeyRecord>,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    offset: Option<usize>,
}

/// `GET /auth/api-key/list` — lists the user's API tokens, without their texts.
///
/// # Errors
/// 400 for an invalid query, 401 without a session.
#[utoipa::path(
    get, path = "/auth/api-key/list",
    params(
        ("limit" = Option<usize>, Query),
        ("offset" = Option<usize>, Query),
        (
            "sortBy" = Option<String>,
            Query,
            description = "`name`, `createdAt`, `updatedAt`, `expiresAt` or `lastRequest`.",
        ),
        ("sortDirection" = Option<SortDirection>, Query),
        ("configId" = Option<String>, Query),
    ),
    responses((status = 200, body = ApiKeyList), (status = 400), (status = 401)),
)]
pub async fn list_api_keys(call: Call) -> Result<Response, Rejection> {
    let mut faults = Vec::new();
    let limit = count(&call, "limit", &mut faults);
    let offset = count(&call, "offset", &mut faults);
    let descends = match call.query("sortDirection") {
        None | Some("asc") => false,
        Some("desc") => true,
        Some(_) => {
            let fault = "[query.sortDirection] Invalid option: expected one of \"asc\"|\"desc\"";
            faults.push(fault.to_owned());
            false
        }
    };
    if !faults.is_empty() {
        return Err(Rejection::validation(faults.join("; ")));
    }
    let asker = call.signed_in(LookupOptions::READ).await?;
    let mut tokens = call.auth().list_api_tokens(&asker).await.map_err(|error| call.refuse(error))?;
    if call.query("configId").is_some_and(|name| !matches!(name, "" | "default")) {
        tokens.clear();
    }
    sort(&mut tokens, call.query("sortBy").unwrap_or_default(), descends);
    let total = tokens.len();
    let page = tokens.into_iter().skip(offset.unwrap_or(0)).take(limit.unwrap_or(usize::MAX));
    let api_keys = page.map(ApiKeyRecord::from).collect();
    Ok(call.reply(ApiKeyList { api_keys, total, limit, offset }, &[]))
}

/// Reads a non-negative number from the query, and notes a fault for anything else.
fn count(call: &Call, name: &str, faults: &mut Vec<String>) -> Option<usize> {
    let text = call.query(name)?;
    let fault = match text.trim().parse::<i64>() {
        Ok(number) => match usize::try_from(number) {
            Ok(number) => return Some(number),
            Err(_) => "Too small: expected number to be >=0",
        },
        Err(_) => "Invalid input: expected number, received NaN",
    };
    faults.push(format!("[query.{name}] {fault}"));
    None
}

/// Sorts by the field with better-auth's name `field`. The sort is stable; an unknown field leaves the order
/// as it is.
fn sort(tokens: &mut [ApiToken], field: &str, descends: bool) {
    let compare = |one: &ApiToken, other: &ApiToken| match field {
        "name" => one.name.cmp(&other.name),
        "createdAt" => one.created_at.cmp(&other.created_at),
        "updatedAt" => one.updated_at.cmp(&other.updated_at),
        "expiresAt" => one.expires_at.cmp(&other.expires_at),
        "lastRequest" => one.last_used_at.cmp(&other.last_used_at),
        _ => Ordering::Equal,
    };
    tokens.sort_by(|one, other| if descends { compare(other, one) } else { compare(one, other) });
}

/// `POST /auth/api-key/update` — changes the name or lifetime of an API token, or disables or enables it. Its
/// permissions never change; create another token instead.
///
/// # Errors
/// 400 for an invalid field, 401 without a session, 404 for a token that is not the user's.
#[utoipa::path(
    post, path = "/auth/api-key/update",
    request_body = UpdateApiKeyRequest,
    responses((status = 200, body = ApiKeyRecord), (status = 401), (status = 404)),
)]
pub async fn update_api_key(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    fields.optional_text("configId");
    let id = fields.text("keyId");
    let user = fields.optional_text("userId");
    let name = fields.optional_text("name");
    let enabled = fields.optional_flag("enabled");
    let expires_in = fields.nullable_positive("expiresIn");
    let sets_servers = fields.take_any(&SERVER_ONLY) | fields.take_any(&["remaining", "permissions"]);
    fields.finish()?;
    let asker = call.optional_session(LookupOptions::CHANGE).await?;
    let asker = asker.filter(|asker| user.is_none_or(|user| user == asker.user.id.to_string()));
    let asker = asker.ok_or_else(|| call.refuse(unauthorized()))?;
    if sets_servers {
        return Err(call.refuse(server_only()));
    }
    let change = TokenChange {
        name: name.as_deref(),
        enabled,
        lifetime: expires_in.map(|seconds| seconds.map(lifetime)),
    };
    let changed = call.auth().update_api_token(&asker, &id, change).await;
    let token = changed.map_err(|error| match error {
        Error::NothingToUpdate => call.refuse(nothing_to_update()),
        error => call.refuse(error),
    })?;
    Ok(call.reply(ApiKeyRecord::from(token), &[]))
}

fn nothing_to_update() -> Rejection {
    Rejection::new(StatusCode::BAD_REQUEST, "NO_VALUES_TO_UPDATE", "No values to update.")
}

/// `POST /auth/api-key/delete` — deletes an API token. It stops working at once.
///
/// # Errors
/// 401 without a session, 404 for a token that is not the user's.
#[utoipa::path(
    post, path = "/auth/api-key/delete",
    request_body = DeleteApiKeyRequest,
    responses((status = 200, body = Success), (status = 401), (status = 404)),
)]
pub async fn delete_api_key(call: Call) -> Result<Response, Rejection> {
    let mut fields = call.fields()?;
    fields.optional_text("configId");
    let id = fields.text("keyId");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    call.auth().delete_api_token(&asker, &id).await.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "success": true }), &[]))
}
