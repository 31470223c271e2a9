//! OFX: version 1 is SGML whose values are never closed, version 2 is XML; both are read as a row of marks and values.

use saldo_domain::{AccountDraft, AccountKind, Currency, EntryDraft, Money};

use super::figure::{Figure, decode};
use super::{ImportError, ImportHints, account, compact_date};

type Accounts = (Option<String>, Vec<AccountDraft>);

/// Reads every bank and card account of the file.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Accounts, ImportError> {
    let text = decode(bytes);
    let start =
        text.find("<OFX>").or_else(|| text.find("<ofx>")).ok_or(ImportError::at(1, "the mark <OFX>"))?;
    let mut reader =
        Reader { hints, institution: None, accounts: Vec::new(), open: None, entry: None, ledger: false };
    for mark in marks(&text[start..]) {
        reader.mark(&mark)?;
    }
    Ok((reader.institution, reader.accounts))
}

/// `<NAME>value`, or `</NAME>`.
struct Mark<'a> {
    name: String,
    closes: bool,
    value: &'a str,
}

fn marks(text: &str) -> impl Iterator<Item = Mark<'_>> {
    text.split('<').skip(1).filter_map(|piece| {
        let (name, value) = piece.split_once('>')?;
        let closes = name.starts_with('/');
        let name = name.trim_start_matches('/').trim().to_ascii_uppercase();
        Some(Mark { name, closes, value: value.trim() })
    })
}

#[derive(Default)]
struct Entry {
    date: Option<String>,
    value_date: Option<String>,
    amount: Option<String>,
    name: Option<String>,
    memo: Option<String>,
}

struct Open {
    kind: AccountKind,
    currency: Option<Currency>,
    number: Option<String>,
    start: Option<String>,
    end: Option<String>,
    closing: Option<String>,
    entries: Vec<Entry>,
}

struct Reader<'a> {
    hints: &'a ImportHints,
    institution: Option<String>,
    accounts: Vec<AccountDraft>,
    open: Option<Open>,
    entry: Option<Entry>,
    /// Whether the balance being told is the booked one.
    ledger: bool,
}

impl Reader<'_> {
    fn mark(&mut self, mark: &Mark<'_>) -> Result<(), ImportError> {
        match (mark.name.as_str(), mark.closes) {
            ("STMTRS" | "CCSTMTRS", false) => {
                let kind = if mark.name == "CCSTMTRS" { AccountKind::Card } else { AccountKind::Other };
                self.open = Some(Open {
                    kind,
                    currency: None,
                    number: None,
                    start: None,
                    end: None,
                    closing: None,
                    entries: Vec::new(),
                });
            }
            ("STMTRS" | "CCSTMTRS", true) => {
                if let Some(open) = self.open.take() {
                    self.accounts.push(open.finish(self.hints)?);
                }
            }
            ("STMTTRN", false) => self.entry = Some(Entry::default()),
            ("STMTTRN", true) => {
                if let (Some(open), Some(entry)) = (&mut self.open, self.entry.take()) {
                    if open.entries.len() >= self.hints.entries_max {
                        return Err(ImportError::TooLarge);
                    }
                    open.entries.push(entry);
                }
            }
            ("LEDGERBAL", closes) => self.ledger = !closes,
            ("ORG", false) => self.institution = Some(unescape(mark.value)),
            (_, false) => self.value(mark),
            (_, true) => {}
        }
        Ok(())
    }

    fn value(&mut self, mark: &Mark<'_>) {
        let value = || Some(unescape(mark.value)).filter(|value| !value.is_empty());
        let Some(open) = &mut self.open else { return };
        if let Some(entry) = &mut self.entry {
            match mark.name.as_str() {
                "DTPOSTED" => entry.date = value(),
                "DTUSER" => entry.value_date = value(),
                "TRNAMT" => entry.amount = value(),
                "NAME" => entry.name = value(),
                "MEMO" => entry.memo = value(),
                _ => {}
            }
            return;
        }
        match mark.name.as_str() {
            "CURDEF" => open.currency = Currency::parse(mark.value).ok(),
            "ACCTID" if open.number.is_none() => open.number = value(),
            "ACCTTYPE" => open.kind = kind(mark.value, open.kind),
            "DTSTART" => open.start = value(),
            "DTEND" => open.end = value(),
            "BALAMT" if self.ledger => open.closing = value(),
            _ => {}
        }
    }
}

fn kind(word: &str, otherwise: AccountKind) -> AccountKind {
    match word {
        "CHECKING" => AccountKind::Checking,
        "SAVINGS" | "MONEYMRKT" | "CD" => AccountKind::Savings,
        "CREDITLINE" => AccountKind::Card,
        _ => otherwise,
    }
}

impl Open {
    fn finish(self, hints: &ImportHints) -> Result<AccountDraft, ImportError> {
        let currency = self.currency.or(hints.currency).ok_or(ImportError::NoCurrency)?;
        let mut draft = account(self.kind, currency);
        draft.number = self.number;
        draft.period_start = self.start.as_deref().and_then(compact_date);
        draft.period_end = self.end.as_deref().and_then(compact_date);
        draft.closing_balance = self.closing.as_deref().and_then(|text| money(text, currency));
        for entry in self.entries {
            draft.entries.push(entry.finish(currency)?);
        }
        Ok(draft)
    }
}

impl Entry {
    fn finish(self, currency: Currency) -> Result<EntryDraft, ImportError> {
        let date = |text: Option<String>| text.as_deref().and_then(compact_date);
        let amount = self.amount.as_deref().and_then(|text| money(text, currency));
        let parts = [self.name, self.memo];
        let mut description: Vec<String> = Vec::new();
        for part in parts.into_iter().flatten() {
            // Many banks say the same twice, and cut it off where the name ends.
            description.retain(|before| !part.starts_with(before.as_str()));
            if !description.iter().any(|before| before.contains(&part)) {
                description.push(part);
            }
        }
        let date_posted = date(self.date).ok_or(ImportError::at(0, "the date of an entry"))?;
        Ok(EntryDraft {
            date: date_posted,
            value_date: date(self.value_date).filter(|date| *date != date_posted),
            description: description.join(" "),
            amount: amount.ok_or(ImportError::at(0, "the amount of an entry"))?,
            balance: None,
            place: None,
        })
    }
}

/// OFX groups no digits: whichever separator stands there is the decimal one.
fn money(text: &str, currency: Currency) -> Option<Money> {
    Figure::parse(text)?.money_without_groups(if text.contains(',') { ',' } else { '.' }, currency)
}

fn unescape(value: &str) -> String {
    value
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
