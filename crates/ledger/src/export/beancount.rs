//! Beancount. Every account is opened on one early day, every entry is a transaction of two postings or more, every closing
//! balance a `balance` directive on the day after. A move between own accounts goes through `Equity:Transfers`, which
//! is even when both sides are there.
//!
//! Names have only what Beancount's accounts can have; what the person wrote stands beside them as metadata.

use std::io::Write;

use saldo_domain::{Account, Date, EntryKind, Money, Split, Timestamp, text};

use super::balances::{Balances, Mark};
use super::chart::{Chart, Style};
use super::{BookEntry, Books, Format};
use crate::error::Result;

const OPENED: &str = "1900-01-01";
const OPENING: &str = "Equity:Opening-Balances";
const UNREAD: &str = "Equity:Unread";
const TRANSFERS: &str = "Equity:Transfers";
const NO_CATEGORY_OUT: &str = "Expenses:Uncategorised";
const NO_CATEGORY_IN: &str = "Income:Uncategorised";

pub(super) struct Beancount {
    chart: Chart,
    balances: Option<Balances>,
}

impl Beancount {
    pub(super) fn of(books: &Books) -> Self {
        let style = Style {
            assets: "Assets",
            liabilities: "Liabilities",
            expenses: "Expenses",
            income: "Income",
            part,
        };
        Self { chart: Chart::of(books, &style), balances: None }
    }

    fn marks(&self, account: &Account, marks: &[Mark], out: &mut dyn Write) -> Result<()> {
        let name = self.chart.account(account);
        for mark in marks {
            match mark {
                Mark::Opening { date, by, .. } => {
                    writeln!(out, "{date} * \"Opening balance\"\n  {name}  {by}\n  {OPENING}\n")?;
                }
                Mark::Unread { date, by, .. } => {
                    writeln!(out, "{date} * \"What no statement covers\"\n  {name}  {by}\n  {UNREAD}\n")?;
                }
                Mark::Closing { date, balance } => {
                    // A balance is that of the morning.
                    let next = date.succ_opt().unwrap_or(*date);
                    // Without a tolerance of its own it would let a cent pass.
                    writeln!(
                        out,
                        "{next} balance {name}  {} ~ 0 {}\n",
                        balance.decimal(),
                        balance.currency()
                    )?;
                }
                Mark::NotAsserted { date, balance } => {
                    writeln!(out, "; {date}: a statement closes with {balance} among entries of another\n")?;
                }
            }
        }
        Ok(())
    }

    fn other_side(
        &self,
        entry: &BookEntry,
        category: Option<saldo_domain::CategoryId>,
        amount: Money,
    ) -> &str {
        let none = if amount.is_negative() { NO_CATEGORY_OUT } else { NO_CATEGORY_IN };
        match entry.entry.kind {
            EntryKind::Transfer => TRANSFERS,
            EntryKind::Entry => self.chart.category(category).unwrap_or(none),
        }
    }
}

impl Format for Beancount {
    fn begin(&mut self, books: &Books, now: Timestamp, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "; exported by Saldo at {now}")?;
        writeln!(out, "option \"title\" \"Saldo\"")?;
        let mut currencies: Vec<_> = books.accounts.iter().map(|account| account.currency).collect();
        currencies.sort_unstable();
        currencies.dedup();
        for currency in currencies {
            writeln!(out, "option \"operating_currency\" \"{currency}\"")?;
        }
        writeln!(out)?;
        for account in &books.accounts {
            writeln!(out, "{OPENED} open {} {}", self.chart.account(account), account.currency)?;
            writeln!(out, "  name: {}", quoted(&account.name))?;
        }
        let fixed = [OPENING, UNREAD, TRANSFERS, NO_CATEGORY_OUT, NO_CATEGORY_IN];
        for name in fixed.into_iter().chain(self.chart.categories()) {
            writeln!(out, "{OPENED} open {name}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn begin_account(&mut self, books: &Books, account: &Account, _: Date, _: &mut dyn Write) -> Result<()> {
        self.balances = Some(Balances::of(books, account.id, account.currency));
        Ok(())
    }

    fn entry(&mut self, _: &Books, account: &Account, book: &BookEntry, out: &mut dyn Write) -> Result<()> {
        let entry = &book.entry;
        if let Some(balances) = &mut self.balances {
            let marks = balances.before(entry.date)?;
            balances.count(entry.amount)?;
            self.marks(account, &marks, out)?;
        }
        write!(out, "{} * {}", entry.date, quoted(&entry.description))?;
        let (plain, other): (Vec<_>, Vec<_>) = book.tags.iter().partition(|tag| is_plain_tag(tag.as_str()));
        for tag in plain {
            write!(out, " #{tag}")?;
        }
        writeln!(out, "\n  id: \"{}\"", entry.id)?;
        if !other.is_empty() {
            let listed: Vec<&str> = other.iter().map(|tag| tag.as_str()).collect();
            writeln!(out, "  tags: {}", quoted(&listed.join(", ")))?;
        }
        if let Some(note) = &book.note {
            writeln!(out, "  note: {}", quoted(note))?;
        }
        if entry.original_description != entry.description {
            writeln!(out, "  printed: {}", quoted(&entry.original_description))?;
        }
        if let Some(date) = entry.value_date {
            writeln!(out, "  value-date: {date}")?;
        }
        writeln!(out, "  {}  {}", self.chart.account(account), entry.amount)?;
        if book.splits.is_empty() {
            writeln!(out, "  {}", self.other_side(book, entry.category, entry.amount))?;
        }
        for Split { amount, category, note } in &book.splits {
            writeln!(out, "  {}  {}", self.other_side(book, *category, *amount), amount.checked_neg()?)?;
            if let Some(note) = note {
                writeln!(out, "    note: {}", quoted(note))?;
            }
        }
        writeln!(out)?;
        Ok(())
    }

    fn end_account(&mut self, _: &Books, account: &Account, out: &mut dyn Write) -> Result<()> {
        if let Some(mut balances) = self.balances.take() {
            let marks = balances.rest()?;
            self.marks(account, &marks, out)?;
        }
        Ok(())
    }

    fn end(&mut self, _: &Books, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}

/// A string on one line.
fn quoted(line: &str) -> String {
    format!("\"{}\"", text::one_line(line).replace('\\', "\\\\").replace('"', "\\\""))
}

/// Letters, digits and hyphens, beginning with a capital or a digit.
fn part(name: &str) -> String {
    let mut made = String::new();
    for character in name.chars() {
        if character.is_alphanumeric() {
            made.push(character);
        } else if !made.is_empty() && !made.ends_with('-') {
            made.push('-');
        }
    }
    let made = made.trim_end_matches('-');
    let mut characters = made.chars();
    match characters.next() {
        Some(first) if first.is_ascii_alphanumeric() => {
            format!("{}{}", first.to_ascii_uppercase(), characters.as_str())
        }
        Some(_) => format!("X-{made}"),
        None => "X".to_owned(),
    }
}

fn is_plain_tag(tag: &str) -> bool {
    tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/' | b'.'))
}
