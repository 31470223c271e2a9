//! Sentences about files that are attached to a question.

use serde_json::Value;

use super::figures::{counted, day, items, joined, magnitude, money, number, text};

/// The number of the latest transactions to name.
const LINES: usize = 3;

/// Describes the content of each file, or the reason why it could not be read.
pub(in crate::analyst) fn files(read: &[&Value]) -> String {
    read.iter().map(|answer| file(answer)).collect::<Vec<_>>().join(" ")
}

fn file(answer: &Value) -> String {
    if let Some(problem) = answer["error"].as_str() {
        let name = text(&answer["file_name"]);
        return format!("I could not read {name}: {}.", problem.trim_end_matches('.'));
    }
    let statement = &answer["statement"];
    let lines = number(&answer["matched"]);
    let head = format!(
        "I read {}{}: {}{}.",
        text(&statement["file_name"]),
        origin(answer),
        counted(lines, "transaction", "transactions"),
        flows(answer)
    );
    [head, outcome(answer), news(answer), latest(answer)].concat()
}

/// Returns the origin, such as " (Example Bank, account Main, 1 May 2025 to 31 May 2025)".
fn origin(answer: &Value) -> String {
    let institution = answer["statement"]["institution"].as_str().map(str::to_owned);
    let parts: Vec<String> = items(&answer["accounts"])
        .map(|part| {
            let account = part["account"].as_str().map_or_else(String::new, |name| format!("account {name}"));
            match (part["from"].as_str(), part["to"].as_str()) {
                (Some(_), Some(_)) => format!("{account}, {} to {}", day(&part["from"]), day(&part["to"])),
                _ => account,
            }
        })
        .collect();
    let facts: Vec<String> = institution.into_iter().chain(parts).filter(|part| !part.is_empty()).collect();
    if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) }
}

fn flows(answer: &Value) -> String {
    let each: Vec<String> = items(&answer["totals"])
        .map(|total| format!("{} in and {} out", magnitude(&total["income"]), magnitude(&total["spending"])))
        .collect();
    if each.is_empty() { String::new() } else { format!(", {}", joined(&each)) }
}

fn outcome(answer: &Value) -> String {
    match answer["statement"]["outcome"].as_str() {
        Some("balanced") => {
            let ends: Vec<String> = items(&answer["accounts"])
                .filter(|part| part["opening"].is_object() && part["closing"].is_object())
                .map(|part| format!("from {} to {}", money(&part["opening"]), money(&part["closing"])))
                .collect();
            let ends = if ends.is_empty() { String::new() } else { format!(", {}", joined(&ends)) };
            format!(" It adds up to the cent{ends}.")
        }
        Some("unbalanced") => {
            let off: Vec<String> = items(&answer["accounts"])
                .filter(|part| part["difference"].is_object())
                .map(|part| magnitude(&part["difference"]))
                .collect();
            let off = if off.is_empty() { String::new() } else { format!(": it is off by {}", joined(&off)) };
            format!(" It does not add up{off}. Check it under Statements.")
        }
        _ => " It prints no balances to check its transactions against.".to_owned(),
    }
}

fn news(answer: &Value) -> String {
    match (answer["new_entries"].as_u64(), answer["known_entries"].as_u64()) {
        (Some(new), Some(known)) if known > 0 => format!(
            " {} new, {} imported before.",
            counted(new, "transaction is", "transactions are"),
            if known == 1 { "1 was".to_owned() } else { format!("{known} were") }
        ),
        (Some(_), _) => " All of them are new.".to_owned(),
        _ => " It was imported before; nothing was added.".to_owned(),
    }
}

fn latest(answer: &Value) -> String {
    let mut lines: Vec<&Value> = items(&answer["entries"]).collect();
    let is_whole = answer["matched"] == answer["shown"];
    if lines.is_empty() || !is_whole {
        return String::new();
    }
    lines.sort_by_key(|line| std::cmp::Reverse(text(&line["date"]).to_owned()));
    let facts: Vec<String> = lines
        .iter()
        .take(LINES)
        .map(|line| {
            format!("{} {} on {}", text(&line["description"]), money(&line["amount"]), day(&line["date"]))
        })
        .collect();
    format!(" The latest: {}.", facts.join("; "))
}
