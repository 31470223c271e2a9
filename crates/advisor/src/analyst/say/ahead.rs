//! Sentences about recurring payments, due payments, and the time that the available money lasts.

use serde_json::Value;

use super::figures::{counted, day, is_nothing, items, joined, magnitude, money, month, number, text};
use super::in_span;
use crate::analyst::period::Span;
use crate::analyst::plan::{SUBSCRIPTIONS, is_for_next};
use crate::analyst::question::{Ask, Query, Scope};

/// Describes recurring payments. A question for subscriptions is about the category of that name.
/// If the category has no recurring payments, the answer is about all of them and says so.
pub(super) fn recurring(query: &Query, answers: &[Option<Value>]) -> String {
    let Ask::Recurring { ended, changed, subscriptions, .. } = query.ask else { return String::new() };
    let has_rows = |result: &Value| items(&result["rows"]).next().is_some();
    let is_about_all = !subscriptions || query.scope.names_something();
    match answers {
        [Some(own), Some(_)] if has_rows(own) => {
            let scope = Scope { category: Some(SUBSCRIPTIONS.to_owned()), ..query.scope.clone() };
            series(&scope, ended, changed, own)
        }
        [.., Some(all)] if is_about_all || !has_rows(all) => series(&query.scope, ended, changed, all),
        [.., Some(all)] => format!(
            "Nothing of this is in the category {SUBSCRIPTIONS}, so that this is about all recurring payments. {}",
            series(&query.scope, ended, changed, all)
        ),
        _ => String::new(),
    }
}

fn series(scope: &Scope, ended: bool, changed: bool, result: &Value) -> String {
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    let as_of = day(&result["as_of"]);
    let which = which(scope);
    if rows.is_empty() {
        let verb = if ended { "has ended" } else { "comes again" };
        return format!(
            "As of {as_of}, I found nothing{which} that {verb}: that takes three entries in a steady rhythm."
        );
    }
    if changed {
        return prices(&as_of, &which, number(&result["count"]), &rows);
    }
    let totals: Vec<String> = items(&result["totals"])
        .map(|total| {
            let (one, many) = if text(&total["direction"]) == "in" {
                ("income", "incomes")
            } else {
                ("payment", "payments")
            };
            format!(
                "{} of {} a month ({} a year)",
                counted(number(&total["count"]), one, many),
                magnitude(&total["per_month"]),
                magnitude(&total["per_year"])
            )
        })
        .collect();
    let lines: Vec<String> = rows.iter().map(|row| recurring_line(row, ended)).collect();
    let left_out = number(&result["rows_left_out"]);
    let more = if left_out > 0 { format!("\n\n{left_out} more are not shown.") } else { String::new() };
    let verb = if ended { "no longer come" } else { "come again" };
    format!("As of {as_of}, these{which} {verb}: {}.\n\n{}{more}", joined(&totals), lines.join("\n"))
}

/// Lists all price changes.
fn prices(as_of: &str, which: &str, count: u64, rows: &[&Value]) -> String {
    let changes = |row: &Value| {
        let merchant = text(&row["merchant"]).to_owned();
        let says = |it: &Value| {
            format!(
                "- {merchant}: {} before {}, {} since",
                magnitude(&it["before"]),
                day(&it["date"]),
                magnitude(&it["after"])
            )
        };
        items(&row["price_changes"]).map(says).collect::<Vec<_>>()
    };
    let lines: Vec<String> = rows.iter().flat_map(|row| changes(row)).collect();
    if !lines.is_empty() {
        return format!("As of {as_of}, these{which} have changed their price:\n\n{}", lines.join("\n"));
    }
    if let [row] = rows {
        let now = recurring_line(row, false);
        return format!("As of {as_of}, one payment{which} comes again, and it has kept its price:\n\n{now}");
    }
    format!("As of {as_of}, none of the {count} payments{which} that come again has changed its price.")
}

/// Returns the conditions in words: " at \"netflix\"", " in Rent and mortgage".
fn which(scope: &Scope) -> String {
    let text = scope.text.as_ref().map(|text| format!(" at \"{text}\""));
    let category = scope.category.as_ref().map(|category| format!(" in {category}"));
    let account = scope.account.as_ref().map(|account| format!(" in the account {account}"));
    [text, category, account].into_iter().flatten().collect()
}

fn recurring_line(row: &Value, ended: bool) -> String {
    let every = rhythm(row);
    let about = if row["is_fixed"] == true { "" } else { "about " };
    let when = if ended {
        format!("last on {}", day(&row["last"]))
    } else {
        format!("next on {}", day(&row["next"]))
    };
    let changed = items(&row["price_changes"]).last().map_or_else(String::new, |change| {
        format!(", {} before {}", magnitude(&change["before"]), day(&change["date"]))
    });
    format!("- {}: {about}{} {every}, {when}{changed}", text(&row["merchant"]), money(&row["amount"]))
}

/// Returns the interval of a recurring payment.
fn rhythm(row: &Value) -> &str {
    match text(&row["every"]) {
        "biweekly" => "every two weeks",
        "half_yearly" => "every half year",
        other => other,
    }
}

/// Describes the next date of each payment that the question is about.
fn next(query: &Query, result: &Value) -> String {
    let which = which(&query.scope);
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    let leaves_out = "This leaves out what does not recur.";
    let basis = format!("This is as seen on {}.", day(&result["as_of"]));
    if rows.is_empty() {
        return format!("{leaves_out} Until {} nothing{which} is due. {basis}", day(&result["to"]));
    }
    let say = |row: &&Value| {
        format!(
            "{} on {} ({}, {})",
            text(&row["merchant"]),
            day(&row["date"]),
            money(&row["amount"]),
            rhythm(row)
        )
    };
    if let [row] = rows.as_slice() {
        return format!("{leaves_out} Next due is {}. {basis}", say(row));
    }
    let lines: Vec<String> = rows.iter().map(|row| format!("- {}", say(row))).collect();
    let more = match number(&result["rows_left_out"]) {
        0 => String::new(),
        left_out => format!("\n\n{left_out} more are not shown."),
    };
    format!("{leaves_out} Next due{which} are:\n\n{}{more}\n\n{basis}", lines.join("\n"))
}

pub(super) fn due(query: &Query, result: &Value) -> String {
    if is_for_next(query) {
        return next(query, result);
    }
    let which = which(&query.scope);
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    let ends = |key: &str| text(&result[key]).parse().ok();
    let when = in_span(Span { from: ends("from"), to: ends("to") });
    let basis = format!("This is as seen on {}.", day(&result["as_of"]));
    let held: Vec<String> = items(&result["balances"])
        .map(|it| {
            format!(
                "{} on {} (the lowest is {} on {})",
                money(&it["end"]),
                day(&result["to"]),
                money(&it["lowest"]["amount"]),
                day(&it["lowest"]["date"])
            )
        })
        .collect();
    let held = if held.is_empty() {
        " What your accounts would then hold I cannot tell: no balance is known.".to_owned()
    } else {
        let on_cards = match number(&result["not_in_balances"]) {
            0 => "",
            _ => {
                " What is due on other accounts than checking, savings and cash, such as a card, is not in that."
            }
        };
        format!(" Your accounts would then hold {}.{on_cards}", joined(&held))
    };
    let leaves_out = leaves_out(result);
    if rows.is_empty() {
        return format!("{leaves_out}{when} nothing{which} is due.{held} {basis}");
    }
    let sums: Vec<String> = items(&result["totals"])
        .flat_map(|total| [("out", "out"), ("in", "in")].map(|(key, word)| (&total[key], word)))
        .filter(|(sum, _)| !is_nothing(sum))
        .map(|(sum, word)| format!("{} {word}", money(sum)))
        .collect();
    let count: u64 = items(&result["totals"]).map(|total| number(&total["count"])).sum();
    let lines: Vec<String> = rows
        .iter()
        .map(|row| format!("- {}: {}, {}", day(&row["date"]), text(&row["merchant"]), money(&row["amount"])))
        .collect();
    let more = match number(&result["rows_left_out"]) {
        0 => String::new(),
        left_out => format!("\n\n{left_out} more are not shown."),
    };
    let noun = if rows.len() == 1 && count == 1 { "booking is" } else { "bookings are" };
    // With several currencies, no total in the result has the overall count, so the visible rows are counted.
    let count = if items(&result["totals"]).count() == 1 { count } else { rows.len() as u64 };
    format!(
        "{leaves_out}{when} {count} {noun} due{which} ({}):\n\n{}{more}\n\n{}{basis}",
        joined(&sums),
        lines.join("\n"),
        lead(&held)
    )
}

/// Describes the limitations of a forecast, which come first, and the usual spending in its balances.
fn leaves_out(result: &Value) -> String {
    let usual: Vec<String> =
        items(&result["usual_spending"]["per_month"]).filter(|it| !is_nothing(it)).map(money).collect();
    let balances = if usual.is_empty() {
        String::new()
    } else {
        format!(" The balances also count usual spending of {} a month.", joined(&usual))
    };
    format!(
        "This leaves out large and single purchases, income that does not recur, moves between your accounts, and what is spent on \
         cards.{balances} "
    )
}

/// Returns a sentence at the beginning of a paragraph.
fn lead(held: &str) -> String {
    if held.is_empty() { String::new() } else { format!("{} ", held.trim_start()) }
}

pub(super) fn runway(result: &Value) -> String {
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    let as_of = day(&result["as_of"]);
    if rows.is_empty() {
        return format!(
            "I cannot tell: no balance of a checking, savings or cash account is known for {as_of}."
        );
    }
    let basis = format!("the average of {} to {}", month(&result["from"]), month(&result["to"]));
    let say = |row: &&Value| {
        let without = match row["months_without_income"].as_str() {
            Some(months) => format!(
                "without any income that lasts {months} months, at {} a month, {basis}",
                money(&row["spending_per_month"])
            ),
            None => format!("there is nothing to work out how long that lasts from, in {basis}"),
        };
        let with = match row["months_with_income"].as_str() {
            Some(months) => format!(
                " With your income of {} a month it lasts {months} months.",
                money(&row["income_per_month"])
            ),
            None => format!(
                " With your income of {} a month it does not run out: {} a month is left.",
                money(&row["income_per_month"]),
                money(&row["net_per_month"])
            ),
        };
        format!(
            "On {as_of} your checking, savings and cash accounts held {}; {without}.{with}",
            money(&row["held"])
        )
    };
    rows.iter().map(say).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_next_due_payment_comes_after_what_is_left_out() {
        let query = Query::alone(Ask::Due, None, None);
        let row = json!({"merchant": "rent", "date": "2025-08-05", "every": "monthly",
            "amount": {"amount": "-800.00", "currency": "EUR"}});
        for rows in [json!([]), json!([row]), json!([row, row])] {
            let result = json!({"rows": rows, "to": "2026-08-05", "as_of": "2025-06-30"});
            let said = next(&query, &result);
            assert!(said.starts_with("This leaves out what does not recur. "), "{said}");
        }
    }
}
