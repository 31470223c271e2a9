//! Tests of merchants and their names, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};
use crate::pdf::Sample;

on_each_database!(
    merchants_are_merged_renamed_and_restored_everywhere,
    a_merged_merchant_is_one_recurring_payment_and_one_answer,
    invalid_and_other_users_merchants_are_rejected,
);

async fn listed(user: &TestUser) -> Vec<(String, u64)> {
    let merchants = user.json("/merchants").await["items"].as_array().unwrap().clone();
    let count = |flow: &Value| flow["entries"].as_u64().unwrap();
    let row = |it: &Value| (text(&it["name"]), it["flows"].as_array().unwrap().iter().map(count).sum());
    merchants.iter().map(row).collect()
}

async fn name(user: &TestUser, merchants: &[&str], name: Value) -> Value {
    ok(user, Method::POST, "/merchants/name", json!({"merchants": merchants, "name": name})).await
}

/// Creates a user with a payment on each of these days of 2025.
async fn with_payments(app: &TestApp, payments: &[(&str, &str, &str)]) -> TestUser {
    let ann = app.user("ann").await;
    let account = json!({"name": "Jar", "kind": "cash", "currency": "EUR"});
    let account = ok(&ann, Method::POST, "/accounts", account).await["id"].clone();
    for (day, description, amount) in payments {
        let date = format!("2025-{day}");
        let new = json!({"accountId": account, "date": date, "description": description, "amount": amount});
        ok(&ann, Method::POST, "/transactions", new).await;
    }
    ann
}

async fn merchants_are_merged_renamed_and_restored_everywhere(app: TestApp) {
    let payments =
        [("05-01", "AMZN MKTP 12", "-10"), ("05-02", "AMAZON EU", "-20"), ("05-09", "AMAZON EU", "4.50")];
    let ann = with_payments(&app, &payments).await;
    let first = ann.json("/merchants").await["items"][0].clone();
    assert_eq!(
        (&first["name"], &first["last"], &first["printed"]),
        (&json!("amazon eu"), &json!("2025-05-09"), &json!([]))
    );
    assert_eq!(first["flows"][0]["spending"], "20.00");
    let edit = name(&ann, &["amazon eu", "amzn mktp"], json!(" Amazon ")).await;
    assert_eq!((&edit["action"], &edit["entries"]), (&json!("name_merchants"), &json!(3)));
    let merged = ann.json("/merchants").await["items"].clone();
    assert_eq!(merged.as_array().unwrap().len(), 1);
    let flow = &merged[0]["flows"][0];
    assert_eq!(
        (&flow["income"], &flow["spending"], &flow["net"]),
        (&json!("4.50"), &json!("30.00"), &json!("-25.50"))
    );
    assert_eq!(merged[0]["printed"], json!(["amazon", "amazon eu", "amzn mktp"]));
    let report = ann.json("/reports/merchants").await["items"].clone();
    assert_eq!((&report[0]["name"], &report[0]["flows"]), (&json!("Amazon"), &merged[0]["flows"]));
    for filter in ["merchant=Amazon", "text=amazon", "merchant=amazon"] {
        let found = ann.json(&format!("/transactions?{filter}")).await["items"].clone();
        assert_eq!(found.as_array().unwrap().len(), 3, "{filter}");
        assert!(
            found
                .as_array()
                .unwrap()
                .iter()
                .all(|it| it["merchant"] == "Amazon" && it["merchantNamed"] == true)
        );
    }
    let undo = format!("/edits/{}/undo", text(&edit["id"]));
    assert_eq!(ok(&ann, Method::POST, &undo, json!({})).await["kept"], 0);
    assert_eq!(listed(&ann).await, [("amazon eu".to_owned(), 2), ("amzn mktp".to_owned(), 1)]);
    name(&ann, &["amzn mktp"], json!("Amazon")).await;
    name(&ann, &["Amazon"], json!("The river")).await;
    assert_eq!(listed(&ann).await, [("amazon eu".to_owned(), 2), ("The river".to_owned(), 1)]);
    name(&ann, &["The river"], Value::Null).await;
    assert_eq!(listed(&ann).await[1].0, "amzn mktp");
    // A statement that is read later has the name too.
    let statement = ann.upload_one("first.pdf", Sample::new(1, 5).pdf()).await;
    ann.process_to_the_end(&statement).await;
    assert_eq!(listed(&ann).await[2], ("shop order".to_owned(), 5));
    name(&ann, &["shop order"], json!("Shop")).await;
    let statement = ann.upload_one("second.pdf", Sample::new(2, 5).pdf()).await;
    ann.process_to_the_end(&statement).await;
    assert_eq!(listed(&ann).await[2], ("Shop".to_owned(), 10));
}

async fn a_merged_merchant_is_one_recurring_payment_and_one_answer(app: TestApp) {
    let payments = [
        ("01-05", "STREAMFLIX", "-9.99"),
        ("02-05", "SFX INTL", "-9.99"),
        ("03-05", "STREAMFLIX", "-9.99"),
        ("04-05", "SFX INTL", "-9.99"),
    ];
    let ann = with_payments(&app, &payments).await;
    let query = json!({"query": {"measure": "spent", "groupBy": "merchant"}});
    name(&ann, &["streamflix", "sfx intl"], json!("Streamflix")).await;
    let answer = ok(&ann, Method::POST, "/query", query).await;
    let rows = answer["answer"]["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["group"]), (1, &json!("Streamflix")), "{answer}");
    let asked = json!({"id": "one", "messages": [{"role": "user", "content": "How much did I spend at Streamflix in 2025?"}]});
    let said = ann.post("/chat", &asked).await.text().await.unwrap();
    assert!(said.contains("39.96"), "{said}");
}

async fn invalid_and_other_users_merchants_are_rejected(app: TestApp) {
    let ann = with_payments(&app, &[("05-01", "Blue Cafe", "-3")]).await;
    let bob = app.user("bob").await;
    let refused = async |user: &TestUser, request: Value| {
        let answer = user.post("/merchants/name", &request).await;
        let status = answer.status();
        (status, text(&body(answer).await["error"]))
    };
    for (request, wrong) in [
        (json!({"merchants": [], "name": "X"}), "merchants must have 1 to 200 names"),
        (json!({"merchants": vec!["x"; 201], "name": "X"}), "merchants must have 1 to 200 names"),
        (json!({"merchants": ["blue cafe"], "name": " "}), "name must have 1 to 80 characters"),
        (json!({"merchants": ["blue cafe"], "name": "x".repeat(81)}), "name must have 1 to 80 characters"),
    ] {
        let (status, error) = refused(&ann, request).await;
        assert_eq!((status, error.as_str()), (StatusCode::BAD_REQUEST, wrong));
    }
    let request = json!({"merchants": ["blue cafe"], "name": "Mine"});
    assert_eq!(refused(&bob, request.clone()).await.0, StatusCode::NOT_FOUND);
    let unknown = json!({"merchants": ["blue cafe", "red cafe"], "name": "Mine"});
    assert_eq!(refused(&ann, unknown).await.0, StatusCode::NOT_FOUND);
    assert_eq!(listed(&ann).await, [("blue cafe".to_owned(), 1)]);
    ok(&ann, Method::POST, "/merchants/name", request).await;
    assert!(listed(&bob).await.is_empty());
}
