//! Tests of categorization by a model: the request it gets, and the use of its responses.

use std::sync::Arc;

use reqwest::{Method, StatusCode};
use saldo_llm::Message;
use saldo_llm::scripted::{Scripted, Turn};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;

const PATH: &str = "/categorize";

async fn prefers(user: &TestUser, sends: &str) {
    ok(user, Method::PUT, "/preferences", json!({ "advisor": { "sends": sends } })).await;
}

/// Starts a server with a scripted remote model, and a user with a statement of five transactions of one
/// merchant: four payments and one refund. Returns `None` if the database is not installed.
async fn with_model(
    database: Database,
    turns: impl IntoIterator<Item = Turn>,
) -> Option<(TestApp, TestUser, Arc<Scripted>)> {
    let model = Arc::new(Scripted::new(turns));
    let app = TestApp::start_with_model(database, model.clone()).await?;
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    Some((app, ann, model))
}

fn requests_of(model: &Scripted) -> Vec<(String, String)> {
    let requests = model.requests().into_iter();
    let sent = requests.map(|request| {
        let Some(Message::User(text)) = request.messages.into_iter().next() else { panic!("no question") };
        (request.system, text)
    });
    sent.collect()
}

async fn a_model_categorizes_unknown_merchants(database: Database) {
    let answers = [Turn::text(r#"{"1": 2, "2": null}"#), Turn::text(r#"{"1": 1000}"#)];
    let Some((app, ann, model)) = with_model(database, answers).await else { return };
    let shown = ok(&ann, Method::POST, PATH, json!({})).await;
    assert!(model.requests().is_empty(), "the model was asked before the user agreed");
    let counts =
        |body: &Value| ["asked", "known", "unknown", "entries"].map(|count| body[count].as_u64().unwrap());
    assert_eq!(counts(&shown), [0, 0, 0, 0]);
    let question = &shown["question"];
    assert_eq!((&question["merchants"], &question["requests"]), (&json!(2), &json!(1)));

    let sorted = ok(&ann, Method::POST, PATH, json!({ "consent": "once" })).await;
    assert_eq!(
        requests_of(&model),
        [(text(&question["system"]), text(&question["message"]))],
        "the request that was shown is the one sent"
    );
    assert_eq!((counts(&sorted), text(&sorted["model"])), ([2, 1, 1, 4], "scripted".to_owned()));
    assert_eq!((&sorted["stopped"], &sorted["question"]), (&Value::Null, &Value::Null));
    assert!(sorted["tokens"].as_u64().unwrap() > 0);
    let categories = ann.json("/categories").await;
    let mut by_model = 0;
    for transaction in ann.transactions().await {
        let why = ann.json(&format!("/transactions/{}/explanation", text(&transaction["id"]))).await;
        if transaction["categoryBy"] == "model" {
            assert_eq!(
                (&transaction["categoryId"], &why["model"]),
                (&categories["items"][1]["id"], &json!("scripted"))
            );
            by_model += 1;
        } else {
            assert_eq!((&transaction["categoryId"], &why["model"]), (&Value::Null, &Value::Null));
        }
    }
    assert_eq!(by_model, 4);

    // A request of another user covers none of Ann's transactions.
    let bob = app.user("bob").await;
    let none = ok(&bob, Method::POST, PATH, json!({ "consent": "once" })).await;
    assert_eq!((counts(&none), model.requests().len()), ([0, 0, 0, 0], 1));

    let edits = ann.json("/edits").await;
    assert_eq!(
        (text(&edits["items"][0]["action"]), &edits["items"][0]["entries"]),
        ("categorize".to_owned(), &json!(4))
    );
    ok(&ann, Method::POST, &format!("/edits/{}/undo", text(&edits["items"][0]["id"])), json!({})).await;
    assert!(ann.transactions().await.iter().all(|transaction| transaction["categoryId"].is_null()));
    let nonsense = ok(&ann, Method::POST, PATH, json!({ "consent": "once" })).await;
    assert_eq!(counts(&nonsense), [2, 0, 2, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_categorizes_unknown_merchants_on_sqlite() {
    a_model_categorizes_unknown_merchants(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_categorizes_unknown_merchants_on_postgres() {
    a_model_categorizes_unknown_merchants(Database::Postgres).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_model_is_asked_if_the_user_forbids_sending() {
    let (_app, ann, model) = with_model(Database::Sqlite, []).await.unwrap();
    prefers(&ann, "never").await;
    for body in [json!({}), json!({ "consent": "once" })] {
        assert_eq!(ann.post(PATH, &body).await.status(), StatusCode::CONFLICT);
    }
    assert!(model.requests().is_empty());
    let refused = ann.post(PATH, &json!({ "consent": "always" })).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_model_is_asked_if_none_is_configured() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    assert_eq!(ann.post(PATH, &json!({})).await.status(), StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_statements_are_categorized_automatically_with_standing_consent() {
    let (_app, ann, model) = with_model(Database::Sqlite, [Turn::text(r#"{"1": 2}"#)]).await.unwrap();
    assert!(model.requests().is_empty(), "the model was asked without the user's consent");
    prefers(&ann, "always").await;
    let second = ann.upload_one("second.pdf", Sample::new(2, 5).pdf()).await;
    assert_eq!(ann.process(&second).await.status(), StatusCode::OK);
    let sorted = async || {
        ann.transactions().await.iter().filter(|transaction| transaction["categoryBy"] == "model").count()
    };
    for _ in 0..200 {
        if sorted().await > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // The first statement's transactions of the same merchant were not sent.
    assert_eq!((sorted().await, model.requests().len()), (4, 1));
}
