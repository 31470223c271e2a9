//! Money: a whole number of minor units of a currency. Floating-point numbers are never used.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::decimal::{Digits, InvalidDigits};

/// A currency of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(iso_currency::Currency);

impl Currency {
    /// Parses a three-letter code of ISO 4217, in upper or lower case.
    ///
    /// # Errors
    /// [`MoneyError::UnknownCurrency`] if ISO 4217 has no such code.
    pub fn parse(code: &str) -> Result<Self, MoneyError> {
        iso_currency::Currency::from_code(&code.trim().to_ascii_uppercase())
            .map(Self)
            .ok_or(MoneyError::UnknownCurrency)
    }

    /// Returns the three-letter code in upper case.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// Returns the number of decimal digits of the currency's amounts: 2 for EUR, 0 for JPY, 3 for KWD. It is
    /// 0 for a currency without minor units, such as XAU.
    #[must_use]
    pub fn digits(self) -> u32 {
        self.0.exponent().map_or(0, u32::from)
    }
}

impl PartialOrd for Currency {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Currency {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.code().cmp(other.code())
    }
}
impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}
impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}
impl FromStr for Currency {
    type Err = MoneyError;
    fn from_str(code: &str) -> Result<Self, MoneyError> {
        Self::parse(code)
    }
}
impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}
impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// The reason why an amount could not be parsed or calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoneyError {
    /// ISO 4217 has no currency with this code.
    #[error("unknown currency; use an ISO 4217 code like EUR")]
    UnknownCurrency,
    /// The text is not a decimal amount, or it has more decimal digits than the currency.
    #[error("not an amount in this currency")]
    Malformed,
    /// The two amounts have different currencies.
    #[error("amounts in different currencies cannot be added")]
    CurrencyMismatch,
    /// The result exceeds 64 bits, or the largest amount that is accepted.
    #[error("the amount is too large")]
    Overflow,
}

/// An amount of money. It is positive for money into an account and negative for money out of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

impl Money {
    /// The largest amount that is accepted from a statement or a user, in minor units: ten trillion with two
    /// decimals. The sum of nine thousand such amounts still fits 64 bits, so totals do not overflow.
    pub const LARGEST_MINOR: u64 = 1_000_000_000_000_000;

    /// Creates an amount of `minor` units (cents for EUR, yen for JPY) of `currency`.
    #[must_use]
    pub const fn from_minor(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Returns zero in `currency`.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self { minor: 0, currency }
    }

    /// Parses the decimal form of the API: an optional `-`, digits, and after a `.` at most as many
    /// digits as the currency has.
    ///
    /// # Errors
    /// - [`MoneyError::Malformed`] if the text has another form.
    /// - [`MoneyError::Overflow`] if the amount exceeds 64 bits.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let digits = Digits::parse(digits).map_err(|error| match error {
            InvalidDigits::Malformed => MoneyError::Malformed,
            InvalidDigits::TooLong => MoneyError::Overflow,
        })?;
        if digits.places() > currency.digits() {
            return Err(MoneyError::Malformed);
        }
        Self::from_digits(digits, negative, currency)
    }

    /// Creates an amount from digits that a scanner found. Trailing zeros are ignored, so there may be more
    /// decimals than the currency has.
    ///
    /// # Errors
    /// - [`MoneyError::Malformed`] if the amount is not a whole number of minor units.
    /// - [`MoneyError::Overflow`] if the amount exceeds 64 bits.
    pub fn from_digits(digits: Digits, negative: bool, currency: Currency) -> Result<Self, MoneyError> {
        if digits.trimmed().places() > currency.digits() {
            return Err(MoneyError::Malformed);
        }
        let size = digits.scaled(currency.digits()).and_then(|size| i128::try_from(size).ok());
        let size = size.ok_or(MoneyError::Overflow)?;
        let minor = i64::try_from(if negative { -size } else { size }).map_err(|_| MoneyError::Overflow)?;
        Ok(Self { minor, currency })
    }

    /// Parses an amount that a user enters, as [`Self::parse`] does, up to [`Self::LARGEST_MINOR`].
    ///
    /// # Errors
    /// - [`MoneyError::Malformed`] if the text has another form.
    /// - [`MoneyError::Overflow`] if the amount is larger.
    pub fn parse_stated(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let money = Self::parse(text, currency)?;
        if money.minor.unsigned_abs() > Self::LARGEST_MINOR { Err(MoneyError::Overflow) } else { Ok(money) }
    }

    /// Returns the amount in minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// Returns the currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// True if the amount is less than zero: money out.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.minor < 0
    }

    /// True if the amount is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.minor == 0
    }

    /// Returns the sum.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] or [`MoneyError::Overflow`].
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_add)
    }

    /// Returns `self` less `other`.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] or [`MoneyError::Overflow`].
    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_sub)
    }

    /// Returns the amount with the opposite sign.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] for `i64::MIN`, which has no opposite.
    pub fn checked_neg(self) -> Result<Self, MoneyError> {
        let minor = self.minor.checked_neg().ok_or(MoneyError::Overflow)?;
        Ok(Self { minor, ..self })
    }

    fn combine(self, other: Self, work: fn(i64, i64) -> Option<i64>) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::CurrencyMismatch);
        }
        let minor = work(self.minor, other.minor).ok_or(MoneyError::Overflow)?;
        Ok(Self { minor, currency: self.currency })
    }

    /// Returns the sum of `amounts`, all of which must have `currency`.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] or [`MoneyError::Overflow`].
    pub fn sum(currency: Currency, amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::zero(currency), Self::checked_add)
    }

    /// Returns the decimal form of the API, without the currency: `-12.34`. It has as many decimal
    /// digits as the currency.
    #[must_use]
    pub fn decimal(self) -> String {
        let places = self.currency.digits();
        let sign = if self.minor < 0 { "-" } else { "" };
        let magnitude = self.minor.unsigned_abs();
        if places == 0 {
            return format!("{sign}{magnitude}");
        }
        let unit = 10_u64.pow(places);
        format!("{sign}{}.{:0width$}", magnitude / unit, magnitude % unit, width = places as usize)
    }
}

/// Writes `-12.34 EUR`.
impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.decimal(), self.currency)
    }
}
impl fmt::Debug for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[derive(Serialize, Deserialize)]
struct Wire {
    amount: String,
    currency: Currency,
}

/// Writes `{"amount":"-12.34","currency":"EUR"}`.
impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire { amount: self.decimal(), currency: self.currency }.serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        Self::parse(&wire.amount, wire.currency).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    #[test]
    fn an_amount_has_the_digits_of_its_currency() {
        assert_eq!(Money::from_minor(-1234, currency("EUR")).decimal(), "-12.34");
        assert_eq!(Money::from_minor(-5, currency("EUR")).decimal(), "-0.05");
        assert_eq!(Money::from_minor(-1200, currency("JPY")).decimal(), "-1200");
        assert_eq!(Money::from_minor(1, currency("KWD")).decimal(), "0.001");
        assert_eq!(Money::from_minor(i64::MIN, currency("JPY")).decimal(), i64::MIN.to_string());
    }

    #[test]
    fn an_invalid_amount_is_rejected() {
        for text in ["", "-", ".", "1.", ".5", "1.234", "1,00", "1e3", "+1", "--1", " 1", "١"] {
            assert_eq!(Money::parse(text, currency("EUR")), Err(MoneyError::Malformed), "{text}");
        }
        assert_eq!(Money::parse("92233720368547758.08", currency("EUR")), Err(MoneyError::Overflow));
        for (largest, beyond) in
            [("10000000000000.00", "10000000000000.01"), ("-10000000000000", "-10000000000000.01")]
        {
            assert_eq!(Money::parse_stated(largest, currency("EUR")), Money::parse(largest, currency("EUR")));
            assert_eq!(Money::parse_stated(beyond, currency("EUR")), Err(MoneyError::Overflow), "{beyond}");
        }
        assert_eq!(Money::parse("-92233720368547758.08", currency("EUR")).unwrap().minor(), i64::MIN);
    }

    #[test]
    fn two_currencies_are_never_added() {
        let (euro, yen) = (Money::zero(currency("EUR")), Money::zero(currency("JPY")));
        assert_eq!(euro.checked_add(yen), Err(MoneyError::CurrencyMismatch));
    }

    #[test]
    fn a_sum_that_does_not_fit_is_an_error() {
        let most = Money::from_minor(i64::MAX, currency("EUR"));
        assert_eq!(most.checked_add(Money::from_minor(1, currency("EUR"))), Err(MoneyError::Overflow));
    }

    proptest! {
        #[test]
        fn any_amount_survives_a_decimal_round_trip(minor: i64, code in "(EUR|JPY|KWD|USD)") {
            let money = Money::from_minor(minor, currency(&code));
            prop_assert_eq!(Money::parse(&money.decimal(), money.currency()), Ok(money));
            let json = serde_json::to_string(&money).unwrap();
            prop_assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), money);
        }

        #[test]
        fn adding_and_subtracting_cancels_out(a in -1_000_000_000_i64..1_000_000_000, b in -1_000_000_000_i64..1_000_000_000) {
            let (a, b) = (Money::from_minor(a, currency("EUR")), Money::from_minor(b, currency("EUR")));
            prop_assert_eq!(a.checked_add(b).and_then(|sum| sum.checked_sub(b)), Ok(a));
        }
    }
}
