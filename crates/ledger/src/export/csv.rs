//! CSV for spreadsheets (RFC 4180, UTF-8, `\n`), that Saldo's own import reads back.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula. Such a text gets an
//! apostrophe before it, and so does a text that begins with an apostrophe: [`unescape`] takes exactly one away again.
//! Amounts, dates and ids are ours and are never formulas.

use std::collections::HashMap;
use std::io::Write;

use ::csv::{QuoteStyle, Writer, WriterBuilder};
use saldo_domain::{Account, CategoryId, Date, EntryKind, Timestamp};

use super::{BookEntry, Books, Format};
use crate::error::{Error, Result};

const HEADS: [&str; 15] = [
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

pub(super) struct Csv {
    /// The categories from the top down: `Food: Groceries`.
    categories: HashMap<CategoryId, String>,
}

impl Csv {
    pub(super) fn of(books: &Books) -> Self {
        Self { categories: paths(books) }
    }

    fn category(&self, category: Option<CategoryId>) -> &str {
        category.and_then(|id| self.categories.get(&id)).map_or("", String::as_str)
    }

    fn splits(&self, book: &BookEntry) -> String {
        let parts = book.splits.iter().map(|split| {
            let note = split.note.as_deref().map_or_else(String::new, |note| format!(" ({note})"));
            format!("{} {}{note}", split.amount.decimal(), self.category(split.category))
        });
        parts.collect::<Vec<_>>().join("; ")
    }
}

impl Format for Csv {
    fn begin(&mut self, _: &Books, _: Timestamp, out: &mut dyn Write) -> Result<()> {
        row(out, &HEADS.map(str::to_owned))
    }

    fn begin_account(&mut self, _: &Books, _: &Account, _: Date, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn entry(&mut self, _: &Books, account: &Account, book: &BookEntry, out: &mut dyn Write) -> Result<()> {
        let entry = &book.entry;
        let tags: Vec<&str> = book.tags.iter().map(saldo_domain::Tag::as_str).collect();
        let kind = match entry.kind {
            EntryKind::Entry => "entry",
            EntryKind::Transfer => "transfer",
        };
        row(
            out,
            &[
                entry.date.to_string(),
                entry.value_date.map_or_else(String::new, |date| date.to_string()),
                escape(&entry.description),
                entry.amount.decimal(),
                entry.amount.currency().to_string(),
                entry.balance.map_or_else(String::new, saldo_domain::Money::decimal),
                escape(&account.name),
                escape(account.number_masked.as_deref().unwrap_or_default()),
                escape(self.category(entry.category)),
                escape(&tags.join(", ")),
                escape(book.note.as_deref().unwrap_or_default()),
                kind.to_owned(),
                escape(&self.splits(book)),
                escape(&entry.original_description),
                entry.id.to_string(),
            ],
        )
    }

    fn end_account(&mut self, _: &Books, _: &Account, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &Books, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}

fn row(out: &mut dyn Write, cells: &[String]) -> Result<()> {
    let mut writer: Writer<Vec<u8>> =
        WriterBuilder::new().quote_style(QuoteStyle::Necessary).from_writer(Vec::new());
    let written = writer.write_record(cells).map_err(std::io::Error::other);
    written.map_err(Error::Write)?;
    let line = writer.into_inner().map_err(|error| std::io::Error::other(error.to_string()))?;
    out.write_all(&line)?;
    Ok(())
}

/// A text that no spreadsheet takes for a formula.
fn escape(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// The text of a cell as it was before it was made safe: without one apostrophe before `=`, `+`, `-`, `@`, a tab, a line
/// break or another apostrophe.
#[must_use]
pub fn unescape(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if escape(text).len() > text.len() => text,
        _ => cell,
    }
}

/// The name of every category with those above it.
pub(super) fn paths(books: &Books) -> HashMap<CategoryId, String> {
    let by_id: HashMap<CategoryId, _> =
        books.categories.iter().map(|category| (category.id, category)).collect();
    books
        .categories
        .iter()
        .map(|category| {
            let parent = category.parent.and_then(|parent| by_id.get(&parent));
            let above = parent.map_or_else(String::new, |parent| format!("{}: ", parent.name));
            (category.id, format!("{above}{}", category.name))
        })
        .collect()
}
