//! Firefly III: the CSV of its page "Export data", and the JSON of its API (`/api/v1/transactions`).
//!
//! Format: `app/Support/Export/ExportDataGenerator.php` (method `exportTransactions`) and the schema
//! `TransactionSplit` of the API, both in the repository firefly-iii/firefly-iii. An amount leaves the source
//! and enters the destination. A foreign amount is in the currency of the destination of a transfer. The
//! splits of a transaction are journals of one group.

use std::collections::HashMap;

use chrono::NaiveDate;
use saldo_domain::date::iso;
use saldo_domain::{AccountKind, Currency, Money};
use serde_json::Value;

use crate::amount::Dec;
use crate::builder::{Builder, History, asset_kind, joined};
use crate::entry::{Entry, Posting, Role};
use crate::table::{Row, Table};
use crate::{Books, Error, Hints};

/// A journal: a movement of one amount between two accounts.
#[derive(Debug, Default)]
struct Journal {
    line: usize,
    group: String,
    title: String,
    date: String,
    description: String,
    amount: String,
    currency: String,
    foreign_amount: String,
    foreign_currency: String,
    source: Side,
    destination: Side,
    category: String,
    tags: Vec<String>,
    notes: String,
}

#[derive(Debug, Default, Clone)]
struct Side {
    name: String,
    kind: String,
}

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let journals = if start.starts_with(b"{") || start.starts_with(b"[") {
        of_json(start, hints)?
    } else {
        let table = Table::read(bytes, b',', hints.transactions_max)?;
        table.rows().map(of_row).collect()
    };
    let currencies = currencies(&journals);
    let mut builder = Builder::new(hints);
    let mut rest = journals.as_slice();
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|journal| first.is_split_with(journal)).count().max(1);
        let (group, after) = rest.split_at(length);
        book(&mut builder, group, &currencies)?;
        rest = after;
    }
    builder.finish(History::WholeIfOpened)
}

fn of_row(row: Row<'_>) -> Journal {
    let cell = |name: &str| row.cell(name).to_owned();
    let side = |side: &str| Side { name: cell(&format!("{side}_name")), kind: cell(&format!("{side}_type")) };
    Journal {
        line: row.line,
        group: cell("group_id"),
        title: cell("group_title"),
        date: cell("date"),
        description: cell("description"),
        amount: cell("amount"),
        currency: cell("currency_code"),
        foreign_amount: cell("foreign_amount"),
        foreign_currency: cell("foreign_currency_code"),
        source: side("source"),
        destination: side("destination"),
        category: cell("category"),
        tags: row.cell("tags").split(',').map(str::to_owned).collect(),
        notes: cell("notes"),
    }
}

/// Reads the pages of the API: one object with `data`, or a list of such objects.
fn of_json(bytes: &[u8], hints: &Hints) -> Result<Vec<Journal>, Error> {
    let json: Value =
        serde_json::from_slice(bytes).map_err(|error| Error::at(error.line(), "invalid JSON"))?;
    let pages = match &json {
        Value::Array(pages) => pages.as_slice(),
        page => std::slice::from_ref(page),
    };
    let mut journals = Vec::new();
    for group in pages.iter().flat_map(|page| page.get("data").map_or(std::slice::from_ref(page), list)) {
        let attributes = group.get("attributes").unwrap_or(group);
        let splits = attributes.get("transactions").map(list).unwrap_or_default();
        for split in splits {
            let text = |name: &str| split.get(name).map(text_of).unwrap_or_default();
            let side = |side: &str| Side {
                name: text(&format!("{side}_name")),
                kind: text(&format!("{side}_type")),
            };
            journals.push(Journal {
                line: 0,
                group: group.get("id").map(text_of).unwrap_or_default(),
                title: attributes.get("group_title").map(text_of).unwrap_or_default(),
                date: text("date"),
                description: text("description"),
                amount: text("amount"),
                currency: text("currency_code"),
                foreign_amount: text("foreign_amount"),
                foreign_currency: text("foreign_currency_code"),
                source: side("source"),
                destination: side("destination"),
                category: text("category_name"),
                tags: split.get("tags").map(list).unwrap_or_default().iter().map(text_of).collect(),
                notes: text("notes"),
            });
            if journals.len() > hints.transactions_max {
                return Err(Error::TooLarge);
            }
        }
    }
    Ok(journals)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

/// Returns the currency of each own account: a journal is in the currency of its source, and a deposit or an
/// opening balance in that of its destination.
fn currencies(journals: &[Journal]) -> HashMap<String, Currency> {
    let mut found = HashMap::new();
    for journal in journals {
        let Ok(currency) = Currency::parse(&journal.currency) else { continue };
        let side = if journal.source.own().is_some() { &journal.source } else { &journal.destination };
        found.entry(side.name.clone()).or_insert(currency);
    }
    found
}

impl Side {
    /// Returns the kind of an own account; `None` if it belongs to somebody else or to nobody.
    fn own(&self) -> Option<AccountKind> {
        match self.kind.to_lowercase().as_str() {
            "asset account" | "default account" | "asset" => Some(asset_kind(&self.name)),
            "debt" | "loan" | "mortgage" => Some(AccountKind::Loan),
            "credit card" => Some(AccountKind::Card),
            _ => None,
        }
    }

    fn role(&self) -> Role {
        match self.own() {
            Some(kind) => Role::Own(kind),
            None if self.kind.to_lowercase().contains("balance") || self.kind.contains("econciliation") => {
                Role::Equity
            }
            None => Role::Category,
        }
    }
}

impl Journal {
    /// True for a split of the same payment: journals of a group with the same own account.
    fn is_split_with(&self, other: &Self) -> bool {
        let own = |journal: &Self| match (journal.source.own(), journal.destination.own()) {
            (Some(_), None) => Some((true, journal.source.name.clone())),
            (None, Some(_)) => Some((false, journal.destination.name.clone())),
            (Some(_), Some(_)) | (None, None) => None,
        };
        let is_one = !self.group.is_empty() && self.group == other.group && own(self).is_some();
        is_one
            && own(self) == own(other)
            && iso(&self.date) == iso(&other.date)
            && self.currency == other.currency
    }

    fn money(&self, amount: &str, code: &str) -> Result<Money, Error> {
        let not = |what| Error::at(self.line, what);
        let currency = Currency::parse(code).map_err(|_| not("invalid currency"))?;
        let amount = Dec::parse(amount).ok_or(not("invalid amount"))?.abs();
        amount.money(currency).ok_or(not("invalid amount"))
    }

    fn day(&self) -> Result<NaiveDate, Error> {
        iso(&self.date).ok_or(Error::at(self.line, "invalid date"))
    }

    /// Returns the two postings of the journal.
    fn postings(&self, currencies: &HashMap<String, Currency>) -> Result<[Posting; 2], Error> {
        let amount = self.money(&self.amount, &self.currency)?;
        let mut into = amount;
        if self.destination.own().is_some() && !self.foreign_amount.is_empty() {
            let foreign = self.money(&self.foreign_amount, &self.foreign_currency)?;
            let known = currencies.get(&self.destination.name);
            // An account that only ever receives transfers is in the foreign currency.
            if known.is_none_or(|known| *known == foreign.currency()) && self.source.own().is_some() {
                into = foreign;
            }
        }
        let posting = |side: &Side, amount: Money| {
            let role = side.role();
            let is_category = role == Role::Category;
            let account = if is_category { &self.category } else { &side.name };
            let note = Some(self.description.clone()).filter(|_| is_category);
            Posting { role, account: account.clone(), amount: Some(amount), weight: Some(amount), note }
        };
        Ok([posting(&self.source, amount.checked_neg()?), posting(&self.destination, into)])
    }
}

fn book(
    builder: &mut Builder,
    group: &[Journal],
    currencies: &HashMap<String, Currency>,
) -> Result<(), Error> {
    let first = &group[0];
    let (mut own, mut categories) = (Vec::new(), Vec::new());
    for journal in group {
        for mut posting in journal.postings(currencies)? {
            if posting.role == Role::Category {
                posting.note = posting.note.filter(|_| group.len() > 1);
                categories.push(posting);
            } else {
                own.push(posting);
            }
        }
    }
    if group.len() > 1 {
        // The splits of a payment are one line of the account.
        let sum = own.iter().filter_map(|posting| posting.amount);
        let sum =
            Money::sum(own[0].amount.map_or_else(|| Err(Error::Empty), |own| Ok(own.currency()))?, sum)?;
        own.truncate(1);
        (own[0].amount, own[0].weight) = (Some(sum), Some(sum));
    }
    let payee = [&first.source, &first.destination].into_iter().find(|side| side.role() == Role::Category);
    let payee = payee.map_or("", |side| side.name.as_str());
    let title = if group.len() > 1 { &first.title } else { &first.description };
    own.extend(categories);
    let entry = Entry {
        date: first.day()?,
        description: joined(&[payee, title]),
        note: joined(&group.iter().map(|journal| journal.notes.as_str()).collect::<Vec<_>>()),
        tags: builder.tags(group.iter().flat_map(|journal| &journal.tags).map(String::as_str)),
        postings: own,
    };
    entry.book(builder)
}
