//! Beancount: a journal of one file.
//!
//! Format: <https://beancount.github.io/docs/beancount_language_syntax.html>. Read are entries, `open`,
//! `pad`, `balance`, `pushtag`, `poptag` and the options that name account types; balances must hold within
//! their tolerance. Budgets are those of Fava (`custom "budget"`). `include`, arithmetic in amounts and texts
//! over several lines are errors. Commodities that are no currency, prices, and other directives are counted
//! as left out.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use saldo_domain::date::iso;
use saldo_domain::{BudgetRhythm, Month, RollOver};

use crate::amount::Dec;
use crate::budgets::{Planned, Until};
use crate::builder::{Builder, History};
use crate::journal::{Amount, Assertion, Item, Journal, RawEntry, RawPosting, Type, Weight, money, name};
use crate::{Books, Error, Hints, Part};

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let mut parser = Parser::new(Builder::new(hints), hints.transactions_max);
    for (line, text) in (1..).zip(text.lines()) {
        parser.line(line, text)?;
    }
    parser.end_entry();
    let (items, budgets) = (std::mem::take(&mut parser.items), std::mem::take(&mut parser.budgets));
    let mut builder = std::mem::replace(&mut parser.builder, Builder::new(hints));
    Journal::new(hints, &|account| parser.type_of(account)).book(items, &mut builder)?;
    for JournalBudget { account, amount, rhythm, start } in budgets {
        match money(&amount, hints) {
            Some(amount) => {
                let (roll_over, until) = (RollOver::Nothing, Until::Next);
                let planned = Planned { amount, rhythm, roll_over, start, until };
                builder.plan(&name(&account), planned);
            }
            None => builder.leave_out(Part::Budgets),
        }
    }
    builder.finish(History::Whole)
}

struct Parser {
    items: Vec<Item>,
    builder: Builder,
    /// The types of accounts by the first parts of their names.
    names: HashMap<String, Type>,
    pushed: Vec<String>,
    entry: Option<RawEntry>,
    entries_left: usize,
    budgets: Vec<JournalBudget>,
}

/// A budget of Fava.
struct JournalBudget {
    account: String,
    amount: Amount,
    rhythm: BudgetRhythm,
    start: Month,
}

impl Parser {
    fn new(builder: Builder, entries_left: usize) -> Self {
        let names = [
            ("Assets", Type::Asset),
            ("Liabilities", Type::Liability),
            ("Income", Type::Income),
            ("Expenses", Type::Expense),
            ("Equity", Type::Equity),
        ];
        let names = names.map(|(name, of)| (name.to_owned(), of)).into();
        let (items, pushed, budgets) = (Vec::new(), Vec::new(), Vec::new());
        Self { items, builder, names, pushed, entry: None, entries_left, budgets }
    }

    fn end_entry(&mut self) {
        self.items.extend(self.entry.take().map(Item::Entry));
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), Error> {
        let code = without_comment(text);
        if code.trim().is_empty() {
            return Ok(());
        }
        if text.starts_with([' ', '\t']) {
            return self.indented(line, code.trim());
        }
        self.end_entry();
        match iso(code) {
            Some(date) => self.dated(line, date, code[10..].trim()),
            None => self.undated(line, code),
        }
    }

    fn undated(&mut self, line: usize, code: &str) -> Result<(), Error> {
        let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        match word {
            "include" => Err(Error::at(line, "the journal includes other files; put them into one file")),
            "option" => {
                let mut texts = strings(line, rest)?.0.into_iter();
                if let (Some(option), Some(value)) = (texts.next(), texts.next()) {
                    self.rename(&option, value);
                }
                Ok(())
            }
            "pushtag" => {
                self.pushed.push(rest.trim().trim_start_matches('#').to_owned());
                Ok(())
            }
            "poptag" => {
                let tag = rest.trim().trim_start_matches('#');
                self.pushed.retain(|pushed| pushed != tag);
                Ok(())
            }
            // Headings of outlines, plugins and metadata do not change a balance.
            _ => Ok(()),
        }
    }

    fn rename(&mut self, option: &str, name: String) {
        let of = match option {
            "name_assets" => Type::Asset,
            "name_liabilities" => Type::Liability,
            "name_income" => Type::Income,
            "name_expenses" => Type::Expense,
            "name_equity" => Type::Equity,
            _ => return,
        };
        self.names.retain(|_, known| *known != of);
        self.names.insert(name, of);
    }

    fn dated(&mut self, line: usize, date: NaiveDate, code: &str) -> Result<(), Error> {
        let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        match word {
            "open" | "close" | "commodity" => {}
            "price" => self.builder.leave_out(Part::Prices),
            "custom" if rest.trim_start().starts_with("\"budget\"") => self.budget(line, date, rest)?,
            "event" | "query" | "custom" | "document" | "note" => self.builder.leave_out(Part::Other),
            "pad" => {
                let mut accounts = rest.split_whitespace().map(str::to_owned);
                let (Some(account), Some(from)) = (accounts.next(), accounts.next()) else {
                    return Err(Error::at(line, "invalid pad"));
                };
                self.items.push(Item::Pad(date, account, from));
            }
            "balance" => {
                let assertion = assertion(rest).ok_or(Error::at(line, "invalid balance"))?;
                self.items.push(Item::Assertion(date, Assertion { line, ..assertion }));
            }
            flag if flag == "txn" || flag.chars().count() == 1 => {
                self.entries_left = self.entries_left.checked_sub(1).ok_or(Error::TooLarge)?;
                self.entry = Some(self.header(line, date, rest)?);
            }
            _ => return Err(Error::at(line, "unknown directive")),
        }
        Ok(())
    }

    /// Reads a budget as Fava has it: `"budget" Expenses:Food "monthly" 300.00 EUR`. It applies until the
    /// next one of the account.
    fn budget(&mut self, line: usize, date: NaiveDate, code: &str) -> Result<(), Error> {
        let (_, rest) = strings(line, code)?;
        let (account, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let (rhythm, rest) = strings(line, rest)?;
        let rhythm = match rhythm.first().map(String::as_str) {
            Some("monthly") => Some(BudgetRhythm::Monthly),
            Some("yearly") if date.month() == 1 => Some(BudgetRhythm::Yearly),
            _ => None,
        };
        let is_expense = self.type_of(account) == Some(Type::Expense);
        match (rhythm.filter(|_| is_expense), Month::of(date), amount(rest)) {
            (Some(rhythm), Some(start), Some(amount)) => {
                self.budgets.push(JournalBudget { account: account.to_owned(), amount, rhythm, start });
            }
            (None, _, _) | (_, None, _) => self.builder.leave_out(Part::Budgets),
            (_, _, None) => return Err(Error::at(line, "invalid budget")),
        }
        Ok(())
    }

    fn type_of(&self, account: &str) -> Option<Type> {
        self.names.get(account.split(':').next().unwrap_or_default()).copied()
    }

    fn header(&self, line: usize, date: NaiveDate, code: &str) -> Result<RawEntry, Error> {
        let (texts, rest) = strings(line, code)?;
        let tags = rest.split_whitespace().filter_map(|word| word.strip_prefix('#')).map(str::to_owned);
        Ok(RawEntry {
            line,
            date,
            description: texts.join(" "),
            note: String::new(),
            tags: tags.chain(self.pushed.iter().cloned()).collect(),
            postings: Vec::new(),
        })
    }

    fn indented(&mut self, line: usize, code: &str) -> Result<(), Error> {
        // The metadata of another directive.
        let Some(entry) = &mut self.entry else { return Ok(()) };
        if code.starts_with(['#', '^']) {
            entry
                .tags
                .extend(code.split_whitespace().filter_map(|word| word.strip_prefix('#')).map(str::to_owned));
            return Ok(());
        }
        let is_key = code.starts_with(|first: char| first.is_ascii_lowercase()) && code.contains(':');
        if is_key {
            let (key, value) = code.split_once(':').unwrap_or((code, ""));
            let note = Some(value.trim().trim_matches('"')).filter(|_| key == "note");
            if let Some(note) = note {
                let place = entry.postings.last_mut().map_or(&mut entry.note, |posting| &mut posting.note);
                note.clone_into(place);
            }
            return Ok(());
        }
        let code = match code.split_once(char::is_whitespace) {
            Some((flag, rest)) if flag.chars().count() == 1 => rest.trim_start(),
            _ => code,
        };
        entry.postings.push(posting(code).ok_or(Error::at(line, "invalid posting"))?);
        Ok(())
    }
}

/// Returns the line without a comment.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        match character {
            '"' if before != '\\' => is_quoted = !is_quoted,
            ';' if !is_quoted => return &line[..at],
            _ => {}
        }
        before = character;
    }
    line
}

/// Returns the quoted texts at the beginning, and the rest.
fn strings(line: usize, code: &str) -> Result<(Vec<String>, &str), Error> {
    let (mut texts, mut rest) = (Vec::new(), code.trim_start());
    while let Some(start) = rest.strip_prefix('"') {
        let mut text = String::new();
        let mut characters = start.char_indices();
        loop {
            match characters.next() {
                Some((_, '\\')) => text.extend(characters.next().map(|(_, character)| character)),
                Some((at, '"')) => {
                    rest = start[at + 1..].trim_start().trim_start_matches('|').trim_start();
                    break;
                }
                Some((_, character)) => text.push(character),
                None => return Err(Error::at(line, "a text continues on the next line; join the lines")),
            }
        }
        texts.push(text);
    }
    Ok((texts, rest))
}

fn amount(text: &str) -> Option<Amount> {
    let text = text.trim();
    let end = text.find(|character: char| !character.is_ascii_digit() && !"+-., ".contains(character))?;
    let commodity = text[end..].trim();
    let is_one = !commodity.is_empty() && !commodity.contains(char::is_whitespace);
    Some(Amount { number: Dec::parse(text[..end].trim())?, commodity: commodity.to_owned() })
        .filter(|_| is_one)
}

/// Parses `Assets:Bank  100.00 EUR` or `Assets:Bank  100.00 ~ 0.01 EUR`.
fn assertion(text: &str) -> Option<Assertion> {
    let (account, rest) = text.trim().split_once(char::is_whitespace)?;
    let (amount, tolerance) = if let Some((number, rest)) = rest.split_once('~') {
        let tolerance = self::amount(rest)?;
        (Amount { number: Dec::parse(number.trim())?, commodity: tolerance.commodity }, tolerance.number)
    } else {
        let amount = self::amount(rest)?;
        let tolerance = amount.number.last_unit();
        (amount, tolerance)
    };
    Some(Assertion { line: 0, account: account.to_owned(), amount, tolerance, with_children: true })
}

fn posting(code: &str) -> Option<RawPosting> {
    let (account, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    let rest = rest.trim();
    let is_account = account.contains(':');
    let (rest, price) = match rest.split_once('@') {
        Some((units, price)) => (units.trim(), Some(price)),
        None => (rest, None),
    };
    let (units, cost) = match rest.split_once('{') {
        Some((units, cost)) => (units.trim(), Some(cost.trim_end().strip_suffix('}')?)),
        None => (rest, None),
    };
    let amount = if units.is_empty() { None } else { Some(self::amount(units)?) };
    let weight = match (&amount, cost, price) {
        (Some(units), Some(cost), _) => weight_of_cost(units, cost),
        (Some(units), None, Some(price)) => {
            let (price, is_total) = match price.strip_prefix('@') {
                Some(total) => (total, true),
                None => (price, false),
            };
            Weight::Of(weight(units, &self::amount(price)?, is_total)?)
        }
        _ => Weight::Own,
    };
    let account = account.to_owned();
    Some(RawPosting { account, amount, weight, note: String::new(), assertion: None }).filter(|_| is_account)
}

/// Returns the weight of units at a cost such as `50.00 USD, 2024-01-31`.
fn weight_of_cost(units: &Amount, cost: &str) -> Weight {
    let (cost, is_total) = match cost.strip_prefix('{') {
        Some(cost) => (cost.trim_end_matches('}'), true),
        None => (cost, false),
    };
    let stated = cost.split(',').find_map(amount);
    stated.and_then(|cost| weight(units, &cost, is_total)).map_or(Weight::Unknown, Weight::Of)
}

/// Returns what `units` cost at a price for each, or at a price for all of them.
pub(crate) fn weight(units: &Amount, price: &Amount, is_total: bool) -> Option<Amount> {
    let number = if is_total {
        let total = price.number.abs();
        if units.number.is_negative() { total.negated() } else { total }
    } else {
        units.number.times(price.number)?
    };
    Some(Amount { number, commodity: price.commodity.clone() })
}
