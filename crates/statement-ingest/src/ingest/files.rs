//! Where a statement's bytes stand in the file store.

use bytes::Bytes;
use futures::StreamExt;
use futures::stream::BoxStream;
use object_store::ObjectStoreExt;
use object_store::path::Path;
use saldo_domain::{Statement, StatementId, UserId};

use super::Ingest;
use crate::error::Error;
use crate::sniff::FileKind;

/// The key of a statement's bytes. It holds ids only: nothing from outside ever becomes part of a path.
pub(super) fn key_of(user: UserId, statement: StatementId) -> String {
    format!("statements/{user}/{statement}")
}

/// The bytes of a file as they come from the store.
pub type FileStream = BoxStream<'static, Result<Bytes, object_store::Error>>;

/// A statement and its file.
pub struct StoredFile {
    /// What is known of it.
    pub statement: Statement,
    /// What kind of file it is, by its bytes.
    pub kind: Option<FileKind>,
    /// The bytes.
    pub bytes: FileStream,
}

impl Ingest {
    /// A statement with the stream of its bytes.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the person has no such statement, else [`Error::Files`] or [`Error::Storage`].
    pub async fn open_file(&self, user: UserId, statement: StatementId) -> Result<StoredFile, Error> {
        let statement = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let path = Path::from(statement.file_key.as_str());
        let head = self.files.get_range(&path, 0..statement.size.min(FileKind::HEAD_BYTES as u64)).await?;
        let bytes = self.files.get(&path).await?.into_stream();
        Ok(StoredFile { statement, kind: FileKind::of(&head), bytes })
    }

    /// Deletes the statement, the entries only it printed, and its bytes. Twice is fine.
    ///
    /// The database goes first: a crash in between leaves bytes that [`Ingest::sweep_files`] removes, never a statement without bytes.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn delete_statement(&self, user: UserId, statement: StatementId) -> Result<(), Error> {
        if let Some(key) = self.storage.delete_statement(user, statement, self.clock.now()).await? {
            self.delete_file(&key).await?;
        }
        Ok(())
    }

    /// Deletes a person's books with every file they name; how they sign in stays. Twice is fine.
    ///
    /// The database goes first, as with one statement; bytes that an upload cut off left behind go with [`Ingest::sweep_files`].
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn delete_books(&self, user: UserId) -> Result<(), Error> {
        for key in self.storage.delete_books(user, self.clock.now()).await? {
            self.delete_file(&key).await?;
        }
        Ok(())
    }

    /// Deletes all bytes of a person who leaves; their records are the caller's to delete, before this.
    ///
    /// # Errors
    /// [`Error::Files`].
    pub async fn delete_files_of(&self, user: UserId) -> Result<(), Error> {
        let mut keys = self.files.list(Some(&Path::from(format!("statements/{user}"))));
        while let Some(found) = keys.next().await {
            self.delete_file(found?.location.as_ref()).await?;
        }
        Ok(())
    }

    /// Deletes bytes that no statement names and that are older than a day: what an upload cut off by a crash left behind.
    /// Answers how many files it deleted.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn sweep_files(&self) -> Result<u64, Error> {
        let old = self.clock.now().before(std::time::Duration::from_hours(24)).to_utc();
        let mut keys = self.files.list(Some(&Path::from("statements")));
        let mut deleted = 0;
        while let Some(found) = keys.next().await {
            let found = found?;
            if found.last_modified < old && !self.is_named(found.location.as_ref()).await? {
                self.delete_file(found.location.as_ref()).await?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    async fn is_named(&self, key: &str) -> Result<bool, Error> {
        let owner = key.split('/').nth(1).and_then(|text| text.parse::<UserId>().ok());
        match owner {
            Some(user) => Ok(self.storage.find_statement_by_key(user, key).await?.is_some()),
            None => Ok(false),
        }
    }

    pub(super) async fn delete_file(&self, key: &str) -> Result<(), Error> {
        match self.files.delete(&Path::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
