//! Fingerprint of a layout: the bank, the heads of its tables, and their columns.

use saldo_domain::Sha256;

use super::table::Table;
use super::tokens::Tokens;
use crate::read::account::institution;
use crate::read::labels::squeeze;

/// Number of hexadecimal digits of a fingerprint.
const DIGITS: usize = 32;

/// Returns a text that is the same for all statements with the same bank, heads and columns. Figures and
/// positions are not part of it, because they differ between months.
pub(super) fn fingerprint(tokens: &Tokens, table: &Table) -> String {
    let mut heads: Vec<String> = Vec::new();
    for (row, _) in tokens.rows.iter().zip(&table.is_head).filter(|(_, is_head)| **is_head) {
        let words: String = squeeze(&row.text()).chars().filter(|letter| letter.is_alphabetic()).collect();
        if !heads.contains(&words) {
            heads.push(words);
        }
    }
    let columns: Vec<String> =
        table.slots.iter().map(|slot| format!("{} {:?}", slot.form, slot.role)).collect();
    let name = institution(&tokens.rows).unwrap_or_default();
    let text = format!("{}\n{}\n{}", squeeze(&name), heads.join("|"), columns.join("|"));
    Sha256::of(text.as_bytes()).to_string().chars().take(DIGITS).collect()
}
