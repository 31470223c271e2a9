//! How a CSV file is read, as a value: guessed from the file, shown to the person, corrected by them, and kept for the next file.

use saldo_domain::{Currency, EntryDraft, Sha256};
use serde::{Deserialize, Serialize};

use super::ImportError;

/// How a CSV file is read. Columns are numbers from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CsvMapping {
    /// What stands between the cells: `,`, `;`, `|` or a tab.
    pub separator: char,
    /// Which row names the columns, counted from 1 among the rows that are not empty; 0 when the entries begin at once.
    pub head_row: usize,
    /// The booking date.
    pub date: usize,
    /// The other date.
    #[serde(default)]
    pub value_date: Option<usize>,
    /// What makes the description, in this order.
    #[serde(default)]
    pub descriptions: Vec<usize>,
    /// The amount with its sign; not beside `money_in` and `money_out`.
    #[serde(default)]
    pub amount: Option<usize>,
    /// Money in, where it has a column of its own.
    #[serde(default)]
    pub money_in: Option<usize>,
    /// Money out, where it has a column of its own.
    #[serde(default)]
    pub money_out: Option<usize>,
    /// A fee that is taken beside the amount.
    #[serde(default)]
    pub fee: Option<usize>,
    /// The balance after the entry.
    #[serde(default)]
    pub balance: Option<usize>,
    /// The currency of each row.
    #[serde(default)]
    pub currency_column: Option<usize>,
    /// Whether money came or went, where the amount has no sign.
    #[serde(default)]
    pub direction: Option<usize>,
    /// The currency of rows that name none.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Whether the month stands before the day; told from the dates when absent, and where these leave it open, the month stands
    /// first between slashes in US dollars alone.
    #[serde(default)]
    pub month_first: Option<bool>,
    /// The decimal separator, `.` or `,`; told from the amounts when absent.
    #[serde(default)]
    pub decimal: Option<char>,
    /// Whether signs are the other way round, as on cards that print purchases as positive.
    #[serde(default)]
    pub negate: bool,
}

impl CsvMapping {
    /// Columns of a table: more than any bank has.
    const COLUMNS_MAX: usize = 1_000;

    /// Whether it can be used at all.
    ///
    /// # Errors
    /// [`ImportError::Mapping`] says what is wrong with it.
    pub fn check(&self) -> Result<(), ImportError> {
        let figures = [self.amount, self.money_in, self.money_out];
        let others = [self.value_date, self.fee, self.balance, self.currency_column, self.direction];
        let named = figures.iter().chain(&others).flatten().chain(&self.descriptions).chain([&self.date]);
        let why = if !matches!(self.separator, ',' | ';' | '|' | '\t') {
            "separator must be a comma, a semicolon, a bar or a tab"
        } else if figures.iter().all(Option::is_none) {
            "one of amount, moneyIn and moneyOut must name a column"
        } else if self.amount.is_some() && (self.money_in.is_some() || self.money_out.is_some()) {
            // Both tell the same money: together they would count it twice.
            "amount and moneyIn or moneyOut cannot both name a column"
        } else if named.clone().any(|column| *column >= Self::COLUMNS_MAX) || named.count() > 50 {
            "a column is out of range, or there are too many"
        } else if self.decimal.is_some_and(|decimal| !matches!(decimal, '.' | ',')) {
            "decimal must be a point or a comma"
        } else if self.head_row > super::csv::LINES_BEFORE_HEADS_MAX {
            "headRow is beyond the rows in which heads are looked for"
        } else {
            return Ok(());
        };
        Err(ImportError::Mapping { why })
    }
}

/// A row that is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What it is about.
    pub what: &'static str,
}

/// What a CSV file would become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvPreview {
    /// How it was read, complete.
    pub mapping: CsvMapping,
    /// The cells of the row that names the columns.
    pub head: Vec<String>,
    /// The entries of the rows that are understood, in their order.
    pub entries: Vec<EntryDraft>,
    /// The rows that are not.
    pub problems: Vec<RowProblem>,
    /// Whether more than a guess says which column is which (their heads, the person, or balances that follow from the amounts)
    /// and which of day and month stands first.
    /// Else nothing is booked until a mapping is given.
    pub is_proven: bool,
}

impl CsvPreview {
    /// What files of this head are known by.
    #[must_use]
    pub fn header(&self) -> String {
        let folded: Vec<String> = self.head.iter().map(|cell| cell.trim().to_lowercase()).collect();
        Sha256::of(folded.join("\u{1f}").as_bytes()).to_string()
    }
}
