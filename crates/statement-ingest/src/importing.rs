//! Reading of data files in a guarded child process: the port [`FileImporter`], its request and its answer.
//!
//! Such files are parsed by safe code, but a table of 50 MB of separators still takes more memory and time
//! than a server has. Therefore the child has limits for both, few children run at a time, and each ends when
//! its request ends.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::own_csv::{BudgetText, FileDetails};
use saldo_domain::{AccountDraft, Failure, FailureCode, StatementDraft, TransactionDraft};
use serde::{Deserialize, Serialize};

use crate::import::{
    CsvMapping, CsvPreview, ImportError, ImportFormat, ImportHints, LeftOut, details, import, left_out,
    preview_csv,
};
use crate::page::{InProcess, ReadError};
use crate::sniff::FileKind;

/// A preview of a data file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportPreview {
    /// A CSV, row by row.
    Csv(Box<PreviewedCsv>),
    /// A format that defines its own columns.
    Accounts {
        /// The format.
        format: ImportFormat,
        /// The accounts in the file.
        accounts: Vec<AccountDraft>,
        /// The number of transfers of another program whose two sides will be linked.
        transfers: usize,
        /// The budgets of another program.
        budgets: Vec<BudgetText>,
        /// The parts of another program's export that are not imported.
        left_out: Vec<LeftOut>,
    },
}

/// A preview of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewedCsv {
    /// [`ImportFormat::Csv`] or [`ImportFormat::Xlsx`].
    pub format: ImportFormat,
    /// The mapping that was used, with all columns.
    pub mapping: CsvMapping,
    /// The cells of the header row; empty if there is none.
    pub head: Vec<String>,
    /// The key of files with this header, see [`CsvPreview::header`].
    pub header: String,
    /// The transactions of the rows that were read, in the order of the file.
    #[serde(rename = "entries")]
    pub transactions: Vec<TransactionDraft>,
    /// The rows that were not read.
    pub problems: Vec<ImportProblem>,
    /// True if the columns and the order of day and month are certain; see [`CsvPreview::is_proven`].
    pub is_proven: bool,
}

/// A row that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The part of the row that is invalid or missing.
    pub what: String,
}

impl PreviewedCsv {
    fn of(format: ImportFormat, preview: CsvPreview) -> Self {
        let header = preview.header();
        let problem = |problem: crate::import::RowProblem| ImportProblem {
            line: problem.line,
            what: problem.what.to_owned(),
        };
        Self {
            format,
            mapping: preview.mapping,
            head: preview.head,
            header,
            transactions: preview.transactions,
            problems: preview.problems.into_iter().map(problem).collect(),
            is_proven: preview.is_proven,
        }
    }
}

/// The requested result for a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportTask {
    /// A draft.
    Read,
    /// A preview, row by row.
    Preview,
    /// The details that only Saldo's own export and those of other programs contain, such as categories,
    /// tags and budgets.
    Details,
}

/// A data file with the requested result.
#[derive(Debug, Clone)]
pub struct ImportRequest {
    /// The content of the file.
    pub file: Bytes,
    /// The requested result.
    pub task: ImportTask,
    /// Hints that the file does not contain.
    pub hints: ImportHints,
}

/// The answer to an [`ImportRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportAnswer {
    /// The draft, for [`ImportTask::Read`].
    Draft(StatementDraft),
    /// The preview, for [`ImportTask::Preview`].
    Preview(ImportPreview),
    /// The details, for [`ImportTask::Details`].
    Details(FileDetails),
    /// The file cannot be read.
    Failed(Failure),
    /// The file is not a data file.
    UnknownFormat,
}

/// Reads data files without blocking the caller.
#[async_trait]
pub trait FileImporter: Send + Sync {
    /// Reads a file. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`] or [`ReadError::TimedOut`] at the limits of the reader, [`ReadError::Reader`]
    /// if it failed. A file that cannot be parsed is [`ImportAnswer::Failed`], not an error.
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

/// A request without its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) task: ImportTask,
    pub(crate) hints: ImportHints,
}

/// Reads the file. If a parser panics, the file counts as unreadable.
pub(crate) fn answer(file: &[u8], question: &Question) -> ImportAnswer {
    let read = catch_unwind(AssertUnwindSafe(|| read(file, question)));
    read.unwrap_or_else(|_| ImportAnswer::Failed(Failure::of(FailureCode::Unreadable)))
}

fn read(file: &[u8], Question { task, hints }: &Question) -> ImportAnswer {
    let Some(FileKind::Import(format)) = FileKind::of(file) else { return ImportAnswer::UnknownFormat };
    let read = match (task, format) {
        (ImportTask::Read, format) => import(format, file, hints).map(ImportAnswer::Draft),
        (ImportTask::Details, _) => details(file, hints).map(ImportAnswer::Details),
        (ImportTask::Preview, ImportFormat::Csv | ImportFormat::Xlsx) => preview_csv(file, hints)
            .map(|csv| ImportAnswer::Preview(ImportPreview::Csv(Box::new(PreviewedCsv::of(format, csv))))),
        (ImportTask::Preview, format) => preview(format, file, hints).map(ImportAnswer::Preview),
    };
    read.unwrap_or_else(|error| ImportAnswer::Failed(failure(&error, hints)))
}

fn preview(format: ImportFormat, file: &[u8], hints: &ImportHints) -> Result<ImportPreview, ImportError> {
    let accounts = import(format, file, hints)?.accounts;
    let (found, left_out) = (details(file, hints)?, left_out(file, hints)?);
    let sides = found.marks.iter().flatten().filter_map(|marks| marks.transfer);
    let transfers = sides.collect::<HashSet<u64>>().len();
    Ok(ImportPreview::Accounts { format, accounts, transfers, budgets: found.budgets, left_out })
}

/// Returns the message for a file that cannot be imported.
fn failure(error: &ImportError, hints: &ImportHints) -> Failure {
    let message = match error {
        ImportError::Empty => return Failure::of(FailureCode::NotAStatement),
        ImportError::TooLarge => {
            return Failure {
                code: FailureCode::TooLarge,
                message: format!(
                    "This file has more than {} rows, {} columns or {} sheets, or is nested too deeply. Split it into smaller files.",
                    hints.transactions_max, hints.columns_max, hints.sheets_max
                ),
            };
        }
        ImportError::Mapping { why } => {
            format!("The mapping of this file's columns is invalid: {why}. Correct it under Import.")
        }
        ImportError::Unnamed => {
            "The columns of this file have no names. Open it under Import and assign the columns.".to_owned()
        }
        ImportError::SeveralSheets => {
            "Several sheets of this workbook have transactions. Save each as a file of its own.".to_owned()
        }
        ImportError::NoCurrency => {
            "This file does not name a currency. Export it again with a currency column, or as OFX, CAMT.053 or MT940."
                .to_owned()
        }
        ImportError::NotUnderstood { line: 0, what } => format!(
            "This file cannot be read ({what}). Export it again, or in another format."
        ),
        ImportError::NotUnderstood { line, what } => format!(
            "Line {line} of this file cannot be read ({what}). Correct the line, or export the file again."
        ),
    };
    Failure { code: FailureCode::Unreadable, message }
}
