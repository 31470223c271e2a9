//! Test data that a user entered manually: without statements, and with a single category.

use saldo_domain::{AccountKind, CategoryBy, Currency, Id, Money, Tag, TransactionKind, UserId};
use saldo_storage::{NewManualAccount, NewTransaction};

use crate::books::{Books, NOW, day, user};

/// Transactions with spending of 1,012.38 in May and 1,064.38 in June.
/// "Rent" only occurs in descriptions; one coffee in April has a category.
const LINES: &[(&str, &str, i64, Option<&str>)] = &[
    ("2025-04-01", "SALARY ACME", 300_000, None),
    ("2025-04-03", "RENT HOME GMBH", -90_000, None),
    ("2025-04-12", "BLUE CAFE", -440, Some("Restaurants and cafés")),
    ("2025-04-15", "SPOTIFY", -1_099, None),
    ("2025-05-01", "SALARY ACME", 300_000, None),
    ("2025-05-03", "RENT HOME GMBH", -90_000, None),
    ("2025-05-07", "REWE MARKT", -5_090, None),
    ("2025-05-12", "BLUE CAFE", -340, None),
    ("2025-05-15", "SPOTIFY", -1_099, None),
    ("2025-05-18", "TESCO STORES 3221", -4_709, None),
    ("2025-06-01", "SALARY ACME", 300_000, None),
    ("2025-06-03", "RENT HOME GMBH", -90_000, None),
    ("2025-06-07", "REWE MARKT", -5_190, None),
    ("2025-06-12", "BLUE CAFE", -440, None),
    ("2025-06-15", "SPOTIFY", -1_299, None),
    ("2025-06-18", "TESCO STORES 3221", -4_809, None),
    ("2025-06-20", "HOTEL LISBOA", -4_700, None),
];

impl Books {
    /// Adds a user with manually entered transactions. The hotel has a tag.
    pub(crate) async fn hand(&self) -> UserId {
        let hana = user(self.storage.as_ref(), "hana@example.org").await;
        let currency = Currency::parse("EUR").unwrap();
        let account = NewManualAccount {
            id: Id::new(NOW),
            name: "Wallet".to_owned(),
            institution: None,
            kind: AccountKind::Checking,
            currency,
        };
        let account = self.storage.insert_account(hana, account, NOW).await.unwrap();
        let categories = self.storage.list_categories(hana).await.unwrap();
        for (number, (date, description, minor, category)) in (1..).zip(LINES) {
            let at = NOW.after(std::time::Duration::from_secs(number));
            let new = NewTransaction {
                id: Id::new(at),
                account: account.id,
                statement: None,
                position: None,
                date: day(date),
                description: (*description).to_owned(),
                note: String::new(),
                amount: Money::from_minor(*minor, currency),
                category: category.map(|name| categories.iter().find(|it| it.name == name).unwrap().id),
                category_by: CategoryBy::User,
                kind: TransactionKind::Transaction,
                tags: description
                    .starts_with("HOTEL")
                    .then(|| Tag::parse("lisbon").unwrap())
                    .into_iter()
                    .collect(),
            };
            self.storage.insert_transaction(hana.into(), new, at).await.unwrap();
        }
        hana
    }

    /// Adds a manual transaction that Ann's statement has one day later: 249.99 at Amazon.
    pub(crate) async fn write_down_again(&self) {
        let accounts = self.storage.list_accounts(self.ann).await.unwrap();
        let account = accounts.iter().find(|it| it.name == "Main").unwrap();
        let at = NOW.after(std::time::Duration::from_hours(1));
        let new = NewTransaction {
            id: Id::new(at),
            account: account.id,
            statement: None,
            position: None,
            date: day("2025-06-07"),
            description: "AMAZON EU".to_owned(),
            note: String::new(),
            amount: Money::from_minor(-24_999, account.currency),
            category: None,
            category_by: CategoryBy::User,
            kind: TransactionKind::Transaction,
            tags: Vec::new(),
        };
        self.storage.insert_transaction(self.ann.into(), new, at).await.unwrap();
    }
}
