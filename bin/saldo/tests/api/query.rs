//! Tests of typed queries and of questions in words, through HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    a_query_and_a_question_get_the_same_answer,
    an_unclear_question_names_its_unknown_words_and_suggests_queries,
    an_invalid_query_is_rejected,
    preferences_reach_queries_and_reports_that_do_not_name_them,
    recurring_payments_are_also_in_the_preferred_currency,
    a_merchant_in_several_spellings_is_one,
    a_transaction_is_in_the_row_of_each_of_its_tags,
    the_total_of_several_categories_counts_only_their_splits,
);

/// Creates a user with a cash account, two purchases at a café and one at a market, all in May 2025.
async fn books(app: &TestApp) -> crate::app::TestUser {
    let ann = app.user("ann").await;
    let cash = json!({"name": "Purse", "kind": "cash", "currency": "EUR"});
    let cash = ok(&ann, Method::POST, "/accounts", cash).await["id"].clone();
    for (date, description, amount) in [
        ("2025-05-02", "Blue Cafe", "-3.50"),
        ("2025-05-09", "Blue Cafe", "-4.00"),
        ("2025-05-10", "Market", "-20.00"),
    ] {
        let transaction =
            json!({"accountId": cash, "date": date, "description": description, "amount": amount});
        ok(&ann, Method::POST, "/transactions", transaction).await;
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
    let bob = app.user("bob").await;
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
    let ann = app.user("ann").await;
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

async fn preferences_reach_queries_and_reports_that_do_not_name_them(app: TestApp) {
    let ann = books(&app).await;
    let dollars = json!({"name": "Wallet", "kind": "cash", "currency": "USD"});
    let dollars = ok(&ann, Method::POST, "/accounts", dollars).await["id"].clone();
    let diner =
        json!({"accountId": dollars, "date": "2025-05-10", "description": "Diner", "amount": "-11.00"});
    ok(&ann, Method::POST, "/transactions", diner).await;
    let table = "Date,USD\n2025-05-30,1.1000\n2025-05-09,1.1000\n";
    assert_eq!(ann.request(Method::PUT, "/rates").body(table).send().await.unwrap().status(), StatusCode::OK);
    let sum = json!({"query": {"measure": "spent"}});
    let before = ok(&ann, Method::POST, "/query", sum.clone()).await;
    assert_eq!(before["answer"]["converted"], Value::Null);
    let preferences = json!({"currency": "EUR", "fiscalCalendar": {"firstMonth": 4, "firstDay": 6}});
    ok(&ann, Method::PUT, "/preferences", preferences).await;
    let found = ok(&ann, Method::POST, "/query", sum).await["answer"].clone();
    assert_eq!(found["rows"], before["answer"]["rows"], "each currency has its own figure");
    let converted = &found["converted"];
    assert_eq!(converted["rows"][0]["figure"], json!({"money": {"amount": "37.50", "currency": "EUR"}}));
    assert_eq!((&converted["currency"], &converted["rows"][0]["transactions"]), (&json!("EUR"), &json!(4)));
    assert_eq!(converted["rates"]["USD"]["date"], "2025-05-09");
    let asked = json!({"question": "How much did I spend last year?"});
    let asked = ok(&ann, Method::POST, "/query", asked).await;
    let period = &asked["query"]["filter"]["period"];
    assert!(text(&period["from"]).ends_with("-04-06") && text(&period["to"]).ends_with("-04-05"), "{period}");
    let year = ann.json("/reports/cash-flow?by=year").await["items"][0].clone();
    assert_eq!(year["key"], "2025/26");
    let may = "from=2025-05-01&to=2025-05-31";
    let month = ann.json(&format!("/reports/cash-flow?by=month&{may}")).await["items"][0].clone();
    assert_eq!(month["converted"]["currency"], "EUR");
    assert_eq!(month["converted"]["spending"], "37.50");
    let spending = ann.json(&format!("/reports/spending?{may}")).await["items"].clone();
    for row in spending.as_array().unwrap() {
        assert_eq!(row["converted"]["currency"], "EUR", "{row}");
    }
    let merchants = ann.json(&format!("/reports/merchants?{may}")).await["items"].clone();
    let diner = merchants.as_array().unwrap().iter().find(|row| row["name"] == "diner").unwrap();
    assert_eq!(
        (&diner["converted"]["currency"], &diner["converted"]["spending"]),
        (&json!("EUR"), &json!("10.00"))
    );
    let totals = ann.json(&format!("/transactions/totals?{may}")).await;
    assert_eq!(totals["converted"]["currency"], "EUR");
    assert_eq!(totals["converted"]["spending"], "37.50");
    assert_eq!(totals["converted"]["rates"][0]["date"], "2025-05-30");
    let category = ann.json("/categories").await["items"][0]["id"].clone();
    let budget = json!({"categoryId": category, "amount": "110.00", "currency": "USD", "rhythm": "monthly",
        "rollOver": "nothing", "start": "2025-05"});
    ok(&ann, Method::POST, "/budgets", budget).await;
    let state = ann.json("/budgets?month=2025-05").await["items"][0]["state"]["converted"].clone();
    assert_eq!(
        (&state["currency"], &state["amount"], &state["spent"]),
        (&json!("EUR"), &json!("100.00"), &json!("0.00"))
    );
    assert_eq!((&state["left"], &state["rates"][0]["date"]), (&json!("100.00"), &json!("2025-05-30")));
    let early = ann.json("/budgets?month=2025-04").await["items"][0]["state"].clone();
    assert_eq!(early, Value::Null);
}

#[expect(clippy::disallowed_methods, reason = "the server has its own clock")]
async fn recurring_payments_are_also_in_the_preferred_currency(app: TestApp) {
    let ann = app.user("ann").await;
    let account = json!({"name": "Wallet", "kind": "cash", "currency": "USD"});
    let account = ok(&ann, Method::POST, "/accounts", account).await["id"].clone();
    let today = chrono::Utc::now().date_naive();
    for months in 1..=3 {
        let date = today - chrono::Months::new(months);
        let gym = json!({"accountId": account, "date": date, "description": "Gym", "amount": "-11.00"});
        ok(&ann, Method::POST, "/transactions", gym).await;
    }
    let converted = async || ann.json("/recurring").await["items"][0]["converted"].clone();
    ok(&ann, Method::PUT, "/preferences", json!({"currency": "EUR"})).await;
    assert_eq!(converted().await, Value::Null, "no rate is known");
    let table = format!("Date,USD\n{today},1.1000\n");
    assert_eq!(ann.request(Method::PUT, "/rates").body(table).send().await.unwrap().status(), StatusCode::OK);
    let rates = json!([{"from": "USD", "rate": "0.9090909091", "date": today}]);
    assert_eq!(converted().await, json!({"amount": "-10.00", "currency": "EUR", "rates": rates}));
}

async fn a_merchant_in_several_spellings_is_one(app: TestApp) {
    let ann = books(&app).await;
    let cash = ann.json("/accounts").await["items"][0]["id"].clone();
    for name in ["Bäckerei Müller", "BAECKEREI MUELLER", "Bäckerei Müller 2"] {
        let transaction =
            json!({"accountId": cash, "date": "2025-05-12", "description": name, "amount": "-3.00"});
        ok(&ann, Method::POST, "/transactions", transaction).await;
    }
    let both = json!(["backerei muller", "baeckerei mueller"]);
    for (measure, expected) in [(json!("spent"), "9.00"), (json!({"median": {"of": "out"}}), "3.00")] {
        let query = json!({"query": {"measure": measure, "filter": {"only": {"merchants": both}}}});
        let row = ok(&ann, Method::POST, "/query", query).await["answer"]["rows"][0].clone();
        assert_eq!(row["figure"]["money"]["amount"], expected, "{row}");
        assert_eq!(row["transactions"], 3, "{row}");
    }
    for name in ["Bäckerei Müller", "BAECKEREI MUELLER"] {
        let question = json!({"question": format!("How much did I spend at {name}?")});
        let asked = ok(&ann, Method::POST, "/query", question).await;
        assert_eq!(asked["answer"]["rows"][0]["figure"]["money"]["amount"], "9.00", "{asked}");
    }
    let merchants = ann.json("/reports/merchants").await["items"].clone();
    let bakeries: Vec<_> =
        merchants.as_array().unwrap().iter().filter(|row| text(&row["name"]).contains("muller")).collect();
    assert_eq!(bakeries.len(), 1, "{merchants}");
    assert_eq!(bakeries[0]["flows"][0]["spending"], "9.00");
}

async fn a_transaction_is_in_the_row_of_each_of_its_tags(app: TestApp) {
    let ann = books(&app).await;
    let transactions = ann.transactions().await;
    let market = transactions.iter().find(|it| it["description"] == "Market").unwrap();
    let cafe = transactions.iter().find(|it| it["amount"] == "-4.00").unwrap();
    for (transaction, tags) in [(market, json!(["trip", "gift"])), (cafe, json!(["trip"]))] {
        let change = json!({"ids": [transaction["id"]], "change": {"addTags": tags}});
        ok(&ann, Method::PATCH, "/transactions", change).await;
    }
    let rows = async |filter: Value| {
        let query = json!({"query": {"measure": "spent", "groupBy": "tag", "filter": filter}});
        let answer = ok(&ann, Method::POST, "/query", query).await;
        let row = |row: &Value| {
            let amount = text(&row["figure"]["money"]["amount"]);
            (row["group"].as_str().map(str::to_owned), amount, row["transactions"].as_u64().unwrap())
        };
        answer["answer"]["rows"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    let named = |name: &str, amount: &str, count| (Some(name.to_owned()), amount.to_owned(), count);
    let (trip, gift) = (named("trip", "24.00", 2), named("gift", "20.00", 1));
    let expected = vec![trip.clone(), gift.clone(), (None, "3.50".to_owned(), 1)];
    assert_eq!(rows(json!({})).await, expected);
    // A condition on texts is checked on the transactions themselves, not in totals.
    assert_eq!(rows(json!({"only": {"texts": ["a"]}})).await, expected);
    assert_eq!(rows(json!({"only": {"tags": ["trip"]}})).await, [trip]);
    assert_eq!(rows(json!({"only": {"tags": ["gift"], "texts": ["a"]}})).await, [gift]);
    let untagged = ann.json("/transactions?untagged=true").await["items"].clone();
    assert_eq!((untagged[0]["amount"].as_str(), untagged.as_array().unwrap().len()), (Some("-3.50"), 1));
    let totals = ann.json("/transactions/totals?untagged=true&direction=out").await;
    assert_eq!(totals["items"][0]["spending"], "3.50", "{totals}");
    let asked = ok(&ann, Method::POST, "/query", json!({"question": "spending by tag"})).await;
    assert_eq!(asked["query"], json!({"measure": "spent", "groupBy": "tag"}));
}

async fn the_total_of_several_categories_counts_only_their_splits(app: TestApp) {
    let ann = books(&app).await;
    let categories = ann.json("/categories").await["items"].as_array().unwrap().clone();
    let tops: Vec<&Value> = categories.iter().filter(|it| it["parentId"].is_null()).collect();
    let transactions = ann.transactions().await;
    let market = transactions.iter().find(|it| it["description"] == "Market").unwrap();
    let splits = json!({"splits": [
        {"amount": "-5.00", "categoryId": tops[0]["id"]},
        {"amount": "-6.00", "categoryId": tops[1]["id"]},
        {"amount": "-9.00", "categoryId": tops[2]["id"]},
    ]});
    ok(&ann, Method::PUT, &format!("/transactions/{}/splits", text(&market["id"])), splits).await;
    let filter = json!({"only": {"categories": [tops[0]["id"], tops[1]["id"]]}});
    let query = json!({"query": {"measure": "spent", "filter": filter}});
    let answer = ok(&ann, Method::POST, "/query", query).await;
    assert_eq!(answer["answer"]["rows"][0]["figure"]["money"]["amount"], "11.00");
    let mut totals = reqwest::Url::parse("http://saldo/transactions/totals").unwrap();
    totals.query_pairs_mut().append_pair("queryFilter", &filter.to_string());
    let totals = ann.json(&format!("/transactions/totals?{}", totals.query().unwrap_or_default())).await;
    assert_eq!(totals["items"][0]["spending"], "11.00", "{totals}");
    assert_eq!(totals["items"][0]["entries"], 1, "{totals}");
}
