//! Splits: shares of one transaction, each with its own category.

use serde::{Deserialize, Serialize};

use crate::category::CategoryId;
use crate::money::{Money, MoneyError};

/// A share of a transaction with its own category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Split {
    /// The share: signed, and in the currency of the transaction.
    pub amount: Money,
    /// The category; `None` if the split is uncategorized.
    pub category: Option<CategoryId>,
    /// The user's note.
    pub note: Option<String>,
}

/// True if these are valid splits of a transaction of `amount`: at least two, none of them zero, with
/// a sum of `amount`.
///
/// # Errors
/// - [`MoneyError::CurrencyMismatch`] if a split has another currency.
/// - [`MoneyError::Overflow`] if the sum exceeds 64 bits.
pub fn adds_up(amount: Money, splits: &[Split]) -> Result<bool, MoneyError> {
    let sum = Money::sum(amount.currency(), splits.iter().map(|split| split.amount))?;
    Ok(splits.len() >= 2 && sum == amount && splits.iter().all(|split| !split.amount.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn the_splits_of_a_transaction_add_up_to_its_amount() {
        let euro = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
        let part = |minor| Split { amount: euro(minor), category: None, note: None };
        assert_eq!(adds_up(euro(-1000), &[part(-700), part(-300)]), Ok(true));
        assert_eq!(adds_up(euro(-1000), &[part(-1200), part(200)]), Ok(true));
        assert_eq!(adds_up(euro(-1000), &[part(-1000)]), Ok(false));
        assert_eq!(adds_up(euro(-1000), &[part(-1000), part(0)]), Ok(false));
        assert_eq!(adds_up(euro(-1000), &[part(-700), part(-200)]), Ok(false));
        let yen = Split { amount: Money::zero(Currency::parse("JPY").unwrap()), category: None, note: None };
        assert_eq!(adds_up(euro(-1000), &[part(-1000), yen]), Err(MoneyError::CurrencyMismatch));
    }
}
