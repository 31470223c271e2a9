//! Tests of the answers and rejections of each tool.

use std::collections::BTreeSet;

use saldo_advisor::tools::{Context, ToolError, Toolbox};
use saldo_advisor::{Ledger, Limits};
use saldo_domain::{PageRequest, UserId};
use serde_json::{Value, json};

use crate::books::Books;

pub(crate) async fn run_with(
    books: &Books,
    user: UserId,
    limits: &Limits,
    tool: &str,
    input: Value,
) -> Result<Value, ToolError> {
    let ledger = Ledger::of(&books.storage);
    Toolbox::standard().run(tool, input, &Context::new(&ledger, user, today(), limits)).await
}

pub(crate) fn today() -> chrono::NaiveDate {
    "2025-07-15".parse().unwrap()
}

pub(crate) async fn run_as(
    books: &Books,
    user: UserId,
    tool: &str,
    input: Value,
) -> Result<Value, ToolError> {
    run_with(books, user, &Limits::default(), tool, input).await
}

pub(crate) async fn run(books: &Books, tool: &str, input: Value) -> Value {
    run_with(books, books.ann, &Limits::default(), tool, input).await.unwrap()
}

pub(crate) fn money(amount: &str, currency: &str) -> Value {
    json!({"amount": amount, "currency": currency})
}

#[tokio::test(flavor = "multi_thread")]
async fn every_schema_names_exactly_the_accepted_inputs() {
    let books = Books::open().await;
    let statements = books.storage.list_statements(books.ann, PageRequest::first(1)).await.unwrap();
    let statement = statements.items[0].id;
    for tool in Toolbox::standard().descriptions() {
        let properties = tool.parameters["properties"].as_object().unwrap();
        assert_eq!(tool.parameters["additionalProperties"], json!(false), "{}", tool.name);
        assert!(properties.values().all(|it| it["description"].is_string()), "{}", tool.name);
        let nulls: serde_json::Map<_, _> = properties.keys().map(|key| (key.clone(), Value::Null)).collect();
        let mut input = Value::Object(nulls);
        for required in tool.parameters["required"].as_array().into_iter().flatten() {
            let key = required.as_str().unwrap();
            input[key] = match key {
                "by" => json!("month"),
                "of" => json!("spending"),
                "statement" => json!(statement),
                _ => json!("1"),
            };
        }
        if tool.name == "query" {
            input["question"] = json!("total spending");
        }
        // These two tools only calculate and read no data.
        if ["savings_growth", "loan"].contains(&tool.name.as_str()) {
            input["months"] = json!(12);
            assert!(run(&books, &tool.name, input).await["months"].as_u64() <= Some(12), "{}", tool.name);
            continue;
        }
        let output = run(&books, &tool.name, input).await;
        assert_eq!(output["coverage"], json!({"first": "2025-01-02", "last": "2025-06-30"}), "{}", tool.name);
    }
    let names: BTreeSet<String> = Toolbox::standard().descriptions().into_iter().map(|it| it.name).collect();
    assert_eq!(names.len(), Toolbox::standard().descriptions().len());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_tool_input_is_rejected_by_name() {
    let toolbox = Toolbox::standard();
    let unknown = toolbox.check("cash_flow", &json!({"shop": "tesco"}));
    assert_eq!(unknown, Err("cash_flow has no input called \"shop\"".to_owned()));
    assert!(toolbox.check("spending", &json!({})).is_err());
    assert!(toolbox.check("cash_flow", &json!({"from": "yesterday"})).is_err());
    assert!(toolbox.check("cash_flow", &json!({"at_least": "1e3"})).is_err());
    assert!(toolbox.check("cash_flow", &json!({"currency": "XXY"})).is_err());
    assert!(toolbox.check("delete_everything", &json!({})).is_err());
    assert_eq!(toolbox.check("cash_flow", &Value::Null), Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_is_rejected_with_the_known_ones() {
    let books = Books::open().await;
    let limits = Limits::default();
    let refused = run_with(&books, books.ann, &limits, "cash_flow", json!({"account": "Secret"})).await;
    assert_eq!(
        refused.unwrap_err().to_string(),
        "there is no account called \"Secret\"; there are: Main, Reserve"
    );
    let backwards = json!({"from": "2025-02-01", "to": "2025-01-01"});
    let refused = run_with(&books, books.ann, &limits, "cash_flow", backwards).await;
    assert_eq!(refused.unwrap_err().to_string(), "from (2025-02-01) must not be after to (2025-01-01)");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_users_account_is_not_found() {
    let books = Books::open().await;
    let refused =
        run_with(&books, books.yuki, &Limits::default(), "balances", json!({"account": "Main"})).await;
    assert_eq!(
        refused.unwrap_err().to_string(),
        "there is no account called \"Main\"; there are: Euros, Yen"
    );
    let found =
        run_with(&books, books.yuki, &Limits::default(), "search_transactions", json!({})).await.unwrap();
    assert_eq!(found["matched"], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn cash_flow_reports_income_spending_and_net() {
    let books = Books::open().await;
    let output = run(&books, "cash_flow", json!({"from": "2025-06-01", "to": "2025-06-30"})).await;
    assert_eq!(output["filter"], json!({"from": "2025-06-01", "to": "2025-06-30"}));
    let total = &output["totals"][0];
    assert_eq!(total["income"], money("2615.25", "EUR"));
    assert_eq!(total["spending"], money("1132.98", "EUR"));
    assert_eq!(total["net"], money("1482.27", "EUR"));
    assert_eq!(total["savings_rate"], "56.7");
    assert_eq!((&total["entries_in"], &total["entries_out"]), (&json!(2), &json!(6)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parent_category_has_the_transactions_of_its_children() {
    let books = Books::open().await;
    let input = json!({"category": "Food", "from": "2025-05-01", "to": "2025-05-31"});
    let output = run(&books, "cash_flow", input).await;
    assert_eq!(output["totals"][0]["spending"], money("72.50", "EUR"));
    let output = run(&books, "cash_flow", json!({"without_category": "Home", "from": "2025-05-01"})).await;
    assert_eq!(output["totals"][0]["spending"], money("418.47", "EUR"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rows_of_spending_add_up_to_its_total() {
    let books = Books::open().await;
    for by in ["category", "category_group", "merchant", "account", "month", "weekday", "day"] {
        let output = run(&books, "spending", json!({"by": by, "limit": 100})).await;
        let rows = output["rows"].as_array().unwrap();
        let cents: i64 = rows
            .iter()
            .map(|row| row["amount"]["amount"].as_str().unwrap().replace('.', "").parse::<i64>().unwrap())
            .sum();
        assert_eq!(cents, 574_643, "{by}");
        assert_eq!(output["totals"][0]["spending"], money("5746.43", "EUR"), "{by}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_and_smallest_are_listed_per_currency() {
    let books = Books::open().await;
    for (order, expected) in [("largest", ["-12.34", "-20000"]), ("smallest", ["-12.34", "-1"])] {
        let input = json!({"order": order, "direction": "out", "limit": 1});
        let output =
            run_with(&books, books.yuki, &Limits::default(), "search_transactions", input).await.unwrap();
        let transactions = output["entries"].as_array().unwrap();
        let amounts: Vec<&str> =
            transactions.iter().map(|it| it["amount"]["amount"].as_str().unwrap()).collect();
        assert_eq!(amounts, expected, "{order}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_on_amounts_are_exact() {
    let books = Books::open().await;
    for (input, matched) in [
        (json!({"at_least": "60"}), 15),
        (json!({"above": "60.00"}), 14),
        (json!({"at_most": "3.5"}), 7),
        (json!({"below": "3.50"}), 0),
        (json!({"at_least": 41, "at_most": 41.0}), 1),
    ] {
        let output = run(&books, "search_transactions", input.clone()).await;
        assert_eq!(output["matched"], json!(matched), "{input}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_periods_are_compared_currency_by_currency() {
    let books = Books::open().await;
    let input = json!({"from": "2025-06-01", "to": "2025-06-30", "other_from": "2025-05-01", "other_to": "2025-05-31"});
    let output = run(&books, "compare_periods", input).await;
    let spending = &output["changes"][0]["spending"];
    assert_eq!(spending["difference"], money("247.49", "EUR"));
    assert_eq!(spending["percent"], "27.9");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_a_whole_word_and_a_search_finds_any_part() {
    let books = Books::open().await;
    let mallory = books.hostile(&["UBER *TRIP 1", "Überweisung Miete", "Dauerauftrag Uber"]).await;
    for (input, matched) in
        [(json!({"words": "Uber"}), 2), (json!({"text": "uber"}), 3), (json!({"without_words": "uber"}), 1)]
    {
        let found = run_with(&books, mallory, &Limits::default(), "search_transactions", input.clone()).await;
        assert_eq!(found.unwrap()["matched"], matched, "{input}");
    }
    let answer = books.ask(mallory, &["How much did I spend on Uber?"]).await;
    assert!(answer.contains("0.02 EUR"), "{answer}");
    let answer = books.ask(mallory, &["How much did I spend without Uber?"]).await;
    assert!(answer.contains("0.01 EUR"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_name_inside_other_words_does_not_match() {
    let books = Books::open().await;
    let mallory = books.hostile(&["Überweisung Miete", "Uberweisung Strom"]).await;
    let answer = books.ask(mallory, &["How much did I spend on Uber?"]).await;
    assert!(!answer.contains("0.0"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_names_categories_and_accounts_by_name_or_id() {
    let books = Books::open().await;
    let query = |categories: Value| {
        json!({"query": {
            "measure": "spent",
            "filter": {"period": {"from": "2025-05-01", "to": "2025-05-31"}, "only": {"categories": categories}},
        }})
    };
    let by_name = run(&books, "query", query(json!(["groceries"]))).await;
    assert_eq!(by_name["rows"][0]["amount"], money("65.50", "EUR"));
    let id = by_name["query"]["filter"]["only"]["categories"].clone();
    assert_eq!(run(&books, "query", query(id)).await["rows"], by_name["rows"]);
    for (input, problem) in [
        (query(json!(["Zork"])), "Zork"),
        (json!({"query": {"measure": "spend"}}), "invalid query: unknown variant `spend`"),
    ] {
        let refused = run_as(&books, books.ann, "query", input).await.unwrap_err().to_string();
        assert!(refused.contains(problem), "{refused}");
    }
}
