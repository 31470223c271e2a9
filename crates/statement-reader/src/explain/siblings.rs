//! Stage 5, siblings: what one account of a document settles for another one below the same heads.

use saldo_domain::{AccountDraft, Outcome};

use super::Verdict;
use super::accounts::Extent;
use super::table::Table;
use super::tokens::Tokens;

/// An account of a document that has several.
pub(super) struct Sibling<'a> {
    /// The words of its heads, as [`heads`] returns them.
    pub(super) heads: String,
    /// The account as read.
    pub(super) draft: &'a mut AccountDraft,
    /// The verdict on it.
    pub(super) verdict: &'a mut Verdict,
}

/// Returns the words of the heads of the first transactions of an extent; empty without heads.
pub(super) fn heads(tokens: &Tokens, table: &Table, extent: &Extent) -> String {
    let is_own = |row: usize| extent.rows.contains(&row);
    let first = table.items.iter().find(|item| item.date.is_some() && is_own(item.row)).map(|item| item.row);
    let head = first.and_then(|first| (0..first).rev().find(|row| table.is_head[*row]));
    head.map(|head| tokens.rows[head].line.text()).unwrap_or_default()
}

/// Settles the signs of accounts that their own figures leave open, such as a savings account with money in
/// only: a balanced account below the same heads shows what an amount without a sign means.
pub(super) fn settle(mut siblings: Vec<Sibling<'_>>) {
    let shown: Vec<(String, String)> = siblings
        .iter()
        .filter(|one| one.verdict.outcome == Outcome::Balanced && !one.heads.is_empty())
        .map(|one| (one.heads.clone(), one.verdict.reading.clone()))
        .collect();
    for one in siblings.iter_mut().filter(|one| one.verdict.lacks_only_signs) {
        if shown.iter().any(|(heads, reading)| *heads == one.heads && *reading == one.verdict.reading) {
            one.verdict.outcome = Outcome::Balanced;
            one.verdict.alternatives.clear();
            if let Some(findings) = &mut one.draft.findings {
                findings.outcome = Outcome::Balanced;
                findings.alternatives.clear();
            }
        }
    }
}
