//! Tests of saved views, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(a_view_is_saved_renamed_and_deleted, invalid_and_repeated_views_are_rejected,);

async fn saved(user: &TestUser) -> Vec<Value> {
    user.json("/saved-views").await["items"].as_array().unwrap().clone()
}

async fn a_view_is_saved_renamed_and_deleted(app: TestApp) {
    let ann = app.user("ann").await;
    let view =
        json!({"page": "transactions", "name": " Big  spending ", "query": "direction=out&sort=-amount"});
    let made = ok(&ann, Method::POST, "/saved-views", view).await;
    assert_eq!(made["name"], "Big spending");
    let path = format!("/saved-views/{}", text(&made["id"]));
    let changed = ok(&ann, Method::PATCH, &path, json!({"name": "Large"})).await;
    assert_eq!((&changed["name"], &changed["query"]), (&json!("Large"), &made["query"]));
    ok(&ann, Method::PATCH, &path, json!({"query": "direction=out"})).await;
    let listed = saved(&ann).await;
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0]["name"], &listed[0]["query"]), (&json!("Large"), &json!("direction=out")));
    ok(&ann, Method::DELETE, &path, Value::Null).await;
    assert_eq!(saved(&ann).await, Vec::<Value>::new());
}

async fn invalid_and_repeated_views_are_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let refused = async |view: &Value| {
        let answer = ann.post("/saved-views", view).await;
        let status = answer.status();
        (status, text(&body(answer).await["error"]))
    };
    for (name, query, wrong) in [
        (" ".to_owned(), String::new(), "name must have 1 to 80 characters"),
        ("x".repeat(81), String::new(), "name must have 1 to 80 characters"),
        ("Coffee".to_owned(), "?text=x".to_owned(), "query must be the query of an address"),
        ("Coffee".to_owned(), "x".repeat(4_001), "query must be the query of an address"),
    ] {
        let (status, error) = refused(&json!({"page": "reports", "name": name, "query": query})).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(error.starts_with(wrong), "{error}");
    }
    let view = json!({"page": "reports", "name": "Coffee", "query": ""});
    ok(&ann, Method::POST, "/saved-views", view.clone()).await;
    let (status, error) = refused(&view).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("has this name"), "{error}");
    for number in 1..100 {
        let view = json!({"page": "reports", "name": format!("{number}"), "query": ""});
        ok(&ann, Method::POST, "/saved-views", view).await;
    }
    let (status, error) = refused(&json!({"page": "reports", "name": "More", "query": ""})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("100 saved views"), "{error}");
}
