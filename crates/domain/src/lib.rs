#![doc = include_str!("../README.md")]

pub mod account;
pub mod category;
pub mod clock;
pub mod entry;
pub mod id;
pub mod job;
pub mod merchant;
pub mod money;
pub mod page;
pub mod period;
pub mod report;
pub mod statement;
pub mod text;
pub mod user;

pub use account::{Account, AccountId, AccountIdentity, AccountKind, NewAccount};
pub use category::{Category, CategoryId, DefaultCategory};
pub use chrono::NaiveDate as Date;
pub use clock::{Clock, ManualClock, SystemClock, Timestamp};
pub use entry::{Entry, EntryFilter, EntryId, EntryKind};
pub use id::Id;
pub use job::{Job, JobId, JobProgress, JobStage, JobState, JobWork};
pub use money::{Currency, Money, MoneyError};
pub use page::{Page, PageRequest};
pub use period::Period;
pub use statement::{
    AccountDraft, CheckedAccount, CheckedDraft, EntryDraft, Failure, FailureCode, Outcome, Place, ReadBy,
    Reconciliation, Sha256, Statement, StatementAccount, StatementDraft, StatementId, StatementKind,
    StatementStatus, Witness,
};
pub use user::{Credential, CredentialId, Email, Session, SessionId, TokenHash, User, UserId};
