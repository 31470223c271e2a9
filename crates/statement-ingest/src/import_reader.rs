//! Files made for programs, read before any other reader is asked.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{Failure, FailureCode, StatementDraft};

use crate::import::{ImportError, ImportFormat, ImportHints, import};
use crate::reader::{FilePassword, NotRead, Progress, StatementReader};
use crate::sniff::FileKind;

/// Imports what is made for programs and leaves everything else to another reader.
pub struct ImportReader {
    otherwise: Arc<dyn StatementReader>,
    hints: ImportHints,
}

impl ImportReader {
    /// Leaves what is no import to `otherwise`.
    #[must_use]
    pub fn new(otherwise: Arc<dyn StatementReader>, hints: ImportHints) -> Self {
        Self { otherwise, hints }
    }
}

pub(crate) fn format_of(file: &[u8]) -> Option<ImportFormat> {
    match FileKind::of(file) {
        Some(FileKind::Import(format)) => Some(format),
        Some(FileKind::Pdf) | None => None,
    }
}

pub(crate) fn failure(error: &ImportError) -> Failure {
    match error {
        ImportError::TooLarge => Failure::of(FailureCode::TooLarge),
        ImportError::Empty => Failure::of(FailureCode::NotAStatement),
        ImportError::Mapping { why } => Failure {
            code: FailureCode::Unreadable,
            message: format!("The mapping of this file's columns cannot be used: {why}."),
        },
        ImportError::Unnamed => Failure {
            code: FailureCode::Unreadable,
            message: "Nothing in this file names its columns. Open it under Import and say which column is which.".to_owned(),
        },
        ImportError::NoCurrency => Failure {
            code: FailureCode::Unreadable,
            message:
                "This file names no currency. Export it again with a currency column, or as OFX, CAMT.053 or MT940."
                    .to_owned(),
        },
        ImportError::NotUnderstood { line: 0, what } => Failure {
            code: FailureCode::Unreadable,
            message: format!(
                "Something in this file is not understood: {what}. Export it again, or in another format."
            ),
        },
        ImportError::NotUnderstood { line, what } => Failure {
            code: FailureCode::Unreadable,
            message: format!(
                "Line {line} of this file is not understood: {what}. Correct the line, or export the file again."
            ),
        },
    }
}

/// Reads a file that is made for programs as the person chose.
///
/// # Errors
/// As [`StatementReader::read`].
pub(crate) async fn read_as_chosen(file: Bytes, hints: ImportHints) -> Result<StatementDraft, NotRead> {
    let Some(format) = format_of(&file) else {
        return Err(NotRead::Failed(Failure::of(FailureCode::NotAStatement)));
    };
    read_import(format, file, hints).await
}

async fn read_import(
    format: ImportFormat,
    file: Bytes,
    hints: ImportHints,
) -> Result<StatementDraft, NotRead> {
    // A file of a hundred thousand entries takes longer than other tasks of this thread should wait.
    let task = tokio::task::spawn_blocking(move || import(format, &file, &hints));
    let read = task.await.map_err(|error| NotRead::TryAgain(Box::new(error)))?;
    read.map_err(|error| NotRead::Failed(failure(&error)))
}

#[async_trait]
impl StatementReader for ImportReader {
    async fn count_pages(&self, file: Bytes) -> Option<u32> {
        if format_of(&file).is_some() { None } else { self.otherwise.count_pages(file).await }
    }

    async fn read(
        &self,
        file: Bytes,
        password: Option<&FilePassword>,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, NotRead> {
        let Some(format) = format_of(&file) else {
            return self.otherwise.read(file, password, progress).await;
        };
        read_import(format, file, self.hints.clone()).await
    }
}
