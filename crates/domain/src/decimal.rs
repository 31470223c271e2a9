//! The scanner of decimal numbers. Amounts, rates, percentages and limits are all parsed by it.

/// A decimal number without a sign, exactly as it is written: `units` divided by ten to the power of
/// `places`.
///
/// ```
/// use saldo_domain::decimal::Digits;
///
/// let price = Digits::parse("12.50").unwrap();
/// assert_eq!((price.units(), price.places()), (1_250, 2));
/// assert_eq!(price.scaled(3), Some(12_500));
/// assert_eq!(price.scaled(1), Some(125));
/// assert_eq!(price.scaled(0), None);
/// assert!(Digits::parse("1e3").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digits {
    units: u128,
    places: u32,
}

/// The reason for which a text is not a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDigits {
    /// The text has another form.
    #[error("not a plain decimal number")]
    Malformed,
    /// The digits do not fit in 128 bits.
    #[error("too many digits")]
    TooLong,
}

impl Digits {
    /// Parses digits with at most one `.`, which has digits on both sides.
    ///
    /// # Errors
    /// [`InvalidDigits`] for any other text.
    pub fn parse(text: &str) -> Result<Self, InvalidDigits> {
        if text.starts_with('.') || text.ends_with('.') {
            return Err(InvalidDigits::Malformed);
        }
        Self::parse_with(text, &['.'])
    }

    /// Parses digits with at most one of the separators `points`. Digits may be missing on one side of it,
    /// as in `.5` and `5,`.
    ///
    /// # Errors
    /// [`InvalidDigits`] for any other text.
    pub fn parse_with(text: &str, points: &[char]) -> Result<Self, InvalidDigits> {
        let (whole, fraction) = text.split_once(points).unwrap_or((text, ""));
        if whole.is_empty() && fraction.is_empty() {
            return Err(InvalidDigits::Malformed);
        }
        let mut units: u128 = 0;
        for byte in whole.bytes().chain(fraction.bytes()) {
            if !byte.is_ascii_digit() {
                return Err(InvalidDigits::Malformed);
            }
            let shifted = units.checked_mul(10).and_then(|units| units.checked_add(u128::from(byte - b'0')));
            units = shifted.ok_or(InvalidDigits::TooLong)?;
        }
        let places = u32::try_from(fraction.len()).map_err(|_| InvalidDigits::TooLong)?;
        Ok(Self { units, places })
    }

    /// Returns the digits as a whole number.
    #[must_use]
    pub const fn units(self) -> u128 {
        self.units
    }

    /// Returns the number of digits after the point.
    #[must_use]
    pub const fn places(self) -> u32 {
        self.places
    }

    /// Returns the same number without zeros at the end of its fraction.
    #[must_use]
    pub const fn trimmed(mut self) -> Self {
        while self.places > 0 && self.units.is_multiple_of(10) {
            self.units /= 10;
            self.places -= 1;
        }
        self
    }

    /// Returns the number in units of ten to the power of minus `places`, such as cents for 2. `None` if
    /// it is not a whole number of them, or does not fit in 128 bits.
    #[must_use]
    pub fn scaled(self, places: u32) -> Option<u128> {
        let exact = self.trimmed();
        exact.units.checked_mul(10_u128.checked_pow(places.checked_sub(exact.places)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_number_is_read_as_it_is_written(whole in 0_u64.., fraction in "[0-9]{1,18}") {
            let digits = Digits::parse(&format!("{whole}.{fraction}")).unwrap();
            prop_assert_eq!(u128::from(digits.places()), fraction.len() as u128);
            let expected = u128::from(whole) * 10_u128.pow(digits.places()) + fraction.parse::<u128>().unwrap();
            prop_assert_eq!(digits.units(), expected);
            prop_assert_eq!(digits.trimmed().scaled(18), digits.scaled(18));
            prop_assert_eq!(Digits::parse_with(&format!("{whole},{fraction}"), &[',']), Ok(digits));
        }
    }

    #[test]
    fn only_plain_digits_are_a_number() {
        for text in ["", ".", "1.", ".5", "1.2.3", "-1", "+1", "1e3", "1,5", " 1", "١"] {
            assert_eq!(Digits::parse(text), Err(InvalidDigits::Malformed), "{text}");
        }
        assert_eq!(Digits::parse(&"9".repeat(40)), Err(InvalidDigits::TooLong));
        for (text, units, places) in [(".5", 5, 1), ("5,", 5, 0), ("0,92", 92, 2)] {
            let digits = Digits::parse_with(text, &['.', ',']).unwrap();
            assert_eq!((digits.units(), digits.places()), (units, places), "{text}");
        }
    }
}
