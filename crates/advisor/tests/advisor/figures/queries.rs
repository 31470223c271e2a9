//! Comparison of `query` and `render_chart` with the generated transactions.

use std::collections::BTreeMap;

use saldo_domain::{Currency, Money};
use saldo_ledger::ratio::divided;
use serde_json::{Value, json};

use super::{ACCOUNTS, Compared, Figures, Generated, minor, questions};

/// The dimensions of a chart, one of which is compared for each question.
const BARS: [&str; 5] = ["month", "category", "merchant", "account", "weekday"];

/// Compares the figures of typed queries and the bars of charts.
pub(super) async fn compare(books: &Generated<'_>, compared: &mut Compared) {
    for (input, by) in questions().into_iter().zip(BARS.into_iter().cycle()) {
        for direction in ["out", "in"] {
            if input["direction"].as_str().is_some_and(|named| named != direction) {
                continue;
            }
            let mut input = input.clone();
            input["direction"] = json!(direction);
            compare_query(books, &input, direction, compared).await;
            compare_chart(books, input, by, compared).await;
        }
        let count = json!({"measure": "count", "filter": books.query_filter(&input)});
        let found = books.run("query", json!({ "query": count })).await;
        let counted: u64 = books.counted(&input).values().map(|(.., count)| count).sum();
        assert_eq!(found["rows"][0]["count"].as_u64().unwrap_or_default(), counted, "{input}");
    }
    // Two merchants are a condition that no list of transactions supports.
    let both = json!({"measure": "spent", "filter": {"only": {"merchants": ["tesco stores", "shell"]}}});
    let found = books.run("query", json!({ "query": both })).await;
    let mut sums = BTreeMap::<String, i64>::new();
    for name in ["tesco stores", "shell"] {
        let counted = books.counted(&json!({"merchant": name, "direction": "out"}));
        for (currency, (_, spending, _)) in counted {
            *sums.entry(currency).or_default() += spending;
        }
    }
    assert_eq!(of_rows(&found["rows"], "amount"), sums);
    compare_worth(books, compared).await;
}

/// Compares a sum, an average and the largest transaction with the generated transactions.
async fn compare_query(books: &Generated<'_>, input: &Value, direction: &str, compared: &mut Compared) {
    let counted: Figures = books.counted(input);
    let sums: BTreeMap<String, i64> =
        counted.iter().map(|(code, (income, spending, _))| (code.clone(), income + spending)).collect();
    let filter = books.query_filter(input);
    let run = async |measure: Value| {
        books.run("query", json!({"query": {"measure": measure, "filter": filter}})).await["rows"].clone()
    };
    let measure = if direction == "out" { "spent" } else { "received" };
    assert_eq!(of_rows(&run(json!(measure)).await, "amount"), sums, "{measure} {input}");
    compared.count("query", !sums.is_empty());
    let averages = run(json!({"average": {"of": direction, "per": "transaction"}})).await;
    let average = |(code, (income, spending, count)): (&String, &(i64, i64, u64))| {
        let sum = Money::from_minor(income + spending, Currency::parse(code).unwrap());
        (code.clone(), divided(sum, *count).unwrap().minor())
    };
    assert_eq!(of_rows(&averages, "average"), counted.iter().map(average).collect(), "average {input}");
    let mut largest = BTreeMap::<String, i64>::new();
    for (line, sum) in books.matching(input) {
        let known = largest.entry(line.currency().code().to_owned()).or_default();
        *known = (*known).max(sum.abs());
    }
    let found = books
        .run(
            "query",
            json!({"query": {"measure": {"largest": {"of": direction}}, "filter": filter, "limit": 1}}),
        )
        .await["rows"]
        .clone();
    let found: BTreeMap<String, i64> =
        of_rows(&found, "amount").into_iter().map(|(code, sum)| (code, sum.abs())).collect();
    assert_eq!(found, largest, "largest {input}");
    compared.count("largest", !largest.is_empty());
}

/// Compares the sums of the bars of a chart with the generated transactions.
async fn compare_chart(books: &Generated<'_>, mut input: Value, by: &str, compared: &mut Compared) {
    let counted = books.counted(&input).into_iter();
    let sums: BTreeMap<String, i64> =
        counted.map(|(code, (income, spending, _))| (code, income + spending)).collect();
    input["of"] = json!(if input["direction"] == "out" { "spending" } else { "income" });
    input["by"] = json!(by);
    let bars = books.run("render_chart", input.clone()).await;
    let mut found = BTreeMap::<String, i64>::new();
    for row in bars["rows"].as_array().unwrap() {
        let code = row["amount"]["currency"].as_str().unwrap().to_owned();
        *found.entry(code).or_default() += minor(&row["amount"]);
    }
    assert_eq!(found, sums, "render_chart {input}");
    compared.count("render_chart", !sums.is_empty());
}

/// Compares the bars of net worth with the tool that the property test compares with balances.
async fn compare_worth(books: &Generated<'_>, compared: &mut Compared) {
    let days = json!({"from": "2024-10-01", "to": "2025-03-31"});
    let points = books.run("net_worth", days.clone()).await["points"].clone();
    let points: Vec<i64> = points.as_array().unwrap().iter().map(|point| minor(&point["sums"][0])).collect();
    let mut chart = days;
    chart["of"] = json!("net_worth");
    let bars = books.run("render_chart", chart).await["rows"].clone();
    let bars: Vec<i64> = bars.as_array().unwrap().iter().map(|row| minor(&row["amount"])).collect();
    assert_eq!(bars, points);
    compared.count("render_chart", bars.iter().any(|bar| *bar != 0));
}

/// Returns the amounts of the rows that have transactions, by currency.
fn of_rows(rows: &Value, name: &str) -> BTreeMap<String, i64> {
    let rows = rows.as_array().unwrap().iter().filter(|row| row["entries"] != 0);
    rows.map(|row| (row[name]["currency"].as_str().unwrap().to_owned(), minor(&row[name]))).collect()
}

impl Generated<'_> {
    /// Returns the input of a tool as the filter of a query.
    fn query_filter(&self, input: &Value) -> Value {
        let id_of = |name: &str| self.categories.iter().find(|it| it.name == name).unwrap().id;
        let (mut only, mut without, mut period) = (json!({}), json!({}), json!({}));
        for (key, value) in input.as_object().unwrap() {
            let text = value.as_str().unwrap_or_default();
            match key.as_str() {
                "from" | "to" => period[key] = value.clone(),
                "category" if text == "none" => only["uncategorized"] = json!(true),
                "category" => only["categories"] = json!([id_of(text)]),
                "without_category" => without["categories"] = json!([id_of(text)]),
                "account" => {
                    let at = ACCOUNTS.iter().position(|name| *name == text).unwrap();
                    only["accounts"] = json!([self.accounts[at]]);
                }
                "tag" => only["tags"] = json!([text]),
                "text" => only["texts"] = json!([text]),
                "without_text" => without["texts"] = json!([text]),
                "merchant" => only["merchants"] = json!([text]),
                "direction" => only["directions"] = json!([text]),
                "above" => only["sizes"] = json!([{"above": text}]),
                "transfers" => only["kinds"] = json!(["entry", "transfer"]),
                other => panic!("{other} is no condition of a query"),
            }
        }
        let mut filter = json!({"only": only, "without": without});
        if period != json!({}) {
            filter["period"] = period;
        }
        filter
    }
}
