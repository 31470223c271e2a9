//! Which tools a question needs.

use chrono::{Months, NaiveDate};
use saldo_domain::entry::Direction;
use saldo_llm::ToolCall;
use serde_json::{Map, Value, json};

use super::goal::GoalKind;
use super::period::Span;
use super::question::{Ask, By, Flow, Query};

/// The tool that says what there is to ask about.
pub(super) const BOOKS: &str = "books";

/// The calls that answer a question; none when the books themselves do.
pub(super) fn calls(query: &Query, today: NaiveDate) -> Vec<ToolCall> {
    let (tool, input) = match query.ask {
        Ask::Help | Ask::Books => return Vec::new(),
        Ask::Goal => match goal(query) {
            Some(input) => ("savings_goal", input),
            None => return Vec::new(),
        },
        Ask::Balance => ("balances", balance_input(query, today)),
        Ask::Recurring { .. }
        | Ask::Due
        | Ask::Runway
        | Ask::Budget
        | Ask::Worth
        | Ask::Coverage
        | Ask::Explain
        | Ask::Growth
        | Ask::Loan => topic(query, today),
        Ask::Flow(_) | Ask::Average { .. } | Ask::Share if query.versus.is_some() => {
            ("compare_periods", comparison_input(query))
        }
        Ask::Flow(_) | Ask::Average { .. } => ("cash_flow", selection(query)),
        Ask::Share => ("cash_flow", with(selection(query), "share_of_all", json!(true))),
        Ask::Breakdown { by: By::Year, .. } => ("cash_flow", with(selection(query), "by", json!("year"))),
        Ask::Breakdown { by, limit, least } => {
            if by == By::Month && query.direction.is_none() && limit.is_none() {
                ("cash_flow", with(selection(query), "by", json!("month")))
            } else {
                ("spending", breakdown_input(query, by, limit, least))
            }
        }
        Ask::Exists | Ask::Count => ("search_entries", listing(query, "newest", 5)),
        Ask::When { last } => ("search_entries", listing(query, if last { "newest" } else { "oldest" }, 1)),
        Ask::List { newest, limit } => {
            ("search_entries", listing(query, if newest { "newest" } else { "oldest" }, limit.unwrap_or(20)))
        }
        Ask::Extreme { largest, limit } => {
            ("search_entries", listing(query, if largest { "largest" } else { "smallest" }, limit))
        }
    };
    vec![call(1, tool, &input)]
}

/// The call of a question that a phrase gave away.
fn topic(query: &Query, today: NaiveDate) -> (&'static str, Value) {
    let scope = &query.scope;
    let (from, to) = query.span.map_or((None, None), |span| (span.from, span.to));
    match query.ask {
        Ask::Recurring { ended, only_out, .. } => {
            let direction = query.direction.or(only_out.then_some(Direction::Out));
            (
                "recurring",
                json!({"direction": direction, "text": scope.text, "category": scope.category, "account": scope.account, "ended": ended}),
            )
        }
        Ask::Due => {
            // A month that is named is the next of that name, not the last.
            let is_past = to.is_some_and(|to| to < today);
            let ahead =
                |day: NaiveDate| if is_past { day.checked_add_months(Months::new(12)) } else { Some(day) };
            let (from, to) = (from.and_then(ahead).map(|day| day.max(today)), to.and_then(ahead));
            (
                "forecast",
                json!({"from": from, "to": to, "text": scope.text, "category": scope.category, "account": scope.account}),
            )
        }
        Ask::Runway => ("runway", json!({})),
        Ask::Budget => {
            let month = to.or(from).map(|day| day.format("%Y-%m").to_string());
            ("budgets", json!({"month": month, "category": scope.category}))
        }
        Ask::Worth => match (from, to) {
            (Some(from), to) if to != Some(from) => {
                ("net_worth", json!({"from": from, "to": to.unwrap_or(today).min(today)}))
            }
            (_, day) => ("net_worth", json!({"date": day.unwrap_or(today)})),
        },
        Ask::Coverage => ("statement_coverage", json!({"account": scope.account})),
        Ask::Explain => ("explain_entry", with(selection(query), "limit", json!(3))),
        _ => calculation(query),
    }
}

fn calculation(query: &Query) -> (&'static str, Value) {
    let Some(sum) = &query.sum else { return (BOOKS, json!({})) };
    let (start, monthly, rate, months) = (&sum.start, &sum.monthly, &sum.rate, sum.months);
    if sum.is_loan {
        let input = json!({"debt": start, "payment": monthly, "rate_percent": rate, "months": months, "currency": sum.currency});
        ("loan", input)
    } else {
        let input = json!({"start": start, "monthly": monthly, "rate_percent": rate, "months": months, "currency": sum.currency});
        ("savings_growth", input)
    }
}

/// `None` when the question does not say how much.
fn goal(query: &Query) -> Option<Value> {
    let goal = query.goal.as_ref()?;
    let amount = goal.amount.as_ref()?;
    let counts = matches!(goal.kind, GoalKind::Afford | GoalKind::Reach);
    Some(json!({
        "amount": amount,
        "monthly": goal.monthly,
        "by": goal.by,
        "counts_what_is_held": counts,
        "currency": goal.currency,
    }))
}

pub(super) fn call(number: usize, tool: &str, input: &Value) -> ToolCall {
    ToolCall { id: format!("call_{number}"), name: tool.to_owned(), arguments: input.to_string() }
}

/// The two periods of a comparison, the earlier one first.
pub(super) fn periods(query: &Query) -> (Option<Span>, Option<Span>) {
    match (query.span, query.versus) {
        (Some(one), Some(other)) if other.from < one.from => (Some(other), Some(one)),
        pair => pair,
    }
}

fn selection(query: &Query) -> Value {
    let scope = &query.scope;
    let mut input = Map::new();
    let mut put = |key: &str, value: Option<&String>| {
        if let Some(value) = value {
            input.insert(key.to_owned(), Value::from(value.clone()));
        }
    };
    put("text", scope.text.as_ref());
    put("category", scope.category.as_ref());
    put("account", scope.account.as_ref());
    put("currency", scope.currency.as_ref());
    put("without_text", scope.without_text.as_ref());
    put("without_category", scope.without_category.as_ref());
    put("above", scope.thresholds.above.as_ref());
    put("at_least", scope.thresholds.at_least.as_ref());
    put("below", scope.thresholds.below.as_ref());
    put("at_most", scope.thresholds.at_most.as_ref());
    put_span(&mut input, query.span, "from", "to");
    Value::Object(input)
}

fn put_span(input: &mut Map<String, Value>, span: Option<Span>, from: &str, to: &str) {
    let ends = span.map(|span| [(from, span.from), (to, span.to)]);
    for (key, day) in ends.into_iter().flatten() {
        if let Some(day) = day {
            input.insert(key.to_owned(), json!(day));
        }
    }
}

fn with(mut input: Value, key: &str, value: Value) -> Value {
    input[key] = value;
    input
}

fn listing(query: &Query, order: &str, limit: usize) -> Value {
    let input = with(with(selection(query), "order", json!(order)), "limit", json!(limit));
    // The largest of all is mostly a salary; who asks for the largest without more means what they spent.
    let direction = match query.ask {
        Ask::Extreme { .. } => Some(query.direction.unwrap_or(Direction::Out)),
        _ => query.direction,
    };
    match direction {
        Some(direction) => with(input, "direction", json!(direction)),
        None => input,
    }
}

fn breakdown_input(query: &Query, by: By, limit: Option<usize>, least: bool) -> Value {
    let mut input = with(selection(query), "by", json!(by));
    input["direction"] = json!(query.direction.unwrap_or(Direction::Out));
    if by == By::Month && limit.is_none() {
        input["limit"] = json!(60);
    } else {
        input["limit"] = json!(limit.unwrap_or(10));
    }
    if least {
        input["order"] = json!("least");
    } else if limit.is_some() {
        input["order"] = json!("greatest");
    }
    input
}

fn comparison_input(query: &Query) -> Value {
    let (earlier, later) = periods(query);
    let later = Query { span: later, ..query.clone() };
    let Value::Object(mut input) = selection(&later) else { return Value::Null };
    put_span(&mut input, earlier, "other_from", "other_to");
    Value::Object(input)
}

fn balance_input(query: &Query, today: NaiveDate) -> Value {
    let day = query.span.and_then(|span| span.to).unwrap_or(today).min(today);
    let input = json!({ "date": day });
    match &query.scope.account {
        Some(account) => with(input, "account", json!(account)),
        None => input,
    }
}

/// What a sum is about.
pub(super) const fn flow_of(query: &Query) -> Flow {
    match query.ask {
        Ask::Flow(flow) | Ask::Average { flow, .. } => flow,
        _ => match query.direction {
            Some(Direction::In) => Flow::Income,
            _ => Flow::Spending,
        },
    }
}
