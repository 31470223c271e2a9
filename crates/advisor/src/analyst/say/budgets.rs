//! Sentences about the state of budgets, in one month or in each of several.

use std::collections::BTreeMap;

use chrono::Datelike;
use serde_json::Value;

use super::figures::{is_negative, is_nothing, items, joined, magnitude, money, month, number, text};
use crate::analyst::question::Query;

pub(super) fn budgets(query: &Query, result: &Value) -> String {
    // A question about a part of a month is answered for the whole month.
    let is_part = query.span.and_then(|span| span.from).is_some_and(|from| from.day() != 1);
    let note = if is_part { "Budgets count whole months. " } else { "" };
    format!("{note}{}", in_months(query, result))
}

fn in_months(query: &Query, result: &Value) -> String {
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    let last = month(&result["month"]);
    let is_one = result["first_month"] == result["month"];
    // A budget has no rows before it begins.
    let first = month(rows.first().map_or(&result["first_month"], |row| &row["month"]));
    let when = if is_one { format!("in {last}") } else { format!("from {first} to {last}") };
    let named = query.scope.category.as_ref().map_or_else(String::new, |name| format!(" for {name}"));
    if rows.is_empty() {
        let others = number(&result["budgets_in_all"]);
        let others = match (named.is_empty(), others) {
            (true, _) | (_, 0) => String::new(),
            (false, 1) => " There is a budget for another category.".to_owned(),
            (false, others) => format!(" There are {others} budgets for other categories."),
        };
        return format!(
            "You have no budget{named} {when}.{others} Budgets are set on the page of that name."
        );
    }
    if !is_one {
        return over_months(&named, &when, &rows, number(&result["rows_left_out"]));
    }
    if let [row] = rows.as_slice() {
        return format!("In {last}, of your budget for {}, {}.", text(&row["category"]), one(row));
    }
    let lines: Vec<String> =
        rows.iter().map(|row| format!("- {}: {}", text(&row["category"]), one(row))).collect();
    format!("Your budgets in {last}:\n\n{}", lines.join("\n"))
}

/// Lists a row for each month and budget, after a sentence about the exceeded ones.
fn over_months(named: &str, when: &str, rows: &[&Value], left_out: u64) -> String {
    let mut months_of = BTreeMap::<&str, Vec<String>>::new();
    for row in rows.iter().filter(|row| is_negative(&row["left"])) {
        months_of.entry(text(&row["category"])).or_default().push(month(&row["month"]));
    }
    let exceeded: Vec<String> =
        months_of.iter().map(|(category, months)| format!("{category} in {}", joined(months))).collect();
    let exceeded = if exceeded.is_empty() {
        "None of these was exceeded.".to_owned()
    } else {
        format!("Exceeded: {}.", exceeded.join("; "))
    };
    let lines: Vec<String> = rows
        .iter()
        .map(|row| format!("- {}, {}: {}", month(&row["month"]), text(&row["category"]), one(row)))
        .collect();
    let more =
        if left_out > 0 { format!("\n\n{left_out} earlier ones are not shown.") } else { String::new() };
    format!("Your budgets{named} {when}. {exceeded}\n\n{}{more}", lines.join("\n"))
}

/// Returns text such as "66.50 EUR of 100.00 EUR is spent (66.5 %), 33.50 EUR is left".
fn one(row: &Value) -> String {
    let left = if is_negative(&row["left"]) {
        format!("{} too much", magnitude(&row["left"]))
    } else {
        format!("{} is left", money(&row["left"]))
    };
    let rolled = if is_nothing(&row["rolled_over"]) {
        String::new()
    } else {
        format!(" and {} rolled over", money(&row["rolled_over"]))
    };
    let year = if text(&row["rhythm"]) == "yearly" { " for the year" } else { "" };
    let percent = row["spent_percent"].as_str().map_or_else(String::new, |it| format!(" ({it} %)"));
    format!("{} of {}{year}{rolled} is spent{percent}, {left}", money(&row["spent"]), money(&row["budget"]))
}
