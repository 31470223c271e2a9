//! Reader that explains a whole page. It weighs every way to read the rows against every printed figure, and
//! calls a reading balanced only if the figures determine it.
//!
//! The stages are pure functions: `side_by_side` and `tokens`, `table` with `accounts` and `currency`,
//! `weigh` with `evidence` (`chain`, `ends`) and `words`, `verdict`, `draft`. All weights are in `weights`.

mod accounts;
mod amounts;
mod chain;
mod charges;
mod currency;
mod date_words;
mod draft;
mod empty_accounts;
mod empty_period;
mod ends;
mod evidence;
mod facts;
mod fields;
mod glued;
mod headings;
mod item;
mod layout;
mod limits;
mod marks_below;
mod rare;
mod repeated;
mod row_dates;
mod sections;
mod siblings;
mod side_by_side;
mod table;
mod tokens;
mod verdict;
mod weigh;
mod weights;
mod whole_amounts;
mod words;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use saldo_domain::{Alternative, Money, Origins, Outcome, PrintedFigure, StatementDraft};

use crate::layout::{Line, lines};
use crate::page::Document;
use crate::read::{NotRead, ReadHints};

/// A statement with a verdict on each of its accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// Transactions and balances as read.
    pub draft: StatementDraft,
    /// Verdicts on the accounts of the draft that have transactions, in their order.
    pub verdicts: Vec<Verdict>,
}

impl Explained {
    /// Returns the worst outcome of all accounts; `None` if there are no verdicts.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.verdicts.iter().map(|verdict| verdict.outcome))
    }

    fn is_balanced(&self) -> bool {
        self.outcome() == Some(Outcome::Balanced)
    }

    /// True if more figures agree with the rows, and neither a figure that contradicts those of the other
    /// reading is lost, nor more than a tenth of its rows or days: no figure proves a day.
    fn is_better_than(&self, other: &Self) -> bool {
        let ((held, broken), (other_held, other_broken)) = (self.figures(), other.figures());
        let agrees = (self.is_balanced(), held.saturating_sub(broken));
        let (rows, days) = self.extent();
        let (other_rows, other_days) = other.extent();
        agrees > (other.is_balanced(), other_held.saturating_sub(other_broken))
            && held >= other_held + other_broken
            && rows * 10 >= other_rows * 9
            && days * 10 >= other_days * 9
    }

    /// Returns the numbers of transactions and of their days.
    fn extent(&self) -> (usize, usize) {
        let transactions = || self.draft.accounts.iter().flat_map(|account| &account.transactions);
        let days: BTreeSet<NaiveDate> = transactions().map(|transaction| transaction.date).collect();
        (transactions().count(), days.len())
    }

    /// Returns the number of figures that follow from the rows, and of amounts that contradict them.
    fn figures(&self) -> (usize, usize) {
        let explained = self.verdicts.iter().map(|one| one.explained).sum();
        let places = self.verdicts.iter().flat_map(|one| &one.contradictions);
        (explained, places.filter(|place| place.figure != PrintedFigure::Count).count())
    }
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
    /// Origins of currency, years, kind and signs.
    pub origins: Origins,
    /// Key of the reading, for [`saldo_domain::StatementAnswers::reading`].
    pub reading: String,
    /// Daily balances that were compared.
    daily: weigh::Compared,
    /// True if the outcome would be balanced, if figures determined the signs.
    lacks_only_signs: bool,
}

/// A printed figure that contradicts the other figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Kind of the figure.
    pub figure: PrintedFigure,
    /// Index of the transaction beside it in the draft, if any.
    pub transaction: Option<usize>,
    /// Index of the last transaction before it that the balances prove, if any.
    pub after: Option<usize>,
    /// Printed figure minus the figure that follows from the rows.
    pub difference: Money,
    /// Message for the user, in English.
    pub message: String,
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
    let is_damaged = document.pages.iter().any(|page| page.is_damaged);
    explain_what_is_left(document, hints, is_damaged).map_err(|reason| match reason {
        NotRead::TooLarge => reason,
        _ if is_damaged || document.pages.is_empty() => NotRead::Damaged,
        _ => reason,
    })
}

fn explain_what_is_left(
    document: &Document,
    hints: &ReadHints,
    is_damaged: bool,
) -> Result<Explained, NotRead> {
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
    let mut explained = explain_lines(lines, hints, (pages, is_damaged));
    if !explained.as_ref().is_some_and(Explained::is_balanced) {
        let lines = self::lines(document, hints.limits.lines_max).ok_or(NotRead::TooLarge)?;
        let blocks = side_by_side::one_after_another(&lines);
        let other = blocks.and_then(|blocks| explain_lines(blocks, hints, (pages, is_damaged)));
        let is_better = |other: &Explained| explained.as_ref().is_none_or(|own| other.is_better_than(own));
        explained = other.filter(is_better).or(explained);
    }
    explained.ok_or(if has_picture && is_empty { NotRead::ImageOnly } else { NotRead::NotAStatement })
}

/// Reads a statement from its lines; `None` if it has no transactions and is not one of an empty period.
fn explain_lines(lines: Vec<Line>, hints: &ReadHints, (pages, is_damaged): (u32, bool)) -> Option<Explained> {
    let mut tokens = tokens::tokens(lines);
    let guess = currency::document(&tokens, hints);
    let empty = empty_accounts::take(&mut tokens, guess);
    let mut table = table::table(&tokens, guess.0);
    let layout = layout::fingerprint(&tokens, &table);
    let hint = hints.answers.layouts.get(&layout).cloned().unwrap_or_default();
    let currency = currency::confirmed(guess, hints.answers.answers.currency, hint.currency);
    if currency.0 != guess.0 {
        table = table::table(&tokens, currency.0);
    }
    let reading = hints.answers.answers.reading.as_ref().or(hint.reading.as_ref());
    let known = draft::Known::new(layout, reading.map(String::as_str));
    let mut explained = draft::statement(&tokens, &table, currency, hints, (pages, is_damaged), &known)?;
    empty_accounts::insert(empty, &mut explained.draft);
    Some(explained)
}
