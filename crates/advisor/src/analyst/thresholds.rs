//! Phrases for amounts: "over 100", "less than 50 euros", "between 10 and 20".

use super::words::{Words, amount, is_year, month_number};

/// Limits on the amount of an entry, as decimal strings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Thresholds {
    pub(super) above: Option<String>,
    pub(super) at_least: Option<String>,
    pub(super) below: Option<String>,
    pub(super) at_most: Option<String>,
}

impl Thresholds {
    pub(super) fn over(self, earlier: Self) -> Self {
        if self == Self::default() { earlier } else { self }
    }

    /// In words: " of more than 100".
    pub(super) fn in_words(&self) -> String {
        if let (Some(least), true) = (&self.at_least, self.at_least == self.at_most) {
            return format!(" of exactly {least}");
        }
        let parts: Vec<String> = [
            ("more than", &self.above),
            ("at least", &self.at_least),
            ("less than", &self.below),
            ("at most", &self.at_most),
        ]
        .into_iter()
        .filter_map(|(words, limit)| Some(format!("{words} {}", limit.as_ref()?)))
        .collect();
        if parts.is_empty() { String::new() } else { format!(" of {}", parts.join(" and ")) }
    }
}

const ABOVE: [&str; 8] =
    ["over", "above", "more than", "bigger than", "larger than", "greater than", "higher than", "exceeding"];
const BELOW: [&str; 6] = ["under", "below", "less than", "smaller than", "cheaper than", "lower than"];
const AT_LEAST: [&str; 2] = ["at least", "no less than"];
const AT_MOST: [&str; 3] = ["at most", "no more than", "up to"];
const CURRENCIES: [&str; 14] = [
    "euro", "euros", "eur", "dollar", "dollars", "usd", "pound", "pounds", "gbp", "bucks", "rupees", "inr",
    "yen", "jpy",
];

/// Finds limits on amounts and marks the words as used.
pub(super) fn take_thresholds(words: &mut Words) -> Thresholds {
    let mut limits = Thresholds::default();
    if let Some((index, count)) = words.find(&["between"]) {
        let (low, high) = (amount_at(words, index + count), amount_at(words, index + count + 2));
        if let (Some(low), Some(high), "and") = (low, high, words.at(index + count + 1)) {
            take(words, index, count + 3);
            limits.at_least = Some(low);
            limits.at_most = Some(high);
            return limits;
        }
    }
    for (phrases, limit) in [
        (ABOVE.as_slice(), &mut limits.above),
        (BELOW.as_slice(), &mut limits.below),
        (AT_LEAST.as_slice(), &mut limits.at_least),
        (AT_MOST.as_slice(), &mut limits.at_most),
    ] {
        let Some((index, count)) = words.find(phrases) else { continue };
        if let Some(found) = amount_at(words, index + count) {
            take(words, index, count + 1);
            *limit = Some(found);
        }
    }
    limits
}

/// An amount at a place; a year or a day beside a month is none.
fn amount_at(words: &Words, index: usize) -> Option<String> {
    let word = words.at(index);
    let next = words.at(index + 1);
    let is_money = CURRENCIES.contains(&next) || word.contains(['€', '$', '£', '¥', '.', ',']);
    let is_date = is_year(word)
        || month_number(next).is_some()
        || matches!(next, "days" | "weeks" | "months" | "years" | "times");
    amount(word).filter(|_| is_money || !is_date)
}

fn take(words: &mut Words, index: usize, count: usize) {
    let currency = usize::from(CURRENCIES.contains(&words.at(index + count)));
    words.mark_used(index, count + currency);
}
