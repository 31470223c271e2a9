//! Plain-text journals: entries whose postings may leave out an amount, and balances that are asserted. Both
//! Beancount and hledger become these.

use std::collections::HashMap;

use chrono::NaiveDate;
use saldo_domain::Money;

use crate::amount::{Dec, currency_of};
use crate::builder::{Builder, asset_kind, debt_kind, joined, path};
use crate::entry::{Entry, Posting, Role};
use crate::{Error, Hints};

/// An amount of a currency or of another commodity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) number: Dec,
    pub(crate) commodity: String,
}

/// The amount that a posting has in the balance of its entry.
#[derive(Debug, Clone)]
pub(crate) enum Weight {
    /// The same as its own.
    Own,
    /// That of its cost or price.
    Of(Amount),
    /// That of a lot, which only the program itself can find.
    Unknown,
}

/// A balance that must hold.
#[derive(Debug, Clone)]
pub(crate) struct Assertion {
    pub(crate) line: usize,
    pub(crate) account: String,
    pub(crate) amount: Amount,
    /// The difference that is accepted.
    pub(crate) tolerance: Dec,
    /// True if the accounts below count.
    pub(crate) with_children: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct RawPosting {
    pub(crate) account: String,
    pub(crate) amount: Option<Amount>,
    pub(crate) weight: Weight,
    pub(crate) note: String,
    /// The balance after this posting. If the posting has no amount, it brings the account to this balance.
    pub(crate) assertion: Option<Assertion>,
}

#[derive(Debug, Clone)]
pub(crate) struct RawEntry {
    pub(crate) line: usize,
    pub(crate) date: NaiveDate,
    pub(crate) description: String,
    pub(crate) note: String,
    pub(crate) tags: Vec<String>,
    pub(crate) postings: Vec<RawPosting>,
}

/// An item of a journal that changes or checks balances.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Entry(RawEntry),
    Assertion(NaiveDate, Assertion),
    /// The balance that is asserted next is reached by a posting to the second account.
    Pad(NaiveDate, String, String),
}

impl Item {
    /// Returns the day and the order within it: balances hold at the beginning of a day.
    fn order(&self) -> (NaiveDate, u8) {
        match self {
            Self::Assertion(date, _) => (*date, 0),
            Self::Pad(date, ..) => (*date, 1),
            Self::Entry(entry) => (entry.date, 1),
        }
    }
}

/// The names of the five types of accounts in a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Asset,
    Liability,
    Income,
    Expense,
    Equity,
}

/// The accounts and balances of a journal while it is read.
pub(crate) struct Journal<'a> {
    hints: &'a Hints,
    /// The type of an account, by its name; `None` if it is unknown.
    type_of: &'a dyn Fn(&str) -> Option<Type>,
    running: HashMap<(String, String), Dec>,
    pads: HashMap<String, (NaiveDate, String)>,
}

impl<'a> Journal<'a> {
    pub(crate) fn new(hints: &'a Hints, type_of: &'a dyn Fn(&str) -> Option<Type>) -> Self {
        Self { hints, type_of, running: HashMap::new(), pads: HashMap::new() }
    }

    /// Adds all items to the accounts, in the order of their days.
    ///
    /// # Errors
    /// [`Error::Line`] for an entry that does not balance or a balance that does not hold.
    pub(crate) fn book(mut self, mut items: Vec<Item>, builder: &mut Builder) -> Result<(), Error> {
        items.sort_by_key(Item::order);
        for item in items {
            match item {
                Item::Entry(entry) => self.book_entry(entry, builder)?,
                Item::Pad(date, account, from) => {
                    self.pads.insert(account, (date, from));
                }
                Item::Assertion(_, assertion) => self.check(&assertion, builder)?,
            }
        }
        Ok(())
    }

    fn book_entry(&mut self, mut entry: RawEntry, builder: &mut Builder) -> Result<(), Error> {
        self.assign(&mut entry)?;
        complete(&mut entry, self.hints)?;
        let assertions: Vec<(usize, Assertion)> = entry
            .postings
            .iter_mut()
            .enumerate()
            .filter_map(|(at, posting)| Some((at, posting.assertion.take()?)))
            .collect();
        let mut assertions = assertions.into_iter().peekable();
        for (at, posting) in entry.postings.iter().enumerate() {
            if let Some(amount) = &posting.amount {
                self.add(&posting.account, amount, entry.line)?;
            }
            while let Some((_, assertion)) = assertions.next_if(|(own, _)| *own == at) {
                self.check(&assertion, builder)?;
            }
        }
        self.entry(entry, builder)?.book(builder)
    }

    fn add(&mut self, account: &str, amount: &Amount, line: usize) -> Result<(), Error> {
        let running = self.running.entry((account.to_owned(), amount.commodity.clone())).or_insert(Dec::ZERO);
        *running = running.plus(amount.number).ok_or(Error::at(line, "the balance is too large"))?;
        Ok(())
    }

    /// Gives postings with a balance and no amount the amount that leads to it.
    fn assign(&self, entry: &mut RawEntry) -> Result<(), Error> {
        for posting in &mut entry.postings {
            let (None, Some(assertion)) = (&posting.amount, &posting.assertion) else { continue };
            let number = assertion.amount.number.minus(self.balance(assertion)?);
            let number = number.ok_or(Error::at(assertion.line, "the balance is too large"))?;
            posting.amount = Some(Amount { number, commodity: assertion.amount.commodity.clone() });
        }
        Ok(())
    }

    fn balance(&self, assertion: &Assertion) -> Result<Dec, Error> {
        let counts = |account: &str| {
            let below = account.strip_prefix(assertion.account.as_str());
            match below {
                Some("") => true,
                Some(rest) => assertion.with_children && rest.starts_with(':'),
                None => false,
            }
        };
        let of = self
            .running
            .iter()
            .filter(|((account, commodity), _)| *commodity == assertion.amount.commodity && counts(account));
        of.map(|(_, amount)| *amount)
            .try_fold(Dec::ZERO, Dec::plus)
            .ok_or(Error::at(assertion.line, "the balance is too large"))
    }

    fn check(&mut self, assertion: &Assertion, builder: &mut Builder) -> Result<(), Error> {
        let off = assertion.amount.number.minus(self.balance(assertion)?);
        let off = off.ok_or(Error::at(assertion.line, "the balance is too large"))?;
        if let Some((date, from)) = self.pads.remove(&assertion.account) {
            if off.is_zero() {
                return Ok(());
            }
            let posting = |account: &str, number: Dec| RawPosting {
                account: account.to_owned(),
                amount: Some(Amount { number, commodity: assertion.amount.commodity.clone() }),
                weight: Weight::Own,
                note: String::new(),
                assertion: None,
            };
            let entry = RawEntry {
                line: assertion.line,
                date,
                description: "Padding".to_owned(),
                note: String::new(),
                tags: Vec::new(),
                postings: vec![posting(&assertion.account, off), posting(&from, off.negated())],
            };
            return self.book_entry(entry, builder);
        }
        if off.abs().is_at_most(assertion.tolerance) {
            Ok(())
        } else {
            Err(Error::at(assertion.line, "the asserted balance does not hold"))
        }
    }

    fn entry(&self, raw: RawEntry, builder: &mut Builder) -> Result<Entry, Error> {
        let RawEntry { line, date, description, note, tags, postings } = raw;
        let mut made = Vec::with_capacity(postings.len());
        for posting in postings {
            let RawPosting { account, amount, weight, note, .. } = posting;
            let role = self
                .role(&account)
                .ok_or(Error::at(line, "an account has no known type; declare it with its type"))?;
            let Some(amount) = amount else { continue };
            let currency = currency_of(&amount.commodity, self.hints);
            let weight = match weight {
                Weight::Own => currency.and_then(|currency| amount.number.rounded(currency)),
                Weight::Of(amount) => money(&amount, self.hints),
                Weight::Unknown => None,
            };
            let amount = match (currency, role) {
                (Some(currency), Role::Own(_)) => Some(amount.number.money(currency).ok_or(Error::at(
                    line,
                    "an amount has more decimals than its currency, or is too large",
                ))?),
                (Some(_) | None, _) => None,
            };
            let account = name(&account);
            let note = Some(note).filter(|note| !note.is_empty());
            made.push(Posting { role, account, amount, weight, note });
        }
        let tags = builder.tags(tags.iter().map(String::as_str));
        Ok(Entry { date, description: joined(&[&description]), note, tags, postings: made })
    }

    fn role(&self, account: &str) -> Option<Role> {
        Some(match (self.type_of)(account)? {
            Type::Asset => Role::Own(asset_kind(account)),
            Type::Liability => Role::Own(debt_kind(account)),
            Type::Income | Type::Expense => Role::Category,
            Type::Equity => Role::Equity,
        })
    }
}

/// Returns the name without that of the type, unless it is the only one.
pub(crate) fn name(account: &str) -> String {
    path(account.split_once(':').map_or(account, |(_, below)| below).split(':'))
}

pub(crate) fn money(amount: &Amount, hints: &Hints) -> Option<Money> {
    amount.number.rounded(currency_of(&amount.commodity, hints)?)
}

/// Gives the posting without an amount what the others leave.
fn complete(entry: &mut RawEntry, hints: &Hints) -> Result<(), Error> {
    let missing = entry.postings.iter().position(|posting| posting.amount.is_none());
    let Some(at) = missing else { return Ok(()) };
    let not = |what| Error::at(entry.line, what);
    let mut sums: Vec<Amount> = Vec::new();
    for (_, posting) in entry.postings.iter().enumerate().filter(|(other, _)| *other != at) {
        let own = posting.amount.as_ref().ok_or(not("more than one posting has no amount"))?;
        let weight = match &posting.weight {
            Weight::Own => own,
            Weight::Of(weight) => weight,
            Weight::Unknown => return Err(not("the cost of a lot is not stated; write the amount")),
        };
        match sums.iter_mut().find(|sum| sum.commodity == weight.commodity) {
            Some(sum) => {
                sum.number = sum.number.plus(weight.number).ok_or(not("an amount is too large"))?;
            }
            None => sums.push(weight.clone()),
        }
    }
    let posting = entry.postings.remove(at);
    let rest = sums.into_iter().filter(|sum| !sum.number.is_zero()).map(|sum| {
        let exact = sum.number.negated();
        // A product of a price may have more decimals than its currency.
        let currency = currency_of(&sum.commodity, hints);
        let number = currency.and_then(|currency| {
            let rounded = exact.rounded(currency)?;
            Dec::parse(&rounded.decimal())
        });
        let amount = Amount { number: number.unwrap_or(exact), commodity: sum.commodity };
        RawPosting { amount: Some(amount), ..posting.clone() }
    });
    let rest: Vec<RawPosting> = rest.collect();
    entry.postings.splice(at..at, rest);
    Ok(())
}
