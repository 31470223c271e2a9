//! From positioned text to a draft: lines, rows, tables, accounts, and for each account the reading that adds up.
//!
//! Structure decides, not the bank: heads in many languages, the alignment of figures, and, before all, the printed
//! balances. Of the readings that a page allows, the one under which they hold is taken.

pub(crate) mod account;
pub(crate) mod amount;
mod assemble;
pub(crate) mod calendar;
mod carry;
mod choice;
pub(crate) mod clues;
pub(crate) mod currency;
pub(crate) mod date;
pub(crate) mod describe;
mod digits;
mod edges;
mod grounds;
pub(crate) mod heads;
mod identity;
pub(crate) mod labels;
mod months;
mod order;
mod phrases;
pub(crate) mod rows;
mod scheme;
mod search;
pub(crate) mod segment;
pub(crate) mod stated;
mod tables;
pub(crate) mod totals;
mod unmoved;

pub use amount::{Figure, Mark};
pub(crate) use assemble::has_dots;
pub use currency::signified;
pub use date::DateMark;
pub use grounds::{Facts, Grounds};
pub use heads::{Role as ColumnRole, role_of as column_role};
pub use months::month as month_number;

use chrono::NaiveDate;
use saldo_domain::{Currency, FailureCode, StatementDraft};

use crate::layout::lines;
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
    /// Entries looked at in all readings of an account together; a year of 3,000 entries needs some 100,000.
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

/// More than this share of undecodable characters, in percent, is no text to read.
const UNDECODABLE_PERCENT_MAX: usize = 60;

/// Reads a statement from its positioned text. Pure: the same pages give the same draft.
///
/// # Errors
/// [`NotRead`] says why there is no draft.
pub fn read_document(document: &Document, hints: &ReadHints) -> Result<StatementDraft, NotRead> {
    let lines = lines(document, hints.limits.lines_max).ok_or(NotRead::TooLarge)?;
    if lines.is_empty() {
        return Err(NotRead::ImageOnly);
    }
    let characters = || lines.iter().flat_map(|line| &line.words).flat_map(|word| word.text.chars());
    let (all, lost) =
        (characters().count(), characters().filter(|character| *character == '\u{fffd}').count());
    if lost * 100 > all * UNDECODABLE_PERCENT_MAX {
        return Err(NotRead::Undecodable);
    }
    let has_picture = document.pages.iter().any(|page| page.has_picture);
    let pages = u32::try_from(document.pages.len()).unwrap_or(u32::MAX);
    let few_words = lines.iter().map(|line| line.words.len()).sum::<usize>() < 20;
    if std::env::var("SALDO_OLD").is_ok() {
        return assemble::draft(lines, pages, hints).ok_or(if has_picture && few_words {
            NotRead::ImageOnly
        } else {
            NotRead::NotAStatement
        });
    }
    crate::explain::explain(document, hints).map(|explained| explained.draft).map_err(|error| {
        if has_picture && few_words && error == NotRead::NotAStatement { NotRead::ImageOnly } else { error }
    })
}
