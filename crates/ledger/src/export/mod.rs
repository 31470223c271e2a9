//! Exports of transactions in the formats of other programs. They are written
//! while the transactions are read; only names and balances are held in memory.
//!
//! Transactions are passed account by account, the oldest first. Formats
//! that can assert balances do so for every known balance, so that the other
//! program checks the file: Beancount with `balance`, hledger with `=`.

mod balances;
mod beancount;
mod chart;
mod csv;
mod hledger;
mod journal;
mod json;
mod ofx;
mod qif;
mod receipts;

use std::collections::{BTreeMap, HashSet};
use std::io::Write;

use saldo_domain::{
    Account, AccountId, AccountKind, AccountLabels, Category, Currency, Date, Money, Outcome, Period, Split,
    StatementId, Tag, Timestamp, Transaction,
};

use crate::error::{Error, Result};
pub use csv::paths as category_paths;
pub use json::{JsonExport, ReadExport, read_json};
pub use receipts::receipt_name;

/// A format for exports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExportFormat {
    /// Comma-separated values with a header row, for spreadsheets.
    Csv,
    /// Open Financial Exchange 2.2 (XML).
    Ofx,
    /// Quicken Interchange Format, with dates such as `2025-04-30`.
    Qif,
    /// The plain-text format of Beancount 2 and 3.
    Beancount,
    /// The journal format of hledger, which Ledger can read, too.
    Hledger,
    /// JSON with everything, which [`read_json`] reads back.
    Json,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Csv, Self::Ofx, Self::Qif, Self::Beancount, Self::Hledger, Self::Json];

    /// Returns the name by which the API knows the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Ofx => "ofx",
            Self::Qif => "qif",
            Self::Beancount => "beancount",
            Self::Hledger => "hledger",
            Self::Json => "json",
        }
    }

    /// Returns the format of a name; `None` for an unknown name. `ledger`
    /// is an alias for hledger's journal, which Ledger can read.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let name = if name == "ledger" { Self::Hledger.name() } else { name };
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the usual file extension, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Hledger => "journal",
            other => other.name(),
        }
    }

    /// Returns the media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Ofx => "application/x-ofx",
            Self::Qif => "application/x-qif",
            Self::Beancount | Self::Hledger => "text/plain; charset=utf-8",
            Self::Json => "application/json",
        }
    }
}

/// The data of an export apart from the transactions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportData {
    /// Every account of an exported transaction.
    pub accounts: Vec<Account>,
    /// The labels of those accounts that have some.
    pub labels: BTreeMap<AccountId, AccountLabels>,
    /// Every category of an exported transaction, with its ancestors.
    pub categories: Vec<Category>,
    /// The balances that statements print. Leave them empty if only some of
    /// the transactions are exported, because the rest would not add up.
    pub statements: Vec<StatementBalance>,
    /// The balances that journals set and assert, for each account with a known
    /// balance. Leave them empty if only some of the transactions are exported.
    pub balances: Vec<AccountBalances>,
}

/// The balances of an account that make the balance of an exported
/// journal equal to that in net worth, at the end of every day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountBalances {
    /// The account.
    pub account: AccountId,
    /// The balance before the first transaction, and the first day on which it is known.
    pub opening: Option<(Date, Money)>,
    /// The known balances at the end of days, by day.
    pub known: Vec<(Date, Money)>,
    /// The transactions that count on another day: the transaction's
    /// date, the day on which it counts, and the amount.
    pub moved: Vec<(Date, Date, Money)>,
}

impl ExportData {
    /// Returns the accounts in the order in which to export them:
    /// cards after all others, which OFX requires, then by name.
    #[must_use]
    pub fn account_order(&self) -> Vec<AccountId> {
        let mut accounts: Vec<&Account> = self.accounts.iter().collect();
        accounts.sort_by(|one, other| {
            let key = |account: &Account| account.kind == AccountKind::Card;
            (key(one), &one.name, one.id).cmp(&(key(other), &other.name, other.id))
        });
        accounts.into_iter().map(|account| account.id).collect()
    }

    fn account(&self, id: AccountId) -> Result<&Account> {
        let known = self.accounts.iter().find(|account| account.id == id);
        known.ok_or_else(|| {
            Error::NotAnExport(format!("a transaction belongs to the account {id}, which is missing"))
        })
    }
}

/// The balances that a statement prints for one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementBalance {
    /// The statement.
    pub statement: StatementId,
    /// The account.
    pub account: AccountId,
    /// The currency.
    pub currency: Currency,
    /// All days of the statement: see [`StatementBalance::days_of`].
    pub days: Period,
    /// The printed opening balance.
    pub opening: Option<Money>,
    /// The printed closing balance.
    pub closing: Option<Money>,
    /// The result of adding the statement up. Only balances of statements that add up are asserted.
    pub outcome: Outcome,
}

impl StatementBalance {
    /// Returns the printed period, extended to the dates of all of the statement's transactions,
    /// because banks print some that are older than the period. `None` without any date.
    #[must_use]
    pub fn days_of(
        start: Option<Date>,
        end: Option<Date>,
        transactions: impl IntoIterator<Item = Date>,
    ) -> Option<Period> {
        let dates: Vec<Date> = start.into_iter().chain(end).chain(transactions).collect();
        Period::new(*dates.iter().min()?, *dates.iter().max()?)
    }
}

/// A transaction with the user's additions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportTransaction {
    /// The transaction.
    pub transaction: Transaction,
    /// The tags.
    pub tags: Vec<Tag>,
    /// The user's note, if any.
    pub note: Option<String>,
    /// The splits of a split transaction, which add up to its amount; otherwise empty.
    pub splits: Vec<Split>,
    /// The names of the receipts, see [`receipt_name`].
    pub receipts: Vec<String>,
}

impl From<Transaction> for ExportTransaction {
    /// Moves tags, note and splits out of the transaction into the fields of [`ExportTransaction`]. It has no
    /// receipts yet.
    fn from(mut transaction: Transaction) -> Self {
        let tags = std::mem::take(&mut transaction.tags);
        let note = Some(std::mem::take(&mut transaction.note)).filter(|note| !note.is_empty());
        let splits = std::mem::take(&mut transaction.splits);
        Self { transaction, tags, note, splits, receipts: Vec::new() }
    }
}

/// A writer of exports in one format, transaction by transaction.
pub struct Exporter<W> {
    books: ExportData,
    out: W,
    format: Box<dyn Format + Send>,
    at: Option<(AccountId, Date)>,
    done: HashSet<AccountId>,
}

/// The parts of an export that a format writes, in order.
trait Format {
    fn begin(&mut self, books: &ExportData, now: Timestamp, out: &mut dyn Write) -> Result<()>;
    /// Called before the first transaction of an account, whose date is `first`.
    fn begin_account(
        &mut self,
        books: &ExportData,
        account: &Account,
        first: Date,
        out: &mut dyn Write,
    ) -> Result<()>;
    fn transaction(
        &mut self,
        books: &ExportData,
        account: &Account,
        transaction: &ExportTransaction,
        out: &mut dyn Write,
    ) -> Result<()>;
    fn end_account(&mut self, books: &ExportData, account: &Account, out: &mut dyn Write) -> Result<()>;
    /// Called for an account without transactions for which balances are known.
    fn quiet_account(&mut self, _: &ExportData, _: &Account, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
    fn end(&mut self, books: &ExportData, out: &mut dyn Write) -> Result<()>;
}

impl<W: Write> Exporter<W> {
    /// Creates an exporter and writes the beginning of the file. `now` is written as the time of the export.
    ///
    /// # Errors
    /// [`Error::Write`] if writing fails.
    pub fn begin(format: ExportFormat, books: ExportData, now: Timestamp, mut out: W) -> Result<Self> {
        let mut format: Box<dyn Format + Send> = match format {
            ExportFormat::Csv => Box::new(csv::Csv::of(&books)),
            ExportFormat::Ofx => Box::new(ofx::Ofx::default()),
            ExportFormat::Qif => Box::new(qif::Qif::of(&books)),
            ExportFormat::Beancount => Box::new(journal::Journal::<beancount::Beancount>::of(&books)),
            ExportFormat::Hledger => Box::new(journal::Journal::<hledger::Hledger>::of(&books)),
            ExportFormat::Json => Box::new(json::Json::default()),
        };
        format.begin(&books, now, &mut out)?;
        Ok(Self { books, out, format, at: None, done: HashSet::new() })
    }

    /// Writes a transaction.
    ///
    /// # Errors
    /// [`Error::OutOfOrder`] unless transactions come account by account, the oldest first;
    /// [`Error::NotAnExport`] if the account is unknown; [`Error::Money`] if a balance does
    /// not fit or the currency differs from the account's; [`Error::Write`] if writing fails.
    pub fn transaction(&mut self, transaction: &ExportTransaction) -> Result<()> {
        let (id, date) = (transaction.transaction.account, transaction.transaction.date);
        let is_next = self.at.is_some_and(|(account, _)| account == id);
        if is_next && self.at.is_some_and(|(_, before)| date < before) || self.done.contains(&id) {
            return Err(Error::OutOfOrder);
        }
        let account = self.books.account(id)?;
        if transaction.transaction.amount.currency() != account.currency {
            return Err(saldo_domain::MoneyError::CurrencyMismatch.into());
        }
        if !is_next {
            if let Some((before, _)) = self.at {
                self.format.end_account(&self.books, self.books.account(before)?, &mut self.out)?;
                self.done.insert(before);
            }
            self.format.begin_account(&self.books, account, date, &mut self.out)?;
        }
        self.at = Some((id, date));
        self.format.transaction(&self.books, account, transaction, &mut self.out)
    }

    /// Returns the underlying writer, for example to empty a buffer after sending its content.
    pub fn writer_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Writes the accounts without transactions and the end of the file, flushes the writer and returns it.
    ///
    /// # Errors
    /// [`Error::NotAnExport`] for balances of an unknown account; [`Error::Money`]
    /// if a balance does not fit; [`Error::Write`] if writing fails.
    pub fn finish(mut self) -> Result<W> {
        if let Some((last, _)) = self.at {
            self.format.end_account(&self.books, self.books.account(last)?, &mut self.out)?;
            self.done.insert(last);
        }
        for AccountBalances { account, .. } in &self.books.balances {
            if !self.done.contains(account) {
                self.format.quiet_account(&self.books, self.books.account(*account)?, &mut self.out)?;
            }
        }
        self.format.end(&self.books, &mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Writes a whole export to `out` and returns it.
///
/// # Errors
/// The errors of [`Exporter::transaction`] and [`Exporter::finish`].
pub fn export<'a, W: Write>(
    format: ExportFormat,
    books: ExportData,
    transactions: impl IntoIterator<Item = &'a ExportTransaction>,
    now: Timestamp,
    out: W,
) -> Result<W> {
    let mut exporter = Exporter::begin(format, books, now, out)?;
    for transaction in transactions {
        exporter.transaction(transaction)?;
    }
    exporter.finish()
}
