//! OFX. Version 1 is SGML whose values have no end tags, version 2 is XML; both are read as a sequence of
//! tags and values.

mod marks;
mod transaction;

use saldo_domain::{AccountDraft, AccountKind, Currency, Money, date};

use self::marks::{Mark, Marks};
use self::transaction::{Transaction, corrected};
use super::figure::{Figure, decode};
use super::{ImportError, ImportHints};

type Accounts = (Option<String>, Vec<AccountDraft>);

/// The text with which Saldo's own export marks a balance that no bank printed. OFX requires a balance.
const OWN_SUM: &str = "No statement gives the balance";

/// True if a file, converted to upper case, begins like OFX: with the headers of version 1, or with the
/// element `OFX` after nothing but headers, declarations and comments.
pub(super) fn is_ofx(upper: &str) -> bool {
    if upper.starts_with("OFXHEADER") {
        return true;
    }
    let is_header = |line: &str| {
        let name = line.split_once([':', '=']).map(|(name, _)| name.trim());
        name.is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        })
    };
    let mut rest = upper.trim_start();
    while let Some((_, below)) = rest.split_once('\n').filter(|(line, _)| is_header(line)) {
        rest = below.trim_start();
    }
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!") => ">",
            _ => return rest.starts_with("<OFX>"),
        };
        let Some((_, after)) = rest.split_once(end) else { return false };
        rest = after.trim_start();
    }
}

/// Reads all bank and card accounts of the file.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Accounts, ImportError> {
    let text = decode(bytes);
    let start = text
        .find("<OFX>")
        .or_else(|| text.find("<ofx>"))
        .ok_or(ImportError::at(1, "the tag <OFX> is missing"))?;
    let mut reader = Reader {
        hints,
        institution: None,
        accounts: Vec::new(),
        open: None,
        transaction: None,
        ledger: false,
    };
    for mark in Marks::new(&text[start..], 1 + text[..start].matches('\n').count()) {
        reader.mark(&mark)?;
    }
    match reader.open {
        Some(open) => Err(ImportError::at(open.line, "the end of a statement is missing")),
        None => Ok((reader.institution, reader.accounts)),
    }
}

/// The value of a tag, and its line.
struct Value {
    line: usize,
    text: String,
}

fn present(mark: &Mark) -> Option<Value> {
    (!mark.value.is_empty()).then(|| Value { line: mark.line, text: mark.value.clone() })
}

struct Open {
    line: usize,
    kind: AccountKind,
    currency: Option<Value>,
    number: Option<String>,
    start: Option<String>,
    end: Option<String>,
    closing: Option<Value>,
    /// The day of the closing balance.
    as_of: Option<String>,
    transactions: Vec<Transaction>,
}

struct Reader<'a> {
    hints: &'a ImportHints,
    institution: Option<String>,
    accounts: Vec<AccountDraft>,
    open: Option<Open>,
    transaction: Option<Transaction>,
    /// True inside `LEDGERBAL`, the booked balance; there are others.
    ledger: bool,
}

impl Reader<'_> {
    fn mark(&mut self, mark: &Mark) -> Result<(), ImportError> {
        match (mark.name.as_str(), mark.closes) {
            ("STMTRS" | "CCSTMTRS", closes) => {
                self.end_transaction()?;
                if let Some(open) = self.open.take() {
                    self.accounts.push(open.finish(self.hints)?);
                }
                if !closes {
                    let kind = if mark.name == "CCSTMTRS" { AccountKind::Card } else { AccountKind::Other };
                    self.open = Some(Open::new(kind, mark.line));
                }
            }
            ("STMTTRN", closes) => {
                self.end_transaction()?;
                self.transaction = (!closes).then(|| Transaction::new(mark.line));
            }
            ("LEDGERBAL", closes) => self.ledger = !closes,
            ("ORG", false) => self.institution = present(mark).map(|value| value.text),
            _ => self.value(mark),
        }
        Ok(())
    }

    fn end_transaction(&mut self) -> Result<(), ImportError> {
        if let (Some(open), Some(transaction)) = (&mut self.open, self.transaction.take()) {
            if open.transactions.len() >= self.hints.transactions_max {
                return Err(ImportError::TooLarge);
            }
            open.transactions.push(transaction);
        }
        Ok(())
    }

    fn value(&mut self, mark: &Mark) {
        let Some(open) = &mut self.open else { return };
        if let Some(transaction) = &mut self.transaction {
            transaction.mark(mark);
            return;
        }
        let text = || Some(mark.value.clone()).filter(|text| !text.is_empty());
        match mark.name.as_str() {
            _ if mark.closes => {}
            "CURDEF" => open.currency = present(mark),
            "ACCTID" if open.number.is_none() => open.number = text(),
            "ACCTTYPE" => open.kind = kind(&mark.value, open.kind),
            "DTSTART" => open.start = text(),
            "DTEND" => open.end = text(),
            "BALAMT" if self.ledger => open.closing = present(mark),
            "DTASOF" if self.ledger => open.as_of = text(),
            "MKTGINFO" if mark.value.starts_with(OWN_SUM) => open.closing = None,
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
    fn new(kind: AccountKind, line: usize) -> Self {
        Self {
            line,
            kind,
            currency: None,
            number: None,
            start: None,
            end: None,
            closing: None,
            as_of: None,
            transactions: Vec::new(),
        }
    }

    fn finish(self, hints: &ImportHints) -> Result<AccountDraft, ImportError> {
        let currency = match &self.currency {
            Some(code) => {
                Currency::parse(&code.text).map_err(|_| ImportError::at(code.line, "invalid currency"))?
            }
            None => hints.currency.ok_or(ImportError::NoCurrency)?,
        };
        let mut draft = AccountDraft::new(self.kind, currency);
        draft.number = self.number;
        draft.period_start = self.start.as_deref().and_then(date::compact);
        draft.period_end = self.end.as_deref().and_then(date::compact);
        if let Some(closing) = &self.closing {
            let balance = money(&closing.text, currency);
            draft.closing_balance =
                Some(balance.ok_or(ImportError::at(closing.line, "invalid closing balance"))?);
            // Many banks state today's balance beside transactions of any period.
            let as_of = self.as_of.as_deref().and_then(date::compact);
            draft.closing_on = as_of.filter(|day| draft.period_end != Some(*day));
        }
        for transaction in corrected(self.transactions)? {
            draft.transactions.push(transaction.finish(currency)?);
        }
        Ok(draft)
    }
}

/// Parses an amount. OFX has no group separators, so that any separator is the decimal one.
fn money(text: &str, currency: Currency) -> Option<Money> {
    Figure::parse(text)?.money_without_groups(if text.contains(',') { ',' } else { '.' }, currency)
}
