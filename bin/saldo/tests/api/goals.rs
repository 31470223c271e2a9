//! Tests of savings goals, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, on_each_database};
use crate::ledger::{ok, refused, text};

on_each_database!(
    a_goal_with_an_account_has_its_progress,
    earmarks_above_the_balance_are_reported,
    a_goal_with_contributions_has_its_progress,
    goals_are_ordered_changed_and_deleted,
    invalid_goals_are_rejected,
    goals_are_of_one_user,
    goals_are_in_the_archive_and_deleted_with_the_data,
);

/// Adds an account with a balance of yesterday.
#[expect(clippy::disallowed_methods, reason = "the server has its own clock")]
async fn account(user: &TestUser, currency: &str, balance: &str) -> Value {
    let new = json!({"name": "Savings", "kind": "savings", "currency": currency});
    let id = ok(user, Method::POST, "/accounts", new).await["id"].clone();
    let date = chrono::Utc::now().date_naive() - chrono::Days::new(1);
    let stated = json!({"date": date, "amount": balance});
    ok(user, Method::PUT, &format!("/accounts/{}/balances", text(&id)), stated).await;
    id
}

fn goal(name: &str, accounts: &Value) -> Value {
    json!({"name": name, "target": "1000.00", "currency": "EUR", "accounts": accounts})
}

async fn listed(user: &TestUser) -> Vec<Value> {
    user.json("/goals").await["items"].as_array().unwrap().clone()
}

async fn a_goal_with_an_account_has_its_progress(app: TestApp) {
    let ann = app.user("ann").await;
    let savings = account(&ann, "EUR", "333.33").await;
    let made =
        ok(&ann, Method::POST, "/goals", goal(" Trip  to Rome ", &json!([{"accountId": savings}]))).await;
    assert_eq!((&made["name"], &made["source"]), (&json!("Trip to Rome"), &json!("accounts")));
    let expected = json!({"accountId": savings, "amount": null, "balance": "333.33", "saved": "333.33",
        "overAllocated": null});
    assert_eq!(made["accounts"], json!([expected]));
    let progress = &made["progress"];
    assert_eq!((&progress["saved"], &progress["remaining"]), (&json!("333.33"), &json!("666.67")));
    assert_eq!((&progress["percent"], &progress["reached"]), (&json!(33), &json!(false)));
    for (figure, reason) in
        [("neededPerMonth", "no_target_date"), ("pace", "no_history"), ("reachedIn", "no_history")]
    {
        let field = figure.replace("PerMonth", "").replace("In", "") + "Unknown";
        assert_eq!((&progress[figure], &progress[&field]), (&Value::Null, &json!(reason)), "{figure}");
    }
    assert_eq!(listed(&ann).await, [made]);
    // Without a known balance, the saved amount is unknown, not zero.
    let new = json!({"name": "New", "kind": "savings", "currency": "EUR"});
    let new = ok(&ann, Method::POST, "/accounts", new).await["id"].clone();
    let unknown = ok(&ann, Method::POST, "/goals", goal("Car", &json!([{"accountId": new}]))).await;
    assert_eq!(unknown["progress"]["saved"], Value::Null);
    assert_eq!(unknown["progress"]["savedUnknown"], "no_balance");
}

async fn earmarks_above_the_balance_are_reported(app: TestApp) {
    let ann = app.user("ann").await;
    let savings = account(&ann, "EUR", "800.00").await;
    for amount in ["500.00", "400.00"] {
        let accounts = json!([{"accountId": savings, "amount": amount}]);
        ok(&ann, Method::POST, "/goals", goal(amount, &accounts)).await;
    }
    for (goal, saved) in listed(&ann).await.iter().zip(["500.00", "400.00"]) {
        assert_eq!(goal["progress"]["saved"], saved);
        assert_eq!(goal["accounts"][0]["overAllocated"], "100.00");
    }
}

#[expect(clippy::disallowed_methods, reason = "the server has its own clock")]
async fn a_goal_with_contributions_has_its_progress(app: TestApp) {
    let ann = app.user("ann").await;
    let today = chrono::Utc::now().date_naive();
    let mut new = goal("Bike", &json!([]));
    new["targetDate"] = json!(today + chrono::Months::new(10));
    let id = text(&ok(&ann, Method::POST, "/goals", new).await["id"]);
    let path = format!("/goals/{id}/contributions");
    for (months, amount) in [(2, "60.00"), (1, "60.00"), (1, "-20.00")] {
        let date = today - chrono::Months::new(months);
        let made = ok(&ann, Method::POST, &path, json!({"date": date, "amount": amount})).await;
        assert_eq!((&made["date"], &made["amount"]), (&json!(date), &json!(amount)));
    }
    let goal = listed(&ann).await.remove(0);
    assert_eq!((&goal["source"], &goal["contributions"]), (&json!("contributions"), &json!(3)));
    let progress = &goal["progress"];
    assert_eq!((&progress["saved"], &progress["percent"]), (&json!("100.00"), &json!(10)));
    assert_eq!((&progress["neededPerMonth"], &progress["monthsLeft"]), (&json!("90.00"), &json!(10)));
    assert_eq!(
        (&progress["pace"]["change"], &progress["pace"]["perMonth"]),
        (&json!("100.00"), &json!("33.33"))
    );
    // At a third of 100.00 a month, the missing 900.00 take 27 months.
    let reached = (today.format("%Y-%m").to_string(), text(&progress["reachedIn"]));
    let number = |month: &str| month[..4].parse::<i32>().unwrap() * 12 + month[5..].parse::<i32>().unwrap();
    assert_eq!(number(&reached.1) - number(&reached.0), 27);
    let contributions = ann.json(&path).await["items"].as_array().unwrap().clone();
    let contribution = format!("/goal-contributions/{}", text(&contributions[2]["id"]));
    ok(&ann, Method::DELETE, &contribution, Value::Null).await;
    assert_eq!(listed(&ann).await[0]["progress"]["saved"], "40.00");
    let (status, _) = refused(&ann, Method::DELETE, &contribution, Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    for (wrong, error) in [
        (json!({"date": today, "amount": "0.00"}), "amount must not be zero"),
        (json!({"date": today, "amount": "1.234"}), "amount is invalid"),
        (json!({"date": "-0001-01-01", "amount": "1"}), ""),
    ] {
        let (status, message) = refused(&ann, Method::POST, &path, wrong).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(message.contains(error), "{message}");
    }
}

async fn goals_are_ordered_changed_and_deleted(app: TestApp) {
    let ann = app.user("ann").await;
    let mut ids = Vec::new();
    for name in ["One", "Two"] {
        ids.push(text(&ok(&ann, Method::POST, "/goals", goal(name, &json!([]))).await["id"]));
    }
    let names = async || listed(&ann).await.iter().map(|goal| text(&goal["name"])).collect::<Vec<_>>();
    ok(&ann, Method::PUT, "/goals/order", json!({"ids": [ids[1], ids[0]]})).await;
    assert_eq!(names().await, ["Two", "One"]);
    let (status, _) = refused(&ann, Method::PUT, "/goals/order", json!({"ids": [ids[1]]})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let path = format!("/goals/{}", ids[1]);
    let mut change = goal("Second", &json!([]));
    (change["archived"], change["note"]) = (json!(true), json!(" Later \n"));
    let changed = ok(&ann, Method::PUT, &path, change.clone()).await;
    assert_eq!((&changed["archived"], &changed["note"]), (&json!(true), &json!("Later")));
    assert_eq!(names().await, ["Second", "One"]);
    // A goal with contributions keeps its currency and gets no accounts.
    let today = json!({"date": "2025-05-01", "amount": "5.00"});
    ok(&ann, Method::POST, &format!("{path}/contributions"), today.clone()).await;
    let savings = account(&ann, "EUR", "800.00").await;
    change["accounts"] = json!([{"accountId": savings}]);
    let (status, error) = refused(&ann, Method::PUT, &path, change).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("has contributions"), "{error}");
    let linked = goal("Linked", &json!([{"accountId": savings}]));
    let linked = text(&ok(&ann, Method::POST, "/goals", linked).await["id"]);
    let (status, error) = refused(&ann, Method::POST, &format!("/goals/{linked}/contributions"), today).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("no contributions"), "{error}");
    ok(&ann, Method::DELETE, &path, Value::Null).await;
    assert_eq!(names().await, ["One", "Linked"]);
}

async fn invalid_goals_are_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let dollars = account(&ann, "USD", "800.00").await;
    let euros = account(&ann, "EUR", "800.00").await;
    let with = |field: &str, value: Value| {
        let mut new = goal("Trip", &json!([]));
        new[field] = value;
        new
    };
    let twice = json!([{"accountId": euros}, {"accountId": euros, "amount": "1.00"}]);
    let mut both = with("accounts", json!([{"accountId": euros}]));
    both["source"] = json!("contributions");
    for (wrong, error) in [
        (with("name", json!(" ")), "name must have 1 to 80 characters"),
        (with("note", json!("x".repeat(1_001))), "note must have 1 to 1000 characters"),
        (with("target", json!("0.00")), "target must be greater than zero"),
        (with("target", json!("1.234")), "target is invalid"),
        (
            with("accounts", json!([{"accountId": dollars}])),
            "A goal counts only accounts in its own currency",
        ),
        (
            with("accounts", json!([{"accountId": euros, "amount": "-1.00"}])),
            "amount must be greater than zero",
        ),
        (with("accounts", twice), "accounts must name each account once"),
        (both, "a goal with contributions has no accounts"),
    ] {
        let (status, message) = refused(&ann, Method::POST, "/goals", wrong).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(message.contains(error), "{message}");
    }
    for account in ["nonsense", "01890000-0000-7000-8000-000000000000"] {
        let wrong = with("accounts", json!([{"accountId": account}]));
        assert_eq!(refused(&ann, Method::POST, "/goals", wrong).await.0, StatusCode::NOT_FOUND);
    }
    for number in 0..100 {
        ok(&ann, Method::POST, "/goals", goal(&number.to_string(), &json!([]))).await;
    }
    let (status, error) = refused(&ann, Method::POST, "/goals", goal("More", &json!([]))).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("100 goals"), "{error}");
}

async fn goals_are_of_one_user(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let savings = account(&ann, "EUR", "800.00").await;
    let id = text(&ok(&ann, Method::POST, "/goals", goal("Trip", &json!([]))).await["id"]);
    let contributions = format!("/goals/{id}/contributions");
    let one = json!({"date": "2025-05-01", "amount": "5.00"});
    let made = ok(&ann, Method::POST, &contributions, one.clone()).await;
    let contribution = format!("/goal-contributions/{}", text(&made["id"]));
    let path = format!("/goals/{id}");
    for (method, path, value) in [
        (Method::PUT, path.as_str(), goal("Stolen", &json!([]))),
        (Method::DELETE, &path, Value::Null),
        (Method::GET, &contributions, Value::Null),
        (Method::POST, &contributions, one),
        (Method::DELETE, &contribution, Value::Null),
        (Method::POST, "/goals", goal("Spy", &json!([{"accountId": savings}]))),
    ] {
        assert_eq!(refused(&bob, method, path, value).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let order = refused(&bob, Method::PUT, "/goals/order", json!({"ids": [id]})).await;
    assert_eq!(order.0, StatusCode::BAD_REQUEST);
    assert_eq!(listed(&bob).await, Vec::<Value>::new());
    assert_eq!(listed(&ann).await[0]["progress"]["saved"], "5.00");
}

async fn goals_are_in_the_archive_and_deleted_with_the_data(app: TestApp) {
    let ann = app.user("ann").await;
    let savings = account(&ann, "EUR", "800.00").await;
    let linked = goal("Trip", &json!([{"accountId": savings, "amount": "500.00"}]));
    ok(&ann, Method::POST, "/goals", linked).await;
    let id = text(&ok(&ann, Method::POST, "/goals", goal("Bike", &json!([]))).await["id"]);
    let one = json!({"date": "2025-05-01", "amount": "5.00"});
    ok(&ann, Method::POST, &format!("/goals/{id}/contributions"), one).await;
    let before = listed(&ann).await;
    let archive = ann.get("/me/data").await.bytes().await.unwrap().to_vec();
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    assert_eq!(listed(&ann).await, Vec::<Value>::new());
    let import = ann.request(Method::POST, "/me/data/import").header("content-type", "application/x-tar");
    let restored = import.body(archive).send().await.unwrap();
    assert_eq!(restored.status(), StatusCode::OK);
    assert_eq!(listed(&ann).await, before);
}
