//! The common part of journals for double-entry programs. Accounts are opened, each transaction has two or
//! more postings, and each known balance is asserted. A [`Dialect`] writes these in a program's format.
//!
//! A transfer between own accounts goes through a separate
//! account, whose balance is zero if both sides are known.

use std::io::Write;

use saldo_domain::{Account, CategoryId, Currency, Date, Money, Timestamp, TransactionKind};

use super::balances::{Balances, Mark};
use super::chart::{Chart, Style};
use super::{ExportData, ExportTransaction, Format};
use crate::error::Result;

/// The accounts that every journal has besides the user's own.
pub(super) struct FixedNames {
    pub(super) opening: &'static str,
    pub(super) unread: &'static str,
    pub(super) transfers: &'static str,
    /// The other account of transactions that count on another day.
    pub(super) timing: &'static str,
    /// The other account for the balances of closed accounts.
    pub(super) closed: &'static str,
    pub(super) no_category_out: &'static str,
    pub(super) no_category_in: &'static str,
}

/// One line of a transaction.
pub(super) struct Posting<'a> {
    pub(super) account: &'a str,
    /// The amount; `None` for the rest of the other postings.
    pub(super) amount: Option<Money>,
    pub(super) note: Option<&'a str>,
}

/// The format of a program's journal.
pub(super) trait Dialect {
    const NAMES: FixedNames;

    fn style() -> Style;
    /// Writes the beginning of the file, before the accounts.
    fn head(currencies: &[Currency], now: Timestamp, out: &mut dyn Write) -> Result<()>;
    /// Writes the declaration of an account. `of` is the user's
    /// account, or `None` for a category or a fixed account.
    fn account(name: &str, of: Option<&Account>, out: &mut dyn Write) -> Result<()>;
    fn mark(account: &str, mark: Mark, out: &mut dyn Write) -> Result<()>;
    fn transaction(book: &ExportTransaction, postings: &[Posting<'_>], out: &mut dyn Write) -> Result<()>;
}

pub(super) struct Journal<D> {
    chart: Chart,
    balances: Option<Balances>,
    dialect: std::marker::PhantomData<fn() -> D>,
}

impl<D: Dialect> Journal<D> {
    pub(super) fn of(books: &ExportData) -> Self {
        let chart = Chart::of(books, &D::style());
        Self { chart, balances: None, dialect: std::marker::PhantomData }
    }

    fn marks(&self, account: &Account, marks: Vec<Mark>, out: &mut dyn Write) -> Result<()> {
        marks.into_iter().try_for_each(|mark| D::mark(self.chart.account(account), mark, out))
    }

    fn other_side(&self, kind: TransactionKind, category: Option<CategoryId>, amount: Money) -> &str {
        let names = &D::NAMES;
        let none = if amount.is_negative() { names.no_category_out } else { names.no_category_in };
        match kind {
            TransactionKind::Transfer => names.transfers,
            TransactionKind::Transaction => self.chart.category(category).unwrap_or(none),
        }
    }

    fn postings<'a>(&'a self, account: &Account, book: &'a ExportTransaction) -> Result<Vec<Posting<'a>>> {
        let transaction = &book.transaction;
        let own =
            Posting { account: self.chart.account(account), amount: Some(transaction.amount), note: None };
        let mut postings = vec![own];
        if book.splits.is_empty() {
            let account = self.other_side(transaction.kind, transaction.category, transaction.amount);
            postings.push(Posting { account, amount: None, note: None });
        }
        for split in &book.splits {
            let account = self.other_side(transaction.kind, split.category, split.amount);
            let amount = Some(split.amount.checked_neg()?);
            postings.push(Posting { account, amount, note: split.note.as_deref() });
        }
        Ok(postings)
    }
}

impl<D: Dialect> Format for Journal<D> {
    fn begin(&mut self, books: &ExportData, now: Timestamp, out: &mut dyn Write) -> Result<()> {
        let mut currencies: Vec<Currency> = books.accounts.iter().map(|account| account.currency).collect();
        currencies.sort_unstable();
        currencies.dedup();
        D::head(&currencies, now, out)?;
        for account in &books.accounts {
            D::account(self.chart.account(account), Some(account), out)?;
        }
        let FixedNames { opening, unread, transfers, timing, closed, no_category_out, no_category_in } =
            D::NAMES;
        let fixed = [opening, unread, transfers, timing, closed, no_category_out, no_category_in];
        for name in fixed.into_iter().chain(self.chart.categories()) {
            D::account(name, None, out)?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn begin_account(
        &mut self,
        books: &ExportData,
        account: &Account,
        _: Date,
        _: &mut dyn Write,
    ) -> Result<()> {
        self.balances = Some(Balances::of(books, account));
        Ok(())
    }

    fn transaction(
        &mut self,
        _: &ExportData,
        account: &Account,
        book: &ExportTransaction,
        out: &mut dyn Write,
    ) -> Result<()> {
        if let Some(balances) = &mut self.balances {
            let marks = balances.before(book.transaction.date)?;
            balances.count(book.transaction.amount)?;
            self.marks(account, marks, out)?;
        }
        D::transaction(book, &self.postings(account, book)?, out)
    }

    fn end_account(&mut self, _: &ExportData, account: &Account, out: &mut dyn Write) -> Result<()> {
        match self.balances.take() {
            Some(mut balances) => self.marks(account, balances.rest()?, out),
            None => Ok(()),
        }
    }

    fn quiet_account(&mut self, books: &ExportData, account: &Account, out: &mut dyn Write) -> Result<()> {
        self.balances = Some(Balances::of(books, account));
        self.end_account(books, account, out)
    }

    fn end(&mut self, _: &ExportData, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}
