//! Finds the transactions behind a figure of a tool's answer.
//!
//! An answer states them itself: the field `transactions` of an object is the query that lists the
//! transactions behind the object's sums. The names of the sums distinguish money in from money out.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use saldo_domain::{Period, text};
use serde_json::{Map, Value};

use super::written::{Figure, Written};
use crate::wording::month_names;

/// The field of an answer that has the query of its figures.
pub(crate) const TRANSACTIONS: &str = "transactions";

/// The field of a query that cannot list the transactions because there are too many of them.
pub(crate) const TOO_MANY: &str = "tooMany";

/// Fields that are sums or averages of transactions, each with the direction of its money.
const SUMS: [(&str, Option<&str>); 14] = [
    ("amount", None),
    ("net", None),
    ("average", None),
    ("spent", None),
    ("per_month", None),
    ("net_per_month", None),
    ("income", Some("in")),
    ("in", Some("in")),
    ("average_income", Some("in")),
    ("income_per_month", Some("in")),
    ("spending", Some("out")),
    ("out", Some("out")),
    ("average_spending", Some("out")),
    ("spending_per_month", Some("out")),
];

/// Fields whose values distinguish the figures of one object from those of another.
const LABELS: [&str; 8] =
    ["group", "date", "month", "description", "merchant", "category", "account", "budget"];

/// An amount and the query of the transactions behind it.
#[derive(Debug)]
pub(super) struct SourcedAmount {
    figure: Figure,
    is_negative: bool,
    transactions: Value,
    labels: Vec<String>,
}

/// A position within an answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Place<'a> {
    transactions: Option<&'a Value>,
    direction: Option<&'static str>,
    is_sum: bool,
    labels: Vec<&'a str>,
}

impl<'a> Place<'a> {
    /// Returns the position inside `object`.
    pub(super) fn inside(&self, object: &'a Map<String, Value>) -> Self {
        let mut place = self.clone();
        if let Some(own) = object.get(TRANSACTIONS) {
            (place.transactions, place.direction) = (own.as_object().map(|_| own), None);
        }
        place.labels.extend(LABELS.iter().filter_map(|name| object.get(*name)?.as_str()));
        place
    }

    /// Returns the position at the field `name`.
    pub(super) fn at(&self, name: &str) -> Self {
        let sum = SUMS.iter().find(|(sum, _)| *sum == name);
        let direction = sum.and_then(|(_, direction)| *direction).or(self.direction);
        // The field that holds an amount tells what the amount is; the amount's own fields do not.
        Self { direction, is_sum: sum.is_some(), ..self.clone() }
    }

    /// Returns the transactions behind the amount at this position, if it is a sum.
    pub(super) fn amount(&self, object: &Map<String, Value>) -> Option<SourcedAmount> {
        let amount = object.get("amount").filter(|_| self.is_sum && object.contains_key("currency"))?;
        let amount = amount.as_str()?;
        let figure = Figure::parse(amount.trim_start_matches('-'))?;
        let mut transactions = self.transactions?.clone();
        if let (Some(direction), Some(query)) = (self.direction, transactions.as_object_mut())
            && !query.contains_key(TOO_MANY)
        {
            query.insert("direction".to_owned(), Value::from(direction));
        }
        let mut labels: Vec<String> = self.labels.iter().map(|it| (*it).to_owned()).collect();
        let selected = labels_of(&transactions);
        labels.extend(selected.into_iter().filter(|own| !self.labels.contains(&own.as_str())));
        Some(SourcedAmount { figure, is_negative: amount.starts_with('-'), transactions, labels })
    }
}

/// Returns the labels that distinguish one query of transactions from another: its names, and its day, month
/// or year.
fn labels_of(query: &Value) -> Vec<String> {
    let field = |name: &str| query[name].as_str();
    let names = ["words", "merchant", "text", "tag"].into_iter().filter_map(field).map(str::to_owned);
    let day = |name| field(name)?.parse::<NaiveDate>().ok();
    let time = day("from").zip(day("to")).and_then(|(from, to)| {
        let period = Some(Period::new(from, to)?);
        if from == to {
            Some(from.to_string())
        } else if period == Period::month_of(from) {
            Some(from.format("%Y-%m").to_string())
        } else {
            (period == Period::year(from.year())).then(|| from.year().to_string())
        }
    });
    names.chain(time).collect()
}

/// Returns the transactions behind one occurrence of a figure in a reply, among the amounts of all answers.
///
/// If equal figures have different transactions, these decide in turn: the labels in the line of the
/// occurrence, the sign between the net and the spending of one sum, and labels that alternate with equal
/// figures of the line, as in "12.00 in March and 12.00 in April". If none does, no transactions are
/// returned: a missing link is better than a wrong one. `figures` are all figures of the reply.
pub(super) fn source_of<'a>(
    known: impl Iterator<Item = &'a SourcedAmount>,
    one: &Written<'_>,
    figures: &[Written<'_>],
    reply: &str,
) -> Option<Value> {
    let mut found: Vec<&SourcedAmount> =
        known.filter(|it| one.readings.iter().any(|reading| it.figure.is_as(*reading))).collect();
    let all: Vec<&str> = found.iter().flat_map(|it| &it.labels).map(String::as_str).collect();
    let line = line_of(reply, one.start);
    let named = |it: &SourcedAmount| {
        it.labels.iter().filter(|label| mentions(&reply[line.clone()], label, &all)).count()
    };
    let most = found.iter().map(|it| named(it)).max()?;
    found.retain(|it| named(it) == most);
    let is_negative = reply[..one.start].ends_with(['-', '\u{2212}']);
    if is_one_sum(&found) && found.iter().any(|it| it.is_negative == is_negative) {
        found.retain(|it| it.is_negative == is_negative);
    }
    only(&found).or_else(|| alternating(&found, one, figures, &reply[line.clone()], line.start)).cloned()
}

/// Returns the transactions of the amounts, if all have the same.
fn only<'a>(amounts: &[&'a SourcedAmount]) -> Option<&'a Value> {
    let (first, others) = amounts.split_first()?;
    others.iter().all(|other| other.transactions == first.transactions).then_some(&first.transactions)
}

/// True if the amounts differ at most in the direction of their transactions.
fn is_one_sum(amounts: &[&SourcedAmount]) -> bool {
    let without_direction = |it: &SourcedAmount| {
        let mut query = it.transactions.clone();
        query.as_object_mut().map(|query| query.remove("direction"));
        query
    };
    amounts.windows(2).all(|pair| without_direction(pair[0]) == without_direction(pair[1]))
}

/// Returns the transactions of the amount whose label stands beside the occurrence: before each of the equal
/// figures of a line, or after each of them. `offset` is the position of the line in the reply.
fn alternating<'a>(
    found: &[&'a SourcedAmount],
    one: &Written<'_>,
    figures: &[Written<'_>],
    line: &str,
    offset: usize,
) -> Option<&'a Value> {
    let is_own = |label: &str| !found.iter().all(|it| it.labels.iter().any(|other| other == label));
    let all: Vec<&str> = found.iter().flat_map(|it| &it.labels).map(String::as_str).collect();
    let named = |part: &str| -> Vec<&'a SourcedAmount> {
        let is_named = |label: &String| is_own(label) && mentions(part, label, &all);
        found.iter().filter(|it| it.labels.iter().any(is_named)).copied().collect()
    };
    let equal: Vec<&Written<'_>> = figures
        .iter()
        .filter(|it| (offset..offset + line.len()).contains(&it.start) && it.readings == one.readings)
        .collect();
    let position = equal.iter().position(|it| it.start == one.start)?;
    let starts = std::iter::once(0).chain(equal.iter().map(|it| it.start - offset + it.text.len()));
    let ends = equal.iter().map(|it| it.start - offset).chain([line.len()]);
    let parts: Vec<Vec<&SourcedAmount>> =
        starts.zip(ends).map(|(start, end)| named(line.get(start..end).unwrap_or_default())).collect();
    let (first, after) = parts.split_first()?;
    let (last, before) = parts.split_last()?;
    let beside = if first.is_empty() {
        after
    } else if last.is_empty() {
        before
    } else {
        return None;
    };
    let beside: Option<Vec<&Value>> = beside.iter().map(|amounts| only(amounts)).collect();
    beside?.get(position).copied()
}

/// Returns the range of the line around a byte offset.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..end
}

/// True if a line contains the label as whole words: a name, or a day, month, quarter or year in a common
/// notation. `all` are the labels of all amounts in question.
fn mentions(line: &str, label: &str, all: &[&str]) -> bool {
    if let Ok(day) = label.parse::<NaiveDate>() {
        return mentions_day(line, day);
    }
    if let Some(month) = month_of(label) {
        return mentions_month(line, month, all);
    }
    if is_year(label) {
        let is_shorter = |word: &String| {
            ["q1", "q2", "q3", "q4"].contains(&word.as_str()) || (0..12).any(|month| is_month(word, month))
        };
        return text::has_words(line, label) && !words_of(line).iter().any(is_shorter);
    }
    let turned = label.split_once("-Q").map(|(year, number)| format!("Q{number} {year}"));
    text::has_words(line, label) || turned.is_some_and(|turned| text::has_words(line, &turned))
}

fn mentions_day(line: &str, day: NaiveDate) -> bool {
    let (number, year) = (day.day(), day.year());
    let names = month_names(day.month0() as usize).chain([SHORT_MONTHS[day.month0() as usize]]);
    let mut written = names.flat_map(|month| {
        [
            format!("{number} {month} {year}"),
            format!("{number} de {month} de {year}"),
            format!("{month} {number} {year}"),
        ]
    });
    is_token(line, day, &["%Y-%m-%d", "%d.%m.%Y", "%-d.%-m.%Y", "%d/%m/%Y"])
        || written.any(|written| text::has_words(line, &written))
}

/// True if the line contains the month with its year, or without any year if
/// no other amount is of the same month of another year.
fn mentions_month(line: &str, month: NaiveDate, all: &[&str]) -> bool {
    let short = format!("{} {}", SHORT_MONTHS[month.month0() as usize], month.year());
    if is_token(line, month, &["%Y-%m", "%m/%Y", "%-m/%Y", "%m.%Y"]) || text::has_words(line, &short) {
        return true;
    }
    let is_other_year = |label: &&str| {
        month_of(label).is_some_and(|it| it.month() == month.month() && it.year() != month.year())
    };
    let words = words_of(line);
    words.iter().enumerate().filter(|(_, word)| is_month(word, month.month0() as usize)).any(|(at, _)| {
        let mut years = words[at..].iter().chain(words[..at].iter().rev()).filter(|word| is_year(word));
        match years.next() {
            Some(year) => *year == month.year().to_string(),
            None => !all.iter().any(is_other_year),
        }
    })
}

/// English short names of months.
const SHORT_MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Returns the words of a line. The English verb "may" is no month.
fn words_of(line: &str) -> Vec<String> {
    line.split_whitespace().filter(|word| *word != "may").flat_map(text::words).collect()
}

fn is_month(word: &str, month: usize) -> bool {
    static NAMES: LazyLock<Vec<Vec<String>>> =
        LazyLock::new(|| (0..12).map(|month| month_names(month).map(text::search_key).collect()).collect());
    NAMES[month].iter().any(|name| name == word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && word.parse::<u16>().is_ok()
}

/// Returns the first day of the month of a label such as `2025-01`.
fn month_of(label: &str) -> Option<NaiveDate> {
    format!("{label}-01").parse().ok()
}

/// True if the line contains the day or month in one of the formats, not as a part of a longer one.
fn is_token(line: &str, day: NaiveDate, formats: &[&str]) -> bool {
    let tokens =
        || line.split([' ', '\u{a0}', '\t', '|']).map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()));
    formats.iter().any(|format| {
        let written = day.format(format).to_string();
        tokens().any(|token| token == written)
    })
}
