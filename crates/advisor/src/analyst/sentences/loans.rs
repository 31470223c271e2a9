//! Sentences about savings and loans that a question describes itself.

use serde_json::Value;

use super::figures::{is_nothing, money, number, text};

/// Describes the growth of savings.
pub(in crate::analyst) fn growth(result: &Value) -> String {
    let mut parts = Vec::new();
    if !is_nothing(&result["start"]) {
        parts.push(money(&result["start"]));
    }
    if !is_nothing(&result["monthly"]) {
        parts.push(format!("{} a month", money(&result["monthly"])));
    }
    if is_nothing(&result["interest"]) {
        return format!(
            "{} grows to {} in {} months, without interest.",
            parts.join(" and "),
            money(&result["balance"]),
            number(&result["months"])
        );
    }
    let booked = match text(&result["booked"]) {
        "yearly" => "once a year at the yearly rate",
        "half_yearly" => "twice a year at half of the yearly rate",
        "quarterly" => "each quarter at a quarter of the yearly rate",
        _ => "each month at a twelfth of the yearly rate",
    };
    format!(
        "{} at {} % a year grows to {} in {} months: {} paid in and {} interest, credited {booked}.",
        parts.join(" and "),
        text(&result["rate_percent"]),
        money(&result["balance"]),
        number(&result["months"]),
        money(&result["paid_in"]),
        money(&result["interest"])
    )
}

pub(in crate::analyst) fn loan(result: &Value) -> String {
    let down = if result["down_payment"].is_object() {
        format!(
            "{} less {} down is {}. ",
            money(&result["price"]),
            money(&result["down_payment"]),
            money(&result["debt"])
        )
    } else {
        String::new()
    };
    let (extra, without) = if result["extra"].is_object() {
        let without = &result["without_extra"];
        (
            format!(" and {} extra", money(&result["extra"])),
            format!(
                " Without the extra it takes {} months, and {} is interest.",
                number(&without["months"]),
                money(&without["total_interest"])
            ),
        )
    } else {
        (String::new(), String::new())
    };
    format!(
        "{down}A loan of {} at {} % a year takes {} months of {}{extra} (the last is {}): {} in all, of which {} is interest, charged each \
         month at a twelfth of the yearly rate.{without}",
        money(&result["debt"]),
        text(&result["rate_percent"]),
        number(&result["months"]),
        money(&result["payment"]),
        money(&result["last_payment"]),
        money(&result["total_paid"]),
        money(&result["total_interest"])
    )
}
