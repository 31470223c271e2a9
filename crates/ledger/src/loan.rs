//! Loans and savings with monthly interest, rounded half to even to the
//! minor unit each month as a bank does. All arithmetic is on integers.

use saldo_domain::Money;
use saldo_domain::decimal::Digits;

use crate::error::{Error, Result};

/// The longest term of a loan or a savings plan: a hundred years.
const MONTHS_MAX: u32 = 1_200;
/// The highest yearly rate, in millionths: 1,000 %.
const RATE_MAX: u32 = 10_000_000;
/// The divisor that turns a yearly rate in millionths into a monthly fraction.
const DENOMINATOR: i128 = 1_000_000 * 12;

/// A yearly interest rate in millionths: 3.75 % is 37,500.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct YearlyRate(u32);

impl YearlyRate {
    /// Returns the rate of so many millionths; `None` above 1,000 %.
    #[must_use]
    pub const fn from_millionths(millionths: u32) -> Option<Self> {
        if millionths <= RATE_MAX { Some(Self(millionths)) } else { None }
    }

    /// Parses a decimal percentage with at most four fraction digits,
    /// such as `3.75`; `None` for any other text and above 1,000 %.
    #[must_use]
    pub fn parse_percent(text: &str) -> Option<Self> {
        let digits = Digits::parse(text).ok().filter(|digits| digits.places() <= 4)?;
        u32::try_from(digits.scaled(4)?).ok().and_then(Self::from_millionths)
    }

    /// Returns the rate in millionths.
    #[must_use]
    pub const fn millionths(self) -> u32 {
        self.0
    }
}

/// One month of a loan's repayment plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Installment {
    /// The number of the month, from 1.
    pub number: u32,
    /// The payment: interest and repayment.
    pub payment: Money,
    /// The part of the payment that is interest.
    pub interest: Money,
    /// The part of the payment that reduces the debt.
    pub repaid: Money,
    /// The debt after the payment.
    pub owed: Money,
}

/// Returns the smallest monthly payment that pays `debt` off within `months`.
///
/// ```
/// use saldo_domain::{Currency, Money};
/// use saldo_ledger::loan::{YearlyRate, monthly_payment};
///
/// let debt = Money::parse("1200.00", Currency::parse("EUR")?)?;
/// let rate = YearlyRate::parse_percent("0").unwrap();
/// assert_eq!(monthly_payment(debt, rate, 12)?.decimal(), "100.00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Impossible`] unless the debt is positive and `months`
/// is from 1 to 1200; [`Error::Money`] if an amount does not fit.
pub fn monthly_payment(debt: Money, rate: YearlyRate, months: u32) -> Result<Money> {
    checked(debt, months)?;
    // A month's interest and the whole debt are always enough: the upper bound of the search.
    let mut most = debt.checked_add(interest(debt, rate)?)?.minor();
    let mut least = 1;
    while least < most {
        let middle = least + (most - least) / 2;
        if is_paid_off(debt, rate, months, middle)? { most = middle } else { least = middle + 1 }
    }
    Ok(Money::from_minor(most, debt.currency()))
}

/// Returns the repayment plan of a loan with a fixed monthly `payment`,
/// until nothing is owed. The last payment is smaller if less is left.
///
/// ```
/// use saldo_domain::{Currency, Money};
/// use saldo_ledger::loan::{YearlyRate, plan};
///
/// let euros = |text| Money::parse(text, Currency::parse("EUR")?);
/// let rate = YearlyRate::parse_percent("6").unwrap();
/// let instalments = plan(euros("1000.00")?, rate, euros("500.00")?)?;
/// assert_eq!(instalments.len(), 3);
/// assert_eq!(instalments[0].interest.decimal(), "5.00");
/// assert_eq!(instalments[0].owed.decimal(), "505.00");
/// assert!(instalments[2].owed.is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Impossible`] if the debt is not positive, if the payment does not exceed the interest, or if
/// a hundred years are not enough; [`Error::Money`] if an amount does not fit or the currencies differ.
pub fn plan(debt: Money, rate: YearlyRate, payment: Money) -> Result<Vec<Installment>> {
    checked(debt, 1)?;
    let mut owed = debt;
    let mut instalments = Vec::new();
    for number in 1..=MONTHS_MAX {
        let interest = interest(owed, rate)?;
        let due = owed.checked_add(interest)?;
        let paid = if payment.checked_sub(due)?.is_negative() { payment } else { due };
        let repaid = paid.checked_sub(interest)?;
        if repaid.is_negative() || repaid.is_zero() {
            return Err(Error::Impossible("the payment is less than the interest; use a larger payment"));
        }
        owed = owed.checked_sub(repaid)?;
        instalments.push(Installment { number, payment: paid, interest, repaid, owed });
        if owed.is_zero() {
            return Ok(instalments);
        }
    }
    Err(Error::Impossible("the loan is not paid off within one hundred years; use a larger payment"))
}

/// Returns the balance after `months` if `start` earns interest and `added`
/// is paid in at the end of each month. A twelfth of the yearly rate is paid
/// every month and earns interest itself. A negative `added` is a withdrawal.
///
/// # Errors
/// [`Error::Impossible`] for more than 1200 months or a negative start;
/// [`Error::Money`] if an amount does not fit or the currencies differ.
pub fn savings_after(start: Money, rate: YearlyRate, added: Money, months: u32) -> Result<Money> {
    if months > MONTHS_MAX || start.is_negative() {
        return Err(Error::Impossible("savings must start at zero or more and run for at most 1200 months"));
    }
    (0..months).try_fold(start, |balance, _| {
        Ok(balance.checked_add(interest(balance, rate)?)?.checked_add(added)?)
    })
}

fn checked(debt: Money, months: u32) -> Result<()> {
    if debt.is_negative() || debt.is_zero() || !(1..=MONTHS_MAX).contains(&months) {
        return Err(Error::Impossible("a loan must have a positive amount and 1 to 1200 months"));
    }
    Ok(())
}

/// True if a monthly payment of `payment` minor units pays the debt off within `months`.
fn is_paid_off(debt: Money, rate: YearlyRate, months: u32, payment: i64) -> Result<bool> {
    let mut owed = debt;
    for _ in 0..months {
        let interest = interest(owed, rate)?;
        if payment < interest.minor() {
            return Ok(false);
        }
        let left = i128::from(owed.minor()) + i128::from(interest.minor()) - i128::from(payment);
        if left <= 0 {
            return Ok(true);
        }
        owed = fitting(left, debt)?;
    }
    Ok(false)
}

/// Returns a month's interest, rounded half to even; a negative balance has negative interest.
fn interest(balance: Money, rate: YearlyRate) -> Result<Money> {
    let product = i128::from(balance.minor()) * i128::from(rate.0);
    let (quotient, rest) = (product.div_euclid(DENOMINATOR), product.rem_euclid(DENOMINATOR));
    let up = match (rest * 2).cmp(&DENOMINATOR) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => quotient.rem_euclid(2),
        std::cmp::Ordering::Greater => 1,
    };
    fitting(quotient + up, balance)
}

fn fitting(minor: i128, like: Money) -> Result<Money> {
    let minor = i64::try_from(minor).map_err(|_| saldo_domain::MoneyError::Overflow)?;
    Ok(Money::from_minor(minor, like.currency()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::Currency;

    fn euro(text: &str) -> Money {
        Money::parse(text, Currency::parse("EUR").unwrap()).unwrap()
    }
    fn rate(percent: &str) -> YearlyRate {
        YearlyRate::parse_percent(percent).unwrap()
    }

    #[test]
    fn the_payment_follows_the_annuity_formula() {
        // 200000 × i / (1 − (1 + i)^−360) with i = 0.06 / 12 is 1199.10.
        assert_eq!(monthly_payment(euro("200000.00"), rate("6"), 360).unwrap(), euro("1199.11"));
        // Without interest, the payment is the debt divided by the months.
        assert_eq!(monthly_payment(euro("1200.00"), rate("0"), 12).unwrap(), euro("100.00"));
        assert_eq!(monthly_payment(euro("100.00"), rate("12"), 1).unwrap(), euro("101.00"));
    }

    #[test]
    fn a_loan_plan_ends_at_zero() {
        let plan = plan(euro("1000.00"), rate("12"), euro("340.03")).unwrap();
        let owed: Vec<Money> = plan.iter().map(|month| month.owed).collect();
        assert_eq!(owed, [euro("669.97"), euro("336.64"), euro("0.00")]);
        assert_eq!(plan[2].payment, euro("340.01"));
    }

    #[test]
    fn savings_grow_with_interest_on_interest() {
        // 1000 × 1.01^12 is 1126.825…; rounding each month adds a cent.
        assert_eq!(savings_after(euro("1000.00"), rate("12"), euro("0.00"), 12).unwrap(), euro("1126.84"));
        assert_eq!(savings_after(euro("0.00"), rate("0"), euro("50.00"), 24).unwrap(), euro("1200.00"));
    }

    #[test]
    fn a_payment_below_the_interest_never_ends_and_is_refused() {
        assert!(matches!(plan(euro("1000.00"), rate("12"), euro("10.00")), Err(Error::Impossible(_))));
        assert!(matches!(plan(euro("-1.00"), rate("12"), euro("10.00")), Err(Error::Impossible(_))));
        assert!(matches!(monthly_payment(euro("1.00"), rate("1"), 1_201), Err(Error::Impossible(_))));
        let most = Money::from_minor(i64::MAX, euro("0.00").currency());
        assert!(matches!(savings_after(most, rate("1"), euro("0.00"), 1), Err(Error::Money(_))));
    }

    #[test]
    fn a_rate_is_read_exactly() {
        assert_eq!(rate("3.75").millionths(), 37_500);
        for text in ["", "-1", "1e2", "3,75", "0.00001", "1001"] {
            assert_eq!(YearlyRate::parse_percent(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_payment_is_the_smallest_sufficient_one(minor in 1_i64..10_000_000, millionths in 0_u32..500_000, months in 1_u32..480) {
            let (debt, rate) = (Money::from_minor(minor, euro("0.00").currency()), YearlyRate(millionths));
            let payment = monthly_payment(debt, rate, months).unwrap();
            prop_assert!(is_paid_off(debt, rate, months, payment.minor()).unwrap());
            prop_assert!(payment.minor() == 1 || !is_paid_off(debt, rate, months, payment.minor() - 1).unwrap());
        }

        #[test]
        fn repayments_add_up_to_the_debt(minor in 1_i64..10_000_000, millionths in 0_u32..500_000, months in 1_u32..480) {
            let (debt, rate) = (Money::from_minor(minor, euro("0.00").currency()), YearlyRate(millionths));
            let plan = plan(debt, rate, monthly_payment(debt, rate, months).unwrap()).unwrap();
            prop_assert!(plan.len() <= months as usize);
            prop_assert_eq!(plan.iter().map(|month| month.repaid.minor()).sum::<i64>(), minor);
            for month in &plan {
                prop_assert_eq!(month.payment.minor(), month.interest.minor() + month.repaid.minor());
            }
        }
    }
}
