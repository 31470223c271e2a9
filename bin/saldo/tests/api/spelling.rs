//! Tests that misspelled fields and parameters are rejected and named. Ignored, they would change nothing or
//! list everything, and look like a success.

use reqwest::{Method, StatusCode};
use saldo::openapi::DOCUMENT;
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    a_list_instead_of_an_object_is_rejected,
    an_unknown_parameter_is_rejected_with_the_known_ones,
    an_unknown_field_of_a_change_is_rejected,
);

async fn refused(user: &TestUser, method: Method, path: &str, value: &Value) -> String {
    let request = user.request(method, path).header("content-type", "application/json");
    let answer = request.body(value.to_string()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path} {value}");
    text(&body(answer).await["error"])
}

async fn a_list_instead_of_an_object_is_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let preferences = json!({"currency": "EUR", "fiscalCalendar": {"firstMonth": 4, "firstDay": 6}});
    let kept = ok(&ann, Method::PUT, "/preferences", preferences).await;
    let error = refused(&ann, Method::PUT, "/preferences", &json!([])).await;
    assert!(error.contains("an object"), "{error}");
    assert_eq!(ann.json("/preferences").await, kept);
    refused(&ann, Method::POST, "/accounts", &json!(["k", null, "cash", "EUR"])).await;
    assert_eq!(ann.json("/accounts").await["items"], json!([]));
}

async fn an_unknown_parameter_is_rejected_with_the_known_ones(app: TestApp) {
    let ann = app.user("ann").await;
    for path in
        ["/transactions?acount=1", "/transactions/totals?limit=5", "/export?format=csv&fromm=2025-01-01"]
    {
        let answer = ann.get(path).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path}");
        let error = text(&body(answer).await["error"]);
        assert!(error.contains("account, statement"), "{error}");
    }
    for path in [
        "/transactions?limit=5&cursor=&sort=date",
        "/transactions/totals?text=a%20b",
        "/export?format=csv&tag=x",
    ] {
        assert_eq!(ann.get(path).await.status(), StatusCode::OK, "{path}");
    }
}

async fn an_unknown_field_of_a_change_is_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let account = json!({"name": "Jar", "kind": "cash", "currency": "EUR"});
    let account = text(&ok(&ann, Method::POST, "/accounts", account).await["id"]);
    let new = json!({"accountId": account, "date": "2024-01-01", "description": "x", "amount": "-5"});
    let transaction = text(&ok(&ann, Method::POST, "/transactions", new).await["id"]);
    let category = text(&ann.json("/categories").await["items"][0]["id"]);
    for path in [
        format!("/transactions/{transaction}"),
        format!("/accounts/{account}"),
        format!("/categories/{category}"),
    ] {
        let error = refused(&ann, Method::PATCH, &path, &json!({"ammount": "-6"})).await;
        assert!(error.contains("ammount"), "{error}");
    }
    // The OpenAPI document says so too.
    for change in ["TransactionChange", "AccountChange", "CategoryChange"] {
        assert_eq!(DOCUMENT["components"]["schemas"][change]["additionalProperties"], false, "{change}");
    }
    let many = json!({"ids": [transaction], "change": {"ammount": "-6"}});
    refused(&ann, Method::PATCH, "/transactions", &many).await;
}
