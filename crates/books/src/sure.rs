//! Sure, and Maybe before it: `all.ndjson` of an export, alone or in its ZIP file.
//!
//! Format: `app/models/family/data_exporter.rb` in the repository we-promise/sure. Each line is an object
//! with `type` and `data`. Amounts are positive for money out, and the balances of debts are positive.
//! Balances that a user stated become adjustments. A budget is of a month and has amounts by category.
//! Trades and holdings are left out: the balance of an account with them is the one that the program states.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Datelike, NaiveDate};
use saldo_domain::date::iso;
use saldo_domain::own_csv::SplitText;
use saldo_domain::{AccountKind, Currency, Money, Month, TransactionKind};
use serde_json::Value;

use crate::actual::unpacked;
use crate::amount::Dec;
use crate::budgets::{Planned, Until};
use crate::builder::{At, Builder, History, Line, Share, joined, path};
use crate::firefly::text_of;
use crate::{Books, Error, Hints, Part};

/// The lines of the file by their types.
#[derive(Default)]
struct Records {
    of: HashMap<String, Vec<(usize, Value)>>,
}

struct Account {
    at: At,
    is_debt: bool,
    /// True if the balance contains things that are not money.
    has_holdings: bool,
    balance: Option<Money>,
    opening: Option<(NaiveDate, Money)>,
    stated: BTreeMap<NaiveDate, (String, Money)>,
    lines: Vec<(Line, Vec<Share>)>,
}

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let content;
    let text = if bytes.starts_with(b"PK") {
        content = unpacked(bytes, |name| name == "all.ndjson", hints)?;
        String::from_utf8_lossy(&content)
    } else {
        String::from_utf8_lossy(bytes)
    };
    let records = Records::of(&text, hints)?;
    let mut builder = Builder::new(hints);
    let mut accounts = accounts(&records, &mut builder)?;
    add_valuations(&records, &mut accounts, &builder)?;
    add_transactions(&records, &mut accounts, &mut builder)?;
    plan(&records, &mut builder)?;
    for (kind, part) in [
        ("Trade", Part::Holdings),
        ("Rule", Part::Rules),
        ("RecurringTransaction", Part::Schedules),
        ("RejectedTransfer", Part::Other),
    ] {
        records.all(kind).iter().for_each(|_| builder.leave_out(part));
    }
    let mut accounts: Vec<Account> = accounts.into_values().collect();
    accounts.sort_by_key(|account| account.lines.first().map(|(line, _)| line.date));
    for account in accounts {
        account.finish(&mut builder)?;
    }
    builder.finish(History::Whole)
}

impl Records {
    fn of(text: &str, hints: &Hints) -> Result<Self, Error> {
        let mut records = Self::default();
        let mut left = hints.transactions_max.saturating_mul(10);
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let mut value: Value = serde_json::from_str(text).map_err(|_| Error::at(line, "invalid JSON"))?;
            let kind = value.get("type").map(text_of).unwrap_or_default();
            // Daily balances follow from the transactions and are most of a file.
            if matches!(kind.as_str(), "Balance" | "Holding") {
                continue;
            }
            left = left.checked_sub(1).ok_or(Error::TooLarge)?;
            let data = value.get_mut("data").map(Value::take).unwrap_or_default();
            records.of.entry(kind).or_default().push((line, data));
        }
        Ok(records)
    }

    fn all(&self, kind: &str) -> &[(usize, Value)] {
        self.of.get(kind).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the names of the records of a type by their ids.
    fn names(&self, kind: &str) -> HashMap<String, String> {
        self.all(kind).iter().map(|(_, data)| (field(data, "id"), field(data, "name"))).collect()
    }
}

fn field(data: &Value, name: &str) -> String {
    data.get(name).map(text_of).unwrap_or_default()
}

fn money(line: usize, text: &str, currency: Currency) -> Result<Money, Error> {
    let amount = Dec::parse(text).and_then(|amount| amount.rounded(currency));
    amount.ok_or(Error::at(line, "invalid amount"))
}

fn day(line: usize, data: &Value) -> Result<NaiveDate, Error> {
    iso(&field(data, "date")).ok_or(Error::at(line, "invalid date"))
}

fn accounts(records: &Records, builder: &mut Builder) -> Result<HashMap<String, Account>, Error> {
    let traded: HashSet<String> =
        records.all("Trade").iter().map(|(_, data)| field(data, "account_id")).collect();
    let mut accounts = HashMap::new();
    for (line, data) in records.all("Account") {
        let currency = Currency::parse(&field(data, "currency"));
        let currency = currency.map_err(|_| Error::at(*line, "invalid currency"))?;
        let (kind, is_debt) = match field(data, "accountable_type").as_str() {
            "Depository" if field(data, "subtype") == "savings" => (AccountKind::Savings, false),
            "Depository" => (AccountKind::Checking, false),
            "CreditCard" => (AccountKind::Card, true),
            "Loan" => (AccountKind::Loan, true),
            "OtherLiability" => (AccountKind::Other, true),
            "Investment" | "Crypto" => (AccountKind::Investment, false),
            "Property" | "Vehicle" => (AccountKind::Property, false),
            _ => (AccountKind::Other, false),
        };
        let id = field(data, "id");
        let balance = field(data, "balance");
        let balance = if balance.is_empty() { None } else { Some(money(*line, &balance, currency)?) };
        let account = Account {
            at: builder.account(Some(&field(data, "name")), kind, currency),
            is_debt,
            has_holdings: traded.contains(&id),
            balance: balance.map(|balance| signed(balance, is_debt)).transpose()?,
            opening: None,
            stated: BTreeMap::new(),
            lines: Vec::new(),
        };
        accounts.insert(id, account);
    }
    Ok(accounts)
}

/// Returns a balance as Saldo has it: debts are negative.
fn signed(balance: Money, is_debt: bool) -> Result<Money, Error> {
    Ok(if is_debt { balance.checked_neg()? } else { balance })
}

fn add_valuations(
    records: &Records,
    accounts: &mut HashMap<String, Account>,
    builder: &Builder,
) -> Result<(), Error> {
    for (line, data) in records.all("Valuation") {
        let account = accounts.get_mut(&field(data, "account_id"));
        let account = account.ok_or(Error::at(*line, "unknown account"))?;
        let balance = money(*line, &field(data, "amount"), builder.currency(account.at))?;
        let (date, balance) = (day(*line, data)?, signed(balance, account.is_debt)?);
        match field(data, "kind").as_str() {
            "opening_anchor" => account.opening = Some((date, balance)),
            // It only repeats the balance of the account.
            "current_anchor" => {}
            _ => {
                account.stated.insert(date, (field(data, "name"), balance));
            }
        }
    }
    Ok(())
}

fn add_transactions(
    records: &Records,
    accounts: &mut HashMap<String, Account>,
    builder: &mut Builder,
) -> Result<(), Error> {
    let (tags, merchants, categories) =
        (records.names("Tag"), records.names("Merchant"), categories(records));
    let transfers = transfers(records, builder);
    for (number, data) in records.all("Transaction") {
        let account = accounts.get_mut(&field(data, "account_id"));
        let account = account.ok_or(Error::at(*number, "unknown account"))?;
        let currency = builder.currency(account.at);
        if field(data, "currency") != currency.code() {
            return Err(Error::at(*number, "a transaction is in another currency than its account"));
        }
        let amount = |data: &Value| {
            money(*number, &field(data, "amount"), currency)?.checked_neg().map_err(Error::from)
        };
        let category =
            |data: &Value| categories.get(&field(data, "category_id")).cloned().unwrap_or_default();
        let merchant = merchants.get(&field(data, "merchant_id")).map(String::as_str).unwrap_or_default();
        let description = joined(&[&field(data, "name"), merchant]);
        let mut line = Line::new(day(*number, data)?, description, amount(data)?);
        let ids = data.get("tag_ids").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let names = ids.iter().filter_map(|id| tags.get(&text_of(id))).map(String::as_str);
        line.marks.tags = builder.tags(names);
        line.marks.note = joined(&[&field(data, "notes")]);
        let kind = field(data, "kind");
        let parts = data.get("split_lines").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let share = |data: &Value| {
            let note = Some(joined(&[&field(data, "name")])).filter(|note| !note.is_empty());
            let split = SplitText { amount: amount(data)?, category: category(data), note };
            let transfer = transfers.get(&field(data, "id")).copied();
            Ok(Share { split, is_transfer: transfer.is_some(), transfer })
        };
        let shares = parts.iter().map(share).collect::<Result<Vec<Share>, Error>>()?;
        let transfer = transfers.get(&field(data, "id")).copied();
        if transfer.is_some() || matches!(kind.as_str(), "funds_movement" | "cc_payment") {
            line = line.transfer();
            line.marks.transfer = transfer;
        } else if shares.is_empty() {
            line.marks.category = Some(category(data)).filter(|path| !path.is_empty());
        }
        account.lines.push((line, shares));
    }
    Ok(())
}

/// Returns the numbers of transfers by the ids of their transactions. Those that are only proposed
/// (`pending`) are left out.
fn transfers(records: &Records, builder: &mut Builder) -> HashMap<String, u64> {
    let mut transfers = HashMap::new();
    for (_, data) in records.all("Transfer") {
        if field(data, "status") == "pending" {
            builder.leave_out(Part::Transfers);
            continue;
        }
        let number = builder.new_transfer();
        for side in ["inflow_transaction_id", "outflow_transaction_id"] {
            transfers.insert(field(data, side), number);
        }
    }
    transfers
}

/// Reads the amounts of budgets by month and category. The total of a month, which is not that of its
/// categories, is left out.
fn plan(records: &Records, builder: &mut Builder) -> Result<(), Error> {
    let categories = categories(records);
    let mut months = HashMap::new();
    for (line, data) in records.all("Budget") {
        let start = iso(&field(data, "start_date")).filter(|date| date.day() == 1);
        months.insert(field(data, "id"), start.and_then(Month::of));
        if Dec::parse(&field(data, "budgeted_spending")).is_some_and(|total| !total.is_zero()) {
            builder.leave_out(Part::Budgets);
        }
        Currency::parse(&field(data, "currency")).map_err(|_| Error::at(*line, "invalid currency"))?;
    }
    for (line, data) in records.all("BudgetCategory") {
        let currency = Currency::parse(&field(data, "currency"));
        let currency = currency.map_err(|_| Error::at(*line, "invalid currency"))?;
        let amount = money(*line, &field(data, "budgeted_spending"), currency)?;
        let category = categories.get(&field(data, "category_id")).filter(|_| !amount.is_zero());
        match (category, months.get(&field(data, "budget_id")).copied().flatten()) {
            (Some(category), Some(month)) => {
                builder.plan(category, Planned::monthly(amount, month, Until::OwnMonth));
            }
            _ if amount.is_zero() => {}
            _ => builder.leave_out(Part::Budgets),
        }
    }
    Ok(())
}

/// Returns the paths of the categories by their ids.
fn categories(records: &Records) -> HashMap<String, String> {
    let names = records.names("Category");
    let paths = records.all("Category").iter().map(|(_, data)| {
        let above = names.get(&field(data, "parent_id")).map(String::as_str).unwrap_or_default();
        (field(data, "id"), path([above, &field(data, "name")]))
    });
    paths.collect()
}

impl Account {
    fn finish(mut self, builder: &mut Builder) -> Result<(), Error> {
        self.lines.sort_by_key(|(line, _)| line.date);
        if let Some((date, balance)) = self.opening {
            builder.open(self.at, date, balance);
        }
        if let Some(balance) = self.balance {
            builder.state(self.at, balance);
        }
        let mut running = self.opening.map_or(Money::zero(builder.currency(self.at)), |(_, balance)| balance);
        let mut stated = self.stated.into_iter().peekable();
        for (line, shares) in self.lines {
            while let Some((date, (name, balance))) = stated.next_if(|(date, _)| *date < line.date) {
                running = adjust(builder, self.at, date, name, balance, running, self.has_holdings)?;
            }
            running = running.checked_add(line.amount)?;
            if shares.is_empty() || line.marks.kind == TransactionKind::Transfer {
                builder.add(self.at, line)?;
            } else {
                builder.add_shared(self.at, line, shares)?;
            }
        }
        for (date, (name, balance)) in stated {
            running = adjust(builder, self.at, date, name, balance, running, self.has_holdings)?;
        }
        Ok(())
    }
}

/// Adds the difference between a stated balance and the running one, and returns the new running balance.
fn adjust(
    builder: &mut Builder,
    at: At,
    date: NaiveDate,
    name: String,
    balance: Money,
    running: Money,
    has_holdings: bool,
) -> Result<Money, Error> {
    let off = balance.checked_sub(running)?;
    if off.is_zero() || has_holdings {
        return Ok(running);
    }
    builder.add(at, Line::new(date, name, off).transfer())?;
    Ok(balance)
}
