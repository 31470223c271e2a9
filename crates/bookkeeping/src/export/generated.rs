//! Tests on generated data: journals hold the balances that net worth reports, as Beancount and
//! hledger calculate them.

use std::collections::BTreeMap;

use chrono::Days;
use futures::StreamExt;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use saldo_domain::{
    AccountDraft, AccountId, AccountKind, CategoryBy, Currency, Date, Money, Outcome, Period, ReadBy, Sha256,
    Split, StatementDraft, StatementId, StatementKind, TransactionDraft, TransactionFilter, TransactionId,
    TransactionKind,
};
use saldo_ledger::export::ExportFormat;
use saldo_statement_reader::reconcile;
use saldo_storage::{NewStatement, NewTransaction};

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

/// Imports a statement of May 2024 with transactions on the days of `lines`, and with both of its balances,
/// into an account of its own. A payment by hand follows it.
async fn import(books: &Books, lines: &[Line]) {
    let storage = &books.keeper.storage;
    let id = StatementId::new(NOW);
    let new = NewStatement {
        id,
        file_name: "may.pdf".to_owned(),
        file_key: format!("files/{id}"),
        size: 1,
        sha256: Sha256::of(b"may"),
    };
    storage.insert_statement(books.user, new, NOW).await.unwrap();
    let mut transactions: Vec<TransactionDraft> = lines
        .iter()
        .map(|(_, days, minor, ..)| TransactionDraft {
            date: day("2024-05-01") + Days::new(days % 31),
            value_date: None,
            description: format!("Printed {days}"),
            amount: money(0, *minor),
            balance: None,
            place: None,
        })
        .collect();
    transactions.sort_by_key(|it| it.date);
    let closing = transactions.iter().fold(50_000, |sum, it| sum + it.amount.minor());
    let account = AccountDraft {
        number: Some("DE02 1203 0000 0000 2020 51".to_owned()),
        name: Some("Printed".to_owned()),
        period_start: Some(day("2024-05-01")),
        period_end: Some(day("2024-05-31")),
        opening_balance: Some(money(0, 50_000)),
        closing_balance: Some(money(0, closing)),
        transactions,
        ..AccountDraft::new(AccountKind::Checking, money(0, 0).currency())
    };
    let draft = StatementDraft {
        kind: StatementKind::Bank,
        institution: None,
        read_by: ReadBy::Layout,
        pages: 1,
        accounts: vec![account],
    };
    let checked = reconcile::check(draft);
    assert_eq!(checked.accounts[0].reconciliation.outcome, Outcome::Balanced);
    storage.import_statement(books.user, id, checked, NOW).await.unwrap().unwrap();
    let accounts = storage.list_accounts(books.user).await.unwrap();
    let printed = accounts.iter().find(|account| account.name == "Printed").unwrap().id;
    books.add_to(printed, day("2024-08-17"), "After it", money(0, -1_234)).await;
}

/// Stores the transactions, with one or two known balances of each account, and a statement.
async fn store(books: &Books, lines: &[Line]) {
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
        storage.insert_transaction(books.user.into(), transaction, NOW).await.unwrap();
        if is_split {
            let part = |minor, category: usize| Split {
                amount: money(account, minor),
                category: Some(categories[category].id),
                note: None,
            };
            let parts = vec![part(minor / 2, 1), part(minor - minor / 2, 2)];
            books.keeper.split_transaction(books.user.into(), id, parts, NOW).await.unwrap();
        }
    }
    let known =
        [(0, "2024-03-10", 12_345), (0, "2025-01-31", -678), (1, "2024-09-30", 0), (2, "2024-01-10", 9)];
    for (account, date, minor) in known {
        let amount = money(account, minor);
        let stored = storage.put_balance(books.user, accounts[account], day(date), amount).await;
        assert!(stored.unwrap());
    }
    import(books, lines).await;
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
        assert_eq!(accounts.len(), 4);
        let days: Vec<Date> = worth.points.iter().map(|point| point.date).collect();
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
            for point in &worth.points {
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
