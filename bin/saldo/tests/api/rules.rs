//! Tests that applying rules never overrides what the user typed, undid or removed.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    applying_rules_keeps_the_users_edits,
    rules_match_the_original_description_and_apply_immediately,
    a_preview_accepts_only_the_users_own_categories,
);

/// Creates a user with one transaction and returns the path of it.
async fn with_transaction(app: &TestApp, description: &str) -> (TestUser, String) {
    let ann = app.user("ann").await;
    let account = json!({"name": "Jar", "kind": "cash", "currency": "EUR"});
    let account = ok(&ann, Method::POST, "/accounts", account).await["id"].clone();
    let new = json!({"accountId": account, "date": "2024-01-01", "description": description, "amount": "-5"});
    let transaction = text(&ok(&ann, Method::POST, "/transactions", new).await["id"]);
    (ann, format!("/transactions/{transaction}"))
}

async fn rule(user: &TestUser, sought: &str, actions: Value) {
    let conditions = json!([{"when": "description_contains", "text": sought}]);
    let rule = json!({"name": sought, "conditions": conditions, "actions": actions});
    ok(user, Method::POST, "/rules", rule).await;
}

async fn applied(user: &TestUser) -> Value {
    ok(user, Method::POST, "/rules/apply", json!({})).await["changed"].clone()
}

async fn applying_rules_keeps_the_users_edits(app: TestApp) {
    let (ann, transaction) = with_transaction(&app, "Miete").await;
    ok(&ann, Method::PATCH, &transaction, json!({"description": "Mine"})).await;
    let actions = json!([{"do": "rename", "description": "Rent"}, {"do": "mark_transfer"}, {"do": "add_tag", "tag": "t1"}]);
    rule(&ann, "miete", actions.clone()).await;
    let preview = json!({"name": "again", "conditions": [{"when": "description_contains", "text": "miete"}], "actions": actions});
    let seen = ok(&ann, Method::POST, "/rules/preview", preview.clone()).await["examples"][0].clone();
    assert_eq!((&seen["description"], &seen["transfer"]), (&Value::Null, &json!(true)));
    assert_eq!(applied(&ann).await, 1);
    let after = ann.json(&transaction).await;
    assert_eq!((&after["description"], &after["kind"]), (&json!("Mine"), &json!("transfer")));
    assert_eq!(after["tags"], json!(["t1"]));
    ok(&ann, Method::PATCH, &transaction, json!({"kind": "entry", "removeTags": ["t1"]})).await;
    assert_eq!(applied(&ann).await, 0);
    assert_eq!(ok(&ann, Method::POST, "/rules/preview", preview).await["changed"], 0);
    let after = ann.json(&transaction).await;
    assert_eq!((&after["kind"], &after["tags"]), (&json!("entry"), &json!([])));
}

async fn rules_match_the_original_description_and_apply_immediately(app: TestApp) {
    let (ann, transaction) = with_transaction(&app, "Miete").await;
    rule(&ann, "miete", json!([{"do": "rename", "description": "Rent"}])).await;
    rule(&ann, "rent", json!([{"do": "add_tag", "tag": "t3"}])).await;
    let changed = [applied(&ann).await, applied(&ann).await];
    assert_eq!(changed, [1, 0]);
    let after = ann.json(&transaction).await;
    assert_eq!((&after["description"], &after["tags"]), (&json!("Rent"), &json!([])));
}

async fn a_preview_accepts_only_the_users_own_categories(app: TestApp) {
    let (ann, _) = with_transaction(&app, "Miete").await;
    let rule = json!({"name": "x", "conditions": [{"when": "direction", "direction": "out"}],
        "actions": [{"do": "set_category", "category": "019abcde-0000-7000-8000-000000000000"}]});
    for path in ["/rules", "/rules/preview"] {
        let request = ann.request(Method::POST, path).header("content-type", "application/json");
        let answer = request.body(rule.to_string()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
}
