//! Queries of `GET /api/transactions` that list exactly the transactions behind a figure.

use saldo_bookkeeping::Listing;
use saldo_domain::transaction::Direction;
use saldo_domain::{Money, Period, TransactionFilter, TransactionId, TransactionKind};
use serde_json::{Map, Value, json};

use crate::grounding::TOO_MANY;

/// The maximum number of ids in a query, and of bytes of a query's filter,
/// to keep the URL of the page short enough for proxies.
const IDS_MAX: usize = 200;
const FILTER_BYTES_MAX: usize = 4_000;

/// Returns the query that lists the transactions of a filter.
pub(super) fn transactions(filter: &TransactionFilter) -> Value {
    let mut query = Map::new();
    let mut put = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            query.insert(key.to_owned(), Value::from(value));
        }
    };
    put("account", filter.account.map(|id| id.to_string()));
    put("statement", filter.statement.map(|id| id.to_string()));
    put("category", filter.category.map(|id| id.to_string()));
    put("subcategories", filter.category_alone.then(|| "false".to_owned()));
    put("withoutCategory", filter.without_category.map(|id| id.to_string()));
    put("uncategorized", filter.uncategorized.then(|| "true".to_owned()));
    if let Some(period) = filter.period {
        put("from", (period.start() != Period::FIRST_DAY).then(|| period.start().to_string()));
        put("to", (period.end() != Period::LAST_DAY).then(|| period.end().to_string()));
    }
    put("weekday", filter.weekday.map(|day| day.to_string().to_lowercase()));
    put("text", filter.text.clone());
    put("withoutText", filter.without_text.clone());
    put("words", filter.words.clone());
    put("withoutWords", filter.without_words.clone());
    put("merchant", filter.merchant.clone());
    put("tag", filter.tag.as_ref().map(|tag| tag.as_str().to_owned()));
    put("untagged", filter.untagged.then(|| "true".to_owned()));
    put("direction", filter.direction.map(|it| if it == Direction::In { "in" } else { "out" }.to_owned()));
    put(
        "kind",
        filter
            .kind
            .map(|it| if it == TransactionKind::Transaction { "entry" } else { "transfer" }.to_owned()),
    );
    if let Some(size) = filter.size {
        let amount = |minor| Money::from_minor(minor, size.currency).decimal();
        put("currency", Some(size.currency.code().to_owned()));
        put("minAmount", size.min_minor.map(amount));
        put("maxAmount", size.max_minor.map(amount));
    }
    put("ids", filter.ids.as_ref().map(|ids| named(ids)));
    Value::Object(query)
}

/// Returns the query that lists the transactions behind a figure; `null` if its URL would be too long,
/// and the number of transactions that can be listed if there are more of them.
pub(super) fn of_figure(listing: &Listing) -> Value {
    let behind = match listing {
        Listing::Transactions(behind) => behind,
        Listing::TooMany { most } => return too_many(*most),
    };
    let mut found = transactions(&behind.filter);
    let Some(filter) = &behind.query else { return found };
    let text = json!(filter).to_string();
    if text.len() > FILTER_BYTES_MAX {
        return Value::Null;
    }
    found["queryFilter"] = Value::from(text);
    found
}

/// Returns the query that lists these transactions, or the number of transactions that can be listed if there
/// are more of them, because a list of some of them would contradict the figure.
pub(super) fn of_ids(ids: &[TransactionId]) -> Value {
    if ids.len() > IDS_MAX {
        return too_many(IDS_MAX);
    }
    json!({ "ids": named(ids) })
}

/// Returns the value that replaces a query for too many transactions, so that the page can say why a figure
/// has no link.
fn too_many(most: usize) -> Value {
    json!({ TOO_MANY: most.to_string() })
}

fn named(ids: &[TransactionId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
