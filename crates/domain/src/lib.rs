#![doc = include_str!("../README.md")]

pub mod account;
pub mod api_token;
pub mod attachment;
pub mod budget;
pub mod category;
mod chain;
pub mod chat;
pub mod clock;
pub mod date;
pub mod decimal;
pub mod digest;
pub mod edit;
pub mod edit_subject;
pub mod feed;
pub mod findings;
pub mod fiscal;
pub mod goal;
pub mod household;
pub mod id;
pub mod job;
mod language;
pub mod mailbox;
pub mod masking;
pub mod merchant;
pub mod money;
pub mod month;
pub mod notification;
#[cfg(feature = "openapi")]
pub mod openapi;
pub mod own_csv;
pub mod page;
pub mod period;
pub mod preferences;
pub mod query;
pub mod rate;
mod reconciliation;
pub mod report;
pub mod rule;
pub mod running;
pub mod saved_view;
mod seal;
pub mod shared_expense;
pub mod split;
pub mod spreadsheet;
pub mod statement;
pub mod tag;
pub mod text;
pub mod transaction;
pub mod user;

pub use account::{Account, AccountId, AccountIdentity, AccountKind, AccountLabels, NewAccount};
pub use api_token::{ApiToken, ApiTokenId, Scope};
pub use attachment::{Attachment, AttachmentId, AttachmentText, MediaType};
pub use budget::{Budget, BudgetId, BudgetRhythm, RollOver};
pub use category::{Category, CategoryId, DefaultCategory};
pub use chain::Chain;
pub use chat::{Approval, ApprovalId, ApprovalState, Chat, ChatId, ChatRole, Memory, MemoryId, MessageState};
pub use chrono::NaiveDate as Date;
pub use clock::{Clock, ManualClock, SystemClock, Timestamp};
pub use digest::{
    Digest, DigestBehind, DigestCategory, DigestCategoryFacts, DigestFacts, DigestFlow, DigestFlowFacts,
    DigestRhythm,
};
pub use edit::{AccountState, Edit, EditAction, EditId, EditedBy, TransactionRecord, TransactionState};
pub use edit_subject::{EditSubject, NamedAccount, NamedCategory, SubjectTransaction};
pub use feed::{
    Feed, FeedAccount, FeedAccountDetails, FeedAccountId, FeedAuthorization, FeedBank, FeedFile, FeedId,
    FeedLink, FeedProvider, FeedRows, FeedState, FeedStatus,
};
pub use findings::{
    Alternative, CorrectedRow, Difference, Example, Finding, Findings, LayoutHint, OpenFact, Origin, Origins,
    PrintedFigure, StatementAnswers, UserAnswers,
};
pub use fiscal::{FiscalCalendar, Granularity};
pub use goal::{Contribution, ContributionId, Earmark, Goal, GoalId, GoalSource, GoalUnknown};
pub use household::{Author, BooksRole, Household, Invitation, InvitationId, Member};
pub use id::Id;
pub use job::{Job, JobId, JobProgress, JobStage, JobState, JobWork};
pub use language::Language;
pub use mailbox::{
    MailAction, MailFile, MailFileOutcome, MailLogin, MailMessage, MailOutcome, MailPosition, MailResult,
    MailRule, MailSecurity, Mailbox, MailboxId, MailboxSecrets, MailboxSettings, MailboxState, MailboxStatus,
    StuckMail,
};
pub use masking::mask_numbers;
pub use merchant::MerchantNames;
pub use money::{Currency, Money, MoneyError};
pub use month::Month;
pub use notification::{
    ChannelKind, Delivery, Event, Facts, Notification, NotificationChannel, NotificationChannelId,
    NotificationId, NotificationKind,
};
pub use page::{Page, PageRequest};
pub use period::Period;
pub use preferences::{AdvisorPreferences, Preferences, PreferencesChange, SendingConsent};
pub use query::{Query, QueryAnswer, QueryFilter};
pub use rate::{DayRate, Rate};
pub use reconciliation::{
    CauseCode, DerivedEnds, LikelyCause, Outcome, PrintedChecks, Reconciliation, Witness,
};
pub use rule::{Rule, RuleAction, RuleCondition, RuleId};
pub use saved_view::{SavedView, SavedViewId, ViewPage};
pub use seal::Seal;
pub use shared_expense::{
    Division, DivisionUnit, ExpenseState, InvalidDivision, Settlement, SettlementId, SharedExpense,
    SharedExpenseId, Weight,
};
pub use split::Split;
pub use statement::{
    AccountDraft, CheckedAccount, CheckedDraft, Failure, FailureCode, Place, ReadBy, Sha256, Statement,
    StatementAccount, StatementDraft, StatementId, StatementKind, StatementStatus, TransactionDraft,
};
pub use tag::Tag;
pub use transaction::{
    CategoryBy, Transaction, TransactionFilter, TransactionId, TransactionKind, TransferId,
};
pub use user::{Credential, CredentialId, Email, Session, SessionId, TokenHash, User, UserId};
