//! Finds the transactions behind a figure of a tool's answer.
//!
//! An answer states them itself: the field `transactions` of an object is the query
//! that lists the transactions behind the object's sums. The names of the sums tell money in from money out.

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::written::{Figure, Written};

/// The field of an answer that has the query of its figures.
pub(crate) const TRANSACTIONS: &str = "transactions";

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

/// Fields whose values tell the figures of one object from those of another.
const LABELS: [&str; 8] =
    ["group", "date", "month", "description", "merchant", "category", "account", "budget"];

/// An amount and the query of the transactions behind it.
#[derive(Debug)]
pub(super) struct Behind {
    figure: Figure,
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
    pub(super) fn amount(&self, object: &Map<String, Value>) -> Option<Behind> {
        let amount = object.get("amount").filter(|_| self.is_sum && object.contains_key("currency"))?;
        let figure = Figure::parse(amount.as_str()?.trim_start_matches('-'))?;
        let mut transactions = self.transactions?.clone();
        if let (Some(direction), Some(query)) = (self.direction, transactions.as_object_mut()) {
            query.insert("direction".to_owned(), Value::from(direction));
        }
        Some(Behind { figure, transactions, labels: self.labels.iter().map(|it| (*it).to_owned()).collect() })
    }
}

/// Returns the transactions behind one occurrence of a figure in a reply.
/// If equal figures have different transactions, the labels in the line of the occurrence decide.
pub(super) fn meant(known: &[Behind], one: &Written<'_>, reply: &str) -> Option<Value> {
    let is_it = |it: &&Behind| one.readings.iter().any(|reading| it.figure.is_as(*reading));
    let found: Vec<&Behind> = known.iter().filter(is_it).collect();
    let (first, others) = found.split_first()?;
    if others.iter().all(|other| other.transactions == first.transactions) {
        return Some(first.transactions.clone());
    }
    let line = line_of(reply, one.start).to_lowercase();
    let named = |it: &&&Behind| it.labels.iter().any(|label| mentions(&line, label));
    let mut named = found.iter().filter(named);
    if let Some(one) = named.next() {
        return named.all(|other| other.transactions == one.transactions).then(|| one.transactions.clone());
    }
    // A sum of everything has no label.
    found.iter().find(|it| it.labels.is_empty()).map(|it| it.transactions.clone())
}

/// Returns the line around a byte offset.
fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    &text[start..end]
}

/// True if a lower-case line contains the label: a name, or a month or day in a common notation.
fn mentions(line: &str, label: &str) -> bool {
    let written =
        |format: &str, day: NaiveDate| line.contains(&day.format(format).to_string().to_lowercase());
    if line.contains(&label.to_lowercase()) {
        return true;
    }
    if let Ok(day) = label.parse::<NaiveDate>() {
        return ["%-d %B %Y", "%-d %b %Y", "%B %-d, %Y", "%d.%m.%Y", "%-d.%-m.%Y", "%d/%m/%Y"]
            .iter()
            .any(|format| written(format, day));
    }
    let month = format!("{label}-01").parse::<NaiveDate>();
    month.is_ok_and(|day| ["%B", "%b %Y", "%m/%Y"].iter().any(|format| written(format, day)))
}
