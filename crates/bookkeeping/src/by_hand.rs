//! Categories of transactions entered by hand. They are chosen as for
//! those of a statement: by rules, then by the learner, then by words.

use saldo_domain::category::suggest;
use saldo_domain::merchant::merchant_key;
use saldo_domain::{CategoryBy, CategoryId, Transaction, TransactionKind, UserId};
use saldo_storage::NewTransaction;

use crate::{Bookkeeper, Result};

impl Bookkeeper {
    /// Returns the transaction with the category that its description
    /// suggests, unless the user chose one or it is a transfer.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] if a stored rule is invalid; [`crate::Error::Storage`] if the storage fails.
    pub async fn with_category(&self, user: UserId, new: NewTransaction) -> Result<NewTransaction> {
        if new.category.is_some() || new.kind != TransactionKind::Transaction {
            return Ok(new);
        }
        let transaction = as_transaction(&new);
        if let Some(decided) = self.rules(user).await?.apply(&transaction).category {
            return Ok(NewTransaction {
                category: Some(decided.value),
                category_by: CategoryBy::Rule,
                ..new
            });
        }
        let learner = self.learner(user).await?;
        if let Some(learned) =
            learner.suggest(&transaction.original_description, transaction.amount, transaction.account)
        {
            return Ok(NewTransaction {
                category: Some(learned.category),
                category_by: CategoryBy::Learned,
                ..new
            });
        }
        let category = self.by_words(user, &new).await?;
        Ok(NewTransaction { category, category_by: CategoryBy::Words, ..new })
    }

    async fn by_words(&self, user: UserId, new: &NewTransaction) -> Result<Option<CategoryId>> {
        let Some(default) = suggest(&new.description, new.amount) else { return Ok(None) };
        let categories = self.storage.list_categories(user).await?;
        let found = categories.iter().find(|category| category.key.as_deref() == Some(default.key));
        Ok(found.map(|category| category.id))
    }
}

/// Converts a new transaction to the form that rules and the learner take.
fn as_transaction(new: &NewTransaction) -> Transaction {
    Transaction {
        id: new.id,
        account: new.account,
        statement: new.statement,
        date: new.date,
        value_date: None,
        description: new.description.clone(),
        original_description: new.description.clone(),
        merchant: merchant_key(&new.description),
        amount: new.amount,
        balance: None,
        category: None,
        kind: new.kind,
        place: None,
        position: 0,
        note: new.note.clone(),
        category_by: CategoryBy::Words,
        transfer: None,
        tags: new.tags.clone(),
        splits: Vec::new(),
    }
}
