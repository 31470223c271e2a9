//! Sentences about trends and about possible duplicates.

use serde_json::Value;

use super::figures::{counted, day, items, joined, money, number, text};
use super::{lists, sums};
use crate::analyst::period::Span;
use crate::analyst::plan::flow_of;
use crate::analyst::question::{Ask, By, Flow, Query, Rank};

/// Describes a comparison of the latest months with those before, and lists all months.
pub(super) fn trend(query: &Query, months: &Value, compared: Option<(&Value, (Span, Span))>) -> String {
    let by_month = Ask::Breakdown { by: By::Month, limit: None, rank: Rank::Most };
    let listed = lists::breakdown(&Query { ask: by_month, ..query.clone() }, months);
    if items(&months["rows"]).next().is_none() {
        return listed;
    }
    let Some((result, (span, versus))) = compared else {
        return format!("There are not yet two months to compare. {listed}");
    };
    let flow = match flow_of(query) {
        Flow::Both => Flow::Net,
        flow => flow,
    };
    let compared = Query { ask: Ask::Flow(flow), span: Some(span), versus: Some(versus), ..query.clone() };
    format!("{} {listed}", sums::comparison(&compared, result))
}

pub(super) fn duplicates(result: &Value) -> String {
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    if rows.is_empty() {
        return "I found no entries that look like one and the same from two sources. What one statement prints twice counts as two purchases."
            .to_owned();
    }
    let say = |row: &&Value| {
        let days: Vec<String> = items(&row["entries"])
            .map(|entry| format!("{} on {}", text(&entry["description"]), day(&entry["date"])))
            .collect();
        format!("- {} in {}: {}", money(&row["amount"]), text(&row["account"]), joined(&days))
    };
    let lines: Vec<String> = rows.iter().map(say).collect();
    let more = match number(&result["rows_left_out"]) {
        0 => String::new(),
        left_out => format!("\n\n{left_out} more are not shown."),
    };
    format!(
        "{} may be in your books twice; the page Duplicates is where you decide:\n\n{}{more}",
        counted(number(&result["count"]), "payment", "payments"),
        lines.join("\n")
    )
}
