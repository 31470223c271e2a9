//! Comparison of the tools that look ahead with the generated transactions: averages of the last
//! months, recurring payments and forecasts.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use saldo_domain::{Currency, Money, Month};
use saldo_ledger::ratio::divided;
use serde_json::{Value, json};

use super::{Compared, Generated, minor};
use crate::books::day;
use crate::tools::run_as;

/// Compares the tools that look ahead.
pub(super) async fn compare(books: &Generated<'_>, compared: &mut Compared) {
    compare_averages(books, compared).await;
    compare_recurring(books, compared).await;
    compare_forecast(books, compared).await;
}

fn date(value: &Value) -> NaiveDate {
    day(value.as_str().unwrap())
}

/// Compares the monthly averages of `runway` and `savings_goal` with the transactions of their months.
async fn compare_averages(books: &Generated<'_>, compared: &mut Compared) {
    // Without a whole month of data, both tools say so.
    let Ok(runway) = run_as(books.books, books.user, "runway", json!({})).await else { return };
    let held = books.run("balances", json!({"date": runway["as_of"]})).await;
    let held: BTreeMap<&str, i64> = held["totals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sum| (sum["currency"].as_str().unwrap(), minor(sum)))
        .collect();
    let counted = books.counted(&json!({"from": runway["from"], "to": runway["to"]}));
    let months = runway["months"].as_u64().unwrap();
    let average = |sum: i64, code: &str| {
        divided(Money::from_minor(sum, Currency::parse(code).unwrap()), months).unwrap().minor()
    };
    for row in runway["rows"].as_array().unwrap() {
        let code = row["currency"].as_str().unwrap();
        let (income, spending, _) = counted[code];
        let figures = ["balance", "income_per_month", "spending_per_month", "net_per_month"];
        let expected =
            [held[code], average(income, code), average(spending, code), average(income - spending, code)];
        assert_eq!(figures.map(|name| minor(&row[name])), expected, "{runway}");
        compared.count("runway", income != 0 && spending != 0);
    }
    let goal = books.run("savings_goal", json!({"amount": "5000"})).await;
    assert_eq!([&goal["from"], &goal["to"]], [&runway["from"], &runway["to"]]);
    if let Some((income, spending, _)) = counted.get("EUR") {
        let expected = [*income, *spending, income - spending].map(|sum| average(sum, "EUR"));
        let names = ["income_per_month", "spending_per_month", "net_per_month"];
        assert_eq!(names.map(|name| minor(&goal["averages"][name])), expected, "{goal}");
        assert_eq!(minor(&goal["balance"]), held["EUR"]);
        compared.count("savings_goal", *spending != 0);
    }
}

/// Compares recurring payments with the report and with the transactions of their merchants.
async fn compare_recurring(books: &Generated<'_>, compared: &mut Compared) {
    let output = books.run("recurring", json!({})).await;
    let rows = output["rows"].as_array().unwrap();
    let report = books.persister.recurring(books.user, date(&output["as_of"])).await.unwrap();
    let active: Vec<_> = report.iter().filter(|series| series.is_active).collect();
    assert_eq!(rows.len(), active.len());
    let mut sums = BTreeMap::<(&str, &str), i64>::new();
    for row in rows {
        let is_this = |series: &&&saldo_ledger::recurring::Recurring| {
            row["merchant"] == series.merchant.as_str() && row["amount"] == json!(series.amount)
        };
        let series = active.iter().find(is_this).unwrap();
        assert_eq!(row["times"], series.transactions.len());
        let ids = row["transactions"]["ids"].as_str().unwrap().split(',').count();
        assert_eq!(ids, series.transactions.len(), "a figure opens all of its transactions");
        if row["every"] == "monthly" {
            assert_eq!(row["per_month"], row["amount"]);
        }
        let currency = row["amount"]["currency"].as_str().unwrap();
        *sums.entry((currency, row["direction"].as_str().unwrap())).or_default() += minor(&row["per_month"]);
    }
    for total in output["totals"].as_array().unwrap() {
        let key = (total["per_month"]["currency"].as_str().unwrap(), total["direction"].as_str().unwrap());
        // Each row is rounded by half a cent at most.
        let rounded = i64::try_from(rows.len()).unwrap();
        assert!((sums[&key] - minor(&total["per_month"])).abs() <= rounded, "{output}");
    }
    for (merchant, amount) in [("streamflix", -1_299), ("acme payroll", 250_000)] {
        let counted = books.counted(&json!({"merchant": merchant})).get("EUR").copied();
        let row = rows.iter().find(|row| row["merchant"] == merchant);
        assert_eq!(row.map(|row| row["times"].as_u64()), counted.map(|(.., count)| Some(count)));
        assert!(row.is_none_or(|row| minor(&row["amount"]) == amount), "{output}");
        compared.count("recurring", row.is_some());
    }
}

/// Compares a forecast with balances, with its own rows and with the spending of the months before.
async fn compare_forecast(books: &Generated<'_>, compared: &mut Compared) {
    let recurring = books.run("recurring", json!({})).await;
    let as_of = date(&recurring["as_of"]);
    let (from, to) = (as_of.succ_opt().unwrap(), as_of + chrono::Days::new(45));
    let output = books.run("forecast", json!({"from": from, "to": to})).await;
    let rows = output["rows"].as_array().unwrap();
    let sum_of = |code: &str, is_in: bool| -> i64 {
        let rows = rows.iter().filter(|row| row["amount"]["currency"] == code);
        rows.map(|row| minor(&row["amount"])).filter(|sum| (*sum > 0) == is_in).map(i64::abs).sum()
    };
    for total in output["totals"].as_array().unwrap() {
        let code = total["net"]["currency"].as_str().unwrap();
        let expected = [sum_of(code, true), sum_of(code, false)];
        assert_eq!(["in", "out"].map(|name| minor(&total[name])), expected, "{output}");
    }
    for (merchant, amount, on) in [("streamflix", -1_299, 5), ("acme payroll", 250_000, 28)] {
        let due: Vec<(i64, NaiveDate)> = rows
            .iter()
            .filter(|row| row["merchant"] == merchant)
            .map(|row| (minor(&row["amount"]), date(&row["date"])))
            .collect();
        let is_known = !books.counted(&json!({"merchant": merchant})).is_empty();
        assert_eq!(!due.is_empty(), is_known, "{output}");
        let is_on = |date: &NaiveDate| chrono::Datelike::day(date) == on || *date == from;
        assert!(due.iter().all(|(minor, date)| *minor == amount && is_on(date)), "{output}");
        compared.count("forecast", is_known);
    }
    let held = books.run("balances", json!({"date": as_of})).await;
    let usual = usual_spending(books, &output, as_of).await;
    for (row, total) in output["balances"].as_array().unwrap().iter().zip(held["totals"].as_array().unwrap())
    {
        let code = total["currency"].as_str().unwrap();
        let without = minor(total) + sum_of(code, true) - sum_of(code, false);
        let spread = usual.get(code).copied().unwrap_or_default() * 16 * 45 / 487;
        let names = ["start", "end_without_usual_spending", "end"];
        assert_eq!(
            names.map(|name| minor(&row[name])),
            [minor(total), without, without - spread],
            "{output}"
        );
        compared.count("usual_spending", spread != 0);
    }
}

/// Returns the median of the months that a forecast names: their spending apart from recurring payments.
async fn usual_spending(books: &Generated<'_>, forecast: &Value, as_of: NaiveDate) -> BTreeMap<String, i64> {
    let answer = &forecast["usual_spending"];
    if answer.is_null() {
        return BTreeMap::new();
    }
    let mut recurring = BTreeMap::<(String, Month), i64>::new();
    for series in books.persister.recurring(books.user, as_of).await.unwrap() {
        for id in series.transactions {
            let transaction = books.books.storage.find_transaction(books.user, id).await.unwrap().unwrap();
            let key = (transaction.amount.currency().code().to_owned(), Month::of(transaction.date).unwrap());
            *recurring.entry(key).or_default() += -transaction.amount.minor().min(0);
        }
    }
    let count = answer["months"].as_u64().unwrap();
    let mut sums = BTreeMap::<String, Vec<i64>>::new();
    for months in 0..u32::try_from(count).unwrap() {
        let month = Month::of(date(&answer["from"]) + chrono::Months::new(months)).unwrap();
        let days = month.period();
        let within = json!({"from": days.start(), "to": days.end(), "direction": "out"});
        for (code, (_, spending, _)) in books.counted(&within) {
            let left_out = recurring.get(&(code.clone(), month)).copied().unwrap_or_default();
            sums.entry(code).or_default().push(spending - left_out);
        }
    }
    let median = |mut sums: Vec<i64>| {
        sums.resize(usize::try_from(count).unwrap(), 0);
        sums.sort_unstable();
        let middle = sums.len() / 2;
        if sums.len() % 2 == 1 { sums[middle] } else { i64::midpoint(sums[middle - 1], sums[middle]) }
    };
    let medians: BTreeMap<String, i64> = sums.into_iter().map(|(code, sums)| (code, median(sums))).collect();
    let answer = answer["per_month"].as_array().unwrap().iter();
    let answer: BTreeMap<String, i64> =
        answer.map(|sum| (sum["currency"].as_str().unwrap().to_owned(), minor(sum))).collect();
    assert_eq!(answer, medians);
    medians
}
