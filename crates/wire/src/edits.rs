//! Edits of transactions, and their undo.

use saldo_bookkeeping::UndoneEdit;
use saldo_domain::{
    Edit, EditAction, EditId, EditSubject, EditedBy, Timestamp, TransactionRecord, TransactionState, UserId,
};
use serde::Serialize;
use utoipa::ToSchema;

/// An edit: a change to transactions, to the names of merchants or to accounts that can be undone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditBody {
    id: EditId,
    action: EditAction,
    /// The subject; `null` for an undo that changed nothing.
    subject: Option<EditSubject>,
    #[serde(rename = "entries")]
    transactions: u64,
    undoes: Option<EditId>,
    undone: bool,
    /// The user who made it; `null` for automatic edits, and for those of deleted users.
    by: Option<EditedByBody>,
    created_at: Timestamp,
}

/// The user who made an edit or a merge of accounts.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditedByBody {
    id: UserId,
    name: String,
}

impl From<EditedBy> for EditedByBody {
    fn from(by: EditedBy) -> Self {
        Self { id: by.user, name: by.name }
    }
}

impl From<Edit> for EditBody {
    fn from(edit: Edit) -> Self {
        Self {
            id: edit.id,
            action: edit.action,
            subject: edit.subject,
            transactions: edit.transactions,
            undoes: edit.undoes,
            undone: edit.undone,
            by: edit.by.map(EditedByBody::from),
            created_at: edit.created_at,
        }
    }
}

/// A transaction before and after an edit.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordBody {
    edit: EditBody,
    before: Option<TransactionState>,
    after: Option<TransactionState>,
}

impl From<TransactionRecord> for RecordBody {
    fn from(record: TransactionRecord) -> Self {
        Self { edit: record.edit.into(), before: record.before, after: record.after }
    }
}

/// An edit that was undone.
#[derive(Serialize, ToSchema)]
pub struct UndoneBody {
    edit: EditBody,
    /// The number of transactions that were changed again since the edit and therefore stay, wholly or in
    /// part. An account counts like a transaction.
    kept: u64,
}

impl From<UndoneEdit> for UndoneBody {
    fn from(undone: UndoneEdit) -> Self {
        Self { edit: undone.edit.into(), kept: undone.kept }
    }
}
