//! The phrases of each language, and its notation of figures, dates and counts.
//! A line of a language's file has a key and a text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use saldo_domain::category::name_in;
use saldo_domain::query::DateRange;
use saldo_domain::{Language, Money, Period};
use serde::Serialize;
use serde_json::Value;

use super::{amount, capital, date, items, key_of};

/// The phrases of one language.
pub(crate) struct Phrases {
    language: Language,
    texts: BTreeMap<&'static str, &'static str>,
}

const fn data(language: Language) -> &'static str {
    language.among([
        include_str!("languages/en.txt"),
        include_str!("languages/de.txt"),
        include_str!("languages/fr.txt"),
        include_str!("languages/es.txt"),
        include_str!("languages/it.txt"),
        include_str!("languages/pt.txt"),
        include_str!("languages/nl.txt"),
        include_str!("languages/pl.txt"),
    ])
}

impl Phrases {
    /// Returns the phrases of a language.
    pub(crate) fn of(language: Language) -> &'static Self {
        static ALL: LazyLock<BTreeMap<Language, Phrases>> =
            LazyLock::new(|| Language::ALL.into_iter().map(|it| (it, Phrases::read(it, data(it)))).collect());
        &ALL[&language]
    }

    /// Reads the lines of a file.
    pub(crate) fn read(language: Language, text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let texts =
            lines.filter_map(|line| line.split_once(" = ")).map(|(key, text)| (key.trim(), text)).collect();
        Self { language, texts }
    }

    /// Returns the text of a key, or an empty text if the language does not need it.
    pub(crate) fn get(&self, key: &str) -> &'static str {
        self.texts.get(key).copied().unwrap_or_default()
    }

    /// Returns the name of a category; a default one is named in the language.
    pub(crate) fn category<'a>(&self, name: &'a str) -> &'a str {
        name_in(self.language, name)
    }

    /// Returns the text of a key with these values.
    pub(crate) fn fill<S: AsRef<str>>(&self, key: &str, values: &[(&str, S)]) -> String {
        self.write(self.get(key), &Value::Null, values)
    }

    /// Returns the text of a key with the fields of a tool's answer.
    pub(crate) fn tell(&self, key: &str, data: &Value) -> String {
        self.write::<&str>(self.get(key), data, &[])
    }

    /// Returns a text with its placeholders filled in: each with the value of that name or else with the
    /// field of `data`.
    ///
    /// A placeholder is the path of a field and, after a colon, its notation: `{lowest.date:day}`. Without
    /// one, an amount has its currency, and everything else is written as it is.
    pub(crate) fn write<S: AsRef<str>>(&self, text: &str, data: &Value, values: &[(&str, S)]) -> String {
        let mut written = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, next) = after.split_once('}').unwrap_or((after, ""));
            written.push_str(before);
            match values.iter().find(|(it, _)| *it == name) {
                Some((_, value)) => written.push_str(value.as_ref()),
                None => written.push_str(&self.field(data, name)),
            }
            rest = next;
        }
        written + rest
    }

    fn field(&self, data: &Value, placeholder: &str) -> String {
        let (path, notation) = placeholder.split_once(':').unwrap_or((placeholder, ""));
        let value = path.split('.').fold(data, |it, name| &it[name]);
        let plain = || match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            Value::Object(_) => self.amount(value),
            other => other.to_string(),
        };
        let count = || value.as_u64().unwrap_or_default();
        match notation {
            // Without its sign.
            "size" => self.amount(value).trim_start_matches('-').to_owned(),
            "day" => date(value).map(|day| self.day(day)).unwrap_or_default(),
            "month" => {
                let first = plain().get(..7).and_then(|month| format!("{month}-01").parse().ok());
                first.map_or_else(plain, |first| self.month(first))
            }
            "when" => {
                let range = serde_json::from_value(value.clone()).ok();
                range.and_then(|range| self.when(range)).unwrap_or_default()
            }
            "decimal" => self.decimal(&plain()),
            "count" => self.counted("", count()),
            "days" => self.counted("day_", count()),
            "months" => self.counted("month_", count()),
            "names" => self.joined(&texts(value)),
            "category" => self.category(&plain()).to_owned(),
            _ => plain(),
        }
    }

    /// Returns the text whose key ends with the name of a measure, a unit or a dimension.
    pub(crate) fn named(&self, family: &str, name: &impl Serialize) -> &'static str {
        self.get(&format!("{family}_{}", key_of(name)))
    }

    /// Joins parts as "a", "a and b" or "a, b and c".
    pub(crate) fn joined(&self, parts: &[String]) -> String {
        match parts {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} {} {last}", most.join(", "), self.get("and")),
        }
    }

    /// Returns the alternatives of a key.
    pub(crate) fn all(&self, key: &str) -> impl Iterator<Item = &'static str> {
        self.get(key).split('|')
    }

    /// Returns one of the alternatives of a key.
    pub(crate) fn among(&self, key: &str, index: usize) -> &'static str {
        self.all(key).nth(index).unwrap_or_default()
    }

    /// Returns a decimal number with the language's separators.
    pub(crate) fn decimal(&self, number: &str) -> String {
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
    pub(crate) fn money(&self, money: Money) -> String {
        format!("{} {}", self.decimal(&money.decimal()), money.currency().code())
    }

    /// Returns the amount of a tool's answer, or an empty text.
    pub(crate) fn amount(&self, value: &Value) -> String {
        amount(value).map(|it| self.money(it)).unwrap_or_default()
    }

    /// Returns a number of things. The forms are the keys `{key}one`, `{key}few` and `{key}many`.
    pub(crate) fn counted(&self, key: &str, count: u64) -> String {
        // Polish has a separate form for numbers that end in 2 to 4, except 12 to 14.
        let is_few = (2..=4).contains(&(count % 10)) && !(12..=14).contains(&(count % 100));
        let form = match count {
            1 => "one",
            _ if is_few && !self.get(&format!("{key}few")).is_empty() => "few",
            _ => "many",
        };
        self.fill(&format!("{key}{form}"), &[("n", self.decimal(&count.to_string()))])
    }

    pub(crate) fn day(&self, day: NaiveDate) -> String {
        let month = self.among("months", day.month0() as usize).to_owned();
        let (number, year) = (day.day().to_string(), day.year().to_string());
        self.fill("day", &[("day", number), ("month", month), ("year", year)])
    }

    pub(crate) fn weekday(&self, day: chrono::Weekday) -> &'static str {
        self.among("weekdays", day.num_days_from_monday() as usize)
    }

    /// Returns a month and its year, in the form that stands alone.
    fn month(&self, month: NaiveDate) -> String {
        format!("{} {}", self.among("months_alone", month.month0() as usize), month.year())
    }

    /// Returns a range as a name: "May 2025", "Q1 2025", "2025" or "From 2 May 2025 to 9 May 2025".
    pub(crate) fn span(&self, range: DateRange) -> String {
        match unit_of(range) {
            Some(("on_day", first)) => self.day(first),
            Some(("in_month", first)) => capital(&self.month(first)),
            Some(("in_year", first)) => first.year().to_string(),
            Some((_, first)) => self.fill("quarter", &numbers(first)),
            None => capital(&self.when(range).unwrap_or_default()),
        }
    }

    /// Returns "in May 2025", "from 2 to 9 May 2025" or "since 3 March 2025",
    /// or `None` for a range that is open at both ends.
    pub(crate) fn when(&self, range: DateRange) -> Option<String> {
        // `day` is the only end of an open range.
        let only = range.first_day().or(range.last_day());
        let ends = [("first", range.first_day()), ("last", range.last_day()), ("day", only)];
        let ends = ends.map(|(name, day)| (name, day.map(|day| self.day(day)).unwrap_or_default()));
        let key = match (range.first_day(), range.last_day()) {
            (None, None) => return None,
            (Some(_), None) => "since",
            (None, Some(_)) => "until",
            (Some(_), Some(_)) => "from_to",
        };
        let Some((unit, first)) = unit_of(range) else { return Some(self.fill(key, &ends)) };
        let month = match self.among("months_in", first.month0() as usize) {
            "" => self.among("months", first.month0() as usize),
            month => month,
        };
        let mut values = numbers(first).to_vec();
        values.extend([("day", self.day(first)), ("month", month.to_owned())]);
        Some(self.fill(unit, &values))
    }
}

/// Returns the quarter and the year of a day, for [`Phrases::fill`].
fn numbers(day: NaiveDate) -> [(&'static str, String); 2] {
    [("quarter", (day.month0() / 3 + 1).to_string()), ("year", day.year().to_string())]
}

/// Returns the key of the one unit of time that a range is, and its first day.
fn unit_of(range: DateRange) -> Option<(&'static str, NaiveDate)> {
    let (first, last) = (range.first_day()?, range.last_day()?);
    let units = [
        ("on_day", Period::new(first, first)),
        ("in_month", Period::month_of(first)),
        ("in_year", Period::year(first.year())),
        ("in_quarter", Period::quarter(first.year(), first.month0() / 3 + 1)),
    ];
    let period = Period::new(first, last);
    units.into_iter().find(|(_, unit)| *unit == period).map(|(key, _)| (key, first))
}

/// Returns the texts of a list.
fn texts(value: &Value) -> Vec<String> {
    items(value).filter_map(Value::as_str).map(str::to_owned).collect()
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
            for (key, text) in &english.texts {
                let own = phrases.texts.get(key).unwrap_or_else(|| panic!("{language:?} has no {key}"));
                assert_eq!(places(own), places(text), "{language:?}: {key}");
            }
            for key in phrases.texts.keys() {
                assert!(english.texts.contains_key(key) || OPTIONAL.contains(key), "{language:?}: {key}");
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
