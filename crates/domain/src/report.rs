//! Totals over transactions, one for each currency. Amounts in different currencies are never added.

use std::collections::BTreeMap;
use std::fmt;

use chrono::NaiveDate;

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::money::{Currency, Money, MoneyError};
use crate::month::Month;
use crate::tag::Tag;
use crate::transaction::{Transaction, TransactionKind};

/// The income and spending in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashFlow {
    /// Money in, as a positive amount.
    pub income: Money,
    /// Money out, as a positive amount.
    pub spending: Money,
    /// The number of transactions that it counts.
    pub transactions: u64,
}

impl CashFlow {
    /// Returns a cash flow without transactions.
    #[must_use]
    pub const fn nothing(currency: Currency) -> Self {
        Self { income: Money::zero(currency), spending: Money::zero(currency), transactions: 0 }
    }

    /// Returns income less spending.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] if the difference exceeds 64 bits.
    pub fn net(self) -> Result<Money, MoneyError> {
        self.income.checked_sub(self.spending)
    }

    /// Returns the sum of two cash flows.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] if they have different currencies, [`MoneyError::Overflow`]
    /// if a sum exceeds 64 bits.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            income: self.income.checked_add(other.income)?,
            spending: self.spending.checked_add(other.spending)?,
            transactions: self.transactions.saturating_add(other.transactions),
        })
    }

    /// Adds one transaction: a negative amount to the spending, any other to the income.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] if the amount has another currency, [`MoneyError::Overflow`]
    /// if a sum exceeds 64 bits.
    pub fn with(self, amount: Money) -> Result<Self, MoneyError> {
        let transactions = self.transactions + 1;
        if amount.is_negative() {
            Ok(Self { spending: self.spending.checked_sub(amount)?, transactions, ..self })
        } else {
            Ok(Self { income: self.income.checked_add(amount)?, transactions, ..self })
        }
    }
}

/// Returns the income and spending of `transactions` for each currency. Transfers between own accounts do
/// not count.
///
/// # Errors
/// [`MoneyError::Overflow`] if a total exceeds 64 bits.
pub fn cash_flow<'a>(
    transactions: impl IntoIterator<Item = &'a Transaction>,
) -> Result<BTreeMap<Currency, CashFlow>, MoneyError> {
    let mut totals = BTreeMap::new();
    for transaction in
        transactions.into_iter().filter(|transaction| transaction.kind == TransactionKind::Transaction)
    {
        let currency = transaction.amount.currency();
        let total = totals.entry(currency).or_insert_with(|| CashFlow::nothing(currency));
        *total = total.with(transaction.amount)?;
    }
    Ok(totals)
}

/// The property, besides the currency, that the transactions of one total share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// No further property.
    Whole,
    /// The category; `None` for uncategorized transactions.
    Category(Option<CategoryId>),
    /// The merchant.
    Merchant(String),
    /// The month.
    Month(Month),
    /// The day.
    Day(NaiveDate),
    /// The account.
    Account(AccountId),
    /// The tag.
    Tag(Tag),
}

/// Writes the merchant's name, the tag, an identifier, `2025-04` or `2025-04-03`; nothing for a whole or an
/// uncategorized group.
impl fmt::Display for Group {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole | Self::Category(None) => Ok(()),
            Self::Category(Some(category)) => category.fmt(formatter),
            Self::Merchant(merchant) => merchant.fmt(formatter),
            Self::Month(month) => month.fmt(formatter),
            Self::Day(day) => day.fmt(formatter),
            Self::Account(account) => account.fmt(formatter),
            Self::Tag(tag) => tag.as_str().fmt(formatter),
        }
    }
}

/// The total of one group of transactions in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupTotal {
    /// The property that the transactions share.
    pub group: Group,
    /// The income and spending.
    pub flow: CashFlow,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_in_and_money_out_are_separate() {
        let euro = Currency::parse("EUR").unwrap();
        let flow = CashFlow::nothing(euro)
            .with(Money::from_minor(500, euro))
            .and_then(|flow| flow.with(Money::from_minor(-200, euro)))
            .unwrap();
        assert_eq!(flow.income.minor(), 500);
        assert_eq!(flow.spending.minor(), 200);
        assert_eq!(flow.net().unwrap().minor(), 300);
        assert_eq!(flow.transactions, 2);
    }

    #[test]
    fn a_total_of_another_currency_is_refused() {
        let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
        assert_eq!(
            CashFlow::nothing(euro).with(Money::from_minor(1, yen)),
            Err(MoneyError::CurrencyMismatch)
        );
    }
}
