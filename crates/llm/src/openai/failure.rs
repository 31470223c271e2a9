//! Maps refusals of a server to errors.

use std::time::Duration;

use async_openai::error::OpenAIError;
use reqwest::Response;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::reason;
use super::token_limit::TokenLimit;
use crate::Error;

/// A refusal, with the details that decide about another attempt.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub(super) struct Failure {
    #[source]
    pub(super) error: Error,
    /// The wait that the server asks for, if a retry may succeed after it.
    pub(super) retry_after: Option<Duration>,
    /// The body, if the server rejected the request itself (status 400 or 422).
    fault: Option<Value>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, retry_after: None, fault: None }
    }
}

impl From<OpenAIError> for Failure {
    fn from(error: OpenAIError) -> Self {
        match error {
            // Errors that `Transport` returned pass through the client unchanged.
            OpenAIError::Boxed(error) => match error.downcast::<Self>() {
                Ok(failure) => *failure,
                Err(_) => Error::Unreadable.into(),
            },
            OpenAIError::Reqwest(error) => from_send_error(error).into(),
            _ => Error::Unreadable.into(),
        }
    }
}

impl Failure {
    /// True if the server rejected the token limit of this name.
    pub(super) fn is_about(&self, limit: TokenLimit) -> bool {
        let Some(fault) = &self.fault else { return false };
        let parameter = fault["error"]["param"].as_str();
        let is_unknown = matches!(code_of(fault), Some("unsupported_parameter" | "unknown_parameter"));
        names(&fault.to_string(), limit.key()) || (is_unknown && parameter.is_none())
    }
}

/// True if the text contains the key as a whole word, not as a part of a longer name.
fn names(text: &str, key: &str) -> bool {
    let is_of_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.match_indices(key).any(|(start, _)| {
        !text[..start].ends_with(is_of_name) && !text[start + key.len()..].starts_with(is_of_name)
    })
}

/// Upper limit for the bytes of a refusal's body that are read.
const BODY_BYTES_MAX: usize = 64 * 1024;

pub(super) fn from_send_error(error: reqwest::Error) -> Error {
    if error.is_timeout() {
        return Error::TimedOut;
    }
    if !error.is_connect() {
        return Error::CutOff;
    }
    // The address may contain a key.
    Error::Unreachable(Box::new(error.without_url()))
}

pub(super) fn from_read_error(error: &reqwest::Error) -> Error {
    if error.is_timeout() { Error::TimedOut } else { Error::CutOff }
}

pub(super) async fn from_response(mut response: Response) -> Failure {
    let status = response.status().as_u16();
    let retry_after = retry_after(response.headers());
    let mut body = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        body.extend_from_slice(&piece);
        if body.len() >= BODY_BYTES_MAX {
            break;
        }
    }
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let error = from_status(status, code_of(&body), reason::of_body(&body), retry_after);
    let comes_back = matches!(error, Error::RateLimited { .. }) || status == 503;
    let retry_after = retry_after.filter(|_| comes_back);
    Failure { error, retry_after, fault: matches!(status, 400 | 422).then_some(body) }
}

/// Maps an error object inside an answer to an error.
pub(super) fn of_reported(error: &Value) -> Error {
    let code = error.get("code").filter(|code| !code.is_null()).or_else(|| error.get("type"));
    let status = code
        .and_then(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()))
        .and_then(|status| u16::try_from(status).ok());
    match status {
        Some(status @ 400..=599) => from_status(status, None, reason::of_error(error), None),
        _ => match from_status(0, code.and_then(Value::as_str), reason::of_error(error), None) {
            Error::Refused { reason, .. } => Error::Reported { reason },
            known => known,
        },
    }
}

fn from_status(
    status: u16,
    code: Option<&str>,
    reason: Option<String>,
    retry_after: Option<Duration>,
) -> Error {
    match (status, code) {
        (_, Some("insufficient_quota")) | (402, _) => Error::NoCredit,
        (_, Some("context_length_exceeded")) | (413, _) => Error::TooLong,
        (429, _) | (_, Some("rate_limit_exceeded")) => Error::RateLimited { retry_after },
        (_, Some("model_not_found")) | (404, _) => Error::NotFound { reason },
        (401, _) | (_, Some("invalid_api_key")) => Error::KeyRefused,
        (403, _) => Error::Forbidden { reason },
        (408, _) => Error::TimedOut,
        (500.., _) => Error::ServerFailed { status, reason },
        _ => Error::Refused { status, reason },
    }
}

fn code_of(body: &Value) -> Option<&str> {
    let error = body.get("error")?;
    error.get("code").and_then(Value::as_str).or_else(|| error.get("type")?.as_str())
}

/// Returns the wait that the headers ask for, in milliseconds or seconds. The form with a date is not
/// supported: it would need the clock, and no provider sends it.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name| headers.get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
    number("retry-after-ms")
        .map(Duration::from_millis)
        .or_else(|| number("retry-after").map(Duration::from_secs))
}
