//! Limits of connections: their number, their idle time, and the minimum speed of clients.

mod guarded;
mod heads;
mod wait_budget;

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{HttpMessage as _, ResponseError as _};
use futures::Stream;

use self::wait_budget::WaitBudget;
use crate::app::App;
use crate::error::ApiError;
use crate::routes::auth;

pub use guarded::{GuardedConnection, HEAD_TIME_MAX};
pub use wait_budget::MinimumSpeed;

const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");

/// File descriptors that are not for connections: databases, files, child processes.
const DESCRIPTORS_RESERVED: u64 = 256;
/// Upper bound of file descriptors. A single machine cannot use more connections, even if the system allows
/// more.
const DESCRIPTORS_MAX: u64 = 65_536;

/// Routes whose bodies are files or long tables. They have a minimum rate instead of a deadline.
const LONG_BODIES: [&str; 5] =
    ["/api/upload", "/api/import/preview", "/api/me/data/import", "/api/chat", "/api/rates"];

/// Answers `HEAD` on routes that answer `GET`, announces the idle time of the connection, and limits
/// the time for the body.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn frame(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let is_head = request.method() == Method::HEAD;
    if is_head && auth::path_under(request.path()).is_none_or(auth::answers_head) {
        // The connection has noted the original method and will send no body.
        request.head_mut().method = Method::GET;
    }
    let is_kept = request.head().connection_type() == ConnectionType::KeepAlive;
    let received = Rc::new(RefCell::new(request.take_payload()));
    let mut idle_time_max = None;
    if let Some(app) = request.app_data::<web::Data<App>>() {
        idle_time_max = Some(app.config.idle_time_max);
        let lateness = Lateness::default();
        let body = PacedBody {
            body: Rc::clone(&received),
            wait_budget: body_wait_budget(app.config.minimum_speed, LONG_BODIES.contains(&request.path())),
            lateness: lateness.clone(),
        };
        request.extensions_mut().insert(lateness);
        request.set_payload(Payload::Stream { payload: Box::pin(body) });
    }
    let mut response = next.call(request).await?.map_into_boxed_body();
    if response.status() == StatusCode::REQUEST_TIMEOUT {
        // The rest of the body is not read.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    } else if let Some(idle_time_max) = idle_time_max.filter(|_| is_kept)
        && let Ok(announced) = HeaderValue::from_str(&format!("timeout={}", idle_time_max.as_secs()))
    {
        response.headers_mut().insert(KEEP_ALIVE, announced);
    }
    Ok(response.map_body(|_, sent| BoxBody::new(Response { sent, is_head, _received: received })))
}

/// Answers 408 to a request whose body arrived too slowly, whatever error the handler made of that.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn answer_slow_body(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let lateness = request.extensions().get::<Lateness>().cloned().unwrap_or_default();
    let response = next.call(request).await?.map_into_boxed_body();
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    if lateness.0.get() && is_error && response.status() != StatusCode::REQUEST_TIMEOUT {
        return Ok(response.into_response(ApiError::too_slow().error_response()));
    }
    Ok(response)
}

/// Set when a request body arrived too slowly.
#[derive(Debug, Clone, Default)]
struct Lateness(Rc<Cell<bool>>);

/// A response body that keeps the request body until it is sent; for `HEAD`, only its size is sent.
///
/// As soon as the request body is dropped, actix-http reads an unfinished chunked one to its end, for which a
/// client can make it wait forever. While it is kept, the connection closes after the response.
struct Response {
    sent: BoxBody,
    is_head: bool,
    _received: Rc<RefCell<Payload>>,
}

impl MessageBody for Response {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.sent.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.is_head {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.sent).poll_next(context)
    }
}

/// Returns how long the server waits for a body.
fn body_wait_budget(minimum_speed: MinimumSpeed, is_file: bool) -> WaitBudget {
    if is_file { WaitBudget::at_speed(minimum_speed) } else { WaitBudget::of(minimum_speed.wait_max) }
}

/// A request body with a limit on the time spent waiting for the client.
struct PacedBody {
    body: Rc<RefCell<Payload>>,
    wait_budget: WaitBudget,
    lateness: Lateness,
}

impl Stream for PacedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Poll::Ready(piece) = Pin::new(&mut *this.body.borrow_mut()).poll_next(context) {
            let bytes = piece.as_ref().and_then(|piece| piece.as_ref().ok()).map_or(0, Bytes::len);
            this.wait_budget.moved(bytes);
            return Poll::Ready(piece);
        }
        this.wait_budget.poll_over(context).map(|()| {
            this.lateness.0.set(true);
            let late = io::Error::new(io::ErrorKind::TimedOut, "the body arrives too slowly");
            Some(Err(PayloadError::Io(late)))
        })
    }
}

/// True if a body could not be read because it arrived too slowly.
#[must_use]
pub fn is_too_slow(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// Raises this process's limit of open files to the maximum that the system allows, at most 65,536.
pub fn raise_descriptor_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wished = limit.maximum.unwrap_or(DESCRIPTORS_MAX).min(DESCRIPTORS_MAX);
        if limit.current.is_some_and(|current| current < wished)
            && let Err(error) =
                setrlimit(Resource::Nofile, Rlimit { current: Some(wished), maximum: limit.maximum })
        {
            tracing::warn!(
                cause = &error as &dyn std::error::Error,
                "cannot raise the limit of open files; raise it with ulimit -n"
            );
        }
    }
}

/// Returns the maximum number of connections of a server: the configured one, or what the limit of open files
/// allows.
#[must_use]
pub fn connections_max(configured: usize) -> usize {
    if configured > 0 {
        return configured;
    }
    let left = descriptors().saturating_sub(DESCRIPTORS_RESERVED).max(descriptors() / 2);
    usize::try_from(left).unwrap_or(usize::MAX).max(1)
}

#[cfg(unix)]
fn descriptors() -> u64 {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.map_or(DESCRIPTORS_MAX, |current| current.min(DESCRIPTORS_MAX))
}

#[cfg(not(unix))]
const fn descriptors() -> u64 {
    DESCRIPTORS_MAX
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::StreamExt;

    use super::*;

    const SPEED: MinimumSpeed =
        MinimumSpeed { wait_max: Duration::from_secs(10), bytes_per_second_min: 1_000 };

    /// A body in pieces of 1,000 bytes, one after each pause.
    fn paced(is_file: bool, pauses: Vec<u64>) -> PacedBody {
        let pieces = futures::stream::iter(pauses).then(async |seconds| {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(Bytes::from_static(&[0; 1_000]))
        });
        let pieces: Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>> = Box::pin(pieces);
        PacedBody {
            body: Rc::new(RefCell::new(Payload::Stream { payload: pieces })),
            wait_budget: body_wait_budget(SPEED, is_file),
            lateness: Lateness::default(),
        }
    }

    async fn received(body: PacedBody) -> Result<usize, PayloadError> {
        let mut body = Box::pin(body);
        let mut bytes = 0;
        while let Some(piece) = body.next().await {
            bytes += piece?.len();
        }
        Ok(bytes)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_must_arrive_within_ten_seconds() {
        assert_eq!(received(paced(false, vec![4, 4])).await.unwrap(), 2_000);
        assert!(is_too_slow(&received(paced(false, vec![4, 4, 4])).await.unwrap_err()));
        assert!(is_too_slow(&received(paced(false, vec![11])).await.unwrap_err()));
    }

    #[tokio::test(start_paused = true)]
    async fn every_byte_of_a_file_extends_its_deadline() {
        assert_eq!(received(paced(true, vec![1; 60])).await.unwrap(), 60_000);
        assert!(is_too_slow(&received(paced(true, vec![2; 60])).await.unwrap_err()));
        assert!(is_too_slow(&received(paced(true, vec![1, 1, 12])).await.unwrap_err()));
        // However many bytes came before, one pause is limited.
        assert_eq!(received(paced(true, [vec![0; 200], vec![59]].concat())).await.unwrap(), 201_000);
        assert!(is_too_slow(&received(paced(true, [vec![0; 200], vec![61]].concat())).await.unwrap_err()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_servers_own_time_does_not_count_against_the_deadline() {
        let mut body = Box::pin(paced(false, vec![1, 1, 1]));
        while let Some(piece) = body.next().await {
            assert_eq!(piece.unwrap().len(), 1_000);
            tokio::time::sleep(Duration::from_mins(1)).await;
        }
    }

    #[test]
    fn connections_leave_file_descriptors_for_everything_else() {
        assert_eq!(connections_max(7), 7);
        assert!((connections_max(0) as u64) < descriptors());
    }
}
