//! Data files: CSV, XLSX, OFX, QIF, CAMT.053, MT940 and the exports of other programs become the same drafts
//! as pages do.

mod accounts;
mod books;
mod camt053;
mod columns;
mod contents;
mod csv;
mod currency;
mod figure;
mod heads;
mod mapping;
mod mt940;
mod mt940_details;
mod ofx;
mod own;
mod qif;
mod xlsx;

pub use mapping::{CsvMapping, CsvPreview, RowProblem};
pub use saldo_books::{LeftOut, Part};

use saldo_books::Program;

use saldo_domain::own_csv::{FileDetails, HEADS};
use saldo_domain::{AccountKind, Currency, ReadBy, StatementDraft, StatementKind};
use serde::{Deserialize, Serialize};

/// A format of data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ImportFormat {
    /// A table with a header row, separated by commas, semicolons, bars or tabs.
    Csv,
    /// A workbook with one sheet of transactions, which is read as a CSV.
    Xlsx,
    /// Open Financial Exchange, versions 1 and 2. QFX is read as OFX.
    Ofx,
    /// Quicken Interchange Format.
    Qif,
    /// CAMT.053, the bank-to-customer statement of ISO 20022.
    Camt053,
    /// MT940, the customer statement of SWIFT.
    Mt940,
    /// The ZIP file of Actual.
    Actual,
    /// A journal of Beancount.
    Beancount,
    /// Transactions of Firefly III: its CSV, or the JSON of its API.
    Firefly,
    /// The XML or SQLite file of GnuCash.
    Gnucash,
    /// A journal of hledger.
    Hledger,
    /// The CSV of Mint.
    Mint,
    /// The CSV of MoneyMoney.
    Moneymoney,
    /// The ZIP file or `all.ndjson` of Sure.
    Sure,
    /// The CSV of a YNAB register.
    Ynab,
}

impl ImportFormat {
    /// Returns the format of a file that begins with `head`, its first kilobytes; `None` if it is not
    /// supported.
    ///
    /// CSV has no signature: it is detected by a row that names a date column and an amount column, or by
    /// rows of dates and amounts.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        if xlsx::is_workbook(head) {
            return Some(Self::Xlsx);
        }
        if let Some(program) = Program::of(head) {
            return books::format(program);
        }
        let text = figure::decode(head);
        let start = text.trim_start();
        let upper = start.to_ascii_uppercase();
        let is_xml = upper.starts_with('<');
        if ofx::is_ofx(&upper) {
            Some(Self::Ofx)
        } else if is_xml && (upper.contains("BKTOCSTMRSTMT") || upper.contains("CAMT.053")) {
            Some(Self::Camt053)
        } else if upper.starts_with("!TYPE:") || upper.starts_with("!ACCOUNT") || upper.starts_with("!OPTION")
        {
            Some(Self::Qif)
        } else if mt940::is_mt940(&text) {
            Some(Self::Mt940)
        } else if !text.contains('\0') && !start.starts_with('<') && csv::is_table(&text) {
            Some(Self::Csv)
        } else {
            None
        }
    }
}

/// Information that a data file may lack, and limits for reading it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportHints {
    /// The currency of amounts without one. QIF never names a currency, CSV seldom does.
    pub currency: Option<Currency>,
    /// Upper limit for the transactions of a file. Default: 100,000; a busy year has some thousands.
    #[serde(rename = "entries_max")]
    pub transactions_max: usize,
    /// Upper limit for the columns of a CSV. Default: 200; the widest exports of banks have about fifty.
    pub columns_max: usize,
    /// Upper limit for the sheets of a workbook. Default: 50.
    pub sheets_max: usize,
    /// The mapping of a CSV, if the user confirmed one; else it is guessed.
    pub mapping: Option<CsvMapping>,
}

impl Default for ImportHints {
    fn default() -> Self {
        Self { currency: None, transactions_max: 100_000, columns_max: 200, sheets_max: 50, mapping: None }
    }
}

/// The reason why a file was not imported. A file is imported as a whole or not at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A part of the file is invalid or missing.
    #[error("line {line} of the file cannot be read ({what})")]
    NotUnderstood {
        /// The line, from 1; 0 if the error concerns no single line.
        line: usize,
        /// The invalid or missing part.
        what: &'static str,
    },
    /// The file names no currency, and [`ImportHints::currency`] is `None`.
    #[error("the file names no currency; name one")]
    NoCurrency,
    /// No row of a CSV has known names of columns, so that their meaning could only be guessed.
    #[error("the columns of the file have no names; send a mapping")]
    Unnamed,
    /// Several sheets of a workbook have transactions, so that reading one of them would lose the others.
    #[error("several sheets of the workbook have transactions")]
    SeveralSheets,
    /// The mapping of a CSV is invalid.
    #[error("invalid mapping: {why}")]
    Mapping {
        /// The reason.
        why: &'static str,
    },
    /// The file contains neither an account nor a budget or, if it is a CSV, no transaction.
    #[error("the file has no transactions")]
    Empty,
    /// The file has more rows, columns or nested elements than the limits allow.
    #[error("the file has too many rows or columns; split it")]
    TooLarge,
}

impl ImportError {
    fn at(line: usize, what: &'static str) -> Self {
        Self::NotUnderstood { line, what }
    }
}

/// Reads a file of the given format. The result depends only on the arguments.
///
/// # Errors
/// [`ImportError`] states the first problem.
pub fn import(
    format: ImportFormat,
    bytes: &[u8],
    hints: &ImportHints,
) -> Result<StatementDraft, ImportError> {
    let mut has_budgets = false;
    let (institution, mut accounts) = match format {
        ImportFormat::Csv => (None, csv::read(bytes, hints)?),
        ImportFormat::Xlsx => (None, csv::read(&xlsx::as_csv(bytes, hints)?, hints)?),
        ImportFormat::Ofx => ofx::read(bytes, hints)?,
        ImportFormat::Qif => (None, qif::read(bytes, hints)?),
        ImportFormat::Camt053 => camt053::read(bytes, hints)?,
        ImportFormat::Mt940 => (None, mt940::read(bytes, hints)?),
        ImportFormat::Actual
        | ImportFormat::Beancount
        | ImportFormat::Firefly
        | ImportFormat::Gnucash
        | ImportFormat::Hledger
        | ImportFormat::Mint
        | ImportFormat::Moneymoney
        | ImportFormat::Sure
        | ImportFormat::Ynab => {
            let books = books::read(bytes, hints)?;
            has_budgets = !books.budgets.is_empty();
            (None, books::drafts(&books)?)
        }
    };
    let transactions: usize = accounts.iter().map(|account| account.transactions.len()).sum();
    if transactions > hints.transactions_max {
        return Err(ImportError::TooLarge);
    }
    if accounts.is_empty() && !has_budgets {
        return Err(ImportError::Empty);
    }
    if matches!(format, ImportFormat::Camt053 | ImportFormat::Mt940) {
        // These formats list all transactions between two balances: a statement without transactions states
        // that there were none.
        for quiet in accounts.iter_mut().filter(|account| account.transactions.is_empty()) {
            quiet.printed_count = quiet.printed_count.or(Some(0));
        }
    }
    let kind = match accounts.first().map(|account| account.kind) {
        Some(AccountKind::Card) => StatementKind::Card,
        Some(AccountKind::Investment) => StatementKind::Investment,
        None | Some(AccountKind::Cash | AccountKind::Property) => StatementKind::Other,
        Some(AccountKind::Checking | AccountKind::Savings | AccountKind::Loan | AccountKind::Other) => {
            StatementKind::Bank
        }
    };
    Ok(StatementDraft { kind, institution, read_by: ReadBy::Import, pages: 0, accounts })
}

/// Reads a CSV or a workbook and returns a preview, row by row, with the mapping of the hints or a guessed
/// one.
///
/// # Errors
/// [`ImportError::NotUnderstood`], [`ImportError::Unnamed`] or [`ImportError::Empty`] if the file contains no
/// table, [`ImportError::Mapping`] if the mapping is invalid, [`ImportError::TooLarge`] at a limit.
pub fn preview_csv(bytes: &[u8], hints: &ImportHints) -> Result<CsvPreview, ImportError> {
    if xlsx::is_workbook(bytes) {
        return csv::preview(&xlsx::as_csv(bytes, hints)?, hints);
    }
    csv::preview(bytes, hints)
}

/// Returns the parts of another program's export that are not imported, with their numbers; empty for other
/// files.
///
/// # Errors
/// As [`import`].
pub fn left_out(bytes: &[u8], hints: &ImportHints) -> Result<Vec<LeftOut>, ImportError> {
    if books::program(bytes).is_none() {
        return Ok(Vec::new());
    }
    Ok(books::read(bytes, hints)?.left_out)
}

/// Returns the details that only Saldo's own CSV and the exports of other programs contain: category, tags,
/// note, kind, splits and a changed description of each transaction of [`import`]'s draft; of the programs
/// also transfers and budgets. The result is empty for other files.
///
/// # Errors
/// As [`import`].
pub fn details(bytes: &[u8], hints: &ImportHints) -> Result<FileDetails, ImportError> {
    if books::program(bytes).is_some() {
        return Ok(books::details(books::read(bytes, hints)?));
    }
    if !bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).starts_with(HEADS.join(",").as_bytes()) {
        return Ok(FileDetails::default());
    }
    Ok(FileDetails { marks: csv::marks(bytes, hints)?, budgets: Vec::new() })
}
