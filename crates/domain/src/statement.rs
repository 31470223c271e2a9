//! Statements: uploaded files, the drafts that were read from them, and the results of their checks.

use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sha2::Digest;

use crate::account::{AccountId, AccountKind};
use crate::clock::Timestamp;
use crate::findings::Findings;
use crate::id::Id;
use crate::job::JobId;
use crate::money::{Currency, Money};
use crate::reconciliation::{LikelyCause, Outcome, PrintedChecks, Reconciliation, Witness};
use crate::transaction::TransactionId;

/// The identifier of a [`Statement`].
pub type StatementId = Id<Statement>;

/// An uploaded statement and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The identifier.
    pub id: StatementId,
    /// The name of the user's file. It is for display only and never part of a path.
    pub file_name: String,
    /// The opaque key of the file's content in the file store.
    pub file_key: String,
    /// The size in bytes.
    pub size: u64,
    /// The digest of the content. Files with the same content are the same statement.
    pub sha256: Sha256,
    /// The number of pages; `None` until it was read.
    pub pages: Option<u32>,
    /// The kind of statement; [`StatementKind::Other`] until it was read.
    pub kind: StatementKind,
    /// The bank's name as printed.
    pub institution: Option<String>,
    /// The processing state.
    pub status: StatementStatus,
    /// The reason why it could not be read, if `status` is [`StatementStatus::Failed`].
    pub failure: Option<Failure>,
    /// The reader that read it; `None` until it was read.
    pub read_by: Option<ReadBy>,
    /// The accounts on which it reports.
    pub accounts: Vec<StatementAccount>,
    /// The time of the upload.
    pub created_at: Timestamp,
    /// The time at which it was last read successfully.
    pub processed_at: Option<Timestamp>,
    /// The latest job that processes it.
    pub job: Option<JobId>,
}

impl Statement {
    /// Returns the worst outcome of its accounts; `None` if it reports on none, as before it was read.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.accounts.iter().map(|account| account.outcome))
    }
}

/// The part of a statement that reports on one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementAccount {
    /// The account to which its transactions belong.
    pub account: AccountId,
    /// The account number, masked.
    pub number_masked: Option<String>,
    /// The currency of every amount of this part.
    pub currency: Currency,
    /// The first day of the period.
    pub period_start: Option<NaiveDate>,
    /// The last day of the period.
    pub period_end: Option<NaiveDate>,
    /// The opening balance. It is printed, unless `printed` marks it as derived.
    pub opening_balance: Option<Money>,
    /// The closing balance. It is printed, unless `printed` marks it as derived.
    pub closing_balance: Option<Money>,
    /// The day of the closing balance, if that is not the last day of the period.
    pub closing_on: Option<NaiveDate>,
    /// The result of the check.
    pub outcome: Outcome,
    /// The closing balance less the sum of the opening balance and the transactions; `None` if that is zero.
    pub discrepancy: Option<Money>,
    /// The first transaction at which the printed running balances break.
    pub first_broken_transaction: Option<TransactionId>,
    /// The printed figures on which the outcome rests.
    pub witnesses: Vec<Witness>,
    /// The possible causes of a contradiction, most likely first; empty unless the part is unbalanced.
    pub likely_causes: Vec<LikelyCause<TransactionId>>,
    /// The other printed figures, which are needed to check the part again after a user changed its lines.
    pub printed: PrintedChecks,
    /// The reader's check of all printed figures; `None` if it made none.
    pub findings: Option<Findings<TransactionId>>,
}

impl StatementAccount {
    /// True if the closing balance is certain: the part is balanced, or it was imported from a bank's own
    /// data file and no figure contradicts it.
    #[must_use]
    pub fn is_closing_certain(outcome: Outcome, read_by: Option<ReadBy>) -> bool {
        match outcome {
            Outcome::Balanced => true,
            Outcome::Unchecked => read_by == Some(ReadBy::Import),
            Outcome::Unbalanced => false,
        }
    }
}

/// The kind of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatementKind {
    /// A statement of a current, checking or savings account.
    Bank,
    /// A statement of a credit card. Debt is a negative balance.
    Card,
    /// A statement of a securities or retirement account.
    Investment,
    /// Any other kind, or a statement that was not read yet.
    Other,
}

/// The processing state of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatementStatus {
    /// Stored and not read yet.
    Uploaded,
    /// Being read by a job.
    Processing,
    /// Read. Its outcome says if it adds up.
    Processed,
    /// Could not be read.
    Failed,
}

/// The reason why a statement could not be read, with advice for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Failure {
    /// The reason, for programs.
    pub code: FailureCode,
    /// The reason and what to do, for people.
    pub message: String,
}

impl Failure {
    /// Returns the failure with the default message of its code.
    #[must_use]
    pub fn of(code: FailureCode) -> Self {
        Self { code, message: code.advice().to_owned() }
    }
}

/// A reason why a statement cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The file is encrypted, and no password was given.
    NeedsPassword,
    /// The file is encrypted, and the password does not open it.
    WrongPassword,
    /// The pages are images without text.
    ImageOnly,
    /// The file has text, but no statement was found in it.
    NotAStatement,
    /// The file is damaged.
    Unreadable,
    /// The file exceeds a limit on pages, text or processing.
    TooLarge,
}

impl FailureCode {
    /// Returns what happened and what to do, in one or two sentences for the user.
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
                "This file is a scanned image without text. Download the original PDF from your bank."
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

/// The reader that read a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReadBy {
    /// The layout reader, from the positions of the text on the pages.
    Layout,
    /// A language model, whose answer was checked against the pages.
    Model,
    /// The layout reader, from text that was recognized in images of the pages. Figures that add up are
    /// proven; words may be misread.
    Picture,
    /// An importer of a data format (CSV, OFX and others).
    Import,
}

/// The data that a reader found in a statement, before any check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementDraft {
    /// The kind of statement.
    pub kind: StatementKind,
    /// The bank's name as printed.
    pub institution: Option<String>,
    /// The reader that read it.
    pub read_by: ReadBy,
    /// The number of pages of the file.
    pub pages: u32,
    /// One draft for each account and period; a file can contain several statements of one account.
    pub accounts: Vec<AccountDraft>,
}

/// The data that a reader found about one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountDraft {
    /// The account number as printed, which the bank may have masked.
    pub number: Option<String>,
    /// The account's name as printed.
    pub name: Option<String>,
    /// The kind of account.
    pub kind: AccountKind,
    /// The currency of every amount of this draft.
    pub currency: Currency,
    /// The first day of the period, as printed.
    pub period_start: Option<NaiveDate>,
    /// The last day of the period, as printed.
    pub period_end: Option<NaiveDate>,
    /// The opening balance. Debt on a card is negative.
    pub opening_balance: Option<Money>,
    /// The closing balance. Debt on a card is negative.
    pub closing_balance: Option<Money>,
    /// The day of the closing balance, if that is not the last day of the period.
    pub closing_on: Option<NaiveDate>,
    /// The transactions in the order of the statement.
    #[serde(rename = "entries")]
    pub transactions: Vec<TransactionDraft>,
    /// The printed total of money in, as a positive amount.
    pub printed_total_in: Option<Money>,
    /// The printed total of money out, as a positive amount.
    pub printed_total_out: Option<Money>,
    /// The printed number of transactions.
    pub printed_count: Option<u32>,
    /// The reader's own check of all printed figures; `None` if it makes none.
    pub findings: Option<Findings>,
}

/// One transaction of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransactionDraft {
    /// The booking date; the first one if two are printed.
    pub date: NaiveDate,
    /// The second date, if two are printed.
    pub value_date: Option<NaiveDate>,
    /// The description as printed, its lines joined by one space.
    pub description: String,
    /// The amount: positive for money in, negative for money out.
    pub amount: Money,
    /// The running balance that is printed on this row.
    pub balance: Option<Money>,
    /// The position on the page.
    pub place: Option<Place>,
}

/// A draft whose figures were checked, ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedDraft {
    /// The kind of statement.
    pub kind: StatementKind,
    /// The bank's name as printed.
    pub institution: Option<String>,
    /// The reader that read it.
    pub read_by: ReadBy,
    /// The number of pages of the file.
    pub pages: u32,
    /// The accounts, each with the result of its check.
    pub accounts: Vec<CheckedAccount>,
}

impl CheckedDraft {
    /// Returns the worst outcome of its accounts; `None` if it has none.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::worst(self.accounts.iter().map(|account| account.reconciliation.outcome))
    }
}

/// One account of a checked draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedAccount {
    /// The draft that was checked.
    pub draft: AccountDraft,
    /// The result of the check.
    pub reconciliation: Reconciliation,
}

/// A rectangle on a page, in hundredths of a point (1/7200 inch), measured from the top left corner of the
/// page as it is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// The page number, from 1.
    pub page: u32,
    /// The distance from the left edge.
    pub x: i32,
    /// The distance from the top edge.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
}

/// The SHA-256 digest of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// Wraps a digest that was computed before.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Computes the digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// Returns the 32 bytes of the digest.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Writes 64 hexadecimal digits.
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
