//! The selection of transactions, with the same input fields in every tool.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use saldo_bookkeeping::{Kinds, KnownDays, Threshold, Thresholds, TransactionQuery, UserData};
use saldo_domain::query::AccountBehind;
use saldo_domain::transaction::Direction;
use saldo_domain::{Account, AccountId, Category, CategoryId, Currency, Period, Tag, TransactionFilter};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::{Context, ToolError};
use crate::naming;

/// The fields of a tool's input that select transactions.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct SelectionInput {
    pub(super) from: Option<NaiveDate>,
    pub(super) to: Option<NaiveDate>,
    pub(super) text: Option<String>,
    pub(super) without_text: Option<String>,
    pub(super) merchant: Option<String>,
    pub(super) words: Option<String>,
    pub(super) without_words: Option<String>,
    pub(super) category: Option<String>,
    pub(super) without_category: Option<String>,
    pub(super) account: Option<String>,
    pub(super) direction: Option<Direction>,
    #[serde(default, deserialize_with = "threshold")]
    pub(super) at_least: Option<Threshold>,
    #[serde(default, deserialize_with = "threshold")]
    pub(super) at_most: Option<Threshold>,
    #[serde(default, deserialize_with = "threshold")]
    pub(super) above: Option<Threshold>,
    #[serde(default, deserialize_with = "threshold")]
    pub(super) below: Option<Threshold>,
    pub(super) currency: Option<Currency>,
    pub(super) tag: Option<Tag>,
    pub(super) transfers: Option<bool>,
    pub(super) only_transfers: Option<bool>,
}

/// Returns the schema of [`SelectionInput`] with the properties `more` added.
pub(super) fn schema(more: &Value) -> Value {
    let mut properties = json!({
        "from": {"type": "string", "format": "date", "description": "First day, YYYY-MM-DD; default: no limit."},
        "to": {"type": "string", "format": "date", "description": "Last day, included; default: no limit."},
        "text": {"type": "string", "description": "Only transactions whose description or note contains this."},
        "without_text": {"type": "string", "description": "Excludes transactions whose description or note contains this."},
        "merchant": {"type": "string", "description": "Only this merchant, as named by `books` and `spending`."},
        "words": {"type": "string", "description": "Only transactions whose description contains these whole words, such as a merchant's name. \"uber\" does not match \"Überweisung\"."},
        "without_words": {"type": "string", "description": "Excludes transactions whose description contains these whole words."},
        "category": {"type": "string", "description": "Only this category and its subcategories, by name; \"none\" for transactions without one."},
        "without_category": {"type": "string", "description": "Excludes this category and its subcategories, by name."},
        "account": {"type": "string", "description": "Only this account, by name."},
        "direction": {"type": "string", "enum": ["in", "out"], "description": "Only money in, or only money out."},
        "at_least": {"type": "string", "description": "Only amounts of at least this, in or out, as a decimal string."},
        "at_most": {"type": "string", "description": "Only amounts of at most this, in or out, as a decimal string."},
        "above": {"type": "string", "description": "Only amounts above this, in or out, as a decimal string."},
        "below": {"type": "string", "description": "Only amounts below this, in or out, as a decimal string."},
        "currency": {"type": "string", "description": "Only this currency, as an ISO 4217 code."},
        "tag": {"type": "string", "description": "Only transactions with this tag."},
        "transfers": {"type": "boolean", "description": "Includes transfers between the user's own accounts, which are neither income nor spending."},
        "only_transfers": {"type": "boolean", "description": "Only transfers between the user's own accounts; each has two transactions."},
    });
    if let (Some(properties), Some(more)) = (properties.as_object_mut(), more.as_object()) {
        properties.extend(more.clone());
    }
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// Reads a limit from a string or from the digits of a JSON number. It is never converted to a float.
fn threshold<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Threshold>, D::Error> {
    let text = match Value::deserialize(deserializer)? {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let refused = || serde::de::Error::custom("an amount must be a decimal string such as \"12.50\"");
    Threshold::parse(&text).map(Some).ok_or_else(refused)
}

/// Returns limits under the names of the input fields.
pub(super) fn limits_as_data(limits: Thresholds) -> Map<String, Value> {
    let Thresholds { at_least, at_most, above, below } = limits;
    let named = [("at_least", at_least), ("at_most", at_most), ("above", above), ("below", below)];
    named.into_iter().filter_map(|(key, limit)| Some((key.to_owned(), json!(limit?.to_string())))).collect()
}

/// A selection of transactions, with every name resolved.
pub(super) struct Selection {
    input: SelectionInput,
    pub(super) query: TransactionQuery,
    pub(super) names: Names,
}

/// The user's accounts and categories.
pub(super) struct Names {
    pub(super) accounts: Vec<Account>,
    pub(super) categories: Vec<Category>,
}

impl Names {
    pub(super) async fn read(context: &Context<'_>) -> Result<Self, ToolError> {
        let UserData { accounts, categories, .. } = context.data().await?;
        Ok(Self { accounts: accounts.clone(), categories: categories.clone() })
    }

    pub(super) fn account(&self, name: &str) -> Result<&Account, ToolError> {
        naming::account(&self.accounts, name).map_err(|error| ToolError::Input(error.to_string()))
    }

    pub(super) fn category(&self, name: &str) -> Result<CategoryId, ToolError> {
        let found = naming::category(&self.categories, name);
        found.map(|it| it.id).map_err(|error| ToolError::Input(error.to_string()))
    }

    pub(super) fn categories_within(&self, name: &str) -> Result<HashSet<CategoryId>, ToolError> {
        let found = self.category(name)?;
        let mut within = HashSet::from([found]);
        // Categories have two levels: parents and subcategories.
        within.extend(self.categories.iter().filter(|it| it.parent == Some(found)).map(|it| it.id));
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
    const fn limits(&self) -> Thresholds {
        let Self { at_least, at_most, above, below, .. } = *self;
        Thresholds { at_least, at_most, above, below }
    }

    /// Removes and returns the limits, to compare them with a total instead of single transactions.
    pub(super) const fn take_limits(&mut self) -> Thresholds {
        let limits = self.limits();
        (self.at_least, self.at_most, self.above, self.below) = (None, None, None, None);
        limits
    }

    /// Returns a selection of the same period without other conditions.
    pub(super) fn widened(&self) -> Self {
        Self {
            from: self.from,
            to: self.to,
            transfers: self.transfers,
            only_transfers: self.only_transfers,
            ..Self::default()
        }
    }

    /// Returns the selected days; all days if none are given.
    pub(super) fn days(&self) -> Result<Period, ToolError> {
        let (from, to) = (self.from.unwrap_or(Period::FIRST_DAY), self.to.unwrap_or(Period::LAST_DAY));
        Period::new(from, to)
            .ok_or_else(|| ToolError::Input(format!("from ({from}) must not be after to ({to})")))
    }

    pub(super) async fn resolve(self, context: &Context<'_>) -> Result<Selection, ToolError> {
        let names = Names::read(context).await?;
        let account = self.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        let uncategorized = self.category.as_deref() == Some("none");
        let category = self.category.as_deref().filter(|_| !uncategorized);
        let category = category.map(|name| names.category(name)).transpose()?;
        let without_category =
            self.without_category.as_deref().map(|name| names.category(name)).transpose()?;
        let days = self.days()?;
        let kinds = match (self.only_transfers, self.transfers) {
            (Some(true), _) => Kinds::Transfers,
            (_, Some(true)) => Kinds::All,
            _ => Kinds::IncomeAndSpending,
        };
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let filter = TransactionFilter {
            account,
            category,
            without_category,
            uncategorized,
            period: (days != Period::EVER).then_some(days),
            text: given(&self.text),
            without_text: given(&self.without_text),
            words: given(&self.words),
            without_words: given(&self.without_words),
            merchant: given(&self.merchant),
            direction: self.direction,
            tag: self.tag.clone(),
            ..TransactionFilter::default()
        };
        let query = TransactionQuery { filter, kinds, currency: self.currency, thresholds: self.limits() };
        Ok(Selection { input: self, query, names })
    }
}

impl Selection {
    /// Returns the conditions that were applied, as data for the answer.
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
        put("merchant", input.merchant.clone().map(Value::from));
        put("words", input.words.clone().map(Value::from));
        put("without_words", input.without_words.clone().map(Value::from));
        put("category", input.category.clone().map(Value::from));
        put("without_category", input.without_category.clone().map(Value::from));
        put("account", input.account.clone().map(Value::from));
        put("direction", input.direction.map(|direction| json!(direction)));
        for (key, amount) in limits_as_data(input.limits()) {
            put(&key, Some(amount));
        }
        put("currency", input.currency.map(|currency| json!(currency)));
        put("tag", input.tag.as_ref().map(|tag| json!(tag)));
        put("transfers", input.transfers.map(Value::from));
        put("only_transfers", input.only_transfers.map(Value::from));
        Value::Object(filter)
    }
}

/// Returns the first and last day with a transaction, or `null` if there are none.
pub(super) async fn coverage(context: &Context<'_>) -> Result<Value, ToolError> {
    Ok(as_coverage(context.data().await?.known))
}

/// Returns the names of accounts whose data ends before that of the others, with the last known day of each.
pub(super) fn behind_as_data(behind: &[AccountBehind], accounts: &[Account]) -> Value {
    let named = |one: &AccountBehind| {
        let account = accounts.iter().find(|it| it.id == one.account)?;
        Some(json!({"account": account.name, "until": one.until}))
    };
    behind.iter().filter_map(named).collect()
}

/// Converts known days to the first and last day with a transaction, or `null`.
pub(super) fn as_coverage(known: Option<KnownDays>) -> Value {
    known.map_or(Value::Null, |known| json!({"first": known.first, "last": known.last}))
}

/// Returns the days that transactions and statements of these accounts cover, or of all if none is
/// given. Returns `None` if there are none.
pub(super) async fn known_days(
    context: &Context<'_>,
    accounts: &[AccountId],
) -> Result<Option<KnownDays>, ToolError> {
    match accounts {
        [] => Ok(context.data().await?.known),
        some => Ok(context.ledger.books.known_days(context.user, some, context.today).await?),
    }
}

/// Returns a note for a period that is not over: its figures only reach until the last known day.
/// Returns `null` otherwise.
pub(super) fn unfinished(known: Option<KnownDays>, days: Period) -> Value {
    // Without a last day, everything known is meant, which needs no note.
    if days.end() == Period::LAST_DAY {
        return Value::Null;
    }
    let Some(until) = known.and_then(|known| known.unfinished(days)) else { return Value::Null };
    json!({
        "until": until,
        "note": format!(
            "{} to {} is not over, or the data covers only part of it: these figures are of the days until {until}. \
             Do not compare them with a whole period, and say so.",
            days.start().max(known.map_or(days.start(), |known| known.first)),
            days.end(),
        ),
    })
}
