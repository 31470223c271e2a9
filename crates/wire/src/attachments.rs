//! Attachments of transactions.

use saldo_domain::{Attachment, AttachmentId, AttachmentText, MediaType, Timestamp, TransactionId};
use saldo_statement_ingest::UnmatchedAttachment;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::transactions::TransactionBody;

/// A receipt or another document of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentBody {
    id: AttachmentId,
    /// The transaction; `null` while the attachment is not matched.
    transaction_id: Option<TransactionId>,
    file_name: String,
    /// The type, detected from the content.
    media_type: MediaType,
    /// The size in bytes.
    size: u64,
    /// The SHA-256 digest of the content, in hexadecimal.
    sha256: String,
    /// The recognized text, which searches find; empty if there is none.
    text: String,
    text_state: AttachmentText,
    created_at: Timestamp,
}

impl From<Attachment> for AttachmentBody {
    fn from(attachment: Attachment) -> Self {
        Self {
            id: attachment.id,
            transaction_id: attachment.transaction,
            file_name: attachment.file_name,
            media_type: attachment.media_type,
            size: attachment.size,
            sha256: attachment.sha256.to_string(),
            text: attachment.text,
            text_state: attachment.text_state,
            created_at: attachment.created_at,
        }
    }
}

/// An attachment that is not matched to a transaction.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnmatchedAttachmentBody {
    attachment: AttachmentBody,
    /// The transactions that it may belong to, at most three, likely ones first.
    offers: Vec<AttachmentOfferBody>,
}

/// A transaction that a receipt may belong to: its amount is one of the receipt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentOfferBody {
    transaction: TransactionBody,
    /// True if the receipt names the merchant.
    names_merchant: bool,
    /// The days from the date of the receipt to that of the transaction; `null` if the receipt shows none.
    days: Option<i64>,
}

impl From<UnmatchedAttachment> for UnmatchedAttachmentBody {
    fn from(UnmatchedAttachment { attachment, offers }: UnmatchedAttachment) -> Self {
        let offers = offers.into_iter().map(|(transaction, offer)| AttachmentOfferBody {
            transaction: transaction.into(),
            names_merchant: offer.names_merchant,
            days: offer.days,
        });
        Self { attachment: attachment.into(), offers: offers.collect() }
    }
}

/// The transaction of an attachment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AttachmentMatchRequest {
    /// The transaction; `null` removes the attachment from its transaction.
    pub transaction_id: Option<TransactionId>,
}
