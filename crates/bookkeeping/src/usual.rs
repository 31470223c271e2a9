//! Usual spending: the cost of a month apart from recurring payments.

use std::collections::BTreeMap;

use futures::future::try_join_all;
use saldo_domain::report::Group;
use saldo_domain::transaction::Direction;
use saldo_domain::{
    AccountId, Currency, Date, Money, Month, Period, TransactionFilter, TransactionId, TransactionKind,
    UserId,
};
use saldo_ledger::recurring::Recurring;
use saldo_storage::Grouping;

use crate::{Bookkeeper, Result};

/// The maximum number of whole months that are examined.
const MONTHS: u32 = 6;
/// The maximum number of transactions that one request to the storage names.
const IDS_AT_ONCE: usize = 5_000;

/// The usual spending of a month apart from recurring payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsualSpending {
    /// The whole months that were examined.
    pub period: Period,
    /// The number of these months.
    pub months: u32,
    /// The median month, a positive amount for each currency.
    pub per_month: BTreeMap<Currency, Money>,
}

impl Bookkeeper {
    /// Returns the usual monthly spending of the accounts apart from `recurring`.
    /// It is the median of at most the last six whole months, so that a single
    /// large purchase does not affect it. `None` if there is no whole month yet.
    ///
    /// # Errors
    /// [`crate::Error::Money`] if a sum does not fit; [`crate::Error::Storage`] if the storage fails.
    pub async fn usual_spending(
        &self,
        user: UserId,
        accounts: &[AccountId],
        recurring: &[Recurring],
        today: Date,
    ) -> Result<Option<UsualSpending>> {
        let Some(known) = self.known_days(user, &[], today).await? else { return Ok(None) };
        let Some((period, months)) = known.last_months(MONTHS) else { return Ok(None) };
        let of_account = |account: &AccountId| self.spent_besides(user, *account, period, recurring);
        let each = try_join_all(accounts.iter().map(of_account)).await?;
        let mut spent: BTreeMap<(Currency, Month), Money> = BTreeMap::new();
        for (place, money) in each.into_iter().flatten() {
            let sum = spent.entry(place).or_insert_with(|| Money::zero(place.0));
            *sum = sum.checked_add(money)?;
        }
        let mut by_currency: BTreeMap<Currency, Vec<i64>> = BTreeMap::new();
        for ((currency, _), money) in spent {
            by_currency.entry(currency).or_default().push(money.minor());
        }
        let count = usize::try_from(months).unwrap_or(usize::MAX);
        let per_month = by_currency.into_iter().map(|(currency, mut sums)| {
            // Months without spending count as zero.
            sums.resize(count.max(sums.len()), 0);
            (currency, Money::from_minor(median(&mut sums), currency))
        });
        Ok(Some(UsualSpending { period, months, per_month: per_month.collect() }))
    }

    /// Returns the spending of an account in each month, apart from `recurring`.
    async fn spent_besides(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
        recurring: &[Recurring],
    ) -> Result<BTreeMap<(Currency, Month), Money>> {
        let filter = TransactionFilter {
            account: Some(account),
            period: Some(period),
            kind: Some(TransactionKind::Transaction),
            direction: Some(Direction::Out),
            ..TransactionFilter::default()
        };
        let mut spent: BTreeMap<(Currency, Month), Money> =
            self.spent_by_months(user, filter.clone()).await?.into_iter().collect();
        let of_account = recurring.iter().filter(|series| series.account == account);
        let ids: Vec<TransactionId> =
            of_account.flat_map(|series| series.transactions.iter().copied()).collect();
        for ids in ids.chunks(IDS_AT_ONCE) {
            let filter = TransactionFilter { ids: Some(ids.to_vec()), ..filter.clone() };
            for (place, money) in self.spent_by_months(user, filter).await? {
                if let Some(sum) = spent.get_mut(&place) {
                    *sum = sum.checked_sub(money)?;
                }
            }
        }
        Ok(spent)
    }

    async fn spent_by_months(
        &self,
        user: UserId,
        filter: TransactionFilter,
    ) -> Result<Vec<((Currency, Month), Money)>> {
        let totals = self.storage.total_transactions(user, filter, Grouping::Month).await?;
        let of_month = |total: saldo_domain::report::GroupTotal| match total.group {
            Group::Month(month) => Some(((total.flow.spending.currency(), month), total.flow.spending)),
            _ => None,
        };
        Ok(totals.into_iter().filter_map(of_month).collect())
    }
}

/// Returns the median; of an even number, the mean of the two in the middle, rounded down. Zero without sums.
fn median(sums: &mut [i64]) -> i64 {
    sums.sort_unstable();
    let middle = sums.len() / 2;
    match (sums.get(middle.wrapping_sub(1)), sums.get(middle)) {
        (Some(one), Some(other)) if sums.len().is_multiple_of(2) => one + (other - one) / 2,
        (_, Some(one)) => *one,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::Books;

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(&mut [9, 1, 5]), 5);
        assert_eq!(median(&mut [9, 1, 5, 3]), 4);
        assert_eq!(median(&mut []), 0);
    }

    #[tokio::test]
    async fn one_large_purchase_is_not_usual() {
        let books = Books::of(&[]).await;
        let day = |text: &str| text.parse::<Date>().unwrap();
        for (date, times) in [("2025-01-02", 2), ("2025-02-03", 30), ("2025-03-04", 3)] {
            for _ in 0..times {
                books.add_on(day(date), "Market").await;
            }
        }
        let accounts = books.keeper.storage.list_accounts(books.user).await.unwrap();
        let accounts: Vec<AccountId> = accounts.iter().map(|account| account.id).collect();
        books.add_on(day("2025-04-01"), "Market").await;
        let usual = books.keeper.usual_spending(books.user, &accounts, &[], day("2025-04-02")).await.unwrap();
        let usual = usual.unwrap();
        assert_eq!((usual.months, usual.period.end()), (3, day("2025-03-31")));
        let amounts: Vec<i64> = usual.per_month.values().map(|money| money.minor()).collect();
        assert_eq!(amounts, [900]);
    }
}
