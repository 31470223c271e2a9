//! Sentences and lists about transactions, groups and accounts.

use saldo_domain::entry::Direction;
use serde_json::Value;

use super::figures::{counted, day, is_nothing, items, joined, magnitude, money, number, text};
use super::{hint, narrowed, reach, when};
use crate::analyst::moves::Moves;
use crate::analyst::names::Books;
use crate::analyst::plan::flow_of;
use crate::analyst::question::{Ask, By, Flow, Query, Rank};

pub(super) fn books(books: &Books) -> String {
    let Some(reach) = reach(books) else {
        return "There are no entries in your books yet. Upload a statement to begin.".to_owned();
    };
    let accounts: Vec<String> = books.accounts.iter().map(|account| account.name.clone()).collect();
    let (count, merchants) = (accounts.len() as u64, books.merchants.len() as u64);
    format!(
        "Your entries reach {reach}, in {}: {}. They name {}.",
        counted(count, "account", "accounts"),
        joined(&accounts),
        counted(merchants, "merchant", "merchants"),
    )
}

pub(super) fn balances(query: &Query, result: &Value) -> String {
    let balances: Vec<&Value> = items(&result["balances"]).collect();
    let unknown: Vec<String> =
        items(&result["accounts_without_balance"]).map(|name| text(name).to_owned()).collect();
    let date = day(&result["date"]);
    if balances.is_empty() {
        let hint = hint(query, result);
        return format!("No statement says what your accounts held on {date}.{hint}");
    }
    let one = |balance: &&Value| {
        let (account, amount) = (text(&balance["account"]), money(&balance["amount"]));
        let (known, known_for) = (money(&balance["known"]), day(&balance["known_for"]));
        if amount == known {
            format!("{account} held {amount} (known for {known_for})")
        } else {
            format!("{account} held {amount} ({known} is known for {known_for}, and entries came since)")
        }
    };
    let mut said = format!("On {date}, {}.", joined(&balances.iter().map(one).collect::<Vec<_>>()));
    if balances.len() > 1 {
        let totals: Vec<String> = items(&result["totals"]).map(money).collect();
        said.push_str(" Together that is ");
        said.push_str(&joined(&totals));
        said.push('.');
    }
    if !unknown.is_empty() {
        said.push_str(" No balance is known for ");
        said.push_str(&joined(&unknown));
        said.push('.');
    }
    said
}

pub(super) fn count(query: &Query, result: &Value) -> String {
    let flow = if query.direction.is_none() { Flow::Both } else { flow_of(query) };
    let (when, narrowed) = (when(query, result), narrowed(&query.scope, flow));
    let matched = number(&result["matched"]);
    if matched == 0 {
        let no = if query.ask == Ask::Exists { "No: " } else { "" };
        return format!("{no}{when} I found no entries{narrowed}.{}", hint(query, result));
    }
    let sums: Vec<String> =
        items(&result["totals"]).flat_map(|total| sums_of(total, query.direction)).collect();
    let yes = if query.ask == Ask::Exists { "Yes: " } else { "" };
    format!(
        "{yes}{when} there {} {}{narrowed} ({}).",
        if matched == 1 { "was" } else { "were" },
        counted(matched, "entry", "entries"),
        joined(&sums)
    )
}

/// Describes the number of uncategorized transactions, after a search in a category found nothing.
pub(super) fn unsorted(result: &Value) -> String {
    let matched = number(&result["matched"]);
    let sums: Vec<String> = items(&result["totals"]).flat_map(|total| sums_of(total, None)).collect();
    format!(
        "{} there {} no category ({}), and it may be among them.",
        counted(matched, "entry", "entries"),
        if matched == 1 { "has" } else { "have" },
        joined(&sums)
    )
}

fn sums_of(total: &Value, direction: Option<Direction>) -> Vec<String> {
    let mut sums = Vec::new();
    if direction != Some(Direction::In) && !is_nothing(&total["spending"]) {
        sums.push(format!("{} out", money(&total["spending"])));
    }
    if direction != Some(Direction::Out) && !is_nothing(&total["income"]) {
        sums.push(format!("{} in", money(&total["income"])));
    }
    sums
}

pub(super) fn entries(query: &Query, result: &Value) -> String {
    let flow = if query.direction.is_none() { Flow::Both } else { flow_of(query) };
    let (when, narrowed) = (when(query, result), narrowed(&query.scope, flow));
    let entries: Vec<&Value> = items(&result["entries"]).collect();
    let matched = number(&result["matched"]);
    if entries.is_empty() {
        return format!("{when} I found no entries{narrowed}.{}", hint(query, result));
    }
    if let (Ask::When { last }, [entry, ..]) = (query.ask, entries.as_slice()) {
        let which = if last { "last" } else { "first" };
        return format!(
            "The {which} such entry{narrowed} was on {}: {}, {}. {when} there {} {}.",
            day(&entry["date"]),
            text(&entry["description"]),
            money(&entry["amount"]),
            if matched == 1 { "was" } else { "were" },
            counted(matched, "entry", "entries"),
        );
    }
    if let (Ask::Extreme { largest, limit: 1 }, [entry]) = (query.ask, entries.as_slice()) {
        let size = if largest { "largest" } else { "smallest" };
        let kind = match (query.scope.moves, query.direction) {
            (Some(Moves::Only), _) => "move",
            (_, Some(Direction::In)) => "income",
            _ => "expense",
        };
        let narrowed = narrowed.replace(", counting only moves", "");
        return format!(
            "{when} your {size} {kind}{narrowed} was {} on {}: {}.",
            magnitude(&entry["amount"]),
            day(&entry["date"]),
            text(&entry["description"]),
        );
    }
    let shown = entries.len() as u64;
    let sums: Vec<String> =
        items(&result["totals"]).flat_map(|total| sums_of(total, query.direction)).collect();
    let what = match query.ask {
        Ask::Extreme { largest: true, .. } => "the largest",
        Ask::Extreme { .. } => "the smallest",
        Ask::List { newest: false, .. } => "the first",
        _ => "the latest",
    };
    let lines: Vec<String> = entries
        .iter()
        .map(|entry| {
            format!("- {}: {}, {}", day(&entry["date"]), text(&entry["description"]), money(&entry["amount"]))
        })
        .collect();
    let which = if shown < matched { format!("; {what} {shown}") } else { String::new() };
    format!(
        "{when} there {} {}{narrowed} ({}){which}:\n\n{}",
        if matched == 1 { "is" } else { "are" },
        counted(matched, "entry", "entries"),
        joined(&sums),
        lines.join("\n"),
    )
}

pub(super) fn breakdown(query: &Query, result: &Value) -> String {
    let Ask::Breakdown { by, limit, rank } = query.ask else { return String::new() };
    let flow = flow_of(query);
    let (when, narrowed) = (when(query, result), narrowed(&query.scope, flow));
    let rows: Vec<&Value> = items(&result["rows"]).collect();
    if rows.is_empty() {
        return format!("{when} I found nothing{narrowed} to break down.{}", hint(query, result));
    }
    if rows.iter().any(|row| row.get("totals").is_some()) {
        return over_time(&when, &narrowed, &rows);
    }
    let verb = if flow == Flow::Income { "received" } else { "spent" };
    if let (Some(1), [row]) = (limit, rows.as_slice()) {
        if matches!(rank, Rank::Often | Rank::Seldom) {
            let most = if rank == Rank::Often { "most" } else { "least" };
            return format!(
                "{when} you {verb} {most} often{narrowed} {}: {} ({}).",
                placed(by, row),
                counted(number(&row["entries"]), "entry", "entries"),
                money(&row["amount"]),
            );
        }
        let most = if rank == Rank::Least { "least" } else { "most" };
        return format!(
            "{when} you {verb} the {most}{narrowed} {}: {} ({}).",
            placed(by, row),
            money(&row["amount"]),
            counted(number(&row["entries"]), "entry", "entries"),
        );
    }
    let lines: Vec<String> = rows.iter().map(|row| line(by, row)).collect();
    let totals: Vec<String> = items(&result["totals"])
        .map(|total| money(&total[if flow == Flow::Income { "income" } else { "spending" }]))
        .collect();
    let more = match number(&result["rows_left_out"]) {
        0 => String::new(),
        left_out => format!("\n\n{left_out} more are not shown."),
    };
    let order = match rank {
        Rank::Often => ", the most frequent first",
        Rank::Seldom => ", the least frequent first",
        Rank::Most | Rank::Least => "",
    };
    format!("{when} you {verb} {}{narrowed}{order}:\n\n{}{more}", joined(&totals), lines.join("\n"))
}

/// Describes the number of merchants or categories.
pub(super) fn distinct(query: &Query, by: By, result: &Value) -> String {
    let flow = flow_of(query);
    let (when, narrowed) = (when(query, result), narrowed(&query.scope, flow));
    let (one, many) = match by {
        By::Category => ("category", "different categories"),
        _ => ("merchant", "different merchants"),
    };
    let groups = counted(number(&result["groups"]), one, many);
    let verb = match (flow, by) {
        (Flow::Income, By::Category) => "received money in",
        (Flow::Income, _) => "received money from",
        (_, By::Category) => "spent money in",
        _ => "spent money at",
    };
    let hint = if items(&result["rows"]).next().is_none() { hint(query, result) } else { String::new() };
    format!("{when} you {verb} {groups}{narrowed}.{hint}")
}

fn name_of(by: By, row: &Value) -> String {
    match (by, row["group"].as_str()) {
        (By::Category, None) => "without a category".to_owned(),
        (_, None) => "without a name".to_owned(),
        (By::Day, Some(_)) => day(&row["group"]),
        (By::Week, Some(_)) => format!("week of {}", day(&row["group"])),
        (By::Month | By::Quarter, Some(month)) => month_in_words(month),
        (_, Some(name)) => name.to_owned(),
    }
}

fn placed(by: By, row: &Value) -> String {
    let name = name_of(by, row);
    match by {
        By::Category if row["group"].is_null() => name,
        By::Category | By::Weekday | By::Day => format!("on {name}"),
        By::Merchant => format!("at {name}"),
        By::Account => format!("from the account {name}"),
        By::Week => format!("in the {name}"),
        By::Month | By::Quarter | By::Year => format!("in {name}"),
    }
}

fn line(by: By, row: &Value) -> String {
    let share = row["share"].as_str().map_or_else(String::new, |share| format!(", {share} %"));
    let entries = counted(number(&row["entries"]), "entry", "entries");
    format!("- {}: {} ({entries}{share}){}", name_of(by, row), money(&row["amount"]), so_far(row))
}

/// Returns a remark for a period that is not over.
fn so_far(row: &Value) -> &'static str {
    if row["is_over"] == false { ", not over yet" } else { "" }
}

/// Formats "2025-05" as "May 2025", and "2025-Q2" as "Q2 2025".
fn month_in_words(month: &str) -> String {
    if let Some((year, quarter)) = month.split_once("-Q") {
        return format!("Q{quarter} {year}");
    }
    format!("{month}-01")
        .parse::<chrono::NaiveDate>()
        .map_or_else(|_| month.to_owned(), |day| day.format("%B %Y").to_string())
}

fn over_time(when: &str, narrowed: &str, rows: &[&Value]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        for total in items(&row["totals"]) {
            lines.push(format!(
                "- {}: {} in, {} out, {} net{}",
                month_in_words(text(&row["group"])),
                money(&total["income"]),
                money(&total["spending"]),
                money(&total["net"]),
                so_far(row)
            ));
        }
    }
    format!("{when}{narrowed}:\n\n{}", lines.join("\n"))
}
