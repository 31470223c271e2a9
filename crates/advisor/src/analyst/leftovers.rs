//! Finds the words of a question that nothing has used.
//! The answer names them, so that it is not taken for an answer to the whole question.

use super::names::{Books, is_name};
use super::question::{Ask, By, Flow, Per, Query, Rank};
use super::seasons;
use super::thresholds::CURRENCIES;
use super::words::{Words, amount, count, is_year, month_number};

/// The parts of a question that its answer does not cover.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Missed {
    /// Periods, and words that change the meaning. The answer is to another question and says so first.
    pub(super) parts: Vec<String>,
    /// True if the question asks for a comparison but there is only one thing.
    pub(super) comparison: bool,
    /// Other words that were not understood.
    pub(super) words: Vec<String>,
}

impl Missed {
    pub(super) fn add(&mut self, other: Self) {
        let new = |known: &Vec<String>, more: Vec<String>| -> Vec<String> {
            more.into_iter().filter(|it| !known.contains(it)).collect()
        };
        let (parts, words) = (new(&self.parts, other.parts), new(&self.words, other.words));
        self.parts.extend(parts);
        self.words.extend(words);
        self.comparison |= other.comparison;
    }
}

/// Words about time without a meaning of their own. They count as missed if nothing has used them.
#[rustfmt::skip]
const TIME: &[&str] = &[
    "after", "afternoon", "ago", "annual", "annually", "before", "beginning", "daily", "day", "days", "during", "earlier", "early", "end",
    "evening", "first", "fortnight", "fortnightly", "half", "hour", "hours", "last", "late", "lately", "later", "mid", "midnight", "month",
    "monthly", "months", "morning", "night", "past", "previous", "prior", "quarter", "quarterly", "quarters", "recent", "recently",
    "since", "till", "today", "tomorrow", "tonight", "until", "week", "weekday", "weekdays", "weekend", "weekends", "weekly", "weeks",
    "within", "year", "yearly", "years", "yesterday",
];
/// Words that may stand between them.
const BETWEEN: [&str; 12] =
    ["of", "the", "each", "every", "a", "per", "in", "full", "complete", "whole", "calendar", "entire"];
#[rustfmt::skip]
const COMPARING: &[&str] = &[
    "compare", "compared", "comparison", "versus", "vs", "than", "difference", "differ", "change", "changed", "increase", "increased",
    "decrease", "decreased",
];
/// Words that change the meaning, or ask for something that no tool supports.
#[rustfmt::skip]
const TURNING: &[&str] = &[
    "not", "never", "didn't", "don't", "doesn't", "isn't", "wasn't", "haven't", "hasn't", "won't", "can't", "without", "except", "excluding",
    "median", "why", "owe", "owed", "card", "cash", "if", "should", "distinct", "unique",
];

/// Phrases for transfers between own accounts.
#[rustfmt::skip]
const MOVING: &[&str] = &[
    "pay off", "paid off", "paying off", "into savings", "into my savings", "into the savings", "to savings", "to my savings",
];

/// True for a word about time, which is never a name.
pub(super) fn is_of_time(word: &str) -> bool {
    TIME.contains(&word)
        || is_ordinal(word)
        || is_weekdays(word)
        || (seasons::named(word).is_some() && word != "fall")
}

/// True for "20th" and "1st".
fn is_ordinal(word: &str) -> bool {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// True for "Monday" and "mondays".
fn is_weekdays(word: &str) -> bool {
    let day = word.strip_suffix('s').unwrap_or(word);
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].contains(&day)
}

/// Returns the parts that a calculation could not use.
pub(super) fn of_sum(query: &Query) -> Missed {
    let parts = query
        .sum
        .as_ref()
        .filter(|sum| sum.problem.is_none())
        .map_or_else(Vec::new, |sum| sum.missed.clone());
    Missed { parts, ..Missed::default() }
}

/// Returns the words that none of these queries has used.
pub(super) fn of(words: &Words, queries: &[Query]) -> Missed {
    let mut missed = Missed::default();
    let Some(query) = queries.first() else { return missed };
    // Without an account of that name, the answer would be about all spending or the whole net.
    if query.ask.is_over_entries()
        && let Some((index, count)) = words.find(MOVING)
    {
        missed.parts.push(words.join(index, count));
    }
    let mut index = 0;
    while index < words.len() {
        let word = words.at(index);
        let is_counted = matches!(query.ask, Ask::Distinct { .. }) && matches!(word, "distinct" | "unique");
        if words.is_used(index) || is_counted {
            index += 1;
        } else if is_name(words, index) && !turns(query, word) {
            missed.words.push(word.to_owned());
            index += 1;
        } else if turns(query, word) && !is_loose(query) {
            missed.parts.push(word.to_owned());
            index += 1;
        } else if COMPARING.contains(&word) {
            missed.comparison |= !compares(queries);
            index += 1;
        } else if is_time(words, index) || is_number(word) {
            let (count, said) = run(words, index, query);
            missed.parts.extend(said);
            index += count;
        } else {
            index += 1;
        }
    }
    missed
}

/// True if a word changes the meaning, or asks for a count or a conversion that the query does not have.
fn turns(query: &Query, word: &str) -> bool {
    let counts = matches!(
        query.ask,
        Ask::Count | Ask::When { .. } | Ask::Breakdown { rank: Rank::Often | Rank::Seldom, .. }
    );
    TURNING.contains(&word)
        || (CURRENCIES.contains(&word) && word != "bucks")
        || (["often", "frequently", "frequent"].contains(&word) && !counts)
}

fn is_time(words: &Words, index: usize) -> bool {
    let word = words.at(index);
    let is_verb = word == "may" && matches!(words.at(index + 1), "i" | "we" | "you" | "be" | "have");
    is_of_time(word) || is_year(word) || (month_number(word).is_some() && !is_verb)
}

/// True for a number, except "one" as in "which one".
fn is_number(word: &str) -> bool {
    word != "one"
        && (count(word).is_some()
            || amount(word).is_some()
            || word.starts_with(|it: char| it.is_ascii_digit()))
}

/// Returns the number of words of a phrase about time,
/// and the phrase itself unless the kind of question covers it.
fn run(words: &Words, index: usize, query: &Query) -> (usize, Option<String>) {
    let mut start = index;
    while start > 0 && !words.is_used(start - 1) && BETWEEN[7..].contains(&words.at(start - 1)) {
        start -= 1;
    }
    let goes_on = |at: usize| {
        let is_part = is_time(words, at) || is_number(words.at(at)) || BETWEEN.contains(&words.at(at));
        at < words.len() && !words.is_used(at) && is_part
    };
    let end = (index..words.len()).find(|at| !goes_on(*at)).unwrap_or(words.len());
    let last = (index..end).rev().find(|at| is_time(words, *at) || is_number(words.at(*at))).unwrap_or(index);
    let is_missed = (index..=last)
        .any(|at| (is_time(words, at) || is_number(words.at(at))) && !accounts_for(query, words.at(at)));
    (end - index, is_missed.then(|| words.join(start, last + 1 - start)))
}

/// True for kinds of questions that use words about time loosely.
const fn is_loose(query: &Query) -> bool {
    matches!(
        query.ask,
        Ask::Recurring { .. }
            | Ask::Due
            | Ask::Runway
            | Ask::Budget { .. }
            | Ask::Coverage
            | Ask::Growth
            | Ask::Loan
            | Ask::Goal
            | Ask::Books
            | Ask::Duplicates
            | Ask::Explain
            | Ask::Help
    )
}

/// True if a number or a word about time is part of the kind of question.
fn accounts_for(query: &Query, word: &str) -> bool {
    let is_list = matches!(query.ask, Ask::List { .. } | Ask::When { .. } | Ask::Extreme { .. });
    let is_held = matches!(query.ask, Ask::Balance | Ask::Worth);
    let (by, per, limit) = match query.ask {
        Ask::Breakdown { by, limit, .. } => (Some(by), None, limit),
        Ask::Average { per, .. } => (None, Some(per), None),
        Ask::Extreme { limit, .. } => (None, None, Some(limit)),
        Ask::List { limit, .. } => (None, None, limit),
        Ask::Trend(_) | Ask::Left { monthly: true } => (Some(By::Month), None, None),
        _ => (None, None, None),
    };
    let is_limit = count(word).is_some_and(|number| Some(number as usize) == limit);
    let has_own_time = matches!(query.ask, Ask::Recurring { .. } | Ask::Due | Ask::Budget { .. });
    (is_loose(query) && !has_own_time)
        || is_limit
        || match word {
            "month" | "months" | "monthly" | "year" | "years" | "yearly" | "annual" | "annually"
                if matches!(query.ask, Ask::Recurring { .. } | Ask::Budget { .. }) =>
            {
                true
            }
            "day" | "days" | "first" | "today" if query.ask == Ask::Due => true,
            "day" | "days" | "daily" => matches!(by, Some(By::Day | By::Weekday)) || per == Some(Per::Day),
            "week" | "weeks" | "weekly" => {
                matches!(by, Some(By::Week | By::Weekday)) || per == Some(Per::Week)
            }
            "weekday" | "weekdays" | "weekend" | "weekends" => by == Some(By::Weekday),
            "month" | "months" | "monthly" => by == Some(By::Month) || per == Some(Per::Month),
            "quarter" | "quarters" | "quarterly" => by == Some(By::Quarter),
            "year" | "years" | "yearly" | "annual" | "annually" => by == Some(By::Year),
            "last" | "first" | "recent" | "recently" | "lately" => is_list,
            "today" | "end" | "late" => is_held,
            _ => is_weekdays(word) && by == Some(By::Weekday),
        }
}

/// True if the answer is a comparison.
fn compares(queries: &[Query]) -> bool {
    queries.len() > 1
        || queries.iter().any(|query| {
            query.versus.is_some()
                || is_loose(query)
                || matches!(
                    query.ask,
                    Ask::Trend(_)
                        | Ask::Breakdown { .. }
                        | Ask::Worth
                        | Ask::Flow(Flow::Both | Flow::Net | Flow::SavingsRate)
                )
        })
}

/// Returns the conditions of a question that its kind cannot use.
pub(super) fn unheeded(query: &Query, books: &Books) -> Missed {
    let mut missed = Missed::default();
    let scope = &query.scope;
    let (period, names, limits) = match query.ask {
        Ask::Recurring { .. } => (false, true, false),
        Ask::Runway | Ask::Coverage | Ask::Duplicates | Ask::Books | Ask::Help => (false, false, false),
        Ask::Due => (true, true, false),
        Ask::Budget { .. } | Ask::Balance | Ask::Worth => (true, false, false),
        _ => (true, true, true),
    };
    if let Some(span) = query.span.filter(|_| !period && !matches!(query.ask, Ask::Books | Ask::Help)) {
        missed.parts.push(span.in_words());
    }
    if !limits {
        let without =
            scope.without.category.iter().chain(&scope.without.text).map(|it| format!("without {it}"));
        missed.parts.extend(without);
        let thresholds = scope.thresholds.in_words();
        missed
            .parts
            .extend((!thresholds.is_empty()).then(|| thresholds.trim_start_matches(" of ").to_owned()));
        missed.parts.extend(scope.tag.iter().cloned());
    }
    if !names && !matches!(query.ask, Ask::Books | Ask::Help) {
        let called = scope.called.as_ref().filter(|_| !matches!(query.ask, Ask::Budget { .. }));
        missed.words.extend(called.into_iter().chain(&scope.text).cloned());
    }
    let takes_currency =
        query.ask.is_over_entries() || matches!(query.ask, Ask::Trend(_)) || !books.has_currencies();
    missed.parts.extend(scope.currency.iter().filter(|_| !takes_currency).cloned());
    let takes_account = !matches!(query.ask, Ask::Runway | Ask::Budget { .. } | Ask::Worth | Ask::Duplicates);
    missed.words.extend(scope.account.iter().filter(|_| !takes_account).cloned());
    missed
}
