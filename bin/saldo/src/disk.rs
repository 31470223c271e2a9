//! Disk space: a reserve that is released when the disk is full, so that deleting and exporting still work.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web;

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
            self.found_full();
        }
    }

    /// Releases the reserve, after a write failed because the disk is full.
    pub fn found_full(&self) {
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

    /// Runs `work`, which frees space or needs little. If the disk is full, it is run again without the
    /// reserve.
    ///
    /// # Errors
    /// Those of `work`.
    pub async fn with_room<T, E>(&self, work: impl AsyncFn() -> Result<T, E>) -> Result<T, ApiError>
    where
        ApiError: From<E>,
    {
        match work().await.map_err(ApiError::from) {
            Err(error) if error.is_disk_full() => {
                self.found_full();
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
        app.disk.found_full();
    }
    answered
}
