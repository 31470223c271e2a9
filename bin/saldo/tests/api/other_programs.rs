//! Tests of exports of other programs: previewed with a report, imported with categories, tags and splits,
//! and imported once.

use std::collections::BTreeMap;

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
    transfers_of_another_program_are_linked_unless_the_user_decided_otherwise,
    budgets_of_another_program_are_created_once_and_replace_none,
    an_export_of_actual_is_imported_with_transfers_and_budgets,
    a_file_of_budgets_alone_is_imported,
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

/// Returns the descriptions of the two sides of each linked transfer.
async fn linked(user: &TestUser) -> Vec<Vec<String>> {
    let mut sides: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for transaction in user.transactions().await {
        if let Some(transfer) = transaction["transferId"].as_str() {
            assert_eq!(transaction["kind"], "transfer");
            let side = format!("{} {}", text(&transaction["description"]), text(&transaction["amount"]));
            sides.entry(transfer.to_owned()).or_default().push(side);
        }
    }
    let mut found: Vec<Vec<String>> = sides.into_values().collect();
    for sides in &mut found {
        sides.sort_unstable();
    }
    found.sort_unstable();
    found
}

/// A transfer in two currencies, which Saldo would never link by itself, and one of an amount that occurs
/// twice on that day.
const TRANSFERS: &str = "2024-01-02 * \"Exchange\"\n  Assets:Giro  -20.00 EUR @@ 22.00 USD\n  Assets:Dollars  22.00 USD\n\
2024-01-03 * \"Save\"\n  Assets:Giro  -5.00 EUR\n  Assets:Savings\n\
2024-01-03 * \"Refund\"\n  Assets:Savings  5.00 EUR\n  Income:Refunds\n";

async fn transfers_of_another_program_are_linked_unless_the_user_decided_otherwise(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("main.beancount", TRANSFERS.as_bytes().to_vec()).await;
    assert_eq!(preview(&ann, &id).await["linkedTransferCount"], 2);
    ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
    let both = [vec!["Exchange -20.00", "Exchange 22.00"], vec!["Save -5.00", "Save 5.00"]];
    assert_eq!(linked(&ann).await, both);
    let save = |transaction: &Value| transaction["description"] == "Save";
    let save = ann.transactions().await.into_iter().find(save).unwrap();
    let path = format!("/transactions/{}", text(&save["id"]));
    ok(&ann, Method::PATCH, &path, json!({"kind": "entry"})).await;
    assert_eq!(linked(&ann).await, both[..1]);
    let again = format!("{TRANSFERS}2024-01-04 * \"More\"\n  Assets:Giro  -1.00 EUR\n  Expenses:Food\n");
    let id = ann.upload_one("later.beancount", again.into_bytes()).await;
    let done = ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
    assert_eq!(done["data"]["newTransactionCount"], 1, "{done}");
    assert_eq!(linked(&ann).await, both[..1]);
}

const BUDGETS: &str = "2024-01-01 custom \"budget\" Expenses:Food:Out \"monthly\" 40.00 EUR\n\
2024-02-01 custom \"budget\" Expenses:Food:Out \"monthly\" 50.00 EUR\n\
2024-01-01 custom \"budget\" Expenses:Gym \"weekly\" 5.00 EUR\n\
2024-02-02 * \"Lunch\"\n  Assets:Giro  -12.00 EUR\n  Expenses:Food:Out\n";

async fn budgets_of_another_program_are_created_once_and_replace_none(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("main.beancount", BUDGETS.as_bytes().to_vec()).await;
    let seen = preview(&ann, &id).await;
    let budget = json!({"category": "Food: Out", "amount": "50.00", "currency": "EUR", "rhythm": "monthly",
        "rollOver": "nothing", "start": "2024-02", "end": null});
    assert_eq!((&seen["budgetCount"], &seen["budgets"]), (&json!(1), &json!([budget])));
    assert_eq!(
        seen["leftOut"],
        json!([{"part": "budgets", "count": 1}, {"part": "earlier_budgets", "count": 1}])
    );
    ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
    let budgets = ann.json("/budgets?month=2024-02").await;
    let budgets = budgets["items"].as_array().unwrap();
    assert_eq!(budgets.len(), 1);
    assert_eq!((&budgets[0]["amount"], &budgets[0]["state"]["left"]), (&json!("50.00"), &json!("38.00")));
    let mut changed = budgets[0].clone();
    changed["amount"] = json!("60.00");
    for field in ["id", "state"] {
        changed.as_object_mut().unwrap().remove(field);
    }
    ok(&ann, Method::PUT, &format!("/budgets/{}", text(&budgets[0]["id"])), changed).await;
    let later = format!("{BUDGETS}2024-03-02 * \"Lunch\"\n  Assets:Giro  -13.00 EUR\n  Expenses:Food:Out\n");
    let id = ann.upload_one("later.beancount", later.into_bytes()).await;
    ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
    let budgets = ann.json("/budgets?month=2024-02").await;
    let budgets = budgets["items"].as_array().unwrap();
    assert_eq!((budgets.len(), &budgets[0]["amount"]), (1, &json!("60.00")));
    let bob = app.user("bob").await;
    assert_eq!(bob.json("/budgets").await["items"], json!([]));
}

/// A file that Actual's own library wrote; see the README beside it.
const ACTUAL: &[u8] = include_bytes!("../../../../crates/books/tests/samples/actual/sample.zip");

async fn an_export_of_actual_is_imported_with_transfers_and_budgets(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("actual.zip", ACTUAL.to_vec()).await;
    let form = Form::new().text("statementId", id.clone()).text("currency", "EUR");
    let seen = ann.request(Method::POST, "/import/preview").multipart(form).send().await.unwrap();
    assert_eq!(body(seen).await["linkedTransferCount"], 2);
    let done = ann.post("/import", &json!({"statementId": id})).await;
    let status = done.status();
    println!("{status} {}", body(done).await);
    assert_eq!(balance(&ann, "Giro").await, "3194.45");
    assert_eq!(balance(&ann, "Savings").await, "200.00");
    assert_eq!(linked(&ann).await.len(), 2);
    let budgets = ann.json("/budgets?month=2026-03").await;
    assert_eq!(budgets["items"].as_array().unwrap().len(), 2);
}

async fn a_journal_of_hledger_with_a_wrong_balance_is_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let journal = "2024-01-01 Shop\n    assets:bank  -5.00 EUR = -6.00 EUR\n    expenses:food\n";
    let id = ann.upload_one("main.journal", journal.as_bytes().to_vec()).await;
    let seen = preview(&ann, &id).await.to_string();
    assert!(seen.contains("Line 2") && seen.contains("asserted balance"), "{seen}");
    assert_eq!(ann.transactions().await.len(), 0);
}

async fn a_file_of_budgets_alone_is_imported(app: TestApp) {
    let ann = app.user("ann").await;
    let plan = "Month,Category Group/Category,Category Group,Category,Assigned,Activity,Available\n\
        Jan 2026,Everyday: Groceries,Everyday,Groceries,€300.00,€0.00,€300.00\n";
    let firefly = "user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount\n\
        1,1,Rent,1,1,2026-01-01,2026-01-31,EUR,900.000000000000\n";
    for (name, content, format, category) in [
        ("My Plan - Plan.csv", plan, "ynab", "Everyday: Groceries"),
        ("2026_01_31_budgets.csv", firefly, "firefly", "Rent"),
    ] {
        let id = ann.upload_one(name, content.as_bytes().to_vec()).await;
        let seen = preview(&ann, &id).await;
        assert_eq!((&seen["format"], &seen["budgetCount"]), (&json!(format), &json!(1)), "{seen}");
        assert_eq!((&seen["accounts"], &seen["budgets"][0]["category"]), (&json!([]), &json!(category)));
        let done = ok(&ann, Method::POST, "/import", json!({"statementId": id})).await;
        assert_eq!(done["data"]["newTransactionCount"], 0, "{done}");
        let statement = ann.json(&format!("/statements/{id}")).await;
        assert_eq!((&statement["status"], &statement["outcome"]), (&json!("processed"), &Value::Null));
    }
    let budgets = ann.json("/budgets?month=2026-01").await;
    let mut amounts: Vec<_> =
        budgets["items"].as_array().unwrap().iter().map(|budget| text(&budget["amount"])).collect();
    amounts.sort();
    assert_eq!(amounts, ["300.00", "900.00"]);
    assert_eq!(ann.json("/accounts").await["items"], json!([]));
}
