//! Splits: the parts of one entry that belong to several categories.

use serde::{Deserialize, Serialize};

use crate::category::CategoryId;
use crate::money::{Money, MoneyError};

/// A part of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Split {
    /// Its share, signed and of the currency of its entry.
    pub amount: Money,
    /// The category, if it has one.
    pub category: Option<CategoryId>,
    /// What the person noted.
    pub note: Option<String>,
}

/// Whether an entry of `amount` can be split like this: at least two parts, none of them nothing, that add up to it.
///
/// # Errors
/// [`MoneyError::CurrencyMismatch`] when a part is of another currency, [`MoneyError::Overflow`] when the sum does not fit.
pub fn adds_up(amount: Money, splits: &[Split]) -> Result<bool, MoneyError> {
    let sum = Money::sum(amount.currency(), splits.iter().map(|split| split.amount))?;
    Ok(splits.len() >= 2 && sum == amount && splits.iter().all(|split| !split.amount.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn the_parts_of_an_entry_add_up_to_it() {
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
