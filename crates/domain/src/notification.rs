//! Notifications: events that a user asked to hear of, and the channels to which they are sent.

use serde::{Deserialize, Serialize};

use crate::Date;
use crate::account::AccountId;
use crate::budget::BudgetId;
use crate::category::CategoryId;
use crate::clock::Timestamp;
use crate::digest::{Digest, DigestFacts};
use crate::feed::FeedId;
use crate::id::Id;
use crate::money::{Currency, Money};
use crate::month::Month;
use crate::statement::StatementId;
use crate::transaction::TransactionId;

/// The identifier of a [`Notification`].
pub type NotificationId = Id<Notification>;

/// The identifier of a [`NotificationChannel`].
pub type NotificationChannelId = Id<NotificationChannel>;

/// An event that a user is notified of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The identifier.
    pub id: NotificationId,
    /// The event. A user has at most one notification for each [`Event::key`].
    pub event: Event,
    /// The time at which the event was noticed.
    pub created_at: Timestamp,
    /// The time at which the user read it.
    pub read_at: Option<Timestamp>,
    /// Its deliveries to channels.
    pub deliveries: Vec<Delivery>,
}

/// A kind of event. Each is off until the user turns it on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// A statement does not add up.
    StatementUnbalanced,
    /// A statement is missing between others, or is late.
    StatementMissing,
    /// A budget is spent to 80 or 100 percent.
    BudgetReached,
    /// A recurring payment is due soon.
    BillDue,
    /// A recurring payment did not come on its day.
    BillMissing,
    /// A recurring payment costs more than before.
    PriceRose,
    /// A payment is far larger than the others to its merchant.
    UnusualAmount,
    /// The server could not make or test a backup.
    BackupFailed,
    /// A bank feed was revoked, or has failed for two days.
    FeedFailed,
    /// The figures of a week that has ended.
    WeeklyDigest,
    /// The figures of a month that has ended.
    MonthlyDigest,
}

impl NotificationKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [Self; 11] = [
        Self::StatementUnbalanced,
        Self::StatementMissing,
        Self::BudgetReached,
        Self::BillDue,
        Self::BillMissing,
        Self::PriceRose,
        Self::UnusualAmount,
        Self::BackupFailed,
        Self::FeedFailed,
        Self::WeeklyDigest,
        Self::MonthlyDigest,
    ];
}

/// An event, with everything that its text needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// See [`NotificationKind::StatementUnbalanced`].
    StatementUnbalanced {
        /// The statement.
        statement: StatementId,
        /// The name of its file.
        file_name: String,
    },
    /// See [`NotificationKind::StatementMissing`].
    StatementMissing {
        /// The account.
        account: AccountId,
        /// The name of the account.
        account_name: String,
        /// The first day without a statement.
        from: Date,
        /// The last day without a statement.
        to: Date,
    },
    /// See [`NotificationKind::BudgetReached`].
    BudgetReached {
        /// The budget.
        budget: BudgetId,
        /// The category of the budget.
        category: CategoryId,
        /// The name of the category.
        category_name: String,
        /// The first month of the budget's period.
        since: Month,
        /// The threshold that was reached: 80 or 100 percent.
        percent: u8,
        /// The spending.
        spent: Money,
        /// The limit, with the rest that rolled over.
        available: Money,
    },
    /// See [`NotificationKind::BillDue`].
    BillDue {
        /// The merchant.
        merchant: String,
        /// The expected amount, signed.
        amount: Money,
        /// The day on which it is expected.
        due: Date,
    },
    /// See [`NotificationKind::BillMissing`].
    BillMissing {
        /// The merchant.
        merchant: String,
        /// The expected amount, signed.
        amount: Money,
        /// The day on which it was expected.
        due: Date,
    },
    /// See [`NotificationKind::PriceRose`].
    PriceRose {
        /// The merchant.
        merchant: String,
        /// The previous amount, signed.
        before: Money,
        /// The new amount, signed.
        after: Money,
        /// The date of the first payment of the new amount.
        date: Date,
    },
    /// See [`NotificationKind::UnusualAmount`].
    UnusualAmount {
        /// The transaction.
        transaction: TransactionId,
        /// The merchant.
        merchant: String,
        /// The amount, signed.
        amount: Money,
        /// The median of the earlier payments to the merchant, signed.
        usual: Money,
        /// The date of the payment.
        date: Date,
    },
    /// See [`NotificationKind::BackupFailed`].
    BackupFailed {
        /// The end of the backup that failed, or of its test.
        failed_at: Timestamp,
    },
    /// See [`NotificationKind::FeedFailed`].
    FeedFailed {
        /// The feed.
        feed: FeedId,
        /// The host of its provider, or its bank.
        label: String,
        /// The day on which it was revoked, or of the last fetch that succeeded.
        since: Date,
    },
    /// See [`NotificationKind::WeeklyDigest`].
    WeeklyDigest {
        /// The figures.
        digest: Digest,
    },
    /// See [`NotificationKind::MonthlyDigest`].
    MonthlyDigest {
        /// The figures.
        digest: Digest,
    },
}

impl Event {
    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> NotificationKind {
        match self {
            Self::StatementUnbalanced { .. } => NotificationKind::StatementUnbalanced,
            Self::StatementMissing { .. } => NotificationKind::StatementMissing,
            Self::BudgetReached { .. } => NotificationKind::BudgetReached,
            Self::BillDue { .. } => NotificationKind::BillDue,
            Self::BillMissing { .. } => NotificationKind::BillMissing,
            Self::PriceRose { .. } => NotificationKind::PriceRose,
            Self::UnusualAmount { .. } => NotificationKind::UnusualAmount,
            Self::BackupFailed { .. } => NotificationKind::BackupFailed,
            Self::FeedFailed { .. } => NotificationKind::FeedFailed,
            Self::WeeklyDigest { .. } => NotificationKind::WeeklyDigest,
            Self::MonthlyDigest { .. } => NotificationKind::MonthlyDigest,
        }
    }

    /// Returns a text that is the same each time the same event is noticed: its subject and its period. It
    /// has no amount, which may still change.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::StatementUnbalanced { statement, .. } => format!("statement_unbalanced {statement}"),
            Self::StatementMissing { account, from, .. } => format!("statement_missing {account} {from}"),
            Self::BudgetReached { budget, since, percent, .. } => {
                format!("budget_reached {budget} {since} {percent}")
            }
            Self::BillDue { merchant, amount, due } => {
                format!("bill_due {due} {} {merchant}", amount.currency())
            }
            Self::BillMissing { merchant, amount, due } => {
                format!("bill_missing {due} {} {merchant}", amount.currency())
            }
            Self::PriceRose { merchant, after, date, .. } => {
                format!("price_rose {date} {} {merchant}", after.currency())
            }
            Self::UnusualAmount { transaction, .. } => format!("unusual_amount {transaction}"),
            // A server repeats a failed backup within minutes, so that one failure has many ends.
            Self::BackupFailed { failed_at } => format!("backup_failed {}", failed_at.date()),
            Self::FeedFailed { feed, since, .. } => format!("feed_failed {feed} {since}"),
            Self::WeeklyDigest { digest } => format!("weekly_digest {}", digest.from),
            Self::MonthlyDigest { digest } => format!("monthly_digest {}", digest.from),
        }
    }

    /// Returns the path of the page that shows the subject.
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::StatementUnbalanced { statement, .. } => format!("/statements/{statement}"),
            Self::StatementMissing { account, .. } => format!("/accounts/{account}"),
            Self::BudgetReached { .. } => "/budget".to_owned(),
            Self::BillDue { .. } | Self::BillMissing { .. } | Self::PriceRose { .. } => {
                "/recurring".to_owned()
            }
            Self::UnusualAmount { date, .. } => format!("/transactions?from={date}&to={date}"),
            Self::BackupFailed { .. } => "/notifications".to_owned(),
            Self::FeedFailed { .. } => "/settings/data".to_owned(),
            Self::WeeklyDigest { digest } | Self::MonthlyDigest { digest } => {
                format!("/reports?period=custom&from={}&to={}", digest.from, digest.to)
            }
        }
    }

    /// Returns the figures of a digest; `None` for other kinds.
    #[must_use]
    pub const fn digest(&self) -> Option<&Digest> {
        match self {
            Self::WeeklyDigest { digest } | Self::MonthlyDigest { digest } => Some(digest),
            Self::StatementUnbalanced { .. }
            | Self::StatementMissing { .. }
            | Self::BudgetReached { .. }
            | Self::BillDue { .. }
            | Self::BillMissing { .. }
            | Self::PriceRose { .. }
            | Self::UnusualAmount { .. }
            | Self::BackupFailed { .. }
            | Self::FeedFailed { .. } => None,
        }
    }

    /// Returns the facts of the event, as the API and the channels send them.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::of(self.kind(), self.path());
        match self.clone() {
            Self::StatementUnbalanced { statement, file_name } => {
                (facts.subject, facts.name) = (Some(statement.to_string()), Some(file_name));
            }
            Self::StatementMissing { account, account_name, from, to } => {
                (facts.subject, facts.name) = (Some(account.to_string()), Some(account_name));
                (facts.from, facts.to) = (Some(from), Some(to));
            }
            Self::BudgetReached { category, category_name, since, percent, spent, available, .. } => {
                (facts.subject, facts.name) = (Some(category.to_string()), Some(category_name));
                facts.from = Some(since.period().start());
                facts.percent = Some(percent);
                facts.amounts(spent, Some(available));
            }
            Self::BillDue { merchant, amount, due } | Self::BillMissing { merchant, amount, due } => {
                (facts.name, facts.from) = (Some(merchant), Some(due));
                facts.amounts(amount, None);
            }
            Self::PriceRose { merchant, before, after, date } => {
                (facts.name, facts.from) = (Some(merchant), Some(date));
                facts.amounts(after, Some(before));
            }
            Self::UnusualAmount { transaction, merchant, amount, usual, date } => {
                (facts.subject, facts.name) = (Some(transaction.to_string()), Some(merchant));
                facts.from = Some(date);
                facts.amounts(amount, Some(usual));
            }
            Self::BackupFailed { failed_at } => facts.from = Some(failed_at.date()),
            Self::FeedFailed { feed, label, since } => {
                (facts.subject, facts.name) = (Some(feed.to_string()), Some(label));
                facts.from = Some(since);
            }
            Self::WeeklyDigest { digest } | Self::MonthlyDigest { digest } => {
                (facts.from, facts.to) = (Some(digest.from), Some(digest.to));
                if let Some(first) = digest.flows.first() {
                    facts.amounts(first.spending, first.spending_before);
                }
                facts.digest = Some(digest.into());
            }
        }
        facts
    }
}

/// The facts of an event in one shape for all kinds. A field that a kind does not have is `null`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// The kind of event.
    pub kind: NotificationKind,
    /// The path of the page that shows the subject.
    pub path: String,
    /// The id of the statement, account, category, transaction or bank feed.
    pub subject: Option<String>,
    /// The name of the file, account, category, merchant or bank feed.
    pub name: Option<String>,
    /// The amount without a sign: spent, expected or paid; of a digest in its first currency.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::openapi::DecimalText>))]
    pub amount: Option<String>,
    /// The amount to compare with: the limit of a budget, the previous price, or the usual amount.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::openapi::DecimalText>))]
    pub compared: Option<String>,
    /// The currency of the amounts.
    pub currency: Option<Currency>,
    /// The reached percentage of a budget: 80 or 100.
    pub percent: Option<u8>,
    /// The day of the event, or the first one.
    pub from: Option<Date>,
    /// The last day of missing statements or of a digest.
    pub to: Option<Date>,
    /// The figures of a digest; `null` for other kinds.
    pub digest: Option<DigestFacts>,
}

impl Facts {
    const fn of(kind: NotificationKind, path: String) -> Self {
        Self {
            kind,
            path,
            subject: None,
            name: None,
            amount: None,
            compared: None,
            currency: None,
            percent: None,
            from: None,
            to: None,
            digest: None,
        }
    }

    fn amounts(&mut self, amount: Money, compared: Option<Money>) {
        self.amount = Some(unsigned(amount));
        self.compared = compared.map(unsigned);
        self.currency = Some(amount.currency());
    }
}

/// Returns the size of an amount as a decimal.
fn unsigned(amount: Money) -> String {
    amount.decimal().trim_start_matches('-').to_owned()
}

/// A way in which notifications leave the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChannelKind {
    /// A signed JSON document, posted to an address.
    Webhook,
    /// A message to a topic of an ntfy server.
    Ntfy,
    /// An email to the user's verified address.
    Mail,
}

/// A place to which the notifications of a user are sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationChannel {
    /// The identifier.
    pub id: NotificationChannelId,
    /// The kind.
    pub kind: ChannelKind,
    /// The part of the address that is no secret: the host of a server.
    pub label: String,
    /// The encrypted address and secret.
    pub sealed: Vec<u8>,
    /// The time of creation.
    pub created_at: Timestamp,
}

/// The delivery of a notification to a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The channel.
    pub channel: NotificationChannelId,
    /// The number of attempts so far.
    pub attempts: u32,
    /// The time of the next attempt; `None` if it succeeded, or failed for the last time.
    pub due_at: Option<Timestamp>,
    /// The time of the attempt that succeeded.
    pub delivered_at: Option<Timestamp>,
    /// The reason why the latest attempt failed.
    pub failure: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(percent: u8, spent: i64) -> Event {
        let euro = Currency::parse("EUR").unwrap();
        let at = Timestamp::from_milliseconds(0);
        Event::BudgetReached {
            budget: BudgetId::new(at),
            category: CategoryId::new(at),
            category_name: "groceries".to_owned(),
            since: Month::new(2025, 5).unwrap(),
            percent,
            spent: Money::from_minor(spent, euro),
            available: Money::from_minor(1_000, euro),
        }
    }

    #[test]
    fn the_same_event_has_the_same_key_whatever_its_amount() {
        let first = reached(80, 800);
        let mut later = first.clone();
        if let Event::BudgetReached { spent, .. } = &mut later {
            *spent = Money::from_minor(900, spent.currency());
        }
        assert_eq!(first.key(), later.key());
        let mut full = first.clone();
        if let Event::BudgetReached { percent, .. } = &mut full {
            *percent = 100;
        }
        assert_ne!(first.key(), full.key());
    }

    #[test]
    fn a_key_begins_with_the_kind() {
        let event = reached(80, 800);
        let kind = serde_json::to_value(event.kind()).unwrap();
        assert!(event.key().starts_with(kind.as_str().unwrap()));
        assert_eq!(serde_json::to_value(&event).unwrap()["kind"], kind);
    }
}
