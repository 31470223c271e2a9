//! Tests of typed queries and of questions in words, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    a_query_and_a_question_get_the_same_answer,
    an_unclear_question_names_its_unknown_words_and_suggests_queries,
    an_invalid_query_is_rejected,
);

/// Creates a user with a cash account, two purchases at a café and one at a market, all in May 2025.
async fn books(app: &TestApp) -> crate::app::Person {
    let ann = app.person("ann").await;
    let cash = json!({"name": "Purse", "kind": "cash", "currency": "EUR"});
    let cash = ok(&ann, Method::POST, "/accounts", cash).await["id"].clone();
    for (date, description, amount) in [
        ("2025-05-02", "Blue Cafe", "-3.50"),
        ("2025-05-09", "Blue Cafe", "-4.00"),
        ("2025-05-10", "Market", "-20.00"),
    ] {
        let entry = json!({"accountId": cash, "date": date, "description": description, "amount": amount});
        ok(&ann, Method::POST, "/transactions", entry).await;
    }
    ann
}

async fn a_query_and_a_question_get_the_same_answer(app: TestApp) {
    let ann = books(&app).await;
    let question = json!({"question": "How much did I spend at Blue Cafe in May 2025?"});
    let asked = ok(&ann, Method::POST, "/query", question).await;
    let figure = |answer: &Value| answer["answer"]["rows"][0]["figure"]["money"].clone();
    assert_eq!(figure(&asked), json!({"amount": "7.50", "currency": "EUR"}));
    assert_eq!(asked["language"], "en");
    let typed = ok(&ann, Method::POST, "/query", json!({"query": asked["query"]})).await;
    assert_eq!(typed["answer"], asked["answer"]);
    let next = json!({"question": "and at Market?", "previous": asked["query"]});
    let next = ok(&ann, Method::POST, "/query", next).await;
    assert_eq!(text(&figure(&next)["amount"]), "20.00");
    let german = json!({"question": "Wie viel habe ich im Mai 2025 bei Blue Cafe ausgegeben?"});
    let german = ok(&ann, Method::POST, "/query", german).await;
    assert_eq!((&german["query"], &german["language"]), (&asked["query"], &json!("de")));
    // Another user gets none of these transactions, even with the id of the account.
    let bob = app.person("bob").await;
    let account = ann.json("/accounts").await["items"][0]["id"].clone();
    let of_account = json!({"query": {"measure": "spent", "filter": {"only": {"accounts": [account]}}}});
    let own = ok(&ann, Method::POST, "/query", of_account.clone()).await;
    assert_eq!(text(&figure(&own)["amount"]), "27.50");
    let others = ok(&bob, Method::POST, "/query", of_account).await;
    assert!(
        others["answer"]["rows"].as_array().unwrap().iter().all(|row| row["transactions"] == 0),
        "{others}"
    );
    let nothing = ok(&bob, Method::POST, "/query", json!({"query": {"measure": "count"}})).await;
    assert_eq!(nothing["answer"]["rows"][0]["figure"], json!({"count": 0}));
}

async fn an_unclear_question_names_its_unknown_words_and_suggests_queries(app: TestApp) {
    let ann = books(&app).await;
    let question = json!({"question": "How much did I spend on unicorns at Market in May 2025?"});
    let asked = ok(&ann, Method::POST, "/query", question).await;
    assert_eq!(asked["words"], json!(["unicorns"]));
    assert_eq!((&asked["query"], &asked["answer"]), (&Value::Null, &Value::Null));
    let offered = ok(&ann, Method::POST, "/query", json!({"query": asked["offers"][0]})).await;
    assert_eq!(offered["answer"]["rows"][0]["figure"]["money"]["amount"], "20.00");
}

async fn an_invalid_query_is_rejected(app: TestApp) {
    let ann = app.person("ann").await;
    for wrong in [
        json!({}),
        json!({"query": {"measure": "spent"}, "question": "How much did I spend?"}),
        json!({"query": {"measure": "spent", "filtre": {}}}),
        json!({"query": {"measure": "spent", "filter": {"period": {"from": "2025-02-01", "to": "2025-01-01"}}}}),
        json!({"query": {"measure": "spent", "order": "difference"}}),
        json!({"query": {"measure": "balance", "filter": {"only": {"merchants": ["x"]}}}}),
    ] {
        let answer = ann.request(Method::POST, "/query").json(&wrong).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{wrong}");
        assert!(body(answer).await["error"].is_string(), "{wrong}");
    }
}
