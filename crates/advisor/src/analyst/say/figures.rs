//! Formats figures for readers.

use serde_json::Value;

/// Formats `{"amount":"-1234.50","currency":"EUR"}` as `-1,234.50 EUR`.
pub(super) fn money(value: &Value) -> String {
    let (amount, currency) = (text(&value["amount"]), text(&value["currency"]));
    let (sign, digits) = amount.strip_prefix('-').map_or(("", amount), |digits| ("-", digits));
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, ""), |(whole, fraction)| (whole, fraction));
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction} {currency}", grouped(whole))
}

/// Formats an amount without its sign.
pub(super) fn magnitude(value: &Value) -> String {
    money(value).trim_start_matches('-').to_owned()
}

pub(super) fn is_negative(value: &Value) -> bool {
    text(&value["amount"]).starts_with('-')
}

pub(super) fn is_nothing(value: &Value) -> bool {
    !text(&value["amount"]).contains(|character: char| ('1'..='9').contains(&character))
}

fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

pub(super) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Formats a count: "1 entry", "1,200 entries".
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(&count.to_string()), if count == 1 { one } else { many })
}

/// Formats `2025-05-01` as "1 May 2025".
pub(super) fn day(value: &Value) -> String {
    let day = text(value).parse::<chrono::NaiveDate>();
    day.map(|day| day.format("%-d %B %Y").to_string()).unwrap_or_default()
}

/// Formats `2025-05`, or a day in it, as "May 2025".
pub(super) fn month(value: &Value) -> String {
    let month: String = text(value).chars().take(7).collect();
    let day = format!("{month}-01").parse::<chrono::NaiveDate>();
    day.map_or(month, |day| day.format("%B %Y").to_string())
}

/// Joins parts as "a", "a and b" or "a, b and c".
pub(super) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(super) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
