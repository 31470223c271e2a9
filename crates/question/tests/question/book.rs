//! Generated transactions from January 2024 to 20 November 2025, the same at each run.
//! Today is Sunday, 23 November 2025.

use chrono::{Datelike, Days, NaiveDate};
use saldo_domain::category::DEFAULT_CATEGORIES;
use saldo_domain::merchant::merchant_key;
use saldo_domain::{
    Account, AccountId, AccountKind, Category, CategoryBy, CategoryId, Currency, FiscalCalendar, Id, Money,
    Query, QueryAnswer, Split, Tag, Timestamp, Transaction, TransactionKind,
};
use saldo_ledger::known::KnownDays;
use saldo_ledger::query::{QueryData, answer};
use saldo_ledger::rates::RateTable;
use saldo_ledger::recurring::Decisions;
use saldo_question::Names;

pub(crate) struct Book {
    pub(crate) transactions: Vec<Transaction>,
    pub(crate) accounts: Vec<Account>,
    pub(crate) categories: Vec<Category>,
    pub(crate) names: Names,
}

pub(crate) fn today() -> NaiveDate {
    day(2025, 11, 23)
}

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn id<T>(number: usize) -> Id<T> {
    Id::new(Timestamp::from_milliseconds(i64::try_from(number).unwrap()))
}

pub(crate) fn euro(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}

/// A generator of reproducible pseudo-random numbers, with Knuth's MMIX multiplier.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, least: i64, most: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + i64::try_from(self.0 >> 33).unwrap() % (most - least + 1)
    }
}

impl Book {
    pub(crate) fn new() -> Self {
        let accounts = vec![
            account(0, "Main", AccountKind::Checking, "DE** 5678"),
            account(1, "Visa", AccountKind::Card, "**** 1234"),
            account(2, "Rainy Day", AccountKind::Savings, "DE** 9012"),
        ];
        let ids: Vec<(&str, CategoryId)> =
            DEFAULT_CATEGORIES.iter().enumerate().map(|(at, it)| (it.key, id(at + 1))).collect();
        let find = |key: &str| ids.iter().find(|(it, _)| *it == key).unwrap().1;
        let categories = DEFAULT_CATEGORIES.iter().map(|it| Category {
            id: find(it.key),
            key: Some(it.key.to_owned()),
            name: it.name.to_owned(),
            parent: it.parent.map(find),
        });
        let mut book = Self {
            transactions: Vec::new(),
            accounts,
            categories: categories.collect(),
            names: Names::new(&[], &[], &[], &[]),
        };
        book.fill();
        let mut merchants: Vec<String> =
            book.transactions.iter().map(|transaction| transaction.merchant.clone()).collect();
        merchants.sort();
        merchants.dedup();
        let tags = ["holiday", "work trip"].map(|tag| Tag::parse(tag).unwrap());
        book.names = Names::new(&book.categories, &book.accounts, &merchants, &tags);
        book
    }

    fn fill(&mut self) {
        let mut dice = Dice(7);
        let mut date = day(2024, 1, 1);
        while date <= day(2025, 11, 20) {
            self.fixed(date);
            self.varying(date, &mut dice);
            date = date + Days::new(1);
        }
    }

    /// Adds the transactions that recur every month or year.
    fn fixed(&mut self, date: NaiveDate) {
        let later = date >= day(2025, 1, 1);
        match date.day() {
            1 => self.add(date, 0, "ACME GMBH", if later { 325_000 } else { 310_000 }, "salary"),
            2 => self.add(date, 0, "HOMES IMMOBILIEN", -95_000, "rent"),
            5 => {
                self.transfer(date, 0, "STANDING ORDER RAINY DAY", -30_000);
                self.transfer(date, 2, "STANDING ORDER RAINY DAY", 30_000);
            }
            12 => {
                let raised = date >= day(2025, 4, 1);
                self.add(date, 1, "NETFLIX.COM", if raised { -1_499 } else { -1_299 }, "subscriptions");
            }
            14 => self.add(date, 1, "SPOTIFY", -1_099, "subscriptions"),
            15 => self.add(date, 0, "FITLAND", -2_990, "sport"),
            18 if date.month().is_multiple_of(3) => {
                self.add(date, 0, "ALLIANZ", -18_000 - i64::from(date.month()), "insurance");
            }
            28 if date.month() == 6 => {
                self.add(date, 2, "INTEREST", 4_210 + i64::from(date.year() - 2024) * 333, "interest");
            }
            _ => {}
        }
    }

    /// Adds the transactions that occur at random.
    fn varying(&mut self, date: NaiveDate, dice: &mut Dice) {
        if dice.roll(1, 3) == 1 {
            let shop = if dice.roll(1, 2) == 1 { "REWE MARKT" } else { "EDEKA CENTER" };
            self.add(
                date,
                usize::try_from(dice.roll(0, 1)).unwrap(),
                shop,
                -dice.roll(900, 9_900),
                "groceries",
            );
        }
        if dice.roll(1, 5) == 1 {
            let place = if dice.roll(1, 3) == 1 { "TRATTORIA ROMA" } else { "BLUE CAFE" };
            self.add(date, 1, place, -dice.roll(350, 6_500), "restaurants");
        }
        if dice.roll(1, 11) == 1 {
            self.add(date, 1, "SHELL STATION", -dice.roll(4_000, 9_000), "fuel");
        }
        if dice.roll(1, 17) == 1 {
            let amount = -dice.roll(1_500, 25_000);
            self.add(date, 1, "AMAZON EU", amount, "online_shopping");
            if dice.roll(1, 3) == 1 {
                self.add(date + Days::new(6), 1, "AMAZON EU", -amount, "online_shopping");
            }
        }
        if dice.roll(1, 97) == 1 {
            self.add(date, 0, "DENTIST WEISS", -dice.roll(5_000, 30_000), "pharmacy");
        }
        if dice.roll(1, 40) == 1 {
            self.add(date, 1, "HOTEL ADRIA", -dice.roll(9_000, 60_000), "travel");
            let tag = if dice.roll(1, 2) == 1 { "holiday" } else { "work trip" };
            self.transactions.last_mut().unwrap().tags = vec![Tag::parse(tag).unwrap()];
        }
        if dice.roll(1, 31) == 1 {
            self.split(date, dice.roll(500, 3_000), dice.roll(500, 3_000));
        }
        if dice.roll(1, 60) == 1 {
            self.add(date, 0, "KIOSK", -dice.roll(100, 900), "");
        }
    }

    /// Adds a purchase at a drugstore, split into groceries and medicine.
    fn split(&mut self, date: NaiveDate, groceries: i64, medicine: i64) {
        self.add(date, 0, "MUELLER DROGERIE", -groceries - medicine, "");
        let split =
            |minor: i64, key| Split { amount: euro(-minor), category: Some(self.category(key)), note: None };
        let splits = vec![split(groceries, "groceries"), split(medicine, "pharmacy")];
        self.transactions.last_mut().unwrap().splits = splits;
    }

    fn transfer(&mut self, date: NaiveDate, account: usize, description: &str, minor: i64) {
        self.add(date, account, description, minor, "transfers");
        self.transactions.last_mut().unwrap().kind = TransactionKind::Transfer;
    }

    pub(crate) fn add(
        &mut self,
        date: NaiveDate,
        account: usize,
        description: &str,
        minor: i64,
        category: &str,
    ) {
        let category = (!category.is_empty()).then(|| self.category(category));
        let number = self.transactions.len();
        self.transactions.push(Transaction {
            id: id(1_000 + number),
            account: self.accounts[account].id,
            statement: None,
            date,
            value_date: None,
            description: description.to_owned(),
            original_description: description.to_owned(),
            merchant: merchant_key(description),
            amount: euro(minor),
            balance: None,
            category,
            kind: TransactionKind::Transaction,
            place: None,
            position: u32::try_from(number).unwrap(),
            note: String::new(),
            category_by: CategoryBy::Words,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
        });
    }

    pub(crate) fn category(&self, key: &str) -> CategoryId {
        self.categories.iter().find(|it| it.key.as_deref() == Some(key)).unwrap_or_else(|| panic!("{key}")).id
    }

    pub(crate) fn account(&self, name: &str) -> AccountId {
        self.accounts.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("{name}")).id
    }

    /// Returns the product's answer to a query.
    pub(crate) fn answer(&self, query: &Query) -> saldo_ledger::Result<QueryAnswer> {
        self.answer_on(today(), query)
    }

    /// Returns the product's answer to a query on another day.
    pub(crate) fn answer_on(&self, today: NaiveDate, query: &Query) -> saldo_ledger::Result<QueryAnswer> {
        let first = self.transactions.iter().map(|transaction| transaction.date).min().unwrap();
        let last = self.transactions.iter().map(|transaction| transaction.date).max().unwrap();
        let books = QueryData {
            transactions: &self.transactions,
            categories: &self.categories,
            sums: None,
            known: Some(KnownDays::of((first, last), None, today)),
            currency: Currency::parse("EUR").ok(),
            today,
            calendar: FiscalCalendar::CALENDAR,
            preferred: None,
            rates: &RateTable::default(),
            rate_age_days_max: 10,
            decisions: &Decisions::default(),
        };
        answer(query, &books)
    }
}

fn account(number: usize, name: &str, kind: AccountKind, masked: &str) -> Account {
    Account {
        id: id(number),
        name: name.to_owned(),
        institution: None,
        number_masked: Some(masked.to_owned()),
        kind,
        currency: Currency::parse("EUR").unwrap(),
        by_hand: false,
        closed_on: None,
        number: None,
        created_at: Timestamp::from_milliseconds(0),
        updated_at: Timestamp::from_milliseconds(0),
    }
}
