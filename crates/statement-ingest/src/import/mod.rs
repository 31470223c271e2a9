//! Files that are made for programs: CSV, OFX, QIF, CAMT.053 and MT940 become the same drafts as pages do.

mod accounts;
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

pub use mapping::{CsvMapping, CsvPreview, RowProblem};

use chrono::NaiveDate;
use saldo_domain::own_csv::{EntryMarks, HEADS};
use saldo_domain::{AccountDraft, AccountKind, Currency, ReadBy, StatementDraft, StatementKind};
use serde::{Deserialize, Serialize};

/// A kind of file that is made for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ImportFormat {
    /// Values separated by commas, semicolons or tabs, under a row of heads.
    Csv,
    /// Open Financial Exchange, versions 1 and 2; QFX is the same.
    Ofx,
    /// Quicken Interchange Format.
    Qif,
    /// ISO 20022 bank-to-customer statement.
    Camt053,
    /// SWIFT's customer statement.
    Mt940,
}

impl ImportFormat {
    /// The kind of a file that begins with `head` (its first kilobytes); `None` when it is not one we read.
    ///
    /// CSV has no mark of its own: it is known by a line that names a date column and an amount column, or by rows of
    /// dates and amounts.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
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

/// What is known besides the file, and when to stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportHints {
    /// The currency where the file names none: QIF never does, CSV seldom.
    pub currency: Option<Currency>,
    /// Entries of a file: a busy year has some thousands.
    pub entries_max: usize,
    /// Columns of a CSV: the widest exports of banks have some fifty.
    pub columns_max: usize,
    /// How a CSV is read, when the person said so; else it is guessed.
    pub mapping: Option<CsvMapping>,
}

impl Default for ImportHints {
    fn default() -> Self {
        Self { currency: None, entries_max: 100_000, columns_max: 200, mapping: None }
    }
}

/// Why a file was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Something that must be understood is not.
    #[error("line {line} of the file is not understood: {what}")]
    NotUnderstood {
        /// The line, counted from 1; 0 where the format has no lines.
        line: usize,
        /// What it is about.
        what: &'static str,
    },
    /// The file names no currency and none was given.
    #[error("the file names no currency: say which one it is")]
    NoCurrency,
    /// No row of a CSV names its columns in words that are known; what stands in them is only a guess.
    #[error("nothing names the columns of the file: say which is which")]
    Unnamed,
    /// The mapping of a CSV cannot be used.
    #[error("the mapping cannot be used: {why}")]
    Mapping {
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is nothing to import.
    #[error("the file has no entries")]
    Empty,
    /// More rows or columns than the limits.
    #[error("the file has more rows or columns than can be imported at once")]
    TooLarge,
}

impl ImportError {
    fn at(line: usize, what: &'static str) -> Self {
        Self::NotUnderstood { line, what }
    }
}

/// Reads a file of the given format. Pure: the same bytes give the same draft.
///
/// # Errors
/// [`ImportError`] says what stands in the way. A file is imported whole or not at all.
pub fn import(
    format: ImportFormat,
    bytes: &[u8],
    hints: &ImportHints,
) -> Result<StatementDraft, ImportError> {
    let (institution, mut accounts) = match format {
        ImportFormat::Csv => (None, csv::read(bytes, hints)?),
        ImportFormat::Ofx => ofx::read(bytes, hints)?,
        ImportFormat::Qif => (None, qif::read(bytes, hints)?),
        ImportFormat::Camt053 => camt053::read(bytes, hints)?,
        ImportFormat::Mt940 => (None, mt940::read(bytes, hints)?),
    };
    let entries: usize = accounts.iter().map(|account| account.entries.len()).sum();
    if entries > hints.entries_max {
        return Err(ImportError::TooLarge);
    }
    if accounts.is_empty() {
        return Err(ImportError::Empty);
    }
    if matches!(format, ImportFormat::Camt053 | ImportFormat::Mt940) {
        // These list every entry of the time between two balances: where they list none, there are none.
        for quiet in accounts.iter_mut().filter(|account| account.entries.is_empty()) {
            quiet.printed_count = quiet.printed_count.or(Some(0));
        }
    }
    let kind = match accounts[0].kind {
        AccountKind::Card => StatementKind::Card,
        AccountKind::Investment => StatementKind::Investment,
        AccountKind::Cash | AccountKind::Property => StatementKind::Other,
        AccountKind::Checking | AccountKind::Savings | AccountKind::Loan | AccountKind::Other => {
            StatementKind::Bank
        }
    };
    Ok(StatementDraft { kind, institution, read_by: ReadBy::Import, pages: 0, accounts })
}

/// Reads a CSV and tells row by row what becomes of it, with the mapping of the hints or a guessed one.
///
/// # Errors
/// [`ImportError`] when no table is found in it, or the mapping cannot be used.
pub fn preview_csv(bytes: &[u8], hints: &ImportHints) -> Result<CsvPreview, ImportError> {
    csv::preview(bytes, hints)
}

/// Everything that Saldo's own CSV says of its entries beside what a bank prints (category, tags, note, kind, splits, another
/// description): of each account of [`import`]'s draft, in the order of its entries. Empty for any other file.
///
/// # Errors
/// As [`import`].
pub fn own_marks(bytes: &[u8], hints: &ImportHints) -> Result<Vec<Vec<EntryMarks>>, ImportError> {
    if !bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).starts_with(HEADS.join(",").as_bytes()) {
        return Ok(Vec::new());
    }
    csv::marks(bytes, hints)
}

/// An account about which nothing is known yet.
fn account(kind: AccountKind, currency: Currency) -> AccountDraft {
    AccountDraft {
        number: None,
        name: None,
        kind,
        currency,
        period_start: None,
        period_end: None,
        opening_balance: None,
        closing_balance: None,
        closing_on: None,
        entries: Vec::new(),
        printed_total_in: None,
        printed_total_out: None,
        printed_count: None,
        findings: None,
    }
}

/// A date from digits: `20240131`, with anything after it.
fn compact_date(text: &str) -> Option<NaiveDate> {
    let digits = text.trim().get(..8)?;
    NaiveDate::parse_from_str(digits, "%Y%m%d")
        .ok()
        .filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}
