//! Attachments of transactions: receipts are stored, read, matched and offered.

use bytes::Bytes;
use futures::{Stream, StreamExt};
use object_store::path::Path;
use object_store::{ObjectStoreExt, PutPayload};
use saldo_domain::transaction::SizeRange;
use saldo_domain::{
    Attachment, AttachmentId, AttachmentText, Id, MediaType, PageRequest, Sha256, Statement, StatementId,
    Transaction, TransactionFilter, TransactionId, UserId,
};
use saldo_ledger::receipts::{Receipt, ReceiptOffer};
use saldo_storage::AttachmentStored;

use super::Ingest;
use super::files::{FileStream, key_of};
use super::trash::fetch;
use crate::error::Error;
use crate::sniff::FileKind;
use crate::whole_file::WholeFile;

/// Upper limit for the unmatched attachments that are listed with their offers.
const UNMATCHED_MAX: u32 = 20;
/// Upper limit for the transactions of one amount that are compared with a receipt.
const COMPARED_MAX: u32 = 50;
/// Upper limit for the attachments that one call of [`Ingest::read_waiting_attachments`] reads.
const WAITING_MAX: u32 = 100;

/// An attachment that is not matched to a transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct UnmatchedAttachment {
    /// The attachment.
    pub attachment: Attachment,
    /// The transactions that it may belong to, likely ones first.
    pub offers: Vec<(Transaction, ReceiptOffer)>,
}

/// Returns the type of an attachment that begins with `head`; `None` if it cannot be attached.
pub(super) fn media_type_of(head: &[u8]) -> Option<MediaType> {
    if head.starts_with(b"\xff\xd8\xff") {
        Some(MediaType::Jpeg)
    } else if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(MediaType::Png)
    } else {
        (FileKind::of(head) == Some(FileKind::Pdf)).then_some(MediaType::Pdf)
    }
}

impl Ingest {
    /// Stores an attachment of a transaction, or one that is not matched yet. `file_name` is for display
    /// only. Its text is read by [`Ingest::read_attachment`].
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such transaction; [`Error::NotAttachable`],
    /// [`Error::Heic`], [`Error::Damaged`], [`Error::TooManyAttachments`], [`Error::TooLarge`],
    /// [`Error::Empty`], [`Error::Interrupted`], [`Error::OverQuota`] or [`Error::DiskFull`], after which
    /// nothing is stored; [`Error::Files`] or [`Error::Storage`].
    pub async fn attach<S, E>(
        &self,
        user: UserId,
        transaction: Option<TransactionId>,
        file_name: &str,
        body: S,
    ) -> Result<Attachment, Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        if let Some(transaction) = transaction {
            self.storage.find_transaction(user, transaction).await?.ok_or(Error::NotFound)?;
        }
        self.check_quota(user, 1, 1).await?;
        let (id, bytes_max) = (Id::new(self.clock.now()), self.limits.attachment_bytes_max);
        let file_key = key_of(user, id);
        let mut media_type = None;
        let admit = |head: &[u8]| {
            media_type = media_type_of(head);
            match media_type {
                Some(_) => Ok(bytes_max),
                None if FileKind::is_heic(head) => Err(Error::Heic),
                None => Err(Error::NotAttachable),
            }
        };
        let mut whole = WholeFile::default();
        let look = |chunk: &Result<Bytes, E>| {
            if let Ok(chunk) = chunk {
                whole.look_at(chunk);
            }
        };
        let (size, sha256) = self.store(&file_key, body.inspect(look), admit).await?;
        if !whole.finish() {
            self.delete_file(&file_key).await?;
            return Err(Error::Damaged);
        }
        let new = Attachment {
            id,
            transaction,
            file_name: self.limits.display_name(file_name),
            media_type: media_type.ok_or(Error::NotAttachable)?,
            size,
            sha256,
            file_key,
            text: String::new(),
            text_state: AttachmentText::Waiting,
            created_at: self.clock.now(),
        };
        self.insert(user, new).await
    }

    /// Stores the row of an attachment whose file is stored. Deletes the file if the row is not stored, or
    /// has the file of an attachment with the same content.
    async fn insert(&self, user: UserId, new: Attachment) -> Result<Attachment, Error> {
        let (id, file_key, count_max) = (new.id, new.file_key.clone(), self.limits.attachments_max);
        let stored = match self.storage.insert_attachment(user, new, count_max).await {
            Ok(AttachmentStored::Stored(stored)) => stored,
            Ok(AttachmentStored::Full) => {
                self.delete_file(&file_key).await?;
                return Err(Error::TooManyAttachments { max: count_max });
            }
            Err(error) => {
                // As for an upload, the row may be stored in spite of the error.
                if matches!(self.storage.find_attachment(user, id).await, Ok(None)) {
                    self.delete_file(&file_key).await?;
                }
                return Err(error.into());
            }
        };
        if stored.file_key != file_key {
            match fetch(self.files.as_ref(), &stored.file_key).await {
                // The other attachment's file is lost, and this one has the same content.
                Err(Error::FileMissing) => {
                    self.files.rename(&Path::from(file_key), &Path::from(stored.file_key.as_str())).await?;
                }
                _ => self.delete_file(&file_key).await?,
            }
        }
        // Concurrent uploads pass the first check together.
        if let Err(error) = self.check_quota(user, 0, 0).await {
            self.delete_attachment(user, stored.id).await?;
            return Err(error);
        }
        Ok(stored)
    }

    /// Returns the attachments of a transaction, oldest first.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such transaction, or [`Error::Storage`].
    pub async fn attachments(
        &self,
        user: UserId,
        transaction: TransactionId,
    ) -> Result<Vec<Attachment>, Error> {
        self.storage.find_transaction(user, transaction).await?.ok_or(Error::NotFound)?;
        Ok(self.storage.list_attachments(user, transaction).await?)
    }

    /// Returns the newest attachments that are not matched to a transaction, with their offers.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn unmatched_attachments(&self, user: UserId) -> Result<Vec<UnmatchedAttachment>, Error> {
        let mut all = Vec::new();
        for attachment in self.storage.list_unmatched_attachments(user, UNMATCHED_MAX).await? {
            let offers = self.offers(user, &attachment.text).await?;
            all.push(UnmatchedAttachment { attachment, offers });
        }
        Ok(all)
    }

    /// Returns an attachment with the stream of its file.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such attachment, [`Error::FileMissing`] if its file is lost,
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn open_attachment(
        &self,
        user: UserId,
        attachment: AttachmentId,
    ) -> Result<(Attachment, FileStream), Error> {
        let found = self.storage.find_attachment(user, attachment).await?.ok_or(Error::NotFound)?;
        let file = fetch(self.files.as_ref(), &found.file_key).await?;
        Ok((found, file.into_stream()))
    }

    /// Matches an attachment to a transaction; `None` removes it from its transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such attachment or transaction, [`Error::TooManyAttachments`],
    /// or [`Error::Storage`].
    pub async fn match_attachment(
        &self,
        user: UserId,
        attachment: AttachmentId,
        transaction: Option<TransactionId>,
    ) -> Result<Attachment, Error> {
        let max = self.limits.attachments_max;
        match self.storage.match_attachment(user, attachment, transaction, max).await {
            Ok(AttachmentStored::Stored(matched)) => Ok(matched),
            Ok(AttachmentStored::Full) => Err(Error::TooManyAttachments { max }),
            Err(saldo_storage::Error::NotFound) => Err(Error::NotFound),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes an attachment, and its file if no other attachment has it. Returns false for a missing one.
    /// The database is changed first, as in [`Ingest::delete_statement`].
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn delete_attachment(&self, user: UserId, attachment: AttachmentId) -> Result<bool, Error> {
        let Some(unused) = self.storage.delete_attachment(user, attachment).await? else {
            return Ok(false);
        };
        if let Some(key) = unused {
            self.discard(&key, self.limits.deleted_kept_for).await?;
        }
        Ok(true)
    }

    /// Reads the text of an attachment that waits for it.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such attachment. After [`Error::Reader`], [`Error::Files`] or
    /// [`Error::Storage`] another attempt may succeed.
    pub async fn read_attachment(&self, user: UserId, attachment: AttachmentId) -> Result<(), Error> {
        let found = self.storage.find_attachment(user, attachment).await?.ok_or(Error::NotFound)?;
        if found.text_state != AttachmentText::Waiting {
            return Ok(());
        }
        let text = match fetch(self.files.as_ref(), &found.file_key).await {
            Ok(file) => self.text_of(user, file.bytes().await?).await?,
            Err(Error::FileMissing) => None,
            Err(error) => return Err(error),
        };
        let state = if text.is_some() { AttachmentText::Read } else { AttachmentText::Unavailable };
        let text = text.unwrap_or_default();
        self.storage.put_attachment_text(user, attachment, &text, state).await?;
        Ok(())
    }

    /// Reads the texts of attachments that wait for it, such as those of a process that ended before it read
    /// them. Returns the number of those that were read.
    ///
    /// # Errors
    /// The first error, after all others were read: one file on which the reader fails delays no other.
    pub async fn read_waiting_attachments(&self) -> Result<u64, Error> {
        let (mut count, mut failed) = (0, None);
        for (user, attachment) in self.storage.list_waiting_attachments(WAITING_MAX).await? {
            match self.read_attachment(user, attachment).await {
                Ok(()) => count += 1,
                Err(Error::NotFound) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(count), Err)
    }

    /// Stores the file of a statement as an unmatched attachment and deletes the statement, if the text of
    /// the file offers at least one transaction. For a file in which no transactions were found.
    ///
    /// # Errors
    /// As [`Ingest::read_attachment`].
    pub async fn keep_as_receipt(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<Option<UnmatchedAttachment>, Error> {
        let Some(Statement { file_name, file_key, size, sha256, .. }) =
            self.storage.find_statement(user, statement).await?
        else {
            return Ok(None);
        };
        let file = fetch(self.files.as_ref(), &file_key).await?.bytes().await?;
        let Some(media_type) = media_type_of(&file).filter(|_| size <= self.limits.attachment_bytes_max)
        else {
            return Ok(None);
        };
        let Some(text) = self.text_of(user, file.clone()).await? else { return Ok(None) };
        let offers = self.offers(user, &text).await?;
        if offers.is_empty() {
            return Ok(None);
        }
        // If a crash interrupted this, or the file is added again, the receipt exists already.
        let unmatched = self.storage.list_unmatched_attachments(user, UNMATCHED_MAX).await?;
        let attachment = match unmatched.into_iter().find(|known| known.sha256 == sha256) {
            Some(known) => known,
            None => self.keep_copy(user, file, (file_name, media_type, sha256, text)).await?,
        };
        self.delete_statement(user, statement).await?;
        Ok(Some(UnmatchedAttachment { attachment, offers }))
    }

    async fn keep_copy(
        &self,
        user: UserId,
        file: Bytes,
        (file_name, media_type, sha256, text): (String, MediaType, Sha256, String),
    ) -> Result<Attachment, Error> {
        let now = self.clock.now();
        let id = Id::new(now);
        let (file_key, size) = (key_of(user, id), file.len() as u64);
        self.files.put(&Path::from(file_key.as_str()), PutPayload::from_bytes(file)).await?;
        let text_state = AttachmentText::Read;
        let new = Attachment {
            id,
            transaction: None,
            file_name,
            media_type,
            size,
            sha256,
            file_key,
            text,
            text_state,
            created_at: now,
        };
        self.insert(user, new).await
    }

    /// Returns the transactions that a receipt with this text may belong to.
    async fn offers(&self, user: UserId, text: &str) -> Result<Vec<(Transaction, ReceiptOffer)>, Error> {
        let receipt = Receipt::read(text);
        let accounts = self.storage.list_accounts(user).await?;
        let mut currencies: Vec<_> = accounts.iter().map(|account| account.currency).collect();
        currencies.sort_unstable_by_key(|currency| currency.code());
        currencies.dedup();
        let mut found: Vec<Transaction> = Vec::new();
        for currency in currencies {
            for minor in receipt.totals(currency) {
                let (min_minor, max_minor) = (Some(minor), Some(minor));
                let size = Some(SizeRange { currency, min_minor, max_minor });
                let filter = TransactionFilter { size, period: receipt.period(), ..Default::default() };
                let page = PageRequest { limit: COMPARED_MAX, ..PageRequest::default() };
                found.extend(self.storage.list_transactions(user, filter, page).await?.items);
            }
        }
        let offers = receipt.offers(&found).into_iter();
        let known = |offer: ReceiptOffer| {
            let transaction = found.iter().find(|known| known.id == offer.transaction)?;
            Some((transaction.clone(), offer))
        };
        Ok(offers.filter_map(known).collect())
    }

    async fn text_of(&self, user: UserId, file: Bytes) -> Result<Option<String>, Error> {
        let Some(texts) = &self.texts else { return Ok(None) };
        let text = crate::page::on_behalf_of(user, texts.read(file)).await;
        text.map_err(|error| Error::Reader(Box::new(error)))
    }
}
