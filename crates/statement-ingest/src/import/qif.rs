//! QIF: lines that begin with a letter, transactions that end with `^`. It states neither the currency nor
//! the order of day and month.
//!
//! Saldo's own export stores the currency of an account in its description.

use saldo_domain::date::WrittenDate;
use saldo_domain::{AccountDraft, AccountKind, Currency, TransactionDraft};

use super::figure::{Figure, decimal_of, decode, order, written_date};
use super::{ImportError, ImportHints};

/// The error for an amount with more decimals than the assumed currency has, because the format names no
/// currency.
const ASSUMED: &str = "invalid amount in the assumed currency (choose an account in the file's currency)";

#[derive(Default)]
struct Record {
    line: usize,
    date: Option<WrittenDate>,
    amount: Option<Figure>,
    payee: String,
    memo: String,
    /// The memos of the splits; the splits themselves are not imported.
    parts: Vec<String>,
    name: String,
    currency: Option<Currency>,
}

/// Reads all accounts of the file.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Vec<AccountDraft>, ImportError> {
    let sections = sections(&decode(bytes), hints)?;
    let records = || {
        sections.iter().flat_map(|section| {
            section.records.iter().map(|record| (record, section.currency.or(hints.currency)))
        })
    };
    let decimal =
        decimal_of(records().filter_map(|(record, currency)| Some((record.amount.as_ref()?, currency?))));
    // `1.234` means thousands in one currency and thousandths in another. QIF names no currency, so that this
    // is ambiguous.
    let figures =
        || records().filter_map(|(record, currency)| Some((record, record.amount.as_ref()?, currency?)));
    if decimal == ',' && figures().all(|(_, figure, _)| figure.decimal().is_none()) {
        let is_assumed =
            |(_, figure, currency): &(&Record, &Figure, Currency)| figure.money('.', *currency).is_none();
        let line = figures().find(is_assumed).map_or(0, |(record, ..)| record.line);
        return Err(ImportError::at(line, ASSUMED));
    }
    let days: Vec<WrittenDate> = records().filter_map(|(record, _)| record.date).collect();
    let usual = sections.iter().find_map(|section| section.currency).or(hints.currency);
    let order =
        order(&days, &[], usual).ok_or(ImportError::at(0, "the order of day and month is ambiguous"))?;
    let finish = |section: &Section| {
        let currency = section.currency.or(hints.currency).ok_or(ImportError::NoCurrency)?;
        section.finish(currency, decimal, order.month_first)
    };
    sections.iter().map(finish).collect()
}

struct Section {
    kind: AccountKind,
    name: Option<String>,
    currency: Option<Currency>,
    records: Vec<Record>,
}

fn sections(text: &str, hints: &ImportHints) -> Result<Vec<Section>, ImportError> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut name, mut currency, mut in_account, mut skip) = (None, None, false, false);
    let mut record = Record::default();
    let mut count = 0;
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if let Some(head) = text.strip_prefix('!') {
            let head = head.to_ascii_lowercase();
            in_account = head.starts_with("account");
            let kind = kind(head.strip_prefix("type:").unwrap_or_default().trim());
            skip = kind.is_none() && !in_account;
            if let Some(kind) = kind {
                let (name, currency) = (name.take(), currency.take());
                sections.push(Section { kind, name, currency, records: Vec::new() });
            }
            continue;
        }
        let mut letters = text.chars();
        let (Some(letter), value) = (letters.next(), letters.as_str().trim()) else { continue };
        if skip {
            continue;
        }
        match letter {
            '^' => {
                let done = std::mem::take(&mut record);
                if in_account {
                    (name, currency) = (Some(done.name).filter(|name| !name.is_empty()), done.currency);
                } else if let Some(section) = sections.last_mut().filter(|_| done.line > 0) {
                    count += 1;
                    if count > hints.transactions_max {
                        return Err(ImportError::TooLarge);
                    }
                    section.records.push(done);
                }
                continue;
            }
            // In a list of accounts the letters have other meanings.
            'N' if in_account => value.clone_into(&mut record.name),
            'D' if in_account => record.currency = code(value),
            _ if in_account => {}
            'D' => {
                let day = written_date(&value.replace(' ', ""));
                record.date = Some(day.ok_or(ImportError::at(line, "invalid date"))?);
            }
            'T' => record.amount = Some(Figure::parse(value).ok_or(ImportError::at(line, "invalid amount"))?),
            'P' => value.clone_into(&mut record.payee),
            'M' => value.clone_into(&mut record.memo),
            'E' if !value.is_empty() => record.parts.push(value.to_owned()),
            _ => {}
        }
        record.line = line;
    }
    Ok(sections)
}

/// Returns the currency of a description that is nothing but a currency code.
fn code(description: &str) -> Option<Currency> {
    let is_code = description.len() == 3 && description.bytes().all(|byte| byte.is_ascii_uppercase());
    Currency::parse(description).ok().filter(|_| is_code)
}

fn kind(word: &str) -> Option<AccountKind> {
    match word {
        "bank" => Some(AccountKind::Checking),
        "ccard" => Some(AccountKind::Card),
        "cash" => Some(AccountKind::Cash),
        "oth l" => Some(AccountKind::Loan),
        "oth a" => Some(AccountKind::Other),
        // Lists of categories, securities and the like contain no transactions.
        _ => None,
    }
}

impl Section {
    fn finish(
        &self,
        currency: Currency,
        decimal: char,
        month_first: bool,
    ) -> Result<AccountDraft, ImportError> {
        let mut draft = AccountDraft::new(self.kind, currency);
        draft.name.clone_from(&self.name);
        for record in &self.records {
            let not = |what| ImportError::at(record.line, what);
            let amount = record.amount.as_ref().and_then(|figure| figure.money(decimal, currency));
            let amount = amount.ok_or(not(match record.amount {
                Some(_) => ASSUMED,
                None => "the amount is missing",
            }))?;
            let date =
                record.date.and_then(|day| day.resolve(month_first)).ok_or(not("invalid or missing date"))?;
            if record.payee.eq_ignore_ascii_case("opening balance") && draft.transactions.is_empty() {
                draft.opening_balance = Some(amount);
                draft.period_start = Some(date);
                continue;
            }
            let mut description: Vec<&str> =
                [&record.payee, &record.memo].into_iter().map(String::as_str).collect();
            description.retain(|part| !part.is_empty());
            if description.is_empty() {
                // Some users describe only the splits of a payment.
                description.extend(record.parts.iter().map(String::as_str));
            }
            draft.transactions.push(TransactionDraft {
                date,
                value_date: None,
                description: description.join(" "),
                amount,
                balance: None,
                place: None,
            });
        }
        Ok(draft)
    }
}
