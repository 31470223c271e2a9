//! Uploads: a file is counted and hashed while it is streamed to the store, so that it is never in memory as
//! a whole.

#[cfg(all(feature = "guarded", feature = "import"))]
use std::io::{Read, Seek, Write};
#[cfg(all(feature = "guarded", feature = "import"))]
use std::{fs::File, path::PathBuf, sync::Arc, time::Duration};

use bytes::Bytes;
use futures::stream::Fuse;
use futures::{Stream, StreamExt};
use object_store::path::Path;
use object_store::{ObjectStoreExt, WriteMultipart};
use saldo_domain::{Id, Sha256, Statement, UserId};
use saldo_storage::NewStatement;
use sha2::Digest;

use super::Ingest;
use super::files::key_of;
use super::trash::fetch;
use crate::error::{Error, QuotaLimit};
#[cfg(all(feature = "guarded", feature = "import"))]
use crate::page::{ReadError, on_behalf_of};
use crate::sniff::FileKind;
#[cfg(all(feature = "guarded", feature = "import"))]
use crate::unpack::{PackedFile, Unpacker, ZipFault};

/// The result of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uploaded {
    /// The statement with this content.
    pub statement: Statement,
    /// True if the user already had a statement with the same content. Nothing new is stored then.
    pub duplicate: bool,
}

/// Upper limit for the parts sent to the store at the same time; more parts would only wait in memory.
pub(super) const PARTS_IN_FLIGHT: usize = 2;
/// Bytes of a part: the smallest size that S3 allows.
const PART_BYTES: usize = 5 * 1024 * 1024;
/// Upper limit for the time that a ZIP file waits for its turn and is then unpacked. Its client gets no
/// answer in the meantime.
#[cfg(all(feature = "guarded", feature = "import"))]
const UNPACK_TIME_MAX: Duration = Duration::from_secs(10);
/// Bytes of a ZIP file that are written to the spool at a time.
#[cfg(all(feature = "guarded", feature = "import"))]
const SPOOL_BYTES: usize = 1024 * 1024;

/// The unpacker of ZIP files, and the ZIP files that wait for it.
#[cfg(all(feature = "guarded", feature = "import"))]
pub(super) struct Unpacking {
    pub(super) unpacker: Arc<dyn Unpacker>,
    /// The folder of the files without a name in which ZIP files wait.
    pub(super) spool: PathBuf,
    /// One turn per core and one per user: a turn holds a ZIP file and its files in memory.
    pub(super) turns: saldo_bookkeeping::UserQueue,
}

/// The cause of an interrupted upload.
#[cfg(all(feature = "guarded", feature = "import"))]
type Cause = Box<dyn std::error::Error + Send + Sync>;

/// The result for one file of an upload, with its name as shown.
#[cfg(all(feature = "guarded", feature = "import"))]
pub(super) type UploadOf = (String, Result<Uploaded, Error>);

impl Ingest {
    /// Stores a file, or each file of a ZIP file. If one file is invalid, the others are stored nevertheless.
    #[cfg(all(feature = "guarded", feature = "import"))]
    pub async fn upload_all<S, E>(&self, user: UserId, file_name: &str, body: S) -> Vec<UploadOf>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let shown = |name: &str| self.limits.display_name(name);
        let mut body = std::pin::pin!(body.fuse());
        let head = match head_of(&mut body).await {
            Ok(head) => head,
            Err(error) => return vec![(shown(file_name), Err(error))],
        };
        if FileKind::of(&head) != Some(FileKind::Zip) {
            let head = futures::stream::iter([Ok(Bytes::from(head))]);
            let body = head.chain(body.map(|chunk| chunk.map_err(Into::<Cause>::into)));
            return vec![(shown(file_name), self.upload(user, file_name, body).await)];
        }
        let (files, _turn) = match self.unpacked(user, head, body).await {
            Ok(unpacked) => unpacked,
            Err(error) => return vec![(shown(file_name), Err(error))],
        };
        let mut all = Vec::with_capacity(files.len());
        for PackedFile { name, content } in files {
            let body = futures::stream::iter([Ok::<_, std::io::Error>(content)]);
            all.push((shown(&name), self.upload(user, &name, body).await));
        }
        all
    }

    /// Returns the files of a ZIP file, which begins with `head`, and the turn that lasts until they are
    /// stored. The file waits for its turn on the disk, so that slow and waiting clients take no memory.
    #[cfg(all(feature = "guarded", feature = "import"))]
    async fn unpacked<S, E>(
        &self,
        user: UserId,
        head: Vec<u8>,
        body: std::pin::Pin<&mut Fuse<S>>,
    ) -> Result<(Vec<PackedFile>, saldo_bookkeeping::Turn), Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let unpacking = self.unpacking.as_ref().ok_or(Error::UnknownFormat)?;
        let file = spool(unpacking.spool.clone(), head, body, self.limits.bytes_max(FileKind::Zip)).await?;
        let limits = self.limits.unpack;
        let unpacked = tokio::time::timeout(UNPACK_TIME_MAX, async {
            let turn = unpacking.turns.turn_of(user).await;
            let file = blocking(move || read_from_start(file)).await?;
            match on_behalf_of(user, unpacking.unpacker.unpack(file.into(), limits)).await {
                Ok(found) => Ok((found.map_err(Error::Zip)?, turn)),
                // The child ended at its own limit of memory or time.
                Err(ReadError::TooLarge | ReadError::TimedOut) => {
                    Err(Error::Zip(ZipFault::TooLarge { max: limits.bytes_max }))
                }
                Err(error) => Err(Error::Reader(Box::new(error))),
            }
        });
        unpacked.await.map_err(|_| Error::Busy)?
    }

    /// Stores a file. `file_name` is for display only.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::Empty`], [`Error::UnknownFormat`], [`Error::Heic`],
    /// [`Error::Interrupted`],
    /// [`Error::OverQuota`] and [`Error::DiskFull`], after which nothing is stored; [`Error::Files`] or
    /// [`Error::Storage`].
    pub async fn upload<S, E>(&self, user: UserId, file_name: &str, body: S) -> Result<Uploaded, Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let now = self.clock.now();
        let id = Id::new(now);
        let file_key = key_of(user, id);
        self.check_quota(user, 1, 1).await?;
        let (size, sha256) =
            self.store(&file_key, body, |head| Ok(self.limits.bytes_max(kind_of(head)?))).await?;
        let file_name = self.limits.display_name(file_name);
        let new = NewStatement { id, file_name, file_key: file_key.clone(), size, sha256 };
        match self.storage.insert_statement(user, new, now).await {
            Ok(statement) => {
                // Concurrent uploads pass the first check together, so that the quota is checked again with
                // all of them stored.
                if let Err(error) = self.check_quota(user, 0, 0).await {
                    self.storage.delete_statement(user, statement.id, now).await?;
                    self.delete_file(&file_key).await?;
                    return Err(error);
                }
                Ok(Uploaded { statement, duplicate: false })
            }
            Err(saldo_storage::Error::Conflict) => {
                let known =
                    self.storage.find_statement_by_digest(user, sha256).await?.ok_or(Error::NotFound)?;
                match fetch(self.files.as_ref(), &known.file_key).await {
                    // The statement's file is lost, and this upload has the same content.
                    Err(Error::FileMissing) => {
                        self.files
                            .rename(&Path::from(file_key), &Path::from(known.file_key.as_str()))
                            .await?;
                    }
                    _ => self.delete_file(&file_key).await?,
                }
                Ok(Uploaded { statement: known, duplicate: true })
            }
            Err(error) => {
                // The statement may be stored in spite of the error. If that is unknown, the sweep removes
                // the file later.
                if matches!(self.storage.find_statement(user, id).await, Ok(None)) {
                    self.delete_file(&file_key).await?;
                }
                Err(error.into())
            }
        }
    }

    /// Checks that the user may store so many more files and bytes.
    ///
    /// # Errors
    /// [`Error::OverQuota`] or [`Error::Storage`].
    pub(super) async fn check_quota(&self, user: UserId, files: u64, bytes: u64) -> Result<(), Error> {
        let (files_max, bytes_max) = (self.limits.user_files_max, self.limits.user_bytes_max);
        if files_max == 0 && bytes_max == 0 {
            return Ok(());
        }
        let stored = self.storage.file_usage(user).await?;
        if files_max > 0 && stored.files.saturating_add(files) > files_max {
            return Err(Error::OverQuota { limit: QuotaLimit::Files(files_max) });
        }
        if bytes_max > 0 && stored.bytes.saturating_add(bytes) > bytes_max {
            return Err(Error::OverQuota { limit: QuotaLimit::Bytes(bytes_max) });
        }
        Ok(())
    }

    /// Streams a file of a supported kind to the store, and returns its size and digest.
    ///
    /// `admit` returns the upper limit for the bytes of a file that begins with the given bytes.
    pub(super) async fn store<S, E>(
        &self,
        key: &str,
        body: S,
        admit: impl FnOnce(&[u8]) -> Result<u64, Error>,
    ) -> Result<(u64, Sha256), Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        // Some streams must not be polled again after their end.
        let mut body = std::pin::pin!(body.fuse());
        // Nothing is written until the kind is known to be supported.
        let head = head_of(&mut body).await?;
        if head.is_empty() {
            return Err(Error::Empty);
        }
        let bytes_max = admit(&head)?;
        let upload = self.files.put_multipart(&Path::from(key)).await?;
        let mut writer = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        match copy(head.into(), body, &mut writer, bytes_max).await {
            Ok(written) => {
                writer.finish().await?;
                Ok(written)
            }
            Err(error) => {
                writer.abort().await?;
                Err(error)
            }
        }
    }
}

/// Reads from a file until its kind can be detected.
async fn head_of<S, E>(body: &mut std::pin::Pin<&mut Fuse<S>>) -> Result<Vec<u8>, Error>
where
    S: Stream<Item = Result<Bytes, E>>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut head = Vec::with_capacity(FileKind::HEAD_BYTES);
    while head.len() < FileKind::HEAD_BYTES {
        match body.next().await {
            Some(chunk) => head.extend_from_slice(&chunk.map_err(|error| Error::Interrupted(error.into()))?),
            None => break,
        }
    }
    Ok(head)
}

/// Writes a file to a new file without a name in `folder`.
#[cfg(all(feature = "guarded", feature = "import"))]
async fn spool<S, E>(
    folder: PathBuf,
    head: Vec<u8>,
    mut body: std::pin::Pin<&mut Fuse<S>>,
    bytes_max: u64,
) -> Result<File, Error>
where
    S: Stream<Item = Result<Bytes, E>>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut file = blocking(move || tempfile::tempfile_in(folder)).await?;
    let (mut part, mut size) = (head, 0_u64);
    loop {
        let next = body.next().await.transpose().map_err(|error| Error::Interrupted(error.into()))?;
        if part.len() >= SPOOL_BYTES || next.is_none() {
            size = size.saturating_add(part.len() as u64);
            if size > bytes_max {
                return Err(Error::TooLarge { bytes_max });
            }
            let bytes = std::mem::take(&mut part);
            file = blocking(move || file.write_all(&bytes).map(|()| file)).await?;
        }
        match next {
            Some(chunk) => part.extend_from_slice(&chunk),
            None => return Ok(file),
        }
    }
}

#[cfg(all(feature = "guarded", feature = "import"))]
fn read_from_start(mut file: File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Runs work on a temporary file on a thread of its own.
#[cfg(all(feature = "guarded", feature = "import"))]
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| Error::Reader(Box::new(error)))?;
    done.map_err(Error::spool)
}

/// Returns the kind of a file that is stored as it is.
pub(super) fn kind_of(head: &[u8]) -> Result<FileKind, Error> {
    match FileKind::of(head) {
        #[cfg(all(feature = "guarded", feature = "import"))]
        Some(FileKind::Zip) => Err(Error::Zip(ZipFault::Nested)),
        #[cfg(not(all(feature = "guarded", feature = "import")))]
        Some(FileKind::Zip) => Err(Error::UnknownFormat),
        Some(kind) => Ok(kind),
        None if FileKind::is_heic(head) => Err(Error::Heic),
        None => Err(Error::UnknownFormat),
    }
}

async fn copy<S, E>(
    head: Bytes,
    mut body: std::pin::Pin<&mut Fuse<S>>,
    writer: &mut WriteMultipart,
    bytes_max: u64,
) -> Result<(u64, Sha256), Error>
where
    S: Stream<Item = Result<Bytes, E>>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut digest = sha2::Sha256::new();
    let mut size: u64 = 0;
    let mut next = Some(head);
    while let Some(chunk) = next {
        size = size.saturating_add(chunk.len() as u64);
        if size > bytes_max {
            return Err(Error::TooLarge { bytes_max });
        }
        digest.update(&chunk);
        writer.wait_for_capacity(PARTS_IN_FLIGHT).await?;
        writer.put(chunk);
        next = body.next().await.transpose().map_err(|error| Error::Interrupted(error.into()))?;
    }
    Ok((size, Sha256::from_bytes(digest.finalize().into())))
}
