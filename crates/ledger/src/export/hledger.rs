//! The journal format of hledger, which Ledger can read, too. Each closing
//! balance is asserted by a posting of zero at the end of its day.
//!
//! A journal has no escapes. A `;` in a description would begin a comment and is written as `；`. In comments,
//! `:` would create a tag and is written as `∶`; brackets, which would be a date, are written as parentheses.

use std::io::Write;

use saldo_domain::{Account, Currency, Money, Timestamp, text};

use super::ExportTransaction;
use super::balances::Mark;
use super::chart::Style;
use super::journal::{Dialect, FixedNames, Posting};
use crate::error::Result;

pub(super) struct Hledger;

impl Dialect for Hledger {
    const NAMES: FixedNames = FixedNames {
        opening: "equity:opening balances",
        unread: "equity:unread",
        transfers: "equity:transfers",
        timing: "equity:timing",
        closed: "equity:closed accounts",
        no_category_out: "expenses:uncategorized",
        no_category_in: "income:uncategorized",
    };

    fn style() -> Style {
        Style { assets: "assets", liabilities: "liabilities", expenses: "expenses", income: "income", part }
    }

    fn head(currencies: &[Currency], now: Timestamp, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "; exported by Saldo at {now}\n")?;
        for currency in currencies {
            let sample = match usize::try_from(currency.digits()).unwrap_or(0) {
                0 => "1000.".to_owned(),
                digits => format!("1000.{}", "0".repeat(digits)),
            };
            writeln!(out, "commodity {sample} {currency}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn account(name: &str, _: Option<&Account>, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "account {name}")?;
        Ok(())
    }

    fn mark(name: &str, mark: Mark, out: &mut dyn Write) -> Result<()> {
        let FixedNames { opening, unread, timing, closed, .. } = Self::NAMES;
        match mark {
            Mark::Opening { date, by, balance } => {
                writeln!(out, "{date} * Opening balance\n    {name}  {by} = {balance}\n    {opening}\n")?;
            }
            Mark::Unread { date, by, balance } => {
                let narration = "Not covered by any statement";
                writeln!(out, "{date} * {narration}\n    {name}  {by} = {balance}\n    {unread}\n")?;
            }
            Mark::Closing { date, balance } => {
                let nothing = Money::zero(balance.currency());
                writeln!(out, "{date} * Closing balance\n    {name}  {nothing} = {balance}\n")?;
            }
            Mark::Moved { date, by } => {
                writeln!(out, "{date} * Counted on another day\n    {name}  {by}\n    {timing}\n")?;
            }
            Mark::Closed { date, by } => {
                writeln!(out, "{date} * Closed account\n    {name}  {by}\n    {closed}\n")?;
            }
        }
        Ok(())
    }

    fn transaction(book: &ExportTransaction, postings: &[Posting<'_>], out: &mut dyn Write) -> Result<()> {
        let transaction = &book.transaction;
        // The ID is written as the code, so that a description
        // that begins with a parenthesis is not read as one.
        let description = text::one_line(&transaction.description).replace(';', "；");
        writeln!(out, "{} * ({}) {description}", transaction.date, transaction.id)?;
        for tag in &book.tags {
            writeln!(out, "    ; tag: {}", comment(tag.as_str()))?;
        }
        if let Some(note) = &book.note {
            writeln!(out, "    ; {}", comment(note))?;
        }
        for receipt in &book.receipts {
            writeln!(out, "    ; receipt: {}", comment(receipt))?;
        }
        for Posting { account, amount, note } in postings {
            write!(out, "    {account}")?;
            if let Some(amount) = amount {
                write!(out, "  {amount}")?;
            }
            if let Some(note) = note {
                write!(out, "  ; {}", comment(note))?;
            }
            writeln!(out)?;
        }
        writeln!(out)?;
        Ok(())
    }
}

fn comment(line: &str) -> String {
    text::one_line(line).replace(':', "∶").replace('[', "(").replace(']', ")")
}

/// Returns a segment of an account name: no colons, semicolons, quotes or brackets, and single spaces.
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
