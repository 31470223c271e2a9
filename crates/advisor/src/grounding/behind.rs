//! Which transactions a figure of a tool's answer is made of.
//!
//! An answer says so beside its figures: `transactions` in an object is the query that lists those of its sums, money in or out by the
//! name of the figure.

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::written::{Figure, Written};

/// The name under which an answer has the query of its figures.
pub(crate) const TRANSACTIONS: &str = "transactions";

/// Figures that are sums of transactions, or averages of them, and the way of the money that they are of.
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

/// What tells the figures of one object from those of another.
const LABELS: [&str; 8] =
    ["group", "date", "month", "description", "merchant", "category", "account", "budget"];

/// An amount, and what it is made of.
#[derive(Debug)]
pub(super) struct Behind {
    figure: Figure,
    transactions: Value,
    labels: Vec<String>,
}

/// Where in an answer something stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Place<'a> {
    transactions: Option<&'a Value>,
    direction: Option<&'static str>,
    is_sum: bool,
    labels: Vec<&'a str>,
}

impl<'a> Place<'a> {
    /// Inside of an object.
    pub(super) fn inside(&self, object: &'a Map<String, Value>) -> Self {
        let mut place = self.clone();
        if let Some(own) = object.get(TRANSACTIONS) {
            (place.transactions, place.direction) = (own.as_object().map(|_| own), None);
        }
        place.labels.extend(LABELS.iter().filter_map(|name| object.get(*name)?.as_str()));
        place
    }

    /// At a field of it.
    pub(super) fn at(&self, name: &str) -> Self {
        let sum = SUMS.iter().find(|(sum, _)| *sum == name);
        let direction = sum.and_then(|(_, direction)| *direction).or(self.direction);
        // In an amount, the field that holds it says what it is.
        Self { direction, is_sum: sum.is_some(), ..self.clone() }
    }

    /// What an amount of money at this place is made of.
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

/// The transactions of a figure where it stands in a reply: where several equal figures are of different ones, those of the one that its
/// line names.
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
    // A sum of everything has no name of its own.
    found.iter().find(|it| it.labels.is_empty()).map(|it| it.transactions.clone())
}

/// The line in which a place lies.
fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    &text[start..end]
}

/// Whether a line in small letters names a thing, a month or a day.
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
