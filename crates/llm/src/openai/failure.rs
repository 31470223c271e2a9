//! What a server's refusals mean.

use std::time::Duration;

use eventsource_stream::EventStreamError;
use reqwest::Response;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::Failure;
use crate::Error;

/// Bytes of a refusal's body that are looked at; it is never shown.
const BODY_BYTES_MAX: usize = 64 * 1024;

pub(super) fn of_sending(error: reqwest::Error) -> Error {
    if error.is_timeout() {
        return Error::TimedOut;
    }
    if !error.is_connect() {
        return Error::BrokeOff;
    }
    // The address may hold a key.
    Error::Unreachable(Box::new(error.without_url()))
}

pub(super) fn of_reading(error: &reqwest::Error) -> Error {
    if error.is_timeout() { Error::TimedOut } else { Error::BrokeOff }
}

pub(super) fn of_event(error: EventStreamError<Error>) -> Error {
    match error {
        EventStreamError::Transport(error) => error,
        EventStreamError::Utf8(_) | EventStreamError::Parser(_) => Error::Unreadable,
    }
}

pub(super) async fn of_response(mut response: Response) -> Failure {
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
    let error = of_status(status, code_of(&body), retry_after);
    let comes_back = matches!(error, Error::RateLimited { .. }) || status == 503;
    Failure { error, retry_after: retry_after.filter(|_| comes_back) }
}

/// An error object inside an answer.
pub(super) fn of_reported(error: &Value) -> Error {
    let code = error.get("code").filter(|code| !code.is_null()).or_else(|| error.get("type"));
    let status = code
        .and_then(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()))
        .and_then(|status| u16::try_from(status).ok());
    match status {
        Some(status @ 400..=599) => of_status(status, None, None),
        _ => match of_status(0, code.and_then(Value::as_str), None) {
            Error::Refused { .. } => Error::Reported,
            known => known,
        },
    }
}

fn of_status(status: u16, code: Option<&str>, retry_after: Option<Duration>) -> Error {
    match (status, code) {
        (_, Some("insufficient_quota")) | (402, _) => Error::NoCredit,
        (_, Some("context_length_exceeded")) | (413, _) => Error::TooLong,
        (429, _) | (_, Some("rate_limit_exceeded")) => Error::RateLimited { retry_after },
        (_, Some("model_not_found")) | (404, _) => Error::NotFound,
        (401, _) | (_, Some("invalid_api_key")) => Error::KeyRefused,
        (403, _) => Error::Forbidden,
        (408, _) => Error::TimedOut,
        (500.., _) => Error::Unwell { status },
        _ => Error::Refused { status },
    }
}

fn code_of(body: &Value) -> Option<&str> {
    let error = body.get("error")?;
    error.get("code").and_then(Value::as_str).or_else(|| error.get("type")?.as_str())
}

/// The wait in milliseconds or seconds. The form with a date is left out: it would need the clock, and no provider sends it.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name| headers.get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
    number("retry-after-ms")
        .map(Duration::from_millis)
        .or_else(|| number("retry-after").map(Duration::from_secs))
}
