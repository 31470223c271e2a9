//! Disk space: a reserve that is released when the disk is full, so that deleting still works.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The disk is full: a request that needs space is refused.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the disk is full")]
pub struct DiskFull;

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
    /// [`DiskFull`] if the disk is full.
    pub async fn refuse_when_full(&self) -> Result<(), DiskFull> {
        if self.is_full().await { Err(DiskFull) } else { Ok(()) }
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

/// Returns the folder, or the first folder above it that exists.
#[must_use]
pub fn existing(folder: &Path) -> &Path {
    let found = folder.ancestors().find(|folder| folder.exists() && *folder != Path::new(""));
    found.unwrap_or(Path::new("."))
}

/// Returns the number of bytes that this process can still write to the disk of a folder.
///
/// # Errors
/// If the folder does not exist or cannot be read.
#[cfg(unix)]
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(folder)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
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
