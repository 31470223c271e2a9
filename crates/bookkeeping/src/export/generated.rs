//! Tests on generated data: journals hold the balances that net worth reports, as Beancount and
//! hledger calculate them.

use std::collections::BTreeMap;

use chrono::Days;
use futures::StreamExt;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use saldo_domain::{
    AccountId, CategoryBy, Currency, Date, Money, Period, Split, TransactionFilter, TransactionId,
    TransactionKind,
};
use saldo_ledger::export::ExportFormat;
use saldo_storage::NewTransaction;

use super::tools::Tool;
use crate::test_books::{Books, NOW};

const CURRENCIES: [&str; 3] = ["EUR", "EUR", "USD"];

/// A generated transaction: its account, day, amount in minor units, and true if it is split or a transfer.
type Line = (usize, u64, i64, bool, bool);

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let minor = prop_oneof![-90_000_i64..-1, 2_i64..120_000];
    let flags = (proptest::bool::weighted(0.3), proptest::bool::weighted(0.15));
    let line = (0_usize..3, 0_u64..600, minor, flags);
    let line = line.prop_map(|(account, day, minor, (is_split, is_transfer))| {
        (account, day, minor, is_split && !is_transfer, is_transfer)
    });
    proptest::collection::vec(line, 5..40)
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn money(account: usize, minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse(CURRENCIES[account]).unwrap())
}

/// Stores the transactions, with one or two known balances of each account. Returns the accounts.
async fn store(books: &Books, lines: &[Line]) -> Vec<AccountId> {
    let storage = &books.keeper.storage;
    let mut accounts = vec![books.account];
    for (name, code) in [("Savings", CURRENCIES[1]), ("Trip", CURRENCIES[2])] {
        accounts.push(books.add_account(name, Currency::parse(code).unwrap()).await);
    }
    let categories = storage.list_categories(books.user).await.unwrap();
    for (account, days, minor, is_split, is_transfer) in lines.iter().copied() {
        let transaction = NewTransaction {
            id: TransactionId::new(NOW),
            account: accounts[account],
            statement: None,
            position: None,
            date: day("2024-01-10") + Days::new(days),
            description: "Line \"quoted\" ; with a comment".to_owned(),
            note: String::new(),
            amount: money(account, minor),
            category: None,
            category_by: CategoryBy::User,
            kind: if is_transfer { TransactionKind::Transfer } else { TransactionKind::Transaction },
            tags: Vec::new(),
        };
        let id = transaction.id;
        storage.insert_transaction(books.user, transaction, NOW).await.unwrap();
        if is_split {
            let part = |minor, category: usize| Split {
                amount: money(account, minor),
                category: Some(categories[category].id),
                note: None,
            };
            let parts = vec![part(minor / 2, 1), part(minor - minor / 2, 2)];
            books.keeper.split_transaction(books.user, id, parts, NOW).await.unwrap();
        }
    }
    let known =
        [(0, "2024-03-10", 12_345), (0, "2025-01-31", -678), (1, "2024-09-30", 0), (2, "2024-01-10", 9)];
    for (account, date, minor) in known {
        let amount = money(account, minor);
        let stored = storage.put_balance(books.user, accounts[account], day(date), amount).await;
        assert!(stored.unwrap());
    }
    accounts
}

#[tokio::test(flavor = "multi_thread")]
async fn journals_agree_with_net_worth() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..3 {
        let lines = lines().new_tree(&mut runner).unwrap().current();
        let books = Books::of(&[]).await;
        store(&books, &lines).await;
        let period = Period::new(day("2024-01-01"), day("2025-09-30"));
        let worth = books.keeper.net_worth(books.user, period, None, day("2025-10-01")).await.unwrap();
        assert_eq!(worth.unknown, []);
        let accounts = books.keeper.storage.list_accounts(books.user).await.unwrap();
        let points: Vec<_> = worth.points.iter().step_by(4).collect();
        let days: Vec<Date> = points.iter().map(|point| point.date).collect();
        for (tool, name) in [(Tool::Hledger, "hledger"), (Tool::BeanCheck, "beancount")] {
            let Some(program) = tool.find() else { continue };
            let format = ExportFormat::of_name(name).unwrap();
            let parts =
                books.keeper.export(books.user, format, TransactionFilter::default(), NOW).await.unwrap();
            let parts: Vec<_> = parts.collect().await;
            let journal: Vec<u8> = parts.into_iter().flat_map(|part| part.unwrap().to_vec()).collect();
            tool.check(&program, &journal).unwrap_or_else(|said| panic!("{said}"));
            let reported = tool.balances(&program, &journal, &days);
            let mut compared = 0;
            for point in &points {
                let held: BTreeMap<AccountId, Money> = point.accounts.iter().copied().collect();
                for (place, account) in accounts.iter().enumerate() {
                    let expected = held.get(&account.id).map_or(0, |money| money.minor());
                    let found = reported[&point.date].get(&place).copied().unwrap_or(0);
                    assert_eq!(found, expected, "{} on {} by {tool:?}", account.name, point.date);
                    compared += usize::from(expected != 0);
                }
            }
            assert!(compared > 0, "no balance was compared with {tool:?}");
        }
    }
}
