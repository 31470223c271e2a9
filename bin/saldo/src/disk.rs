//! Disk space: a reserve that is released when the disk is full, so that deleting and exporting still work.

use std::cell::RefCell;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web;
use futures::TryStreamExt as _;
use futures::stream;

use crate::app::App;
use crate::error::ApiError;

/// Minimum time for which the disk counts as full after a failed write. The database may be on another disk
/// than the reserve, so that a reserve that fits again proves nothing.
const FULL_MIN: Duration = Duration::from_secs(10);

/// The free space on the disk of the data folder.
#[derive(Debug, Clone)]
pub struct Disk {
    reserve: PathBuf,
    bytes: u64,
    /// Time of the last failed write, while the disk counts as full.
    full_since: Arc<Mutex<Option<Instant>>>,
}

impl Disk {
    /// Watches the disk of `folder`, with a reserve of this many bytes; 0 for no reserve.
    #[must_use]
    pub fn of(folder: &Path, bytes: u64) -> Self {
        Self { reserve: folder.join("reserve"), bytes, full_since: Arc::default() }
    }

    /// Creates the reserve. If it does not fit, the disk counts as full.
    pub async fn take_reserve(&self) {
        if !self.try_take().await {
            self.mark_full();
        }
    }

    /// Releases the reserve, after a write failed because the disk is full.
    pub fn mark_full(&self) {
        let mut full_since = self.full_since.lock().unwrap_or_else(PoisonError::into_inner);
        if full_since.is_none() {
            tracing::error!(
                "the disk is full; free some space. Until then uploads and changes fail; deleting and \
                 exporting work"
            );
        }
        *full_since = Some(Instant::now());
        drop(fs::remove_file(&self.reserve));
    }

    /// True if the disk is full. It counts as full until the reserve fits again.
    pub async fn is_full(&self) -> bool {
        let full_since = *self.full_since.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(since) = full_since else { return false };
        if since.elapsed() < FULL_MIN || !self.try_take().await {
            return true;
        }
        *self.full_since.lock().unwrap_or_else(PoisonError::into_inner) = None;
        tracing::info!("there is space on the disk again");
        false
    }

    /// Rejects a request that needs space while the disk is full.
    ///
    /// # Errors
    /// 507 if the disk is full.
    pub async fn refuse_when_full(&self) -> Result<(), ApiError> {
        if self.is_full().await { Err(ApiError::disk_full()) } else { Ok(()) }
    }

    /// Runs `work`, which needs little space. If the disk is full, frees the reserve and runs it again.
    ///
    /// # Errors
    /// Those of `work`.
    pub async fn with_room<T, E>(&self, work: impl AsyncFn() -> Result<T, E>) -> Result<T, ApiError>
    where
        ApiError: From<E>,
    {
        match work().await.map_err(ApiError::from) {
            Err(error) if error.is_disk_full() => {
                self.mark_full();
                Ok(work().await?)
            }
            done => done,
        }
    }

    async fn try_take(&self) -> bool {
        let (reserve, bytes) = (self.reserve.clone(), self.bytes);
        let taken = tokio::task::spawn_blocking(move || take(&reserve, bytes)).await;
        match taken {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::debug!(%error, "there is no space for the disk reserve");
                false
            }
            Err(_) => false,
        }
    }
}

/// Creates the reserve file, completely or not at all.
fn take(path: &Path, bytes: u64) -> io::Result<()> {
    if bytes == 0 || fs::metadata(path).is_ok_and(|seen| seen.len() == bytes) {
        return Ok(());
    }
    let mut file = OpenOptions::new().create(true).write(true).truncate(true).open(path)?;
    let made = fill(&mut file, bytes);
    if made.is_err() {
        fs::remove_file(path)?;
    }
    made
}

/// Number of bytes per write.
const BLOCK: usize = 64 * 1024;

fn fill(file: &mut fs::File, bytes: u64) -> io::Result<()> {
    // Not all zeros: some file systems allocate no space for those.
    let block: Vec<u8> = (0..BLOCK).map(|place| (place.wrapping_mul(167) >> 3).to_le_bytes()[0]).collect();
    let mut left = bytes;
    while left > 0 {
        let part = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
        file.write_all(&block[..part])?;
        left -= part as u64;
    }
    file.sync_all()
}

/// Releases the reserve after an answer with status 507.
///
/// # Errors
/// Those of the request.
pub async fn watch(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let app = request.app_data::<web::Data<App>>().cloned();
    let answered = next.call(request).await;
    let status = match &answered {
        Ok(answer) => answer.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    if let Some(app) = app.filter(|_| status == StatusCode::INSUFFICIENT_STORAGE) {
        app.disk.mark_full();
    }
    answered
}

/// Runs a route that deletes data. Deleting frees space but needs some first: if the disk is full, the route
/// runs again without the reserve.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn delete_with_room(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let (request, body) = request.into_parts();
    let received = Rc::new(RefCell::new(Vec::new()));
    let writer = Rc::clone(&received);
    let recorded = body.inspect_ok(move |piece| writer.borrow_mut().push(piece.clone()));
    let first = ServiceRequest::from_parts(request.clone(), Payload::Stream { payload: Box::pin(recorded) });
    let answer = next.call(first).await?.map_into_boxed_body();
    if answer.status() != StatusCode::INSUFFICIENT_STORAGE {
        return Ok(answer);
    }
    drop(answer);
    if let Some(app) = request.app_data::<web::Data<App>>() {
        app.disk.mark_full();
    }
    let again = stream::iter(received.take().into_iter().map(Ok));
    let second = ServiceRequest::from_parts(request, Payload::Stream { payload: Box::pin(again) });
    Ok(next.call(second).await?.map_into_boxed_body())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_and_read_body, init_service};
    use actix_web::{App as Service, HttpResponse};

    use super::*;

    #[actix_web::test]
    async fn a_deletion_runs_again_if_the_disk_is_full() {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let delete = async |id: web::Path<String>, body: String| -> Result<HttpResponse, ApiError> {
            if RUNS.fetch_add(1, Ordering::SeqCst) == 0 {
                return Err(ApiError::disk_full());
            }
            Ok(HttpResponse::Ok().body(format!("{id}: {body}")))
        };
        let route = web::delete().to(delete).wrap(from_fn(delete_with_room));
        let service = init_service(Service::new().route("/rules/{id}", route)).await;
        for runs in [2, 3] {
            let request = TestRequest::delete().uri("/rules/7").set_payload("sure").to_request();
            assert_eq!(call_and_read_body(&service, request).await, "7: sure");
            assert_eq!(RUNS.load(Ordering::SeqCst), runs);
        }
    }
}
