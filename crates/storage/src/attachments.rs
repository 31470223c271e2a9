//! The port for attachments of transactions.

use async_trait::async_trait;
use saldo_domain::{Attachment, AttachmentId, AttachmentText, TransactionId, UserId};

use crate::Result;

/// The outcome of storing or matching an attachment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachmentStored {
    /// It is stored. Its `file_key` is that of an earlier attachment with the same content, if there is one.
    Stored(Attachment),
    /// The transaction has as many attachments as it can have.
    Full,
}

/// The attachments of users.
#[async_trait]
pub trait Attachments: Send + Sync {
    /// Stores an attachment, unless its transaction has `count_max` already.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user has no such transaction.
    async fn insert_attachment(
        &self,
        user: UserId,
        new: Attachment,
        count_max: u64,
    ) -> Result<AttachmentStored>;

    /// Returns the attachments of a transaction, oldest first.
    async fn list_attachments(&self, user: UserId, transaction: TransactionId) -> Result<Vec<Attachment>>;

    /// Returns the attachments of several transactions, those of each oldest first.
    async fn list_attachments_of(
        &self,
        user: UserId,
        transactions: Vec<TransactionId>,
    ) -> Result<Vec<Attachment>>;

    /// Returns the attachments that are not matched to a transaction, newest first, at most `limit`.
    async fn list_unmatched_attachments(&self, user: UserId, limit: u32) -> Result<Vec<Attachment>>;

    /// Returns the user's attachment with this id.
    async fn find_attachment(&self, user: UserId, attachment: AttachmentId) -> Result<Option<Attachment>>;

    /// Returns true if an attachment of the user has the file with this key.
    async fn has_attachment_file(&self, user: UserId, file_key: &str) -> Result<bool>;

    /// Matches an attachment to a transaction, unless that has `count_max` already. `None` removes it from
    /// its transaction.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user has no such attachment or no such transaction.
    async fn match_attachment(
        &self,
        user: UserId,
        attachment: AttachmentId,
        transaction: Option<TransactionId>,
        count_max: u64,
    ) -> Result<AttachmentStored>;

    /// Stores the recognized text of an attachment. Returns false if the user has no such attachment.
    async fn put_attachment_text(
        &self,
        user: UserId,
        attachment: AttachmentId,
        text: &str,
        state: AttachmentText,
    ) -> Result<bool>;

    /// Returns attachments of all users whose text is not read yet, oldest first, at most `limit`.
    async fn list_waiting_attachments(&self, limit: u32) -> Result<Vec<(UserId, AttachmentId)>>;

    /// Deletes an attachment. Returns `None` if the user has no such attachment, else the key of its file if
    /// no other attachment has it.
    async fn delete_attachment(
        &self,
        user: UserId,
        attachment: AttachmentId,
    ) -> Result<Option<Option<String>>>;
}
