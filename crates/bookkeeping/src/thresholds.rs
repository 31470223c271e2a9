//! Limits on the size of amounts, independent of the currency.

use std::fmt;

use saldo_domain::decimal::Digits;
use saldo_domain::transaction::SizeRange;
use saldo_domain::{Currency, Money};

/// A decimal without a currency: `units` times ten to the power of minus `places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    units: i128,
    places: u32,
}

impl Threshold {
    /// Parses a decimal without a sign and with at most 18 digits; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_short = text.bytes().filter(u8::is_ascii_digit).count() <= 18;
        let digits = Digits::parse_with(text.trim(), &['.']).ok().filter(|_| is_short)?;
        Some(Self { units: i128::try_from(digits.units()).ok()?, places: digits.places() })
    }

    /// Returns the limit in whole minor units of a currency, rounded down, and true if there is a remainder.
    fn minor(self, currency: Currency) -> (i128, bool) {
        let (scaled, unit) = (self.units * 10_i128.pow(currency.digits()), 10_i128.pow(self.places));
        (scaled / unit, scaled % unit != 0)
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.places as usize;
        let digits = format!("{:0>width$}", self.units, width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if fraction.is_empty() { formatter.write_str(whole) } else { write!(formatter, "{whole}.{fraction}") }
    }
}

/// Limits on the size of amounts, for money in and out alike. An amount must be within all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Thresholds {
    /// The lower limit, included.
    pub at_least: Option<Threshold>,
    /// The upper limit, included.
    pub at_most: Option<Threshold>,
    /// The lower limit, excluded.
    pub above: Option<Threshold>,
    /// The upper limit, excluded.
    pub below: Option<Threshold>,
}

impl Thresholds {
    /// True if there is no limit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the range of sizes within the limits in a currency; `None` if no amount is within them.
    #[must_use]
    pub fn range(&self, currency: Currency) -> Option<SizeRange> {
        let floor = |limit: Threshold| limit.minor(currency).0;
        let ceiling = |limit: Threshold| {
            let (whole, has_more) = limit.minor(currency);
            whole + i128::from(has_more)
        };
        let least = [self.at_least.map(ceiling), self.above.map(|limit| floor(limit) + 1)];
        let most = [self.at_most.map(floor), self.below.map(|limit| ceiling(limit) - 1)];
        let least = least.into_iter().flatten().max();
        let most = most.into_iter().flatten().min();
        if most.is_some_and(|most| most < least.unwrap_or(0)) {
            return None;
        }
        let min_minor = least.map(i64::try_from).transpose().ok()?;
        // An upper limit beyond 64 bits excludes no amount.
        let max_minor = most.and_then(|most| i64::try_from(most).ok());
        Some(SizeRange { currency, min_minor, max_minor })
    }

    /// True if the size of an amount is within the limits.
    #[must_use]
    pub fn contains(&self, amount: Money) -> bool {
        let size = i128::from(amount.minor().unsigned_abs());
        self.range(amount.currency()).is_some_and(|range| {
            range.min_minor.is_none_or(|least| size >= i128::from(least))
                && range.max_minor.is_none_or(|most| size <= i128::from(most))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(text: &str) -> Option<Threshold> {
        Threshold::parse(text)
    }

    #[test]
    fn a_threshold_is_written_as_it_was_read() {
        for text in ["0", "12", "12.5", "0.05", "100.00"] {
            assert_eq!(Threshold::parse(text).unwrap().to_string(), text);
        }
        for text in ["", ".", "-1", "1e3", "1,5", "1.2.3", "9999999999999999999"] {
            assert_eq!(Threshold::parse(text), None, "{text}");
        }
    }

    #[test]
    fn limits_are_exact_in_every_currency() {
        let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
        let range = |limits: Thresholds, currency| {
            limits.range(currency).map(|range| (range.min_minor, range.max_minor))
        };
        let between = Thresholds { above: limit("12.345"), below: limit("20"), ..Thresholds::default() };
        assert_eq!(range(between, euro), Some((Some(1_235), Some(1_999))));
        assert_eq!(range(between, yen), Some((Some(13), Some(19))));
        let at = Thresholds { at_least: limit("41"), at_most: limit("41.0"), ..Thresholds::default() };
        assert_eq!(range(at, euro), Some((Some(4_100), Some(4_100))));
        let nothing = Thresholds { below: limit("0"), ..Thresholds::default() };
        assert_eq!(range(nothing, euro), None);
        assert_eq!(range(Thresholds::default(), euro), Some((None, None)));
    }
}
