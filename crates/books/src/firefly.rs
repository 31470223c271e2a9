//! Firefly III: the CSV of its page "Export data", the CSV of budgets of its command
//! `firefly-iii:export-data`, and the JSON of its API (`/api/v1/transactions`).
//!
//! Format: `app/Support/Export/ExportDataGenerator.php` (`exportTransactions` and `exportBudgets`) and the
//! schema `TransactionSplit` of the API, both in the repository firefly-iii/firefly-iii. An amount leaves the
//! source and enters the destination. A foreign amount is in the currency of the destination of a transfer.
//! The splits of a transaction are journals of one group. The pages of `/api/v1/budgets` and
//! `/api/v1/budget-limits` may follow those of the transactions in a list. A budget is apart from categories:
//! it is read if its withdrawals and those of one category are the same. A file of budgets has no
//! withdrawals: there, a budget is that of the category of its name.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use saldo_domain::date::iso;
use saldo_domain::{AccountKind, BudgetRhythm, Currency, Money, Month};
use serde_json::Value;

use crate::amount::Dec;
use crate::budgets::{Planned, Until};
use crate::builder::{Builder, History, asset_kind, joined};
use crate::entry::{Entry, Posting, Role};
use crate::table::{Row, Table};
use crate::{Books, Error, Hints, Part};

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
    budget: String,
    tags: Vec<String>,
    notes: String,
}

/// The contents of a file.
#[derive(Debug, Default)]
struct File {
    journals: Vec<Journal>,
    /// The names of budgets by their ids; `None` for a budget that carries amounts over by its limits.
    budgets: HashMap<String, Option<String>>,
    limits: Vec<Limit>,
}

/// The amount of a budget in a period.
#[derive(Debug)]
struct Limit {
    budget: String,
    start: String,
    end: String,
    amount: String,
    currency: String,
}

#[derive(Debug, Default, Clone)]
struct Side {
    name: String,
    kind: String,
}

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let file = if start.starts_with(b"{") || start.starts_with(b"[") {
        of_json(start, hints)?
    } else {
        let table = Table::read(bytes, b',', hints.transactions_max)?;
        if table.has("budget_id") {
            return of_budgets(&table, hints);
        }
        File { journals: table.rows().map(of_row).collect(), ..File::default() }
    };
    let journals = &file.journals;
    let currencies = currencies(journals);
    let mut builder = Builder::new(hints);
    let mut rest = journals.as_slice();
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|journal| first.is_split_with(journal)).count().max(1);
        let (group, after) = rest.split_at(length);
        book(&mut builder, group, &currencies)?;
        rest = after;
    }
    plan(&file, &mut builder)?;
    builder.finish(History::WholeIfOpened)
}

/// Adds the limits of budgets that have a category. Other budgets are left out, each once if the file has no
/// limits of it.
fn plan(file: &File, builder: &mut Builder) -> Result<(), Error> {
    let categories = categories_of_budgets(&file.journals);
    let mut planned = HashSet::new();
    for limit in &file.limits {
        let name = file.budgets.get(&limit.budget).cloned().flatten();
        let category = name.as_ref().and_then(|name| categories.get(name.as_str()));
        planned.extend(name.clone());
        limit.plan(category.copied(), 0, builder)?;
    }
    let names: BTreeSet<&str> = file.journals.iter().map(|journal| journal.budget.as_str()).collect();
    let lacking = names.iter().filter(|name| !name.is_empty() && !planned.contains(**name));
    lacking.for_each(|_| builder.leave_out(Part::Budgets));
    Ok(())
}

/// Reads the limits of budgets, of which an inactive one is left out.
fn of_budgets(table: &Table, hints: &Hints) -> Result<Books, Error> {
    let mut builder = Builder::new(hints);
    for row in table.rows() {
        let cell = |name: &str| row.cell(name).to_owned();
        let limit = Limit {
            budget: cell("budget_id"),
            start: cell("start_date"),
            end: cell("end_date"),
            amount: cell("amount"),
            currency: cell("currency_code"),
        };
        let is_active = matches!(row.cell("active"), "1" | "true");
        limit.plan(Some(row.cell("name")).filter(|_| is_active), row.line, &mut builder)?;
    }
    builder.finish(History::Partial)
}

/// Returns the category of each budget whose withdrawals are all those of one category.
fn categories_of_budgets(journals: &[Journal]) -> HashMap<&str, &str> {
    let mut of_budget: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    let mut of_category: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for journal in journals {
        if journal.source.own().is_some() && journal.destination.own().is_none() {
            of_budget.entry(&journal.budget).or_default().insert(&journal.category);
            of_category.entry(&journal.category).or_default().insert(&journal.budget);
        }
    }
    let only = |names: &BTreeSet<&str>| names.len() == 1;
    let pairs = of_budget.into_iter().filter(|(budget, categories)| !budget.is_empty() && only(categories));
    let pairs = pairs.filter_map(|(budget, categories)| Some((budget, categories.first().copied()?)));
    pairs
        .filter(|(_, category)| !category.is_empty() && of_category.get(category).is_some_and(only))
        .collect()
}

impl Limit {
    /// Adds the amount to the budget of a category, or leaves it out.
    fn plan(&self, category: Option<&str>, line: usize, builder: &mut Builder) -> Result<(), Error> {
        let (Some(category), Some((rhythm, start, until))) = (category, self.period()) else {
            builder.leave_out(Part::Budgets);
            return Ok(());
        };
        let not = |what| Error::at(line, what);
        let currency = Currency::parse(&self.currency).map_err(|_| not("invalid currency"))?;
        let amount = Dec::parse(&self.amount).and_then(|amount| amount.rounded(currency));
        let amount = amount.ok_or(not("invalid amount"))?;
        builder.plan(category, Planned { rhythm, ..Planned::monthly(amount, start, until) });
        Ok(())
    }

    /// Returns the period, if it is a month or a calendar year.
    fn period(&self) -> Option<(BudgetRhythm, Month, Until)> {
        let (start, end) = (iso(&self.start)?, iso(&self.end)?);
        let (first, last) = (Month::of(start)?, Month::of(end)?);
        let is_whole = first.period().start() == start && last.period().end() == end;
        if is_whole && first == last {
            Some((BudgetRhythm::Monthly, first, Until::OwnMonth))
        } else if is_whole && first.month() == 1 && first.plus(11) == Some(last) {
            Some((BudgetRhythm::Yearly, first, Until::Month(last)))
        } else {
            None
        }
    }
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
        budget: cell("budget"),
        tags: row.cell("tags").split(',').map(str::to_owned).collect(),
        notes: cell("notes"),
    }
}

/// Reads the pages of the API: one object with `data`, or a list of such objects.
fn of_json(bytes: &[u8], hints: &Hints) -> Result<File, Error> {
    let json: Value =
        serde_json::from_slice(bytes).map_err(|error| Error::at(error.line(), "invalid JSON"))?;
    let pages = match &json {
        Value::Array(pages) => pages.as_slice(),
        page => std::slice::from_ref(page),
    };
    let mut file = File::default();
    for group in pages.iter().flat_map(|page| page.get("data").map_or(std::slice::from_ref(page), list)) {
        let attributes = group.get("attributes").unwrap_or(group);
        file.add_budget(group, attributes);
        let splits = attributes.get("transactions").map(list).unwrap_or_default();
        for split in splits {
            let text = |name: &str| split.get(name).map(text_of).unwrap_or_default();
            let side = |side: &str| Side {
                name: text(&format!("{side}_name")),
                kind: text(&format!("{side}_type")),
            };
            file.journals.push(Journal {
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
                budget: text("budget_name"),
                tags: split.get("tags").map(list).unwrap_or_default().iter().map(text_of).collect(),
                notes: text("notes"),
            });
            if file.journals.len() > hints.transactions_max {
                return Err(Error::TooLarge);
            }
        }
    }
    Ok(file)
}

impl File {
    /// Adds an object of the API if it is a budget or a limit.
    fn add_budget(&mut self, object: &Value, attributes: &Value) {
        let text = |name: &str| attributes.get(name).map(text_of).unwrap_or_default();
        let id = object.get("id").map(text_of).unwrap_or_default();
        match object.get("type").map(text_of).as_deref() {
            Some("budgets") => {
                let carries = matches!(text("auto_budget_type").as_str(), "rollover" | "adjusted");
                self.budgets.insert(id, (!carries).then(|| text("name")));
            }
            Some("budget_limits") => self.limits.push(Limit {
                budget: text("budget_id"),
                start: text("start"),
                end: text("end"),
                amount: text("amount"),
                currency: text("currency_code"),
            }),
            _ => {}
        }
    }
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
