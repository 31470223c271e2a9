//! Tests of bank feeds together with statements, which prove what a feed brought, and with notifications.

use std::time::Duration;

use chrono::{Datelike, Days};
use reqwest::{Method, StatusCode};
use saldo_domain::{Clock, Date, SystemClock};
use serde_json::{Value, json};

use crate::app::{Database, TestUser, with_each_database};
use crate::feeds::{Bridge, connect, fetch, seconds, start, today};
use crate::ledger::{ok, text};
use crate::pdf;

with_each_database!(
    a_statement_of_the_same_days_proves_what_a_feed_brought,
    a_revoked_feed_is_a_notification_once,
    a_feed_that_fails_for_two_days_is_a_notification_once,
);

/// The descriptions and amounts in cents of the transactions, one a day from the first day on.
const ROWS: [(&str, i64); 4] =
    [("Corner Bakery", -450), ("Salary May", 250_000), ("City Rent", -90_000), ("Corner Bakery", -450)];

fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

/// Prints a statement that opens with 1,000.00 dollars on `first`.
fn statement(first: Date, rows: &[(&str, i64)], number: u32) -> Vec<u8> {
    let printed = |date: Date| date.format("%d/%m/%Y").to_string();
    let last = first + Days::new(rows.len() as u64);
    let mut balance = 100_000;
    let mut lines = vec![
        vec![(50, "Sample Bank Ltd.".to_owned())],
        vec![(50, "Account number: 00001012".to_owned()), (300, "Currency: USD".to_owned())],
        vec![(50, format!("Statement period: {} to {}", printed(first), printed(last)))],
        vec![(50, "Opening balance".to_owned()), (480, pdf::right(balance))],
        pdf::header(),
    ];
    for (index, (description, cents)) in rows.iter().enumerate() {
        balance += cents;
        let date = printed(first + Days::new(index as u64));
        let column = if *cents < 0 { 300 } else { 390 };
        let words = [(50, date), (120, (*description).to_owned())];
        let amounts = [(column, pdf::right(cents.abs())), (480, pdf::right(balance))];
        lines.push(words.into_iter().chain(amounts).collect());
    }
    lines.push(vec![(50, "Closing balance".to_owned()), (480, pdf::right(balance))]);
    pdf::document(&lines, number)
}

fn of_feed(first: Date) -> Vec<Value> {
    let row = |(index, (description, cents)): (usize, &(&str, i64))| {
        let date = first + Days::new(index as u64);
        json!({"id": format!("t{index}"), "posted": seconds(date, 12), "amount": decimal(*cents),
            "description": description})
    };
    ROWS.iter().enumerate().map(row).collect()
}

async fn import(user: &TestUser, name: &str, bytes: Vec<u8>) -> Value {
    let id = user.upload_one(name, bytes).await;
    assert_eq!(user.process(&id).await.status(), StatusCode::OK, "{name}");
    user.json(&format!("/statements/{id}")).await
}

async fn a_statement_of_the_same_days_proves_what_a_feed_brought(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    // All days are in one month, so that the feed has one file.
    let month = today().with_day(1).unwrap() - Days::new(1);
    let first = month.with_day(10).unwrap();
    // An older statement is where the account with its number comes from.
    let older = statement(first - Days::new(60), &[("Old Books", -1_200), ("Old Tea", -300)], 1);
    assert_eq!(import(&ann, "older.pdf", older).await["accounts"][0]["outcome"], "balanced");
    let account = text(&ann.json("/accounts").await["items"][0]["id"]);
    bridge.set(|state| state.transactions = of_feed(first));
    let feed = ok(&ann, Method::POST, "/feeds", bridge.token("one")).await;
    let of_feed = format!("/feed-accounts/{}", text(&feed["accounts"][0]["id"]));
    ok(&ann, Method::PUT, &of_feed, json!({"into": "account", "accountId": account})).await;
    fetch(&ann, &text(&feed["id"])).await;
    let fetched = ann.transactions().await;
    assert_eq!(fetched.len(), 2 + ROWS.len());
    let proof = import(&ann, "same-days.pdf", statement(first, &ROWS, 2)).await;
    let part = &proof["accounts"][0];
    assert_eq!((&part["accountId"], &part["outcome"]), (&json!(account), &json!("balanced")), "{proof}");
    let ids = |rows: &[Value]| {
        let mut ids: Vec<String> = rows.iter().map(|row| text(&row["id"])).collect();
        ids.sort();
        ids
    };
    let after = ann.transactions().await;
    assert_eq!(ids(&after), ids(&fetched), "no row is doubled");
    // Each row of the statement is a transaction that the feed brought.
    let path = format!("/statements/{}/transactions", text(&proof["id"]));
    let printed = ann.json(&path).await["items"].as_array().unwrap().clone();
    assert_eq!(printed.len(), ROWS.len());
    assert!(ids(&printed).iter().all(|id| ids(&fetched).contains(id)), "{printed:?}");
    // A further fetch changes nothing.
    fetch(&ann, &text(&feed["id"])).await;
    assert_eq!(ids(&ann.transactions().await), ids(&fetched));
}

/// Returns the facts of the user's notifications after a look `later`.
async fn noticed(app: &crate::app::TestApp, user: &TestUser, later: Duration) -> Vec<Value> {
    let id = text(&user.json("/auth/get-session").await["user"]["id"]).parse().unwrap();
    app.app.notifier.look(id, SystemClock.now().after(later)).await.unwrap();
    let listed = user.json("/notifications").await;
    listed["items"].as_array().unwrap().iter().map(|item| item["event"].clone()).collect()
}

async fn turn_on(user: &TestUser) {
    ok(user, Method::PUT, "/notifications/settings", json!({"kinds": ["feed_failed"]})).await;
}

async fn a_revoked_feed_is_a_notification_once(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    turn_on(&ann).await;
    let feed = connect(&ann, &bridge).await;
    assert!(noticed(&app, &ann, Duration::ZERO).await.is_empty());
    bridge.set(|state| state.status = Some(403));
    assert_eq!(fetch(&ann, &feed).await["state"], "revoked");
    for later in [0, 1, 100] {
        let events = noticed(&app, &ann, Duration::from_hours(later)).await;
        let [event] = &events[..] else { panic!("{events:?}") };
        assert_eq!((&event["kind"], &event["name"]), (&json!("feed_failed"), &json!("127.0.0.1")));
        assert_eq!((&event["subject"], &event["path"]), (&json!(feed), &json!("/settings/data")));
    }
}

async fn a_feed_that_fails_for_two_days_is_a_notification_once(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    turn_on(&ann).await;
    let feed = connect(&ann, &bridge).await;
    bridge.set(|state| state.status = Some(502));
    assert_eq!(fetch(&ann, &feed).await["state"], "failed");
    assert!(noticed(&app, &ann, Duration::from_hours(47)).await.is_empty(), "a bank may be closed for a day");
    for later in [49, 73, 97] {
        assert_eq!(noticed(&app, &ann, Duration::from_hours(later)).await.len(), 1);
    }
}
