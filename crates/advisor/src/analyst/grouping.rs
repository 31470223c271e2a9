//! Reads the words that ask for totals by group: by category, per month, which shop.

use saldo_domain::entry::Direction;

use super::asking::{LARGEST, SMALLEST};
use super::question::By;
use super::words::Words;

#[rustfmt::skip]
const NOUNS: [(By, &[&str]); 9] = [
    (By::Category, &["category", "categories", "type", "kind"]),
    (By::Merchant, &[
        "merchant", "merchants", "shop", "shops", "store", "stores", "vendor", "vendors", "payee", "payees", "company", "companies",
        "places", "place", "restaurants",
    ]),
    (By::Weekday, &["weekday", "weekdays", "day of the week"]),
    (By::Week, &["by week", "per week", "each week", "every week", "weekly", "which week", "what week"]),
    (By::Month, &["month", "months", "monthly"]),
    (By::Quarter, &["quarter", "quarters", "quarterly"]),
    (By::Account, &["account", "accounts", "bank"]),
    (By::Year, &["year", "years", "yearly"]),
    // "Day" alone is usually part of another phrase.
    (By::Day, &["by day", "per day", "each day", "every day", "daily", "which day", "what day"]),
];

#[rustfmt::skip]
const ASKS: &[&str] = &[
    "by", "per", "each", "every", "breakdown", "break down", "split", "which", "top", "most", "grouped", "monthly", "yearly", "daily",
    "weekly", "quarterly", "what quarter", "what month", "what category", "what week",
];

/// These words ask for the totals of each weekday.
#[rustfmt::skip]
const WEEKDAYS: &[&str] = &[
    "weekends", "weekdays", "on the weekend", "at the weekend", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays",
    "sundays", "every monday", "every tuesday", "every wednesday", "every thursday", "every friday", "every saturday", "every sunday",
];

#[rustfmt::skip]
const WHERE_TO: &[&str] = &[
    "where does my money go", "where did my money go", "where is my money going", "where does the money go", "where did the money go",
    "where did it go", "money go",
];

#[rustfmt::skip]
const WHERE_FROM: &[&str] = &[
    "where does my income", "where did my income", "who paid me", "who pays me", "income come from", "where does my money come from",
    "money come from",
];

#[rustfmt::skip]
const ASKS_OPENLY: &[&str] = &[
    "breakdown", "break down", "spend most on", "spend the most on", "spend my money on", "spend money on", "where do i spend",
    "where did i spend", "what did i spend money", "what did i spend my money", "what do i spend money", "what do i spend my money",
];

/// Nouns in the singular ask for a single group, as in "the biggest category".
#[rustfmt::skip]
pub(super) const SINGULAR: &[&str] = &[
    "category", "merchant", "shop", "store", "month", "day", "place", "company", "payee", "vendor", "weekday", "account", "year",
    "week", "quarter",
];

/// These phrases ask for the number of transactions instead of their total.
#[rustfmt::skip]
pub(super) const OFTEN: &[&str] = &[
    "most often", "most frequently", "most frequent", "most visits", "most times", "most regularly", "most entries", "most transactions",
    "most purchases", "most payments", "by number of", "by count", "by frequency", "by visits", "by how often",
];

/// Returns the kind of group that is counted: "how many different shops".
pub(super) fn distinct(words: &Words) -> Option<By> {
    let (index, count) = words.find(&["how many", "number of"])?;
    let is_between = |at: &usize| {
        words.is_used(*at) || matches!(words.at(*at), "different" | "distinct" | "unique" | "various")
    };
    let noun = (index + count..words.len()).find(|at| !is_between(at))?;
    match words.at(noun) {
        "merchants" | "shops" | "stores" | "vendors" | "payees" | "companies" | "places" => {
            Some(By::Merchant)
        }
        "categories" => Some(By::Category),
        _ => None,
    }
}

/// Returns the grouping of the totals, if the question asks for one.
pub(super) fn grouping(words: &Words, direction: Option<Direction>) -> Option<By> {
    if words.has(WHERE_TO) {
        return Some(By::Category);
    }
    if words.has(WHERE_FROM) {
        return Some(By::Merchant);
    }
    if words.has(WEEKDAYS) {
        return Some(By::Weekday);
    }
    if words.has(&["a year"]) && words.has(&["do i", "do we", "does"]) {
        return Some(By::Year);
    }
    let asks = words.has(ASKS) || words.has(LARGEST) || words.has(SMALLEST);
    let noun = NOUNS.iter().find(|(_, nouns)| words.has(nouns)).map(|(by, _)| *by);
    let is_where = words.has(OFTEN) && words.has(&["where", "who", "whom"]);
    noun.filter(|_| asks).or(is_where.then_some(By::Merchant)).or_else(|| {
        let by = if direction == Some(Direction::In) { By::Merchant } else { By::Category };
        words.has(ASKS_OPENLY).then_some(by)
    })
}
