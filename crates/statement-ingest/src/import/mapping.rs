//! The mapping of a CSV file: guessed from the file, shown to the user, corrected by the user, and stored for
//! the next file with the same header.

use saldo_domain::{Currency, Sha256, TransactionDraft};
use serde::{Deserialize, Serialize};

use super::ImportError;

/// The mapping of a CSV file. Columns are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CsvMapping {
    /// The separator between cells: `,`, `;`, `|` or a tab.
    pub separator: char,
    /// The number of the header row, from 1, not counting empty rows; 0 if there is none.
    pub head_row: usize,
    /// The column of the booking date.
    pub date: usize,
    /// The column of the value date.
    #[serde(default)]
    pub value_date: Option<usize>,
    /// The columns that form the description, in this order.
    #[serde(default)]
    pub descriptions: Vec<usize>,
    /// The column of the signed amount. It excludes `moneyIn` and `moneyOut`.
    #[serde(default)]
    pub amount: Option<usize>,
    /// The column of money in, if it is separate.
    #[serde(default)]
    pub money_in: Option<usize>,
    /// The column of money out, if it is separate.
    #[serde(default)]
    pub money_out: Option<usize>,
    /// The column of a fee that is charged in addition to the amount.
    #[serde(default)]
    pub fee: Option<usize>,
    /// The column of the balance after the transaction.
    #[serde(default)]
    pub balance: Option<usize>,
    /// The column of each row's currency.
    #[serde(default)]
    pub currency_column: Option<usize>,
    /// The column that states the direction, if the amounts have no signs.
    #[serde(default)]
    pub direction: Option<usize>,
    /// The currency of rows that name none.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// True if the month precedes the day. If absent, the dates decide; if these allow both orders, the month
    /// comes first only between slashes in US dollars.
    #[serde(default)]
    pub month_first: Option<bool>,
    /// The decimal separator, `.` or `,`. If absent, the amounts decide.
    #[serde(default)]
    pub decimal: Option<char>,
    /// True if all signs are inverted, as for cards whose purchases are positive.
    #[serde(default)]
    pub negate: bool,
}

impl CsvMapping {
    /// Upper limit for the columns of a table; no bank has so many.
    const COLUMNS_MAX: usize = 1_000;

    /// Checks that the mapping is consistent.
    ///
    /// # Errors
    /// [`ImportError::Mapping`] with the reason.
    pub fn check(&self) -> Result<(), ImportError> {
        let figures = [self.amount, self.money_in, self.money_out];
        let others = [self.value_date, self.fee, self.balance, self.currency_column, self.direction];
        let named = figures.iter().chain(&others).flatten().chain(&self.descriptions).chain([&self.date]);
        let why = if !matches!(self.separator, ',' | ';' | '|' | '\t') {
            "separator must be a comma, a semicolon, a bar or a tab"
        } else if figures.iter().all(Option::is_none) {
            "one of amount, moneyIn and moneyOut must name a column"
        } else if self.amount.is_some() && (self.money_in.is_some() || self.money_out.is_some()) {
            // Both state the same money, so that it would count twice.
            "amount and moneyIn or moneyOut cannot both name a column"
        } else if named.clone().any(|column| *column >= Self::COLUMNS_MAX) || named.count() > 50 {
            "a column number is out of range, or there are too many columns"
        } else if self.decimal.is_some_and(|decimal| !matches!(decimal, '.' | ',')) {
            "decimal must be a point or a comma"
        } else if self.head_row > super::csv::LINES_BEFORE_HEADS_MAX {
            "headRow is too large"
        } else {
            return Ok(());
        };
        Err(ImportError::Mapping { why })
    }
}

/// A row that was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The invalid or missing part of the row.
    pub what: &'static str,
}

/// A preview of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvPreview {
    /// The mapping that was used, with all columns.
    pub mapping: CsvMapping,
    /// The cells of the header row; empty if there is none.
    pub head: Vec<String>,
    /// The transactions of the rows that were read, in the order of the file.
    pub transactions: Vec<TransactionDraft>,
    /// The rows that were not read.
    pub problems: Vec<RowProblem>,
    /// True if the columns are known from their headers, from the user or from running balances, and if the
    /// order of day and month is certain. If false, the file is imported only with a mapping that the user
    /// confirmed.
    pub is_proven: bool,
}

impl CsvPreview {
    /// Returns the key of files with this header: the SHA-256 digest of its cells in lower case, in
    /// hexadecimal.
    #[must_use]
    pub fn header(&self) -> String {
        let folded: Vec<String> = self.head.iter().map(|cell| cell.trim().to_lowercase()).collect();
        Sha256::of(folded.join("\u{1f}").as_bytes()).to_string()
    }
}
