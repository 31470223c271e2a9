//! The reader that handles data files itself and passes all other files on.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::own_csv::FileDetails;
use saldo_domain::{Currency, Failure, FailureCode, StatementDraft, UserAnswers};

use crate::error::Error;
use crate::import::{CsvMapping, ImportHints};
use crate::importing::{FileImporter, ImportAnswer, ImportPreview, ImportRequest, ImportTask};
use crate::reader::{FilePassword, Progress, ReadFailure, StatementReader};
use crate::sniff::FileKind;

/// Reads data files (CSV, OFX, …) through an importer, and all other files through another reader.
pub struct ImportReader {
    otherwise: Arc<dyn StatementReader>,
    importer: Arc<dyn FileImporter>,
    hints: ImportHints,
}

impl ImportReader {
    /// Creates a reader that reads data files through `importer`, in a guarded child process or in this one,
    /// and all other files through `otherwise`.
    #[must_use]
    pub fn new(
        otherwise: Arc<dyn StatementReader>,
        importer: Arc<dyn FileImporter>,
        hints: ImportHints,
    ) -> Self {
        Self { otherwise, importer, hints }
    }

    /// Returns the hints with the user's choices for a file.
    fn hints_with(&self, mapping: Option<CsvMapping>, currency: Option<Currency>) -> ImportHints {
        ImportHints { currency: currency.or(self.hints.currency), mapping, ..self.hints.clone() }
    }

    /// Reads a file with the user's choices.
    pub(crate) async fn read_as(
        &self,
        file: Bytes,
        mapping: Option<CsvMapping>,
        currency: Option<Currency>,
    ) -> Result<StatementDraft, ReadFailure> {
        self.read_with(file, self.hints_with(mapping, currency)).await
    }

    /// Returns a preview of a file.
    pub(crate) async fn preview(
        &self,
        file: Bytes,
        mapping: Option<CsvMapping>,
        currency: Option<Currency>,
    ) -> Result<ImportPreview, Error> {
        match self.ask(file, ImportTask::Preview, self.hints_with(mapping, currency)).await? {
            ImportAnswer::Preview(preview) => Ok(preview),
            _ => Err(Error::Reader("the answer is not a preview".into())),
        }
    }

    /// Returns the details that only Saldo's own export and those of other programs contain, such as
    /// categories, tags and budgets; empty for other files.
    pub(crate) async fn details(
        &self,
        file: Bytes,
        currency: Option<Currency>,
    ) -> Result<FileDetails, Error> {
        match self.ask(file, ImportTask::Details, self.hints_with(None, currency)).await? {
            ImportAnswer::Details(details) => Ok(details),
            _ => Err(Error::Reader("the answer has no details".into())),
        }
    }

    async fn ask(&self, file: Bytes, task: ImportTask, hints: ImportHints) -> Result<ImportAnswer, Error> {
        let request = ImportRequest { file, task, hints };
        match self.importer.import(request).await.map_err(ReadFailure::from) {
            Ok(ImportAnswer::UnknownFormat) => Err(Error::UnknownFormat),
            Ok(ImportAnswer::Failed(failure)) | Err(ReadFailure::Failed(failure)) => {
                Err(Error::Failed(failure))
            }
            Ok(answer) => Ok(answer),
            Err(ReadFailure::TryAgain(error)) => Err(Error::Reader(error)),
        }
    }

    async fn read_with(&self, file: Bytes, hints: ImportHints) -> Result<StatementDraft, ReadFailure> {
        let request = ImportRequest { file, task: ImportTask::Read, hints };
        match self.importer.import(request).await? {
            ImportAnswer::Draft(draft) => Ok(draft),
            ImportAnswer::Failed(failure) => Err(ReadFailure::Failed(failure)),
            ImportAnswer::UnknownFormat => Err(ReadFailure::Failed(Failure::of(FailureCode::NotAStatement))),
            ImportAnswer::Preview(_) | ImportAnswer::Details(_) => {
                Err(ReadFailure::TryAgain("the answer is not a draft".into()))
            }
        }
    }
}

#[async_trait]
impl StatementReader for ImportReader {
    async fn read(
        &self,
        file: Bytes,
        password: Option<&FilePassword>,
        answers: &UserAnswers,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, ReadFailure> {
        match FileKind::of(&file) {
            Some(FileKind::Import(_)) => self.read_with(file, self.hints.clone()).await,
            _ => self.otherwise.read(file, password, answers, progress).await,
        }
    }
}
