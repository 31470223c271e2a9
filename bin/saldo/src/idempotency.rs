//! `Idempotency-Key`: a write that is sent again because its answer was lost is not done again; its answer is given again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody, to_bytes_limited};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpResponse, ResponseError, web};
use saldo_domain::{Sha256, Timestamp, UserId};
use saldo_storage::{KeptAnswer, KeyState};

use crate::app::App;
use crate::connections::is_too_slow;
use crate::error::ApiError;
use crate::routes::{Entry, TABLE};
use crate::session::CurrentUser;

/// The header's name.
const HEADER: &str = "idempotency-key";
/// Characters of a key.
pub const KEY_CHARACTERS_MAX: usize = 255;
/// What a key is made of, as a regular expression: what a header can hold as text. HTTP drops blanks at its ends.
pub const KEY_PATTERN: &str = r"^[\t -~]+$";
/// How long a request may be at work before it is taken for dead: longer than any of them takes.
const WORK_TIME_MAX: Duration = Duration::from_mins(5);
/// How long an answer is kept.
pub const KEPT_FOR: Duration = Duration::from_hours(24);
/// Bytes of an answer that is kept; the answers to writes are small.
const ANSWER_BYTES_MAX: usize = 1024 * 1024;
/// Uploads are told apart by their bytes and streams cannot be given again: they take no key.
pub const WITHOUT: [&str; 4] = ["/api/upload", "/api/import/preview", "/api/me/data/import", "/api/chat"];

/// Answers a write with a known key from what is kept, and keeps the answers of new ones.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn answer_again(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let given = key_of(&request);
    let Some(app) = request.app_data::<web::Data<App>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    if matches!(given, Key::None) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    // The route refuses unauthenticated requests itself, before it looks at anything else.
    let Ok(user) = CurrentUser::from_request(request.request(), &mut Payload::None).await else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let Key::Given(key) = given else {
        let error = ApiError::bad_request(format!(
            "Idempotency-Key must have 1 to {KEY_CHARACTERS_MAX} printable ASCII characters"
        ));
        return Ok(request.into_response(error.error_response()));
    };
    let body = match request.extract::<web::Bytes>().await {
        Ok(body) => body,
        Err(error) => {
            let error = match error.as_error::<PayloadError>() {
                Some(late) if is_too_slow(late) => ApiError::too_slow(),
                _ => ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large"),
            };
            return Ok(request.into_response(error.error_response()));
        }
    };
    // Noted before the key is taken: whoever finds the key taken finds the note too.
    let (work, is_here) = app.requests_at_work.begin(user.id(), &key);
    let digest = digest(&request, &body);
    request.set_payload(Payload::from(body));
    let now = app.clock.now();
    let state = app.storage.take_key(user.id(), &key, digest, now.before(WORK_TIME_MAX), now).await;
    match state.map_err(ApiError::from)? {
        KeyState::New => {}
        KeyState::Answered(kept) => return Ok(request.into_response(again(kept))),
        KeyState::AtWork(begun_at) => {
            // Another process works on it, or one did that is gone: which of the two is known when its time is over.
            let seconds = if is_here { 1 } else { seconds_until(begun_at.after(WORK_TIME_MAX), now) };
            let error = ApiError::conflict(format!(
                "A request with this Idempotency-Key was begun and has no answer yet; ask again in {seconds} s"
            ))
            .with_header(header::RETRY_AFTER, seconds.to_string());
            return Ok(request.into_response(error.error_response()));
        }
        KeyState::Lost => {
            let error = ApiError::conflict(
                "The server stopped while it worked on the request with this Idempotency-Key; look whether it was done \
                 before you send it with a new key",
            )
            .with("outcome", "unknown");
            return Ok(request.into_response(error.error_response()));
        }
        KeyState::OtherRequest => {
            let error = ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "This Idempotency-Key came with another request before; use a new key for a new request",
            );
            return Ok(request.into_response(error.error_response()));
        }
    }
    let response = next.call(request).await;
    let kept = keep(&app, user.id(), &key, response).await;
    drop(work);
    kept
}

/// The keys that this process has requests with, and how many.
#[derive(Default)]
pub struct RequestsAtWork(Mutex<HashMap<(UserId, String), usize>>);

/// A request that is worked on, until this is dropped.
struct Work<'requests> {
    requests: &'requests RequestsAtWork,
    of: (UserId, String),
}

impl RequestsAtWork {
    /// Notes a request, and returns whether there is another one with its key.
    fn begin(&self, user: UserId, key: &str) -> (Work<'_>, bool) {
        let of = (user, key.to_owned());
        let mut requests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = requests.entry(of.clone()).or_default();
        *count += 1;
        let has_another = *count > 1;
        (Work { requests: self, of }, has_another)
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let mut requests = self.requests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = requests.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                requests.remove(&self.of);
            }
        }
    }
}

/// Whole seconds from `now` to `then`, one at least.
fn seconds_until(then: Timestamp, now: Timestamp) -> u64 {
    (then.as_milliseconds() - now.as_milliseconds()).max(1).unsigned_abs().div_ceil(1_000)
}

/// The key of a request.
enum Key {
    /// There is none, or the route takes none.
    None,
    /// It does not fit.
    Unfit,
    /// This one.
    Given(String),
}

fn key_of(request: &ServiceRequest) -> Key {
    let writes = matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH | Method::DELETE);
    let path = request.path();
    if !writes || path.starts_with("/api/auth/") || WITHOUT.contains(&path) {
        return Key::None;
    }
    let Some(value) = request.headers().get(HEADER) else { return Key::None };
    // What no route answers is 404 or 405, whatever its key.
    let pattern = request.match_pattern().unwrap_or_default();
    let is_route =
        |entry: &Entry| *request.method() == entry.method && pattern.strip_prefix("/api") == Some(entry.path);
    if !TABLE.iter().any(is_route) {
        return Key::None;
    }
    let fits = |text: &&str| (1..=KEY_CHARACTERS_MAX).contains(&text.len());
    value.to_str().ok().filter(fits).map_or(Key::Unfit, |text| Key::Given(text.to_owned()))
}

fn digest(request: &ServiceRequest, body: &[u8]) -> [u8; 32] {
    let mut bytes =
        format!("{} {}?{}\n", request.method(), request.path(), request.query_string()).into_bytes();
    bytes.extend_from_slice(body);
    *Sha256::of(&bytes).as_bytes()
}

fn again(kept: KeptAnswer) -> HttpResponse {
    let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status);
    response.insert_header(("idempotency-replayed", "true"));
    if let Some(content_type) = kept.content_type {
        response.insert_header((header::CONTENT_TYPE, content_type));
    }
    response.body(kept.body)
}

/// Keeps the answer, or gives the key back where trying again may go better.
async fn keep(
    app: &App,
    user: UserId,
    key: &str,
    response: Result<ServiceResponse<impl MessageBody + 'static>, actix_web::Error>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let response = match response {
        Ok(response) => response,
        Err(error) => {
            app.storage.release_key(user, key).await.map_err(ApiError::from)?;
            return Err(error);
        }
    };
    let status = response.status();
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let body = to_bytes_limited(body, ANSWER_BYTES_MAX).await;
    let Ok(Ok(body)) = body else {
        app.storage.release_key(user, key).await.map_err(ApiError::from)?;
        let error = ApiError::internal(&std::io::Error::other("an answer to a write is larger than is kept"));
        return Ok(ServiceResponse::new(request, error.error_response()));
    };
    if status.is_server_error() || status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN {
        app.storage.release_key(user, key).await.map_err(ApiError::from)?;
    } else {
        let content_type = head.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let answer = KeptAnswer {
            status: status.as_u16(),
            content_type: content_type.map(str::to_owned),
            body: body.to_vec(),
        };
        app.storage.keep_answer(user, key, answer).await.map_err(ApiError::from)?;
    }
    Ok(ServiceResponse::new(request, head.set_body(body).map_into_boxed_body()))
}
