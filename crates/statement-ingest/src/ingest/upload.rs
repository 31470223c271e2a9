//! A file comes in: streamed to the store while it is counted and hashed, never held whole in memory.

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
use crate::sniff::FileKind;

/// What became of an uploaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uploaded {
    /// The statement that holds these bytes.
    pub statement: Statement,
    /// Whether the person had uploaded the same bytes before: then nothing new was stored.
    pub duplicate: bool,
}

/// How many parts of a file may be on their way to the store at once; one more would only wait in memory.
const PARTS_IN_FLIGHT: usize = 2;
/// Bytes of a part: S3's smallest allowed size.
const PART_BYTES: usize = 5 * 1024 * 1024;

impl Ingest {
    /// Stores a file under `file_name` (for display only).
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::Empty`], [`Error::UnknownFormat`], [`Error::Interrupted`], [`Error::OverQuota`],
    /// [`Error::DiskFull`]; nothing is kept then.
    pub async fn upload<S, E>(&self, user: UserId, file_name: &str, body: S) -> Result<Uploaded, Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let now = self.clock.now();
        let id = Id::new(now);
        let file_key = key_of(user, id);
        self.check_quota(user, 1, 1).await?;
        let (size, sha256) = self.store(&file_key, body, |kind| self.limits.bytes_max(kind)).await?;
        let file_name = self.limits.display_name(file_name);
        let new = NewStatement { id, file_name, file_key: file_key.clone(), size, sha256 };
        match self.storage.insert_statement(user, new, now).await {
            Ok(statement) => {
                // Counted with what other uploads have stored meanwhile.
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
                    // The bytes are those of the statement whose file is missing.
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
                // The row may be there nevertheless; where it cannot be told, the bytes are left to the sweep.
                if matches!(self.storage.find_statement(user, id).await, Ok(None)) {
                    self.delete_file(&file_key).await?;
                }
                Err(error.into())
            }
        }
    }

    /// Refuses what would be more than a user may have.
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

    /// Streams a file of a kind that is read to the store; answers its size and digest.
    ///
    /// `bytes_max` tells how large a file of its kind may be.
    pub(super) async fn store<S, E>(
        &self,
        key: &str,
        body: S,
        bytes_max: impl FnOnce(FileKind) -> u64,
    ) -> Result<(u64, Sha256), Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        // A source may not be asked again once it has ended.
        let mut body = std::pin::pin!(body.fuse());
        let mut head = Vec::with_capacity(FileKind::HEAD_BYTES);
        // Nothing is written before the first bytes say that the file is one we read.
        while head.len() < FileKind::HEAD_BYTES {
            match body.next().await {
                Some(chunk) => {
                    head.extend_from_slice(&chunk.map_err(|error| Error::Interrupted(error.into()))?);
                }
                None => break,
            }
        }
        if head.is_empty() {
            return Err(Error::Empty);
        }
        let bytes_max = bytes_max(FileKind::of(&head).ok_or(Error::UnknownFormat)?);
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
