//! Attachments: receipts of transactions.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::statement::Sha256;
use crate::transaction::TransactionId;

/// The identifier of an [`Attachment`].
pub type AttachmentId = Id<Attachment>;

/// A receipt or another document of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The identifier.
    pub id: AttachmentId,
    /// The transaction; `None` while the attachment is not matched to one, or after the transaction was
    /// deleted.
    pub transaction: Option<TransactionId>,
    /// The name of the file, for display only.
    pub file_name: String,
    /// The type of the file, detected from its content.
    pub media_type: MediaType,
    /// The size in bytes.
    pub size: u64,
    /// The digest of the content.
    pub sha256: Sha256,
    /// The key of the content in the file store. Attachments of a user with equal content share it.
    pub file_key: String,
    /// The recognized text; empty if there is none.
    pub text: String,
    /// The state of the text.
    pub text_state: AttachmentText,
    /// The time of the upload.
    pub created_at: Timestamp,
}

/// The type of an attachment's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MediaType {
    /// A PDF.
    #[serde(rename = "application/pdf")]
    Pdf,
    /// A picture in the format JPEG.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// A picture in the format PNG.
    #[serde(rename = "image/png")]
    Png,
}

impl MediaType {
    /// Returns the type as HTTP names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// The state of an attachment's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AttachmentText {
    /// The text is not read yet.
    Waiting,
    /// The text was read; it may be empty.
    Read,
    /// The text cannot be read: the file is a picture and the server has no text recognition, or the file is
    /// damaged or protected.
    Unavailable,
}
