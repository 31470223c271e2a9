//! Tests of recurring payments and the user's decisions about them, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, on_each_database};
use crate::figures::Tools;
use crate::ledger::{ok, refused, text};

on_each_database!(
    a_series_is_confirmed_ignored_and_restored,
    an_ignored_series_is_in_no_figure_of_the_advisor,
    a_decision_is_about_one_series_of_the_user,
    a_decision_is_in_the_archive_and_deleted_with_the_data,
    an_invalid_decision_is_rejected,
);

/// Creates a user with monthly payments and a monthly salary, the latest ten days ago, and a later purchase.
#[expect(clippy::disallowed_methods, reason = "the server has its own clock")]
async fn with_series(app: &TestApp) -> TestUser {
    let ann = app.user("ann").await;
    let account = json!({"name": "Jar", "kind": "cash", "currency": "EUR"});
    let account = ok(&ann, Method::POST, "/accounts", account).await["id"].clone();
    let today = chrono::Utc::now().date_naive();
    for months in 0..4 {
        let date = today - chrono::Days::new(10) - chrono::Months::new(months);
        for (description, amount) in
            [("STREAMFLIX", "-9.99"), ("Gym Club", "-25.00"), ("Salary", "2500.00"), ("Salary", "-80.00")]
        {
            let new =
                json!({"accountId": account, "date": date, "description": description, "amount": amount});
            ok(&ann, Method::POST, "/transactions", new).await;
        }
    }
    let date = today - chrono::Days::new(3);
    let coffee = json!({"accountId": account, "date": date, "description": "Coffee", "amount": "-3.00"});
    ok(&ann, Method::POST, "/transactions", coffee).await;
    ann
}

fn decision(merchant: &str, decision: Value) -> Value {
    let mut request =
        json!({"merchant": merchant, "currency": "EUR", "direction": "out", "rhythm": "monthly"});
    request["decision"] = decision;
    request
}

async fn decide(user: &TestUser, merchant: &str, what: Value) {
    ok(user, Method::PUT, "/recurring/decision", decision(merchant, what)).await;
}

/// Returns the merchant, the direction and the decision of each series.
async fn listed(user: &TestUser) -> Vec<(String, String, Value)> {
    let items = user.json("/recurring").await["items"].as_array().unwrap().clone();
    let row = |one: &Value| (text(&one["merchant"]), text(&one["direction"]), one["decision"].clone());
    items.iter().map(row).collect()
}

fn row(merchant: &str, direction: &str, decision: Value) -> (String, String, Value) {
    (merchant.to_owned(), direction.to_owned(), decision)
}

async fn a_series_is_confirmed_ignored_and_restored(app: TestApp) {
    let ann = with_series(&app).await;
    let with = |streamflix: Value| {
        [
            row("salary", "in", Value::Null),
            row("gym club", "out", Value::Null),
            row("salary", "out", Value::Null),
            row("streamflix", "out", streamflix),
        ]
    };
    assert_eq!(listed(&ann).await, with(Value::Null));
    let dates = async || {
        let items = ann.json("/recurring").await["items"].as_array().unwrap().clone();
        items.iter().map(|one| one["expected"].as_array().unwrap().len()).collect::<Vec<_>>()
    };
    assert_eq!(dates().await, [1, 1, 1, 1]);
    for what in [json!("confirmed"), json!("ignored"), json!("ignored"), Value::Null, Value::Null] {
        decide(&ann, "streamflix", what.clone()).await;
        assert_eq!(listed(&ann).await, with(what));
    }
    // The name that the user gives the merchant is the series' name too, and its decision remains.
    decide(&ann, "streamflix", json!("ignored")).await;
    let naming = json!({"merchants": ["streamflix"], "name": "Films"});
    ok(&ann, Method::POST, "/merchants/name", naming).await;
    assert_eq!(listed(&ann).await[1], row("Films", "out", json!("ignored")));
    assert_eq!(dates().await, [1, 0, 1, 1]);
    decide(&ann, "Films", Value::Null).await;
    assert_eq!(listed(&ann).await[1], row("Films", "out", Value::Null));
}

async fn an_ignored_series_is_in_no_figure_of_the_advisor(app: TestApp) {
    let ann = with_series(&app).await;
    let tools = Tools::of(&app, &ann).await;
    let merchants = async |tool: &str| {
        let rows = tools.run(tool, json!({})).await["rows"].as_array().unwrap().clone();
        let mut names: Vec<String> = rows.iter().map(|row| text(&row["merchant"])).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let said = async |id: &str, question: &str| {
        let asked = json!({"id": id, "messages": [{"role": "user", "content": question}]});
        ann.post("/chat", &asked).await.text().await.unwrap()
    };
    let every = ["gym club", "salary", "streamflix"];
    assert_eq!(
        (merchants("recurring").await, merchants("forecast").await),
        (every.map(str::to_owned).into(), every.map(str::to_owned).into())
    );
    assert!(said("before", "What are my recurring payments?").await.contains("9.99"));
    decide(&ann, "streamflix", json!("ignored")).await;
    let others = ["gym club", "salary"];
    assert_eq!(
        (merchants("recurring").await, merchants("forecast").await),
        (others.map(str::to_owned).into(), others.map(str::to_owned).into())
    );
    let answer = said("after", "What are my recurring payments?").await;
    assert!(answer.contains("25.00") && !answer.contains("9.99"), "{answer}");
    let only = json!({"only": {"merchants": ["streamflix"]}});
    let next = json!({"query": {"measure": "next", "filter": only}});
    assert_eq!(ok(&ann, Method::POST, "/query", next.clone()).await["answer"]["rows"], json!([]));
    decide(&ann, "streamflix", json!("confirmed")).await;
    assert_eq!(merchants("recurring").await, every);
    assert_eq!(ok(&ann, Method::POST, "/query", next).await["answer"]["rows"].as_array().unwrap().len(), 1);
}

async fn a_decision_is_about_one_series_of_the_user(app: TestApp) {
    let ann = with_series(&app).await;
    let bob = app.user("bob").await;
    decide(&ann, "salary", json!("ignored")).await;
    let decided: Vec<_> = listed(&ann).await.into_iter().filter(|(.., of)| !of.is_null()).collect();
    assert_eq!(decided, [row("salary", "out", json!("ignored"))]);
    let mut yearly = decision("salary", json!("ignored"));
    yearly["rhythm"] = json!("yearly");
    let mut dollars = decision("salary", json!("confirmed"));
    dollars["currency"] = json!("USD");
    for (user, unknown) in [
        (&ann, decision("nobody", json!("ignored"))),
        (&ann, yearly),
        (&ann, dollars),
        (&bob, decision("salary", json!("confirmed"))),
    ] {
        let (status, error) = refused(user, Method::PUT, "/recurring/decision", unknown).await;
        assert_eq!((status, error.as_str()), (StatusCode::NOT_FOUND, "Not found"));
    }
    decide(&bob, "salary", Value::Null).await;
    assert_eq!(listed(&ann).await[2], row("salary", "out", json!("ignored")));
    assert!(listed(&bob).await.is_empty());
}

async fn a_decision_is_in_the_archive_and_deleted_with_the_data(app: TestApp) {
    let ann = with_series(&app).await;
    decide(&ann, "gym club", json!("ignored")).await;
    let before = listed(&ann).await;
    let archive = ann.get("/me/data").await.bytes().await.unwrap();
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    assert!(listed(&ann).await.is_empty());
    let import = ann.request(Method::POST, "/me/data/import").header("content-type", "application/x-tar");
    let restored = import.body(archive).send().await.unwrap();
    assert_eq!(restored.status(), StatusCode::OK);
    assert_eq!(listed(&ann).await, before);
}

async fn an_invalid_decision_is_rejected(app: TestApp) {
    let ann = with_series(&app).await;
    for (field, value, wrong) in [
        ("merchant", json!(" "), "merchant must have 1 to 200 characters"),
        ("merchant", json!("x".repeat(201)), "merchant must have 1 to 200 characters"),
        ("decision", json!("maybe"), "maybe"),
        ("rhythm", json!("daily"), "daily"),
        ("currency", json!("EURO"), ""),
        ("index", json!(0), "index"),
    ] {
        let mut request = decision("streamflix", json!("ignored"));
        request[field] = value;
        let (status, error) = refused(&ann, Method::PUT, "/recurring/decision", request).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{field}: {error}");
        assert!(error.contains(wrong), "{error}");
    }
    assert!(listed(&ann).await.iter().all(|(.., of)| of.is_null()));
}
