//! Moves all files from one file store to another.

use futures::{StreamExt, TryStreamExt};
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart};
use saldo_domain::{Clock, Id, Sha256, SystemClock};
use sha2::Digest;

use super::instance::MARKER;
use super::upload::PARTS_IN_FLIGHT;
use crate::error::Error;

/// The result of a move, as numbers of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovedFiles {
    /// Files that were copied.
    pub copied: u64,
    /// Files that an earlier, interrupted move had copied already.
    pub known: u64,
    /// The size of all files in bytes.
    pub bytes: u64,
}

/// Moves all files from one store to another. Every copy is read back, and its hash is compared. Files are
/// deleted from the old store only after all of them were copied, so that an interrupted move can be
/// repeated. The marker of the instance is copied last: without it, a server does not take the new store for
/// a complete one. No server may use the stores meanwhile.
///
/// # Errors
/// [`Error::SamePlace`] if both are one store, [`Error::OtherInstance`] if the new store belongs to another
/// instance, [`Error::FileDiffers`] if a copy differs from its original, [`Error::Files`] or
/// [`Error::FilesUnavailable`].
pub async fn move_files(from: &dyn ObjectStore, to: &dyn ObjectStore) -> Result<MovedFiles, Error> {
    if is_within(to, from).await? {
        return Err(Error::SamePlace);
    }
    let marker = Path::from(MARKER);
    if let (Some(old), Some(new)) = (digest(from, &marker).await?, digest(to, &marker).await?)
        && old != new
    {
        return Err(Error::OtherInstance);
    }
    let mut keys = Vec::new();
    let mut moved = MovedFiles::default();
    let mut found = from.list(None);
    while let Some(file) = found.next().await.transpose()? {
        moved.bytes += file.size;
        if file.location != marker {
            keys.push(file.location);
        }
    }
    if digest(from, &marker).await?.is_some() {
        keys.push(marker);
    }
    for key in &keys {
        let original = digest(from, key).await?.ok_or(Error::FileMissing)?;
        if digest(to, key).await?.as_ref() == Some(&original) {
            moved.known += 1;
            continue;
        }
        copy(from, to, key).await?;
        if digest(to, key).await?.as_ref() != Some(&original) {
            return Err(Error::FileDiffers { key: key.to_string() });
        }
        moved.copied += 1;
    }
    for key in &keys {
        from.delete(key).await?;
    }
    Ok(moved)
}

/// True if one store is the other, or a folder in it. Their names do not show that: paths may be links, and a
/// bucket may have several addresses. So a file is written to one and searched for in the other.
async fn is_within(inner: &dyn ObjectStore, outer: &dyn ObjectStore) -> Result<bool, Error> {
    let probe = Path::from(format!("moving-{}", Id::<()>::new(SystemClock.now())));
    inner.put(&probe, PutPayload::new()).await?;
    let is_probe = async |file: object_store::ObjectMeta| file.location.filename() == probe.filename();
    let is_found = outer.list(None).try_any(is_probe).await;
    inner.delete(&probe).await?;
    Ok(is_found?)
}

async fn copy(from: &dyn ObjectStore, to: &dyn ObjectStore, key: &Path) -> Result<(), Error> {
    let mut bytes = from.get(key).await?.into_stream();
    let mut written = WriteMultipart::new(to.put_multipart(key).await?);
    while let Some(piece) = bytes.next().await {
        match piece {
            Ok(piece) => {
                // A slow store must not fill the memory with parts that wait for it.
                written.wait_for_capacity(PARTS_IN_FLIGHT).await?;
                written.put(piece);
            }
            Err(error) => {
                // The error of the read is the cause; an unfinished upload is only left behind.
                drop(written.abort().await);
                return Err(error.into());
            }
        }
    }
    written.finish().await?;
    Ok(())
}

/// Returns the hash of a file; `None` if it does not exist.
async fn digest(files: &dyn ObjectStore, key: &Path) -> Result<Option<Sha256>, Error> {
    let found = match files.get(key).await {
        Err(object_store::Error::NotFound { .. }) => return Ok(None),
        found => found?,
    };
    let mut hash = sha2::Sha256::new();
    let mut bytes = found.into_stream();
    while let Some(piece) = bytes.next().await {
        hash.update(piece?);
    }
    Ok(Some(Sha256::from_bytes(hash.finalize().into())))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use object_store::memory::InMemory;
    use object_store::prefix::PrefixStore;

    use super::*;

    async fn put(files: &InMemory, key: &str, content: &str) {
        files.put(&Path::from(key), PutPayload::from(content.to_owned())).await.unwrap();
    }

    async fn content(files: &InMemory, key: &str) -> Option<Vec<u8>> {
        Some(files.get(&Path::from(key)).await.ok()?.bytes().await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn files_are_moved_whole_and_a_repeated_move_continues() {
        let (from, to) = (InMemory::new(), InMemory::new());
        for (key, content) in [("instance", "one"), ("statements/a/1", "first"), ("trash/t/a/2", "second")] {
            put(&from, key, content).await;
        }
        // An interrupted move copied one file, and a part of another.
        put(&to, "statements/a/1", "first").await;
        put(&to, "trash/t/a/2", "sec").await;
        let moved = move_files(&from, &to).await.unwrap();
        assert_eq!((moved.copied, moved.known, moved.bytes), (2, 1, 14));
        assert_eq!(content(&to, "trash/t/a/2").await.unwrap(), b"second");
        assert_eq!(content(&to, "instance").await.unwrap(), b"one");
        assert_eq!(from.list(None).count().await, 0);
        assert_eq!(move_files(&from, &to).await.unwrap(), MovedFiles::default());
    }

    #[tokio::test]
    async fn files_are_not_moved_to_their_current_place() {
        let files = InMemory::new();
        put(&files, "instance", "one").await;
        put(&files, "statements/a/1", "first").await;
        assert!(matches!(move_files(&files, &files).await, Err(Error::SamePlace)));
        assert_eq!(content(&files, "statements/a/1").await.unwrap(), b"first");
        assert_eq!(files.list(None).count().await, 2);
        // Two names of one place, one of which is a folder of the other.
        let files = Arc::new(files);
        let within = PrefixStore::new(files.clone(), "statements");
        assert!(matches!(move_files(files.as_ref(), &within).await, Err(Error::SamePlace)));
        assert_eq!(files.list(None).count().await, 2);
    }

    #[tokio::test]
    async fn files_are_not_moved_to_the_store_of_another_instance() {
        let (from, to) = (InMemory::new(), InMemory::new());
        put(&from, "instance", "one").await;
        put(&from, "statements/a/1", "first").await;
        put(&to, "instance", "other").await;
        assert!(matches!(move_files(&from, &to).await, Err(Error::OtherInstance)));
        assert_eq!(from.list(None).count().await, 2);
        assert_eq!(to.list(None).count().await, 1);
    }
}
