//! Where a statement's bytes stand in the file store.

use bytes::Bytes;
use futures::stream::BoxStream;
use object_store::ObjectStoreExt;
use object_store::path::Path;
use saldo_domain::{Statement, StatementId, UserId};

use super::Ingest;
use super::trash::fetch;
use crate::error::Error;
use crate::sniff::FileKind;

/// The folder of the statements' files.
pub(super) const STATEMENTS: &str = "statements";

/// The key of a statement's bytes. It holds ids only: nothing from outside ever becomes part of a path.
pub(super) fn key_of(user: UserId, statement: StatementId) -> String {
    format!("{STATEMENTS}/{user}/{statement}")
}

/// The user whose file, or folder of files, has this key.
pub(super) fn owner_of(key: &str) -> Option<UserId> {
    key.strip_prefix(STATEMENTS)?.strip_prefix('/')?.split('/').next()?.parse().ok()
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
    /// [`Error::NotFound`] when the person has no such statement, [`Error::FileMissing`], [`Error::Files`] or [`Error::Storage`].
    pub async fn open_file(&self, user: UserId, statement: StatementId) -> Result<StoredFile, Error> {
        let statement = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let file = fetch(self.files.as_ref(), &statement.file_key).await?;
        let head_bytes = statement.size.min(FileKind::HEAD_BYTES as u64);
        let head = self.files.get_range(&file.meta.location, 0..head_bytes).await?;
        Ok(StoredFile { statement, kind: FileKind::of(&head), bytes: file.into_stream() })
    }

    /// Deletes the statement and the entries only it printed; the trash keeps its bytes for a while. Twice is fine.
    ///
    /// The database goes first: a crash in between leaves bytes that [`Ingest::sweep_files`] finds, never a statement without bytes.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn delete_statement(&self, user: UserId, statement: StatementId) -> Result<(), Error> {
        if let Some(key) = self.storage.delete_statement(user, statement, self.clock.now()).await? {
            self.discard(&key, self.limits.deleted_kept_for).await?;
        }
        Ok(())
    }

    /// Deletes a person's books; how they sign in stays, and the trash keeps every file that they named for a while. Twice is fine.
    ///
    /// The database goes first, as with one statement; bytes that an upload cut off left behind go with [`Ingest::sweep_files`].
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn delete_books(&self, user: UserId) -> Result<(), Error> {
        for key in self.storage.delete_books(user, self.clock.now()).await? {
            self.discard(&key, self.limits.deleted_kept_for).await?;
        }
        Ok(())
    }

    pub(super) async fn is_named(&self, key: &str) -> Result<bool, Error> {
        match owner_of(key) {
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
