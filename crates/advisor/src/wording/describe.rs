//! Describes queries and their conditions in words.

use saldo_domain::Query;
use saldo_domain::query::{Conditions, Measure, QueryOrder, Size};
use saldo_domain::transaction::{Direction, TransactionKind};
use serde_json::Value;

use super::items;
use super::phrases::Phrases;

/// A describer that looks up names in a tool's answer.
pub(crate) struct Describer<'a> {
    pub(crate) data: &'a Value,
    pub(crate) phrases: &'a Phrases,
}

/// Returns the queries that a refusal offers, each with its description.
pub(crate) fn offers(data: &Value, phrases: &Phrases) -> Vec<(String, Query)> {
    let queries = items(&data["offers"]).filter_map(|offer| serde_json::from_value(offer.clone()).ok());
    let mut offers: Vec<(String, Query)> =
        queries.map(|query| (Describer { data, phrases }.whole(&query), query)).collect();
    offers.dedup_by(|one, other| one.0 == other.0);
    offers
}

/// Returns `true` for a query about money in.
fn is_income(query: &Query) -> bool {
    match query.measure {
        Measure::Received => true,
        Measure::Average { of, .. }
        | Measure::Median { of }
        | Measure::Largest { of }
        | Measure::Smallest { of }
        | Measure::Share { part: of, .. } => of == Direction::In,
        _ => query.filter.only.directions == [Direction::In],
    }
}

/// Returns `true` if the direction is the only condition that names a subject.
fn has_direction(conditions: &Conditions) -> bool {
    !conditions.directions.is_empty()
        && conditions.categories.is_empty()
        && conditions.merchants.is_empty()
        && !conditions.uncategorized
}

impl Describer<'_> {
    /// Describes a query in a few words: "Spending on Groceries in May 2025".
    pub(crate) fn whole(&self, query: &Query) -> String {
        let phrases = self.phrases;
        let mut sentence = format!("{}{}", phrases.named("label", &query.measure), self.filter(query));
        if let Measure::Average { per, .. } = query.measure {
            sentence = format!("{sentence} {}", phrases.named("unit", &per));
        }
        if let Some(when) = query.filter.period.and_then(|range| phrases.when(range)) {
            sentence = format!("{sentence} {when}");
        }
        if let Some(by) = query.group_by.filter(|_| query.order != QueryOrder::Difference) {
            sentence = format!("{sentence}, {}", phrases.named("by", &by));
        }
        sentence
    }

    /// Describes a query's filter without its period, and its limit. Each piece begins with a space.
    pub(crate) fn filter(&self, query: &Query) -> String {
        let mut words = self.of_conditions(&query.filter.only, is_income(query));
        if let Some(limit) = query.having {
            words = format!("{words} {}", self.having(limit));
        }
        if !query.filter.without.is_empty() {
            words.push_str(&self.piece("about_without", &self.names(&query.filter.without)));
        }
        words
    }

    /// Describes the limit of a figure.
    pub(crate) fn having(&self, limit: Size) -> String {
        self.phrases.fill("about_limit", &[("limit", self.limits(&[limit]).concat())])
    }

    /// Describes conditions that belong to no query, such as those of a hypothetical cut.
    pub(crate) fn conditions(&self, conditions: &Conditions) -> String {
        self.of_conditions(conditions, false)
    }

    fn name(&self, id: &str) -> String {
        self.data["names"][id].as_str().unwrap_or(id).to_owned()
    }

    fn piece(&self, key: &str, names: &[String]) -> String {
        format!(" {}", self.phrases.fill(key, &[("names", self.phrases.joined(names))]))
    }

    /// Returns the names of the values of each list, with the key of the words beside them.
    fn lists(&self, it: &Conditions, is_income: bool) -> [(&'static str, Vec<String>); 7] {
        let quoted = |texts: &[String]| texts.iter().map(|it| format!("\"{it}\"")).collect();
        let categories = it
            .categories
            .iter()
            .map(|id| self.phrases.category(&self.name(&id.to_string())).to_owned())
            .collect();
        [
            (if is_income { "about_income" } else { "about_category" }, categories),
            (if is_income { "about_payer" } else { "about_merchant" }, quoted(&it.merchants)),
            ("about_text", quoted(&it.texts)),
            ("about_tag", it.tags.iter().map(|tag| format!("\"{}\"", tag.as_str())).collect()),
            ("about_account", it.accounts.iter().map(|id| self.name(&id.to_string())).collect()),
            ("about_weekday", it.weekdays.iter().map(|day| self.phrases.weekday(*day).to_owned()).collect()),
            ("about_only", it.periods.iter().filter_map(|range| self.phrases.when(*range)).collect()),
        ]
    }

    /// Returns the conditions that need no other words: the limits, and those without a value.
    fn plain(&self, it: &Conditions, has_direction: bool) -> Vec<String> {
        let flags = [
            (it.uncategorized, "about_uncategorized"),
            (it.kinds.contains(&TransactionKind::Transfer), "about_transfers"),
            (has_direction && it.directions.contains(&Direction::Out), "about_out"),
            (has_direction && it.directions.contains(&Direction::In), "about_in"),
        ];
        let flags =
            flags.iter().filter(|(is_set, _)| *is_set).map(|(_, key)| self.phrases.get(key).to_owned());
        self.limits(&it.sizes).into_iter().chain(flags).collect()
    }

    fn of_conditions(&self, it: &Conditions, is_income: bool) -> String {
        // Income, with what has no category, is what was earned: the figure's name says so.
        let is_earned = is_income && it.uncategorized && !it.categories.is_empty();
        let earned = Conditions { categories: Vec::new(), uncategorized: false, ..it.clone() };
        let it = if is_earned { &earned } else { it };
        let lists = self.lists(it, is_income).into_iter().filter(|(_, names)| !names.is_empty());
        let words: String = lists.map(|(key, names)| self.piece(key, &names)).collect();
        let plain = self.plain(it, has_direction(it) && it.directions.len() == 1);
        plain.iter().fold(words, |words, piece| format!("{words} {piece}"))
    }

    /// Returns the names of the values of conditions, without words beside them.
    pub(crate) fn names(&self, it: &Conditions) -> Vec<String> {
        let names = self.lists(it, false).into_iter().flat_map(|(_, names)| names);
        names.chain(self.plain(it, true)).collect()
    }

    /// Returns the limits of sizes in words.
    fn limits(&self, sizes: &[Size]) -> Vec<String> {
        let condition = |key: &str, limit: String| {
            let has_tenths = limit.split_once('.').is_some_and(|(_, fraction)| fraction.len() == 1);
            let limit = if has_tenths { format!("{limit}0") } else { limit };
            self.phrases.fill(key, &[("amount", self.phrases.decimal(&limit))])
        };
        if let [Size::AtLeast(least), Size::AtMost(most)] = sizes
            && least == most
        {
            return vec![condition("about_exactly", least.to_string())];
        }
        let each = sizes.iter().map(|size| match size {
            Size::Above(limit) => condition("about_above", limit.to_string()),
            Size::Below(limit) => condition("about_below", limit.to_string()),
            Size::AtLeast(limit) => condition("about_at_least", limit.to_string()),
            Size::AtMost(limit) => condition("about_at_most", limit.to_string()),
        });
        each.collect()
    }
}
