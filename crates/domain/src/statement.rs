//! Statements: an uploaded file, what was read from it, and whether it adds up.

use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sha2::Digest;

use crate::account::{AccountId, AccountKind};
use crate::clock::Timestamp;
use crate::entry::EntryId;
use crate::id::Id;
use crate::job::JobId;
use crate::money::{Currency, Money};
use crate::reconciliation::{LikelyCause, Outcome, PrintedChecks, Reconciliation, Witness};

/// Names a [`Statement`].
pub type StatementId = Id<Statement>;

/// An uploaded statement and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its identifier.
    pub id: StatementId,
    /// The name the person's file had; for display only, never part of a path.
    pub file_name: String,
    /// The opaque key of the bytes in the file store.
    pub file_key: String,
    /// Size in bytes.
    pub size: u64,
    /// Digest of the bytes: the same bytes are the same statement.
    pub sha256: Sha256,
    /// Pages, once read.
    pub pages: Option<u32>,
    /// What kind of statement it is, once read.
    pub kind: StatementKind,
    /// The bank's name as printed.
    pub institution: Option<String>,
    /// How far it has come.
    pub status: StatementStatus,
    /// Why it could not be read, when `status` is [`StatementStatus::Failed`].
    pub failure: Option<Failure>,
    /// Who read it.
    pub read_by: Option<ReadBy>,
    /// The accounts it reports on.
    pub accounts: Vec<StatementAccount>,
    /// When it was uploaded.
    pub created_at: Timestamp,
    /// When it was last read with success.
    pub processed_at: Option<Timestamp>,
    /// The latest job that processes it.
    pub job: Option<JobId>,
}

impl Statement {
    /// The statement's outcome: the worst of its accounts'; `None` before it was read.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.accounts.iter().map(|account| account.outcome))
    }
}

/// One account's part of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementAccount {
    /// The account it was booked to.
    pub account: AccountId,
    /// The account's number, masked.
    pub number_masked: Option<String>,
    /// The currency of every amount here.
    pub currency: Currency,
    /// The first day of the period.
    pub period_start: Option<NaiveDate>,
    /// The last day of the period.
    pub period_end: Option<NaiveDate>,
    /// The opening balance, printed unless `printed` says that it is derived.
    pub opening_balance: Option<Money>,
    /// The closing balance, the same.
    pub closing_balance: Option<Money>,
    /// The day of the closing balance, where it is not the last of the period.
    pub closing_on: Option<NaiveDate>,
    /// Whether it adds up.
    pub outcome: Outcome,
    /// Closing less (opening + entries), when that is not nothing.
    pub discrepancy: Option<Money>,
    /// The first entry at which the printed running balance breaks.
    pub first_broken_entry: Option<EntryId>,
    /// What the outcome rests on.
    pub witnesses: Vec<Witness>,
    /// What may have gone wrong, likeliest first; empty unless the part is unbalanced.
    pub likely_causes: Vec<LikelyCause<EntryId>>,
    /// What the statement prints besides, for another check after a person changed its lines.
    pub printed: PrintedChecks,
}

impl StatementAccount {
    /// Whether its closing balance is certain: it adds up, or a bank's own file says so and nothing speaks against it.
    #[must_use]
    pub fn is_closing_certain(outcome: Outcome, read_by: Option<ReadBy>) -> bool {
        match outcome {
            Outcome::Balanced => true,
            Outcome::Unchecked => read_by == Some(ReadBy::Import),
            Outcome::Unbalanced => false,
        }
    }
}

/// What kind of statement a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatementKind {
    /// Of a current, checking or savings account.
    Bank,
    /// Of a credit card: what is owed is negative.
    Card,
    /// Of a securities or retirement account.
    Investment,
    /// Anything else, or not read yet.
    Other,
}

/// How far a statement has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatementStatus {
    /// Stored, not read.
    Uploaded,
    /// A job is reading it.
    Processing,
    /// Read; whether it adds up is its outcome.
    Processed,
    /// It could not be read.
    Failed,
}

/// Why a statement could not be read, in words for the person that say what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Failure {
    /// The reason, for programs.
    pub code: FailureCode,
    /// The reason, for people.
    pub message: String,
}

impl Failure {
    /// The failure with the code's usual words.
    #[must_use]
    pub fn of(code: FailureCode) -> Self {
        Self { code, message: code.advice().to_owned() }
    }
}

/// The reasons for which a statement cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The file is encrypted and no password was given.
    NeedsPassword,
    /// The file is encrypted and the password does not open it.
    WrongPassword,
    /// The pages are pictures without text.
    ImageOnly,
    /// The file has text, but no statement was found in it.
    NotAStatement,
    /// The file is damaged.
    Unreadable,
    /// The file has more pages, text or work in it than the limits allow.
    TooLarge,
}

impl FailureCode {
    /// What happened and what to do, in one or two sentences.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::NeedsPassword => {
                "This file is protected by a password. Process it again with its password."
            }
            Self::WrongPassword => {
                "The password does not open this file. Process it again with the right password."
            }
            Self::ImageOnly => {
                "This file is a picture without text. Download the original PDF from your bank instead of a scan."
            }
            Self::NotAStatement => {
                "No statement was found in this file. Check that it is a bank or card statement that lists transactions."
            }
            Self::Unreadable => "This file is damaged and cannot be read. Download it from your bank again.",
            Self::TooLarge => {
                "This file is too large or too complex to read. Split it into statements of fewer pages."
            }
        }
    }
}

/// Who read a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReadBy {
    /// The reader, from the layout of the page.
    Layout,
    /// A language model, checked against the page.
    Model,
    /// The reader, from words that were recognized in pictures of the pages: figures that add up are proven, words may be misread.
    Picture,
    /// An import format (CSV, OFX, …).
    Import,
}

/// What a reader read, unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementDraft {
    /// What kind of statement it is.
    pub kind: StatementKind,
    /// The bank's name as printed.
    pub institution: Option<String>,
    /// Who read it.
    pub read_by: ReadBy,
    /// How many pages the file has.
    pub pages: u32,
    /// One for each account and period; several statements of one account in a file are several.
    pub accounts: Vec<AccountDraft>,
}

/// What was read of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountDraft {
    /// The account's number as printed (perhaps masked by the bank).
    pub number: Option<String>,
    /// What the account is called on the page.
    pub name: Option<String>,
    /// What kind of account it is.
    pub kind: AccountKind,
    /// The currency of every amount here.
    pub currency: Currency,
    /// The first day of the period, as printed.
    pub period_start: Option<NaiveDate>,
    /// The last day of the period, as printed.
    pub period_end: Option<NaiveDate>,
    /// The opening balance; on a card what is owed is negative.
    pub opening_balance: Option<Money>,
    /// The closing balance.
    pub closing_balance: Option<Money>,
    /// The day of the closing balance, where it is not the last of the period.
    pub closing_on: Option<NaiveDate>,
    /// The entries in the statement's own order.
    pub entries: Vec<EntryDraft>,
    /// Printed total of money in, as a positive amount.
    pub printed_total_in: Option<Money>,
    /// Printed total of money out, as a positive amount.
    pub printed_total_out: Option<Money>,
    /// Printed number of entries.
    pub printed_count: Option<u32>,
    /// The result of weighing everything that the page prints, where the reader does so.
    pub findings: Option<Findings>,
}

/// The result of weighing all figures that a page prints against each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The outcome. The draft's own figures may make it worse, never better.
    pub outcome: Outcome,
    /// Printed figures that contradict the rest, in the order of the page.
    pub contradictions: Vec<Finding>,
}

/// A printed figure that contradicts the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The entry that it stands beside, by its index.
    pub entry: Option<usize>,
    /// The printed figure less what follows from the entries.
    pub difference: Money,
    /// A sentence for people.
    pub message: String,
}

/// One line of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryDraft {
    /// The booking date: the first, where two are printed.
    pub date: NaiveDate,
    /// The other date, where two are printed.
    pub value_date: Option<NaiveDate>,
    /// As printed, lines joined by one space.
    pub description: String,
    /// Signed from the account holder's side.
    pub amount: Money,
    /// The running balance printed on this row.
    pub balance: Option<Money>,
    /// Where on the page it stands.
    pub place: Option<Place>,
}

/// A draft whose figures were checked: ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedDraft {
    /// What kind of statement it is.
    pub kind: StatementKind,
    /// The bank's name as printed.
    pub institution: Option<String>,
    /// Who read it.
    pub read_by: ReadBy,
    /// How many pages the file has.
    pub pages: u32,
    /// The accounts with the result of the check.
    pub accounts: Vec<CheckedAccount>,
}

impl CheckedDraft {
    /// The outcome of the whole.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.accounts.iter().map(|account| account.reconciliation.outcome))
    }
}

/// One account of a checked draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedAccount {
    /// What was read.
    pub draft: AccountDraft,
    /// Whether it adds up.
    pub reconciliation: Reconciliation,
}

/// A spot on a page, in hundredths of a point (1/7200 inch) from the top left corner of the page as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// The page, counted from 1.
    pub page: u32,
    /// Distance from the left edge.
    pub x: i32,
    /// Distance from the top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// The SHA-256 digest of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// Wraps a finished digest.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Sha256 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex::encode(self.0))
    }
}
impl fmt::Debug for Sha256 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unbalanced_account_makes_the_statement_unbalanced() {
        assert_eq!(
            Outcome::worst([Outcome::Balanced, Outcome::Unbalanced, Outcome::Unchecked]),
            Some(Outcome::Unbalanced)
        );
        assert_eq!(Outcome::worst([Outcome::Balanced, Outcome::Unchecked]), Some(Outcome::Unchecked));
        assert_eq!(Outcome::worst([]), None);
    }

    #[test]
    fn a_digest_prints_as_hexadecimal() {
        assert!(Sha256::of(b"").to_string().starts_with("e3b0c44298fc1c14"));
    }
}
