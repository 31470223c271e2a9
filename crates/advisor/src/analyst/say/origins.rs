//! Sentences about net worth, the days that statements cover, and the origin of transactions.

use serde_json::Value;

use super::figures::{counted, day, is_negative, items, joined, magnitude, money, month, number, text};
use super::{hint, narrowed, when};
use crate::analyst::question::{Flow, Query};

pub(super) fn worth(result: &Value) -> String {
    let points: Vec<&Value> = items(&result["points"]).collect();
    let known = |point: &&&Value| items(&point["sums"]).next().is_some();
    let Some(last) = points.iter().rfind(known) else {
        return "No balance of your accounts is known for then, so that I cannot tell what you are worth."
            .to_owned();
    };
    let sums = |point: &Value| joined(&items(&point["sums"]).map(money).collect::<Vec<_>>());
    let accounts: Vec<String> = items(&last["accounts"])
        .map(|it| format!("{} {}", text(&it["account"]), money(&it["amount"])))
        .collect();
    let unknown: Vec<String> =
        items(&result["accounts_without_balance"]).map(|it| text(it).to_owned()).collect();
    let unknown = if unknown.is_empty() {
        String::new()
    } else {
        format!(" No balance is known for {}.", joined(&unknown))
    };
    let now = format!("On {} you were worth {}: {}.", day(&last["date"]), sums(last), joined(&accounts));
    let changes: Vec<&Value> = items(&result["change"]).collect();
    let change = match (points.iter().find(known), changes.as_slice()) {
        (Some(first), [_, ..]) if first["date"] != last["date"] => {
            let said = changes.iter().map(|it| {
                let word = if is_negative(it) { "less" } else { "more" };
                format!("{} {word}", magnitude(it))
            });
            format!(
                " The accounts known on both days held {} than on {}.",
                joined(&said.collect::<Vec<_>>()),
                day(&first["date"])
            )
        }
        _ => String::new(),
    };
    format!("{now}{change}{unknown}")
}

pub(super) fn coverage(result: &Value) -> String {
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    if rows.is_empty() {
        return "No statement says which days it covers. Upload statements, and ask again when they are processed.".to_owned();
    }
    let span = |it: &Value| match (day(&it["from"]), day(&it["to"])) {
        (from, to) if from == to => from,
        (from, to) => format!("{from} to {to}"),
    };
    let say = |row: &&Value| {
        let (all, undated) = (number(&row["statements"]), number(&row["statements_without_period"]));
        let without = if undated == 1 {
            "does not say which days it covers"
        } else {
            "do not say which days they cover"
        };
        if items(&row["covered"]).next().is_none() {
            if undated < all {
                return format!(
                    "- {}: none of {} both says which days it covers and adds up, so that I cannot tell whether anything is missing.",
                    text(&row["account"]),
                    counted(all, "statement", "statements"),
                );
            }
            return format!(
                "- {}: {} {without}, so that I cannot tell whether anything is missing.",
                text(&row["account"]),
                counted(all, "statement", "statements"),
            );
        }
        let undated = if undated == 0 { String::new() } else { format!("; {undated} of them {without}") };
        let covered: Vec<String> = items(&row["covered"]).map(span).collect();
        let missing: Vec<String> = items(&row["missing_months"]).map(month).collect();
        let gaps: Vec<String> = items(&row["gaps"]).map(span).collect();
        let gaps = if gaps.is_empty() {
            "nothing is missing in between".to_owned()
        } else {
            format!("{} is missing ({})", joined(&missing), joined(&gaps))
        };
        let breaks: Vec<String> = items(&row["breaks"])
            .map(|it| {
                format!(
                    "one closes with {} and the next opens with {}",
                    money(&it["closing"]),
                    money(&it["opening"])
                )
            })
            .collect();
        let verb = if number(&row["statements"]) == 1 { "covers" } else { "cover" };
        let breaks = if breaks.is_empty() { String::new() } else { format!("; {}", joined(&breaks)) };
        format!(
            "- {}: {} {verb} {}; {gaps}{breaks}{undated}.",
            text(&row["account"]),
            counted(number(&row["statements"]), "statement", "statements"),
            joined(&covered)
        )
    };
    let lines: Vec<String> = rows.iter().map(say).collect();
    format!("This is what your statements cover:\n\n{}", lines.join("\n"))
}

pub(super) fn explain(query: &Query, result: &Value) -> String {
    let entries: Vec<&Value> = items(&result["entries"]).collect();
    let (when, narrowed) = (when(query, result), narrowed(&query.scope, Flow::Both));
    if entries.is_empty() {
        return format!("{when} I found no entries{narrowed}.{}", hint(query, result));
    }
    let lines: Vec<String> = entries.iter().map(|entry| origin(entry)).collect();
    let matched = number(&result["matched"]);
    if let ([line], 1) = (lines.as_slice(), matched) {
        return line.clone();
    }
    let shown = number(&result["shown"]);
    let which = if shown < matched { format!("; the latest {shown}") } else { String::new() };
    let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    format!(
        "{when} there are {}{narrowed}{which}:\n\n{}",
        counted(matched, "entry", "entries"),
        lines.join("\n")
    )
}

fn origin(entry: &Value) -> String {
    let statement = &entry["statement"];
    let head =
        format!("{} of {}, in {}", money(&entry["amount"]), day(&entry["date"]), text(&entry["account"]));
    let printed = text(&entry["printed"]);
    if statement.is_null() {
        return format!("{head}, was entered by hand as \"{printed}\".");
    }
    let page = entry["place"]["page"].as_u64().map_or_else(String::new, |page| format!(" on page {page}"));
    let bank = statement["institution"].as_str().map_or_else(String::new, |bank| format!(" of {bank}"));
    let proof = match text(&statement["outcome"]) {
        "balanced" => " That statement adds up to the cent.",
        "unbalanced" => " That statement does not add up: look at its page.",
        _ => " Nothing is printed there to check it against.",
    };
    let category = match (entry["category"].as_str(), text(&entry["category_by"])) {
        (Some(category), "person") => format!(" You put it in {category}."),
        (Some(category), "rule") => format!(" One of your rules put it in {category}."),
        (Some(category), "learned") => format!(" It is in {category}, as you put others like it there."),
        (Some(category), _) => format!(" Its words put it in {category}."),
        (None, _) => String::new(),
    };
    format!(
        "{head}, is line {} of {}{bank}{page}, printed as \"{printed}\".{proof}{category}",
        number(&entry["line"]),
        text(&statement["file_name"])
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn statements_that_do_not_say_which_days_they_cover_are_said_not_to() {
        let span = json!([{"from": "2025-01-01", "to": "2025-01-31"}]);
        let rows = json!({"rows": [
            {"account": "Main", "statements": 1, "statements_without_period": 1, "covered": [], "gaps": []},
            {"account": "Card", "statements": 2, "statements_without_period": 1, "covered": span, "gaps": []},
            {"account": "Loan", "statements": 2, "statements_without_period": 1, "covered": [], "gaps": []},
        ]});
        assert_eq!(
            coverage(&rows),
            "This is what your statements cover:\n\
             \n\
             - Main: 1 statement does not say which days it covers, so that I cannot tell whether anything is missing.\n\
             - Card: 2 statements cover 1 January 2025 to 31 January 2025; nothing is missing in between; 1 of them does not say which days it covers.\n\
             - Loan: none of 2 statements both says which days it covers and adds up, so that I cannot tell whether anything is missing."
        );
    }
}
