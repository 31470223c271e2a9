//! The English words and sentences of calculations and of requests for changes, as data.

use std::sync::LazyLock;

use saldo_domain::Language;
use serde_json::Value;

use crate::wording::Phrases;

static TEXTS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read(Language::English, include_str!("english.txt")));

/// Returns the words of a key.
pub(super) fn list(key: &str) -> Vec<&'static str> {
    TEXTS.all(key).collect()
}

/// Returns `true` if `word` is one of the words of a key.
pub(super) fn is_one(key: &str, word: &str) -> bool {
    TEXTS.all(key).any(|it| it == word)
}

/// Returns the code of the currency that a word or a sign names.
pub(super) fn currency(word: &str) -> Option<&'static str> {
    ["EUR", "USD", "GBP", "CHF"].into_iter().find(|code| is_one(&format!("currency_{code}"), word))
}

/// Returns a sentence with these values and the fields of a tool's answer.
pub(super) fn tell(key: &str, data: &Value, values: &[(&str, String)]) -> String {
    Phrases::of(Language::English).write(TEXTS.get(key), data, values)
}

/// Returns a number of months in words.
pub(super) fn months(count: &Value) -> String {
    TEXTS.counted("month_", count.as_u64().unwrap_or_default())
}
