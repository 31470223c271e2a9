//! Reading files that are made for programs where a hostile one can do no harm: the port [`FileImporter`], what a guarded child is
//! asked, and what it answers.
//!
//! Such files are parsed by safe code, but a table of fifty megabytes of separators still takes more memory and time than a server
//! has: the child has limits of both, few run at a time, and each ends with the request that wants it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::own_csv::EntryMarks;
use saldo_domain::{AccountDraft, EntryDraft, Failure, FailureCode, StatementDraft};
use serde::{Deserialize, Serialize};

use crate::import::{
    CsvMapping, CsvPreview, ImportError, ImportFormat, ImportHints, import, own_marks, preview_csv,
};
use crate::page::{InProcess, ReadError};
use crate::sniff::FileKind;

/// What a file made for programs would become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportPreview {
    /// A CSV, row by row.
    Csv(Box<PreviewedCsv>),
    /// A format that says itself what is what.
    Accounts {
        /// The format.
        format: ImportFormat,
        /// The accounts that the file holds.
        accounts: Vec<AccountDraft>,
    },
}

/// What a CSV would become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewedCsv {
    /// How it was read, complete.
    pub mapping: CsvMapping,
    /// The cells of the row that names the columns.
    pub head: Vec<String>,
    /// The key of files with this head.
    pub header: String,
    /// The entries of the rows that are understood, in their order.
    pub entries: Vec<EntryDraft>,
    /// The rows that are not.
    pub problems: Vec<ImportProblem>,
    /// Whether more than a guess says which column is which; see [`CsvPreview::is_proven`].
    pub is_proven: bool,
}

/// A row that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is not understood in it.
    pub what: String,
}

impl From<CsvPreview> for PreviewedCsv {
    fn from(preview: CsvPreview) -> Self {
        let header = preview.header();
        let problem = |problem: crate::import::RowProblem| ImportProblem {
            line: problem.line,
            what: problem.what.to_owned(),
        };
        Self {
            mapping: preview.mapping,
            head: preview.head,
            header,
            entries: preview.entries,
            problems: preview.problems.into_iter().map(problem).collect(),
            is_proven: preview.is_proven,
        }
    }
}

/// What is wanted of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportTask {
    /// Its draft.
    Read,
    /// What it would become, row by row.
    Preview,
    /// What Saldo's own export says of its entries beside what a bank prints.
    OwnMarks,
}

/// A file that is made for programs, and what is wanted of it.
#[derive(Debug, Clone)]
pub struct ImportRequest {
    /// The file.
    pub file: Bytes,
    /// What is wanted.
    pub task: ImportTask,
    /// What is known besides the file.
    pub hints: ImportHints,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportAnswer {
    /// The draft, to [`ImportTask::Read`].
    Draft(StatementDraft),
    /// The preview, to [`ImportTask::Preview`].
    Preview(ImportPreview),
    /// Each account's marks in the order of its entries, to [`ImportTask::OwnMarks`].
    OwnMarks(Vec<Vec<EntryMarks>>),
    /// It cannot be read.
    Failed(Failure),
    /// It is of no format that is made for programs.
    UnknownFormat,
}

/// Reads files that are made for programs without blocking the caller.
#[async_trait]
pub trait FileImporter: Send + Sync {
    /// Reads a file. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`ReadError`]; each is an ordinary answer.
    async fn import(&self, request: ImportRequest) -> Result<ImportAnswer, ReadError>;
}

#[async_trait]
impl FileImporter for InProcess {
    async fn import(
        &self,
        ImportRequest { file, task, hints }: ImportRequest,
    ) -> Result<ImportAnswer, ReadError> {
        let work = tokio::task::spawn_blocking(move || answer(&file, &Question { task, hints }));
        work.await.map_err(|_| ReadError::Reader)
    }
}

/// All of a request but the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) task: ImportTask,
    pub(crate) hints: ImportHints,
}

/// Reads the file. A parser that panics is a file that cannot be read.
pub(crate) fn answer(file: &[u8], question: &Question) -> ImportAnswer {
    let read = catch_unwind(AssertUnwindSafe(|| read(file, question)));
    read.unwrap_or_else(|_| ImportAnswer::Failed(Failure::of(FailureCode::Unreadable)))
}

fn read(file: &[u8], Question { task, hints }: &Question) -> ImportAnswer {
    let Some(FileKind::Import(format)) = FileKind::of(file) else { return ImportAnswer::UnknownFormat };
    let read = match (task, format) {
        (ImportTask::Read, format) => import(format, file, hints).map(ImportAnswer::Draft),
        (ImportTask::OwnMarks, _) => own_marks(file, hints).map(ImportAnswer::OwnMarks),
        (ImportTask::Preview, ImportFormat::Csv) => preview_csv(file, hints)
            .map(|csv| ImportAnswer::Preview(ImportPreview::Csv(Box::new(csv.into())))),
        (ImportTask::Preview, format) => import(format, file, hints)
            .map(|draft| ImportAnswer::Preview(ImportPreview::Accounts { format, accounts: draft.accounts })),
    };
    read.unwrap_or_else(|error| ImportAnswer::Failed(failure(&error, hints)))
}

/// The words for a file that cannot be imported.
fn failure(error: &ImportError, hints: &ImportHints) -> Failure {
    let message = match error {
        ImportError::Empty => return Failure::of(FailureCode::NotAStatement),
        ImportError::TooLarge => {
            return Failure {
                code: FailureCode::TooLarge,
                message: format!(
                    "This file has more than {} rows or {} columns, or is nested too deeply. Split it into smaller files.",
                    hints.entries_max, hints.columns_max
                ),
            };
        }
        ImportError::Mapping { why } => format!("The mapping of this file's columns cannot be used: {why}."),
        ImportError::Unnamed => {
            "Nothing in this file names its columns. Open it under Import and say which column is which.".to_owned()
        }
        ImportError::NoCurrency => {
            "This file names no currency. Export it again with a currency column, or as OFX, CAMT.053 or MT940."
                .to_owned()
        }
        ImportError::NotUnderstood { line: 0, what } => format!(
            "Something in this file is not understood: {what}. Export it again, or in another format."
        ),
        ImportError::NotUnderstood { line, what } => format!(
            "Line {line} of this file is not understood: {what}. Correct the line, or export the file again."
        ),
    };
    Failure { code: FailureCode::Unreadable, message }
}
