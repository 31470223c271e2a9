//! Stage 2, currency: evidence from figures, heads, titles and account numbers. Descriptions of transactions
//! decide only if there is no other evidence, by the payment systems that they name.

use saldo_domain::{Currency, Origin};

use super::tokens::Tokens;
use crate::read::ReadHints;
use crate::read::clues::{by_systems, suggested};
use crate::read::currency::{printed, usual_currency};
use crate::read::labels::label_of_text;
use crate::read::rows::{CELL_GAP, Row};

/// Returns the currency as the user told it: for this statement, or for others of its layout, which do not
/// print it.
pub(super) fn told(
    (currency, origin): (Currency, Origin),
    answer: Option<Currency>,
    of_layout: Option<Currency>,
) -> (Currency, Origin) {
    match answer.or(of_layout.filter(|_| origin == Origin::Inferred)) {
        Some(told) if told == currency && origin == Origin::Printed => (currency, origin),
        Some(told) => (told, Origin::Confirmed),
        None => (currency, origin),
    }
}

/// Returns the currency of a document, and its origin.
pub(super) fn document(tokens: &Tokens, hints: &ReadHints) -> (Currency, Origin) {
    let speaks = all_speaking(&tokens.rows);
    // Titles come first, because a transaction may have been paid in a currency other than the account's.
    let titles: Vec<bool> =
        tokens.rows.iter().zip(&speaks).map(|(row, speaks)| *speaks && row.dates.is_empty()).collect();
    if let Some(currency) = printed(&tokens.rows, &titles).0 {
        return (currency, Origin::Printed);
    }
    let (named, bears_dollars) = printed(&tokens.rows, &speaks);
    if let Some(currency) = named {
        return (currency, Origin::Printed);
    }
    let around: Vec<Row> = tokens.rows.iter().filter(|row| row.dates.is_empty()).cloned().collect();
    let dollar = || Currency::parse("USD").ok().filter(|_| bears_dollars);
    let usual = || usual_currency(tokens.style);
    let systems = || by_systems(&tokens.rows);
    let inferred =
        suggested(&around, bears_dollars).or(hints.currency).or_else(dollar).or_else(systems).or_else(usual);
    (inferred.unwrap_or_else(|| Currency::parse("EUR").expect("the euro is a currency")), Origin::Inferred)
}

/// Returns the currency that an account's own lines name, otherwise that of the document.
pub(super) fn account(rows: &[Row], document: (Currency, Origin)) -> (Currency, Origin) {
    let is_entry = |row: &&Row| row.dates.is_empty() || row.figures.iter().all(|figure| !figure.strong);
    let title = &rows[..rows.iter().take_while(is_entry).count()];
    match printed(title, &all_speaking(title)).0 {
        Some(own) if own.digits() == document.0.digits() => (own, Origin::Printed),
        _ => document,
    }
}

/// Returns, for each row, true if it may name the currency. Remarks under a transaction may name another one.
fn all_speaking(rows: &[Row]) -> Vec<bool> {
    let is_entry = |row: &Row| !row.dates.is_empty();
    let first = rows.iter().position(is_entry).unwrap_or(rows.len());
    let is_remark = |index: usize, row: &Row| {
        index > first
            && row.dates.is_empty()
            && row.figures.iter().any(|figure| figure.strong)
            && label_of_text(&row.text()).is_none()
    };
    rows.iter().enumerate().map(|(index, row)| speaks(row) && !is_remark(index, row)).collect()
}

/// True if a line may name the account's currency. The name of a company may end like a code (`SDN BHD`).
fn speaks(row: &Row) -> bool {
    let words = &row.line.words;
    let is_capitals = |text: &str| text.len() >= 2 && text.chars().all(|c| c.is_ascii_uppercase());
    let is_in_name = |at: usize| {
        let text = &words[at].text;
        let is_code = text.len() == 3 && is_capitals(text) && Currency::parse(text).is_ok();
        let before = at
            .checked_sub(1)
            .is_some_and(|before| is_capitals(&words[before].text) && row.line.gap_before(at) < CELL_GAP);
        let after = words
            .get(at + 1)
            .is_some_and(|word| is_capitals(&word.text) && row.line.gap_before(at + 1) < CELL_GAP);
        is_code && (before || after)
    };
    let has_symbol = row.figures.iter().any(|figure| figure.symbol.is_some());
    has_symbol || row.dates.is_empty() && !(0..words.len()).any(is_in_name)
}
