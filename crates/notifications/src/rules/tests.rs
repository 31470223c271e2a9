//! Tests of the rules.

use saldo_domain::{
    AccountId, AccountKind, BudgetRhythm, Currency, Id, Money, Month, RollOver, StatementId, StatementKind,
};
use saldo_ledger::coverage::{PrintedLines, StatementSpan, coverage};
use saldo_ledger::recurring::{PriceChange, Regularity, Rhythm};
use saldo_storage::PeriodicRuns;

use super::*;

#[test]
fn a_feed_is_an_event_if_it_is_revoked_or_fails_for_two_days() {
    let hours = |hours| NOW.before(std::time::Duration::from_hours(hours));
    let feed = |state, fetched: Option<u64>, requested: u64| Feed {
        id: Id::new(NOW),
        provider: saldo_domain::FeedProvider::EnableBanking,
        label: "Nordea".to_owned(),
        bank: None,
        sealed: Vec::new(),
        status: saldo_domain::FeedStatus { state, ..saldo_domain::FeedStatus::default() },
        requests: 1,
        requested_at: Some(hours(requested)),
        fetched_at: fetched.map(hours),
        due_at: None,
        created_at: hours(100),
        valid_until: None,
        accounts: Vec::new(),
    };
    let since = |feed: Feed| match feed_failed(&feed, NOW)? {
        Event::FeedFailed { since, .. } => Some(since),
        other => panic!("{other:?}"),
    };
    assert_eq!(since(feed(FeedState::Working, Some(100), 100)), None);
    assert_eq!(since(feed(FeedState::New, None, 100)), None);
    assert_eq!(since(feed(FeedState::Failed, Some(47), 1)), None);
    assert_eq!(since(feed(FeedState::Failed, Some(48), 1)), Some(hours(48).date()));
    assert_eq!(since(feed(FeedState::Failed, None, 1)), Some(hours(100).date()));
    assert_eq!(since(feed(FeedState::Revoked, Some(30), 5)), Some(hours(5).date()));
}

const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);

fn euro(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn month(text: &str) -> Period {
    text.parse::<Month>().unwrap().period()
}

fn budget_event(spent: i64) -> Option<u8> {
    let category = Category { id: Id::new(NOW), key: None, name: "Food".to_owned(), parent: None };
    let since = Month::new(2025, 6).unwrap();
    let budget = Budget {
        id: Id::new(NOW),
        category: category.id,
        amount: euro(10_000),
        rhythm: BudgetRhythm::Monthly,
        roll_over: RollOver::Nothing,
        start: since,
        end: None,
    };
    let (amount, rolled) = (euro(10_000), euro(0));
    let state = BudgetState { month: since, since, amount, rolled, spent: euro(spent), left: euro(0) };
    match budget_reached(&budget, &state, &category)? {
        Event::BudgetReached { percent, .. } => Some(percent),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_budget_is_an_event_at_80_and_at_100_percent() {
    let events = [7_999, 8_000, 9_999, 10_000, 25_000].map(budget_event);
    assert_eq!(events, [None, Some(80), Some(80), Some(100), Some(100)]);
}

fn statement(outcome: Outcome, processed_at: Timestamp) -> Statement {
    let id = StatementId::new(NOW);
    let part = saldo_domain::StatementAccount {
        account: AccountId::new(NOW),
        number_masked: None,
        currency: euro(0).currency(),
        period_start: None,
        period_end: None,
        opening_balance: None,
        closing_balance: None,
        closing_on: None,
        outcome,
        discrepancy: None,
        first_broken_transaction: None,
        witnesses: Vec::new(),
        likely_causes: Vec::new(),
        printed: saldo_domain::PrintedChecks::default(),
        findings: None,
    };
    Statement {
        id,
        file_name: "may.pdf".to_owned(),
        file_key: String::new(),
        size: 0,
        sha256: saldo_domain::Sha256::of(b""),
        pages: None,
        kind: StatementKind::Bank,
        institution: None,
        status: StatementStatus::Processed,
        failure: None,
        read_by: None,
        accounts: vec![part],
        created_at: processed_at,
        processed_at: Some(processed_at),
        job: None,
    }
}

#[test]
fn only_a_new_statement_that_contradicts_itself_is_an_event() {
    let hours = std::time::Duration::from_hours;
    assert!(unbalanced(&statement(Outcome::Unbalanced, NOW.before(hours(24))), NOW).is_some());
    assert!(unbalanced(&statement(Outcome::Unbalanced, NOW.before(hours(8 * 24))), NOW).is_none());
    assert!(unbalanced(&statement(Outcome::Balanced, NOW), NOW).is_none());
    assert!(unbalanced(&statement(Outcome::Unchecked, NOW), NOW).is_none());
}

fn series(direction: Direction) -> Recurring {
    Recurring {
        account: AccountId::new(NOW),
        merchant: "gym club".to_owned(),
        printed: "gym club".to_owned(),
        description: "GYM CLUB".to_owned(),
        direction,
        rhythm: Rhythm::Monthly,
        amount: euro(-2_500),
        regularity: Regularity::Fixed,
        next: day("2025-06-10"),
        is_active: true,
        price_changes: vec![PriceChange {
            date: day("2025-05-10"),
            before: euro(-2_000),
            after: euro(-2_500),
        }],
        transactions: Vec::new(),
        first: day("2025-01-10"),
        last: day("2025-05-10"),
    }
}

#[test]
fn a_bill_is_missing_only_if_the_data_continues_after_its_day() {
    let bill = series(Direction::Out);
    assert_eq!(missing(&bill, day("2025-06-14")), None);
    let event = missing(&bill, day("2025-06-15")).unwrap();
    assert!(event.key().starts_with("bill_missing 2025-06-10"));
    assert_eq!(missing(&series(Direction::In), day("2025-06-15")), None);
    assert_eq!(missing(&Recurring { is_active: false, ..bill }, day("2025-06-15")), None, "it has ended");
}

#[test]
fn a_price_is_an_event_only_if_it_rose_recently() {
    let bill = series(Direction::Out);
    assert!(price_rose(&bill, day("2025-06-24")).is_some());
    assert!(price_rose(&bill, day("2025-06-25")).is_none());
    let mut fell = bill;
    fell.price_changes[0].after = euro(-1_500);
    assert!(price_rose(&fell, day("2025-06-01")).is_none());
}

#[test]
fn only_expected_payments_are_due() {
    let all = [series(Direction::Out), series(Direction::In)];
    let on = |recurring: usize| Expected {
        date: day("2025-06-10"),
        amount: euro(-2_500),
        account: all[recurring].account,
        recurring,
    };
    let late = Expected { date: day("2025-06-12"), ..on(0) };
    assert_eq!(due(&all, &[late], day("2025-06-12")), [], "it is late, and no longer due");
    let events = due(&all, &[on(0), on(1)], day("2025-06-08"));
    assert_eq!(events.len(), 1);
    assert!(events[0].key().starts_with("bill_due 2025-06-10"));
}

fn account() -> Account {
    Account {
        id: AccountId::new(NOW),
        name: "Current".to_owned(),
        institution: None,
        number_masked: None,
        kind: AccountKind::Checking,
        currency: euro(0).currency(),
        by_hand: false,
        closed_on: None,
        number: None,
        created_at: NOW,
        updated_at: NOW,
    }
}

fn missing_days(account: &Account, months: &[&str], today: &str) -> Vec<(String, String)> {
    let spans = months.iter().map(|one| StatementSpan {
        statement: StatementId::new(NOW),
        part: 0,
        period: month(one),
        opening: None,
        closing: None,
        outcome: Outcome::Balanced,
    });
    let coverage = coverage(spans.collect(), &PrintedLines::new());
    let events = statements_missing(account, &coverage, day(today)).into_iter();
    events
        .map(|event| match event {
            Event::StatementMissing { from, to, .. } => (from.to_string(), to.to_string()),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn days(from: &str, to: &str) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

#[test]
fn a_month_between_two_statements_is_missing() {
    let found = missing_days(&account(), &["2025-01", "2025-02", "2025-04"], "2025-05-02");
    assert_eq!(found, [days("2025-03-01", "2025-03-31")]);
    let long_ago = missing_days(&account(), &["2020-01", "2020-02", "2020-04"], "2025-05-02");
    assert_eq!(long_ago, []);
}

#[test]
fn a_statement_is_late_two_weeks_after_its_last_day() {
    let months = ["2025-01", "2025-02", "2025-03"];
    assert_eq!(missing_days(&account(), &months, "2025-05-14"), []);
    assert_eq!(missing_days(&account(), &months, "2025-05-15"), [days("2025-04-01", "2025-05-01")]);
    let closed = Account { closed_on: Some(day("2025-03-31")), ..account() };
    assert_eq!(missing_days(&closed, &months, "2025-05-15"), []);
    assert_eq!(missing_days(&account(), &["2025-03"], "2025-05-15"), [], "one statement has no rhythm");
}

#[test]
fn a_backup_failed_if_none_succeeded_since() {
    let earlier = NOW.before(std::time::Duration::from_mins(1));
    let runs = |last_success, last_failure| backup_failed(PeriodicRuns { last_success, last_failure });
    assert!(runs(None, None).is_none() && runs(Some(NOW), Some(earlier)).is_none());
    assert!(runs(None, Some(NOW)).is_some() && runs(Some(earlier), Some(NOW)).is_some());
}
