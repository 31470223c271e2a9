//! Which entries a tool looks at: the same words in every tool.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use saldo_domain::entry::{Direction, EntryOrder};
use saldo_domain::{
    Account, AccountId, Category, CategoryId, Currency, Entry, EntryFilter, EntryKind, Money, PageRequest,
    Period, Tag, text,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Context, ToolError};
use crate::naming;

/// Days that stand for no limit: both databases compare them rightly.
const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(1, 1, 1).expect("there is such a day");
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).expect("there is such a day");

/// The part of a tool's input that says which entries it looks at.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct SelectionInput {
    pub(super) from: Option<NaiveDate>,
    pub(super) to: Option<NaiveDate>,
    pub(super) text: Option<String>,
    pub(super) without_text: Option<String>,
    pub(super) category: Option<String>,
    pub(super) without_category: Option<String>,
    pub(super) account: Option<String>,
    pub(super) direction: Option<Direction>,
    pub(super) at_least: Option<Threshold>,
    pub(super) at_most: Option<Threshold>,
    pub(super) above: Option<Threshold>,
    pub(super) below: Option<Threshold>,
    pub(super) currency: Option<Currency>,
    pub(super) tag: Option<Tag>,
    pub(super) transfers: Option<bool>,
    pub(super) only_transfers: Option<bool>,
}

/// The schema of [`SelectionInput`] with more properties beside it.
pub(super) fn schema(more: &Value) -> Value {
    let mut properties = json!({
        "from": {"type": "string", "format": "date", "description": "First day, YYYY-MM-DD. Leave out for the beginning."},
        "to": {"type": "string", "format": "date", "description": "Last day, included. Leave out for the end."},
        "text": {"type": "string", "description": "Only entries whose description or merchant contains this."},
        "without_text": {"type": "string", "description": "Leave out entries whose description or merchant contains this."},
        "category": {"type": "string", "description": "Only this category and those below it, by name; \"none\" for entries without one."},
        "without_category": {"type": "string", "description": "Leave out this category and those below it, by name."},
        "account": {"type": "string", "description": "Only this account, by name."},
        "direction": {"type": "string", "enum": ["in", "out"], "description": "Only money in, or only money out."},
        "at_least": {"type": "string", "description": "Only amounts of at least this, either way, as a decimal string."},
        "at_most": {"type": "string", "description": "Only amounts of at most this, either way, as a decimal string."},
        "above": {"type": "string", "description": "Only amounts greater than this, either way, as a decimal string."},
        "below": {"type": "string", "description": "Only amounts smaller than this, either way, as a decimal string."},
        "currency": {"type": "string", "description": "Only this currency, as an ISO 4217 code."},
        "tag": {"type": "string", "description": "Only entries with this tag of the person's own."},
        "transfers": {"type": "boolean", "description": "Also moves between the person's own accounts. They are neither income nor spending."},
        "only_transfers": {"type": "boolean", "description": "Only moves between the person's own accounts; each leaves one account and comes into another."},
    });
    if let (Some(properties), Some(more)) = (properties.as_object_mut(), more.as_object()) {
        properties.extend(more.clone());
    }
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// A decimal amount without a currency: a whole number of units of ten to the minus `places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Threshold {
    units: i128,
    places: u32,
}

impl Threshold {
    fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = format!("{whole}{fraction}");
        let is_plain =
            !digits.is_empty() && digits.len() <= 18 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_plain {
            return None;
        }
        Some(Self { units: digits.parse().ok()?, places: u32::try_from(fraction.len()).ok()? })
    }

    /// How an amount, whichever way it went, compares with this.
    fn compare(self, amount: Money) -> std::cmp::Ordering {
        let digits = amount.currency().digits();
        let amount = i128::from(amount.minor().unsigned_abs()) * 10_i128.pow(self.places);
        amount.cmp(&(self.units * 10_i128.pow(digits)))
    }
}

impl<'de> Deserialize<'de> for Threshold {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = match &value {
            Value::String(text) => text.clone(),
            // A JSON number is taken by its digits; it never becomes a float here.
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        Self::parse(&text)
            .ok_or_else(|| serde::de::Error::custom("an amount must be a decimal string such as \"12.50\""))
    }
}

impl std::fmt::Display for Threshold {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let places = self.places as usize;
        let digits = format!("{:0>width$}", self.units, width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if fraction.is_empty() { formatter.write_str(whole) } else { write!(formatter, "{whole}.{fraction}") }
    }
}

/// Limits on amounts.
#[derive(Debug, Clone, Copy)]
pub(super) struct AmountLimits {
    at_least: Option<Threshold>,
    at_most: Option<Threshold>,
    above: Option<Threshold>,
    below: Option<Threshold>,
}

impl AmountLimits {
    const fn named(self) -> [(&'static str, Option<Threshold>); 4] {
        [("at_least", self.at_least), ("at_most", self.at_most), ("above", self.above), ("below", self.below)]
    }

    /// What was understood, as data.
    pub(super) fn as_data(self) -> Value {
        let named = self.named().into_iter();
        named.filter_map(|(key, amount)| Some((key.to_owned(), json!(amount?.to_string())))).collect()
    }

    /// Whether an amount, whichever way it went, is within.
    pub(super) fn let_through(self, amount: Money) -> bool {
        self.at_least.is_none_or(|least| least.compare(amount).is_ge())
            && self.at_most.is_none_or(|most| most.compare(amount).is_le())
            && self.above.is_none_or(|above| above.compare(amount).is_gt())
            && self.below.is_none_or(|below| below.compare(amount).is_lt())
    }
}

/// Which entries a tool looks at, with every name resolved.
pub(super) struct Selection {
    input: SelectionInput,
    filter: EntryFilter,
    text: Option<String>,
    without_text: Option<String>,
    categories: Option<Within>,
    without: HashSet<CategoryId>,
    pub(super) names: Names,
}

enum Within {
    Nothing,
    These(HashSet<CategoryId>),
}

/// What the person calls their accounts and categories.
pub(super) struct Names {
    pub(super) accounts: Vec<Account>,
    pub(super) categories: Vec<Category>,
}

impl Names {
    pub(super) async fn read(context: &Context<'_>) -> Result<Self, ToolError> {
        let accounts = context.ledger.accounts.list_accounts(context.user);
        let categories = context.ledger.categories.list_categories(context.user);
        let (accounts, categories) = futures::try_join!(accounts, categories)?;
        Ok(Self { accounts, categories })
    }

    pub(super) fn account(&self, name: &str) -> Result<&Account, ToolError> {
        naming::account(&self.accounts, name).map_err(|error| ToolError::Input(error.to_string()))
    }

    pub(super) fn categories_within(&self, name: &str) -> Result<HashSet<CategoryId>, ToolError> {
        let found = naming::category(&self.categories, name);
        let found = found.map_err(|error| ToolError::Input(error.to_string()))?;
        let mut within = HashSet::from([found.id]);
        // Two levels: the category and its children.
        within.extend(self.categories.iter().filter(|it| it.parent == Some(found.id)).map(|it| it.id));
        Ok(within)
    }

    pub(super) fn account_names(&self) -> HashMap<AccountId, &str> {
        self.accounts.iter().map(|account| (account.id, account.name.as_str())).collect()
    }

    pub(super) fn category_names(&self) -> HashMap<CategoryId, &str> {
        self.categories.iter().map(|category| (category.id, category.name.as_str())).collect()
    }
}

impl SelectionInput {
    const fn limits(&self) -> AmountLimits {
        let Self { at_least, at_most, above, below, .. } = *self;
        AmountLimits { at_least, at_most, above, below }
    }

    /// Takes the limits off the entries, to hold something else against them.
    pub(super) const fn take_limits(&mut self) -> AmountLimits {
        let limits = self.limits();
        (self.at_least, self.at_most, self.above, self.below) = (None, None, None, None);
        limits
    }

    /// The same period, of everything.
    pub(super) fn widened(&self) -> Self {
        Self {
            from: self.from,
            to: self.to,
            transfers: self.transfers,
            only_transfers: self.only_transfers,
            ..Self::default()
        }
    }

    pub(super) async fn resolve(self, context: &Context<'_>) -> Result<Selection, ToolError> {
        let names = Names::read(context).await?;
        let account = self.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        let categories = match self.category.as_deref() {
            None => None,
            Some("none") => Some(Within::Nothing),
            Some(name) => Some(Within::These(names.categories_within(name)?)),
        };
        let without = match self.without_category.as_deref() {
            None => HashSet::new(),
            Some(name) => names.categories_within(name)?,
        };
        let period = match (self.from, self.to) {
            (None, None) => None,
            (from, to) => {
                let (from, to) = (from.unwrap_or(FIRST_DAY), to.unwrap_or(LAST_DAY));
                let backwards = || ToolError::Input(format!("{from} is after {to}"));
                Some(Period::new(from, to).ok_or_else(backwards)?)
            }
        };
        let kind = match (self.only_transfers, self.transfers) {
            (Some(true), _) => Some(EntryKind::Transfer),
            (_, Some(true)) => None,
            _ => Some(EntryKind::Entry),
        };
        let (direction, tag) = (self.direction, self.tag.clone());
        let filter = EntryFilter { account, period, direction, kind, tag, ..EntryFilter::default() };
        let wanted =
            |text: &Option<String>| text.as_deref().map(text::folded).filter(|text| !text.is_empty());
        let (text, without_text) = (wanted(&self.text), wanted(&self.without_text));
        Ok(Selection { input: self, filter, text, without_text, categories, without, names })
    }
}

impl Selection {
    /// Looks at every entry, in this order.
    pub(super) async fn for_each(
        &self,
        context: &Context<'_>,
        order: EntryOrder,
        mut look: impl FnMut(Entry) -> Result<(), ToolError> + Send,
    ) -> Result<(), ToolError> {
        let filter = EntryFilter { order, ..self.filter.clone() };
        let mut page = PageRequest::first(PageRequest::LIMIT_MAX);
        let mut seen = 0;
        loop {
            let found =
                context.ledger.entries.list_entries(context.user, filter.clone(), page.clone()).await?;
            seen += found.items.len();
            if seen > context.limits.entries_max {
                return Err(ToolError::TooMany { entries_max: context.limits.entries_max });
            }
            for entry in found.items.into_iter().filter(|entry| self.lets_through(entry)) {
                look(entry)?;
            }
            match found.next_cursor {
                Some(cursor) => page.cursor = Some(cursor),
                None => return Ok(()),
            }
        }
    }

    fn lets_through(&self, entry: &Entry) -> bool {
        let is_within = match (&self.categories, entry.category) {
            (None, _) | (Some(Within::Nothing), None) => true,
            (Some(Within::These(categories)), Some(category)) => categories.contains(&category),
            (Some(_), _) => false,
        };
        let contains = |wanted: &String| {
            text::folded(&entry.description).contains(wanted)
                || text::folded(&entry.merchant).contains(wanted)
        };
        is_within
            && self.text.as_ref().is_none_or(contains)
            && !self.without_text.as_ref().is_some_and(contains)
            && entry.category.is_none_or(|category| !self.without.contains(&category))
            && self.input.currency.is_none_or(|currency| entry.amount.currency() == currency)
            && self.input.limits().let_through(entry.amount)
    }

    /// What was understood, as data.
    pub(super) fn understood(&self) -> Value {
        let input = &self.input;
        let mut filter = Map::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                filter.insert(key.to_owned(), value);
            }
        };
        put("from", input.from.map(|day| json!(day)));
        put("to", input.to.map(|day| json!(day)));
        put("text", input.text.clone().map(Value::from));
        put("without_text", input.without_text.clone().map(Value::from));
        put("category", input.category.clone().map(Value::from));
        put("without_category", input.without_category.clone().map(Value::from));
        put("account", input.account.clone().map(Value::from));
        put("direction", input.direction.map(|direction| json!(direction)));
        for (key, amount) in input.limits().named() {
            put(key, amount.map(|amount| Value::from(amount.to_string())));
        }
        put("currency", input.currency.map(|currency| json!(currency)));
        put("tag", input.tag.as_ref().map(|tag| json!(tag)));
        put("transfers", input.transfers.map(Value::from));
        put("only_transfers", input.only_transfers.map(Value::from));
        Value::Object(filter)
    }
}

/// The first and the last day with an entry; `null` when there is none.
pub(super) async fn coverage(context: &Context<'_>) -> Result<Value, ToolError> {
    let ends = days(context).await?;
    Ok(ends.map_or(Value::Null, |(first, last)| json!({"first": first, "last": last})))
}

/// The first and the last day with an entry.
pub(super) async fn days(context: &Context<'_>) -> Result<Option<(NaiveDate, NaiveDate)>, ToolError> {
    let end = |order| {
        let filter = EntryFilter { order, ..EntryFilter::default() };
        context.ledger.entries.list_entries(context.user, filter, PageRequest::first(1))
    };
    let (first, last) = futures::try_join!(end(EntryOrder::OldestFirst), end(EntryOrder::NewestFirst))?;
    Ok(first.items.first().map(|it| it.date).zip(last.items.first().map(|it| it.date)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_written_as_it_was_read() {
        for text in ["0", "12", "12.5", "0.05", "100.00"] {
            assert_eq!(Threshold::parse(text).unwrap().to_string(), text);
        }
        for text in ["", ".", "-1", "1e3", "1,5", "1.2.3", "9999999999999999999"] {
            assert_eq!(Threshold::parse(text), None, "{text}");
        }
    }
}
