//! Tests of repeated writes and of many concurrent ones.

use reqwest::{Method, StatusCode};
use saldo::idempotency::{KEY_CHARACTERS_MAX, takes_key};
use saldo::routes::{Access, TABLE};
use serde_json::json;

use crate::app::{TestApp, TestUser, on_each_database};
use crate::ledger::with_statement;
use crate::pdf::Sample;

on_each_database!(
    every_write_repeated_with_its_idempotency_key_gets_the_stored_response,
    an_idempotency_key_is_any_valid_header_value,
    a_hundred_concurrent_edits_of_everything_lose_nothing,
    amounts_that_overflow_totals_are_rejected,
);

/// Sends a request with an `Idempotency-Key`. Returns the status, `true` if the
/// response was replayed, and the body.
async fn keyed(
    user: &TestUser,
    method: Method,
    path: &str,
    key: &str,
    text: &str,
) -> (StatusCode, bool, String) {
    let request = user.request(method, path).header("content-type", "application/json");
    let answer = request.header("idempotency-key", key).body(text.to_owned()).send().await.unwrap();
    let kept = answer.headers().get("idempotency-replayed").is_some_and(|value| value == "true");
    (answer.status(), kept, answer.text().await.unwrap())
}

async fn every_write_repeated_with_its_idempotency_key_gets_the_stored_response(app: TestApp) {
    let ann = app.user("ann").await;
    let writes = TABLE.iter().filter(|transaction| {
        // `/mcp` accepts API tokens only, and its tools only read.
        transaction.access != Access::Public
            && transaction.path != "/mcp"
            && takes_key(&transaction.method, transaction.path)
    });
    let mut walked = 0;
    for transaction in writes {
        let path = transaction.path.replace("{id}", "01890000-0000-7000-8000-000000000000");
        let method: Method = transaction.method.as_str().parse().unwrap();
        let key = format!("{method} {path}");
        let (status, kept, first) = keyed(&ann, method.clone(), &path, &key, "{}").await;
        assert!(!kept && !status.is_server_error(), "{key}: {status} {first}");
        let again = keyed(&ann, method, &path, &key, "{}").await;
        assert_eq!(again, (status, true, first), "{key}");
        walked += 1;
    }
    assert!(walked > 25, "only {walked} writes were sent");
}

async fn an_idempotency_key_is_any_valid_header_value(app: TestApp) {
    let ann = app.user("ann").await;
    let longest = "k".repeat(KEY_CHARACTERS_MAX);
    let longer = format!("{longest}k");
    let keys = [
        ("with\ta tab", true),
        ("~ \"all\" {signs}!", true),
        (&longest, true),
        (&longer, false),
        ("caf\u{e9}", false),
    ];
    for (key, is_taken) in keys {
        let (status, _, text) = keyed(&ann, Method::POST, "/rules/apply", key, "{}").await;
        let expected = if is_taken { StatusCode::OK } else { StatusCode::BAD_REQUEST };
        assert_eq!(status, expected, "{key:?}: {text}");
    }
}

async fn a_hundred_concurrent_edits_of_everything_lose_nothing(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let edits: Vec<(String, String)> = (0..100)
        .map(|number| {
            let change = json!({"filter": {}, "change": {"addTags": [format!("tag {number}")]}});
            (format!("edit {number}"), change.to_string())
        })
        .collect();
    let sent = edits.iter().map(|(key, text)| keyed(&ann, Method::PATCH, "/transactions", key, text));
    for (status, kept, text) in futures::future::join_all(sent).await {
        assert_eq!((status, kept), (StatusCode::OK, false), "{text}");
    }
    for (key, text) in &edits {
        let (status, kept, text) = keyed(&ann, Method::PATCH, "/transactions", key, text).await;
        assert_eq!((status, kept), (StatusCode::OK, true), "{text}");
    }
    let transactions = ann.transactions().await;
    assert_eq!(transactions.len(), 5);
    for transaction in transactions {
        assert_eq!(transaction["tags"].as_array().unwrap().len(), 100);
        let history = format!("/transactions/{}/history", transaction["id"].as_str().unwrap());
        assert_eq!(ann.json(&history).await["items"].as_array().unwrap().len(), 100);
    }
}

async fn amounts_that_overflow_totals_are_rejected(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let transaction = ann.transactions().await.remove(0);
    let path = format!("/transactions/{}", transaction["id"].as_str().unwrap());
    let account = transaction["accountId"].as_str().unwrap();
    let category = ann.json("/categories").await["items"][0]["id"].clone();
    let beyond = "10000000000000.01";
    let split = json!({"splits": [{"amount": beyond}, {"amount": "1.00"}]});
    let new = json!({"accountId": account, "date": "2025-05-05", "description": "All", "amount": beyond});
    let balance = json!({"date": "2025-05-05", "amount": format!("-{beyond}")});
    let budget = json!({"categoryId": category, "amount": beyond, "currency": "EUR", "rhythm": "monthly",
        "rollOver": "nothing", "start": "2025-01"});
    for (method, path, value) in [
        (Method::PATCH, path.clone(), json!({"amount": beyond})),
        (Method::PUT, format!("{path}/splits"), split),
        (Method::POST, "/transactions".to_owned(), new),
        (Method::PUT, format!("/accounts/{account}/balances"), balance),
        (Method::POST, "/budgets".to_owned(), budget),
    ] {
        let request = ann.request(method.clone(), &path).header("content-type", "application/json");
        let answer = request.body(value.to_string()).send().await.unwrap();
        let status = answer.status();
        let error = crate::app::body(answer).await["error"].as_str().unwrap().to_owned();
        assert_eq!(status, StatusCode::BAD_REQUEST, "{method} {path}: {error}");
        assert!(error.contains("too large"), "{method} {path}: {error}");
    }
    let largest = json!({"amount": "10000000000000.00"});
    let request = ann.request(Method::PATCH, &path).header("content-type", "application/json");
    assert_eq!(request.body(largest.to_string()).send().await.unwrap().status(), StatusCode::OK);
}
