//! Accounts and transactions in a separate database, for the tests of this crate.

use saldo_domain::{
    AccountId, AccountKind, CategoryBy, Currency, Date, Email, Money, Timestamp, TransactionFilter,
    TransactionId, TransactionKind, UserId,
};
use saldo_storage::{NewCredential, NewManualAccount, NewTransaction, NewUser};

use crate::Bookkeeper;

pub(crate) const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);

/// A user with an account, and their bookkeeper.
pub(crate) struct Books {
    pub(crate) keeper: Bookkeeper,
    pub(crate) user: UserId,
    pub(crate) account: AccountId,
    _folder: tempfile::TempDir,
}

impl Books {
    /// Creates a user with a transaction for each of these descriptions.
    pub(crate) async fn of(descriptions: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("saldo.db").display());
        let keeper = Bookkeeper::new(saldo_storage::open(&url).await.unwrap());
        let new = NewUser::named(Email::parse("ada@example.com").unwrap(), "Ada");
        let credential = NewCredential::at_provider("test", "ada");
        let user = keeper.storage.insert_user(new, credential, NOW).await.unwrap().id;
        let account = NewManualAccount {
            id: AccountId::new(NOW),
            name: "Cash".to_owned(),
            institution: None,
            kind: AccountKind::Cash,
            currency: Currency::parse("EUR").unwrap(),
        };
        let account = keeper.storage.insert_account(user, account, NOW).await.unwrap().id;
        let books = Self { keeper, user, account, _folder: folder };
        for description in descriptions {
            books.add(description).await;
        }
        books
    }

    /// Adds a cash account in a currency.
    pub(crate) async fn add_account(&self, name: &str, currency: Currency) -> AccountId {
        let account = NewManualAccount {
            id: AccountId::new(NOW),
            name: name.to_owned(),
            institution: None,
            kind: AccountKind::Cash,
            currency,
        };
        self.keeper.storage.insert_account(self.user, account, NOW).await.unwrap().id
    }

    /// Adds a payment of three euros on May 1, 2025.
    pub(crate) async fn add(&self, description: &str) -> TransactionId {
        self.add_on(Date::from_ymd_opt(2025, 5, 1).unwrap(), description).await
    }

    /// Adds a payment of three euros.
    pub(crate) async fn add_on(&self, date: Date, description: &str) -> TransactionId {
        self.add_amount(date, description, -300).await
    }

    /// Adds a transaction.
    pub(crate) async fn add_amount(&self, date: Date, description: &str, minor: i64) -> TransactionId {
        let amount = Money::from_minor(minor, Currency::parse("EUR").unwrap());
        self.add_to(self.account, date, description, amount).await
    }

    /// Adds a transaction to an account.
    pub(crate) async fn add_to(
        &self,
        account: AccountId,
        date: Date,
        description: &str,
        amount: Money,
    ) -> TransactionId {
        let transaction = NewTransaction {
            id: TransactionId::new(NOW),
            account,
            statement: None,
            position: None,
            date,
            description: description.to_owned(),
            note: String::new(),
            amount,
            category: None,
            category_by: CategoryBy::Words,
            kind: TransactionKind::Transaction,
            tags: Vec::new(),
        };
        let id = transaction.id;
        self.keeper.storage.insert_transaction(self.user.into(), transaction, NOW).await.unwrap();
        id
    }

    /// Returns the description of each transaction, the source
    /// of its category, and true if it has one, by description.
    pub(crate) async fn categorized(&self) -> Vec<(String, CategoryBy, bool)> {
        let transactions =
            self.keeper.all_transactions(self.user, TransactionFilter::default()).await.unwrap();
        let mut categorized: Vec<(String, CategoryBy, bool)> = transactions
            .into_iter()
            .map(|transaction| {
                (transaction.description, transaction.category_by, transaction.category.is_some())
            })
            .collect();
        categorized.sort_by(|one, other| one.0.cmp(&other.0));
        categorized
    }
}
