//! Exchange rates: exact fractions, each of a day.

use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money, MoneyError};

/// How many units of one currency a unit of another is worth, as an exact fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate {
    numerator: u64,
    denominator: u64,
}

impl Rate {
    /// One for one.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator`; `None` when either is 0.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        Self::reduced(u128::from(numerator), u128::from(denominator))
    }

    /// From a plain decimal: `1.0956`. `None` for anything else, for 0, and for more digits than 64 bits hold.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty()
            || !digits(whole)
            || !digits(fraction)
            || (text.contains('.') && fraction.is_empty())
        {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let numerator: u64 = format!("{whole}{fraction}").parse().ok()?;
        Self::new(numerator, 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?)
    }

    /// The fraction's upper part.
    #[must_use]
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The fraction's lower part.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The rate the other way.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { numerator: self.denominator, denominator: self.numerator }
    }

    /// One rate after the other; `None` when the exact product does not fit.
    #[must_use]
    pub fn then(self, other: Self) -> Option<Self> {
        Self::reduced(
            u128::from(self.numerator) * u128::from(other.numerator),
            u128::from(self.denominator) * u128::from(other.denominator),
        )
    }

    /// `money` in the currency `to` at this rate, rounded half to even to its minor unit.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] when it does not fit.
    pub fn convert(self, money: Money, to: Currency) -> Result<Money, MoneyError> {
        let scaled = |digits: u32, by: u64| 10_u128.checked_pow(digits)?.checked_mul(u128::from(by));
        let numerator = scaled(to.digits(), self.numerator).ok_or(MoneyError::Overflow)?;
        let denominator = scaled(money.currency().digits(), self.denominator).ok_or(MoneyError::Overflow)?;
        let divisor = greatest_common_divisor(numerator, denominator);
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        let product =
            u128::from(money.minor().unsigned_abs()).checked_mul(numerator).ok_or(MoneyError::Overflow)?;
        let magnitude = i128::try_from(half_even(product, denominator)).map_err(|_| MoneyError::Overflow)?;
        let signed = if money.is_negative() { -magnitude } else { magnitude };
        let minor = i64::try_from(signed).map_err(|_| MoneyError::Overflow)?;
        Ok(Money::from_minor(minor, to))
    }

    /// As a decimal with at most `places` digits after the point, rounded half to even, for people to read.
    #[must_use]
    pub fn decimal(self, places: u32) -> String {
        let places = places.min(18);
        let unit = 10_u128.pow(places);
        let scaled = half_even(u128::from(self.numerator) * unit, u128::from(self.denominator));
        let (whole, rest) = (scaled / unit, scaled % unit);
        if places == 0 {
            return whole.to_string();
        }
        let text = format!("{whole}.{rest:0width$}", width = places as usize);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn reduced(numerator: u128, denominator: u128) -> Option<Self> {
        if numerator == 0 || denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        let numerator = u64::try_from(numerator / divisor).ok()?;
        let denominator = u64::try_from(denominator / divisor).ok()?;
        Some(Self { numerator, denominator })
    }
}

/// `numerator / denominator`, rounded to a whole number, a half to the even one. The denominator is not 0.
fn half_even(numerator: u128, denominator: u128) -> u128 {
    let (quotient, rest) = (numerator / denominator, numerator % denominator);
    match rest.cmp(&(denominator - rest)) {
        std::cmp::Ordering::Less => quotient,
        std::cmp::Ordering::Greater => quotient + 1,
        std::cmp::Ordering::Equal => quotient + quotient % 2,
    }
}

fn greatest_common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// `1.0956`, to at most ten digits.
impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.decimal(10))
    }
}
impl fmt::Debug for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.numerator, self.denominator)
    }
}

#[derive(Serialize, Deserialize)]
struct Wire(u64, u64);

/// `[10956, 10000]`, in lowest terms.
impl Serialize for Rate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire(self.numerator, self.denominator).serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Wire(numerator, denominator) = Wire::deserialize(deserializer)?;
        Self::new(numerator, denominator).ok_or_else(|| serde::de::Error::custom("a rate is not nothing"))
    }
}

/// The rate of a day: one unit of `from` is `rate` units of `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRate {
    /// The day.
    pub date: NaiveDate,
    /// The currency that is given.
    pub from: Currency,
    /// The currency that is got.
    pub to: Currency,
    /// How many of `to` one of `from` is.
    pub rate: Rate,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn money(text: &str, code: &str) -> Money {
        Money::parse(text, Currency::parse(code).unwrap()).unwrap()
    }
    fn converted(amount: Money, rate: &str, to: &str) -> Money {
        Rate::parse(rate).unwrap().convert(amount, Currency::parse(to).unwrap()).unwrap()
    }

    #[test]
    fn money_is_converted_exactly_and_a_half_goes_to_the_even_cent() {
        assert_eq!(converted(money("100.00", "EUR"), "1.0956", "USD"), money("109.56", "USD"));
        assert_eq!(converted(money("1.00", "EUR"), "162.5", "JPY"), money("162", "JPY"));
        assert_eq!(converted(money("1.00", "EUR"), "163.5", "JPY"), money("164", "JPY"));
        assert_eq!(converted(money("-1.00", "EUR"), "162.5", "JPY"), money("-162", "JPY"));
        assert_eq!(converted(money("1000", "JPY"), "0.00205", "KWD"), money("2.050", "KWD"));
    }

    #[test]
    fn what_is_no_rate_is_refused() {
        for text in ["", "0", "0.000", "N/A", "-1", "1.", ".5", "1e3", "1,5", "99999999999999999999"] {
            assert_eq!(Rate::parse(text), None, "{text}");
        }
        assert_eq!(Rate::parse("1.50"), Rate::new(3, 2));
    }

    #[test]
    fn a_result_that_does_not_fit_is_an_error() {
        let most = Money::from_minor(i64::MAX, Currency::parse("JPY").unwrap());
        let result = Rate::parse("1.01").unwrap().convert(most, Currency::parse("KRW").unwrap());
        assert_eq!(result, Err(MoneyError::Overflow));
    }

    proptest! {
        #[test]
        fn a_rate_and_its_inverse_are_one(numerator in 1_u64.., denominator in 1_u64..) {
            let rate = Rate::new(numerator, denominator).unwrap();
            prop_assert_eq!(rate.then(rate.inverse()), Some(Rate::ONE));
            let json = serde_json::to_string(&rate).unwrap();
            prop_assert_eq!(serde_json::from_str::<Rate>(&json).unwrap(), rate);
        }

        #[test]
        fn a_conversion_is_off_by_half_a_minor_unit_at_most(minor in -1_000_000_000_i64..1_000_000_000, numerator in 1_u64..1_000_000, denominator in 1_u64..1_000_000) {
            let [euro, dollar] = ["EUR", "USD"].map(|code| Currency::parse(code).unwrap());
            let got = Rate::new(numerator, denominator).unwrap().convert(Money::from_minor(minor, euro), dollar).unwrap();
            let exact = i128::from(minor) * i128::from(numerator);
            let error = exact - i128::from(got.minor()) * i128::from(denominator);
            prop_assert!(error.abs() * 2 <= i128::from(denominator));
        }
    }
}
