//! Tests of exports of other programs: previewed with a report, imported with categories, tags and splits,
//! and imported once.

use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    a_journal_of_beancount_brings_accounts_categories_and_balances,
    an_export_of_firefly_is_imported_once,
    an_export_of_some_months_brings_no_balance,
    a_journal_of_hledger_with_a_wrong_balance_is_rejected,
);

const BEANCOUNT: &str = "2023-12-31 open Assets:Giro EUR\n2023-12-31 open Assets:Savings EUR\n\
2024-01-01 * \"Opening\"\n  Assets:Giro  100.00 EUR\n  Equity:Opening-Balances\n\
2024-01-02 * \"Shop\" #home\n  Assets:Giro  -15.00 EUR\n  Expenses:Living:Bread  10.00 EUR\n  Expenses:Living:Soap\n\
2024-01-03 * \"Save\"\n  Assets:Giro  -20.00 EUR\n  Assets:Savings\n2024-01-04 price ACME 5.00 EUR\n";

const FIREFLY: &str = "journal_id,group_id,type,currency_code,amount,foreign_currency_code,foreign_amount,description,\
date,source_name,source_type,destination_name,destination_type,category,tags,notes\n\
0,0,Opening balance,EUR,100.00,,,Initial balance,2024-01-01T00:00:00+01:00,Initial balance for Giro,\
Initial balance account,Giro,Asset account,,,\n\
1,1,Withdrawal,EUR,-12.50,,,Bread,2024-01-02T00:00:00+01:00,Giro,Asset account,REWE,Expense account,My bread,home,\n";

async fn preview(user: &TestUser, id: &str) -> Value {
    let form = Form::new().text("statementId", id.to_owned());
    body(user.request(Method::POST, "/import/preview").multipart(form).send().await.unwrap()).await
}

async fn balance(user: &TestUser, name: &str) -> String {
    let accounts = user.json("/accounts").await;
    let account = accounts["items"].as_array().unwrap().iter().find(|account| account["name"] == name);
    text(&account.unwrap()["balance"]["amount"])
}

async fn a_journal_of_beancount_brings_accounts_categories_and_balances(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("main.beancount", BEANCOUNT.as_bytes().to_vec()).await;
    let seen = preview(&ann, &id).await;
    assert_eq!((&seen["format"], &seen["transactionCount"]), (&json!("beancount"), &json!(3)));
    assert_eq!(seen["leftOut"], json!([{"part": "prices", "count": 1}]));
    assert_eq!(seen["accounts"][0]["closingBalance"], "65.00");
    let done = ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
    assert_eq!(done["data"]["newTransactionCount"], 3, "{done}");
    assert_eq!(balance(&ann, "Giro").await, "65.00");
    assert_eq!(balance(&ann, "Savings").await, "20.00");
    let all = ann.transactions().await;
    let shop = all.iter().find(|transaction| transaction["description"] == "Shop").unwrap();
    assert_eq!(shop["tags"], json!(["home"]));
    assert_eq!(shop["splits"].as_array().unwrap().len(), 2, "{shop}");
    assert_eq!(all.iter().filter(|transaction| transaction["kind"] == "transfer").count(), 2);
    let categories = ann.json("/categories").await.to_string();
    assert!(categories.contains("\"Living\"") && categories.contains("\"Soap\""), "{categories}");
}

async fn an_export_of_firefly_is_imported_once(app: TestApp) {
    let ann = app.user("ann").await;
    let later = format!(
        "{FIREFLY}2,2,Deposit,EUR,1000.00,,,Pay,2024-02-01T00:00:00+01:00,ACME,Revenue account,Giro,Asset account,,,\n"
    );
    for (name, file, fresh, sum) in [("1.csv", FIREFLY, 1, "87.50"), ("2.csv", &later, 1, "1087.50")] {
        let id = ann.upload_one(name, file.as_bytes().to_vec()).await;
        let done = ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
        assert_eq!(done["data"]["newTransactionCount"], fresh, "{done}");
        assert_eq!(balance(&ann, "Giro").await, sum);
    }
    assert_eq!(ann.transactions().await.len(), 2);
}

async fn an_export_of_some_months_brings_no_balance(app: TestApp) {
    let ann = app.user("ann").await;
    let months: Vec<&str> = FIREFLY.split_inclusive('\n').filter(|line| !line.contains("Opening")).collect();
    let id = ann.upload_one("1.csv", months.concat().into_bytes()).await;
    let done = ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
    assert_eq!(done["data"]["newTransactionCount"], 1, "{done}");
    assert_eq!(ann.json("/accounts").await["items"][0]["balance"], Value::Null);
}

async fn a_journal_of_hledger_with_a_wrong_balance_is_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let journal = "2024-01-01 Shop\n    assets:bank  -5.00 EUR = -6.00 EUR\n    expenses:food\n";
    let id = ann.upload_one("main.journal", journal.as_bytes().to_vec()).await;
    let seen = preview(&ann, &id).await.to_string();
    assert!(seen.contains("Line 2") && seen.contains("asserted balance"), "{seen}");
    assert_eq!(ann.transactions().await.len(), 0);
}
