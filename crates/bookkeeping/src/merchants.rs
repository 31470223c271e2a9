//! Merchants: who was paid and who paid, under the names that the user gives them.

use std::collections::BTreeMap;

use saldo_domain::merchant::{is_unclear, merchant_identity};
use saldo_domain::report::CashFlow;
use saldo_domain::{Author, Currency, Date, Edit, Timestamp, UserId};

use crate::reports::SpendingQuery;
use crate::{Bookkeeper, Result};

/// A merchant with its income and spending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merchant {
    /// The name under which its transactions are grouped.
    pub name: String,
    /// The printed names, in the form in which they are compared, to which the user gave this name; empty if
    /// it is the printed name.
    pub printed: Vec<String>,
    /// Its income and spending in each currency, as in [`Bookkeeper::merchants`].
    pub flows: Vec<CashFlow>,
    /// The date of its latest transaction.
    pub last: Date,
    /// `true` if the user should name it: its printed name is unclear, and it makes a large share of the
    /// spending in a currency.
    pub needs_name: bool,
}

/// The share of all spending in a currency, in percent, from which a merchant is worth a name.
const LARGE_PERCENT: i128 = 1;

impl Bookkeeper {
    /// Returns the merchants of all income and spending, in alphabetical order.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn list_merchants(&self, user: UserId, today: Date) -> Result<Vec<Merchant>> {
        let rows = self.merchants(user, SpendingQuery::default(), usize::MAX, today).await?;
        let mut days: BTreeMap<String, Date> = BTreeMap::new();
        for (name, day) in self.storage.list_merchant_days(user).await? {
            let last = days.entry(merchant_identity(&name)).or_insert(day);
            *last = day.max(*last);
        }
        let mut printed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (merchant, name) in self.storage.list_merchant_names(user).await?.iter() {
            printed.entry(merchant_identity(name)).or_default().push(merchant.to_owned());
        }
        let mut found: BTreeMap<String, Merchant> = BTreeMap::new();
        for row in rows {
            let Some(name) = row.name else { continue };
            let identity = merchant_identity(&name);
            // A transaction may have been deleted since the sums were read.
            let Some(last) = days.get(&identity) else { continue };
            let printed = printed.get(&identity).cloned().unwrap_or_default();
            let merchant = found.entry(identity).or_insert(Merchant {
                name,
                printed,
                flows: Vec::new(),
                last: *last,
                needs_name: false,
            });
            merchant.flows.extend(row.flows);
        }
        let mut found: Vec<Merchant> = found.into_values().collect();
        mark_unclear(&mut found);
        Ok(found)
    }

    /// Gives merchants one name, which makes them one merchant; `None` gives each its printed name again.
    /// Transactions of later statements get the name too. If another merchant has the name, it becomes one
    /// with them. The edit is recorded and can be undone.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user has no transaction of a merchant; [`crate::Error::Storage`] if
    /// the storage fails.
    pub async fn name_merchants(
        &self,
        author: Author,
        merchants: Vec<String>,
        name: Option<String>,
        now: Timestamp,
    ) -> Result<Edit> {
        Ok(self.storage.name_merchants(author, merchants, name, now).await?)
    }
}

/// Marks the merchants that the user should name.
fn mark_unclear(merchants: &mut [Merchant]) {
    let mut sums: BTreeMap<Currency, i128> = BTreeMap::new();
    for flow in merchants.iter().flat_map(|merchant| &merchant.flows) {
        *sums.entry(flow.spending.currency()).or_default() += i128::from(flow.spending.minor());
    }
    for merchant in merchants {
        let is_large = merchant.flows.iter().any(|flow| {
            let sum = sums.get(&flow.spending.currency()).copied().unwrap_or_default();
            let spent = i128::from(flow.spending.minor());
            spent > 0 && spent * 100 >= sum * LARGE_PERCENT
        });
        merchant.needs_name = merchant.printed.is_empty() && is_large && is_unclear(&merchant.name);
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::{TransactionFilter, UserId};

    use super::*;
    use crate::test_books::{Books, NOW};
    use crate::{CashFlowQuery, Error, TransactionQuery};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn names(merchants: &[Merchant]) -> Vec<(&str, u64, i64)> {
        let sums = merchants.iter().map(|it| {
            let spent: i64 = it.flows.iter().map(|flow| flow.spending.minor()).sum();
            (it.name.as_str(), it.flows.iter().map(|flow| flow.transactions).sum(), spent)
        });
        sums.collect()
    }

    async fn listed(books: &Books) -> Vec<Merchant> {
        books.keeper.list_merchants(books.user, day("2025-12-01")).await.unwrap()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn merged_merchants_are_one_in_every_figure_until_it_is_undone() {
        let books = Books::of(&["AMZN MKTP DE 0423", "Blue Cafe"]).await;
        for (date, text) in
            [("2025-06-05", "AMAZON EU"), ("2025-07-05", "AMZN MKTP DE 17"), ("2025-08-05", "AMAZON EU")]
        {
            books.add_on(day(date), text).await;
        }
        let (user, keeper) = (books.user, &books.keeper);
        let before = listed(&books).await;
        assert_eq!(names(&before), [("amazon eu", 2, 600), ("amzn mktp de", 2, 600), ("blue cafe", 1, 300)]);
        let both = vec!["amazon eu".to_owned(), "amzn mktp de".to_owned()];
        let edit = keeper.name_merchants(user.into(), both, Some("Amazon".to_owned()), NOW).await.unwrap();
        assert_eq!(edit.transactions, 4);
        let after = listed(&books).await;
        assert_eq!(names(&after), [("Amazon", 4, 1_200), ("blue cafe", 1, 300)]);
        assert_eq!(
            (after[0].last, &after[0].printed[..]),
            (day("2025-08-05"), &["amazon", "amazon eu", "amzn mktp de"].map(str::to_owned)[..])
        );
        // The report, the list, the query and the recurring payments have the name too.
        let report = keeper.merchants(user, SpendingQuery::default(), 10, day("2025-08-06")).await.unwrap();
        assert_eq!(report[0].name.as_deref(), Some("Amazon"));
        let of = TransactionFilter { merchant: Some("amazon".to_owned()), ..TransactionFilter::default() };
        let flows = keeper.flows(user, &TransactionQuery::of(of.clone())).await.unwrap();
        assert_eq!((flows[0].transactions, flows[0].spending.minor()), (4, 1_200));
        let found = TransactionFilter { text: Some("amazon".to_owned()), ..TransactionFilter::default() };
        assert_eq!(keeper.all_transactions(user, found).await.unwrap().len(), 4);
        let recurring = keeper.recurring(user, day("2025-08-06")).await.unwrap();
        assert_eq!(
            recurring.iter().map(|one| (one.merchant.as_str(), one.transactions.len())).collect::<Vec<_>>(),
            [("Amazon", 4)]
        );
        // Later transactions too.
        books.add_on(day("2025-09-05"), "AMZN MKTP DE 99").await;
        assert_eq!(names(&listed(&books).await)[0], ("Amazon", 5, 1_500));
        let total = keeper.cash_flow(user, CashFlowQuery::default()).await.unwrap();
        assert_eq!(
            total.iter().flat_map(|bucket| &bucket.flows).map(|flow| flow.spending.minor()).sum::<i64>(),
            1_800
        );
        let undone = keeper.undo_edit(user.into(), edit.id, NOW).await.unwrap();
        assert_eq!((undone.edit.transactions, undone.kept), (5, 0));
        assert_eq!(
            names(&listed(&books).await),
            [("amazon eu", 2, 600), ("amzn mktp de", 3, 900), ("blue cafe", 1, 300)]
        );
        keeper.undo_edit(user.into(), undone.edit.id, NOW).await.unwrap();
        assert_eq!(names(&listed(&books).await)[0], ("Amazon", 5, 1_500));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_large_merchant_with_an_unclear_name_needs_one() {
        let books = Books::of(&["AMZN MKTP DE", "Blue Cafe"]).await;
        books.add_amount(day("2025-05-02"), "SQ KRB 4F2", -1).await;
        books.add_amount(day("2025-05-03"), "XPR GMBH", 90_000).await;
        books.add_amount(day("2025-05-04"), "2214", -600).await;
        let unclear = async || {
            let all = listed(&books).await;
            all.into_iter().filter(|it| it.needs_name).map(|it| it.name).collect::<Vec<_>>()
        };
        assert_eq!(
            unclear().await,
            ["amzn mktp de"],
            "neither a small one, nor one that only pays, nor a check"
        );
        let named = vec!["amzn mktp de".to_owned()];
        let name = Some("AMZN".to_owned());
        let edit = books.keeper.name_merchants(books.user.into(), named, name, NOW).await.unwrap();
        assert!(unclear().await.is_empty(), "a given name is the user's choice");
        books.keeper.undo_edit(books.user.into(), edit.id, NOW).await.unwrap();
        assert_eq!(unclear().await, ["amzn mktp de"]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_merchant_gets_its_printed_name_again() {
        let books = Books::of(&["Blue Cafe", "BLUE CAFÉ 12"]).await;
        let name = async |from: &str, to: Option<&str>| {
            let to = to.map(str::to_owned);
            books.keeper.name_merchants(books.user.into(), vec![from.to_owned()], to, NOW).await
        };
        name("blue cafe", Some("Bleu")).await.unwrap();
        assert_eq!(names(&listed(&books).await), [("Bleu", 2, 600)]);
        name("Bleu", None).await.unwrap();
        assert_eq!(names(&listed(&books).await), [("blue cafe", 2, 600)]);
        assert!(matches!(name("Bleu", Some("X")).await, Err(Error::NotFound)));
        let nobody = UserId::new(NOW);
        assert!(books.keeper.list_merchants(nobody, day("2025-12-01")).await.unwrap().is_empty());
    }
}
