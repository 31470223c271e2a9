//! Reports: totals over entries, one figure a currency. Nothing is ever added across currencies.

use std::collections::BTreeMap;
use std::fmt;

use chrono::NaiveDate;

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::entry::{Entry, EntryKind};
use crate::money::{Currency, Money, MoneyError};
use crate::month::Month;

/// Income and spending of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashFlow {
    /// Money in, as a positive amount.
    pub income: Money,
    /// Money out, as a positive amount.
    pub spending: Money,
    /// How many entries it counts.
    pub entries: u64,
}

impl CashFlow {
    /// Nothing yet.
    #[must_use]
    pub const fn nothing(currency: Currency) -> Self {
        Self { income: Money::zero(currency), spending: Money::zero(currency), entries: 0 }
    }

    /// Income less spending.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`].
    pub fn net(self) -> Result<Money, MoneyError> {
        self.income.checked_sub(self.spending)
    }

    /// Both together.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`], or [`MoneyError::CurrencyMismatch`] when the other is of another currency.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            income: self.income.checked_add(other.income)?,
            spending: self.spending.checked_add(other.spending)?,
            entries: self.entries.saturating_add(other.entries),
        })
    }

    /// With one more entry.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`], or [`MoneyError::CurrencyMismatch`] when the amount is of another currency.
    pub fn with(self, amount: Money) -> Result<Self, MoneyError> {
        let entries = self.entries + 1;
        if amount.is_negative() {
            Ok(Self { spending: self.spending.checked_sub(amount)?, entries, ..self })
        } else {
            Ok(Self { income: self.income.checked_add(amount)?, entries, ..self })
        }
    }
}

/// Income and spending of `entries`, a figure for each currency; transfers between own accounts count as neither.
///
/// # Errors
/// [`MoneyError::Overflow`] when a total does not fit 64 bits.
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

/// What the entries of one total have in common, besides their currency.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Nothing more.
    Whole,
    /// Their category; `None` for those without one.
    Category(Option<CategoryId>),
    /// Their merchant.
    Merchant(String),
    /// Their month.
    Month(Month),
    /// Their day.
    Day(NaiveDate),
    /// Their account.
    Account(AccountId),
}

/// A merchant's name, an id, `2025-04`, `2025-04-03`; nothing for what has no name.
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

/// The total of one group of entries in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupTotal {
    /// What the entries have in common.
    pub group: Group,
    /// Money in and out.
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
