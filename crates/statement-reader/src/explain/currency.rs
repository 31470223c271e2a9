//! Stage 2, currency: evidence from figures, heads, titles and account numbers, never from descriptions.

use saldo_domain::{Currency, Origin};

use super::tokens::Tokens;
use crate::read::ReadHints;
use crate::read::clues::suggested;
use crate::read::currency::{NamingPart, in_column, naming_parts, printed, usual_currency, usual_dollar};
use crate::read::rows::Row;

/// Returns the currency that the user entered: for this statement, or for others of its layout, which do not
/// print it.
pub(super) fn confirmed(
    (currency, origin): (Currency, Origin),
    answer: Option<Currency>,
    of_layout: Option<Currency>,
) -> (Currency, Origin) {
    match answer.or(of_layout.filter(|_| origin == Origin::Inferred)) {
        Some(confirmed) if confirmed == currency && origin == Origin::Printed => (currency, origin),
        Some(confirmed) => (confirmed, Origin::Confirmed),
        None => (currency, origin),
    }
}

/// Returns the currency of a document, and its origin.
pub(super) fn document(tokens: &Tokens, hints: &ReadHints) -> (Currency, Origin) {
    let naming_parts = naming_parts(&tokens.rows);
    let (named, bears_dollars) = printed(&tokens.rows, &naming_parts);
    if let Some(currency) = named.or_else(|| in_column(&tokens.rows)) {
        return (currency, Origin::Printed);
    }
    let dollar = || usual_dollar(&tokens.rows).filter(|_| bears_dollars);
    let usual = || usual_currency(tokens.style);
    let inferred = suggested(&tokens.rows, &naming_parts, bears_dollars).or(hints.currency);
    let inferred = inferred.or_else(dollar).or_else(usual);
    (inferred.unwrap_or_else(|| Currency::parse("EUR").expect("the euro is a currency")), Origin::Inferred)
}

/// Returns the currency that the title of an account names, otherwise that of the document, and the origin.
/// Unless rows of the account name the document's currency too, it is inferred: only other accounts name it,
/// and other currencies beside the transactions may be those of purchases abroad. `None` if the title names a
/// currency with another number of decimals, in which the figures were not read.
pub(super) fn account(rows: &[Row], document: (Currency, Origin)) -> Option<(Currency, Origin)> {
    let naming_parts = naming_parts(rows);
    let title = naming_parts.iter().take_while(|naming_part| **naming_part == NamingPart::Words).count();
    let named = |end: usize| printed(&rows[..end], &naming_parts[..end]).0;
    match named(title).or_else(|| in_column(rows)) {
        Some(own) => (own.digits() == document.0.digits()).then_some((own, Origin::Printed)),
        None if document.1 == Origin::Printed && named(rows.len()) != Some(document.0) => {
            Some((document.0, Origin::Inferred))
        }
        None => Some(document),
    }
}
