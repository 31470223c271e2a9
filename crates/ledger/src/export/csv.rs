//! CSV for spreadsheets (RFC 4180, UTF-8, `\n`), which Saldo's own import reads back.
//!
//! Texts are escaped so that spreadsheets do not run them as formulas: see
//! [`saldo_domain::spreadsheet`]. Amounts, dates and IDs cannot be formulas.

use std::collections::HashMap;
use std::io::Write;

use ::csv::{QuoteStyle, Writer, WriterBuilder};
use saldo_domain::own_csv::{HEADS, RECEIPTS, RECEIPTS_SEPARATOR, SplitText, kind_text, splits_text};
use saldo_domain::spreadsheet::escaped;
use saldo_domain::{Account, CategoryId, Date, Timestamp};

use super::{ExportData, ExportTransaction, Format};
use crate::error::{Error, Result};

pub(super) struct Csv {
    /// The path of each category, such as `Food: Groceries`.
    categories: HashMap<CategoryId, String>,
}

impl Csv {
    pub(super) fn of(books: &ExportData) -> Self {
        Self { categories: paths(books) }
    }

    fn category(&self, category: Option<CategoryId>) -> &str {
        category.and_then(|id| self.categories.get(&id)).map_or("", String::as_str)
    }

    fn splits(&self, book: &ExportTransaction) -> String {
        let splits = book.splits.iter().map(|split| SplitText {
            amount: split.amount,
            category: self.category(split.category).to_owned(),
            note: split.note.clone(),
        });
        splits_text(&splits.collect::<Vec<_>>())
    }
}

impl Format for Csv {
    fn begin(&mut self, _: &ExportData, _: Timestamp, out: &mut dyn Write) -> Result<()> {
        let heads: Vec<String> = HEADS.into_iter().chain([RECEIPTS]).map(str::to_owned).collect();
        row(out, &heads)
    }

    fn begin_account(&mut self, _: &ExportData, _: &Account, _: Date, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn transaction(
        &mut self,
        _: &ExportData,
        account: &Account,
        book: &ExportTransaction,
        out: &mut dyn Write,
    ) -> Result<()> {
        let transaction = &book.transaction;
        let tags: Vec<&str> = book.tags.iter().map(saldo_domain::Tag::as_str).collect();
        row(
            out,
            &[
                transaction.date.to_string(),
                transaction.value_date.map_or_else(String::new, |date| date.to_string()),
                escaped(&transaction.description),
                transaction.amount.decimal(),
                transaction.amount.currency().to_string(),
                transaction.balance.map_or_else(String::new, saldo_domain::Money::decimal),
                escaped(&account.name),
                escaped(account.number_masked.as_deref().unwrap_or_default()),
                escaped(self.category(transaction.category)),
                escaped(&tags.join(", ")),
                escaped(book.note.as_deref().unwrap_or_default()),
                kind_text(transaction.kind).to_owned(),
                escaped(&self.splits(book)),
                escaped(&transaction.original_description),
                transaction.id.to_string(),
                escaped(&book.receipts.join(RECEIPTS_SEPARATOR)),
            ],
        )
    }

    fn end_account(&mut self, _: &ExportData, _: &Account, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &ExportData, _: &mut dyn Write) -> Result<()> {
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

/// Returns the name of each category, preceded by its parent's, such as `Food: Groceries`.
#[must_use]
pub fn paths(books: &ExportData) -> HashMap<CategoryId, String> {
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
