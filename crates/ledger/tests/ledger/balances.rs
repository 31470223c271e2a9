//! Tests that the exported journals have the same balances as net worth:
//! both programs return the same balance at the end of each month.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use saldo_domain::{Account, AccountId, AccountKind, Date, Month, Outcome, Period, Timestamp};
use saldo_ledger::export::{AccountBalances, ExportData, ExportFormat, ExportTransaction, export};
use saldo_ledger::history::{History, KnownBalance};

use crate::generated::any_export;
use crate::tools::Tool;

/// Creates the history of an account from the statements and
/// the transactions, with `more` balances and `moved` amounts.
fn history(
    books: &ExportData,
    transactions: &[ExportTransaction],
    account: &Account,
    more: &[KnownBalance],
    moved: &[(Date, Date, i64)],
) -> History {
    let closings =
        books.statements.iter().filter(|one| one.account == account.id && one.outcome == Outcome::Balanced);
    let certain = closings.filter_map(|one| {
        let opened = one.opening.map(|opening| (Some(one.days.start()), opening.minor()));
        Some(KnownBalance { date: one.days.end(), minor: one.closing?.minor(), opened })
    });
    let transactions = transactions.iter().filter(|book| book.transaction.account == account.id);
    let transactions = transactions.map(|book| (book.transaction.date, book.transaction.amount.minor()));
    let moved = moved.iter().flat_map(|(date, counts_on, minor)| [(*date, -minor), (*counts_on, *minor)]);
    History::new(certain.chain(more.iter().copied()), transactions.chain(moved)).unwrap()
}

/// Returns the balances that a journal sets for one account.
fn balances(account: &Account, history: &History, moved: &[(Date, Date, i64)]) -> AccountBalances {
    let ledger = history.ledger(None, Period::LAST_DAY);
    let money = |minor| saldo_domain::Money::from_minor(minor, account.currency);
    AccountBalances {
        account: account.id,
        opening: ledger.opening.map(|(date, minor)| (date, money(minor))),
        known: ledger.known.iter().map(|(date, minor)| (*date, money(*minor))).collect(),
        moved: moved.iter().map(|(date, counts_on, minor)| (*date, *counts_on, money(*minor))).collect(),
    }
}

/// Adds the balances that the statements print.
pub(crate) fn with_certain_balances(mut books: ExportData, transactions: &[ExportTransaction]) -> ExportData {
    let of = |account: &Account| balances(account, &history(&books, transactions, account, &[], &[]), &[]);
    books.balances = books.accounts.iter().map(of).filter(|one| !one.known.is_empty()).collect();
    books
}

/// The additional data of an account: balances that the user entered,
/// transactions that count on another day, and the day it was closed.
type Extras = (Vec<(i64, i64)>, Vec<(usize, i64)>, Option<i64>);

fn extras() -> impl Strategy<Value = Extras> {
    (
        proptest::collection::vec((-40_i64..150, -1_000_000_i64..1_000_000), 0..4),
        proptest::collection::vec((0_usize..20, -30_i64..30), 0..3),
        proptest::option::weighted(0.2, 20_i64..100),
    )
}

fn on(day: i64) -> Date {
    Date::from_ymd_opt(2025, 1, 1).unwrap() + chrono::TimeDelta::days(day)
}

/// Returns the last days of the months from November 2024 to July 2025.
fn month_ends() -> Vec<Date> {
    let first = Month::of(on(-50)).unwrap();
    (0..9).map(|count| first.plus(count).unwrap().period().end()).collect()
}

/// Returns the books with all additional data, and the balance at
/// the end of each month of each account with a known balance.
fn whole(
    mut books: ExportData,
    transactions: &[ExportTransaction],
    extras: &[Extras],
) -> (ExportData, BTreeMap<(AccountId, Date), i64>) {
    let mut expected = BTreeMap::new();
    let mut all = Vec::new();
    for (account, (stated, moved, closed_on)) in books.accounts.clone().iter().zip(extras) {
        let mine: Vec<&ExportTransaction> =
            transactions.iter().filter(|book| book.transaction.account == account.id).collect();
        let moved: Vec<(Date, Date, i64)> = moved
            .iter()
            .filter_map(|(which, by)| {
                let transaction = &mine.get(*which)?.transaction;
                Some((
                    transaction.date,
                    transaction.date + chrono::TimeDelta::days(*by),
                    transaction.amount.minor(),
                ))
            })
            .collect();
        let stated: Vec<KnownBalance> = stated
            .iter()
            .map(|(day, minor)| KnownBalance { date: on(*day), minor: *minor, opened: None })
            .collect();
        let history = history(&books, transactions, account, &stated, &moved);
        let closed_on = closed_on.map(on);
        if let Some(account) = books.accounts.iter_mut().find(|one| one.id == account.id) {
            account.closed_on = closed_on;
        }
        if history.known().is_empty() {
            continue;
        }
        for date in month_ends() {
            let holds = history.at(date).filter(|_| closed_on.is_none_or(|closed| date <= closed));
            expected.insert((account.id, date), holds.unwrap_or(0));
        }
        all.push(balances(account, &history, &moved));
    }
    books.balances = all;
    (books, expected)
}

/// Adds an account that has only entered balances, such as a house.
fn with_a_house(mut books: ExportData) -> ExportData {
    let mut house = books.accounts[0].clone();
    house.id = saldo_domain::Id::new(Timestamp::from_milliseconds(7));
    "House".clone_into(&mut house.name);
    house.kind = AccountKind::Property;
    books.accounts.push(house);
    books
}

fn agrees(tool: Tool, format: ExportFormat) {
    let Some(program) = tool.find() else { return };
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(10) });
    let compared = std::cell::Cell::new(0);
    let result = runner.run(
        &(any_export(), proptest::collection::vec(extras(), 4)),
        |((books, transactions), extras)| {
            let (books, expected) = whole(with_a_house(books), &transactions, &extras);
            let accounts = books.accounts.clone();
            let now = Timestamp::from_milliseconds(1_750_000_000_000);
            let text = export(format, books, &transactions, now, Vec::new()).unwrap();
            let checked = tool.check(&program, &text);
            prop_assert!(checked.is_ok(), "{}\n{}", checked.unwrap_err(), String::from_utf8_lossy(&text));
            let reported = tool.balances(&program, &text, &month_ends());
            for ((id, date), minor) in expected {
                let place = accounts.iter().position(|account| account.id == id).unwrap();
                let holds = reported[&date].get(&place).copied().unwrap_or(0);
                prop_assert_eq!(
                    holds,
                    minor,
                    "{} {}\n{}",
                    accounts[place].name,
                    date,
                    String::from_utf8_lossy(&text)
                );
                compared.set(compared.get() + 1);
            }
            Ok(())
        },
    );
    result.unwrap();
    println!("{tool:?} tells the same of {} balances", compared.get());
}

#[test]
fn hledger_agrees_with_net_worth_at_each_month_end() {
    agrees(Tool::Hledger, ExportFormat::Hledger);
}

#[test]
fn beancount_agrees_with_net_worth_at_each_month_end() {
    agrees(Tool::BeanCheck, ExportFormat::Beancount);
}
