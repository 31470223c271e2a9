//! Looks for events: the figures of the books, compared by the rules.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate as Date};
use saldo_domain::{Chain, DigestRhythm, Event, Month, NotificationKind, Period, Timestamp, UserId};
use saldo_ledger::forecast::expected;

use crate::{Notifier, Result, rules};

impl Notifier {
    /// Looks for events of the kinds that the user turned on, and stores a notification of each new one. A
    /// kind whose figures cannot be calculated does not hide the others. Returns the number of new
    /// notifications.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn look(&self, user: UserId, now: Timestamp) -> Result<usize> {
        let kinds = self.storage.find_notification_kinds(user).await?;
        let mut events = Vec::new();
        for kind in &kinds {
            match Box::pin(self.events(user, *kind, now)).await {
                Ok(found) => events.extend(found),
                Err(error) => skipped(*kind, &error),
            }
        }
        if rules::OF_RECURRING.iter().any(|kind| kinds.contains(kind)) {
            match Box::pin(self.events_of_recurring(user, &kinds, now.date())).await {
                Ok(found) => events.extend(found),
                Err(error) => skipped(rules::OF_RECURRING[0], &error),
            }
        }
        Ok(self.storage.insert_notifications(user, events, now).await?)
    }

    /// Returns the events of a kind that does not follow from recurring payments.
    async fn events(&self, user: UserId, kind: NotificationKind, now: Timestamp) -> Result<Vec<Event>> {
        match kind {
            NotificationKind::StatementUnbalanced => {
                let statements = self.books.statements(user).await?;
                Ok(statements.iter().filter_map(|statement| rules::unbalanced(statement, now)).collect())
            }
            NotificationKind::StatementMissing => self.missing_statements(user, now.date()).await,
            NotificationKind::BudgetReached => self.reached_budgets(user, now.date()).await,
            NotificationKind::UnusualAmount => {
                let today = self.books.recurring_day(user, now.date()).await?;
                let found = self.books.unusual_payments(user, today, rules::NEWS_DAYS).await?;
                Ok(found.into_iter().map(rules::unusual).collect())
            }
            NotificationKind::BackupFailed => {
                let mut found = Vec::new();
                for work in self.backups {
                    found.extend(rules::backup_failed(self.storage.find_runs(work).await?));
                }
                Ok(found)
            }
            NotificationKind::FeedFailed => {
                let feeds = self.storage.list_feeds(user).await?;
                Ok(feeds.iter().filter_map(|feed| rules::feed_failed(feed, now)).collect())
            }
            NotificationKind::WeeklyDigest => {
                let found = self.books.digest(user, DigestRhythm::Weekly, now.date()).await?;
                Ok(found.map(|digest| Event::WeeklyDigest { digest }).into_iter().collect())
            }
            NotificationKind::MonthlyDigest => {
                let found = self.books.digest(user, DigestRhythm::Monthly, now.date()).await?;
                Ok(found.map(|digest| Event::MonthlyDigest { digest }).into_iter().collect())
            }
            NotificationKind::BillDue | NotificationKind::BillMissing | NotificationKind::PriceRose => {
                Ok(Vec::new())
            }
        }
    }

    async fn missing_statements(&self, user: UserId, today: Date) -> Result<Vec<Event>> {
        let accounts = self.storage.list_accounts(user).await?;
        let coverage = self.books.coverage(user).await?;
        let of_account = |account| coverage.iter().filter(move |((of, _), _)| *of == account);
        let found = accounts.iter().flat_map(|account| {
            of_account(account.id).flat_map(|(_, it)| rules::statements_missing(account, it, today))
        });
        Ok(found.collect())
    }

    async fn reached_budgets(&self, user: UserId, today: Date) -> Result<Vec<Event>> {
        let Some(month) = Month::of(today) else { return Ok(Vec::new()) };
        let categories = self.storage.list_categories(user).await?;
        let budgets = self.books.budgets(user, month).await?;
        let found = budgets.iter().filter_map(|now| {
            let category = categories.iter().find(|category| category.id == now.budget.category)?;
            rules::budget_reached(&now.budget, now.state.as_ref()?, category)
        });
        Ok(found.collect())
    }

    async fn events_of_recurring(
        &self,
        user: UserId,
        kinds: &BTreeSet<NotificationKind>,
        today: Date,
    ) -> Result<Vec<Event>> {
        // As of the last known day: a payment has not ended because no statement covers its day.
        let as_of = self.books.recurring_day(user, today).await?;
        let series = self.books.recurring(user, as_of).await?;
        let mut found = Vec::new();
        if kinds.contains(&NotificationKind::BillDue) {
            let until = today.checked_add_days(Days::new(rules::DUE_DAYS)).unwrap_or(today);
            if let Some(period) = Period::new(today, until) {
                let payments = expected(&series, period).map_err(saldo_bookkeeping::Error::from)?;
                found.extend(rules::due(&series, &payments, today));
            }
        }
        for one in &series {
            if kinds.contains(&NotificationKind::BillMissing) {
                let known = self.books.known_days(user, &[one.account], today).await?;
                found.extend(known.and_then(|known| rules::missing(one, known.ends.1)));
            }
            if kinds.contains(&NotificationKind::PriceRose) {
                found.extend(rules::price_rose(one, as_of));
            }
        }
        Ok(found)
    }
}

fn skipped(kind: NotificationKind, error: &crate::Error) {
    tracing::warn!(?kind, cause = %Chain(error), "cannot look for events; the next look tries again");
}
