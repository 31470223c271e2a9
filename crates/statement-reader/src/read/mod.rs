//! Vocabulary of statements: dates, amounts, column heads, labels, sections and currencies in many languages,
//! with their positions on a line. The structure of a statement decides its reading, never the bank's name.

pub(crate) mod account;
pub(crate) mod amount;
pub(crate) mod calendar;
mod candidates;
pub(crate) mod clues;
pub(crate) mod currency;
pub(crate) mod date;
pub(crate) mod describe;
mod digits;
pub(crate) mod heads;
pub(crate) mod labeled;
pub(crate) mod labels;
pub(crate) mod lists;
pub(crate) mod months;
mod phrases;
pub(crate) mod rows;

pub(crate) mod stated;
pub(crate) mod summary;
pub(crate) mod totals;

pub use amount::{Figure, Mark};
pub use candidates::{CandidateLines, Facts};
pub use currency::signified;
pub use date::DateMark;
pub use heads::{Role as ColumnRole, role_of as column_role};
pub use months::month as month_number;

use chrono::NaiveDate;
use saldo_domain::{Currency, FailureCode, StatementDraft, UserAnswers};

use crate::explain::explain;
use crate::page::Document;

/// Facts known besides the pages, and the limits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadHints {
    /// Currency to assume if the pages name none.
    pub currency: Option<Currency>,
    /// Today's date. If the pages state no year at all, each date is read as the latest one that is at most
    /// ten days after today.
    pub today: Option<NaiveDate>,
    /// True if the words were recognized in pictures, so that any of them may be misread.
    pub is_recognized: bool,
    /// Answers and corrections of the user.
    pub answers: UserAnswers,
    /// Limits of reading.
    pub limits: ReadLimits,
}

/// Limits of reading. They keep the time linear in the size of a malicious file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLimits {
    /// Largest number of text lines on all pages together. A page of small print has about 120, and up to 600
    /// pages are read.
    pub lines_max: usize,
    /// Largest number of rows visited in all readings of an account together. A year with 3,000 transactions
    /// needs about 100,000.
    pub work_max: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { lines_max: 100_000, work_max: 3_000_000 }
    }
}

/// Reason why the text of a file gave no draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// The pages have no visible text, or pictures with only a few words.
    #[error("the pages are images without text")]
    ImageOnly,
    /// The fonts of the text do not define which characters they show.
    #[error("the text of the file cannot be decoded")]
    Undecodable,
    /// The text has no table of dates and amounts.
    #[error("no table of dates and amounts was found")]
    NotAStatement,
    /// The text has more lines than [`ReadLimits::lines_max`].
    #[error("the file has too much text")]
    TooLarge,
    /// Part of the file was lost, and the rest has no table of dates and amounts.
    #[error("part of the file was lost")]
    Damaged,
}

impl NotRead {
    /// Returns the failure code to store with the statement.
    #[must_use]
    pub const fn code(self) -> FailureCode {
        match self {
            Self::ImageOnly | Self::Undecodable => FailureCode::ImageOnly,
            Self::NotAStatement => FailureCode::NotAStatement,
            Self::TooLarge => FailureCode::TooLarge,
            Self::Damaged => FailureCode::Unreadable,
        }
    }
}

/// Reads a statement from positioned text. The result depends on the arguments alone.
///
/// # Errors
/// - [`NotRead::ImageOnly`] if the pages have no visible text, or pictures with only a few words.
/// - [`NotRead::Undecodable`] if the fonts do not define the characters of the text.
/// - [`NotRead::NotAStatement`] if there is no table of dates and amounts.
/// - [`NotRead::TooLarge`] if there are too many lines.
/// - [`NotRead::Damaged`] instead of the first three if part of the file was lost.
pub fn read_document(document: &Document, hints: &ReadHints) -> Result<StatementDraft, NotRead> {
    explain(document, hints).map(|explained| explained.draft)
}
