//! The reader that tokenizes once and then explains the page: it weighs every way to read the rows against every printed
//! figure, and calls a reading balanced only where the figures determine it.
//!
//! Stages, each a pure function: `tokens`, `table` with `accounts` and `currency`, `weigh` with `evidence` and `weights`, `verdict`, `draft`.

mod accounts;
mod currency;
mod draft;
mod evidence;
mod table;
mod tokens;
mod unmoved;
mod verdict;
mod weigh;
mod weights;

use saldo_domain::{Money, Outcome, StatementDraft};

use crate::layout::lines;
use crate::page::Document;
use crate::read::{NotRead, ReadHints};

/// A statement with the verdict on each of its accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The rows and balances as read.
    pub draft: StatementDraft,
    /// For each account of the draft; none for one without rows.
    pub verdicts: Vec<Verdict>,
}

impl Explained {
    /// The outcome of the whole statement.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.verdicts.iter().map(|verdict| verdict.outcome))
    }
}

/// Whether a field is printed or follows from something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The page says it.
    Printed,
    /// It follows from what the page says of something else.
    Inferred,
}

/// The outcome for one account and its grounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Balanced, unbalanced or unchecked.
    pub outcome: Outcome,
    /// Printed figures that follow from the rows.
    pub explained: usize,
    /// Printed figures that contradict the rows, with their places.
    pub contradictions: Vec<Place>,
    /// Other readings that explain the printed figures as well.
    pub alternatives: Vec<Alternative>,
    /// The source of the currency.
    pub currency: Source,
    /// The source of the years.
    pub year: Source,
    /// The source of the signs.
    pub signs: Source,
}

/// A printed figure that contradicts the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The entry that it is printed beside, by its index in the draft.
    pub entry: Option<usize>,
    /// The printed figure less what follows from the rows.
    pub difference: Money,
    /// A sentence for people.
    pub message: String,
}

/// Another reading that the printed figures allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// A sentence for people.
    pub message: String,
    /// The amounts of the entries under it, in their order.
    pub amounts: Vec<Money>,
}

/// More than this share of undecodable characters, in percent, is no text to read.
const UNDECODABLE_PERCENT_MAX: usize = 60;
/// A page with fewer words says nothing beside its picture.
const FEW_WORDS: usize = 20;

/// Reads a statement from its positioned text. Pure: the same pages give the same answer.
///
/// # Errors
/// [`NotRead`] says why there is no draft.
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
