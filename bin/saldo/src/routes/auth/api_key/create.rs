//! `POST /auth/api-key/create`.

use crate::openapi::auth_bodies::CreateApiKeyRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::{LookupOptions, TokenWish};
use saldo_domain::Scope;
use serde_json::Value;

use super::super::call::Call;
use super::super::error::AuthError;
use super::super::schema::Fields;
use super::{ApiKeyRecord, SERVER_ONLY, lifetime, server_only, unauthorized};

/// `POST /auth/api-key/create` — creates an API token. Only this answer contains the token's text.
///
/// `permissions` is `{"api":["read"]}` (the default) or `{"api":["read","write"]}`.
///
/// # Errors
/// 400 for an invalid field, 401 without a session.
#[utoipa::path(
    post, path = "/auth/api-key/create",
    request_body = CreateApiKeyRequest,
    responses((status = 200, body = ApiKeyRecord), (status = 401)),
)]
pub async fn create_api_key(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    fields.optional_text("configId");
    let name = fields.optional_text("name");
    let expires_in = fields.nullable_positive("expiresIn").flatten();
    let prefix = optional_prefix(&mut fields);
    let limits_uses = fields.take("remaining").is_some_and(|value| !value.is_null());
    let metadata = fields.take("metadata");
    let sets_servers = fields.take_any(&SERVER_ONLY) || limits_uses;
    let permissions = optional_permissions(&mut fields);
    let names_user = fields.take_any(&["userId"]);
    fields.finish()?;
    let asker = call.signed_in_or_nobody(LookupOptions::CHANGE).await?;
    if sets_servers {
        return Err(call.refuse(server_only()));
    }
    let asker = asker.filter(|_| !names_user).ok_or_else(|| call.refuse(unauthorized()))?;
    if metadata.is_some_and(|value| is_truthy(&value)) {
        let (status, code) = (StatusCode::BAD_REQUEST, "METADATA_DISABLED");
        return Err(call.refuse(AuthError::new(status, code, "Metadata is disabled.")));
    }
    let scope = scope(permissions.as_ref()).map_err(|error| call.refuse(error))?;
    let wish = TokenWish {
        name: name.as_deref(),
        prefix: prefix.as_deref(),
        lifetime: expires_in.map(lifetime),
        scope,
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
fn scope(permissions: Option<&Vec<(String, Vec<String>)>>) -> Result<Scope, AuthError> {
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

fn unknown_permissions() -> AuthError {
    let message = "permissions must be {\"api\":[\"read\"]} or {\"api\":[\"read\",\"write\"]}";
    AuthError::new(StatusCode::BAD_REQUEST, "INVALID_PERMISSIONS", message)
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
