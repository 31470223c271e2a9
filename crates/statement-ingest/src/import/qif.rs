//! QIF: lines that begin with a letter, entries that end with `^`. It names no currency and no order of day and month.

use saldo_domain::{AccountDraft, AccountKind, Currency, EntryDraft};

use super::figure::{Day, Figure, decimal_of, decode, month_first};
use super::{ImportError, ImportHints, account};

/// The format names no currency: one of more decimals than the one that is assumed looks like this.
const ASSUMED: &str = "an amount in the assumed currency (choose an account in the file's currency)";

#[derive(Default)]
struct Record {
    line: usize,
    date: Option<Day>,
    amount: Option<Figure>,
    payee: String,
    memo: String,
    name: String,
}

/// Reads every account of the file.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Vec<AccountDraft>, ImportError> {
    let currency = hints.currency.ok_or(ImportError::NoCurrency)?;
    let sections = sections(&decode(bytes), hints)?;
    let records = || sections.iter().flat_map(|section| &section.records);
    let decimal = decimal_of(records().filter_map(|record| Some((record.amount.as_ref()?, currency))));
    // `1.234` is thousands of one currency and thousandths of another: in a format that names none, nothing tells which.
    let figures = || records().filter_map(|record| Some((record.line, record.amount.as_ref()?)));
    if decimal == ',' && figures().all(|(_, figure)| figure.decimal().is_none()) {
        let line =
            figures().find(|(_, figure)| figure.money('.', currency).is_none()).map_or(0, |(line, _)| line);
        return Err(ImportError::at(line, ASSUMED));
    }
    let days: Vec<Day> = records().filter_map(|record| record.date).collect();
    // Quicken is American.
    let month_first = month_first(&days, true).ok_or(ImportError::at(0, "the order of day and month"))?;
    sections.iter().map(|section| section.finish(currency, decimal, month_first)).collect()
}

struct Section {
    kind: AccountKind,
    name: Option<String>,
    records: Vec<Record>,
}

fn sections(text: &str, hints: &ImportHints) -> Result<Vec<Section>, ImportError> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut name, mut in_account, mut skip) = (None, false, false);
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
                sections.push(Section { kind, name: name.take(), records: Vec::new() });
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
                    name = Some(done.name).filter(|name| !name.is_empty());
                } else if let Some(section) = sections.last_mut().filter(|_| done.line > 0) {
                    count += 1;
                    if count > hints.entries_max {
                        return Err(ImportError::TooLarge);
                    }
                    section.records.push(done);
                }
                continue;
            }
            // In a list of accounts the letters mean other things.
            'N' if in_account => value.clone_into(&mut record.name),
            _ if in_account => {}
            'D' => {
                let day = Day::parse(&value.replace(' ', ""));
                record.date = Some(day.ok_or(ImportError::at(line, "a date"))?);
            }
            'T' => record.amount = Some(Figure::parse(value).ok_or(ImportError::at(line, "an amount"))?),
            'P' => value.clone_into(&mut record.payee),
            'M' => value.clone_into(&mut record.memo),
            _ => {}
        }
        record.line = line;
    }
    Ok(sections)
}

fn kind(word: &str) -> Option<AccountKind> {
    match word {
        "bank" => Some(AccountKind::Checking),
        "ccard" => Some(AccountKind::Card),
        "cash" => Some(AccountKind::Cash),
        "oth l" => Some(AccountKind::Loan),
        "oth a" => Some(AccountKind::Other),
        // Lists of categories, securities and the like have no entries.
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
        let mut draft = account(self.kind, currency);
        draft.name.clone_from(&self.name);
        for record in &self.records {
            let not = |what| ImportError::at(record.line, what);
            let amount = record.amount.as_ref().and_then(|figure| figure.money(decimal, currency));
            let amount = amount.ok_or(not(match record.amount {
                Some(_) => ASSUMED,
                None => "an entry's amount",
            }))?;
            let date = record.date.and_then(|day| day.date(month_first)).ok_or(not("an entry's date"))?;
            if record.payee.eq_ignore_ascii_case("opening balance") && draft.entries.is_empty() {
                draft.opening_balance = Some(amount);
                draft.period_start = Some(date);
                continue;
            }
            let description = [&record.payee, &record.memo]
                .into_iter()
                .filter(|part| !part.is_empty())
                .cloned()
                .collect::<Vec<_>>();
            draft.entries.push(EntryDraft {
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
