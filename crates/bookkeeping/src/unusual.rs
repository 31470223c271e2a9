//! Payments of unusual amounts.

use chrono::Days;
use futures::stream::TryStreamExt;
use saldo_domain::{Date, Period, TransactionKind, UserId};
use saldo_ledger::unusual::{Unusual, find_unusual};

use crate::{Bookkeeper, Result};

impl Bookkeeper {
    /// Returns the payments of the `days` before `today` that are far larger than the earlier ones to their
    /// merchant in three years.
    ///
    /// # Errors
    /// [`crate::Error::TooManyTransactions`] if an account has more than a million transactions in these
    /// years; [`crate::Error::Storage`] if the storage fails.
    pub async fn unusual_payments(&self, user: UserId, today: Date, days: u64) -> Result<Vec<Unusual>> {
        let start = today.checked_sub_days(Days::new(days)).unwrap_or(today);
        let Some(recent) = Period::new(start, today) else { return Ok(Vec::new()) };
        let names = self.storage.list_merchant_names(user).await?;
        let kind = Some(TransactionKind::Transaction);
        let mut of_accounts = self.movements_by_account(user, today, kind).await?;
        let mut found = Vec::new();
        while let Some(movements) = of_accounts.try_next().await? {
            found.extend(find_unusual(&movements, &names, recent));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::test_books::Books;

    #[tokio::test]
    async fn a_bill_of_three_times_the_usual_amount_is_found_while_it_is_recent() {
        let books = Books::of(&[]).await;
        for month in 1..=4 {
            books.add_amount(format!("2025-{month:02}-10").parse().unwrap(), "Power Co", -5_000).await;
        }
        books.add_amount("2025-05-10".parse().unwrap(), "Power Co", -20_000).await;
        let on = async |today: &str| {
            let found = books.keeper.unusual_payments(books.user, today.parse().unwrap(), 45).await.unwrap();
            found.into_iter().map(|one| (one.amount.minor(), one.usual.minor())).collect::<Vec<_>>()
        };
        assert_eq!(on("2025-05-20").await, [(-20_000, -5_000)]);
        assert_eq!(on("2025-08-20").await, []);
    }
}
