//! Writes answers in English.
//! Each sentence states what was understood; every figure comes from a tool's answer.

mod ahead;
mod budgets;
mod figures;
mod files;
mod goals;
mod lists;
mod loans;
mod origins;
mod sums;
mod trends;

use chrono::NaiveDate;
use serde_json::Value;

use super::names::Books;
use super::period::Span;
use super::plan;
use super::question::{Ask, Flow, Query, Scope};
use figures::{day, number};
pub(super) use files::files;

pub(super) const CANNOT_READ: &str = "I cannot read your books right now. Please try again.";

const EXAMPLES: &str = "You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my income last year?\", \
    \"Show my largest purchases since March\", \"Break down my spending by category\", \"What subscriptions do I have?\", \"What is due next week?\", \"What is my balance?\", or \"Compare May and June\".";

/// A question and the answers of its tools.
pub(super) struct Part<'a> {
    pub(super) query: &'a Query,
    pub(super) answers: &'a [Option<Value>],
    /// The answers of follow-up calls.
    pub(super) checks: &'a [Option<Value>],
}

/// Returns the sentences that answer all questions.
pub(super) fn answer(parts: &[Part<'_>], books: &Books, today: NaiveDate) -> String {
    let said: Vec<String> = parts.iter().map(|part| one(part, books, today)).collect();
    let between = if said.iter().any(|it| it.contains('\n')) { "\n\n" } else { " " };
    said.join(between)
}

/// Writes the answer to one question. If a category has no transactions, it includes the follow-up results.
fn one(part: &Part<'_>, books: &Books, today: NaiveDate) -> String {
    let query = part.query;
    let say = |query: &Query, answers: &[Option<Value>]| said(query, books, answers, today);
    let plain = || say(query, part.answers);
    let matched = |check: &Option<Value>| check.as_ref().map_or(0, |it| number(&it["matched"]));
    let scope = &query.scope;
    if let (Some(category), [named @ .., unsorted]) = (&scope.category, part.checks) {
        if let (Some(by_name), [Some(found), ..]) = (query.by_name(books), named)
            && !plan::is_empty(&by_name, found)
        {
            let called = by_name.scope.text.clone().unwrap_or_default();
            return format!(
                "No entry there has the category {category}, so I went by \"{called}\" in the description. {}",
                say(&by_name, named)
            );
        }
        let plain = plain();
        if matched(unsorted) == 0 {
            return plain;
        }
        let answer = plain.strip_prefix("No: ").or_else(|| plain.strip_prefix("Yes: "));
        let plain = answer.map_or_else(|| plain.clone(), |it| format!("I cannot tell: {it}"));
        return format!("{plain} But {}", lists::unsorted(unsorted.as_ref().unwrap_or(&Value::Null)));
    }
    if let (Some(category), [probe, named @ ..]) = (&scope.without.category, part.checks)
        && matched(probe) == 0
    {
        let nothing = format!("No entry there has the category {category}");
        return match query.without_by_name(books) {
            Some(by_name) => {
                let called = by_name.scope.without.text.clone().unwrap_or_default();
                let rest = say(&by_name, named);
                format!("{nothing}, so I left out those with \"{called}\" in the description. {rest}")
            }
            None => format!("{nothing}, so that nothing is left out. {}", plain()),
        };
    }
    plain()
}

/// Writes the answer to one question from the answers of its tools.
fn said(query: &Query, books: &Books, answers: &[Option<Value>], today: NaiveDate) -> String {
    if query.ask == Ask::Help {
        return format!(
            "I answer questions about your own entries, without sending anything anywhere. {EXAMPLES}"
        );
    }
    if query.ask == Ask::Books {
        return lists::books(books);
    }
    if query.goal.as_ref().is_some_and(|goal| query.ask == Ask::Goal && goal.amount.is_none()) {
        return goals::HOW_MUCH.to_owned();
    }
    if let Some(problem) = query.sum.as_ref().and_then(|sum| sum.problem) {
        return problem.to_owned();
    }
    let Some(Some(result)) = answers.first() else { return CANNOT_READ.to_owned() };
    if let Some(error) = result["error"].as_str() {
        return format!("That did not work: {error}.");
    }
    let needs_entries = !matches!(query.ask, Ask::Balance | Ask::Worth | Ask::Growth | Ask::Loan | Ask::Goal);
    if reach(books).is_none() && needs_entries {
        return "There are no entries in your books yet. Upload a statement, and ask again when it is processed.".to_owned();
    }
    let said = match query.ask {
        Ask::Flow(_) if query.versus.is_some() => sums::comparison(query, result),
        Ask::Flow(_) | Ask::Average { .. } | Ask::Share { .. } => sums::sum(query, result),
        Ask::Within(_) => sums::within(query, result),
        Ask::Left { .. } => sums::left(query, result),
        Ask::Trend(_) => {
            let compared = answers.get(1).and_then(Option::as_ref);
            trends::trend(query, result, compared.zip(plan::halves(query, books, today)))
        }
        Ask::Breakdown { .. } => lists::breakdown(query, result),
        Ask::Distinct { by } => lists::distinct(query, by, result),
        Ask::Balance => lists::balances(query, result),
        Ask::Exists | Ask::Count => lists::count(query, result),
        Ask::When { .. } | Ask::List { .. } | Ask::Extreme { .. } => lists::entries(query, result),
        Ask::Recurring { .. } => ahead::recurring(query, answers),
        Ask::Due => ahead::due(query, result),
        Ask::Runway => ahead::runway(result),
        Ask::Budget { .. } => budgets::budgets(query, result),
        Ask::Worth => origins::worth(result),
        Ask::Coverage => origins::coverage(result),
        Ask::Duplicates => trends::duplicates(result),
        Ask::Explain => origins::explain(query, result),
        Ask::Growth => loans::growth(result),
        Ask::Loan => loans::loan(result),
        Ask::Goal => query.goal.as_ref().map_or_else(String::new, |goal| goals::goal(goal, result)),
        Ask::Books | Ask::Help => String::new(),
    };
    let twice = result["possibly_counted_twice"]["note"].as_str();
    let twice = twice.map_or_else(String::new, |note| format!(" {note}"));
    format!("{said}{twice}")
}

/// Returns text such as "from 1 January 2025 to 30 June 2025", or `None` without transactions.
fn reach(books: &Books) -> Option<String> {
    let (first, last) = (books.first.clone()?, books.last.clone()?);
    Some(format!("from {} to {}", day(&Value::from(first)), day(&Value::from(last))))
}

/// Returns "In May 2025" or the like. Without a period, names the first and last day of all transactions.
fn when(query: &Query, result: &Value) -> String {
    let coverage = &result["coverage"];
    match query.span {
        Some(span) if span != Span::ALL => in_span(span),
        _ => format!("Over all your entries ({} to {})", day(&coverage["first"]), day(&coverage["last"])),
    }
}

fn in_span(span: Span) -> String {
    let words = span.in_words();
    match (span.from, span.to) {
        (Some(from), Some(to)) if from == to => format!("On {words}"),
        (Some(_), Some(_)) if words.contains(" to ") => format!("From {words}"),
        (Some(_), Some(_)) => format!("In {words}"),
        _ => {
            let mut letters = words.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
    }
}

/// Returns the conditions in words: " on Groceries", " at \"blue cafe\"", " in the account Main".
fn narrowed(scope: &Scope, flow: Flow) -> String {
    let category = scope.category.as_ref().map(|category| {
        let joint = if flow == Flow::Income { "from" } else { "on" };
        format!(" {joint} {category}")
    });
    let text = scope.text.as_ref().map(|text| {
        let joint = match (scope.is_unknown, flow) {
            (true, _) => "with",
            (false, Flow::Income) => "from",
            (false, _) => "at",
        };
        format!(" {joint} \"{text}\"")
    });
    let account = scope.account.as_ref().map(|account| format!(" in the account {account}"));
    let currency = scope.currency.as_ref().map(|code| format!(", counting only {code}"));
    let unsorted = scope.is_uncategorised.then(|| " without a category".to_owned());
    let tag = scope.tag.as_ref().map(|tag| format!(" tagged \"{tag}\""));
    let without = &scope.without;
    let left_out: Vec<String> = without.category.iter().chain(&without.text).cloned().collect();
    let left_out = (!left_out.is_empty()).then(|| format!(" without {}", figures::joined(&left_out)));
    let thresholds = Some(scope.thresholds.in_words()).filter(|words| !words.is_empty());
    let thresholds = thresholds.map(|words| format!(", counting only amounts{words}"));
    let moves = scope.moves.map(|moves| moves.in_words().to_owned());
    [category, unsorted, text, tag, account, left_out, currency, thresholds, moves]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns a hint for an empty result: the days for which there are transactions.
fn hint(query: &Query, result: &Value) -> String {
    let coverage = &result["coverage"];
    let (Some(first), Some(last)) = (coverage["first"].as_str(), coverage["last"].as_str()) else {
        return String::new();
    };
    let is_outside = query.span.is_some_and(|span| {
        let starts_after = span.from.is_some_and(|from| from.to_string().as_str() > last);
        let ends_before = span.to.is_some_and(|to| to.to_string().as_str() < first);
        starts_after || ends_before
    });
    let why = if is_outside { " There are no entries at all in that period." } else { "" };
    format!("{why} Your entries reach from {} to {}.", day(&coverage["first"]), day(&coverage["last"]))
}
