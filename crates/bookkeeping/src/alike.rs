//! Similar transactions, for which the user may select a category together with one of them.

use saldo_domain::transaction::Direction;
use saldo_domain::{CategoryBy, Transaction, TransactionFilter, TransactionId, TransactionKind, UserId};

use crate::{Bookkeeper, Result};

/// The transactions similar to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarTransactions {
    /// The grouping name of their common merchant.
    pub merchant: String,
    /// The IDs of the transactions, the latest first.
    pub transactions: Vec<TransactionId>,
}

impl Bookkeeper {
    /// Returns the other transactions of the same merchant and direction that have a different
    /// category or none, including past ones. Split transactions, transfers and transactions
    /// whose category the user chose are left out. `None` if the transaction does not exist.
    ///
    /// # Errors
    /// [`crate::Error::TooManyTransactions`] if there are too many
    /// candidates; [`crate::Error::Storage`] if the storage fails.
    pub async fn alike(
        &self,
        user: UserId,
        transaction: TransactionId,
    ) -> Result<Option<SimilarTransactions>> {
        let Some(transaction) = self.storage.find_transaction(user, transaction).await? else {
            return Ok(None);
        };
        let mut transactions = Vec::new();
        if !transaction.merchant.is_empty() && is_open(&transaction) {
            let direction = if transaction.amount.is_negative() { Direction::Out } else { Direction::In };
            let filter = TransactionFilter {
                merchant: Some(transaction.merchant.clone()),
                direction: Some(direction),
                kind: Some(TransactionKind::Transaction),
                ..TransactionFilter::default()
            };
            let is_like = |other: &Transaction| {
                other.id != transaction.id
                    && is_open(other)
                    && other.category != transaction.category
                    && other.category_by != CategoryBy::User
            };
            let found = self.all_transactions(user, filter).await?;
            transactions.extend(found.iter().filter(|other| is_like(other)).map(|other| other.id));
        }
        Ok(Some(SimilarTransactions { merchant: transaction.merchant, transactions }))
    }
}

/// True if the transaction has a single category that can be set.
fn is_open(transaction: &Transaction) -> bool {
    transaction.kind == TransactionKind::Transaction && transaction.splits.is_empty()
}

#[cfg(test)]
mod tests {
    use saldo_domain::EditAction;
    use saldo_storage::{Selection, TransactionChange};

    use super::*;
    use crate::test_books::{Books, NOW};

    #[tokio::test(flavor = "multi_thread")]
    async fn transactions_of_one_merchant_are_similar_unless_the_user_categorized_them() {
        let books = Books::of(&["Bäckerei Müller 0042", "Blue Cafe"]).await;
        let past = books.add("BAECKEREI MUELLER").await;
        let other = books.add("Baeckerei Mueller 17").await;
        let chosen = books.add("Bäckerei Müller").await;
        let here = books.add("Bäckerei Müller 3").await;
        let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
        let choose = async |transaction: TransactionId, category: usize| {
            let change = TransactionChange {
                category: Some(Some(categories[category].id)),
                ..TransactionChange::default()
            };
            let chosen = Selection::Ids(vec![transaction]);
            books
                .keeper
                .storage
                .change_transactions(books.user.into(), chosen, change, EditAction::Change, NOW)
                .await
                .unwrap();
        };
        choose(chosen, 1).await;
        choose(here, 2).await;
        let alike = books.keeper.alike(books.user, here).await.unwrap().unwrap();
        assert_eq!(alike.merchant, "backerei muller");
        assert_eq!(alike.transactions.len(), 3, "the first, {past} and {other}: {alike:?}");
        assert!(alike.transactions.contains(&past) && alike.transactions.contains(&other));
        assert!(!alike.transactions.contains(&chosen), "the user's own choice stays");
        let of_cafe = books.keeper.all_transactions(books.user, TransactionFilter::default()).await.unwrap();
        let cafe = of_cafe.iter().find(|transaction| transaction.description == "Blue Cafe").unwrap();
        assert_eq!(books.keeper.alike(books.user, cafe.id).await.unwrap().unwrap().transactions, []);
        assert_eq!(books.keeper.alike(books.user, TransactionId::new(NOW)).await.unwrap(), None);
    }
}
