//! Money: a whole number of minor units of a currency. No float ever touches it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An ISO 4217 currency.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(iso_currency::Currency);

impl Currency {
    /// Parses a three-letter ISO 4217 code, in capitals or not.
    ///
    /// # Errors
    /// [`MoneyError::UnknownCurrency`] when ISO 4217 has no such code.
    pub fn parse(code: &str) -> Result<Self, MoneyError> {
        iso_currency::Currency::from_code(&code.trim().to_ascii_uppercase())
            .map(Self)
            .ok_or(MoneyError::UnknownCurrency)
    }

    /// The three-letter code, in capitals.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// How many decimal digits the currency's amounts have: 2 for EUR, 0 for JPY, 3 for KWD.
    /// A currency without minor units (XAU) has 0.
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

/// Why an amount could not be made or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// ISO 4217 has no such code.
    #[error("not a currency of ISO 4217")]
    UnknownCurrency,
    /// The text is not a decimal amount, or it has more digits than the currency.
    #[error("not an amount of this currency")]
    Malformed,
    /// Amounts of two currencies are never added.
    #[error("amounts of two currencies cannot be added")]
    CurrencyMismatch,
    /// The sum does not fit 64 bits.
    #[error("the amount is too large")]
    Overflow,
}

/// An amount of money, signed from the account holder's side: money in is positive, money out negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

impl Money {
    /// The largest amount that a statement is believed to name, in minor units: ten trillion with two decimals. Nine thousand
    /// of them still add up in 64 bits, so that totals do not overflow.
    pub const LARGEST_MINOR: u64 = 1_000_000_000_000_000;

    /// `minor` units (cents for EUR, yen for JPY) of `currency`.
    #[must_use]
    pub const fn from_minor(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing, in `currency`.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self { minor: 0, currency }
    }

    /// Parses the plain decimal form of the wire: an optional `-`, digits, and at most the currency's digits after a `.`.
    ///
    /// # Errors
    /// [`MoneyError::Malformed`] for anything else, [`MoneyError::Overflow`] when it does not fit.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let places = currency.digits() as usize;
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let dangling_point = digits.contains('.') && fraction.is_empty();
        if whole.is_empty()
            || dangling_point
            || fraction.len() > places
            || !all_digits(whole)
            || !all_digits(fraction)
        {
            return Err(MoneyError::Malformed);
        }
        let mut minor: i64 = 0;
        let padding = std::iter::repeat_n(b'0', places - fraction.len());
        for digit in whole.bytes().chain(fraction.bytes()).chain(padding) {
            let step = i64::from(digit - b'0');
            minor = minor
                .checked_mul(10)
                .and_then(
                    |shifted| if negative { shifted.checked_sub(step) } else { shifted.checked_add(step) },
                )
                .ok_or(MoneyError::Overflow)?;
        }
        Ok(Self { minor, currency })
    }

    /// Parses what a person states, as [`Self::parse`] does, and takes no more than a statement is believed to name.
    ///
    /// # Errors
    /// [`MoneyError::Malformed`], or [`MoneyError::Overflow`] beyond [`Self::LARGEST_MINOR`].
    pub fn parse_stated(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let money = Self::parse(text, currency)?;
        if money.minor.unsigned_abs() > Self::LARGEST_MINOR { Err(MoneyError::Overflow) } else { Ok(money) }
    }

    /// The amount in minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// The currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Whether money went out.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.minor < 0
    }

    /// Whether the amount is nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.minor == 0
    }

    /// The sum.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] or [`MoneyError::Overflow`].
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_add)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] or [`MoneyError::Overflow`].
    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_sub)
    }

    /// The amount with the other sign.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] for the one amount that has no opposite.
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

    /// The sum of `amounts`, all of which must be of `currency`.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] or [`MoneyError::Overflow`].
    pub fn sum(currency: Currency, amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::zero(currency), Self::checked_add)
    }

    /// The decimal string of the wire, with the currency's digits and without its name: `-12.34`.
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

/// `-12.34 EUR`.
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

/// `{"amount":"-12.34","currency":"EUR"}`.
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
    fn text_that_is_no_amount_is_refused() {
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
        fn any_amount_survives_its_decimal_text(minor: i64, code in "(EUR|JPY|KWD|USD)") {
            let money = Money::from_minor(minor, currency(&code));
            prop_assert_eq!(Money::parse(&money.decimal(), money.currency()), Ok(money));
            let json = serde_json::to_string(&money).unwrap();
            prop_assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), money);
        }

        #[test]
        fn adding_and_taking_away_is_nothing(a in -1_000_000_000_i64..1_000_000_000, b in -1_000_000_000_i64..1_000_000_000) {
            let (a, b) = (Money::from_minor(a, currency("EUR")), Money::from_minor(b, currency("EUR")));
            prop_assert_eq!(a.checked_add(b).and_then(|sum| sum.checked_sub(b)), Ok(a));
        }
    }
}
