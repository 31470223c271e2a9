//! Sentences: each says what was understood, and every figure in it comes from a tool's answer.

mod ahead;
mod figures;
mod files;
mod goals;
mod lists;
mod origins;
mod sums;

use serde_json::Value;

use super::names::Books;
use super::period::Span;
use super::question::{Ask, Flow, Query, Scope};
use figures::day;
pub(super) use files::files;

pub(super) const CANNOT_READ: &str = "I cannot read your books right now. Please try again.";

const EXAMPLES: &str = "You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my income last year?\", \
    \"Show my largest purchases since March\", \"Break down my spending by category\", \"What subscriptions do I have?\", \"What is due next week?\", \"What is my balance?\", or \"Compare May and June\".";

/// What to say when nothing in a question makes sense.
pub(super) fn not_understood(books: &Books) -> String {
    format!(
        "I did not understand that. I answer questions about your own entries: amounts, counts, averages, lists, balances, \
         comparisons, budgets, what recurs and what is due, and about savings and loans. {EXAMPLES}{}",
        match reach(books) {
            Some(reach) => format!(" Your entries reach {reach}."),
            None => " There are no entries yet: upload a statement first.".to_owned(),
        }
    )
}

/// The sentences that answer a question.
pub(super) fn answer(query: &Query, books: &Books, result: Option<&Value>) -> String {
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
    let Some(result) = result else { return CANNOT_READ.to_owned() };
    if let Some(error) = result["error"].as_str() {
        return format!("That did not work: {error}.");
    }
    let needs_entries = !matches!(query.ask, Ask::Balance | Ask::Worth | Ask::Growth | Ask::Loan | Ask::Goal);
    if reach(books).is_none() && needs_entries {
        return "There are no entries in your books yet. Upload a statement, and ask again when it is processed.".to_owned();
    }
    let said = match query.ask {
        Ask::Flow(_) | Ask::Average { .. } | Ask::Share if query.versus.is_some() => {
            sums::comparison(query, result)
        }
        Ask::Flow(_) | Ask::Average { .. } | Ask::Share => sums::sum(query, result),
        Ask::Breakdown { .. } => lists::breakdown(query, result),
        Ask::Balance => lists::balances(query, result),
        Ask::Exists | Ask::Count => lists::count(query, result),
        Ask::When { .. } | Ask::List { .. } | Ask::Extreme { .. } => lists::entries(query, result),
        Ask::Recurring { ended, changed, .. } => ahead::recurring(query, ended, changed, result),
        Ask::Due => ahead::due(query, result),
        Ask::Runway => ahead::runway(result),
        Ask::Budget => ahead::budgets(query, result),
        Ask::Worth => origins::worth(result),
        Ask::Coverage => origins::coverage(result),
        Ask::Explain => origins::explain(query, result),
        Ask::Growth => origins::growth(result),
        Ask::Loan => origins::loan(result),
        Ask::Goal => query.goal.as_ref().map_or_else(String::new, |goal| goals::goal(goal, result)),
        Ask::Books | Ask::Help => String::new(),
    };
    format!("{}{said}{}", note_on_unknown(&query.scope), note_on_ignored(&query.scope))
}

fn note_on_ignored(scope: &Scope) -> String {
    if scope.ignored.is_empty() {
        return String::new();
    }
    let ignored: Vec<String> = scope.ignored.iter().map(|word| format!("\"{word}\"")).collect();
    format!(" (I did not understand {}, and left it out.)", figures::joined(&ignored))
}

fn note_on_unknown(scope: &Scope) -> String {
    match &scope.text {
        Some(text) if scope.is_unknown => format!(
            "No account, category or merchant of yours is called \"{text}\", so I looked for entries with that in their description. "
        ),
        _ => String::new(),
    }
}

/// "from 1 January 2025 to 30 June 2025", if there is anything.
fn reach(books: &Books) -> Option<String> {
    let (first, last) = (books.first.clone()?, books.last.clone()?);
    Some(format!("from {} to {}", day(&Value::from(first)), day(&Value::from(last))))
}

/// "In May 2025"; without a period, that it is about everything, and what that is.
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

/// What the entries are narrowed to: " on Groceries", " at \"blue cafe\"", " in the account Main".
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
    let left_out = scope.without_category.as_ref().or(scope.without_text.as_ref());
    let left_out = left_out.map(|left_out| format!(" without {left_out}"));
    let thresholds = Some(scope.thresholds.in_words()).filter(|words| !words.is_empty());
    let thresholds = thresholds.map(|words| format!(", counting only amounts{words}"));
    [category, text, account, left_out, currency, thresholds].into_iter().flatten().collect()
}

/// What to add when nothing was found: where there is something.
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
