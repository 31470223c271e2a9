//! Division of integers and amounts, rounded half to even. Every average and share is calculated here.

use saldo_domain::Money;

/// Returns the quotient, rounded half to even; `None` unless the divisor is positive.
#[must_use]
pub fn rounded(numerator: i128, denominator: i128) -> Option<i128> {
    if denominator <= 0 {
        return None;
    }
    let (quotient, rest) = (numerator.div_euclid(denominator), numerator.rem_euclid(denominator));
    let goes_up = match (rest * 2).cmp(&denominator) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => quotient % 2 != 0,
    };
    Some(quotient + i128::from(goes_up))
}

/// Returns the quotient as a decimal with one fraction digit, rounded half to even;
/// `None` unless the divisor is positive, or if ten times the numerator overflows.
#[must_use]
pub fn tenths(numerator: i128, denominator: i128) -> Option<String> {
    let tenths = rounded(numerator.checked_mul(10)?, denominator)?;
    let sign = if tenths < 0 { "-" } else { "" };
    let magnitude = tenths.unsigned_abs();
    Some(format!("{sign}{}.{}", magnitude / 10, magnitude % 10))
}

/// Returns `part` as a percentage of `whole`, with one fraction digit; `None` unless the
/// whole is positive. Both are taken in minor units; the currencies are not compared.
#[must_use]
pub fn percentage(part: Money, whole: Money) -> Option<String> {
    tenths(i128::from(part.minor()) * 100, i128::from(whole.minor()))
}

/// Returns the amount divided by `by`, rounded half to even to the
/// minor unit; `None` if `by` is 0 or the result does not fit.
///
/// ```
/// use saldo_domain::{Currency, Money};
/// use saldo_ledger::ratio::divided;
///
/// let spent = Money::parse("0.05", Currency::parse("EUR")?)?;
/// assert_eq!(divided(spent, 2).map(|half| half.to_string()).as_deref(), Some("0.02 EUR"));
/// # Ok::<(), saldo_domain::MoneyError>(())
/// ```
#[must_use]
pub fn divided(amount: Money, by: u64) -> Option<Money> {
    divided_times(amount, 1, i128::from(by))
}

/// Returns `amount` times `times` divided by `by`, rounded once, half to even to
/// the minor unit. A weekly average, for example, is a sum times 7 divided by a
/// number of days. `None` unless `by` is positive, or if the result does not fit.
#[must_use]
pub fn divided_times(amount: Money, times: i128, by: i128) -> Option<Money> {
    let quotient = rounded(i128::from(amount.minor()).checked_mul(times)?, by)?;
    Some(Money::from_minor(i64::try_from(quotient).ok()?, amount.currency()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::Currency;

    fn euros(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    #[test]
    fn halves_are_rounded_to_the_even_cent() {
        assert_eq!(divided(euros(5), 2), Some(euros(2)));
        assert_eq!(divided(euros(7), 2), Some(euros(4)));
        assert_eq!(divided(euros(-5), 2), Some(euros(-2)));
        assert_eq!(divided(euros(-10), 3), Some(euros(-3)));
        assert_eq!(divided(euros(1), 0), None);
    }

    #[test]
    fn a_percentage_has_one_digit() {
        assert_eq!(percentage(euros(1), euros(3)).as_deref(), Some("33.3"));
        assert_eq!(percentage(euros(-1), euros(8)).as_deref(), Some("-12.5"));
        assert_eq!(percentage(euros(-1), euros(300)).as_deref(), Some("-0.3"));
        assert_eq!(percentage(euros(1), euros(0)), None);
    }
}
