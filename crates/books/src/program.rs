//! Detection of the program that wrote a file, from the beginning of the file.

use std::io::Read;

use flate2::read::GzDecoder;
use saldo_domain::date::iso;

use crate::ynab;

/// A program whose exports are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Program {
    /// Actual: its ZIP file.
    Actual,
    /// Beancount: a journal.
    Beancount,
    /// Firefly III: its CSV of transactions or of budgets, or the JSON of its API.
    Firefly,
    /// GnuCash: its XML file, packed or not, or its SQLite file.
    Gnucash,
    /// hledger: a journal. Most journals of Ledger are read, too.
    Hledger,
    /// Mint: its CSV of transactions.
    Mint,
    /// MoneyMoney: its CSV of an account.
    Moneymoney,
    /// Sure or Maybe: the ZIP file of all data, or its `all.ndjson`.
    Sure,
    /// YNAB: the ZIP file of its plan, or the CSV of the register or of the plan alone.
    Ynab,
}

/// Bytes of an unpacked file that are examined.
const UNPACKED_MAX: u64 = 64 * 1024;

impl Program {
    /// Returns the program that wrote a file that begins with `head`, its first kilobytes; `None` if none of
    /// these did.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"PK\x03\x04") {
            // The name of the first file follows the fixed fields of its header.
            let name = head.get(30..).unwrap_or_default();
            let starts = |names: &[&str]| names.iter().any(|known| name.starts_with(known.as_bytes()));
            let length = head.get(26..28).map_or(0, |length| u16::from_le_bytes([length[0], length[1]]));
            let whole = name.get(..usize::from(length)).unwrap_or_default();
            let ends = |end: &str| whole.ends_with(format!(" - {end}").as_bytes());
            return if starts(&["db.sqlite", "metadata.json"]) {
                Some(Self::Actual)
            } else if ends(ynab::REGISTER) || ynab::PLANS.into_iter().any(ends) {
                Some(Self::Ynab)
            } else {
                starts(&["version.txt", "accounts.csv", "all.ndjson"]).then_some(Self::Sure)
            };
        }
        if head.starts_with(b"SQLite format 3\0") {
            return Some(Self::Gnucash);
        }
        if head.starts_with(&[0x1f, 0x8b]) {
            let mut start = Vec::new();
            // The head ends inside the packed data, so that the end of what was read is an error.
            let _ = GzDecoder::new(head).take(UNPACKED_MAX).read_to_end(&mut start);
            return is_gnucash(&String::from_utf8_lossy(&start)).then_some(Self::Gnucash);
        }
        let text = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head));
        Self::of_text(&text)
    }

    fn of_text(text: &str) -> Option<Self> {
        let start = text.trim_start();
        if start.starts_with('<') {
            return is_gnucash(start).then_some(Self::Gnucash);
        }
        if start.starts_with(['{', '[']) {
            let first = start.lines().next().unwrap_or_default();
            return if first.starts_with(r#"{"type":""#) && first.contains(r#""data":{"#) {
                Some(Self::Sure)
            } else {
                let has = |name: &str| start.contains(name);
                (has("\"transactions\"") && has("\"source_name\"") || has("\"transaction_journal_id\""))
                    .then_some(Self::Firefly)
            };
        }
        let head = start.lines().next().unwrap_or_default().replace('"', "").to_lowercase();
        let has =
            |names: &[&str]| names.iter().all(|name| head.split([',', ';']).any(|cell| cell.trim() == *name));
        let is_plan = has(&["month", "category group", "category", "activity", "available"]);
        if has(&["journal_id", "source_name", "destination_name", "amount"])
            || has(&["budget_id", "name", "start_date", "end_date", "currency_code", "amount"])
        {
            Some(Self::Firefly)
        } else if is_plan || has(&["account", "payee", "category group", "outflow", "inflow"]) {
            Some(Self::Ynab)
        } else if has(&["original description", "transaction type", "account name", "amount"]) {
            Some(Self::Mint)
        } else if head.starts_with("datum;wertstellung;kategorie;name;verwendungszweck;") {
            Some(Self::Moneymoney)
        } else if is_beancount(text) {
            Some(Self::Beancount)
        } else {
            is_hledger(text).then_some(Self::Hledger)
        }
    }
}

fn is_gnucash(text: &str) -> bool {
    text.contains("<gnc-v2") || text.contains("<gnc:book")
}

/// True if a line opens an account or begins an entry as in Beancount, and an account is written as there.
fn is_beancount(text: &str) -> bool {
    text.lines().any(|line| {
        let Some(rest) = iso(line).and_then(|_| line.get(10..)) else { return false };
        let mut words = rest.split_whitespace();
        match (words.next(), words.next()) {
            (Some("open"), Some(account)) => is_beancount_account(account),
            (Some("*" | "!" | "txn"), Some(text)) => text.starts_with('"'),
            _ => false,
        }
    })
}

fn is_beancount_account(name: &str) -> bool {
    let begins = |part: &str| part.starts_with(|first: char| first.is_uppercase() || first.is_numeric());
    name.contains(':') && name.split(':').all(begins)
}

/// True if a line that begins with a date is followed by an indented posting, or if accounts are declared.
fn is_hledger(text: &str) -> bool {
    let mut was_dated = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with([';', '#', '*'])) {
        let is_indented = line.starts_with([' ', '\t']);
        if is_indented && was_dated && is_posting(line.trim()) {
            return true;
        }
        if line.starts_with("account ") && line.contains(':') {
            return true;
        }
        was_dated = !is_indented && is_dated(line);
    }
    false
}

/// True if a line begins with a date and ends with words, not with cells of a table.
fn is_dated(line: &str) -> bool {
    let date = line.split(|character: char| !character.is_ascii_digit() && !"-/.".contains(character)).next();
    let date = date.unwrap_or_default();
    date.len() >= 8 && date.starts_with(|first: char| first.is_ascii_digit()) && {
        let rest = &line[date.len()..];
        rest.is_empty() || rest.starts_with([' ', '='])
    }
}

/// True for an account, alone or before two blanks and an amount.
fn is_posting(line: &str) -> bool {
    let account = line.split("  ").next().unwrap_or_default();
    let account = account.split('\t').next().unwrap_or_default();
    account.contains(':') && !account.contains([',', ';', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_table_is_of_no_program() {
        for text in [
            "Date,Description,Amount\n2024-01-31,Rent,-5.00\n",
            "2024-01-31;Miete;-5,00\n2024-02-01;Gehalt;5,00\n",
            "2024-01-31 Rent -5.00\n2024-02-01 Pay 10.00\n",
            "{\"a\":1}",
            "!Type:Bank\nD2024-01-31\n",
            "",
        ] {
            assert_eq!(Program::of(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn journals_are_known_by_their_entries() {
        let of = |text: &str| Program::of(text.as_bytes());
        assert_eq!(of("; mine\n2024-01-01 open Assets:Bank EUR\n"), Some(Program::Beancount));
        assert_eq!(of("2024-01-01 * \"Shop\" \"Food\"\n  Assets:Bank  -5 EUR\n"), Some(Program::Beancount));
        assert_eq!(
            of("2024/01/01 Shop\n    assets:bank  -5 EUR\n    expenses:food\n"),
            Some(Program::Hledger)
        );
        assert_eq!(of("account assets:bank  ; type: A\n"), Some(Program::Hledger));
    }
}
