//! Sentences about purchases and savings goals.

use serde_json::Value;

use super::figures::{counted, day, is_negative, is_nothing, magnitude, money, month, text};
use crate::analyst::goal::{Goal, GoalKind};

/// The answer to a goal without an amount.
pub(in crate::analyst) const HOW_MUCH: &str = "Tell me how much it costs and, if you will pay later, when. I calculate it from your balances and your average monthly net.";

/// Writes the answer to a question about a goal.
pub(in crate::analyst) fn goal(goal: &Goal, result: &Value) -> String {
    let sentence = match goal.kind {
        GoalKind::Afford => afford(result),
        GoalKind::AffordMonthly => afford_monthly(result),
        GoalKind::HowLong | GoalKind::Reach => savings_time(goal, result),
        GoalKind::PerMonth => per_month(result),
    };
    if goal.has_interest { format!("{sentence} Interest is not included.") } else { sentence }
}

/// Returns text such as "From 1 January 2025 to 30 June 2025, 200.00 EUR a month was left on average".
fn pace(result: &Value) -> Option<String> {
    let net = &result["averages"]["net_per_month"];
    if !net.is_object() {
        return None;
    }
    let when = format!("From {} to {}", day(&result["from"]), day(&result["to"]));
    Some(if is_negative(net) {
        format!("{when}, you spent {} a month more than you received, on average", magnitude(net))
    } else {
        format!("{when}, {} a month was left on average", money(net))
    })
}

fn unknown(result: &Value) -> String {
    let currency = text(&result["amount"]["currency"]);
    format!(
        "There are no transactions in {currency} to calculate that from. Upload statements, and ask again when they are processed."
    )
}

fn balances(result: &Value) -> Option<String> {
    let held = &result["balance"];
    held.is_object().then(|| {
        format!("On {} your checking, savings and cash accounts held {}", day(&result["as_of"]), money(held))
    })
}

/// Returns a sentence such as " That takes 4 months, until November 2025."
fn takes(result: &Value) -> String {
    match result["months_needed"].as_i64() {
        Some(months) => format!(
            " That takes {}, until {}.",
            counted(u64::try_from(months).unwrap_or_default(), "month", "months"),
            month(&result["reached_in"])
        ),
        None => " At that pace, you never reach it.".to_owned(),
    }
}

fn afford(result: &Value) -> String {
    let Some(held) = balances(result) else { return unknown(result) };
    let (amount, left) = (money(&result["amount"]), &result["left"]);
    if !left.is_object() {
        return unknown(result);
    }
    let is_enough = !is_negative(left);
    if result["by"].is_string() {
        let Some(pace) = pace(result) else { return unknown(result) };
        let end = if is_enough {
            format!("after {amount}, {} would be left", money(left))
        } else {
            format!("that is {} less than {amount}", magnitude(left))
        };
        let verdict = if is_enough { "Yes, at this rate" } else { "No, not at this rate" };
        return format!(
            "{verdict}. {held}. {pace}; until {} that makes {}: {end}.",
            month(&result["by"]),
            money(&result["expected"])
        );
    }
    if is_enough {
        let lasts = result["months_of_spending_left"].as_str().map_or_else(String::new, |months| {
            format!(
                ", what you spend in {months} months at {} a month",
                money(&result["averages"]["spending_per_month"])
            )
        });
        return format!("Yes, from your balances. {held}; after {amount}, {} is left{lasts}.", money(left));
    }
    let saved = pace(result).map_or_else(String::new, |pace| format!(" {pace}.{}", takes(result)));
    format!("No, not from your balances. {held}; {} is missing.{saved}", magnitude(left))
}

fn afford_monthly(result: &Value) -> String {
    let Some(pace) = pace(result) else { return unknown(result) };
    let (amount, left) = (money(&result["amount"]), &result["left_per_month"]);
    if is_negative(&result["averages"]["net_per_month"]) {
        format!("No. {pace}, so that nothing is left for {amount} a month.")
    } else if is_negative(left) {
        format!("No. {pace}; {amount} a month is {} more than that.", magnitude(left))
    } else {
        format!("Yes. {pace}; after {amount} a month, {} is left.", money(left))
    }
}

fn savings_time(goal: &Goal, result: &Value) -> String {
    let amount = money(&result["amount"]);
    let mut sentence = String::new();
    if goal.kind == GoalKind::Reach {
        let Some(held) = balances(result) else { return unknown(result) };
        if is_nothing(&result["missing"]) {
            return format!("You have that already: {}{}.", held[..1].to_lowercase(), &held[1..]);
        }
        sentence = format!("{held}; {} is missing from {amount}. ", money(&result["missing"]));
    }
    if goal.monthly.is_some() {
        return format!(
            "{sentence}You would put {} a month aside for {amount}.{}",
            money(&result["monthly"]),
            takes(result)
        );
    }
    match pace(result) {
        Some(pace) if goal.kind == GoalKind::Reach => format!("{sentence}{pace}.{}", takes(result)),
        Some(pace) => format!(
            "{pace}. To save {amount} at that pace: {}",
            takes(result).trim_start().replacen("That takes", "it takes", 1)
        ),
        None => unknown(result),
    }
}

fn per_month(result: &Value) -> String {
    let needed = &result["needed_per_month"];
    if !needed.is_object() {
        return format!("{} is due this month: all of it is needed at once.", money(&result["amount"]));
    }
    let months = result["months_until"].as_u64().unwrap_or_default();
    let short = &result["short_per_month"];
    let pace = pace(result).map_or_else(String::new, |pace| {
        if short.is_object() {
            format!(" {pace}, which is {} too little.", money(short))
        } else {
            format!(" {pace}, which is enough.")
        }
    });
    format!(
        "For {} by {}, put {} aside in each of {}.{pace}",
        money(&result["amount"]),
        month(&result["by"]),
        money(needed),
        counted(months, "month", "months")
    )
}
