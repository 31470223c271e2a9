//! hledger: a journal of one file. Most journals of Ledger have the same form.
//!
//! Format: <https://hledger.org/hledger.html#journal>. Read are entries with prices, balance assertions and
//! assignments, tags in comments, `account` with its type, `commodity`, `decimal-mark`, `D` and `Y`. Asserted
//! balances must hold. `include`, `alias` and `apply account` are errors. Budgets are periodic entries of
//! each month or year (`~ monthly from 2024-01`). Virtual postings in parentheses or brackets, as with
//! `hledger --real`, other periodic entries, automated entries and prices are counted as left out.

use std::collections::{BTreeMap, HashMap};

use chrono::{Datelike, NaiveDate};
use saldo_domain::{BudgetRhythm, Currency, Money, Month, RollOver};

use crate::amount::{Dec, Written};
use crate::beancount::weight;
use crate::budgets::{Planned, Until};
use crate::builder::{Builder, History, joined};
use crate::journal::{Amount, Assertion, Item, Journal, RawEntry, RawPosting, Type, Weight, money, name};
use crate::{Books, Error, Hints, Part};

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let mut parser = Parser {
        items: Vec::new(),
        builder: Builder::new(hints),
        declared: HashMap::new(),
        points: HashMap::new(),
        point: None,
        usual: String::new(),
        year: None,
        entry: None,
        terms: None,
        budgets: Vec::new(),
        skips: Skips::Nothing,
        entries_left: hints.transactions_max,
    };
    for (line, text) in (1..).zip(text.lines()) {
        parser.line(line, text)?;
    }
    parser.end_entry();
    let Parser { items, mut builder, declared, budgets, .. } = parser;
    let type_of = |account: &str| type_of(account, &declared);
    Journal::new(hints, &type_of).book(items, &mut builder)?;
    plan(budgets, &mut builder, &type_of, hints);
    builder.finish(History::Whole)
}

/// The period of a periodic entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Terms {
    rhythm: BudgetRhythm,
    start: Option<Month>,
    end: Option<Month>,
}

/// Adds the amounts of periodic entries to their budgets. The amounts of an account add up, as in hledger, if
/// they are of the same period; otherwise they are left out.
fn plan(
    budgets: Vec<(Terms, String, Amount)>,
    builder: &mut Builder,
    type_of: &dyn Fn(&str) -> Option<Type>,
    hints: &Hints,
) {
    let mut sums: BTreeMap<(String, Currency), Vec<(Terms, Money)>> = BTreeMap::new();
    for (terms, account, amount) in budgets.into_iter().filter(|(_, _, amount)| !amount.number.is_negative())
    {
        match money(&amount, hints).filter(|_| type_of(&account) == Some(Type::Expense)) {
            Some(amount) => {
                sums.entry((name(&account), amount.currency())).or_default().push((terms, amount));
            }
            None => builder.leave_out(Part::Budgets),
        }
    }
    let first = builder.first_month();
    for ((category, currency), amounts) in sums {
        let (Terms { rhythm, start, end }, _) = amounts[0];
        let is_one = amounts.iter().all(|(terms, _)| *terms == amounts[0].0);
        let sum = Money::sum(currency, amounts.iter().map(|(_, amount)| *amount));
        match (sum, start.or(first)) {
            (Ok(amount), Some(start)) if is_one && end.is_none_or(|end| end >= start) => {
                let (until, roll_over) = (end.map_or(Until::Next, Until::Month), RollOver::Nothing);
                builder.plan(&category, Planned { amount, rhythm, roll_over, start, until });
            }
            _ => amounts.iter().for_each(|_| builder.leave_out(Part::Budgets)),
        }
    }
}

/// Parses `monthly from 2024-01 to 2025-01` or `every year`; `None` for other periods. The end is exclusive.
fn terms(text: &str) -> Option<Terms> {
    let text = text.split([';']).next()?.trim_start();
    let period = text.split("  ").next()?.to_lowercase();
    let (mut words, mut found) = (period.split_whitespace(), None);
    let (mut start, mut end) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "monthly" => found = Some(BudgetRhythm::Monthly),
            "yearly" => found = Some(BudgetRhythm::Yearly),
            "every" => {
                found = Some(match words.next()? {
                    "month" => BudgetRhythm::Monthly,
                    "year" => BudgetRhythm::Yearly,
                    _ => return None,
                });
            }
            "from" | "since" => start = Some(month(words.next()?)?),
            "to" | "until" => end = Some(month(words.next()?)?.plus(-1)?),
            _ => return None,
        }
    }
    let rhythm = found?;
    let is_calendar_year = start.is_none_or(|start: Month| start.month() == 1);
    (rhythm == BudgetRhythm::Monthly || is_calendar_year).then_some(Terms { rhythm, start, end })
}

/// Parses the first day of a month: `2024`, `2024-02`, `2024/2/1`.
fn month(text: &str) -> Option<Month> {
    let mut parts = text.split(['-', '/', '.']).map(str::parse::<u32>);
    let year = i32::try_from(parts.next()?.ok()?).ok()?;
    let month = parts.next().map_or(Some(1), Result::ok)?;
    let day = parts.next().map_or(Some(1), Result::ok)?;
    Month::new(year, month).filter(|_| day == 1 && year >= 1000)
}

/// Returns the type that is declared for an account or one above it, else the one of its first part.
fn type_of(account: &str, declared: &HashMap<String, Type>) -> Option<Type> {
    let mut above = account;
    loop {
        if let Some(of) = declared.get(above) {
            return Some(*of);
        }
        match above.rsplit_once(':') {
            Some((shorter, _)) => above = shorter,
            None => break,
        }
    }
    match above.to_lowercase().as_str() {
        "asset" | "assets" => Some(Type::Asset),
        "debt" | "debts" | "liability" | "liabilities" => Some(Type::Liability),
        "income" | "revenue" | "revenues" => Some(Type::Income),
        "expense" | "expenses" => Some(Type::Expense),
        "equity" => Some(Type::Equity),
        _ => None,
    }
}

/// The lines to skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skips {
    Nothing,
    /// The indented lines of an entry that is left out.
    Indented,
    /// All lines of a comment.
    Comment,
}

struct Parser {
    items: Vec<Item>,
    builder: Builder,
    declared: HashMap<String, Type>,
    /// The decimal separators of commodities.
    points: HashMap<String, char>,
    point: Option<char>,
    /// The commodity of amounts without one.
    usual: String,
    year: Option<i32>,
    entry: Option<RawEntry>,
    /// The period of the periodic entry that is read.
    terms: Option<Terms>,
    budgets: Vec<(Terms, String, Amount)>,
    skips: Skips,
    entries_left: usize,
}

impl Parser {
    fn end_entry(&mut self) {
        self.items.extend(self.entry.take().map(Item::Entry));
        self.terms = None;
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), Error> {
        if self.skips == Skips::Comment {
            if text.trim() == "end comment" {
                self.skips = Skips::Nothing;
            }
            return Ok(());
        }
        if text.trim().is_empty() {
            self.end_entry();
            return Ok(());
        }
        if text.starts_with([' ', '\t']) {
            return if self.skips == Skips::Indented { Ok(()) } else { self.indented(line, text.trim()) };
        }
        self.end_entry();
        self.skips = Skips::Nothing;
        match text.chars().next() {
            Some(';' | '#' | '*' | '%' | '|') | None => Ok(()),
            Some('~') => match terms(&text[1..]) {
                Some(terms) => {
                    self.terms = Some(terms);
                    Ok(())
                }
                None => self.skip(Part::Budgets),
            },
            Some('=') => self.skip(Part::Rules),
            Some(first) if first.is_ascii_digit() => {
                self.entries_left = self.entries_left.checked_sub(1).ok_or(Error::TooLarge)?;
                self.entry = Some(self.header(line, text)?);
                Ok(())
            }
            Some(_) => self.directive(line, text),
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "the other kinds of lines can fail")]
    fn skip(&mut self, part: Part) -> Result<(), Error> {
        self.builder.leave_out(part);
        self.skips = Skips::Indented;
        Ok(())
    }

    fn directive(&mut self, line: usize, text: &str) -> Result<(), Error> {
        let (code, comment) = text.split_once(';').unwrap_or((text, ""));
        let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        let rest = rest.trim();
        self.skips = Skips::Indented;
        match word {
            "include" | "!include" => {
                Err(Error::at(line, "the journal includes other files; put them into one file"))
            }
            "alias" | "apply" if !rest.starts_with("year") => {
                Err(Error::at(line, "aliases are not supported; print the journal with hledger first"))
            }
            "comment" => {
                self.skips = Skips::Comment;
                Ok(())
            }
            "account" => {
                let name = rest.split("  ").next().unwrap_or(rest).trim();
                let of = tags(comment).into_iter().find(|(tag, _)| tag == "type");
                if let Some(of) = of.and_then(|(_, value)| declared_type(&value)) {
                    self.declared.insert(name.to_owned(), of);
                }
                Ok(())
            }
            "commodity" | "D" => {
                if let Some(Written { number, symbol, .. }) = Written::parse(rest) {
                    let point = number.point().assuming_decimals();
                    self.points.extend(point.map(|point| (symbol.clone(), point)));
                    if word == "D" {
                        self.usual = symbol;
                    }
                }
                Ok(())
            }
            "decimal-mark" => {
                self.point = rest.chars().next();
                Ok(())
            }
            "P" => {
                self.builder.leave_out(Part::Prices);
                Ok(())
            }
            "Y" | "year" | "apply" => {
                self.year = rest.trim_start_matches("year").trim().parse().ok();
                Ok(())
            }
            _ => self.year_alone(word),
        }
    }

    /// Reads `Y2024`; other directives do not change a balance.
    #[expect(clippy::unnecessary_wraps, reason = "the other directives can fail")]
    fn year_alone(&mut self, word: &str) -> Result<(), Error> {
        let year = word.strip_prefix('Y').and_then(|year| year.parse().ok());
        self.year = year.or(self.year);
        Ok(())
    }

    fn header(&self, line: usize, text: &str) -> Result<RawEntry, Error> {
        let (code, comment) = text.split_once(';').unwrap_or((text, ""));
        let (dates, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        let date = dates.split('=').next().unwrap_or_default();
        let date = self.date(date).ok_or(Error::at(line, "invalid date"))?;
        let rest = rest.trim_start().trim_start_matches(['*', '!']).trim_start();
        let rest = match rest.strip_prefix('(').and_then(|code| code.split_once(')')) {
            Some((_, rest)) => rest.trim_start(),
            None => rest,
        };
        let (payee, note) = rest.split_once('|').unwrap_or((rest, ""));
        let (own_tags, note_text) = remarks(comment);
        Ok(RawEntry {
            line,
            date,
            description: joined(&[payee, note]),
            note: note_text,
            tags: own_tags,
            postings: Vec::new(),
        })
    }

    /// Parses `2024-01-31`, `2024/1/31`, `2024.1.31` or, in a known year, `1/31`.
    fn date(&self, text: &str) -> Option<NaiveDate> {
        let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
        let number = |part: &str| part.parse::<u32>().ok();
        match parts.as_slice() {
            [year, month, day] => NaiveDate::from_ymd_opt(year.parse().ok()?, number(month)?, number(day)?)
                .filter(|date| date.year() >= 1000),
            [month, day] => NaiveDate::from_ymd_opt(self.year?, number(month)?, number(day)?),
            _ => None,
        }
    }

    fn indented(&mut self, line: usize, code: &str) -> Result<(), Error> {
        if let Some(terms) = self.terms {
            return self.planned(line, code, terms);
        }
        let Some(mut entry) = self.entry.take() else { return Ok(()) };
        let (code, comment) = code.split_once(';').unwrap_or((code, ""));
        let (own_tags, note) = remarks(comment);
        entry.tags.extend(own_tags);
        let code = code.trim();
        let code = code.strip_prefix(['*', '!']).map_or(code, str::trim_start);
        if code.is_empty() {
            let place = entry.postings.last_mut().map_or(&mut entry.note, |posting| &mut posting.note);
            *place = joined(&[place, &note]);
        } else if code.starts_with(['(', '[']) {
            self.builder.leave_out(Part::Other);
        } else {
            let posting = self.posting(line, code, note);
            entry.postings.push(posting.ok_or(Error::at(line, "invalid posting"))?);
        }
        self.entry = Some(entry);
        Ok(())
    }

    /// Reads a posting of a periodic entry. One without an amount is the other side.
    fn planned(&mut self, line: usize, code: &str, terms: Terms) -> Result<(), Error> {
        let code = code.split(';').next().unwrap_or_default().trim();
        let code = code
            .strip_prefix(['(', '['])
            .map_or_else(|| code.to_owned(), |code| code.replacen([')', ']'], "", 1));
        if code.is_empty() {
            return Ok(());
        }
        self.entries_left = self.entries_left.checked_sub(1).ok_or(Error::TooLarge)?;
        let posting = self.posting(line, &code, String::new()).ok_or(Error::at(line, "invalid posting"))?;
        self.budgets.extend(posting.amount.map(|amount| (terms, posting.account, amount)));
        Ok(())
    }

    fn posting(&self, line: usize, code: &str, note: String) -> Option<RawPosting> {
        let end = code.find("  ").into_iter().chain(code.find('\t')).min().unwrap_or(code.len());
        let (account, rest) = (code[..end].trim().to_owned(), code[end..].trim());
        let (rest, balance) =
            rest.split_once('=').map_or((rest, None), |(rest, balance)| (rest, Some(balance)));
        let assertion = match balance {
            Some(balance) => {
                let balance = balance.trim_start_matches('=');
                let (with_children, amount) = match balance.strip_prefix('*') {
                    Some(amount) => (true, amount),
                    None => (false, balance),
                };
                let amount = self.amount(amount.split('@').next()?)?;
                let account = account.clone();
                Some(Assertion { line, account, amount, tolerance: Dec::ZERO, with_children })
            }
            None => None,
        };
        let (units, price) = rest.split_once('@').map_or((rest, None), |(units, price)| (units, Some(price)));
        let (units, lot) = units.split_once('{').map_or((units, None), |(units, lot)| (units, Some(lot)));
        let amount = if units.trim().is_empty() { None } else { Some(self.amount(units)?) };
        let weight = match (&amount, price, lot) {
            (Some(units), Some(price), _) => {
                let (price, is_total) = match price.strip_prefix('@') {
                    Some(total) => (total, true),
                    None => (price, false),
                };
                Weight::Of(weight(units, &self.amount(price)?, is_total)?)
            }
            (Some(_), None, Some(_)) => Weight::Unknown,
            (Some(_), None, None) | (None, _, _) => Weight::Own,
        };
        Some(RawPosting { account, amount, weight, note, assertion })
    }

    fn amount(&self, text: &str) -> Option<Amount> {
        let Written { number, negative, symbol } = Written::parse(text)?;
        let commodity = if symbol.is_empty() { self.usual.clone() } else { symbol };
        let known = self.points.get(&commodity).copied().or(self.point);
        let point = known.or(number.point().assuming_decimals()).unwrap_or('.');
        Some(Amount { number: Dec::new(&number, point, negative)?, commodity })
    }
}

fn declared_type(value: &str) -> Option<Type> {
    match value.to_lowercase().as_str() {
        "a" | "asset" | "c" | "cash" => Some(Type::Asset),
        "l" | "liability" => Some(Type::Liability),
        "e" | "equity" | "v" | "conversion" => Some(Type::Equity),
        "r" | "revenue" | "income" => Some(Type::Income),
        "x" | "expense" => Some(Type::Expense),
        _ => None,
    }
}

/// Returns the tags of a comment with their values: `trip: Rome, work:`.
fn tags(comment: &str) -> Vec<(String, String)> {
    let pieces = comment.split(',').filter_map(|piece| {
        let (before, value) = piece.split_once(':')?;
        let name = before.split_whitespace().next_back()?;
        (!value.starts_with("//")).then(|| (name.to_owned(), value.trim().to_owned()))
    });
    pieces.collect()
}

/// Returns the tags of a comment as Saldo has them, and the comment if it has none.
fn remarks(comment: &str) -> (Vec<String>, String) {
    let found = tags(comment);
    if found.is_empty() {
        return (Vec::new(), comment.trim().to_owned());
    }
    let is_date = |name: &str| matches!(name, "date" | "date2" | "type");
    let found = found.into_iter().filter(|(name, _)| !is_date(name));
    let text =
        |(name, value): (String, String)| if value.is_empty() { name } else { format!("{name}: {value}") };
    (found.map(text).collect(), String::new())
}
