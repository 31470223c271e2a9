//! Backups in a bucket of an object store.

use std::io::{self, Read, Seek, Write};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures::StreamExt;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart};
use saldo_files::FilePlace;
use tempfile::NamedTempFile;
use tokio::runtime::Handle;

use crate::{Access, BackupStore, FolderStore, StoredFile};

/// Size of the parts in which a file is sent. Buckets require at least 5 MiB.
const PART_BYTES: usize = 8 * 1024 * 1024;
/// Number of parts that are sent at the same time.
const PARTS_AT_ONCE: usize = 2;
/// Time for which files stay that no backup names: no lock keeps other processes from the bucket.
const GRACE: Duration = Duration::from_hours(24);

/// A place of backups in a bucket, or in a folder of it. No lock keeps other processes from it.
pub struct BucketStore {
    place: String,
    store: Arc<dyn ObjectStore>,
    runtime: Handle,
}

/// Opens a place of backups. A bucket is not accessed.
///
/// # Errors
/// If an option of the bucket is missing or invalid.
///
/// # Panics
/// Outside a `tokio` runtime.
pub fn open_store(
    place: &FilePlace,
    options: &[(String, String)],
) -> Result<Arc<dyn BackupStore>, saldo_files::Error> {
    Ok(match place {
        FilePlace::Folder(folder) => Arc::new(FolderStore::new(folder)),
        FilePlace::Bucket(url) => Arc::new(BucketStore::new(url.as_str(), place.open(options)?)),
    })
}

/// Converts an error of the object store. One about a missing object keeps its kind.
fn converted(error: object_store::Error) -> io::Error {
    match error {
        object_store::Error::NotFound { .. } => io::Error::new(io::ErrorKind::NotFound, "it does not exist"),
        other => io::Error::other(other.to_string()),
    }
}

impl BucketStore {
    /// Uses the bucket or folder `store`, which is `place` in messages.
    ///
    /// # Panics
    /// Outside a `tokio` runtime.
    #[must_use]
    pub fn new(place: impl Into<String>, store: Arc<dyn ObjectStore>) -> Self {
        Self { place: place.into(), store, runtime: Handle::current() }
    }

    async fn send(&self, name: &str, file: &mut (impl Read + Send), bytes: u64) -> io::Result<()> {
        let path = Path::from(name);
        let mut part = Vec::new();
        if bytes <= PART_BYTES as u64 {
            file.read_to_end(&mut part)?;
            return self.store.put(&path, PutPayload::from(part)).await.map(drop).map_err(converted);
        }
        let upload = self.store.put_multipart(&path).await.map_err(converted)?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        loop {
            part.clear();
            if file.take(PART_BYTES as u64).read_to_end(&mut part)? == 0 {
                return upload.finish().await.map(drop).map_err(converted);
            }
            upload.wait_for_capacity(PARTS_AT_ONCE).await.map_err(converted)?;
            upload.write(&part);
        }
    }

    async fn receive(&self, name: &str, into: &mut (impl Write + Send)) -> io::Result<()> {
        let found = self.store.get(&Path::from(name)).await.map_err(converted)?;
        let mut pieces = found.into_stream();
        while let Some(piece) = pieces.next().await {
            into.write_all(&piece.map_err(converted)?)?;
        }
        Ok(())
    }

    async fn files_in(&self, folder: &str) -> io::Result<Vec<StoredFile>> {
        let mut listed = self.store.list(Some(&Path::from(folder)));
        let mut found = Vec::new();
        while let Some(one) = listed.next().await {
            let one = one.map_err(converted)?;
            found.push(StoredFile {
                name: one.location.to_string(),
                written: SystemTime::from(one.last_modified),
            });
        }
        Ok(found)
    }
}

impl BackupStore for BucketStore {
    fn place(&self) -> String {
        self.place.clone()
    }

    fn lock(&self, _: Access) -> io::Result<Option<Box<dyn Send + Sync>>> {
        Ok(Some(Box::new(())))
    }

    fn grace(&self) -> Duration {
        GRACE
    }

    fn is_empty(&self) -> io::Result<bool> {
        let first = self.runtime.block_on(async { self.store.list(None).next().await });
        first.transpose().map(|first| first.is_none()).map_err(converted)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<StoredFile>> {
        self.runtime.block_on(self.files_in(folder))
    }

    fn size(&self, name: &str) -> io::Result<Option<u64>> {
        match self.runtime.block_on(self.store.head(&Path::from(name))) {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(converted(error)),
        }
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        // Decryption reads small pieces, and must not wait for the network in each.
        let mut file = tempfile::tempfile()?;
        self.runtime.block_on(self.receive(name, &mut file))?;
        file.rewind()?;
        Ok(Box::new(file))
    }

    fn new_file(&self) -> io::Result<NamedTempFile> {
        NamedTempFile::new()
    }

    fn put(&self, name: &str, mut file: NamedTempFile) -> io::Result<()> {
        let bytes = file.as_file().metadata()?.len();
        file.rewind()?;
        self.runtime.block_on(self.send(name, file.as_file_mut(), bytes))
    }

    fn delete(&self, name: &str) -> io::Result<()> {
        self.runtime.block_on(self.store.delete(&Path::from(name))).map_err(converted)
    }

    fn delete_partial(&self) -> io::Result<()> {
        // An interrupted upload leaves no object; its partial file is in the system's folder for such files.
        Ok(())
    }
}
