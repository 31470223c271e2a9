//! `GET /auth/api-key/list`.

use crate::openapi::auth_bodies::SortDirection;
use std::cmp::Ordering;
use utoipa::ToSchema;

use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use saldo_domain::ApiToken;
use serde::Serialize;

use super::super::call::Call;
use super::super::error::AuthError;
use super::ApiKeyRecord;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApiKeyList {
    api_keys: Vec<ApiKeyRecord>,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
pub async fn list_api_keys(call: Call) -> Result<HttpResponse, AuthError> {
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
        return Err(AuthError::validation(faults.join("; ")));
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
