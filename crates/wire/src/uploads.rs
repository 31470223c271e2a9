//! Uploaded files, and archives of a user's data.

use saldo_domain::StatementId;
use saldo_statement_ingest::{RestoredData, Uploaded};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Error, Result};

/// The result for one file of an upload.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileBody {
    statement_id: Option<StatementId>,
    file_path: Option<String>,
    file_name: String,
    size: Option<u64>,
    sha256: Option<String>,
    pages: Option<u32>,
    duplicate_of: Option<StatementId>,
    error: Option<String>,
}

/// The results for the files of an upload.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadBody {
    success: bool,
    statement_id: Option<StatementId>,
    file_path: Option<String>,
    file_name: String,
    size: Option<u64>,
    files: Vec<FileBody>,
}

impl From<Uploaded> for FileBody {
    fn from(Uploaded { statement, duplicate }: Uploaded) -> Self {
        Self {
            statement_id: Some(statement.id),
            file_path: Some(statement.file_key),
            file_name: statement.file_name,
            size: Some(statement.size),
            sha256: Some(statement.sha256.to_string()),
            pages: statement.pages,
            duplicate_of: duplicate.then_some(statement.id),
            error: None,
        }
    }
}

impl FileBody {
    /// Creates the body of a file that was not stored, with the reason.
    #[must_use]
    pub fn failed(file_name: String, message: &str) -> Self {
        Self {
            statement_id: None,
            file_path: None,
            file_name,
            size: None,
            sha256: None,
            pages: None,
            duplicate_of: None,
            error: Some(message.to_owned()),
        }
    }
}

impl UploadBody {
    /// Creates the body of an upload. `None` without a file.
    #[must_use]
    pub fn new(files: Vec<FileBody>) -> Option<Self> {
        let first = files.first()?;
        Some(Self {
            success: true,
            statement_id: first.statement_id,
            file_path: first.file_path.clone(),
            file_name: first.file_name.clone(),
            size: first.size,
            files,
        })
    }
}

/// The contents of a restored archive.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportedData)]
pub struct ImportedBody {
    success: bool,
    /// The number of rows in all tables.
    rows: u64,
    /// The number of statement files.
    files: u64,
    /// The number of statements whose file was missing already when the archive was created.
    missing: u64,
}

impl From<RestoredData> for ImportedBody {
    fn from(RestoredData { rows, files, missing }: RestoredData) -> Self {
        Self { success: true, rows, files, missing }
    }
}

/// The text that confirms the deletion.
const CONFIRMATION: &str = "delete my data";

/// A confirmation of the deletion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DeleteMyData)]
pub struct DeleteRequest {
    /// Must be `delete my data`.
    confirm: String,
}

impl DeleteRequest {
    /// Checks the confirmation.
    ///
    /// # Errors
    /// [`Error::Invalid`] for any other text.
    pub fn confirmed(&self) -> Result<()> {
        if self.confirm == CONFIRMATION {
            return Ok(());
        }
        Err(Error::invalid(format!("confirm must be \"{CONFIRMATION}\"; nothing was deleted")))
    }
}
