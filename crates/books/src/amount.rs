//! Amounts as programs write them: exact decimals, and the signs of currencies beside them.

use saldo_domain::decimal::WrittenNumber;
use saldo_domain::{Currency, Money};

use crate::Hints;

/// An exact decimal number: `mantissa` divided by ten to the power of `scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dec {
    mantissa: i128,
    scale: u32,
}

impl Dec {
    pub(crate) const ZERO: Self = Self { mantissa: 0, scale: 0 };

    pub(crate) fn new(number: &WrittenNumber, point: char, negative: bool) -> Option<Self> {
        let digits = number.read(point)?;
        let mantissa = i128::try_from(digits.scaled(digits.places())?).ok()?;
        Some(Self { mantissa: if negative { -mantissa } else { mantissa }, scale: digits.places() })
    }

    /// Parses digits with a point, commas between groups and an optional sign.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        // A number may end with its point: `5.`
        let digits = digits.trim_start().trim_end_matches('.');
        Self::new(&WrittenNumber::parse(digits)?, '.', negative)
    }

    /// Returns the fraction of two whole numbers, the second of which is a power of ten.
    pub(crate) fn fraction(number: i64, of: i64) -> Option<Self> {
        let scale = (0..=18).find(|scale| 10_i64.checked_pow(*scale) == Some(of))?;
        Some(Self { mantissa: number.into(), scale })
    }

    fn at_scale(self, scale: u32) -> Option<i128> {
        self.mantissa.checked_mul(10_i128.checked_pow(scale.checked_sub(self.scale)?)?)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        Some(Self { mantissa: self.at_scale(scale)?.checked_add(other.at_scale(scale)?)?, scale })
    }

    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let scale = self.scale.checked_add(other.scale).filter(|scale| *scale <= 36)?;
        Some(Self { mantissa: self.mantissa.checked_mul(other.mantissa)?, scale })
    }

    pub(crate) const fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, scale: self.scale }
    }

    pub(crate) const fn abs(self) -> Self {
        Self { mantissa: self.mantissa.abs(), scale: self.scale }
    }

    pub(crate) const fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    pub(crate) const fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Returns one unit of the last written digit.
    pub(crate) const fn last_unit(self) -> Self {
        Self { mantissa: 1, scale: self.scale }
    }

    /// True if this number is at most `other`.
    pub(crate) fn is_at_most(self, other: Self) -> bool {
        self.minus(other).is_some_and(|difference| difference.mantissa <= 0)
    }

    /// Returns the amount of money; `None` if it is not a whole number of minor units or too large.
    pub(crate) fn money(self, currency: Currency) -> Option<Money> {
        let (minor, rest) = self.minor(currency)?;
        (rest == 0).then_some(())?;
        Some(Money::from_minor(i64::try_from(minor).ok()?, currency))
    }

    /// Returns the amount of money, rounded to the nearest minor unit and half of one to the even neighbor.
    pub(crate) fn rounded(self, currency: Currency) -> Option<Money> {
        let (minor, rest) = self.minor(currency)?;
        let one = 10_i128.checked_pow(self.scale.saturating_sub(currency.digits()))?;
        let twice = rest.checked_mul(2)?.abs();
        let away = twice > one || (twice == one && minor % 2 != 0);
        let minor = if away { minor + self.mantissa.signum() } else { minor };
        Some(Money::from_minor(i64::try_from(minor).ok()?, currency))
    }

    /// Returns the whole minor units, and what remains of the mantissa.
    fn minor(self, currency: Currency) -> Option<(i128, i128)> {
        let digits = currency.digits();
        if self.scale <= digits {
            return Some((self.at_scale(digits)?, 0));
        }
        let one = 10_i128.checked_pow(self.scale - digits)?;
        Some((self.mantissa / one, self.mantissa % one))
    }
}

/// A number as written, with the text beside it that names its currency.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) number: WrittenNumber,
    pub(crate) negative: bool,
    pub(crate) symbol: String,
}

impl Written {
    /// Parses an amount such as `-$1,234.56`, `1.234,56 €` or `(5.00)`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_digit = |character: char| character.is_ascii_digit();
        let begin = text.find(is_digit)?;
        let begin = if text[..begin].ends_with(['.', ',']) { begin - 1 } else { begin };
        let end = text.rfind(is_digit)? + 1;
        let (before, after) = (&text[..begin], &text[end..]);
        let minus = |text: &str| text.contains(['-', '−', '(']);
        let symbol: String = [before, after]
            .concat()
            .chars()
            .filter(|character| !character.is_whitespace() && !"-−+()\"'".contains(*character))
            .collect();
        let number: String = text[begin..end].chars().filter(|character| *character != '\u{a0}').collect();
        Some(Self { number: WrittenNumber::parse(&number)?, negative: minus(before) || minus(after), symbol })
    }

    /// Returns the amount with this decimal separator.
    pub(crate) fn money(&self, point: char, currency: Currency) -> Option<Money> {
        Money::from_digits(self.number.read(point)?, self.negative, currency).ok()
    }
}

/// Returns the decimal separator that the amounts of a file show, or the point.
pub(crate) fn point_of<'a>(amounts: impl IntoIterator<Item = &'a Written>) -> char {
    use saldo_domain::decimal::Point;

    let mut open = None;
    for amount in amounts {
        match amount.number.point() {
            Point::Known(point) => return point,
            Point::Open(_) => open = open.or(amount.number.point().assuming_thousands()),
            Point::Absent => {}
        }
    }
    open.unwrap_or('.')
}

/// Returns the currency of a code or a sign. A sign of several currencies means the one of the hints, or the
/// most common one.
pub(crate) fn currency_of(symbol: &str, hints: &Hints) -> Option<Currency> {
    let code = match symbol {
        "€" => "EUR",
        "£" => "GBP",
        "₹" => "INR",
        "zł" => "PLN",
        "$" | "¥" | "kr" if hints.currency.is_some() => return hints.currency,
        "$" | "US$" => "USD",
        "¥" => "JPY",
        code => code,
    };
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    Currency::parse(code).ok().filter(|_| is_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    #[test]
    fn decimals_are_exact_and_rounded_only_on_request() {
        let dec = |text| Dec::parse(text).unwrap();
        assert_eq!(dec("1,234.56").money(euro()).unwrap().minor(), 123_456);
        assert_eq!(dec("-0.5").times(dec("0.25")).unwrap().money(euro()), None);
        for (text, minor) in [("0.125", 12), ("0.135", 14), ("-0.125", -12), ("-0.126", -13), ("7", 700)] {
            assert_eq!(dec(text).rounded(euro()).unwrap().minor(), minor, "{text}");
        }
        assert_eq!(Dec::fraction(-1234, 100).unwrap().money(euro()).unwrap().minor(), -1234);
        assert_eq!(Dec::fraction(1, 3), None);
    }

    #[test]
    fn an_amount_names_its_currency_by_code_or_sign() {
        for (text, point, minor, code) in [
            ("$1,234.50", '.', 123_450, "USD"),
            ("-1.234,50 €", ',', -123_450, "EUR"),
            ("(5.00) EUR", '.', -500, "EUR"),
        ] {
            let written = Written::parse(text).unwrap();
            let currency = currency_of(&written.symbol, &Hints::default()).unwrap();
            assert_eq!((currency.code(), point_of([&written])), (code, point), "{text}");
            assert_eq!(written.money(point, currency).unwrap().minor(), minor, "{text}");
        }
    }
}
