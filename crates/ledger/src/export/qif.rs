//! QIF: records of lines that begin with a letter. Dates are written
//! as `2025-04-30`, so that day and month cannot be confused.
//!
//! QIF has no fields for the tags, the note and the currency of a
//! transaction. The `D` line of each account names its currency.

use std::collections::HashMap;
use std::io::Write;

use saldo_domain::{Account, AccountKind, CategoryId, Date, Split, Timestamp, text};

use super::balances::{Balances, Mark};
use super::csv::paths;
use super::{ExportData, ExportTransaction, Format};
use crate::error::Result;

pub(super) struct Qif {
    categories: HashMap<CategoryId, String>,
}

impl Qif {
    pub(super) fn of(books: &ExportData) -> Self {
        let categories = paths(books)
            .into_iter()
            .map(|(id, path)| (id, text::one_line(&path).replace(": ", ":")))
            .collect();
        Self { categories }
    }

    fn category(&self, category: Option<CategoryId>) -> &str {
        category.and_then(|id| self.categories.get(&id)).map_or("", String::as_str)
    }
}

impl Format for Qif {
    fn begin(&mut self, _: &ExportData, _: Timestamp, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn begin_account(
        &mut self,
        books: &ExportData,
        account: &Account,
        first: Date,
        out: &mut dyn Write,
    ) -> Result<()> {
        let kind = match account.kind {
            AccountKind::Card => "CCard",
            AccountKind::Cash => "Cash",
            AccountKind::Loan => "Oth L",
            AccountKind::Property | AccountKind::Other => "Oth A",
            AccountKind::Checking | AccountKind::Savings | AccountKind::Investment => "Bank",
        };
        let name = text::one_line(&account.name);
        writeln!(out, "!Account\nN{name}\nD{}\nT{kind}\n^\n!Type:{kind}", account.currency)?;
        let marks = Balances::of(books, account).before(first)?;
        if let Some(Mark::Opening { date, balance, .. }) = marks.first() {
            writeln!(out, "D{date}\nT{}\nCX\nPOpening Balance\nL[{name}]\n^", balance.decimal())?;
        }
        Ok(())
    }

    fn transaction(
        &mut self,
        _: &ExportData,
        _: &Account,
        book: &ExportTransaction,
        out: &mut dyn Write,
    ) -> Result<()> {
        let transaction = &book.transaction;
        let line = text::one_line(&transaction.description);
        // Programs read a transaction with this payee as the opening balance.
        let letter = if line.eq_ignore_ascii_case("opening balance") { 'M' } else { 'P' };
        writeln!(out, "D{}\nT{}\n{letter}{line}", transaction.date, transaction.amount.decimal())?;
        let category = self.category(transaction.category);
        if !category.is_empty() && book.splits.is_empty() {
            writeln!(out, "L{category}")?;
        }
        for Split { amount, category, note } in &book.splits {
            writeln!(out, "S{}", self.category(*category))?;
            if let Some(note) = note {
                writeln!(out, "E{}", text::one_line(note))?;
            }
            writeln!(out, "${}", amount.decimal())?;
        }
        writeln!(out, "^")?;
        Ok(())
    }

    fn end_account(&mut self, _: &ExportData, _: &Account, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &ExportData, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}
