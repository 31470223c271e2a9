#![doc = include_str!("../README.md")]

mod actual;
mod amount;
mod beancount;
mod budgets;
mod builder;
mod entry;
mod firefly;
mod gnucash;
mod hledger;
mod journal;
mod mint;
mod moneymoney;
mod program;
mod sqlite;
mod sure;
mod table;
mod ynab;

pub use program::Program;

use chrono::NaiveDate;
use saldo_domain::money::MoneyError;
use saldo_domain::own_csv::{BudgetText, TransactionMarks};
use saldo_domain::{AccountKind, Currency, Money};
use serde::{Deserialize, Serialize};

/// The contents of an export: accounts with their transactions, budgets, and what was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Books {
    /// The accounts that have transactions or a balance, in the order in which the file first names them.
    pub accounts: Vec<BookAccount>,
    /// The budgets, at most one for each category and currency.
    pub budgets: Vec<BudgetText>,
    /// The parts of the file that were not read, with their numbers.
    pub left_out: Vec<LeftOut>,
}

impl Books {
    /// Returns the name and the last balance of each account whose balance is known.
    ///
    /// # Errors
    /// [`Error::Money`] if a balance exceeds 64 bits.
    pub fn balances(&self) -> Result<Vec<(&str, Money)>, Error> {
        let mut found = Vec::new();
        for account in &self.accounts {
            let balance = account.balance()?;
            found.extend(balance.map(|balance| (account.name.as_deref().unwrap_or_default(), balance)));
        }
        Ok(found)
    }
}

/// An account of the other program. It has one currency; an account with several is several of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookAccount {
    /// The name, with those of the accounts above it: `Bank: Checking`. `None` if the file names none.
    pub name: Option<String>,
    /// The kind, as far as the file shows it.
    pub kind: AccountKind,
    /// The currency of all its amounts.
    pub currency: Currency,
    /// The balance before the first transaction; `None` if the file does not contain the whole history.
    pub opening: Option<Money>,
    /// The last balance, if the program states it apart from the transactions.
    pub stated: Option<Money>,
    /// The first day of which the file has data.
    pub first: NaiveDate,
    /// The last day of which the file has data.
    pub last: NaiveDate,
    /// The transactions, oldest first.
    pub transactions: Vec<BookTransaction>,
}

impl BookAccount {
    /// Returns the last balance: the stated one, else the opening balance with all transactions. `None` if
    /// the file contains neither.
    ///
    /// # Errors
    /// [`Error::Money`] if it exceeds 64 bits.
    pub fn balance(&self) -> Result<Option<Money>, Error> {
        if self.stated.is_some() {
            return Ok(self.stated);
        }
        self.opening.map(|opening| self.after_all(opening)).transpose()
    }

    /// True if the opening balance and the transactions give the balance that the program states.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        let sum = self.opening.and_then(|opening| self.after_all(opening).ok());
        self.stated.is_some() && sum == self.stated
    }

    fn after_all(&self, opening: Money) -> Result<Money, Error> {
        let sum = Money::sum(self.currency, self.transactions.iter().map(|line| line.amount))?;
        Ok(opening.checked_add(sum)?)
    }
}

/// A transaction of one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookTransaction {
    /// The booking date.
    pub date: NaiveDate,
    /// The description: the payee, the purpose or both.
    pub description: String,
    /// The amount: positive for money in, negative for money out.
    pub amount: Money,
    /// The category, the tags, the note, the kind, the splits and the number of the transfer.
    pub marks: TransactionMarks,
}

/// A part of an export that was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The part.
    pub part: Part,
    /// The number of its entries.
    pub count: u64,
}

/// A kind of data that other programs have and that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Changes of shares and other things that are not money.
    Holdings,
    /// Splits of a transaction that do not add up to its amount in its currency.
    Splits,
    /// Tags that are too long or contain a comma.
    Tags,
    /// Budgets of other periods than months and years, of accounts that are no category, and (Firefly III)
    /// of several categories.
    Budgets,
    /// Earlier amounts of budgets, and what was left of them.
    EarlierBudgets,
    /// Goals and targets of budgets.
    Goals,
    /// Transfers without two sides of one amount, such as one of three accounts. Their transactions are
    /// transfers that are not linked.
    Transfers,
    /// Rules.
    Rules,
    /// Scheduled and recurring transactions.
    Schedules,
    /// Prices and rates.
    Prices,
    /// Other entries, such as events, documents and postings that do not count in the balance.
    Other,
}

/// Information that a file may lack, and limits for reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hints {
    /// The currency of amounts without one, and of signs that several currencies use, such as `$`.
    pub currency: Option<Currency>,
    /// Upper limit for the transactions of a file. Default: 100,000.
    pub transactions_max: usize,
    /// Upper limit for the bytes of an unpacked file. Default: 256 MiB.
    pub bytes_max: u64,
}

impl Default for Hints {
    fn default() -> Self {
        Self { currency: None, transactions_max: 100_000, bytes_max: 256 * 1024 * 1024 }
    }
}

/// The reason why an export was not read. It is read as a whole or not at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A part of the file is invalid or not supported.
    #[error("line {line} of the file cannot be read ({what})")]
    Line {
        /// The line, from 1; 0 if the error concerns no single line.
        line: usize,
        /// The part, and what to do.
        what: &'static str,
    },
    /// The file names no currency, and [`Hints::currency`] is `None`.
    #[error("the file names no currency; name one")]
    NoCurrency,
    /// The file has no account with a transaction or a balance, and no budgets.
    #[error("the file has no transactions")]
    Empty,
    /// The file exceeds a limit.
    #[error("the file is too large; export fewer years")]
    TooLarge,
    /// An amount or a sum is too large.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl Error {
    fn at(line: usize, what: &'static str) -> Self {
        Self::Line { line, what }
    }
}

/// Reads an export of the given program. The result depends only on the arguments.
///
/// # Errors
/// [`Error`] states the first problem.
pub fn read(program: Program, bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    match program {
        Program::Actual => actual::read(bytes, hints),
        Program::Beancount => beancount::read(bytes, hints),
        Program::Firefly => firefly::read(bytes, hints),
        Program::Gnucash => gnucash::read(bytes, hints),
        Program::Hledger => hledger::read(bytes, hints),
        Program::Mint => mint::read(bytes, hints),
        Program::Moneymoney => moneymoney::read(bytes, hints),
        Program::Sure => sure::read(bytes, hints),
        Program::Ynab => ynab::read(bytes, hints),
    }
}
