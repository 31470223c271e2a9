//! `Idempotency-Key`: a write that a client repeats because its answer was lost is not performed again. The
//! client gets the stored answer instead.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody, to_bytes_limited};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpResponse, ResponseError, web};
use saldo_domain::{Sha256, Timestamp, UserId};
use saldo_storage::{KeyState, Storage, StoredResponse};
pub use saldo_wire::openapi::{KEY_CHARACTERS_MAX, KEY_PATTERN};

use crate::app::App;
use crate::error::ApiError;
use crate::routes::{Endpoint, TABLE};
use crate::session::CurrentUser;

/// The header's name.
const HEADER: &str = "idempotency-key";
/// Time after which an unanswered request counts as dead. No request takes that long.
const WORK_TIME_MAX: Duration = Duration::from_mins(5);
/// Retention of stored answers.
const RETENTION: Duration = Duration::from_hours(24);
/// Maximum size of a stored answer in bytes. Answers to writes are small.
const ANSWER_BYTES_MAX: usize = 1024 * 1024;
/// Routes that ignore the key: uploads are recognized by their bytes, and streams cannot be replayed.
const WITHOUT: [&str; 4] = ["/upload", "/import/preview", "/me/data/import", "/chat"];

/// Answers a repeated write with the stored answer, and stores the answers of new writes.
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
    // The route itself rejects unauthenticated requests, before it reads anything else.
    let Ok(user) = CurrentUser::from_request(request.request(), &mut Payload::None).await else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let Key::Given(key) = given else {
        let error = ApiError::bad_request(format!(
            "Idempotency-Key must have 1 to {KEY_CHARACTERS_MAX} printable ASCII characters"
        ));
        return Ok(request.into_response(error.error_response()));
    };
    let Ok(body) = request.extract::<web::Bytes>().await else {
        let error = ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large; send a smaller one");
        return Ok(request.into_response(error.error_response()));
    };
    // Registered before the key is taken: a request that finds the key taken must find the registration too.
    let (work, is_here) = app.idempotency.at_work.begin(user.id(), &key);
    let digest = digest(&request, &body);
    request.set_payload(Payload::from(body));
    let now = app.clock.now();
    let state =
        app.idempotency.storage.take_key(user.id(), &key, digest, now.before(WORK_TIME_MAX), now).await;
    match state.map_err(ApiError::from)? {
        KeyState::New => {}
        KeyState::Answered(kept) => return Ok(request.into_response(replay(kept))),
        KeyState::AtWork(begun_at) => {
            // Another process is working on it, or died while doing so. Which of the two is known only after
            // its time limit.
            let seconds = if is_here { 1 } else { seconds_until(begun_at.after(WORK_TIME_MAX), now) };
            let error = ApiError::conflict(format!(
                "A request with this Idempotency-Key is still running; send it again in {seconds} s"
            ))
            .with_header(header::RETRY_AFTER, seconds.to_string());
            return Ok(request.into_response(error.error_response()));
        }
        KeyState::Lost => {
            let error = ApiError::conflict(
                "The server stopped during the request with this Idempotency-Key, and its result is \
                 unknown; check whether it was done before you send it with a new key",
            )
            .with("outcome", "unknown");
            return Ok(request.into_response(error.error_response()));
        }
        KeyState::OtherRequest => {
            let error = ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "This Idempotency-Key was used for another request; use a new key",
            );
            return Ok(request.into_response(error.error_response()));
        }
    }
    let response = next.call(request).await;
    let kept = keep(&app, user.id(), &key, response).await;
    drop(work);
    kept
}

/// The keys of all users, with the answers of their requests.
pub struct Idempotency {
    storage: Arc<dyn Storage>,
    at_work: RequestsInProgress,
}

impl Idempotency {
    /// Creates the service on this storage.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        Self { storage, at_work: RequestsInProgress::default() }
    }

    /// Deletes stored answers after their retention, and returns their number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sweep(&self, now: Timestamp) -> saldo_storage::Result<u64> {
        self.storage.sweep_keys(now.before(RETENTION)).await
    }
}

/// The keys of the requests that this process is working on, with the number of these requests.
#[derive(Default)]
struct RequestsInProgress(Mutex<HashMap<(UserId, String), usize>>);

/// A request in progress, until this is dropped.
struct Work<'requests> {
    requests: &'requests RequestsInProgress,
    of: (UserId, String),
}

impl RequestsInProgress {
    /// Registers a request, and returns whether another one with the same key is in progress.
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

/// Returns the whole seconds from `now` to `then`, rounded up, at least 1.
fn seconds_until(then: Timestamp, now: Timestamp) -> u64 {
    (then.as_milliseconds() - now.as_milliseconds()).max(1).unsigned_abs().div_ceil(1_000)
}

/// The key of a request.
enum Key {
    /// No key, or a key that the route ignores.
    None,
    /// An invalid key.
    Unfit,
    /// A valid key.
    Given(String),
}

/// True if a route outside `/auth` accepts a key. Its path is relative to `/api`.
#[must_use]
pub fn takes_key(method: &Method, path: &str) -> bool {
    let writes = matches!(*method, Method::POST | Method::PUT | Method::PATCH | Method::DELETE);
    writes && !WITHOUT.contains(&path)
}

fn key_of(request: &ServiceRequest) -> Key {
    let path = request.path().strip_prefix("/api").unwrap_or_default();
    if path.starts_with("/auth/") || !takes_key(request.method(), path) {
        return Key::None;
    }
    let Some(value) = request.headers().get(HEADER) else { return Key::None };
    // An unknown route or method is answered 404 or 405 even if the key is invalid.
    let pattern = request.match_pattern().unwrap_or_default();
    let is_route = |endpoint: &Endpoint| {
        *request.method() == endpoint.method && pattern.strip_prefix("/api") == Some(endpoint.path)
    };
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

fn replay(stored: StoredResponse) -> HttpResponse {
    let status = StatusCode::from_u16(stored.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status);
    response.insert_header(("idempotency-replayed", "true"));
    if let Some(content_type) = stored.content_type {
        response.insert_header((header::CONTENT_TYPE, content_type));
    }
    response.body(stored.body)
}

/// Stores the answer, or releases the key if a retry may succeed.
async fn keep(
    app: &App,
    user: UserId,
    key: &str,
    response: Result<ServiceResponse<impl MessageBody + 'static>, actix_web::Error>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let response = match response {
        Ok(response) => response,
        Err(error) => {
            app.idempotency.storage.release_key(user, key).await.map_err(ApiError::from)?;
            return Err(error);
        }
    };
    let status = response.status();
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let body = to_bytes_limited(body, ANSWER_BYTES_MAX).await;
    let Ok(Ok(body)) = body else {
        app.idempotency.storage.release_key(user, key).await.map_err(ApiError::from)?;
        let error = ApiError::internal(&std::io::Error::other(
            "the answer is too large to store for its Idempotency-Key",
        ));
        return Ok(ServiceResponse::new(request, error.error_response()));
    };
    if status.is_server_error() || status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN {
        app.idempotency.storage.release_key(user, key).await.map_err(ApiError::from)?;
    } else {
        let content_type = head.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let answer = StoredResponse {
            status: status.as_u16(),
            content_type: content_type.map(str::to_owned),
            body: body.to_vec(),
        };
        app.idempotency.storage.keep_answer(user, key, answer).await.map_err(ApiError::from)?;
    }
    Ok(ServiceResponse::new(request, head.set_body(body).map_into_boxed_body()))
}
