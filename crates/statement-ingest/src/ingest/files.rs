//! The files of statements in the file store.

use bytes::Bytes;
use futures::stream::BoxStream;
use object_store::ObjectStoreExt;
use object_store::path::Path;
use saldo_domain::{Id, Statement, StatementId, UserId};

use super::Ingest;
use super::trash::fetch;
use crate::error::Error;
use crate::sniff::FileKind;

/// The folder of the files of statements and attachments.
pub(super) const STATEMENTS: &str = "statements";

/// Returns the key of the file of a statement or an attachment. It consists of ids only, so that no input
/// from outside is part of a path.
pub(super) fn key_of<T>(user: UserId, id: Id<T>) -> String {
    format!("{STATEMENTS}/{user}/{id}")
}

/// Returns the user who owns the file, or the folder of files, with this key.
pub(super) fn owner_of(key: &str) -> Option<UserId> {
    key.strip_prefix(STATEMENTS)?.strip_prefix('/')?.split('/').next()?.parse().ok()
}

/// The bytes of a file as they arrive from the store.
pub type FileStream = BoxStream<'static, Result<Bytes, object_store::Error>>;

/// A statement and its file.
pub struct StoredFile {
    /// The statement.
    pub statement: Statement,
    /// The kind of the file, detected from its content.
    pub kind: Option<FileKind>,
    /// The content.
    pub bytes: FileStream,
}

impl Ingest {
    /// Returns a statement with the stream of its file.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement, [`Error::FileMissing`] if its file is lost,
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn open_file(&self, user: UserId, statement: StatementId) -> Result<StoredFile, Error> {
        let statement = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let file = fetch(self.files.as_ref(), &statement.file_key).await?;
        let head_bytes = statement.size.min(FileKind::HEAD_BYTES as u64);
        let head = self.files.get_range(&file.meta.location, 0..head_bytes).await?;
        Ok(StoredFile { statement, kind: FileKind::of(&head), bytes: file.into_stream() })
    }

    /// Deletes a statement and the transactions that only this statement printed. The trash stores the file
    /// for [`Limits::deleted_kept_for`](crate::Limits::deleted_kept_for). Returns false for a missing
    /// statement, for which it has no effect.
    ///
    /// The database is changed first: a crash between the two steps leaves a file that
    /// [`Ingest::sweep_files`] removes, never a statement without its file.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn delete_statement(&self, user: UserId, statement: StatementId) -> Result<bool, Error> {
        let Some(key) = self.storage.delete_statement(user, statement, self.clock.now()).await? else {
            return Ok(false);
        };
        self.discard(&key, self.limits.deleted_kept_for).await?;
        Ok(true)
    }

    /// Deletes all financial data of a user, but not the sign-in. The trash stores the files for
    /// [`Limits::deleted_kept_for`](crate::Limits::deleted_kept_for). A second call has no effect.
    ///
    /// The database is changed first, as in [`Ingest::delete_statement`]. [`Ingest::sweep_files`] removes the
    /// files of interrupted uploads.
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
            Some(user) => Ok(self.storage.find_statement_by_key(user, key).await?.is_some()
                || self.storage.has_attachment_file(user, key).await?),
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
