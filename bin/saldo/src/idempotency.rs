//! `Idempotency-Key`: a write that a client repeats because its answer was lost is not performed again. The
//! client gets the stored answer instead.

use actix_web::body::{BoxBody, MessageBody, to_bytes_limited};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpResponse, ResponseError, web};
use saldo_bookkeeping::{BegunRequest, KeyedRequest};
use saldo_domain::Sha256;
use saldo_storage::StoredResponse;
pub use saldo_wire::openapi::{KEY_CHARACTERS_MAX, KEY_PATTERN};

use crate::app::App;
use crate::error::ApiError;
use crate::routes::{Endpoint, TABLE};
use crate::session::CurrentUser;

/// The header's name.
const HEADER: &str = "idempotency-key";
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
    let digest = digest(&request, &body);
    request.set_payload(Payload::from(body));
    let begun = app.request_keys.begin(user.id(), &key, digest, app.clock.now()).await;
    let work = match begun.map_err(ApiError::from)? {
        BegunRequest::New(work) => work,
        BegunRequest::Answered(kept) => return Ok(request.into_response(replay(kept))),
        BegunRequest::Running(seconds) => {
            let error = ApiError::conflict(format!(
                "A request with this Idempotency-Key is still running; send it again in {seconds} s"
            ))
            .with_header(header::RETRY_AFTER, seconds.to_string());
            return Ok(request.into_response(error.error_response()));
        }
        BegunRequest::Lost => {
            let error = ApiError::conflict(
                "The server stopped during the request with this Idempotency-Key, and its result is \
                 unknown; check whether it was done before you send it with a new key",
            )
            .with("outcome", "unknown");
            return Ok(request.into_response(error.error_response()));
        }
        BegunRequest::OtherRequest => {
            let error = ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "This Idempotency-Key was used for another request; use a new key",
            );
            return Ok(request.into_response(error.error_response()));
        }
    };
    let response = next.call(request).await;
    keep(work, response).await
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
    // Attachments are uploads, too.
    writes && !WITHOUT.contains(&path) && !path.ends_with("/attachments")
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
    work: KeyedRequest<'_>,
    response: Result<ServiceResponse<impl MessageBody + 'static>, actix_web::Error>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let response = match response {
        Ok(response) => response,
        Err(error) => {
            work.release().await.map_err(ApiError::from)?;
            return Err(error);
        }
    };
    let status = response.status();
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let body = to_bytes_limited(body, ANSWER_BYTES_MAX).await;
    let Ok(Ok(body)) = body else {
        work.release().await.map_err(ApiError::from)?;
        let error = ApiError::internal(&std::io::Error::other(
            "the answer is too large to store for its Idempotency-Key",
        ));
        return Ok(ServiceResponse::new(request, error.error_response()));
    };
    if status.is_server_error() || status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN {
        work.release().await.map_err(ApiError::from)?;
    } else {
        let content_type = head.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let answer = StoredResponse {
            status: status.as_u16(),
            content_type: content_type.map(str::to_owned),
            body: body.to_vec(),
        };
        work.answer(answer).await.map_err(ApiError::from)?;
    }
    Ok(ServiceResponse::new(request, head.set_body(body).map_into_boxed_body()))
}
