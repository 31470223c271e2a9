//! GnuCash: its XML file, which is usually packed with gzip, or its SQLite file.
//!
//! Format: `libgnucash/doc/xml/gnucash-v2.rnc` and `libgnucash/backend/sql` in the repository
//! Gnucash/gnucash. Amounts are fractions: `split:value` in the currency of the transaction,
//! `split:quantity` in the commodity of the account. Entries with shares are read for the accounts of money
//! only.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;

use chrono::{Datelike, NaiveDate};
use flate2::read::GzDecoder;
use quick_xml::Reader;
use quick_xml::events::Event;
use saldo_domain::date::iso;
use saldo_domain::{AccountKind, BudgetRhythm, Currency, Month};

use crate::amount::Dec;
use crate::budgets::{Planned, Until};
use crate::builder::{Builder, History, asset_kind, debt_kind, joined, path};
use crate::entry::{Entry, Posting, Role};
use crate::sqlite::{self, Database};
use crate::{Books, Error, Hints, Part};

/// Upper limit for the levels of accounts.
const LEVELS_MAX: usize = 50;
/// Upper limit for the nested elements of the XML.
const DEPTH_MAX: usize = 100;

#[derive(Debug, Default)]
struct Account {
    id: String,
    name: String,
    kind: String,
    commodity: String,
    parent: String,
}

#[derive(Debug, Default)]
struct Split {
    account: String,
    memo: String,
    value: String,
    quantity: String,
}

#[derive(Debug, Default)]
struct Transaction {
    date: String,
    currency: String,
    description: String,
    note: String,
    splits: Vec<Split>,
}

/// A budget: amounts of accounts in consecutive periods.
#[derive(Debug, Default)]
struct Budget {
    every: String,
    unit: String,
    start: String,
    amounts: Vec<BudgetAmount>,
}

#[derive(Debug, Default)]
struct BudgetAmount {
    account: String,
    /// The number of the period, from 0.
    period: String,
    amount: String,
}

/// The parts of a GnuCash file that are read.
#[derive(Debug, Default)]
struct File {
    accounts: Vec<Account>,
    transactions: Vec<Transaction>,
    budgets: Vec<Budget>,
    left_out: Vec<Part>,
}

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let file = if bytes.starts_with(b"SQLite format 3\0") {
        of_database(bytes, hints)?
    } else if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        let limit = hints.bytes_max.saturating_add(1);
        let read = GzDecoder::new(bytes).take(limit).read_to_end(&mut unpacked);
        let length = read.map_err(|_| Error::at(0, "the packed file is damaged"))?;
        if u64::try_from(length).unwrap_or(u64::MAX) > hints.bytes_max {
            return Err(Error::TooLarge);
        }
        of_xml(&unpacked, hints)?
    } else {
        of_xml(bytes, hints)?
    };
    file.book(hints)
}

impl File {
    fn book(&self, hints: &Hints) -> Result<Books, Error> {
        let mut builder = Builder::new(hints);
        self.left_out.iter().for_each(|part| builder.leave_out(*part));
        let accounts: HashMap<&str, &Account> =
            self.accounts.iter().map(|account| (account.id.as_str(), account)).collect();
        for transaction in &self.transactions {
            let date = day(&transaction.date).ok_or(Error::at(0, "invalid date"))?;
            let currency = Currency::parse(&transaction.currency).ok();
            let mut postings = Vec::with_capacity(transaction.splits.len());
            for split in &transaction.splits {
                let account = accounts.get(split.account.as_str());
                let account = account.ok_or(Error::at(0, "a split names an unknown account"))?;
                postings.extend(split.posting(account, &accounts, currency)?);
            }
            let entry = Entry {
                date,
                description: joined(&[&transaction.description]),
                note: joined(&[&transaction.note]),
                tags: Vec::new(),
                postings,
            };
            entry.book(&mut builder)?;
        }
        for budget in &self.budgets {
            budget.plan(&mut builder, &accounts)?;
        }
        builder.finish(History::Whole)
    }
}

impl Budget {
    /// Adds the amounts of expense accounts. Amounts of other accounts, and budgets of other periods than
    /// months and calendar years, are left out.
    fn plan(&self, builder: &mut Builder, accounts: &HashMap<&str, &Account>) -> Result<(), Error> {
        let start = day(&self.start).filter(|start| start.day() == 1).and_then(Month::of);
        let months = match (self.unit.as_str(), self.every.as_str()) {
            ("month", "1") => Some(1),
            ("month", "12") | ("year", "1") if start.is_some_and(|start| start.month() == 1) => Some(12),
            _ => None,
        };
        let (Some(start), Some(months)) = (start, months) else {
            builder.leave_out(Part::Budgets);
            return Ok(());
        };
        let mut left_out = BTreeSet::new();
        for BudgetAmount { account, period, amount } in &self.amounts {
            let invalid = || Error::at(0, "invalid budget");
            let period: i32 = period.parse().map_err(|_| invalid())?;
            let amount = fraction(amount).ok_or_else(invalid)?;
            let first = period.checked_mul(months).and_then(|later| start.plus(later)).ok_or_else(invalid)?;
            let last = first.plus(months - 1).ok_or_else(invalid)?;
            let account = accounts.get(account.as_str()).filter(|account| account.kind == "EXPENSE");
            let currency = account.and_then(|account| Currency::parse(&account.commodity).ok());
            let (Some(account), Some(currency)) = (account, currency) else {
                left_out.extend((!amount.is_zero()).then_some(account.map(|account| account.id.as_str())));
                continue;
            };
            let amount = amount.rounded(currency).ok_or_else(invalid)?;
            let rhythm = if months == 1 { BudgetRhythm::Monthly } else { BudgetRhythm::Yearly };
            let planned = Planned { rhythm, ..Planned::monthly(amount, first, Until::Month(last)) };
            builder.plan(&account.path(accounts), planned);
        }
        for _ in &left_out {
            builder.leave_out(Part::Budgets);
        }
        Ok(())
    }
}

/// Returns the day of a time such as `2024-01-31 10:59:00 +0000` or `20240131105900`.
fn day(text: &str) -> Option<NaiveDate> {
    iso(text).or_else(|| saldo_domain::date::compact(text))
}

impl Account {
    fn role(&self) -> Option<Role> {
        Some(match self.kind.as_str() {
            "BANK" | "CHECKING" | "ASSET" | "RECEIVABLE" => Role::Own(asset_kind(&self.name)),
            "SAVINGS" | "MONEYMRKT" => Role::Own(AccountKind::Savings),
            "CASH" => Role::Own(AccountKind::Cash),
            "CREDIT" => Role::Own(AccountKind::Card),
            "LIABILITY" | "PAYABLE" | "CREDITLINE" => Role::Own(debt_kind(&self.name)),
            "STOCK" | "MUTUAL" | "CURRENCY" => Role::Own(AccountKind::Investment),
            "INCOME" | "EXPENSE" => Role::Category,
            "EQUITY" | "TRADING" => Role::Equity,
            _ => return None,
        })
    }

    /// Returns the names of the account and those above it, below the one that only names the type.
    fn path(&self, accounts: &HashMap<&str, &Self>) -> String {
        let mut names = vec![self.name.as_str()];
        let mut above = self;
        for _ in 0..LEVELS_MAX {
            match accounts.get(above.parent.as_str()) {
                Some(parent) if parent.kind != "ROOT" => {
                    names.push(&parent.name);
                    above = parent;
                }
                _ => break,
            }
        }
        if names.len() > 1 {
            names.pop();
        }
        names.reverse();
        path(names)
    }
}

impl Split {
    fn posting(
        &self,
        account: &Account,
        accounts: &HashMap<&str, &Account>,
        currency: Option<Currency>,
    ) -> Result<Option<Posting>, Error> {
        let value = fraction(&self.value).ok_or(Error::at(0, "invalid amount"))?;
        let role = account.role().ok_or(Error::at(0, "a split is in an account of an unknown type"))?;
        let weight = currency.and_then(|currency| value.rounded(currency));
        let own = Currency::parse(&account.commodity).ok();
        let amount = match (own, role) {
            (Some(own), Role::Own(_)) => {
                let quantity = fraction(&self.quantity).unwrap_or(value);
                Some(quantity.money(own).ok_or(Error::at(0, "an amount is not in whole cents"))?)
            }
            (Some(_) | None, _) => None,
        };
        let note = Some(joined(&[&self.memo])).filter(|memo| !memo.is_empty());
        let account = account.path(accounts);
        Ok(Some(Posting { role, account, amount, weight, note }))
    }
}

/// Parses `-1234/100`.
fn fraction(text: &str) -> Option<Dec> {
    let (number, of) = text.trim().split_once('/').unwrap_or((text.trim(), "1"));
    Dec::fraction(number.parse().ok()?, of.parse().ok()?)
}

fn of_xml(bytes: &[u8], hints: &Hints) -> Result<File, Error> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::from_str(&text);
    let mut walk = Walk::default();
    loop {
        let event = reader.read_event().map_err(|_| Error::at(0, "invalid XML"))?;
        match event {
            Event::Start(start) => walk.start(start.name().as_ref())?,
            Event::Empty(start) => {
                walk.start(start.name().as_ref())?;
                walk.end()?;
            }
            Event::End(_) => walk.end()?,
            Event::Text(text) => walk.text.push_str(&text),
            Event::CData(data) => walk.text.push_str(&data),
            Event::GeneralRef(reference) => {
                let character = match reference.resolve_char_ref() {
                    Ok(Some(character)) => Some(character),
                    Ok(None) => predefined(&reference),
                    Err(_) => None,
                };
                walk.text.push(character.ok_or(Error::at(0, "invalid XML"))?);
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        if walk.file.transactions.len() > hints.transactions_max {
            return Err(Error::TooLarge);
        }
    }
    if walk.open.is_empty() { Ok(walk.file) } else { Err(Error::at(0, "the end of the XML is missing")) }
}

/// Only the entities that XML defines are accepted, because one that the file defines could be anything.
fn predefined(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// The place in the XML, and what was read so far.
#[derive(Default)]
struct Walk {
    open: Vec<String>,
    text: String,
    account: Account,
    transaction: Transaction,
    split: Split,
    /// The key of the slot that is read.
    slot: String,
    budget: Budget,
    /// The keys of the slots of a budget that are open: the account, and the period.
    keys: Vec<String>,
    file: File,
}

impl Walk {
    fn start(&mut self, name: &str) -> Result<(), Error> {
        if self.open.len() >= DEPTH_MAX {
            return Err(Error::TooLarge);
        }
        self.text.clear();
        if name == "slot" && self.is_in("bgt:slots") {
            self.keys.push(String::new());
        }
        self.open.push(name.to_owned());
        Ok(())
    }

    /// Reads the end of an element of a budget.
    fn end_in_budget(&mut self, name: &str, text: String) {
        match name {
            "recurrence:mult" => self.budget.every = text,
            "recurrence:period_type" => self.budget.unit = text,
            "gdate" if self.is_in("recurrence:start") => self.budget.start = text,
            "slot:key" => {
                if let Some(key) = self.keys.last_mut() {
                    *key = text;
                }
            }
            "slot:value" => {
                if let [account, period] = self.keys.as_slice() {
                    let (account, period) = (account.clone(), period.clone());
                    self.budget.amounts.push(BudgetAmount { account, period, amount: text });
                }
            }
            "slot" => {
                self.keys.pop();
            }
            _ => {}
        }
    }

    /// True inside the templates of scheduled transactions, which are no transactions.
    fn is_template(&self) -> bool {
        self.open.iter().any(|name| name == "gnc:template-transactions")
    }

    fn end(&mut self) -> Result<(), Error> {
        let name = self.open.pop().ok_or(Error::at(0, "invalid XML"))?;
        if self.is_template() {
            return Ok(());
        }
        let text = self.text.trim().to_owned();
        if self.is_in("gnc:budget") {
            self.end_in_budget(&name, text);
            self.text.clear();
            return Ok(());
        }
        let above = self.open.last().map(String::as_str).unwrap_or_default();
        match (above, name.as_str()) {
            (_, "act:name") => self.account.name = text,
            (_, "act:id") => self.account.id = text,
            (_, "act:type") => self.account.kind = text,
            (_, "act:parent") => self.account.parent = text,
            ("act:commodity", "cmdty:id") => self.account.commodity = text,
            ("trn:currency", "cmdty:id") => self.transaction.currency = text,
            ("trn:date-posted", "ts:date") => self.transaction.date = text,
            (_, "trn:description") => self.transaction.description = text,
            (_, "slot:key") => self.slot = text,
            (_, "slot:value") if self.slot == "notes" && self.is_in("trn:slots") => {
                self.transaction.note = text;
                self.slot.clear();
            }
            (_, "split:memo") => self.split.memo = text,
            (_, "split:value") => self.split.value = text,
            (_, "split:quantity") => self.split.quantity = text,
            (_, "split:account") => self.split.account = text,
            (_, "trn:split") => self.transaction.splits.push(std::mem::take(&mut self.split)),
            (_, "gnc:transaction") => {
                let done = std::mem::take(&mut self.transaction);
                self.file.transactions.push(done);
            }
            (_, "gnc:account") => self.file.accounts.push(std::mem::take(&mut self.account)),
            (_, "gnc:schedxaction") => self.file.left_out.push(Part::Schedules),
            (_, "gnc:budget") => self.file.budgets.push(std::mem::take(&mut self.budget)),
            ("gnc:pricedb", "price") => self.file.left_out.push(Part::Prices),
            _ => {}
        }
        self.text.clear();
        Ok(())
    }

    fn is_in(&self, name: &str) -> bool {
        self.open.iter().any(|open| open == name)
    }
}

fn of_database(bytes: &[u8], hints: &Hints) -> Result<File, Error> {
    let database = Database::open(bytes, hints)?;
    let mut file = File::default();
    let accounts = "SELECT a.guid, a.name, a.account_type, c.mnemonic, a.parent_guid
        FROM accounts a LEFT JOIN commodities c ON c.guid = a.commodity_guid";
    database.each(accounts, |row| {
        let text = |column| sqlite::text(row, column);
        file.accounts.push(Account {
            id: text(0)?,
            name: text(1)?,
            kind: text(2)?,
            commodity: text(3)?,
            parent: text(4)?,
        });
        Ok(())
    })?;
    let mut places: HashMap<String, usize> = HashMap::new();
    let transactions = "SELECT t.guid, t.post_date, c.mnemonic, t.description,
            (SELECT string_val FROM slots n WHERE n.obj_guid = t.guid AND n.name = 'notes')
        FROM transactions t LEFT JOIN commodities c ON c.guid = t.currency_guid
        WHERE NOT EXISTS (SELECT 1 FROM splits s JOIN accounts a ON a.guid = s.account_guid
            JOIN commodities k ON k.guid = a.commodity_guid
            WHERE s.tx_guid = t.guid AND k.namespace = 'template')
        ORDER BY t.post_date, t.enter_date, t.guid";
    database.each(transactions, |row| {
        let text = |column| sqlite::text(row, column);
        places.insert(text(0)?, file.transactions.len());
        file.transactions.push(Transaction {
            date: text(1)?,
            currency: text(2)?,
            description: text(3)?,
            note: text(4)?,
            ..Transaction::default()
        });
        Ok(())
    })?;
    let splits = "SELECT tx_guid, account_guid, memo, value_num || '/' || value_denom,
        quantity_num || '/' || quantity_denom FROM splits ORDER BY rowid";
    database.each(splits, |row| {
        let text = |column| sqlite::text(row, column);
        if let Some(at) = places.get(&text(0)?) {
            let split = Split { account: text(1)?, memo: text(2)?, value: text(3)?, quantity: text(4)? };
            file.transactions[*at].splits.push(split);
        }
        Ok(())
    })?;
    add_budgets(&database, &mut file)?;
    for (table, part) in [("schedxactions", Part::Schedules), ("prices", Part::Prices)] {
        if database.has_column(table, "guid")? {
            database.each(&format!("SELECT 1 FROM {table}"), |_| {
                file.left_out.push(part);
                Ok(())
            })?;
        }
    }
    Ok(file)
}

fn add_budgets(database: &Database, file: &mut File) -> Result<(), Error> {
    if !database.has_column("budget_amounts", "period_num")? {
        return Ok(());
    }
    let mut places: HashMap<String, usize> = HashMap::new();
    let budgets = "SELECT b.guid, r.recurrence_mult, r.recurrence_period_type, r.recurrence_period_start
        FROM budgets b LEFT JOIN recurrences r ON r.obj_guid = b.guid ORDER BY b.rowid";
    database.each(budgets, |row| {
        let text = |column| sqlite::text(row, column);
        places.insert(text(0)?, file.budgets.len());
        let (every, unit, start) = (text(1)?, text(2)?, text(3)?);
        file.budgets.push(Budget { every, unit, start, amounts: Vec::new() });
        Ok(())
    })?;
    let amounts = "SELECT budget_guid, account_guid, period_num, amount_num || '/' || amount_denom
        FROM budget_amounts ORDER BY id";
    database.each(amounts, |row| {
        let text = |column| sqlite::text(row, column);
        if let Some(at) = places.get(&text(0)?) {
            let amount = BudgetAmount { account: text(1)?, period: text(2)?, amount: text(3)? };
            file.budgets[*at].amounts.push(amount);
        }
        Ok(())
    })
}
