//! Sentences about totals: spending, income, net, averages, shares and comparisons.

use serde_json::Value;

use super::figures::{
    counted, day, is_negative, is_nothing, items, joined, magnitude, money, month, number, text,
};
use super::{hint, in_span, narrowed, when};
use crate::analyst::period::Span;
use crate::analyst::plan::{flow_of, periods};
use crate::analyst::question::{Ask, Flow, Per, Query, Scope};
use crate::analyst::thresholds::Thresholds;

pub(super) fn sum(query: &Query, result: &Value) -> String {
    let flow = flow_of(query);
    let totals: Vec<&Value> = items(&result["totals"]).filter(|total| concerns(total, flow)).collect();
    let (when, narrowed) = (when(query, result), narrowed(&query.scope, flow));
    if totals.is_empty() {
        let what = match flow {
            Flow::Spending | Flow::Income if query.scope.moves.is_some() => "money that moved",
            Flow::Spending => "spending",
            Flow::Income => "income",
            Flow::Both | Flow::Net | Flow::SavingsRate => "income or spending",
        };
        return format!("{when} I found no {what}{narrowed}.{}", hint(query, result));
    }
    let each = |say: &dyn Fn(&Value) -> String| joined(&totals.iter().map(|it| say(it)).collect::<Vec<_>>());
    match (query.ask, flow) {
        (Ask::Average { per, .. }, _) if per != Per::Entry => {
            let say = |total: &Value| paced(total, per, flow);
            format!("{when} you {} on average {}{narrowed}.", verb(flow), each(&say))
        }
        (Ask::Average { .. }, Flow::Income) => {
            let say = |total: &Value| averaged(total, "average_income", "income", "entries_in");
            format!("{when} your average income{narrowed} was {}.", each(&say))
        }
        (Ask::Average { .. }, _) => {
            let say = |total: &Value| averaged(total, "average_spending", "spending", "entries_out");
            format!("{when} you spent on average {}{narrowed}.", each(&say))
        }
        (Ask::Share { of_income: true }, _) => share_of_income(&when, &narrowed, &totals),
        (Ask::Share { .. }, _) => share(&when, &narrowed, flow, &totals),
        // A transfer is neither spent nor received.
        (_, Flow::Spending) if query.scope.moves.is_some() => {
            let say = |total: &Value| summed(total, "spending", "entries_out");
            moved(&when, &each(&say), "went", "out of", &narrowed)
        }
        (_, Flow::Income) if query.scope.moves.is_some() => {
            let say = |total: &Value| summed(total, "income", "entries_in");
            moved(&when, &each(&say), "came", "into", &narrowed)
        }
        (_, Flow::Spending) => {
            let say = |total: &Value| summed(total, "spending", "entries_out");
            format!("{when} you spent {}{narrowed}.", each(&say))
        }
        (_, Flow::Income) => {
            let say = |total: &Value| summed(total, "income", "entries_in");
            format!("{when} you received {}{narrowed}.", each(&say))
        }
        (_, Flow::SavingsRate) => savings_rate(&when, &narrowed, &totals),
        (_, Flow::Both | Flow::Net) => {
            let say = |total: &Value| {
                let left = if is_negative(&total["net"]) {
                    format!("{} more than came in went out", magnitude(&total["net"]))
                } else {
                    format!("{} was left", money(&total["net"]))
                };
                format!(
                    "{} came in, {} went out, and {left}",
                    money(&total["income"]),
                    money(&total["spending"])
                )
            };
            format!("{when}{narrowed}: {}.", each(&say))
        }
    }
}

/// Describes whether a total is within limits, and the total.
pub(super) fn within(query: &Query, result: &Value) -> String {
    let flow = flow_of(query);
    let limits = &query.scope.thresholds;
    let limit = limits.in_words();
    let limit = limit.trim_start_matches(" of ");
    let scope = Scope { thresholds: Thresholds::default(), ..query.scope.clone() };
    let (when, narrowed) = (when(query, result), narrowed(&scope, flow));
    let (what, verb, amount, entries) = match flow {
        Flow::Income => ("income", "received", "income", "entries_in"),
        _ => ("spending", "spent", "spending", "entries_out"),
    };
    let totals: Vec<&Value> = items(&result["totals"]).filter(|total| concerns(total, flow)).collect();
    if totals.is_empty() {
        let yes = if limits.exclude_nothing() { "No" } else { "Yes" };
        return format!("{yes}: {when} I found no {what}{narrowed}.{}", hint(query, result));
    }
    let is_within = |total: &Value| total["within_limits"][amount] == true;
    let say = |total: &&Value| {
        let not = if is_within(total) { "" } else { "not " };
        format!("{}{narrowed}, which is {not}{limit}", summed(total, amount, entries))
    };
    let yes = match totals.iter().filter(|total| is_within(total)).count() {
        0 => "No: ",
        count if count == totals.len() => "Yes: ",
        // The currencies differ, so there is no single answer.
        _ => "",
    };
    format!("{yes}{when} you {verb} {}.", joined(&totals.iter().map(say).collect::<Vec<_>>()))
}

/// Describes a total of transfers, which enter or leave an account.
fn moved(when: &str, sum: &str, verb: &str, way: &str, narrowed: &str) -> String {
    match narrowed.strip_prefix(" in the account") {
        Some(account) => format!("{when} {sum} {verb} {way} the account{account}."),
        None => format!("{when} {sum} {verb} {}{narrowed}.", if verb == "came" { "in" } else { "out" }),
    }
}

fn concerns(total: &Value, flow: Flow) -> bool {
    match flow {
        Flow::Spending => number(&total["entries_out"]) > 0,
        Flow::Income => number(&total["entries_in"]) > 0,
        Flow::Both | Flow::Net | Flow::SavingsRate => true,
    }
}

const fn verb(flow: Flow) -> &'static str {
    match flow {
        Flow::Income => "received",
        Flow::Net | Flow::SavingsRate => "kept",
        Flow::Spending | Flow::Both => "spent",
    }
}

fn summed(total: &Value, amount: &str, entries: &str) -> String {
    format!("{} ({})", money(&total[amount]), counted(number(&total[entries]), "entry", "entries"))
}

fn averaged(total: &Value, average: &str, sum: &str, entries: &str) -> String {
    let count = counted(number(&total[entries]), "entry", "entries");
    format!("{} an entry ({} in {count})", money(&total[average]), money(&total[sum]))
}

/// Returns text such as "64.00 EUR a month (384.00 EUR over 6 months)".
fn paced(total: &Value, per: Per, flow: Flow) -> String {
    let kind = match flow {
        Flow::Income => "income",
        Flow::Net => "net",
        _ => "spending",
    };
    let (pace, unit, over, one, many) = match per {
        Per::Day => ("per_day", "day", "days", "day", "days"),
        Per::Week => ("per_week", "week", "days", "day", "days"),
        _ => ("per_month", "month", "months", "month", "months"),
    };
    let pace = &total[pace];
    // None of the days is known yet.
    if pace.is_null() {
        return format!("{} in days that are not over", money(&total[kind]));
    }
    let of = &pace["of"];
    // A period that does not consist of whole months is averaged by days.
    if unit == "month" && pace["months"].is_null() {
        return format!(
            "{} a month ({} over {}, at {} days a month)",
            money(&pace[kind]),
            money(&of[kind]),
            counted(number(&pace["days"]), "day", "days"),
            text(&pace["month_days"])
        );
    }
    let over = counted(number(&pace[over]), one, many);
    // Averages include whole units only. If that is less than the total, the days are named.
    let days = if of[kind] == total[kind] {
        String::new()
    } else {
        format!(", {} to {}", day(&pace["from"]), day(&pace["to"]))
    };
    format!("{} a {unit} ({} over {over}{days})", money(&pace[kind]), money(&of[kind]))
}

fn share_of_income(when: &str, narrowed: &str, totals: &[&Value]) -> String {
    let say = |total: &&Value| {
        let all = &total["all"];
        match all["spending"]["share_of_income"].as_str() {
            Some(share) => format!(
                "{share} % of your income{narrowed}: {} of {}",
                money(&total["spending"]),
                money(&all["income"]["amount"])
            ),
            None => format!("{}{narrowed}, and there was no income", money(&total["spending"])),
        }
    };
    format!("{when} you spent {}.", joined(&totals.iter().map(say).collect::<Vec<_>>()))
}

/// Describes the rest of all income after the spending that the question names.
pub(super) fn left(query: &Query, result: &Value) -> String {
    let (when, after) = (when(query, result), narrowed(&query.scope, Flow::Spending));
    let say = |total: &Value| {
        let left = if is_negative(&total["net"]) {
            format!("{} is missing", magnitude(&total["net"]))
        } else {
            format!("{} is left", money(&total["net"]))
        };
        format!("{left} ({} in, {} out{after})", money(&total["income"]), money(&total["spending"]))
    };
    let totals: Vec<String> = items(&result["totals"]).map(say).collect();
    if totals.is_empty() {
        return format!("{when} I found no income and no spending{after}.{}", hint(query, result));
    }
    let lines: Vec<String> = items(&result["rows"])
        .flat_map(|row| {
            let group = month(&row["group"]);
            items(&row["totals"]).map(move |total| format!("- {group}: {}", say(total))).collect::<Vec<_>>()
        })
        .collect();
    if lines.is_empty() {
        return format!("{when}, of all your income, {}.", joined(&totals));
    }
    format!("{when}, of all your income, {}:\n\n{}", joined(&totals), lines.join("\n"))
}

fn savings_rate(when: &str, narrowed: &str, totals: &[&Value]) -> String {
    let say = |total: &&Value| match total["savings_rate"].as_str() {
        Some(rate) => format!(
            "your savings rate{narrowed} was {rate} %: {} came in, {} went out, {} net",
            money(&total["income"]),
            money(&total["spending"]),
            money(&total["net"])
        ),
        None => format!(
            "there is no savings rate in {}, because there was no income: {} went out",
            text(&total["currency"]),
            money(&total["spending"])
        ),
    };
    format!("{when} {}.", joined(&totals.iter().map(say).collect::<Vec<_>>()))
}

fn share(when: &str, narrowed: &str, flow: Flow, totals: &[&Value]) -> String {
    let (kind, whole) = if flow == Flow::Income { ("income", "income") } else { ("spending", "spending") };
    let say = |total: &&Value| {
        let all = &total["all"];
        match all[kind]["share"].as_str() {
            Some(share) => format!(
                "{share} % of your {whole}{narrowed}: {} of {}",
                money(&total[kind]),
                money(&all[kind]["amount"])
            ),
            None => format!("nothing of your {whole}"),
        }
    };
    let verb = if flow == Flow::Income { "you received" } else { "you spent" };
    format!("{when} {verb} {}.", joined(&totals.iter().map(say).collect::<Vec<_>>()))
}

pub(super) fn comparison(query: &Query, result: &Value) -> String {
    let flow = flow_of(query);
    let kind = match flow {
        Flow::Income => "income",
        Flow::Net | Flow::SavingsRate => "net",
        Flow::Spending | Flow::Both => "spending",
    };
    let (earlier, later) = periods(query);
    let is_cut = result["ends_on_the_same_day"] == true;
    let compared = |side: &str, asked: Option<Span>| {
        let filter = &result[side]["filter"];
        let end = |key: &str| text(&filter[key]).parse().ok();
        if is_cut { Some(Span { from: end("from"), to: end("to") }) } else { asked }
    };
    let [earlier, later] = [compared("other", earlier), compared("this", later)]
        .map(|span| span.map(in_span).unwrap_or_default());
    let narrowed = narrowed(&query.scope, flow);
    let changes: Vec<&Value> = items(&result["changes"])
        .filter(|change| !is_nothing(&change[kind]["this"]) || !is_nothing(&change[kind]["other"]))
        .collect();
    if changes.is_empty() {
        return format!("I found nothing{narrowed} in either period.{}", hint(query, result));
    }
    let subject = match flow {
        Flow::Income => "you received",
        Flow::Net | Flow::SavingsRate => "what was left was",
        Flow::Spending | Flow::Both => "you spent",
    };
    let sentences: Vec<String> = changes
        .into_iter()
        .map(|change| {
            let figures = &change[kind];
            let difference = &figures["difference"];
            let word = if is_negative(difference) { "less" } else { "more" };
            let percent = figures["percent"]
                .as_str()
                .map_or_else(String::new, |percent| format!(" ({} %)", percent.trim_start_matches('-')));
            let change = if is_nothing(difference) {
                "That is the same.".to_owned()
            } else {
                format!("That is {}{percent} {word}.", magnitude(difference))
            };
            format!(
                "{earlier} {subject} {}{narrowed}, {} {}. {change}",
                money(&figures["other"]),
                lower_first(&later),
                money(&figures["this"])
            )
        })
        .collect();
    let runs = match (is_cut, &result["note"]) {
        (true, _) => " Your books do not have all of one of them yet, so that both end on the same day.",
        (false, Value::String(_)) => " Your books do not have all of one of them yet.",
        _ => "",
    };
    format!("{}{runs}{}", sentences.join(" "), hint_on_gaps(query, result))
}

/// Returns a sentence about a period that lies outside the known days.
fn hint_on_gaps(query: &Query, result: &Value) -> String {
    let is_outside = |span: &Span| {
        let (first, last) = (text(&result["coverage"]["first"]), text(&result["coverage"]["last"]));
        span.from.is_some_and(|from| from.to_string().as_str() > last)
            || span.to.is_some_and(|to| to.to_string().as_str() < first)
    };
    let gap = [query.span, query.versus].into_iter().flatten().find(is_outside);
    gap.map_or_else(String::new, |span| {
        format!(" There are no entries at all {}.", lower_first(&in_span(span)))
    })
}

fn lower_first(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
