//! The vocabulary of statements: dates, amounts, heads, labels, sections and currencies in many languages, and where they
//! stand on a line. Structure decides, not the bank.

pub(crate) mod account;
pub(crate) mod amount;
pub(crate) mod calendar;
pub(crate) mod clues;
pub(crate) mod currency;
pub(crate) mod date;
pub(crate) mod describe;
mod digits;
mod grounds;
pub(crate) mod heads;
pub(crate) mod labelled;
pub(crate) mod labels;
mod months;
mod phrases;
pub(crate) mod rows;

pub(crate) mod stated;
pub(crate) mod totals;

pub use amount::{Figure, Mark};
pub use currency::signified;
pub use date::DateMark;
pub use grounds::{Facts, Grounds};
pub use heads::{Role as ColumnRole, role_of as column_role};
pub use months::month as month_number;

use chrono::NaiveDate;
use saldo_domain::{Currency, FailureCode, StatementDraft};

use crate::explain::explain;
use crate::page::Document;

/// What is known besides the pages, and when to stop.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadHints {
    /// The currency to assume when the pages name none.
    pub currency: Option<Currency>,
    /// Today: a date without any year on the pages is the latest one before it.
    pub today: Option<NaiveDate>,
    /// Whether the words were recognized in pictures, so that any of them may be misread.
    pub is_recognized: bool,
    /// When to stop.
    pub limits: ReadLimits,
}

/// When to stop reading; a hostile file must not take more than linear time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLimits {
    /// Lines of text on all pages together; a page of small print has about 120, and 600 pages are read.
    pub lines_max: usize,
    /// Rows looked at in all readings of an account together; a year of 3,000 entries needs some 100,000.
    pub work_max: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { lines_max: 100_000, work_max: 3_000_000 }
    }
}

/// Why a file's text gave no draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// The pages have pictures, but no text.
    #[error("the pages are pictures without text")]
    ImageOnly,
    /// The text's fonts do not say which characters they show.
    #[error("the text of the file cannot be decoded")]
    Undecodable,
    /// There is text, but no table of dates and amounts.
    #[error("no table of dates and amounts was found")]
    NotAStatement,
    /// More lines than the limits allow.
    #[error("the file has more text than can be read")]
    TooLarge,
}

impl NotRead {
    /// The reason for the statement's record.
    #[must_use]
    pub const fn code(self) -> FailureCode {
        match self {
            Self::ImageOnly | Self::Undecodable => FailureCode::ImageOnly,
            Self::NotAStatement => FailureCode::NotAStatement,
            Self::TooLarge => FailureCode::TooLarge,
        }
    }
}

/// Reads a statement from its positioned text. Pure: the same pages give the same draft.
///
/// # Errors
/// [`NotRead`] says why there is no draft.
pub fn read_document(document: &Document, hints: &ReadHints) -> Result<StatementDraft, NotRead> {
    explain(document, hints).map(|explained| explained.draft)
}
