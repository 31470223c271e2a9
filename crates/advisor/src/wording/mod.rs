//! The words for queries and figures in each language: phrases as data, descriptions of queries, and chips.
//!
//! The analyst writes its answers with them. The chips and the sources of figures belong to the answers of
//! every model.

mod chips;
mod describe;
mod phrases;

use chrono::NaiveDate;
use saldo_domain::Money;
use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use chips::of_answer as query_part;
pub(crate) use describe::{Describer, offers};
pub(crate) use phrases::{Phrases, month_names};

/// Returns a sentence with a capital letter at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.trim_start().chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns the amount of a tool's answer.
pub(crate) fn amount(value: &Value) -> Option<Money> {
    serde_json::from_value(value.clone()).ok()
}

/// Returns the day of a tool's answer.
pub(crate) fn date(value: &Value) -> Option<NaiveDate> {
    value.as_str()?.parse().ok()
}

/// Returns the elements of a list; none for any other value.
pub(crate) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns the key of a measure's sentence or of a note: its serialized name, and the direction of money.
pub(crate) fn key_of(named: &impl Serialize) -> String {
    let value = json!(named);
    let tagged = value.as_object().and_then(|fields| fields.iter().next());
    let (name, of) =
        tagged.map_or((value.as_str(), None), |(name, it)| (Some(name.as_str()), it["of"].as_str()));
    let snake = |letter: char| {
        let mark = letter.is_uppercase().then_some('_');
        mark.into_iter().chain(letter.to_lowercase())
    };
    let mut key: String = name.unwrap_or_default().chars().flat_map(snake).collect();
    if let Some(direction @ ("in" | "out")) = of {
        key = format!("{key}_{direction}");
    }
    key
}
