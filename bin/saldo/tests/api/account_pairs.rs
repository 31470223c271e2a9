//! Tests of accounts that may be the same one, through HTTP: detection, merging and undoing a merge.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    accounts_with_the_same_transactions_are_suggested_until_they_are_merged,
    the_number_of_a_manual_account_is_detected_and_can_be_changed,
    similar_accounts_stay_separate_if_the_user_says_so,
    two_accounts_with_one_number_are_offered_for_a_merge,
    a_file_of_two_rows_that_is_imported_twice_is_found,
    accounts_that_overlap_only_years_ago_are_found,
);

/// Returns a CSV file of one account, with a balance in each row.
fn csv(account: &str, separator: char) -> Vec<u8> {
    let rows = [
        ["Date", "Description", "Amount", "Balance", "Currency", "Account name"],
        ["2026-01-05", "Rent", "-900.00", "1100.00", "EUR", account],
        ["2026-01-09", "Salary", "2500.50", "3600.50", "EUR", account],
        ["2026-01-20", "Groceries", "-61.20", "3539.30", "EUR", account],
        ["2026-02-05", "Rent", "-900.00", "2639.30", "EUR", account],
    ];
    rows.map(|row| row.join(&separator.to_string()) + "\n").concat().into_bytes()
}

async fn bring(user: &TestUser, name: &str, file: Vec<u8>) {
    let id = user.upload_one(name, file).await;
    let answer = user.process(&id).await;
    assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text().await.unwrap());
}

async fn pairs(user: &TestUser) -> Vec<Value> {
    user.json("/duplicate-accounts").await["items"].as_array().unwrap().clone()
}

/// Returns the warnings of four lists of figures with this query, of the budgets and of recurring payments.
async fn warnings(user: &TestUser, query: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for path in [
        "/reports/cash-flow",
        "/reports/spending",
        "/reports/merchants",
        "/transactions/totals",
        "/budgets",
        "/recurring",
    ] {
        found.push(user.json(&format!("{path}{query}")).await["possiblyCountedTwice"].clone());
    }
    found
}

async fn accounts_with_the_same_transactions_are_suggested_until_they_are_merged(app: TestApp) {
    let ann = app.user("ann").await;
    bring(&ann, "one.csv", csv("Giro", ';')).await;
    let day = "/reports/net-worth?from=2026-02-28&to=2026-02-28";
    let once = ann.json(day).await;
    assert_eq!(once["possiblyCountedTwice"], json!([]));
    bring(&ann, "two.csv", csv("Everyday", ',')).await;
    let found = pairs(&ann).await;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["because"], &found[0]["days"]), (&json!("transactions"), &json!(4)));
    let accounts = ann.json("/accounts").await["items"].as_array().unwrap().clone();
    let ids = [&accounts[0]["id"], &accounts[1]["id"]];
    assert_eq!(found[0]["accountIds"], json!(ids));
    let twice = ann.json(day).await;
    assert_eq!(twice["items"][0]["sums"][0]["amount"], "5278.60");
    assert_eq!(twice["possiblyCountedTwice"], json!([ids]), "accounts that may count twice are named");
    assert_eq!(warnings(&ann, "").await, vec![json!([ids]); 6]);
    let narrowed = format!("?account={}", text(ids[0]));
    assert_eq!(
        warnings(&ann, &narrowed).await[..4],
        vec![json!([]); 4],
        "a single account never counts twice"
    );
    let query = |filter: Value| json!({"query": {"measure": "spent", "filter": filter}});
    for (filter, warned) in [
        (json!({}), json!([ids])),
        (json!({"only": {"accounts": ids}}), json!([ids])),
        (json!({"only": {"accounts": [ids[0]]}}), json!([])),
    ] {
        let answer = body(ann.post("/query", &query(filter)).await).await;
        assert_eq!(answer["possiblyCountedTwice"], warned, "{answer}");
    }

    let path = format!("/accounts/{}/merge", text(ids[0]));
    let merged = ok(&ann, Method::POST, &path, json!({"other": ids[1]})).await;
    assert_eq!(merged["id"], *ids[0]);
    assert_eq!(ann.json(day).await["items"], once["items"]);
    assert_eq!(ann.transactions().await.len(), 4, "each transaction is listed once");
    assert_eq!(pairs(&ann).await, Vec::<Value>::new());
    assert_eq!(warnings(&ann, "").await, vec![json!([]); 6]);
    let listed = ann.json("/account-merges").await["items"].clone();
    assert_eq!((&listed[0]["id"], &listed[0]["otherName"]), (&merged["mergeId"], &accounts[1]["name"]));

    let undo = format!("/account-merges/{}/undo", text(&merged["mergeId"]));
    let undone = ok(&ann, Method::POST, &undo, json!({})).await;
    assert_eq!((&undone["account"]["id"], &undone["kept"]), (ids[1], &json!(0)));
    assert_eq!(ann.json("/accounts").await["items"], json!(accounts));
    assert_eq!(ann.transactions().await.len(), 8);
    let again = ann.request(Method::POST, &undo).header("content-type", "application/json").body("{}");
    assert_eq!(again.send().await.unwrap().status(), StatusCode::CONFLICT);
}

async fn the_number_of_a_manual_account_is_detected_and_can_be_changed(app: TestApp) {
    let ann = app.user("ann").await;
    let statement = |number: &str, day: u32| {
        format!(
            ":20:S\r\n:25:{number}\r\n:60F:C260101EUR100,00\r\n:61:2601{day:02}D12,50NMSC\r\n:86:Shop\r\n\
             :62F:C260131EUR87,50\r\n-\r\n"
        )
        .into_bytes()
    };
    let account = json!({"name": "Everyday", "kind": "checking", "currency": "EUR"});
    let id = text(&ok(&ann, Method::POST, "/accounts", account).await["id"]);
    let file = ann.upload_one("one.sta", statement("20041133/0532013000", 2)).await;
    ok(&ann, Method::POST, "/import", json!({"statementId": file, "accountId": id})).await;
    let path = format!("/accounts/{id}");
    assert_eq!(ann.json(&path).await["numberMasked"], "••••3000");
    bring(&ann, "two.sta", statement("DE89200411330532013000", 9)).await;
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 1);

    let changed = ok(&ann, Method::PATCH, &path, json!({"number": "DE02 1203 0000 0000 2020 51"})).await;
    assert_eq!(changed["numberMasked"], "••••2051");
    bring(&ann, "three.sta", statement("12030000/0000202051", 16)).await;
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 1);
    let refused = |number: Value| {
        let request = ann.request(Method::PATCH, &path).header("content-type", "application/json");
        request.body(json!({"number": number}).to_string()).send()
    };
    assert_eq!(refused(json!("12")).await.unwrap().status(), StatusCode::BAD_REQUEST);
    let other = json!({"name": "Other", "kind": "savings", "currency": "EUR"});
    let other = text(&ok(&ann, Method::POST, "/accounts", other).await["id"]);
    ok(&ann, Method::PATCH, &format!("/accounts/{other}"), json!({"number": "DE44500105175407324931"})).await;
    let taken = refused(json!("DE44 5001 0517 5407 3249 31")).await.unwrap();
    assert_eq!(taken.status(), StatusCode::CONFLICT);
    assert!(text(&body(taken).await["error"]).contains("merge"));
    assert_eq!(ok(&ann, Method::PATCH, &path, json!({"number": null})).await["numberMasked"], Value::Null);
}

async fn two_accounts_with_one_number_are_offered_for_a_merge(app: TestApp) {
    let ann = app.user("ann").await;
    let statement = ":20:S\r\n:25:20041133/0532013000\r\n:60F:C260101EUR100,00\r\n:61:260102D12,50NMSC\r\n\
                     :86:Shop\r\n:62F:C260131EUR87,50\r\n-\r\n";
    bring(&ann, "one.sta", statement.as_bytes().to_vec()).await;
    let cash = json!({"name": "Giro by hand", "kind": "checking", "currency": "EUR"});
    let other = text(&ok(&ann, Method::POST, "/accounts", cash).await["id"]);
    assert_eq!(pairs(&ann).await, Vec::<Value>::new());
    // The user knows only the end of the number, so that nothing contradicts the statement.
    ok(&ann, Method::PATCH, &format!("/accounts/{other}"), json!({"number": "3000"})).await;
    let found = pairs(&ann).await;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["because"], &found[0]["days"]), (&json!("number"), &Value::Null), "{found:?}");
    assert_eq!(warnings(&ann, "").await, vec![json!([found[0]["accountIds"]]); 6]);
}

async fn similar_accounts_stay_separate_if_the_user_says_so(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    bring(&ann, "one.csv", csv("Giro", ';')).await;
    bring(&ann, "two.csv", csv("Everyday", ',')).await;
    let ids = pairs(&ann).await[0]["accountIds"].clone();
    let both = json!({"one": ids[1], "other": ids[0]});
    let answer = bob.post("/duplicate-accounts/distinct", &both).await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    let answer = ann.post("/duplicate-accounts/distinct", &both).await;
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert_eq!(pairs(&ann).await, Vec::<Value>::new());
    assert_eq!(ann.json("/reports/net-worth").await["possiblyCountedTwice"], json!([]));
    assert_eq!(bob.json("/account-merges").await["items"], json!([]));
}

/// Returns a CSV file of one account with these dates, descriptions and amounts.
fn rows(account: &str, rows: &[[&str; 3]]) -> Vec<u8> {
    let row =
        |[date, description, amount]: &[&str; 3]| format!("{date};{description};{amount};EUR;{account}\n");
    let rows: String = rows.iter().map(row).collect();
    format!("Date;Description;Amount;Currency;Account name\n{rows}").into_bytes()
}

async fn a_file_of_two_rows_that_is_imported_twice_is_found(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let two = [["2026-01-05", "Rent", "-900.00"], ["2026-01-09", "Salary", "2500.50"]];
    bring(&ann, "one.csv", rows("Giro", &two)).await;
    bring(&ann, "two.csv", rows("Everyday", &two)).await;
    let found = pairs(&ann).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["because"], &found[0]["days"]), (&json!("transactions"), &json!(2)));
    assert_eq!(warnings(&ann, "").await, vec![json!([found[0]["accountIds"]]); 6]);
    // A standing order to two accounts is no sign of one account, nor are equal amounts of other payments.
    let orders = [["2026-01-05", "Savings", "50.00"], ["2026-02-05", "Savings", "50.00"]];
    bring(&bob, "one.csv", rows("Holiday", &orders)).await;
    bring(&bob, "two.csv", rows("Car", &orders)).await;
    bring(
        &bob,
        "three.csv",
        rows("Giro", &[["2025-01-05", "Rent", "-9.00"], ["2025-01-09", "Gym", "-5.00"]]),
    )
    .await;
    bring(&bob, "four.csv", rows("Pay", &[["2025-01-05", "Lunch", "-9.00"], ["2025-01-09", "Tea", "-5.00"]]))
        .await;
    assert_eq!(bob.json("/accounts").await["items"].as_array().unwrap().len(), 4);
    assert_eq!(pairs(&bob).await, Vec::<Value>::new());
}

async fn accounts_that_overlap_only_years_ago_are_found(app: TestApp) {
    let ann = app.user("ann").await;
    let old = [
        ["2019-01-05", "Rent", "-900.00"],
        ["2019-06-09", "Salary", "2500.50"],
        ["2020-02-01", "Groceries", "-61.20"],
        ["2021-11-05", "Gym", "-20.00"],
    ];
    bring(&ann, "old.csv", rows("Old", &old)).await;
    let now: Vec<[&str; 3]> = old.into_iter().chain([["2026-01-20", "Cinema", "-12.00"]]).collect();
    bring(&ann, "now.csv", rows("Now", &now)).await;
    bring(&ann, "other.csv", rows("Other", &[["2026-01-20", "Tea", "-3.00"]])).await;
    let found = pairs(&ann).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["because"], &found[0]["days"]), (&json!("transactions"), &json!(4)));
}
