//! The filter of transactions, as a query and as a body.

use saldo_bookkeeping::Bookkeeper;
use saldo_domain::transaction::{Direction, SizeRange, TransactionOrder};
use saldo_domain::{
    Currency, Date, Id, Money, Period, Tag, TransactionFilter, TransactionId, TransactionKind, UserId,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use crate::described::SortName;
use crate::fields::{given, id_of};
use crate::{AnyId, DecimalText, Error, Result};

/// A filter of transactions. Absent and empty fields do not restrict the result.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterQuery {
    #[param(inline, value_type = Option<AnyId>)]
    #[schema(value_type = Option<AnyId>)]
    account: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    #[schema(value_type = Option<AnyId>)]
    statement: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    #[schema(value_type = Option<AnyId>)]
    category: Option<String>,
    #[param(value_type = Option<Date>)]
    #[schema(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    #[schema(value_type = Option<Date>)]
    to: Option<String>,
    /// If `false`, only the category itself, without its subcategories.
    #[param(value_type = Option<bool>)]
    #[schema(value_type = Option<bool>)]
    subcategories: Option<String>,
    /// Excludes a category and its subcategories; of a split transaction, only the splits in it.
    #[param(inline, value_type = Option<AnyId>)]
    #[schema(value_type = Option<AnyId>)]
    without_category: Option<String>,
    /// `mon` to `sun`.
    weekday: Option<String>,
    text: Option<String>,
    /// Only transactions whose description contains these whole words in this order.
    words: Option<String>,
    /// Excludes transactions whose description contains these words.
    without_words: Option<String>,
    /// Excludes transactions whose description or note contains this text.
    without_text: Option<String>,
    /// The name under which the reports group a merchant's transactions.
    merchant: Option<String>,
    /// Only these transactions, separated by commas.
    ids: Option<String>,
    /// Only transactions that this filter of a query selects, as JSON.
    query_filter: Option<String>,
    #[param(inline, value_type = Option<Direction>)]
    #[schema(value_type = Option<Direction>)]
    direction: Option<String>,
    #[param(inline, value_type = Option<TransactionKind>)]
    #[schema(value_type = Option<TransactionKind>)]
    kind: Option<String>,
    #[param(inline, value_type = Option<Tag>)]
    #[schema(value_type = Option<Tag>)]
    tag: Option<String>,
    /// `true`: only transactions without tags.
    #[param(value_type = Option<bool>)]
    #[schema(value_type = Option<bool>)]
    untagged: Option<String>,
    #[param(inline, value_type = Option<Currency>)]
    #[schema(value_type = Option<Currency>)]
    currency: Option<String>,
    #[param(inline, value_type = Option<DecimalText>)]
    #[schema(value_type = Option<DecimalText>)]
    min_amount: Option<String>,
    #[param(inline, value_type = Option<DecimalText>)]
    #[schema(value_type = Option<DecimalText>)]
    max_amount: Option<String>,
    #[param(value_type = Option<bool>)]
    #[schema(value_type = Option<bool>)]
    uncategorized: Option<String>,
    #[param(value_type = Option<bool>)]
    #[schema(value_type = Option<bool>)]
    unreconciled: Option<String>,
    #[param(inline, value_type = Option<SortName>)]
    #[schema(value_type = Option<SortName>)]
    sort: Option<String>,
}

/// Maximum number of ids in a query.
const IDS_MAX: usize = 1_000;

/// The fields of a filter, by their names in JSON.
const FIELDS: [&str; 25] = [
    "account",
    "statement",
    "category",
    "subcategories",
    "withoutCategory",
    "from",
    "to",
    "weekday",
    "text",
    "words",
    "withoutWords",
    "withoutText",
    "merchant",
    "ids",
    "queryFilter",
    "direction",
    "kind",
    "tag",
    "untagged",
    "currency",
    "minAmount",
    "maxAmount",
    "uncategorized",
    "unreconciled",
    "sort",
];

/// Rejects a request with a query parameter that is neither a filter's nor one of `others`. A misspelled
/// parameter would otherwise match everything and look like a valid answer.
///
/// # Errors
/// [`Error::Invalid`] with the unknown parameter and the known ones.
pub fn reject_unknown_parameters(query: &str, others: &[&str]) -> Result<()> {
    let mut given = url::form_urlencoded::parse(query.as_bytes());
    let known = || FIELDS.iter().chain(others).copied();
    let unknown = given.find(|(name, _)| !known().any(|known| known == *name));
    unknown.map_or(Ok(()), |(name, _)| {
        let known = known().collect::<Vec<_>>().join(", ");
        Err(Error::invalid(format!("Unknown parameter {name}; use one of {known}")))
    })
}

/// Deserializes a filter in a body. Unknown fields are rejected: a misspelled one would select transactions
/// that were not meant.
///
/// # Errors
/// An unknown field, or a value that is neither text nor a boolean.
pub fn deserialize_in_body<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<FilterQuery>, D::Error> {
    let Some(mut fields) = Option::<Map<String, Value>>::deserialize(deserializer)? else {
        return Ok(None);
    };
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err(D::Error::custom(format!(
            "unknown field {unknown} in the filter; use one of {}",
            FIELDS.join(", ")
        )));
    }
    for value in fields.values_mut() {
        if let Value::Bool(flag) = value {
            *value = Value::from(flag.to_string());
        }
    }
    FilterQuery::deserialize(Value::Object(fields)).map(Some).map_err(D::Error::custom)
}

impl FilterQuery {
    /// Parses the filter, and finds the transactions that its `queryFilter` selects.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the field that is invalid; [`Error::Books`] if the filter of a query selects
    /// too many transactions.
    pub async fn resolve(mut self, books: &Bookkeeper, user: UserId) -> Result<TransactionFilter> {
        let query = self.query_filter.take().filter(|text| !text.is_empty());
        let filter = self.filter()?;
        let Some(query) = query else { return Ok(filter) };
        let query = serde_json::from_str(&query).map_err(|_| {
            Error::invalid("queryFilter must be the filter of a query as JSON; see POST /query")
        })?;
        Ok(books.narrowed_by(user, filter, &query).await?)
    }

    fn filter(self) -> Result<TransactionFilter> {
        let direction = match given(self.direction.as_deref()) {
            None => None,
            Some("in") => Some(Direction::In),
            Some("out") => Some(Direction::Out),
            Some(_) => return Err(Error::invalid("direction must be in or out")),
        };
        let kind = match given(self.kind.as_deref()) {
            None => None,
            Some("entry") => Some(TransactionKind::Transaction),
            Some("transfer") => Some(TransactionKind::Transfer),
            Some(_) => return Err(Error::invalid("kind must be entry or transfer")),
        };
        let order = match given(self.sort.as_deref()) {
            None | Some("-date") => TransactionOrder::NewestFirst,
            Some("date") => TransactionOrder::OldestFirst,
            Some("-amount") => TransactionOrder::LargestFirst,
            Some("amount") => TransactionOrder::SmallestFirst,
            Some(_) => return Err(Error::invalid("sort must be date, -date, amount or -amount")),
        };
        let tag = given(self.tag.as_deref()).map(Tag::parse).transpose();
        Ok(TransactionFilter {
            account: id("account", self.account)?,
            statement: id("statement", self.statement)?,
            category: id("category", self.category)?,
            category_alone: switch("subcategories", self.subcategories.as_deref())? == Some(false),
            without_category: id("withoutCategory", self.without_category)?,
            period: period(self.from, self.to)?,
            weekday: weekday(self.weekday.as_deref())?,
            text: self.text.filter(|text| !text.trim().is_empty()),
            words: self.words.filter(|words| !words.trim().is_empty()),
            without_words: self.without_words.filter(|words| !words.trim().is_empty()),
            without_text: self.without_text.filter(|text| !text.trim().is_empty()),
            merchant: self.merchant.filter(|name| !name.trim().is_empty()),
            ids: ids(self.ids.as_deref())?,
            direction,
            kind,
            size: size(self.currency, self.min_amount, self.max_amount)?,
            tag: tag.map_err(|error| Error::invalid(error.to_string()))?,
            untagged: flag("untagged", self.untagged.as_deref())?,
            categories: None,
            uncategorized: flag("uncategorized", self.uncategorized.as_deref())?,
            unreconciled: flag("unreconciled", self.unreconciled.as_deref())?,
            order,
        })
    }
}

/// Parses an optional id.
///
/// # Errors
/// [`Error::Invalid`] for a text that is not an id.
pub fn id<T>(name: &str, text: Option<String>) -> Result<Option<Id<T>>> {
    let parse = |text: String| text.parse().map_err(|_| Error::invalid(format!("{name} must be an id")));
    text.filter(|text| !text.is_empty()).map(parse).transpose()
}

/// Parses the days from `from` to `to`, both inclusive and optional.
///
/// # Errors
/// [`Error::Invalid`] for an invalid day, or if `to` is before `from`.
pub fn period(from: Option<String>, to: Option<String>) -> Result<Option<Period>> {
    let day = |name: &str, text: Option<String>| {
        let parse = |text: String| {
            text.parse::<Date>()
                .ok()
                .filter(|date| Period::EVER.contains(*date))
                .ok_or_else(|| Error::invalid(format!("{name} must be a date like 2026-01-31")))
        };
        text.filter(|text| !text.is_empty()).map(parse).transpose()
    };
    let (from, to) = (day("from", from)?, day("to", to)?);
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let period = Period::new(from.unwrap_or(Period::FIRST_DAY), to.unwrap_or(Period::LAST_DAY));
    period.map(Some).ok_or_else(|| Error::invalid("to must not be before from"))
}

/// Parses an optional currency.
///
/// # Errors
/// [`Error::Invalid`] for a text that is not a currency code.
pub fn currency(text: Option<String>) -> Result<Option<Currency>> {
    let parse = |text: String| {
        Currency::parse(&text).map_err(|_| Error::invalid("currency must be an ISO 4217 code like EUR"))
    };
    text.filter(|text| !text.is_empty()).map(parse).transpose()
}

fn flag(name: &str, text: Option<&str>) -> Result<bool> {
    Ok(switch(name, text)? == Some(true))
}

fn switch(name: &str, text: Option<&str>) -> Result<Option<bool>> {
    match text {
        None | Some("") => Ok(None),
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some(_) => Err(Error::invalid(format!("{name} must be true or false"))),
    }
}

fn weekday(text: Option<&str>) -> Result<Option<chrono::Weekday>> {
    let parse = |text: &str| {
        text.parse().map_err(|_| Error::invalid("weekday must be mon, tue, wed, thu, fri, sat or sun"))
    };
    given(text).map(parse).transpose()
}

fn ids(text: Option<&str>) -> Result<Option<Vec<TransactionId>>> {
    let Some(text) = given(text) else { return Ok(None) };
    let parse = |id: &str| {
        id_of(id.trim())
            .map_err(|_| Error::invalid("ids must be the ids of transactions, separated by commas"))
    };
    let found = text.split(',').map(parse).collect::<Result<Vec<TransactionId>, _>>()?;
    if found.len() > IDS_MAX {
        return Err(Error::invalid(format!("ids must have at most {IDS_MAX} ids")));
    }
    Ok(Some(found))
}

fn size(code: Option<String>, min: Option<String>, max: Option<String>) -> Result<Option<SizeRange>> {
    let (min, max) = (min.filter(|text| !text.is_empty()), max.filter(|text| !text.is_empty()));
    let Some(currency) = currency(code)? else {
        if min.is_some() || max.is_some() {
            return Err(Error::invalid("minAmount and maxAmount need a currency; send currency too"));
        }
        return Ok(None);
    };
    let minor = |name: &str, text: Option<String>| {
        let parse = |text: String| {
            let amount = Money::parse(&text, currency).map_err(|error| Error::amount(name, &error))?;
            if amount.is_negative() {
                return Err(Error::invalid(format!(
                    "{name} must have no sign; use direction for money in or out"
                )));
            }
            Ok(amount.minor())
        };
        text.map(parse).transpose()
    };
    Ok(Some(SizeRange { currency, min_minor: minor("minAmount", min)?, max_minor: minor("maxAmount", max)? }))
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema as _;

    use super::*;

    #[test]
    fn a_filter_in_a_body_has_the_documented_fields() {
        let schema = serde_json::to_value(FilterQuery::schema()).unwrap_or_default();
        let documented: Vec<&String> =
            schema["properties"].as_object().into_iter().flat_map(Map::keys).collect();
        let mut known = FIELDS.to_vec();
        known.sort_unstable();
        let mut documented: Vec<&str> = documented.into_iter().map(String::as_str).collect();
        documented.sort_unstable();
        assert_eq!(documented, known);
    }
}
