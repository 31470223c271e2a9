//! A person's books in the formats of other programs, written as they are read: nothing is held in memory but names.
//!
//! Entries are handed over account by account, the oldest first. Formats that can say so assert every balance that is certain:
//! Beancount's `balance`, hledger's `=`. Those programs prove the file again.

mod balances;
mod beancount;
mod chart;
mod csv;
mod hledger;
mod journal;
mod json;
mod ofx;
mod qif;

use std::collections::HashSet;
use std::io::Write;

use saldo_domain::{
    Account, AccountId, AccountKind, Category, Currency, Date, Entry, Money, Outcome, Period, Split,
    StatementId, Tag, Timestamp,
};

use crate::error::{Error, Result};
pub use csv::paths as category_paths;
pub use json::{ExportedBooks, ReadBooks, read_json};

/// A format that books are exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// A table with a head, separated by commas, for spreadsheets.
    Csv,
    /// Open Financial Exchange 2.2 (XML).
    Ofx,
    /// Quicken Interchange Format, with dates as `2025-04-30`.
    Qif,
    /// Beancount 2 and 3.
    Beancount,
    /// The journal of hledger, which Ledger reads, too.
    Hledger,
    /// Everything, as Saldo itself reads it.
    Json,
}

impl ExportFormat {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::Csv, Self::Ofx, Self::Qif, Self::Beancount, Self::Hledger, Self::Json];

    /// The name it is asked for by.
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

    /// The format of a name; `ledger` is hledger's journal, which it reads.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let name = if name == "ledger" { Self::Hledger.name() } else { name };
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The usual ending of a file's name, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Hledger => "journal",
            other => other.name(),
        }
    }

    /// The media type.
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

/// What is known besides the entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Books {
    /// Every account that an entry is booked to.
    pub accounts: Vec<Account>,
    /// Every category that an entry has, and those above.
    pub categories: Vec<Category>,
    /// The statements' balances. Leave them out when only some of the entries are exported: what is left would not add up.
    pub statements: Vec<StatementBalance>,
    /// The balances that journals set and assert, for the accounts of which any is known. Leave them out as well when only some of
    /// the entries are exported.
    pub balances: Vec<AccountBalances>,
}

/// The balances that an account's entries are set to, so that they make what net worth tells of every day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountBalances {
    /// The account.
    pub account: AccountId,
    /// The balance before the first entry, and the first day on which it is known.
    pub opening: Option<(Date, Money)>,
    /// The balances that are certain at the ends of days, in their order.
    pub known: Vec<(Date, Money)>,
    /// Entries that count on another day than theirs: their day, the day on which they count, and their amount.
    pub moved: Vec<(Date, Date, Money)>,
}

impl Books {
    /// The order in which accounts are best handed over: cards after all others, as OFX wants it, then by name.
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
            Error::NotAnExport(format!("an entry is booked to the account {id}, which is missing"))
        })
    }
}

/// The balances that a statement prints for an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementBalance {
    /// The statement.
    pub statement: StatementId,
    /// The account.
    pub account: AccountId,
    /// The currency.
    pub currency: Currency,
    /// The days from its first to its last: see [`StatementBalance::days_of`].
    pub days: Period,
    /// The printed opening balance.
    pub opening: Option<Money>,
    /// The printed closing balance.
    pub closing: Option<Money>,
    /// Whether it adds up. Only balances of those that do are asserted.
    pub outcome: Outcome,
}

impl StatementBalance {
    /// The printed period, stretched so that every one of the statement's entries lies in it: banks print entries that
    /// were made before the period began. `None` when there is neither a period nor an entry.
    #[must_use]
    pub fn days_of(
        start: Option<Date>,
        end: Option<Date>,
        entries: impl IntoIterator<Item = Date>,
    ) -> Option<Period> {
        let dates: Vec<Date> = start.into_iter().chain(end).chain(entries).collect();
        Period::new(*dates.iter().min()?, *dates.iter().max()?)
    }
}

/// An entry with what the person added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookEntry {
    /// The entry.
    pub entry: Entry,
    /// Its tags.
    pub tags: Vec<Tag>,
    /// The person's note.
    pub note: Option<String>,
    /// Its parts, when it is split; they add up to its amount.
    pub splits: Vec<Split>,
}

impl From<Entry> for BookEntry {
    /// What the person added stands beside the entry, and no longer in it.
    fn from(mut entry: Entry) -> Self {
        let tags = std::mem::take(&mut entry.tags);
        let note = Some(std::mem::take(&mut entry.note)).filter(|note| !note.is_empty());
        let splits = std::mem::take(&mut entry.splits);
        Self { entry, tags, note, splits }
    }
}

/// Writes books in one format, entry by entry.
pub struct Exporter<W> {
    books: Books,
    out: W,
    format: Box<dyn Format + Send>,
    at: Option<(AccountId, Date)>,
    done: HashSet<AccountId>,
}

/// What a format writes when.
trait Format {
    fn begin(&mut self, books: &Books, now: Timestamp, out: &mut dyn Write) -> Result<()>;
    /// Before the first entry of an account, which is of the day `first`.
    fn begin_account(
        &mut self,
        books: &Books,
        account: &Account,
        first: Date,
        out: &mut dyn Write,
    ) -> Result<()>;
    fn entry(
        &mut self,
        books: &Books,
        account: &Account,
        entry: &BookEntry,
        out: &mut dyn Write,
    ) -> Result<()>;
    fn end_account(&mut self, books: &Books, account: &Account, out: &mut dyn Write) -> Result<()>;
    /// An account without entries, of which balances are known.
    fn quiet_account(&mut self, _: &Books, _: &Account, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
    fn end(&mut self, books: &Books, out: &mut dyn Write) -> Result<()>;
}

impl<W: Write> Exporter<W> {
    /// Writes the beginning. `now` stands in the file as the moment of the export.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn begin(format: ExportFormat, books: Books, now: Timestamp, mut out: W) -> Result<Self> {
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

    /// Writes an entry.
    ///
    /// # Errors
    /// [`Error::OutOfOrder`] unless entries come account by account, the oldest first; [`Error::NotAnExport`] when its
    /// account is unknown; [`Error::Money`] when a balance does not fit or its currency is not its account's;
    /// [`Error::Write`].
    pub fn entry(&mut self, entry: &BookEntry) -> Result<()> {
        let (id, date) = (entry.entry.account, entry.entry.date);
        let is_next = self.at.is_some_and(|(account, _)| account == id);
        if is_next && self.at.is_some_and(|(_, before)| date < before) || self.done.contains(&id) {
            return Err(Error::OutOfOrder);
        }
        let account = self.books.account(id)?;
        if entry.entry.amount.currency() != account.currency {
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
        self.format.entry(&self.books, account, entry, &mut self.out)
    }

    /// Where it is written to, as when a buffer is to be sent on and emptied.
    pub fn writer_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Writes the end.
    ///
    /// # Errors
    /// [`Error::Money`] when a balance does not fit; [`Error::Write`].
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

/// Writes books and entries at once.
///
/// # Errors
/// As [`Exporter::entry`].
pub fn export<'a, W: Write>(
    format: ExportFormat,
    books: Books,
    entries: impl IntoIterator<Item = &'a BookEntry>,
    now: Timestamp,
    out: W,
) -> Result<W> {
    let mut exporter = Exporter::begin(format, books, now, out)?;
    for entry in entries {
        exporter.entry(entry)?;
    }
    exporter.finish()
}
