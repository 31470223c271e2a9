//! The journal format of Beancount. All accounts are opened on the first possible day, because Beancount
//! rejects transactions before the opening. Each closing balance is a `balance` directive on the next day.
//!
//! Names contain only characters that Beancount allows; the user's original text is written as metadata.

use std::io::Write;

use saldo_domain::own_csv::RECEIPTS_SEPARATOR;
use saldo_domain::{Account, Currency, Date, Period, Timestamp, text};

use super::ExportTransaction;
use super::balances::Mark;
use super::chart::Style;
use super::journal::{Dialect, FixedNames, Posting};
use crate::error::Result;

const OPENED: Date = Period::FIRST_DAY;

pub(super) struct Beancount;

impl Dialect for Beancount {
    const NAMES: FixedNames = FixedNames {
        opening: "Equity:Opening-Balances",
        unread: "Equity:Unread",
        transfers: "Equity:Transfers",
        timing: "Equity:Timing",
        closed: "Equity:Closed-Accounts",
        no_category_out: "Expenses:Uncategorized",
        no_category_in: "Income:Uncategorized",
    };

    fn style() -> Style {
        Style { assets: "Assets", liabilities: "Liabilities", expenses: "Expenses", income: "Income", part }
    }

    fn head(currencies: &[Currency], now: Timestamp, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "; exported by Saldo at {now}")?;
        writeln!(out, "option \"title\" \"Saldo\"")?;
        for currency in currencies {
            writeln!(out, "option \"operating_currency\" \"{currency}\"")?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn account(name: &str, of: Option<&Account>, out: &mut dyn Write) -> Result<()> {
        match of {
            Some(account) => {
                writeln!(out, "{OPENED} open {name} {}", account.currency)?;
                writeln!(out, "  name: {}", quoted(&account.name))?;
            }
            None => writeln!(out, "{OPENED} open {name}")?,
        }
        Ok(())
    }

    fn mark(name: &str, mark: Mark, out: &mut dyn Write) -> Result<()> {
        let FixedNames { opening, unread, timing, closed, .. } = Self::NAMES;
        match mark {
            Mark::Opening { date, by, .. } => {
                writeln!(out, "{date} * \"Opening balance\"\n  {name}  {by}\n  {opening}\n")?;
            }
            Mark::Unread { date, by, .. } => {
                writeln!(out, "{date} * \"Not covered by any statement\"\n  {name}  {by}\n  {unread}\n")?;
            }
            Mark::Closing { date, balance } => {
                // Beancount checks a balance at the beginning of the day.
                // The next day may be beyond the last supported date.
                match date.succ_opt().filter(|next| Period::EVER.contains(*next)) {
                    Some(next) => {
                        let (decimal, currency) = (balance.decimal(), balance.currency());
                        // Without an explicit tolerance, Beancount accepts a difference of a cent.
                        writeln!(out, "{next} balance {name}  {decimal} ~ 0 {currency}\n")?;
                    }
                    None => writeln!(out, "; {date}: the balance is {balance}\n")?,
                }
            }
            Mark::Moved { date, by } => {
                writeln!(out, "{date} * \"Counted on another day\"\n  {name}  {by}\n  {timing}\n")?;
            }
            Mark::Closed { date, by } => {
                writeln!(out, "{date} * \"Closed account\"\n  {name}  {by}\n  {closed}\n")?;
            }
        }
        Ok(())
    }

    fn transaction(book: &ExportTransaction, postings: &[Posting<'_>], out: &mut dyn Write) -> Result<()> {
        let transaction = &book.transaction;
        write!(out, "{} * {}", transaction.date, quoted(&transaction.description))?;
        let (plain, other): (Vec<_>, Vec<_>) = book.tags.iter().partition(|tag| is_plain_tag(tag.as_str()));
        for tag in plain {
            write!(out, " #{tag}")?;
        }
        writeln!(out, "\n  id: \"{}\"", transaction.id)?;
        if !other.is_empty() {
            let listed: Vec<&str> = other.iter().map(|tag| tag.as_str()).collect();
            writeln!(out, "  tags: {}", quoted(&listed.join(", ")))?;
        }
        if let Some(note) = &book.note {
            writeln!(out, "  note: {}", quoted(note))?;
        }
        if !book.receipts.is_empty() {
            writeln!(out, "  receipts: {}", quoted(&book.receipts.join(RECEIPTS_SEPARATOR)))?;
        }
        if transaction.original_description != transaction.description {
            writeln!(out, "  printed: {}", quoted(&transaction.original_description))?;
        }
        if let Some(date) = transaction.value_date {
            writeln!(out, "  value-date: {date}")?;
        }
        for Posting { account, amount, note } in postings {
            match amount {
                Some(amount) => writeln!(out, "  {account}  {amount}")?,
                None => writeln!(out, "  {account}")?,
            }
            if let Some(note) = note {
                writeln!(out, "    note: {}", quoted(note))?;
            }
        }
        writeln!(out)?;
        Ok(())
    }
}

/// Returns a string literal on one line.
fn quoted(line: &str) -> String {
    format!("\"{}\"", text::one_line(line).replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a segment of an account name: letters, digits
/// and hyphens, beginning with a capital letter or a digit.
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
