//! Formats figures for readers, in English.

use chrono::NaiveDate;
use saldo_question::Language;
use serde_json::Value;

use crate::analyst::answers::{Phrases, amount};

fn english() -> &'static Phrases {
    Phrases::of(Language::English)
}

/// Formats `{"amount":"-1234.50","currency":"EUR"}` as `-1,234.50 EUR`.
pub(super) fn money(value: &Value) -> String {
    english().amount(value)
}

/// Formats an amount without its sign.
pub(super) fn magnitude(value: &Value) -> String {
    english().size(value)
}

pub(super) fn is_negative(value: &Value) -> bool {
    amount(value).is_some_and(saldo_domain::Money::is_negative)
}

pub(super) fn is_nothing(value: &Value) -> bool {
    amount(value).is_none_or(saldo_domain::Money::is_zero)
}

pub(super) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Formats a count: "1 transaction", "1,200 transactions".
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", english().decimal(&count.to_string()), if count == 1 { one } else { many })
}

/// Formats `2025-05-01` as "1 May 2025".
pub(super) fn day(value: &Value) -> String {
    english().date(value)
}

/// Formats `2025-05`, or a day in it, as "May 2025".
pub(super) fn month(value: &Value) -> String {
    let month: String = text(value).chars().take(7).collect();
    let first = format!("{month}-01").parse::<NaiveDate>();
    first.map_or(month, |first| english().month(first))
}
