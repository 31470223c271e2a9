//! The rules that make events of figures. They compare; the figures come from the books.

use chrono::{Days, NaiveDate as Date};
use saldo_domain::transaction::Direction;
use saldo_domain::{
    Account, Budget, Category, Event, Feed, FeedState, NotificationKind, Outcome, Period, Statement,
    StatementStatus, Timestamp,
};
use saldo_ledger::budget::BudgetState;
use saldo_ledger::coverage::Coverage;
use saldo_ledger::forecast::Expected;
use saldo_ledger::recurring::Recurring;
use saldo_ledger::unusual::Unusual;

/// The percentages of a budget that are events, the highest first.
const BUDGET_PERCENTS: [u8; 2] = [100, 80];
/// The days before a payment on which it is due soon.
pub(crate) const DUE_DAYS: u64 = 3;
/// The days after which a payment is missing: banks book on the next working day.
const LATE_DAYS: u64 = 5;
/// The days for which a new price and an unusual amount are news. Statements come up to a month later.
pub(crate) const NEWS_DAYS: u64 = 45;
/// The time for which the result of a statement is news, so that old statements are no events.
const RESULT_NEWS: std::time::Duration = std::time::Duration::from_hours(7 * 24);
/// The time after which a bank feed that does not succeed is news. Banks are often closed for a day.
const FEED_FAILURE: std::time::Duration = std::time::Duration::from_hours(48);
/// The days that a bank takes to issue a statement.
const ISSUE_DAYS: i64 = 14;
/// The shortest gap that is a missing statement. Banks leave out weekends and quiet days between two.
const GAP_DAYS_MIN: i64 = 20;
/// The days for which a missing statement is news.
const GAP_NEWS_DAYS: i64 = 366;

/// Returns the event of a statement that was read in the last week and does not add up.
pub(crate) fn unbalanced(statement: &Statement, now: Timestamp) -> Option<Event> {
    let is_read = statement.status == StatementStatus::Processed;
    let is_new = statement.processed_at.is_some_and(|at| at >= now.before(RESULT_NEWS));
    (is_read && is_new && statement.outcome() == Some(Outcome::Unbalanced)).then(|| {
        Event::StatementUnbalanced { statement: statement.id, file_name: statement.file_name.clone() }
    })
}

/// Returns the event of the highest percentage that the spending reached; `None` below all of them.
pub(crate) fn budget_reached(budget: &Budget, state: &BudgetState, category: &Category) -> Option<Event> {
    let spent = state.spent_per_mille()?;
    let percent = BUDGET_PERCENTS.into_iter().find(|percent| spent >= i64::from(*percent) * 10)?;
    Some(Event::BudgetReached {
        budget: budget.id,
        category: category.id,
        category_name: category.name.clone(),
        since: state.since,
        percent,
        spent: state.spent,
        available: state.available().ok()?,
    })
}

/// Returns the events of payments that are expected in the days from `today` on.
pub(crate) fn due(series: &[Recurring], expected: &[Expected], today: Date) -> Vec<Event> {
    let bills = expected.iter().filter_map(|payment| Some((payment, series.get(payment.recurring)?)));
    // A payment that did not come is expected again on each first day, but it was due only once.
    let is_late = |payment: &Expected, series: &Recurring| series.next < today && payment.date == today;
    let out = bills.filter(|(it, series)| series.direction == Direction::Out && !is_late(it, series));
    out.map(|(payment, series)| Event::BillDue {
        merchant: series.merchant.clone(),
        amount: payment.amount,
        due: payment.date,
    })
    .collect()
}

/// Returns the event of a payment that did not come, although the data of its account continues until
/// `known`.
pub(crate) fn missing(series: &Recurring, known: Date) -> Option<Event> {
    let is_over = series.next.checked_add_days(Days::new(LATE_DAYS)).is_some_and(|end| end <= known);
    (series.direction == Direction::Out && series.is_active && is_over).then(|| Event::BillMissing {
        merchant: series.merchant.clone(),
        amount: series.amount,
        due: series.next,
    })
}

/// Returns the event of a price that rose in the last weeks before `today`.
pub(crate) fn price_rose(series: &Recurring, today: Date) -> Option<Event> {
    let change = series.price_changes.last()?;
    let is_news = change.date.checked_add_days(Days::new(NEWS_DAYS)).is_some_and(|end| end >= today);
    let rose = change.after.minor().unsigned_abs() > change.before.minor().unsigned_abs();
    (series.direction == Direction::Out && series.is_active && is_news && rose).then(|| Event::PriceRose {
        merchant: series.merchant.clone(),
        before: change.before,
        after: change.after,
        date: change.date,
    })
}

/// Returns the event of an unusual amount.
pub(crate) fn unusual(payment: Unusual) -> Event {
    let Unusual { transaction, merchant, date, amount, usual } = payment;
    Event::UnusualAmount { transaction, merchant, amount, usual, date }
}

/// Returns the events of statements of an account that are missing between others, or that are late. A
/// statement is late if the next one, as long as the longest of the last three, ended two weeks ago.
pub(crate) fn statements_missing(account: &Account, coverage: &Coverage, today: Date) -> Vec<Event> {
    if account.closed_on.is_some() {
        return Vec::new();
    }
    let days = |period: &Period| (period.end() - period.start()).num_days() + 1;
    let is_missing =
        |gap: &&Period| days(gap) >= GAP_DAYS_MIN && (today - gap.end()).num_days() <= GAP_NEWS_DAYS;
    let mut missing: Vec<Period> = coverage.gaps.iter().filter(is_missing).copied().collect();
    missing.extend(late(coverage, today));
    missing
        .into_iter()
        .map(|gap| Event::StatementMissing {
            account: account.id,
            account_name: account.name.clone(),
            from: gap.start(),
            to: gap.end(),
        })
        .collect()
}

/// Returns the days of the statement that should have followed the last one.
fn late(coverage: &Coverage, today: Date) -> Option<Period> {
    let [.., _, _] = &coverage.spans[..] else { return None };
    let usual =
        coverage.spans.iter().rev().take(3).map(|span| (span.period.end() - span.period.start()).num_days());
    let start = coverage.covered.last()?.end().succ_opt()?;
    let end = start.checked_add_days(Days::new(u64::try_from(usual.max()?).ok()?))?;
    let waited = (today - end).num_days();
    ((ISSUE_DAYS..=GAP_NEWS_DAYS).contains(&waited)).then(|| Period::new(start, end)).flatten()
}

/// Returns the event of a backup that failed after the last one that succeeded.
pub(crate) fn backup_failed(runs: saldo_storage::PeriodicRuns) -> Option<Event> {
    let failed_at = runs.last_failure?;
    runs.last_success.is_none_or(|success| success < failed_at).then_some(Event::BackupFailed { failed_at })
}

/// Returns the event of a bank feed that was revoked, or has not succeeded for two days. It is the same event
/// until a fetch succeeds.
pub(crate) fn feed_failed(feed: &Feed, now: Timestamp) -> Option<Event> {
    let last = feed.fetched_at.unwrap_or(feed.created_at);
    let since = match feed.status.state {
        // No request follows the one that found it revoked.
        FeedState::Revoked => feed.requested_at.unwrap_or(last),
        FeedState::Failed if last <= now.before(FEED_FAILURE) => last,
        FeedState::Failed | FeedState::New | FeedState::Working => return None,
    };
    Some(Event::FeedFailed { feed: feed.id, label: feed.label.clone(), since: since.date() })
}

/// The kinds whose events follow from recurring payments.
pub(crate) const OF_RECURRING: [NotificationKind; 3] =
    [NotificationKind::BillDue, NotificationKind::BillMissing, NotificationKind::PriceRose];

#[cfg(test)]
mod tests;
