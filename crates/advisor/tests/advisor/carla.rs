//! Test data of a user with three accounts, transfers between them and purchases with a card.

use saldo_domain::{AccountKind, CategoryBy, Currency, Id, Money, TransactionKind, UserId};
use saldo_storage::{NewManualAccount, NewTransaction};

use crate::books::{Account, Books, NOW, day, user};

const ACCOUNTS: [(&str, AccountKind); 3] =
    [("Everyday", AccountKind::Checking), ("Rainy Day", AccountKind::Savings), ("Visa", AccountKind::Card)];

/// The transactions of each month from January to June 2025: the account,
/// the day, the description, the amount and the category. A transaction without a category is a transfer.
const MONTHLY: &[(usize, u32, &str, i64, Option<&str>)] = &[
    (0, 1, "SALARY ACME", 300_000, Some("Salary")),
    (0, 3, "HOMES GMBH", -90_000, Some("Rent and mortgage")),
    (0, 5, "STANDING ORDER RAINY DAY", -30_000, None),
    (1, 5, "STANDING ORDER RAINY DAY", 30_000, None),
    (2, 15, "NETFLIX.COM", -1_299, Some("Subscriptions")),
];

/// Single transactions: transfers to the card of 2 × 150.00,
/// interest of 22.50, a purchase of 80.00, and a yearly premium.
const SINGLE: &[(usize, &str, &str, i64, Option<&str>)] = &[
    (0, "2023-02-03", "ALLIANZ VERSICHERUNG", -24_000, Some("Insurance")),
    (0, "2024-02-03", "ALLIANZ VERSICHERUNG", -24_000, Some("Insurance")),
    (0, "2025-02-03", "ALLIANZ VERSICHERUNG", -24_000, Some("Insurance")),
    (0, "2025-03-20", "VISA BILL", -15_000, None),
    (2, "2025-03-20", "THANK YOU FOR YOUR PAYMENT", 15_000, None),
    (2, "2025-05-10", "ZARA", -8_000, Some("Online shopping")),
    (0, "2025-06-20", "VISA BILL", -15_000, None),
    (2, "2025-06-20", "THANK YOU FOR YOUR PAYMENT", 15_000, None),
    (1, "2025-03-31", "INTEREST", 1_040, Some("Interest and dividends")),
    (1, "2025-06-30", "INTEREST", 1_210, Some("Interest and dividends")),
];

const GIRO: Account<'_> = Account {
    name: "Giro",
    number: "DE00 7777",
    kind: AccountKind::Checking,
    currency: "EUR",
    opening: 100_000,
    lines: &[
        ("2025-04-25", "SALARY ACME", 200_000),
        ("2025-05-25", "SALARY ACME", 200_000),
        ("2025-06-25", "SALARY ACME", 200_000),
    ],
};

const CARD: Account<'_> = Account {
    name: "Card",
    number: "4000 8888",
    kind: AccountKind::Card,
    currency: "EUR",
    opening: 0,
    lines: &[
        ("2025-04-20", "NETFLIX.COM", -1_299),
        ("2025-05-20", "NETFLIX.COM", -1_299),
        ("2025-06-20", "NETFLIX.COM", -1_299),
    ],
};

impl Books {
    /// Adds a user with statements of a checking account and of a card.
    pub(crate) async fn dora(&self) -> UserId {
        let dora = user(self.storage.as_ref(), "dora@example.org").await;
        self.book(dora, &GIRO, NOW.after(std::time::Duration::from_mins(2))).await;
        self.book(dora, &CARD, NOW.after(std::time::Duration::from_mins(3))).await;
        dora
    }

    /// Adds a user who enters a checking account, savings and a card manually, until the end of June 2025.
    pub(crate) async fn carla(&self) -> UserId {
        let carla = user(self.storage.as_ref(), "carla@example.org").await;
        let currency = Currency::parse("EUR").unwrap();
        let mut accounts = Vec::new();
        for (number, (name, kind)) in (1..).zip(ACCOUNTS) {
            let at = NOW.after(std::time::Duration::from_secs(number));
            let new = NewManualAccount {
                id: Id::new(at),
                name: name.to_owned(),
                institution: None,
                kind,
                currency,
            };
            accounts.push(self.storage.insert_account(carla, new, at).await.unwrap().id);
        }
        let categories = self.storage.list_categories(carla).await.unwrap();
        let months = (1..=6).flat_map(|month| {
            MONTHLY.iter().map(move |(account, on, description, minor, category)| {
                (*account, format!("2025-{month:02}-{on:02}"), *description, *minor, *category)
            })
        });
        let single = SINGLE.iter().map(|(account, date, description, minor, category)| {
            (*account, (*date).to_owned(), *description, *minor, *category)
        });
        for (number, (account, date, description, minor, category)) in (10..).zip(months.chain(single)) {
            let at = NOW.after(std::time::Duration::from_secs(number));
            let new = NewTransaction {
                id: Id::new(at),
                account: accounts[account],
                statement: None,
                position: None,
                date: day(&date),
                description: description.to_owned(),
                note: String::new(),
                amount: Money::from_minor(minor, currency),
                category: category.map(|name| categories.iter().find(|it| it.name == name).unwrap().id),
                category_by: CategoryBy::User,
                kind: if category.is_some() {
                    TransactionKind::Transaction
                } else {
                    TransactionKind::Transfer
                },
                tags: Vec::new(),
            };
            self.storage.insert_transaction(carla.into(), new, at).await.unwrap();
        }
        carla
    }
}
