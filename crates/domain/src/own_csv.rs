//! Saldo's own CSV format: the columns that the export writes and the import reads back. The exports of other
//! programs bring the same data, with transfers and budgets.

use serde::{Deserialize, Serialize};

use crate::budget::{BudgetRhythm, RollOver};
use crate::money::{Currency, Money};
use crate::month::Month;
use crate::tag::Tag;
use crate::transaction::TransactionKind;

/// The column headers, in order.
pub const HEADS: [&str; 15] = [
    "Date",
    "Value date",
    "Description",
    "Amount",
    "Currency",
    "Balance",
    "Account",
    "Account number",
    "Category",
    "Tags",
    "Note",
    "Kind",
    "Splits",
    "Printed as",
    "Entry",
];

/// The header of the column after [`HEADS`], with the names of a transaction's receipts. Files of older
/// versions do not have it, and the import does not read it.
pub const RECEIPTS: &str = "Receipts";

/// The separator between the names of receipts, which contain no slash.
pub const RECEIPTS_SEPARATOR: &str = " / ";

/// The data that a user, a rule or the learner added to a transaction, as the export writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransactionMarks {
    /// The description, if it differs from the printed one.
    pub description: Option<String>,
    /// The category's path from the top level down: `Food: Groceries`.
    pub category: Option<String>,
    /// The tags.
    pub tags: Vec<Tag>,
    /// The note; empty if there is none.
    pub note: String,
    /// Income or spending, or a transfer between own accounts.
    pub kind: TransactionKind,
    /// The splits.
    pub splits: Vec<SplitText>,
    /// The number of the transfer whose side the transaction is: the other side has the same number. `None`
    /// if it is no transfer, or if the file does not show the other side.
    pub transfer: Option<u64>,
}

/// The data of a file besides its accounts and transactions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDetails {
    /// The marks of each account's transactions, in their order.
    pub marks: Vec<Vec<TransactionMarks>>,
    /// The budgets, at most one for each category and currency.
    pub budgets: Vec<BudgetText>,
}

/// A budget whose category is given by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetText {
    /// The category's path from the top level down.
    pub category: String,
    /// The limit, as a positive amount.
    pub amount: Money,
    /// The period of the limit.
    pub rhythm: BudgetRhythm,
    /// The treatment of the amount that is left at the end of a period.
    pub roll_over: RollOver,
    /// The first month in which it applies.
    pub start: Month,
    /// The last month in which it applies; `None` for no end.
    pub end: Option<Month>,
}

impl TransactionMarks {
    /// True if nothing was added to the transaction.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.description.is_none()
            && self.category.is_none()
            && self.tags.is_empty()
            && self.note.is_empty()
            && self.kind == TransactionKind::Transaction
            && self.splits.is_empty()
            && self.transfer.is_none()
    }
}

/// A split whose category is given by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitText {
    /// The share, signed.
    pub amount: Money,
    /// The category's path from the top level down; empty if the split is uncategorized.
    pub category: String,
    /// The note.
    pub note: Option<String>,
}

/// Returns the word that stands for a kind in the file.
#[must_use]
pub fn kind_text(kind: TransactionKind) -> &'static str {
    match kind {
        TransactionKind::Transaction => "entry",
        TransactionKind::Transfer => "transfer",
    }
}

/// Returns the kind for a word of the file; `None` if the word is unknown.
#[must_use]
pub fn kind_of(text: &str) -> Option<TransactionKind> {
    [TransactionKind::Transaction, TransactionKind::Transfer]
        .into_iter()
        .find(|kind| kind_text(*kind) == text)
}

/// Formats splits as one cell: `-8.00 Food: Groceries (for Bo) / -2.00`.
///
/// A slash, a parenthesis or a backslash within a category or note is escaped with a backslash. The separator
/// is not a semicolon, because some spreadsheets would begin a new cell there.
#[must_use]
pub fn splits_text(splits: &[SplitText]) -> String {
    let texts = splits.iter().map(|split| {
        let mut text = format!("{} {}", split.amount.decimal(), quoted(&split.category));
        if let Some(note) = &split.note {
            text.push_str(" (");
            text.push_str(&quoted(note));
            text.push(')');
        }
        text
    });
    texts.collect::<Vec<_>>().join(" / ")
}

/// Parses a cell that [`splits_text`] wrote; `None` if it has another form.
#[must_use]
pub fn splits_of(cell: &str, currency: Currency) -> Option<Vec<SplitText>> {
    if cell.is_empty() {
        return Some(Vec::new());
    }
    pieces(cell, " / ").into_iter().map(|piece| split_of(piece, currency)).collect()
}

fn split_of(piece: &str, currency: Currency) -> Option<SplitText> {
    let (amount, rest) = piece.split_once(' ').unwrap_or((piece, ""));
    let amount = Money::parse(amount, currency).ok()?;
    let parts = pieces(rest, "(");
    let (category, note) = match parts.as_slice() {
        [category] => (*category, None),
        [category, note] => (category.strip_suffix(' ').unwrap_or(category), Some(note.strip_suffix(')')?)),
        _ => return None,
    };
    Some(SplitText { amount, category: unquoted(category), note: note.map(unquoted) })
}

fn quoted(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '/' | '(' | ')') {
            made.push('\\');
        }
        made.push(character);
    }
    made
}

fn unquoted(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let own = if character == '\\' { characters.next().unwrap_or(character) } else { character };
        made.push(own);
    }
    made
}

/// Splits text at the separators that are not escaped with a backslash.
fn pieces<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut found, mut begin, mut is_quoted) = (Vec::new(), 0, false);
    for (at, character) in text.char_indices() {
        if is_quoted {
            is_quoted = false;
        } else if character == '\\' {
            is_quoted = true;
        } else if at >= begin && text[at..].starts_with(separator) {
            found.push(&text[begin..at]);
            begin = at + separator.len();
        }
    }
    found.push(&text[begin..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    #[test]
    fn splits_are_one_readable_cell() {
        let splits = [
            SplitText {
                amount: euro(-800),
                category: "Food: Groceries".to_owned(),
                note: Some("for Bo".to_owned()),
            },
            SplitText { amount: euro(-200), category: String::new(), note: None },
        ];
        assert_eq!(splits_text(&splits), "-8.00 Food: Groceries (for Bo) / -2.00 ");
        assert_eq!(splits_of("-8.00 Food: Groceries (for Bo) / -2.00", euro(0).currency()).unwrap(), splits);
        assert_eq!(splits_of("", euro(0).currency()), Some(Vec::new()));
        for cell in ["Food", "-8.00 Food (a", "-8.00 Food (a) (b)", "x / y"] {
            assert_eq!(splits_of(cell, euro(0).currency()), None, "{cell}");
        }
    }

    proptest! {
        #[test]
        fn splits_are_read_back(rows in proptest::collection::vec((any::<i32>(), "[a-z\\\\/() :]{0,12}|\\PC{0,12}", proptest::option::of("[a-z\\\\/() ]{0,12}|\\PC{0,12}")), 1..5)) {
            let splits: Vec<SplitText> = rows.into_iter().map(|(minor, category, note)| {
                SplitText { amount: euro(i64::from(minor)), category, note }
            }).collect();
            prop_assert_eq!(splits_of(&splits_text(&splits), euro(0).currency()), Some(splits));
        }
    }
}
