//! Tests that each figure of an answer links to exactly the transactions that it was computed from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use reqwest::{Method, StatusCode};
use serde_json::{Map, Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;

on_each_database!(
    every_figure_of_every_tool_is_the_sum_of_its_transactions,
    a_figure_of_combined_conditions_opens_all_of_its_transactions,
    a_reply_links_each_figure_to_its_transactions,
    net_worth_needs_no_end_date,
);

/// A client of the tools at `/api/mcp`, as used by external assistants.
pub(crate) struct Tools<'a> {
    user: &'a TestUser,
    client: reqwest::Client,
    url: String,
    key: String,
}

impl<'a> Tools<'a> {
    pub(crate) async fn of(app: &TestApp, user: &'a TestUser) -> Self {
        let token = user.post("/auth/api-key/create", &json!({"permissions": {"api": ["read"]}})).await;
        let key = text(&body(token).await["key"]);
        let client = reqwest::Client::builder().build().unwrap();
        Self { user, client, url: format!("{}/api/mcp", app.base), key }
    }

    pub(crate) async fn run(&self, name: &str, arguments: Value) -> Value {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": name, "arguments": arguments},
        });
        let answer = self
            .client
            .post(&self.url)
            .header("authorization", format!("Bearer {}", self.key))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(call.to_string())
            .send()
            .await
            .unwrap();
        let answer = body(answer).await;
        let body_text = text(&answer["result"]["content"][0]["text"]);
        let json = body_text.trim_start_matches("<data>\n").trim_end_matches("\n</data>");
        serde_json::from_str(json).unwrap()
    }
}

fn cents(value: &Value) -> i64 {
    text(value).replace('.', "").parse().unwrap()
}

fn address(query: &Map<String, Value>, more: &[(&str, &str)]) -> String {
    let given = query.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
    let mut address = reqwest::Url::parse("http://saldo/transactions").unwrap();
    address.query_pairs_mut().extend_pairs(given.chain(more.iter().copied()));
    format!("/transactions?{}", address.query().unwrap_or_default())
}

/// Returns the transactions that a query lists.
async fn listed(user: &TestUser, query: &Map<String, Value>) -> Vec<Value> {
    let listed = user.json(&address(query, &[("limit", "500")])).await;
    assert_eq!(listed["nextCursor"], Value::Null);
    listed["items"].as_array().unwrap().clone()
}

/// Returns income and spending in cents of the transactions that a query lists. Of a split transaction, only
/// the splits in the requested categories count.
async fn opened(user: &TestUser, query: &Map<String, Value>) -> (i64, i64) {
    let categories = user.json("/categories").await["items"].as_array().unwrap().clone();
    let within = |id: &Value, asked: &Value, alone: bool| {
        let parent = categories.iter().find(|it| it["id"] == *id).map(|it| &it["parentId"]);
        id == asked || !alone && parent.is_some_and(|parent| parent == asked)
    };
    let is_counted = |id: &Value| {
        let of =
            query.get("category").is_none_or(|asked| within(id, asked, query.get("subcategories").is_some()));
        let without = query.get("withoutCategory").is_some_and(|asked| within(id, asked, false));
        of && !without && (query.get("uncategorized").is_none() || id.is_null())
    };
    let (mut income, mut spending) = (0, 0);
    for transaction in &listed(user, query).await {
        let splits = transaction["splits"].as_array().cloned().unwrap_or_default();
        let parts: Vec<i64> = if splits.is_empty() {
            assert!(is_counted(&transaction["categoryId"]), "{transaction} in {query:?}");
            vec![cents(&transaction["amount"])]
        } else {
            splits.iter().filter(|it| is_counted(&it["categoryId"])).map(|it| cents(&it["amount"])).collect()
        };
        for minor in parts {
            if minor > 0 {
                income += minor;
            } else {
                spending -= minor;
            }
        }
    }
    (income, spending)
}

/// Compares every sum of an answer with the transactions it links to. Returns the number of sums.
async fn check(user: &TestUser, answer: &Value, place: &str) -> usize {
    let mut open = vec![(answer, place.to_owned())];
    let mut checked = 0;
    while let Some((value, place)) = open.pop() {
        match value {
            Value::Array(items) => {
                open.extend(items.iter().enumerate().map(|(at, item)| (item, format!("{place}[{at}]"))));
            }
            Value::Object(fields) => {
                let inside = fields.iter().filter(|(name, _)| *name != "transactions");
                open.extend(inside.map(|(name, item)| (item, format!("{place}.{name}"))));
                let Some(Value::Object(query)) = fields.get("transactions") else { continue };
                let (income, spending) = opened(user, query).await;
                for (name, expected) in [
                    ("income", income),
                    ("spending", spending),
                    ("net", income - spending),
                    ("spent", spending - income),
                ] {
                    if fields.get(name).is_some_and(|it| it["currency"].is_string())
                        && !place.contains("per_")
                    {
                        assert_eq!(cents(&fields[name]["amount"]), expected, "{place}.{name} {query:?}");
                        checked += 1;
                    }
                }
                checked += check_series(user, fields, query, &place).await;
                // Amounts of rows are unsigned because the direction is a separate field; the amount of a
                // single transaction is signed.
                if let (Some(amount), None) = (fields.get("amount"), fields.get("every")) {
                    let is_one = query.contains_key("ids");
                    let expected = if is_one { income - spending } else { income + spending };
                    let many = fields.get("entries").is_some_and(Value::is_array);
                    if !many {
                        assert_eq!(cents(&amount["amount"]), expected, "{place} {query:?}");
                        checked += 1;
                    }
                }
            }
            _ => {}
        }
    }
    checked
}

/// Compares the transactions that a recurring payment, a group of duplicates or a monthly average opens with
/// its other fields. Returns the number of comparisons.
async fn check_series(
    user: &TestUser,
    fields: &Map<String, Value>,
    query: &Map<String, Value>,
    place: &str,
) -> usize {
    if fields.contains_key("every") {
        let found = listed(user, query).await;
        let merchants: Vec<_> = found.iter().map(|it| text(&it["description"]).to_lowercase()).collect();
        assert!(
            merchants.iter().all(|name| name.contains(&text(&fields["merchant"]))),
            "{place}: {merchants:?}"
        );
        assert!(fields.get("times").is_none_or(|times| *times == found.len()), "{place}: {fields:?}");
        return usize::from(!found.is_empty());
    }
    if let Some(Value::Array(transactions)) = fields.get("entries") {
        let ids = |items: &[Value]| items.iter().map(|it| text(&it["id"])).collect::<BTreeSet<_>>();
        assert_eq!(ids(&listed(user, query).await), ids(transactions), "{place}");
        return transactions.len();
    }
    0
}

/// Compares the averages of `runway` and `savings_goal` with the transactions that they open.
async fn check_months(user: &TestUser, answer: &Value) -> usize {
    let months = answer["months"].as_i64().unwrap();
    let rows = answer["rows"].as_array().cloned().unwrap_or_else(|| vec![answer["averages"].clone()]);
    for row in &rows {
        let (income, spending) = opened(user, row["transactions"].as_object().unwrap()).await;
        let sums = [("income", income), ("spending", spending), ("net", income - spending)];
        for (name, sum) in sums {
            let average = cents(&row[format!("{name}_per_month")]["amount"]);
            assert!((average * months - sum).abs() <= months, "{name}: {row}");
        }
    }
    rows.len()
}

/// Creates a user with splits, a transfer, a refund, a tag and two currencies.
async fn books(app: &TestApp) -> TestUser {
    let (ann, _) = with_statement(app, Sample::new(1, 25)).await;
    let yen = json!({"name": "Yen", "kind": "cash", "currency": "JPY"});
    let yen = ok(&ann, Method::POST, "/accounts", yen).await["id"].clone();
    for (date, description, amount) in
        [("2025-05-05", "Ramen", "-900"), ("2025-05-06", "Ramen", "-1100"), ("2025-06-06", "Refund", "500")]
    {
        let line = json!({"accountId": yen, "date": date, "description": description, "amount": amount});
        ok(&ann, Method::POST, "/transactions", line).await;
    }
    let categories: BTreeMap<String, Value> = ann.json("/categories").await["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (text(&it["name"]), it["id"].clone()))
        .collect();
    let transactions = ann.transactions().await;
    for transaction in transactions.iter().filter(|transaction| transaction["currency"] == "EUR").take(6) {
        let amount = cents(&transaction["amount"]);
        let decimal = |minor: i64| {
            format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100)
        };
        let parts = json!({"splits": [
            {"amount": decimal(amount / 3), "categoryId": categories["Food"]},
            {"amount": decimal(amount / 4), "categoryId": categories["Groceries"]},
            {"amount": decimal(amount - amount / 3 - amount / 4), "categoryId": categories["Travel"]},
        ]});
        ok(&ann, Method::PUT, &format!("/transactions/{}/splits", text(&transaction["id"])), parts).await;
    }
    let tagged =
        json!({"ids": [transactions[7]["id"], transactions[8]["id"]], "change": {"addTags": ["trip"]}});
    ok(&ann, Method::PATCH, "/transactions", tagged).await;
    let moved = json!({"ids": [transactions[9]["id"]], "change": {"kind": "transfer"}});
    ok(&ann, Method::PATCH, "/transactions", moved).await;
    let purse = json!({"name": "Purse", "kind": "cash", "currency": "EUR"});
    let purse = ok(&ann, Method::POST, "/accounts", purse).await["id"].clone();
    let mut by_hand: Vec<Value> = (1..=6)
        .map(|month| {
            json!({"accountId": purse, "date": format!("2025-{month:02}-10"), "description": "Streamflix",
                   "amount": "-9.99"})
        })
        .collect();
    // The same row once more, which may be a duplicate.
    let row = &transactions[11];
    by_hand.push(json!({"accountId": row["accountId"], "date": row["date"], "amount": row["amount"],
                        "description": row["description"]}));
    for line in by_hand {
        ok(&ann, Method::POST, "/transactions", line).await;
    }
    let budget = json!({
        "categoryId": categories["Food"], "amount": "100.00", "currency": "EUR", "rhythm": "monthly",
        "rollOver": "nothing", "start": "2025-04",
    });
    ok(&ann, Method::POST, "/budgets", budget).await;
    ann
}

async fn every_figure_of_every_tool_is_the_sum_of_its_transactions(app: TestApp) {
    let ann = books(&app).await;
    let tools = Tools::of(&app, &ann).await;
    let narrowed = [
        json!({}),
        json!({"category": "Food"}),
        json!({"without_category": "Food", "from": "2025-05-01"}),
        json!({"category": "none"}),
        json!({"above": "30.5", "below": "900"}),
        json!({"tag": "trip", "transfers": true}),
        json!({"currency": "JPY", "without_text": "refund"}),
        json!({"from": "2025-04-20", "to": "2025-06-03", "text": "order"}),
    ];
    for selection in narrowed {
        let with = |more: &[(&str, Value)]| {
            let mut input = selection.clone();
            for (name, value) in more {
                input[*name] = value.clone();
            }
            input
        };
        let flow =
            tools.run("cash_flow", with(&[("by", json!("month")), ("share_of_all", json!(true))])).await;
        assert!(check(&ann, &flow, &format!("cash_flow {selection}")).await > 0, "{flow}");
        for by in ["category", "category_group", "merchant", "account", "weekday", "week", "quarter", "day"] {
            let rows = tools.run("spending", with(&[("by", json!(by)), ("limit", json!(100))])).await;
            check(&ann, &rows, &format!("spending by {by} {selection}")).await;
        }
        let listed = tools.run("search_transactions", with(&[("order", json!("smallest"))])).await;
        check(&ann, &listed, &format!("search_transactions {selection}")).await;
    }
    let compared = json!({
        "from": "2025-05-01", "to": "2025-05-31", "other_from": "2025-04-01", "other_to": "2025-04-30",
    });
    let months = json!({"month": "2025-04", "last": "2025-06"});
    let mut asked = 0;
    for question in [
        "How much did I spend?",
        "How much did I spend on food in May 2025?",
        "How much did I earn in May 2025?",
        "How much did I spend by month in 2025?",
        "How much did I spend by category?",
        "What was my largest expense in May 2025?",
        "How much did I spend in May 2025 compared to April 2025?",
    ] {
        let answer = tools.run("query", json!({ "question": question })).await;
        assert!(answer["not_understood"].is_null(), "{question}: {answer}");
        let figures = check(tools.user, &answer, question).await;
        assert!(figures > 0, "{question}: {answer}");
        asked += figures;
    }
    assert!(asked >= 12, "{asked}");
    figures_of_special_tools(&tools, compared, months).await;
}

async fn figures_of_special_tools(tools: &Tools<'_>, compared: Value, months: Value) {
    for (tool, input) in [
        ("compare_periods", compared),
        ("budgets", months),
        ("recurring", json!({})),
        ("runway", json!({})),
        ("savings_goal", json!({"amount": "500", "currency": "EUR"})),
        ("forecast", json!({"from": "2025-07-01", "to": "2025-08-31"})),
        ("render_chart", json!({"of": "spending", "by": "merchant"})),
        ("explain_transaction", json!({})),
        ("duplicates", json!({})),
    ] {
        let answer = tools.run(tool, input).await;
        assert!(answer.get("error").is_none(), "{tool}: {answer}");
        let mut checked = check(tools.user, &answer, tool).await;
        if matches!(tool, "runway" | "savings_goal") {
            checked += check_months(tools.user, &answer).await;
        }
        assert!(checked > 0, "no figure of {tool} opens its transactions: {answer}");
    }
}

async fn a_figure_of_combined_conditions_opens_all_of_its_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    let mut csv = "Date;Description;Amount;Currency\n".to_owned();
    for row in 0..450 {
        let shop = ["Amber", "Birch", "Cedar"][row % 3];
        writeln!(csv, "2025-{:02}-{:02};{shop};-{}.05;EUR", row % 6 + 1, row % 28 + 1, row + 1).unwrap();
    }
    let id = ann.upload_one("shops.csv", csv.into_bytes()).await;
    assert_eq!(ann.process(&id).await.status(), StatusCode::OK);
    let tools = Tools::of(&app, &ann).await;
    let both = json!({"only": {"merchants": ["amber", "birch"], "texts": ["amb", "irch"]}});
    for (measure, group, rows) in
        [("spent", Value::Null, 1), ("net", json!("month"), 6), ("count", json!("weekday"), 7)]
    {
        let query = json!({"measure": measure, "filter": both, "groupBy": group});
        let answer = tools.run("query", json!({ "query": query })).await;
        let found = answer["rows"].as_array().unwrap();
        assert_eq!(found.len(), rows, "{answer}");
        let mut opened = 0;
        for row in found {
            let behind = listed(&ann, row["transactions"].as_object().unwrap()).await;
            assert!(behind.iter().all(|transaction| transaction["description"] != "Cedar"), "{row}");
            assert_eq!(row["entries"], behind.len(), "{row}");
            opened += behind.len();
        }
        assert_eq!(opened, 300, "{measure}");
        let checked = check(&ann, &answer, measure).await;
        assert_eq!(checked, if measure == "count" { 0 } else { rows }, "{answer}");
    }
    let answer = tools.run("query", json!({"query": {"measure": "spent", "filter": both}})).await;
    let link = answer["rows"][0]["transactions"].clone();
    let tagged = json!({"filter": link, "change": {"addTags": ["both"]}});
    assert_eq!(ok(&ann, Method::PATCH, "/transactions", tagged).await["entries"], 300);
    let totals = ann.json(&address(link.as_object().unwrap(), &[]).replace('?', "/totals?")).await;
    assert_eq!(totals["items"][0]["spending"], answer["rows"][0]["amount"]["amount"]);
    let bob = app.user("bob").await;
    assert_eq!(listed(&bob, link.as_object().unwrap()).await, Vec::<Value>::new());
    for wrong in ["1", "{\"onli\":{}}", "amber"] {
        let path = address(&Map::from_iter([("queryFilter".to_owned(), json!(wrong))]), &[]);
        assert_eq!(ann.get(&path).await.status(), StatusCode::BAD_REQUEST, "{wrong}");
    }
}

async fn a_reply_links_each_figure_to_its_transactions(app: TestApp) {
    let ann = books(&app).await;
    for (question, least) in [
        ("How much did I spend by month?", 4),
        ("How much did I spend at Ramen in 2025?", 1),
        ("How much did I spend in May 2025?", 1),
    ] {
        let asked = json!({"messages": [{"role": "user", "content": question}]});
        let body_text = ann.post("/chat", &asked).await.text().await.unwrap();
        let chunks = body_text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok());
        let grounding = chunks.rev().find(|chunk| chunk["type"] == "data-grounding").unwrap();
        let figures = grounding["data"]["figures"].as_array().unwrap();
        let mut opened_some = 0;
        // Counts and days, which have no separator here, open nothing.
        for figure in figures.iter().filter(|figure| text(&figure["figure"]).contains(['.', ','])) {
            for query in figure["transactions"].as_array().unwrap() {
                let Value::Object(query) = query else { panic!("{question}: {figure} opens nothing") };
                let (_, spending) = opened(&ann, query).await;
                let written = text(&figure["figure"]).replace(['.', ','], "").parse::<i64>().unwrap();
                assert_eq!(spending, written, "{figure}");
                opened_some += 1;
            }
        }
        assert!(opened_some >= least, "{question}: {figures:?}");
    }
}

async fn net_worth_needs_no_end_date(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 20)).await;
    let today = app.app.clock.now().date().to_string();
    let found = ann.json("/reports/net-worth?from=2025-05-01").await;
    let points = found["items"].as_array().unwrap();
    assert_eq!(points[0]["date"], "2025-05-31");
    assert_eq!(points[points.len() - 1]["date"], today);
    let until = ann.json("/reports/net-worth?to=2025-07-31").await;
    let points = until["items"].as_array().unwrap();
    assert_eq!(points[points.len() - 1]["date"], "2025-07-31");
    assert!(points.len() < 24, "the period begins with the first known day");
}
