//! Checks how calculations and requests for changes are read, against a table.

use serde_json::{Value, json};

use super::calculations::Calculation;
use super::change_requests::{self, Categories};

/// Returns the call that a text asks for, in the notation of the table.
fn reading(text: &str) -> String {
    let names = ["Groceries", "Restaurants and cafés", "Rent and mortgage", "Fees", "Bücher"];
    let categories: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
    let categories = Categories::read(&json!({ "categories": categories }));
    if let Some((tool, input)) = change_requests::understand(text, &categories) {
        return format!("{tool} {input}");
    }
    let today = "2025-07-15".parse().unwrap_or_default();
    let Some(calculation) = Calculation::read(text, today) else { return "none".to_owned() };
    let kind = match &calculation {
        Calculation::LoanOrSavings(_) => String::new(),
        Calculation::Goal(goal) => {
            format!("{:?}{} ", goal.kind, if goal.has_interest { " without interest" } else { "" })
        }
    };
    match calculation.call() {
        Ok((tool, mut input)) => {
            input.as_object_mut().into_iter().for_each(|fields| fields.retain(|_, it| !it.is_null()));
            format!("{kind}{tool} {input}")
        }
        Err(missing) => missing,
    }
}

#[test]
fn calculations_and_requests_are_read_as_the_table_says() {
    let lines = include_str!("readings.txt").lines().filter(|line| !line.starts_with('#'));
    let wrong: Vec<String> = lines
        .filter_map(|line| {
            let (text, expected) = line.split_once(" => ").unwrap_or((line, ""));
            let found = reading(text);
            (found != expected).then(|| format!("{text} => {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
