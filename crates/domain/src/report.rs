//! Totals over transactions, one for each currency. Amounts in different currencies are never added.

use std::collections::BTreeMap;
use std::fmt;

use chrono::NaiveDate;

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::entry::{Entry, EntryKind};
use crate::money::{Currency, Money, MoneyError};
use crate::month::Month;

/// The income and spending in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashFlow {
    /// Money in, as a positive amount.
    pub income: Money,
    /// Money out, as a positive amount.
    pub spending: Money,
    /// The number of transactions that it counts.
    pub entries: u64,
}

impl CashFlow {
    /// Returns a cash flow without transactions.
    #[must_use]
    pub const fn nothing(currency: Currency) -> Self {
        Self { income: Money::zero(currency), spending: Money::zero(currency), entries: 0 }
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
            entries: self.entries.saturating_add(other.entries),
        })
    }

    /// Adds one transaction: a negative amount to the spending, any other to the income.
    ///
    /// # Errors
    /// [`MoneyError::CurrencyMismatch`] if the amount has another currency, [`MoneyError::Overflow`]
    /// if a sum exceeds 64 bits.
    pub fn with(self, amount: Money) -> Result<Self, MoneyError> {
        let entries = self.entries + 1;
        if amount.is_negative() {
            Ok(Self { spending: self.spending.checked_sub(amount)?, entries, ..self })
        } else {
            Ok(Self { income: self.income.checked_add(amount)?, entries, ..self })
        }
    }
}

/// Returns the income and spending of `entries` for each currency. Transfers between own accounts do
/// not count.
///
/// # Errors
/// [`MoneyError::Overflow`] if a total exceeds 64 bits.
pub fn cash_flow<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
) -> Result<BTreeMap<Currency, CashFlow>, MoneyError> {
    let mut totals = BTreeMap::new();
    for entry in entries.into_iter().filter(|entry| entry.kind == EntryKind::Entry) {
        let currency = entry.amount.currency();
        let total = totals.entry(currency).or_insert_with(|| CashFlow::nothing(currency));
        *total = total.with(entry.amount)?;
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
}

/// Writes the merchant's name, an identifier, `2025-04` or `2025-04-03`; nothing for a whole or an
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
    fn money_in_and_money_out_are_kept_apart() {
        let euro = Currency::parse("EUR").unwrap();
        let flow = CashFlow::nothing(euro)
            .with(Money::from_minor(500, euro))
            .and_then(|flow| flow.with(Money::from_minor(-200, euro)))
            .unwrap();
        assert_eq!(flow.income.minor(), 500);
        assert_eq!(flow.spending.minor(), 200);
        assert_eq!(flow.net().unwrap().minor(), 300);
        assert_eq!(flow.entries, 2);
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
