//! The file store as a whole, without a database: for backups and restores.

use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt, stream};
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart};
use saldo_storage::InstanceId;

use super::files::{FileStream, STATEMENTS};
use super::instance::MARKER;
use super::trash::fetch;
use super::upload::PARTS_IN_FLIGHT;
use crate::error::Error;

/// The files of all users of an instance.
#[derive(Clone)]
pub struct WholeStore(Arc<dyn ObjectStore>);

impl WholeStore {
    /// Wraps a store.
    #[must_use]
    pub fn new(files: Arc<dyn ObjectStore>) -> Self {
        Self(files)
    }

    /// Opens a file, from the trash if necessary: its statement may have been deleted after the database was
    /// read. `None` if it does not exist.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::FilesUnavailable`].
    pub async fn open(&self, key: &str) -> Result<Option<FileStream>, Error> {
        match fetch(self.0.as_ref(), key).await {
            Ok(found) => Ok(Some(found.into_stream())),
            Err(Error::FileMissing) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Stores a file, and replaces one with this key. After an error of `bytes`, nothing is stored.
    ///
    /// # Errors
    /// The first error of `bytes`; [`Error::Files`], [`Error::FilesUnavailable`] or [`Error::DiskFull`].
    pub async fn put<E: From<Error>>(
        &self,
        key: &str,
        mut bytes: futures::stream::BoxStream<'_, Result<Bytes, E>>,
    ) -> Result<(), E> {
        let key = Path::from(key);
        let upload = self.0.put_multipart(&key).await.map_err(Error::from)?;
        let mut written = WriteMultipart::new(upload);
        while let Some(piece) = bytes.next().await {
            match piece {
                Ok(piece) => {
                    // A slow store must not fill the memory with parts that wait for it.
                    written.wait_for_capacity(PARTS_IN_FLIGHT).await.map_err(Error::from)?;
                    written.put(piece);
                }
                Err(error) => {
                    // The error of the source is the cause; an unfinished upload is only left behind.
                    drop(written.abort().await);
                    return Err(error);
                }
            }
        }
        written.finish().await.map_err(Error::from)?;
        Ok(())
    }

    /// Deletes a file. A missing file is no error.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::FilesUnavailable`].
    pub async fn delete(&self, key: &str) -> Result<(), Error> {
        match self.0.delete(&Path::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Checks that the store can be used: writes a file with this key, reads it back and deletes it.
    ///
    /// # Errors
    /// [`Error::Files`], [`Error::FilesUnavailable`] or [`Error::DiskFull`].
    pub async fn probe(&self, key: &str) -> Result<(), Error> {
        let bytes = stream::iter([Ok::<_, Error>(Bytes::from_static(b"probe"))]);
        self.put(key, bytes.boxed()).await?;
        let read = self.open(key).await.map(|_| ());
        self.delete(key).await?;
        read
    }

    /// Returns the id of the instance to which the files belong. `None` if they are not marked.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::FilesUnavailable`].
    pub async fn instance(&self) -> Result<Option<String>, Error> {
        match self.0.get(&Path::from(MARKER)).await {
            Ok(found) => Ok(Some(String::from_utf8_lossy(&found.bytes().await?).trim().to_owned())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Marks the files as belonging to an instance.
    ///
    /// # Errors
    /// [`Error::Files`], [`Error::FilesUnavailable`] or [`Error::DiskFull`].
    pub async fn mark(&self, instance: InstanceId) -> Result<(), Error> {
        self.0.put(&Path::from(MARKER), format!("{instance}\n").into_bytes().into()).await?;
        Ok(())
    }

    /// Returns true if the store has any statement file.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::FilesUnavailable`].
    pub async fn has_statements(&self) -> Result<bool, Error> {
        Ok(self.0.list(Some(&Path::from(STATEMENTS))).next().await.transpose()?.is_some())
    }
}

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;
    use saldo_domain::{Id, Timestamp};

    use super::*;

    async fn content(store: &WholeStore, key: &str) -> Option<Vec<u8>> {
        let mut bytes = store.open(key).await.unwrap()?;
        let mut content = Vec::new();
        while let Some(piece) = bytes.next().await {
            content.extend(piece.unwrap());
        }
        Some(content)
    }

    #[tokio::test]
    async fn a_file_is_found_in_the_trash_and_a_failed_one_is_not_stored() {
        let files = Arc::new(InMemory::new());
        let store = WholeStore::new(files.clone());
        assert!(!store.has_statements().await.unwrap());
        let pieces = [Ok::<_, Error>(Bytes::from("one ")), Ok(Bytes::from("two"))];
        store.put("statements/u/s", futures::stream::iter(pieces).boxed()).await.unwrap();
        assert!(store.has_statements().await.unwrap());
        let trash = Path::from("trash/20250501T000000Z/statements/u/s");
        files.rename(&Path::from("statements/u/s"), &trash).await.unwrap();
        assert_eq!(content(&store, "statements/u/s").await.unwrap(), b"one two");
        let pieces = [Ok(Bytes::from("half ")), Err(Error::Busy)];
        assert!(store.put("statements/u/t", futures::stream::iter(pieces).boxed()).await.is_err());
        assert_eq!(content(&store, "statements/u/t").await, None);
        store
            .put("statements/u/v", futures::stream::iter([Ok::<_, Error>(Bytes::from("x"))]).boxed())
            .await
            .unwrap();
        for _ in 0..2 {
            store.delete("statements/u/v").await.unwrap();
            assert_eq!(content(&store, "statements/u/v").await, None);
        }
    }

    #[tokio::test]
    async fn a_probe_leaves_nothing_behind() {
        let store = WholeStore::new(Arc::new(InMemory::new()));
        store.probe("doctor/probe").await.unwrap();
        assert_eq!(content(&store, "doctor/probe").await, None);
    }

    #[tokio::test]
    async fn the_instance_is_read_as_it_was_marked() {
        let store = WholeStore::new(Arc::new(InMemory::new()));
        assert_eq!(store.instance().await.unwrap(), None);
        let id = Id::new(Timestamp::from_milliseconds(1_746_057_600_000));
        store.mark(id).await.unwrap();
        assert_eq!(store.instance().await.unwrap(), Some(id.to_string()));
    }
}
