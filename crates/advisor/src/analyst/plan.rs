//! Chooses the tools that answer a question.

use chrono::{Datelike, Months, NaiveDate};
use saldo_domain::entry::Direction;
use saldo_llm::ToolCall;
use serde_json::{Map, Value, json};

use super::goal::GoalKind;
use super::moves::Moves;
use super::names::Books;
use super::period::Span;
use super::question::{Ask, By, Flow, Query, Rank, Scope, Without};
use super::relative::month_at;
use super::thresholds::Thresholds;

/// The tool that lists accounts, categories, merchants and dates.
pub(super) const BOOKS: &str = "books";

/// The default category of subscriptions.
pub(super) const SUBSCRIPTIONS: &str = "Subscriptions";

/// The maximum number of months of budgets in one answer.
const BUDGET_MONTHS_MAX: u32 = 24;

/// The name of a tool and its input.
pub(super) type Wanted = (&'static str, Value);

/// Returns the calls that answer a question; none if the answer of [`BOOKS`] is enough.
pub(super) fn calls(query: &Query, books: &Books, today: NaiveDate) -> Vec<Wanted> {
    let call = match query.ask {
        Ask::Help | Ask::Books => return Vec::new(),
        Ask::Goal => match goal(query) {
            Some(input) => ("savings_goal", input),
            None => return Vec::new(),
        },
        Ask::Growth | Ask::Loan if query.sum.as_ref().is_some_and(|sum| sum.problem.is_some()) => {
            return Vec::new();
        }
        Ask::Trend(_) => return trend(query, books, today),
        Ask::Worth if query.draws => {
            let span = query.span.unwrap_or(Span::ALL);
            let from = span.from.map(|day| json!(day)).or_else(|| Some(json!(books.first.as_ref()?)));
            let input = json!({"of": "net_worth", "from": from, "to": span.to.unwrap_or(today).min(today)});
            return vec![topic(query, today), ("render_chart", input)];
        }
        Ask::Balance => ("balances", balance_input(query, today)),
        Ask::Recurring { subscriptions: true, .. } => return subscriptions(query, books, today),
        Ask::Recurring { .. }
        | Ask::Due
        | Ask::Runway
        | Ask::Budget { .. }
        | Ask::Worth
        | Ask::Coverage
        | Ask::Duplicates
        | Ask::Explain
        | Ask::Growth
        | Ask::Loan => topic(query, today),
        Ask::Flow(_) if query.versus.is_some() => ("compare_periods", comparison_input(query)),
        Ask::Flow(_) | Ask::Average { .. } => ("cash_flow", selection(query)),
        Ask::Within(_) => ("cash_flow", with(selection(query), "limits_of_total", json!(true))),
        Ask::Share { .. } => ("cash_flow", with(selection(query), "share_of_all", json!(true))),
        Ask::Left { monthly } => {
            let input = with(selection(query), "beside_all_income", json!(true));
            ("cash_flow", if monthly { with(input, "by", json!("month")) } else { input })
        }
        Ask::Breakdown { by: By::Year, .. } => ("cash_flow", with(selection(query), "by", json!("year"))),
        Ask::Distinct { by } => ("spending", breakdown_input(query, by, Some(1), Rank::Most)),
        Ask::Breakdown { by, limit, rank } => {
            if matches!(by, By::Month | By::Quarter) && query.direction.is_none() && limit.is_none() {
                ("cash_flow", with(selection(query), "by", json!(by)))
            } else {
                ("spending", breakdown_input(query, by, limit, rank))
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
    vec![call]
}

/// Returns the totals by month, and a comparison of the latest whole months with the same number before them.
fn trend(query: &Query, books: &Books, today: NaiveDate) -> Vec<Wanted> {
    let months = breakdown_input(query, By::Month, None, Rank::Most);
    let months = match query.ask {
        Ask::Trend(Flow::Net | Flow::Both | Flow::SavingsRate) => {
            ("cash_flow", with(selection(query), "by", json!("month")))
        }
        _ => ("spending", months),
    };
    let Some((span, versus)) = halves(query, books, today) else { return vec![months] };
    let compared = Query { span: Some(span), versus: Some(versus), ..query.clone() };
    vec![months, ("compare_periods", comparison_input(&compared))]
}

/// Returns the latest whole months with transactions,
/// at most three, and the same number of months before them.
pub(super) fn halves(query: &Query, books: &Books, today: NaiveDate) -> Option<(Span, Span)> {
    let number = |day: NaiveDate| day.year() * 12 + day.month0().cast_signed();
    let day = |text: &Option<String>| text.as_deref()?.parse::<NaiveDate>().ok();
    let span = query.span.unwrap_or(Span::ALL);
    let first = span.from.map_or(day(&books.first)?, |from| from.max(day(&books.first).unwrap_or(from)));
    let last = span.to.map_or(day(&books.last)?, |to| to.min(day(&books.last).unwrap_or(to)));
    // A month that is incomplete at either end would look too cheap.
    let first = number(first) + i32::from(first.day() > 7);
    let last = if number(last) >= number(today) { number(today) - 1 } else { number(last) };
    let months = ((last - first + 1) / 2).min(3);
    if months < 1 {
        return None;
    }
    let of = |from: i32, to: i32| {
        let (from, to) = (month_at(from)?.start(), month_at(to)?.end());
        Some(Span { from: Some(from), to: Some(to) })
    };
    Some((of(last - months + 1, last)?, of(last - 2 * months + 1, last - months)?))
}

/// Returns follow-up calls for a category without transactions:
/// transactions with the question's word in their description, and uncategorized ones.
pub(super) fn checks(
    query: &Query,
    books: &Books,
    answers: &[Option<Value>],
    today: NaiveDate,
) -> Vec<Wanted> {
    let scope = &query.scope;
    let found_nothing = answers.first().and_then(Option::as_ref).is_some_and(|it| is_empty(query, it));
    let mut wanted = Vec::new();
    if scope.category.is_some() && scope.text.is_none() && found_nothing && query.ask.is_over_entries() {
        if let Some(named) = query.by_name(books) {
            wanted.extend(calls(&named, books, today));
        }
        let mut unsorted = Scope { category: None, called: None, is_uncategorised: true, ..scope.clone() };
        if matches!(query.ask, Ask::Within(_)) {
            unsorted.thresholds = Thresholds::default();
        }
        let direction = Some(if flow_of(query) == Flow::Income { Direction::In } else { Direction::Out });
        let unsorted = Query { ask: Ask::Count, direction, ..query.about(unsorted) };
        wanted.push(("search_entries", listing(&unsorted, "newest", 1)));
    } else if scope.without.category.is_some() && query.ask.is_over_entries() {
        let left_out = Scope { category: scope.without.category.clone(), ..Scope::default() };
        wanted.push((
            "search_entries",
            listing(&Query { ask: Ask::Count, ..query.about(left_out) }, "newest", 1),
        ));
        if let Some(named) = query.without_by_name(books) {
            wanted.extend(calls(&named, books, today));
        }
    }
    wanted
}

/// True if a tool found no transactions.
pub(super) fn is_empty(query: &Query, answer: &Value) -> bool {
    let counted = if matches!(query.ask, Ask::Left { .. }) { "entries_out" } else { "entries" };
    let has_entries = |totals: &Value| {
        totals.as_array().into_iter().flatten().any(|total| total[counted].as_u64().unwrap_or_default() > 0)
    };
    let of_periods = [&answer["totals"], &answer["this"]["totals"], &answer["other"]["totals"]];
    answer.get("error").is_none() && !of_periods.into_iter().any(has_entries)
}

impl Ask {
    /// True if the question is about transactions or their totals.
    pub(super) const fn is_over_entries(self) -> bool {
        matches!(
            self,
            Self::Flow(_)
                | Self::Within(_)
                | Self::Average { .. }
                | Self::Share { .. }
                | Self::Left { .. }
                | Self::Breakdown { .. }
                | Self::Distinct { .. }
                | Self::Exists
                | Self::Count
                | Self::When { .. }
                | Self::List { .. }
                | Self::Extreme { .. }
        )
    }
}

impl Query {
    /// Returns the same question,
    /// about transactions whose description has the question's word for the category.
    pub(super) fn by_name(&self, books: &Books) -> Option<Self> {
        let called = self.scope.called.clone().filter(|word| books.has_merchant(word))?;
        Some(self.about(Scope { category: None, called: None, text: Some(called), ..self.scope.clone() }))
    }

    /// Returns the same question, without transactions whose description has that word.
    pub(super) fn without_by_name(&self, books: &Books) -> Option<Self> {
        let without = &self.scope.without;
        let called =
            without.called.clone().filter(|word| books.has_merchant(word) && without.text.is_none())?;
        let without = Without { text: Some(called), ..Without::default() };
        Some(self.about(Scope { without, ..self.scope.clone() }))
    }
}

/// True for a question about the next due date instead of a period.
/// The default of 30 days would miss yearly payments.
pub(super) fn is_for_next(query: &Query) -> bool {
    query.ask == Ask::Due && query.span.is_none() && query.scope.names_something()
}

/// Returns calls for the recurring payments in the category of subscriptions,
/// and for all of them in case it has none.
fn subscriptions(query: &Query, books: &Books, today: NaiveDate) -> Vec<Wanted> {
    let all = topic(query, today);
    if query.scope.names_something() {
        return vec![all];
    }
    match books.category_names().find(|name| *name == SUBSCRIPTIONS) {
        Some(category) => vec![(all.0, with(all.1.clone(), "category", json!(category))), all],
        None => vec![all],
    }
}

/// Returns the call for a question that a phrase identifies.
fn topic(query: &Query, today: NaiveDate) -> (&'static str, Value) {
    let scope = &query.scope;
    let (from, to) = query.span.map_or((None, None), |span| (span.from, span.to));
    match query.ask {
        Ask::Recurring { ended, only_out, .. } => {
            let direction = query.direction.or(only_out.then_some(Direction::Out));
            (
                "recurring",
                json!({"direction": direction, "words": scope.text, "category": scope.category, "account": scope.account, "ended": ended}),
            )
        }
        Ask::Due => {
            // A named month is the next of that name, not the last.
            let is_past = to.is_some_and(|to| to < today);
            let ahead =
                |day: NaiveDate| if is_past { day.checked_add_months(Months::new(12)) } else { Some(day) };
            let (from, to) = (from.and_then(ahead).map(|day| day.max(today)), to.and_then(ahead));
            (
                "forecast",
                json!({
                    "from": from, "to": to, "words": scope.text, "category": scope.category, "account": scope.account,
                    "next_only": is_for_next(query),
                }),
            )
        }
        Ask::Runway => ("runway", json!({})),
        Ask::Budget { each } => {
            let month = |day: NaiveDate| day.format("%Y-%m").to_string();
            let last =
                to.map_or(today, |to| if from.is_none_or(|from| from <= today) { to.min(today) } else { to });
            let first = if each && query.span.is_none() { Some(NaiveDate::MIN) } else { from };
            // The tool shows the latest two years of a longer period.
            let earliest = last.checked_sub_months(Months::new(BUDGET_MONTHS_MAX - 1));
            let first = first.map_or(last, |first| earliest.map_or(first, |earliest| first.max(earliest)));
            (
                "budgets",
                json!({"month": month(first.min(last)), "last": month(last), "category": scope.category}),
            )
        }
        Ask::Worth => match (from, to) {
            (Some(from), to) if to != Some(from) => {
                // The change within a year is relative to the evening before it.
                let from = from.pred_opt().unwrap_or(from);
                ("net_worth", json!({"from": from, "to": to.unwrap_or(today).min(today)}))
            }
            (_, day) => ("net_worth", json!({"date": day.unwrap_or(today)})),
        },
        Ask::Duplicates => ("duplicates", json!({})),
        Ask::Coverage => ("statement_coverage", json!({"account": scope.account})),
        Ask::Explain => ("explain_entry", with(selection(query), "limit", json!(3))),
        _ => calculation(query),
    }
}

fn calculation(query: &Query) -> (&'static str, Value) {
    let Some(sum) = &query.sum else { return (BOOKS, json!({})) };
    let mut input = json!({"rate_percent": sum.rate, "months": sum.months, "currency": sum.currency});
    if sum.is_loan {
        input["debt"] = json!(sum.start);
        input["payment"] = json!(sum.monthly);
        input["extra"] = json!(sum.extra);
        input["down_payment"] = json!(sum.down);
        ("loan", input)
    } else {
        input["start"] = json!(sum.start);
        input["monthly"] = json!(sum.monthly);
        input["booked"] = json!(sum.booked);
        ("savings_growth", input)
    }
}

/// Returns `None` if the question does not name an amount.
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

/// Returns the two periods of a comparison, the earlier one first.
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
    // A name has to match whole words: "Uber" must not find "Überweisung".
    put("words", scope.text.as_ref());
    let none = scope.is_uncategorised.then(|| "none".to_owned());
    put("category", none.as_ref().or(scope.category.as_ref()));
    put("account", scope.account.as_ref());
    put("currency", scope.currency.as_ref());
    put("tag", scope.tag.as_ref());
    put("without_words", scope.without.text.as_ref());
    put("without_category", scope.without.category.as_ref());
    put("above", scope.thresholds.above.as_ref());
    put("at_least", scope.thresholds.at_least.as_ref());
    put("below", scope.thresholds.below.as_ref());
    put("at_most", scope.thresholds.at_most.as_ref());
    match scope.moves {
        Some(Moves::Only) => input.insert("only_transfers".to_owned(), json!(true)),
        Some(Moves::Also) => input.insert("transfers".to_owned(), json!(true)),
        None => None,
    };
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
    // Without a direction, the largest transaction would usually be a salary. Spending is meant.
    let direction = match query.ask {
        Ask::Extreme { .. } => Some(query.direction.unwrap_or(Direction::Out)),
        _ => query.direction,
    };
    match direction {
        Some(direction) => with(input, "direction", json!(direction)),
        None => input,
    }
}

fn breakdown_input(query: &Query, by: By, limit: Option<usize>, rank: Rank) -> Value {
    let mut input = with(selection(query), "by", json!(by));
    input["direction"] = json!(query.direction.unwrap_or(Direction::Out));
    if matches!(by, By::Month | By::Quarter | By::Week) && limit.is_none() {
        input["limit"] = json!(60);
    } else {
        input["limit"] = json!(limit.unwrap_or(10));
    }
    match rank {
        Rank::Most if limit.is_none() => {}
        Rank::Most => input["order"] = json!("greatest"),
        Rank::Least => input["order"] = json!("least"),
        Rank::Often => input["order"] = json!("most_entries"),
        Rank::Seldom => input["order"] = json!("fewest_entries"),
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

/// Returns the kind of money that a total is about.
pub(super) const fn flow_of(query: &Query) -> Flow {
    match query.ask {
        Ask::Flow(flow) | Ask::Within(flow) | Ask::Average { flow, .. } | Ask::Trend(flow) => flow,
        _ => match query.direction {
            Some(Direction::In) => Flow::Income,
            _ => Flow::Spending,
        },
    }
}
