//! The phrases of each language, and its notation of figures, dates and counts.
//! A line of a language's file has a key and a text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use saldo_domain::query::DateRange;
use saldo_domain::{Money, Period};
use saldo_question::Language;
use serde::Serialize;
use serde_json::Value;

use super::{amount, capital, date, key_of};

/// The phrases of one language.
pub(in crate::analyst) struct Phrases(BTreeMap<&'static str, &'static str>);

const fn data(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("languages/en.txt"),
        Language::German => include_str!("languages/de.txt"),
        Language::French => include_str!("languages/fr.txt"),
        Language::Spanish => include_str!("languages/es.txt"),
        Language::Italian => include_str!("languages/it.txt"),
        Language::Portuguese => include_str!("languages/pt.txt"),
        Language::Dutch => include_str!("languages/nl.txt"),
        Language::Polish => include_str!("languages/pl.txt"),
    }
}

impl Phrases {
    /// Returns the phrases of a language.
    pub(in crate::analyst) fn of(language: Language) -> &'static Self {
        static ALL: LazyLock<BTreeMap<Language, Phrases>> =
            LazyLock::new(|| Language::ALL.into_iter().map(|it| (it, Phrases::read(data(it)))).collect());
        &ALL[&language]
    }

    fn read(text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Self(lines.filter_map(|line| line.split_once(" = ")).map(|(key, text)| (key.trim(), text)).collect())
    }

    /// Returns the text of a key, or an empty text if the language does not need it.
    pub(super) fn get(&self, key: &str) -> &'static str {
        self.0.get(key).copied().unwrap_or_default()
    }

    /// Returns the text of a key with its placeholders filled in.
    pub(super) fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut filled = String::new();
        let mut rest = self.get(key);
        while let Some((before, after)) = rest.split_once('{') {
            let (name, next) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            filled.push_str(values.iter().find(|(it, _)| *it == name).map_or("", |(_, value)| value));
            rest = next;
        }
        filled + rest
    }

    /// Fills a phrase like [`Self::fill`], with owned values.
    pub(super) fn filled(&self, key: &str, values: &[(&str, String)]) -> String {
        self.fill(key, &borrowed(values))
    }

    /// Returns the text whose key ends with the name of a measure, a unit or a dimension.
    pub(super) fn named(&self, family: &str, name: &impl Serialize) -> &'static str {
        self.get(&format!("{family}_{}", key_of(name)))
    }

    /// Joins parts as "a", "a and b" or "a, b and c".
    pub(in crate::analyst) fn joined(&self, parts: &[String]) -> String {
        match parts {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} {} {last}", most.join(", "), self.get("and")),
        }
    }

    /// Returns one of the alternatives of a key.
    pub(super) fn among(&self, key: &str, index: usize) -> &'static str {
        self.get(key).split('|').nth(index).unwrap_or_default()
    }

    /// Returns a decimal number with the language's separators.
    pub(in crate::analyst) fn decimal(&self, number: &str) -> String {
        let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut written = sign.to_owned();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                written.push_str(match self.get("thousands") {
                    "space" => "\u{a0}",
                    separator => separator,
                });
            }
            written.push(digit);
        }
        if !fraction.is_empty() {
            written.push_str(self.get("decimal"));
            written.push_str(fraction);
        }
        written
    }

    /// Returns an amount such as `1,234.56 EUR`.
    pub(in crate::analyst) fn money(&self, money: Money) -> String {
        format!("{} {}", self.decimal(&money.decimal()), money.currency().code())
    }

    /// Returns the amount of a tool's answer, or an empty text.
    pub(in crate::analyst) fn amount(&self, value: &Value) -> String {
        amount(value).map(|it| self.money(it)).unwrap_or_default()
    }

    /// Returns an amount of a tool's answer without its sign.
    pub(in crate::analyst) fn size(&self, value: &Value) -> String {
        self.amount(value).trim_start_matches('-').to_owned()
    }

    /// Returns a day of a tool's answer, or an empty text.
    pub(in crate::analyst) fn date(&self, value: &Value) -> String {
        date(value).map(|day| self.day(day)).unwrap_or_default()
    }

    /// Returns a number of things. The forms are the keys `{key}one`, `{key}few` and `{key}many`.
    pub(super) fn counted(&self, key: &str, count: u64) -> String {
        // Polish has a separate form for numbers that end in 2 to 4, except 12 to 14.
        let is_few = (2..=4).contains(&(count % 10)) && !(12..=14).contains(&(count % 100));
        let form = match count {
            1 => "one",
            _ if is_few && !self.get(&format!("{key}few")).is_empty() => "few",
            _ => "many",
        };
        self.fill(&format!("{key}{form}"), &[("n", &self.decimal(&count.to_string()))])
    }

    pub(in crate::analyst) fn day(&self, day: NaiveDate) -> String {
        let month = self.among("months", day.month0() as usize);
        self.fill(
            "day",
            &[("day", &day.day().to_string()), ("month", month), ("year", &day.year().to_string())],
        )
    }

    /// Returns a transaction on one line.
    pub(super) fn line(&self, day: &Value, description: &Value, money: &Value) -> String {
        let values = [
            ("day", self.date(day)),
            ("description", description.as_str().unwrap_or_default().to_owned()),
            ("money", self.amount(money)),
        ];
        self.filled("line", &values)
    }

    pub(super) fn weekday(&self, day: chrono::Weekday) -> &'static str {
        self.among("weekdays", day.num_days_from_monday() as usize)
    }

    /// Returns a month and its year, in the form that stands alone.
    pub(in crate::analyst) fn month(&self, month: NaiveDate) -> String {
        format!("{} {}", self.among("months_alone", month.month0() as usize), month.year())
    }

    /// Returns a range as a name: "May 2025", "Q1 2025", "2025" or "From 2 May 2025 to 9 May 2025".
    pub(super) fn span(&self, range: DateRange) -> String {
        let (Some(first), Some(last)) = (range.first_day(), range.last_day()) else {
            return capital(&self.when(range).unwrap_or_default());
        };
        let period = Period::new(first, last);
        let quarter = first.month0() / 3 + 1;
        if first == last {
            self.day(first)
        } else if period == Period::month_of(first) {
            capital(&self.month(first))
        } else if period == Period::year(first.year()) {
            first.year().to_string()
        } else if period == Period::quarter(first.year(), quarter) {
            let (quarter, year) = (quarter.to_string(), first.year().to_string());
            self.fill("quarter", &[("quarter", &quarter), ("year", &year)])
        } else {
            capital(&self.when(range).unwrap_or_default())
        }
    }

    /// Returns "in May 2025", "from 2 to 9 May 2025" or "since 3 March 2025",
    /// or `None` for a range that is open at both ends.
    pub(super) fn when(&self, range: DateRange) -> Option<String> {
        let (first, last) = match (range.first_day(), range.last_day()) {
            (None, None) => return None,
            (Some(first), None) => return Some(self.fill("since", &[("day", &self.day(first))])),
            (None, Some(last)) => return Some(self.fill("until", &[("day", &self.day(last))])),
            (Some(first), Some(last)) => (first, last),
        };
        if first == last {
            return Some(self.fill("on_day", &[("day", &self.day(first))]));
        }
        let period = Period::new(first, last);
        let year = first.year().to_string();
        if period == Period::month_of(first) {
            let month = match self.among("months_in", first.month0() as usize) {
                "" => self.among("months", first.month0() as usize),
                month => month,
            };
            return Some(self.fill("in_month", &[("month", month), ("year", &year)]));
        }
        if period == Period::year(first.year()) {
            return Some(self.fill("in_year", &[("year", &year)]));
        }
        let quarter = first.month0() / 3 + 1;
        if period == Period::quarter(first.year(), quarter) {
            return Some(self.fill("in_quarter", &[("quarter", &quarter.to_string()), ("year", &year)]));
        }
        Some(self.fill("from_to", &[("first", &self.day(first)), ("last", &self.day(last))]))
    }
}

/// Returns values for [`Phrases::fill`].
pub(super) fn borrowed<'a>(values: &'a [(&'a str, String)]) -> Vec<(&'a str, &'a str)> {
    values.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// Returns the names of a month (0 to 11) in all languages and forms.
pub(crate) fn month_names(month: usize) -> impl Iterator<Item = &'static str> {
    let forms = move |language| {
        ["months", "months_alone", "months_in"].map(|key| Phrases::of(language).among(key, month))
    };
    Language::ALL.into_iter().flat_map(forms).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that only some languages need.
    const OPTIONAL: [&str; 3] = ["few", "day_few", "months_in"];

    #[test]
    fn every_language_has_every_phrase_with_the_same_places() {
        let places = |text: &str| {
            let mut found: Vec<String> =
                text.split('{').skip(1).filter_map(|it| it.split('}').next()).map(str::to_owned).collect();
            found.sort();
            found.dedup();
            found
        };
        let english = Phrases::of(Language::English);
        for language in Language::ALL {
            let phrases = Phrases::of(language);
            for (key, text) in &english.0 {
                let own = phrases.0.get(key).unwrap_or_else(|| panic!("{language:?} has no {key}"));
                assert_eq!(places(own), places(text), "{language:?}: {key}");
            }
            for key in phrases.0.keys() {
                assert!(english.0.contains_key(key) || OPTIONAL.contains(key), "{language:?}: {key}");
            }
            for (key, count) in [("months", 12), ("months_alone", 12), ("weekdays", 7)] {
                assert_eq!(phrases.get(key).split('|').count(), count, "{language:?}: {key}");
            }
        }
    }

    #[test]
    fn numbers_and_counts_are_written_as_the_language_does() {
        let english = Phrases::of(Language::English);
        assert_eq!(english.decimal("-1234567.50"), "-1,234,567.50");
        assert_eq!(Phrases::of(Language::German).decimal("1234.5"), "1.234,5");
        assert_eq!(Phrases::of(Language::French).decimal("1234.50"), "1\u{a0}234,50");
        let polish = Phrases::of(Language::Polish);
        let counted = |count| polish.counted("", count);
        assert_eq!(
            [1, 2, 5, 12, 22].map(counted).join(", "),
            "1 transakcja, 2 transakcje, 5 transakcji, 12 transakcji, 22 transakcje"
        );
    }
}
