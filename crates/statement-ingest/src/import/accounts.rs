//! The account of each row of a CSV, for exports of several accounts in one file.

use csv::StringRecord;

use super::columns::cell;
use super::csv::plain;
use super::heads::{folded, role};
use crate::read::ColumnRole;

/// The columns that name the account of a row, according to their headers.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Heads {
    name: Option<usize>,
    number: Option<usize>,
    /// True if the name column may contain the account numbers of payees.
    is_open: bool,
}

/// The name and number of the account that a row states.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct NamedAccount {
    pub(super) name: Option<String>,
    pub(super) number: Option<String>,
}

impl Heads {
    /// Returns the columns of the user's own accounts. An account number after the description may be the
    /// payee's.
    pub(super) fn of(head: &StringRecord) -> Self {
        let (mut heads, mut bare) = (Self::default(), None);
        let described = head.iter().position(|head| role(head) == Some(ColumnRole::Description));
        for (index, head) in head.iter().enumerate() {
            let is_before = described.is_none_or(|described| index < described);
            let follows_name = index > 0 && bare == Some(index - 1);
            match folded(head).as_str() {
                "account name"
                | "kontoname"
                | "kontobezeichnung"
                | "bezeichnung auftragskonto"
                | "nom du compte" => {
                    heads.name = heads.name.or(Some(index));
                }
                "account" => {
                    bare = bare.or(Some(index));
                    heads.is_open = !is_before;
                }
                "auftragskonto" | "iban auftragskonto" | "eigene iban" | "own account" | "iban/bban"
                | "rekening" => {
                    heads.number = heads.number.or(Some(index));
                }
                "account number" if is_before || follows_name => {
                    heads.number = heads.number.or(Some(index));
                    heads.is_open &= !follows_name;
                }
                "account no" | "account no." | "account id" | "iban" | "konto" | "kontonummer"
                | "rekeningnummer" | "compte" | "numéro de compte" | "cuenta" | "conto" | "konto nr."
                | "número de cuenta"
                    if is_before =>
                {
                    heads.number = heads.number.or(Some(index));
                }
                _ => {}
            }
        }
        heads.is_open &= heads.name.is_none();
        heads.name = heads.name.or(bare);
        heads
    }

    pub(super) fn holds(self, column: usize) -> bool {
        [self.name, self.number].contains(&Some(column))
    }

    /// Returns the reliable columns. A column of accounts is filled on every row and has no other use.
    pub(super) fn reliable<'a>(
        self,
        rows: &(impl Iterator<Item = &'a StringRecord> + Clone),
        is_used: impl Fn(usize) -> bool,
    ) -> Self {
        let is_full =
            |column: &usize| !is_used(*column) && rows.clone().all(|row| cell(row, Some(*column)).is_some());
        let may_be_others = |column: &usize| {
            self.is_open && rows.clone().filter_map(|row| cell(row, Some(*column))).all(is_number)
        };
        let name = self.name.filter(|column| is_full(column) && !may_be_others(column));
        // Next to names, numbers may be missing on some rows.
        let number =
            self.number.filter(|column| if name.is_some() { !is_used(*column) } else { is_full(column) });
        Self { name, number, is_open: false }
    }

    pub(super) fn named(self, row: &StringRecord, is_own: bool) -> NamedAccount {
        let text = |column| cell(row, column).map(|cell| plain(cell, is_own).into_owned());
        let (name, number) = (text(self.name), text(self.number));
        match (name, number) {
            (Some(name), None) if self.number.is_none() && is_number(&name) => {
                NamedAccount { name: None, number: Some(name) }
            }
            (None, Some(number)) if !is_number(&number) => NamedAccount { name: Some(number), number: None },
            (name, number) => NamedAccount { name, number },
        }
    }
}

/// True if a text is an account number, possibly with hidden digits, and not a user's name for an account,
/// such as `Savings 2024`.
fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let shown = text.trim_start_matches(['x', 'X']);
    digits >= 4 && !shown.chars().any(char::is_lowercase)
}
