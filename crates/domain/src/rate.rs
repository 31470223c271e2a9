//! Exchange rates as exact fractions, each valid for one day.

use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::decimal::Digits;
use crate::money::{Currency, Money, MoneyError};

/// The price of one unit of a currency in units of another, as an exact positive fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate {
    numerator: u64,
    denominator: u64,
}

impl Rate {
    /// The rate 1.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// Returns `numerator / denominator`; `None` if either is 0.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        Self::reduced(u128::from(numerator), u128::from(denominator))
    }

    /// Parses a plain decimal such as `1.0956`; `None` if the text has another form, if it is 0, or if the
    /// digits exceed 64 bits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = Digits::parse(text).ok()?.trimmed();
        Self::new(u64::try_from(digits.units()).ok()?, 10_u64.checked_pow(digits.places())?)
    }

    /// Returns the numerator.
    #[must_use]
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// Returns the denominator.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// Returns the rate of the opposite direction.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { numerator: self.denominator, denominator: self.numerator }
    }

    /// Returns the product of two rates, which converts in two steps; `None` if it does not fit 64
    /// bits exactly.
    #[must_use]
    pub fn then(self, other: Self) -> Option<Self> {
        Self::reduced(
            u128::from(self.numerator) * u128::from(other.numerator),
            u128::from(self.denominator) * u128::from(other.denominator),
        )
    }

    /// Converts `money` to the currency `to` at this rate, rounded half to even to its minor unit.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] if the result or an intermediate product is too large.
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

    /// Returns the rate as a decimal with at most `places` digits after the point (18 at most), rounded half
    /// to even. It is for display only.
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

/// Returns `numerator / denominator`, rounded half to even to a whole number. The denominator must not be 0.
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

/// Writes `1.0956`, with at most ten digits after the point.
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

/// Writes `[10956, 10000]` in lowest terms.
impl Serialize for Rate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire(self.numerator, self.denominator).serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Wire(numerator, denominator) = Wire::deserialize(deserializer)?;
        Self::new(numerator, denominator)
            .ok_or_else(|| serde::de::Error::custom("a rate must be greater than zero"))
    }
}

/// The rate of one day: one unit of `from` is `rate` units of `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRate {
    /// The day.
    pub date: NaiveDate,
    /// The source currency.
    pub from: Currency,
    /// The target currency.
    pub to: Currency,
    /// The number of units of `to` for one unit of `from`.
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
    fn an_invalid_rate_is_rejected() {
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
        fn a_rate_times_its_inverse_is_one(numerator in 1_u64.., denominator in 1_u64..) {
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
