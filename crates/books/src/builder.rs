//! Collects the lines of accounts while a file is read, and completes them at its end.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use saldo_domain::own_csv::{SplitText, TransactionMarks};
use saldo_domain::{AccountKind, Currency, Money, Month, Tag, TransactionKind};

use crate::budgets::{Budgets, Planned};
use crate::{BookAccount, BookTransaction, Books, Error, Hints, LeftOut, Part};

/// The extent of a file: all transactions that an account ever had, or some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum History {
    Whole,
    Partial,
    /// All of them if the file has an opening balance. Without any, it may be that of some months.
    WholeIfOpened,
}

/// A line of an account.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) date: NaiveDate,
    pub(crate) description: String,
    pub(crate) amount: Money,
    pub(crate) marks: TransactionMarks,
    /// True if the line states an opening balance, provided that no other line comes before it.
    pub(crate) opens: bool,
}

impl Line {
    pub(crate) fn new(date: NaiveDate, description: String, amount: Money) -> Self {
        Self { date, description, amount, marks: TransactionMarks::default(), opens: false }
    }

    pub(crate) fn transfer(mut self) -> Self {
        self.marks.kind = TransactionKind::Transfer;
        self.marks.category = None;
        self
    }
}

/// A share of a line.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) split: SplitText,
    pub(crate) is_transfer: bool,
    /// The number of the transfer, if the program names it.
    pub(crate) transfer: Option<u64>,
}

struct Account {
    name: Option<String>,
    kind: AccountKind,
    currency: Currency,
    opening: Option<(NaiveDate, Money)>,
    stated: Option<Money>,
    lines: Vec<Line>,
}

/// The place of an account in the [`Builder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct At(usize);

pub(crate) struct Builder {
    accounts: Vec<Account>,
    places: HashMap<(Option<String>, Currency), At>,
    left_out: BTreeMap<Part, u64>,
    lines_left: usize,
    /// The numbers of transfers by the names that the program gives them.
    transfers: HashMap<String, u64>,
    transfers_max: u64,
    budgets: Budgets,
}

impl Builder {
    pub(crate) fn new(hints: &Hints) -> Self {
        Self {
            accounts: Vec::new(),
            places: HashMap::new(),
            left_out: BTreeMap::new(),
            lines_left: hints.transactions_max,
            transfers: HashMap::new(),
            transfers_max: 0,
            budgets: Budgets::default(),
        }
    }

    /// Returns the account with this name and currency, and creates it if it is new.
    pub(crate) fn account(&mut self, name: Option<&str>, kind: AccountKind, currency: Currency) -> At {
        let place = At(self.accounts.len());
        let at = *self.places.entry((name.map(str::to_owned), currency)).or_insert(place);
        if at == place {
            let name = name.map(str::to_owned);
            let account = Account { name, kind, currency, opening: None, stated: None, lines: Vec::new() };
            self.accounts.push(account);
        }
        at
    }

    pub(crate) fn currency(&self, At(at): At) -> Currency {
        self.accounts[at].currency
    }

    pub(crate) fn open(&mut self, At(at): At, date: NaiveDate, balance: Money) {
        self.accounts[at].opening = Some((date, balance));
    }

    pub(crate) fn state(&mut self, At(at): At, balance: Money) {
        self.accounts[at].stated = Some(balance);
    }

    /// # Errors
    /// [`Error::TooLarge`] if there are too many lines.
    pub(crate) fn add(&mut self, At(at): At, line: Line) -> Result<(), Error> {
        self.lines_left = self.lines_left.checked_sub(1).ok_or(Error::TooLarge)?;
        self.accounts[at].lines.push(line);
        Ok(())
    }

    pub(crate) fn leave_out(&mut self, part: Part) {
        *self.left_out.entry(part).or_default() += 1;
    }

    /// Adds a line with shares, which become its splits. Shares that are sides of transfers become lines of
    /// their own, because a transfer has no category.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are too many lines, [`Error::Money`] if a sum is too large.
    pub(crate) fn add_shared(&mut self, at: At, mut line: Line, shares: Vec<Share>) -> Result<(), Error> {
        let currency = line.amount.currency();
        let adds_up = Money::sum(currency, shares.iter().map(|share| share.split.amount))? == line.amount;
        if !adds_up || shares.iter().all(|share| !share.is_transfer) {
            let parts = shares.into_iter().map(|share| share.split).collect();
            self.split(&mut line, parts);
            return self.add(at, line);
        }
        let (moved, rest): (Vec<Share>, Vec<Share>) = shares.into_iter().partition(|share| share.is_transfer);
        for Share { split, transfer, .. } in moved {
            let mut side = Line { amount: split.amount, ..line.clone() }.transfer();
            side.marks.transfer = transfer;
            side.marks.note = joined(&[&line.marks.note, split.note.as_deref().unwrap_or_default()]);
            self.add(at, side)?;
        }
        line.amount = Money::sum(currency, rest.iter().map(|share| share.split.amount))?;
        if line.amount.is_zero() {
            return Ok(());
        }
        self.split(&mut line, rest.into_iter().map(|share| share.split).collect());
        self.add(at, line)
    }

    /// Returns the number of a new transfer, for both of its sides.
    pub(crate) fn new_transfer(&mut self) -> u64 {
        self.transfers_max += 1;
        self.transfers_max
    }

    /// Returns the number of the transfer with this name.
    pub(crate) fn transfer_named(&mut self, name: &str) -> u64 {
        if let Some(number) = self.transfers.get(name) {
            return *number;
        }
        let number = self.new_transfer();
        self.transfers.insert(name.to_owned(), number);
        number
    }

    /// Adds an amount of a budget. One without a category or with a negative amount is left out.
    pub(crate) fn plan(&mut self, category: &str, planned: Planned) {
        if category.is_empty() || planned.amount.is_negative() || !planned.is_current_era() {
            self.leave_out(Part::Budgets);
        } else {
            self.budgets.add(category, planned);
        }
    }

    /// Returns the month of the first line; `None` if there are no lines.
    pub(crate) fn first_month(&self) -> Option<Month> {
        let lines = self.accounts.iter().flat_map(|account| &account.lines);
        Month::of(lines.map(|line| line.date).min()?)
    }

    /// Returns the texts that are valid tags, each once, and counts the others.
    pub(crate) fn tags<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> Vec<Tag> {
        let mut tags = Vec::new();
        for text in texts.into_iter().filter(|text| !text.trim().is_empty()) {
            match Tag::parse(text) {
                Ok(tag) if !tags.contains(&tag) => tags.push(tag),
                Ok(_) => {}
                Err(_) => self.leave_out(Part::Tags),
            }
        }
        tags
    }

    /// Sets the category of a line, or its splits if there are several and they add up to its amount.
    pub(crate) fn split(&mut self, line: &mut Line, mut parts: Vec<SplitText>) {
        parts.retain(|part| !part.amount.is_zero());
        let sum = Money::sum(line.amount.currency(), parts.iter().map(|part| part.amount));
        match parts.as_slice() {
            [] => {}
            [only] => line.marks.category = Some(only.category.clone()).filter(|path| !path.is_empty()),
            [_, ..] if sum == Ok(line.amount) => line.marks.splits = parts,
            [first, rest @ ..] => {
                let same = rest.iter().all(|part| part.category == first.category);
                line.marks.category = Some(first.category.clone()).filter(|path| same && !path.is_empty());
                if !same {
                    self.leave_out(Part::Splits);
                }
            }
        }
    }

    /// # Errors
    /// [`Error::Empty`] if no account has a transaction or a balance, and there are no budgets.
    pub(crate) fn finish(mut self, history: History) -> Result<Books, Error> {
        self.end_half_transfers();
        let (budgets, earlier) = std::mem::take(&mut self.budgets).finish();
        (0..earlier).for_each(|_| self.leave_out(Part::EarlierBudgets));
        let is_opened = || self.accounts.iter().flat_map(|account| &account.lines).any(|line| line.opens);
        let is_whole = match history {
            History::Whole => true,
            History::Partial => false,
            History::WholeIfOpened => is_opened(),
        };
        let mut accounts = Vec::new();
        for account in self.accounts {
            accounts.extend(account.finish(is_whole)?);
        }
        if accounts.is_empty() && budgets.is_empty() {
            return Err(Error::Empty);
        }
        let left_out = self.left_out.into_iter().map(|(part, count)| LeftOut { part, count }).collect();
        Ok(Books { accounts, budgets, left_out })
    }

    /// Removes the numbers of transfers that do not have two opposite sides in two accounts, and counts them.
    fn end_half_transfers(&mut self) {
        let mut sides: HashMap<u64, Vec<(usize, Money)>> = HashMap::new();
        for (at, account) in self.accounts.iter().enumerate() {
            for line in &account.lines {
                if let Some(transfer) = line.marks.transfer {
                    sides.entry(transfer).or_default().push((at, line.amount));
                }
            }
        }
        sides.retain(|_, sides| match sides.as_slice() {
            [(one, amount), (other, opposite)] => one == other || !is_transfer_of(*amount, *opposite),
            _ => true,
        });
        for line in self.accounts.iter_mut().flat_map(|account| &mut account.lines) {
            line.marks.transfer = line.marks.transfer.filter(|transfer| !sides.contains_key(transfer));
        }
        (0..sides.len()).for_each(|_| self.leave_out(Part::Transfers));
    }
}

/// True if one amount leaves an account and the other enters one: the same amount, or another currency's.
pub(crate) fn is_transfer_of(one: Money, other: Money) -> bool {
    let is_opposite = !one.is_zero() && !other.is_zero() && one.is_negative() != other.is_negative();
    let is_same = one.minor().unsigned_abs() == other.minor().unsigned_abs();
    is_opposite && (is_same || one.currency() != other.currency())
}

impl Account {
    fn finish(mut self, is_whole: bool) -> Result<Option<BookAccount>, Error> {
        self.lines.sort_by_key(|line| line.date);
        let days = self.lines.iter().map(|line| line.date).chain(self.opening.map(|(date, _)| date));
        let Some(first) = days.clone().min() else { return Ok(None) };
        let last = days.max().unwrap_or(first);
        let mut opening = self.opening.map_or(Money::zero(self.currency), |(_, balance)| balance);
        let mut transactions: Vec<BookTransaction> = Vec::with_capacity(self.lines.len());
        for line in self.lines {
            if line.opens && transactions.is_empty() {
                opening = opening.checked_add(line.amount)?;
                continue;
            }
            let line = if line.opens { line.transfer() } else { line };
            let Line { date, description, amount, marks, .. } = line;
            transactions.push(BookTransaction { date, description, amount, marks });
        }
        Ok(Some(BookAccount {
            name: self.name,
            kind: self.kind,
            currency: self.currency,
            opening: is_whole.then_some(opening),
            stated: self.stated,
            first,
            last,
            transactions,
        }))
    }
}

/// Joins texts with a space, without those that are empty or part of the text before them.
pub(crate) fn joined(texts: &[&str]) -> String {
    let mut line = String::new();
    for text in texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        if line.to_lowercase().contains(&text.to_lowercase()) {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(text);
    }
    saldo_domain::text::one_line(&line)
}

/// Returns a category's path from the names of its levels, without empty ones: `Food: Groceries`.
pub(crate) fn path<'a>(levels: impl IntoIterator<Item = &'a str>) -> String {
    let levels: Vec<&str> = levels.into_iter().map(str::trim).filter(|level| !level.is_empty()).collect();
    levels.join(": ")
}

/// Returns the kind of an account that a program calls an asset, by common words in its name.
pub(crate) fn asset_kind(name: &str) -> AccountKind {
    let name = name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["saving", "sparen", "sparkonto", "tagesgeld"]) {
        AccountKind::Savings
    } else if has(&["invest", "broker", "depot", "stock", "401k", "retirement", "etrade", "vanguard"]) {
        AccountKind::Investment
    } else if has(&["cash", "wallet", "bargeld"]) {
        AccountKind::Cash
    } else if has(&["house", "property", "vehicle"]) {
        AccountKind::Property
    } else {
        AccountKind::Checking
    }
}

/// Returns the kind of an account that a program calls a liability, by common words in its name.
pub(crate) fn debt_kind(name: &str) -> AccountKind {
    let name = name.to_lowercase();
    if ["loan", "mortgage", "kredit ", "darlehen"].iter().any(|word| name.contains(word)) {
        AccountKind::Loan
    } else if ["card", "credit", "visa", "amex", "karte"].iter().any(|word| name.contains(word)) {
        AccountKind::Card
    } else {
        AccountKind::Other
    }
}
