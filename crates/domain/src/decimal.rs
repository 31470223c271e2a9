//! The scanner of decimal numbers. Amounts, rates, percentages and limits are all parsed by it: [`Digits`]
//! for the one form of programs, [`WrittenNumber`] for those of people.

use std::fmt;

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

/// The reason why a text is not a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidDigits {
    /// The text has another form.
    #[error("not a plain decimal number")]
    Malformed,
    /// The digits do not fit in 128 bits.
    #[error("too many digits")]
    TooLong,
}

impl Digits {
    /// Returns `units` divided by ten to the power of `places`.
    #[must_use]
    pub const fn new(units: u128, places: u32) -> Self {
        Self { units, places }
    }

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

    /// Returns the number times ten to the power of `zeros`; `None` if it does not fit in 128 bits.
    #[must_use]
    pub fn times_ten_to(self, zeros: u32) -> Option<Self> {
        let units = self.units.checked_mul(10_u128.checked_pow(zeros.saturating_sub(self.places))?)?;
        Some(Self { units, places: self.places.saturating_sub(zeros) })
    }
}

/// Writes a plain decimal with all digits of the fraction, such as `12.50`.
impl fmt::Display for Digits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::try_from(self.places).map_err(|_| fmt::Error)?;
        let digits = format!("{:0>width$}", self.units, width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if fraction.is_empty() { formatter.write_str(whole) } else { write!(formatter, "{whole}.{fraction}") }
    }
}

/// A number without a sign in the notation of any country and the digits of any script, such as `1.234,56`,
/// `1'234.56`, `1 234,56`, `1,00,000` or `١٬٢٣٤٫٥`. Its decimal separator may still be unknown.
///
/// ```
/// use saldo_domain::decimal::{Point, WrittenNumber};
///
/// let price = WrittenNumber::parse("1.234,56").expect("a number");
/// assert_eq!(price.point(), Point::Known(','));
/// assert_eq!(price.read(',').expect("grouped digits").to_string(), "1234.56");
/// let price = WrittenNumber::parse("1.234").expect("a number");
/// assert_eq!(price.point(), Point::Open('.'));
/// assert_eq!(["1234", "1.234"], [',', '.'].map(|point| price.read(point).expect("digits").to_string()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenNumber {
    /// ASCII digits, `.` and `,`, and `'` for all other separators.
    text: String,
}

/// The decimal separator of a number, as far as its form shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// There is neither a point nor a comma.
    Absent,
    /// This separator precedes the decimals, or would if there were any.
    Known(char),
    /// This separator, before three digits, precedes decimals or separates thousands.
    Open(char),
}

impl Point {
    /// Returns the decimal separator, assuming that an open one precedes decimals.
    #[must_use]
    pub const fn assuming_decimals(self) -> Option<char> {
        match self {
            Self::Absent => None,
            Self::Known(separator) | Self::Open(separator) => Some(separator),
        }
    }

    /// Returns the decimal separator, assuming that an open one separates thousands: then it is the other
    /// character.
    #[must_use]
    pub const fn assuming_thousands(self) -> Option<char> {
        match self {
            Self::Open(separator) => Some(other(separator)),
            _ => self.assuming_decimals(),
        }
    }
}

/// Returns the point for the comma, and the comma for the point.
const fn other(separator: char) -> char {
    if separator == '.' { ',' } else { '.' }
}

impl WrittenNumber {
    /// Parses digits with any separators between them, and with a point or comma before them. Their
    /// positions are checked by [`Self::read`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.chars().map(plain).collect::<Option<String>>()?;
        (text.ends_with(is_digit) && !text.starts_with('\'')).then_some(Self { text })
    }

    /// Returns the decimal separator as far as the number shows it: the last of different separators, never
    /// a repeated one, and a single one unless it may separate thousands.
    #[must_use]
    pub fn point(&self) -> Point {
        let Some(at) = self.text.rfind(['.', ',']) else { return Point::Absent };
        let separator = char::from(self.text.as_bytes()[at]);
        // The first group has one to three digits and does not begin with a zero.
        let may_group = (1..=3).contains(&at) && !self.text.starts_with('0');
        if self.text.matches(separator).count() > 1 {
            Point::Known(other(separator))
        } else if self.text.contains(other(separator)) || self.text.len() - at != 4 || !may_group {
            Point::Known(separator)
        } else {
            Point::Open(separator)
        }
    }

    /// Returns the number with this decimal separator; `None` unless all other separators are the same and
    /// stand between groups. The last group has three digits; in India, those before it have two.
    #[must_use]
    pub fn read(&self, point: char) -> Option<Digits> {
        let (whole, fraction) = self.text.rsplit_once(point).unwrap_or((&self.text, ""));
        let separator = whole.trim_start_matches(is_digit).chars().next();
        let groups: Vec<&str> = separator.map_or_else(|| vec![whole], |it| whole.split(it).collect());
        let are_groups = match groups.as_slice() {
            [first, between @ .., last] if separator.is_some() => {
                separator != Some(point)
                    && (1..=3).contains(&first.len())
                    && between.iter().all(|group| matches!(group.len(), 2 | 3))
                    && last.len() == 3
            }
            _ => true,
        };
        let text = format!("{}.{fraction}", groups.concat());
        if are_groups { Digits::parse_with(&text, &['.']).ok() } else { None }
    }

    /// True if all digits are zeros.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.text.chars().all(|character| !is_digit(character) || character == '0')
    }
}

const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// Converts digits and separators of any script to ASCII.
fn plain(character: char) -> Option<char> {
    /// The zeros of scripts whose digits are consecutive in Unicode.
    const ZEROS: [u32; 24] = [
        0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
        0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7f6,
    ];
    let code = u32::from(character);
    let digit = ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|digit| *digit < 10));
    if let Some(digit) = digit {
        return char::from_digit(digit, 10);
    }
    match character {
        '\u{66b}' => Some('.'),
        '\u{66c}' => Some(','),
        ' ' | '\'' | '\u{2019}' | '\u{a0}' | '\u{202f}' | '\u{2009}' => Some('\''),
        '.' | ',' => Some(character),
        _ => None,
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
    fn numbers_of_all_countries_are_read() {
        for (text, expected) in [
            ("1,234.56", "1234.56"),
            ("1.234,56", "1234.56"),
            ("1'234.50", "1234.50"),
            ("1\u{202f}234,5", "1234.5"),
            ("1.234.567", "1234567"),
            ("1,00,000", "100000"),
            ("0,125", "0.125"),
            (".50", "0.50"),
            ("1234,567", "1234.567"),
            ("١٬٢٣٤٫٥", "1234.5"),
            ("42", "42"),
        ] {
            let number = WrittenNumber::parse(text).unwrap();
            let point = number.point();
            assert_eq!(point.assuming_decimals(), point.assuming_thousands(), "{text}");
            let digits = number.read(point.assuming_decimals().unwrap_or('.')).unwrap();
            assert_eq!(digits.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn misplaced_separators_are_rejected() {
        for text in ["", ".", "5.", "'5", "1e3", "-5", "1_000"] {
            assert_eq!(WrittenNumber::parse(text), None, "{text}");
        }
        for text in ["1.2.3", "1,2.3,4", "31.12.2025", "1,23", "1'00", "1234.567,8", "1.234'567"] {
            let number = WrittenNumber::parse(text).unwrap();
            assert_eq!(number.read(if text == "1,23" { '.' } else { ',' }), None, "{text}");
        }
        assert_eq!(WrittenNumber::parse("1.234.567").unwrap().read('.'), None);
    }

    #[test]
    fn numbers_are_multiplied_by_powers_of_ten_exactly() {
        for (text, zeros, expected) in [("1.5", 3, "1500"), ("1.2345", 3, "1234.5"), ("150", 3, "150000")] {
            let shifted = Digits::parse(text).unwrap().times_ten_to(zeros);
            assert_eq!(shifted.unwrap().to_string(), expected);
        }
        assert_eq!(Digits::new(u128::MAX, 0).times_ten_to(1), None);
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
