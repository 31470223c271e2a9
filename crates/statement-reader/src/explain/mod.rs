//! Reader that explains a whole page. It weighs every way to read the rows against every printed figure, and
//! calls a reading balanced only if the figures determine it.
//!
//! The stages are pure functions: `tokens`, `table` with `accounts` and `currency`, `weigh` with `evidence`
//! (`chain`, `ends`) and `words`, `verdict`, `draft`. All weights are in `weights`.

mod accounts;
mod chain;
mod currency;
mod draft;
mod ends;
mod evidence;
mod table;
mod tokens;
mod unmoved;
mod verdict;
mod weigh;
mod weights;
mod words;

use saldo_domain::{Money, Outcome, StatementDraft};

use crate::layout::lines;
use crate::page::Document;
use crate::read::{NotRead, ReadHints};

/// A statement with a verdict on each of its accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// Transactions and balances as read.
    pub draft: StatementDraft,
    /// Verdicts on the accounts of the draft, in their order; empty for a statement without transactions.
    pub verdicts: Vec<Verdict>,
}

impl Explained {
    /// Returns the worst outcome of all accounts; `None` if there are no verdicts.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.verdicts.iter().map(|verdict| verdict.outcome))
    }
}

/// Origin of a field of the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The pages state it.
    Printed,
    /// It follows from other evidence or is assumed.
    Inferred,
}

/// Outcome for one account, with its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Balanced, unbalanced or unchecked.
    pub outcome: Outcome,
    /// Number of printed figures that follow from the rows.
    pub explained: usize,
    /// Printed figures that contradict the rows, with their positions.
    pub contradictions: Vec<Place>,
    /// Other readings that explain the printed figures equally well; at most two.
    pub alternatives: Vec<Alternative>,
    /// Origin of the currency.
    pub currency: Source,
    /// Origin of the years.
    pub year: Source,
    /// Origin of the signs.
    pub signs: Source,
}

/// A printed figure that contradicts the other figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Index of the transaction beside it in the draft, if any.
    pub entry: Option<usize>,
    /// Printed figure minus the figure that follows from the rows.
    pub difference: Money,
    /// Message for the user, in English.
    pub message: String,
}

/// Another reading that the printed figures allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Message for the user, in English.
    pub message: String,
    /// Amounts of its transactions, oldest first.
    pub amounts: Vec<Money>,
}

/// Largest share of undecodable characters in percent. A text with more cannot be read.
const UNDECODABLE_PERCENT_MAX: usize = 60;
/// Number of words below which a document with pictures counts as pictures only.
const FEW_WORDS: usize = 20;

/// Reads a statement from positioned text and reports the reasons. The result depends on the arguments alone.
///
/// # Errors
/// The same as for [`read_document`](crate::read::read_document).
pub fn explain(document: &Document, hints: &ReadHints) -> Result<Explained, NotRead> {
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
    let is_empty = lines.iter().map(|line| line.words.len()).sum::<usize>() < FEW_WORDS;
    let pages = u32::try_from(document.pages.len()).unwrap_or(u32::MAX);
    let is_damaged = document.pages.iter().any(|page| page.is_damaged);
    let tokens = tokens::tokens(lines);
    let (currency, source) = currency::document(&tokens, hints);
    let table = table::table(&tokens, currency);
    let explained = draft::statement(&tokens, &table, (currency, source), hints, (pages, is_damaged));
    explained.ok_or(if has_picture && is_empty { NotRead::ImageOnly } else { NotRead::NotAStatement })
}
