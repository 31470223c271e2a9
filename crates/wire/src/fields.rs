//! Fields of requests: ids, days, amounts, lines of text.

use saldo_domain::{Currency, Date, Id, Money, Period};
use serde::Deserialize;

use crate::{Error, Result};

/// Parses an id in a body or query. A text that is not an id is treated like an unknown id.
///
/// # Errors
/// [`Error::NotFound`] for a text that is not an id.
pub fn id_of<T>(text: &str) -> Result<Id<T>> {
    text.parse().map_err(|_| Error::NotFound)
}

/// Normalizes a text to one line without leading or trailing space.
///
/// # Errors
/// [`Error::Invalid`] if the result is empty or longer than `characters_max`.
pub fn one_line(name: &str, text: &str, characters_max: usize) -> Result<String> {
    let line = saldo_domain::text::one_line(text);
    if line.is_empty() || line.chars().count() > characters_max {
        return Err(Error::invalid(format!("{name} must have 1 to {characters_max} characters")));
    }
    Ok(line)
}

/// Returns a text of one or more lines without leading or trailing space.
///
/// # Errors
/// [`Error::Invalid`] if the result is empty or longer than `characters_max`.
pub fn lines(name: &str, text: &str, characters_max: usize) -> Result<String> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > characters_max {
        return Err(Error::invalid(format!("{name} must have 1 to {characters_max} characters")));
    }
    Ok(text.to_owned())
}

/// Checks that a day is in the years 1 to 9999, which databases and reports support.
///
/// # Errors
/// [`Error::Invalid`] for any other.
pub fn day(name: &str, date: Date) -> Result<Date> {
    let fits = Period::EVER.contains(date);
    fits.then_some(date)
        .ok_or_else(|| Error::invalid(format!("{name} must be a date from the year 1 to 9999")))
}

/// Parses an amount in a currency.
///
/// # Errors
/// [`Error::Invalid`] for a text that is not such an amount.
pub fn amount(text: &str, currency: Currency) -> Result<Money> {
    Money::parse_stated(text, currency).map_err(|error| Error::amount("amount", &error))
}

/// Returns a parameter of a query, unless it is empty: browsers send an empty form field as an empty value.
#[must_use]
pub fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// A field of a PATCH that distinguishes absence from `null`.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum PatchField<T> {
    /// The field is absent: nothing changes.
    #[default]
    Absent,
    /// The field is `null`: the value is removed.
    Null,
    /// The new value.
    Value(T),
}

impl<T> PatchField<T> {
    /// Converts to a change: `None` for none, `Some(None)` to remove the value.
    pub fn change(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    /// Converts to a change, whose value `check` converts.
    ///
    /// # Errors
    /// Those of `check`.
    pub fn into_change<U>(self, check: impl FnOnce(T) -> Result<U>) -> Result<Option<Option<U>>> {
        self.change().map(|value| value.map(check).transpose()).transpose()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PatchField<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Request {
        #[serde(default)]
        closed_on: PatchField<Date>,
    }

    fn closed_on(body: &str) -> PatchField<Date> {
        serde_json::from_str::<Request>(body).unwrap().closed_on
    }

    #[test]
    fn an_absent_field_changes_nothing_and_null_removes_the_value() {
        let change = |body| closed_on(body).into_change(|date| day("closedOn", date)).unwrap();
        assert_eq!(change("{}"), None);
        assert_eq!(change(r#"{"closed_on": null}"#), Some(None));
        let date: Date = "2026-11-20".parse().unwrap();
        assert_eq!(change(r#"{"closed_on": "2026-11-20"}"#), Some(Some(date)));
    }

    #[test]
    fn a_line_has_one_character_at_least_and_no_more_than_the_limit() {
        assert_eq!(one_line("name", "  Savings \n account ", 20).unwrap(), "Savings account");
        for text in [" \n ", "a name that is too long"] {
            let error = one_line("name", text, 20).unwrap_err();
            assert_eq!(error.to_string(), "name must have 1 to 20 characters");
        }
    }

    #[test]
    fn an_amount_has_the_digits_of_its_currency() {
        let currency = Currency::parse("EUR").unwrap();
        assert_eq!(amount("-12.34", currency).unwrap().minor(), -1_234);
        assert!(amount("12.345", currency).is_err());
    }
}
