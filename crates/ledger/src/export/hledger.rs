//! The journal of hledger. Every closing balance is asserted by a posting of nothing, at the end of its day.
//!
//! A journal has no escapes: a `;` in a description would begin a comment and is written as `；`, and in comments a `:`,
//! which would make a tag of hledger's own, as `∶`, brackets, which would make a date, as parentheses.

use std::io::Write;

use saldo_domain::{Account, Date, EntryKind, Money, Split, Timestamp, text};

use super::balances::{Balances, Mark};
use super::chart::{Chart, Style};
use super::{BookEntry, Books, Format};
use crate::error::Result;

const OPENING: &str = "equity:opening balances";
const UNREAD: &str = "equity:unread";
const TRANSFERS: &str = "equity:transfers";
const NO_CATEGORY_OUT: &str = "expenses:uncategorised";
const NO_CATEGORY_IN: &str = "income:uncategorised";

pub(super) struct Hledger {
    chart: Chart,
    balances: Option<Balances>,
}

impl Hledger {
    pub(super) fn of(books: &Books) -> Self {
        let style = Style {
            assets: "assets",
            liabilities: "liabilities",
            expenses: "expenses",
            income: "income",
            part,
        };
        Self { chart: Chart::of(books, &style), balances: None }
    }

    fn marks(&self, account: &Account, marks: &[Mark], out: &mut dyn Write) -> Result<()> {
        let name = self.chart.account(account);
        for mark in marks {
            match mark {
                Mark::Opening { date, by, balance } => {
                    writeln!(out, "{date} * Opening balance\n    {name}  {by} = {balance}\n    {OPENING}\n")?;
                }
                Mark::Unread { date, by, balance } => {
                    writeln!(
                        out,
                        "{date} * What no statement covers\n    {name}  {by} = {balance}\n    {UNREAD}\n"
                    )?;
                }
                Mark::Closing { date, balance } => {
                    let nothing = Money::zero(balance.currency());
                    writeln!(out, "{date} * Closing balance\n    {name}  {nothing} = {balance}\n")?;
                }
                Mark::NotAsserted { date, balance } => {
                    writeln!(out, "; {date} a statement closes with {balance} among entries of another\n")?;
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

impl Format for Hledger {
    fn begin(&mut self, books: &Books, now: Timestamp, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "; exported by Saldo at {now}\n")?;
        let mut currencies: Vec<_> = books.accounts.iter().map(|account| account.currency).collect();
        currencies.sort_unstable();
        currencies.dedup();
        for currency in currencies {
            let sample = match usize::try_from(currency.digits()).unwrap_or(0) {
                0 => "1000.".to_owned(),
                digits => format!("1000.{}", "0".repeat(digits)),
            };
            writeln!(out, "commodity {sample} {currency}")?;
        }
        writeln!(out)?;
        for account in &books.accounts {
            writeln!(out, "account {}", self.chart.account(account))?;
        }
        let fixed = [OPENING, UNREAD, TRANSFERS, NO_CATEGORY_OUT, NO_CATEGORY_IN];
        for name in fixed.into_iter().chain(self.chart.categories()) {
            writeln!(out, "account {name}")?;
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
        // The id as the code: a description that begins with a parenthesis is then no code.
        let description = text::one_line(&entry.description).replace(';', "；");
        writeln!(out, "{} * ({}) {description}", entry.date, entry.id)?;
        for tag in &book.tags {
            writeln!(out, "    ; tag: {}", comment(tag.as_str()))?;
        }
        if let Some(note) = &book.note {
            writeln!(out, "    ; {}", comment(note))?;
        }
        writeln!(out, "    {}  {}", self.chart.account(account), entry.amount)?;
        if book.splits.is_empty() {
            writeln!(out, "    {}", self.other_side(book, entry.category, entry.amount))?;
        }
        for Split { amount, category, note } in &book.splits {
            write!(out, "    {}  {}", self.other_side(book, *category, *amount), amount.checked_neg()?)?;
            match note {
                Some(note) => writeln!(out, "  ; {}", comment(note))?,
                None => writeln!(out)?,
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

fn comment(line: &str) -> String {
    text::one_line(line).replace(':', "∶").replace('[', "(").replace(']', ")")
}

/// One part of an account's name: no colon, no semicolon, single spaces.
fn part(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(
            |character| {
                if matches!(character, ':' | ';' | '"' | '(' | ')' | '[' | ']') { '-' } else { character }
            },
        )
        .collect();
    let line = text::one_line(&plain);
    if line.is_empty() { "unnamed".to_owned() } else { line }
}
