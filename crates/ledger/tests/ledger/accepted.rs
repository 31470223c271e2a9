//! Tests that Beancount and hledger accept the exports, with every balance asserted.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use saldo_domain::{Date, Money, Period, Timestamp};
use saldo_ledger::export::{ExportData, ExportFormat, ExportTransaction, export};

use crate::balances::with_certain_balances;
use crate::corpus::samples;
use crate::generated::any_export;
use crate::tools::Tool;

fn exported(format: ExportFormat, books: ExportData, transactions: &[ExportTransaction]) -> Vec<u8> {
    let books = with_certain_balances(books, transactions);
    export(format, books, transactions, Timestamp::from_milliseconds(1_750_000_000_000), Vec::new()).unwrap()
}

/// Returns the number of closing balances that a file asserts.
fn asserted(tool: Tool, text: &str) -> usize {
    match tool {
        Tool::BeanCheck => text.lines().filter(|line| line.get(10..19) == Some(" balance ")).count(),
        Tool::Hledger => text.lines().filter(|line| line.ends_with(" * Closing balance")).count(),
    }
}

fn accepts_every_sample(tool: Tool, format: ExportFormat) {
    let Some(program) = tool.find() else { return };
    let samples = samples();
    let mut closings = 0;
    for sample in &samples {
        let text = exported(format, sample.books.clone(), &sample.transactions);
        tool.check(&program, &text).unwrap_or_else(|said| panic!("{}: {said}", sample.name));
        let text = String::from_utf8(text).unwrap();
        assert_eq!(asserted(tool, &text), sample.closings, "{}", sample.name);
        closings += sample.closings;
    }
    // The repository's own samples have five, with those beside it there are at least 35.
    let least = if samples.len() > 5 { 35 } else { 5 };
    assert!(closings >= least, "only {closings} closing balances were asserted");
    println!("{tool:?} accepts {} samples with {closings} closing balances asserted", samples.len());
}

#[test]
fn bean_check_accepts_every_sample_statement_with_its_balances_asserted() {
    accepts_every_sample(Tool::BeanCheck, ExportFormat::Beancount);
}

#[test]
fn hledger_accepts_every_sample_statement_with_its_balances_asserted() {
    accepts_every_sample(Tool::Hledger, ExportFormat::Hledger);
}

/// Checks that the program rejects a closing balance that is
/// off by a cent, which proves that the balance is asserted.
fn refuses_a_wrong_balance(tool: Tool, format: ExportFormat) {
    let Some(program) = tool.find() else { return };
    for sample in samples().into_iter().filter(|sample| sample.closings > 0).take(2) {
        let text = String::from_utf8(exported(format, sample.books.clone(), &sample.transactions)).unwrap();
        let closing = sample.books.statements[0].closing.unwrap();
        let wrong = Money::from_minor(closing.minor() + 1, closing.currency());
        let (right, wrong) = match tool {
            Tool::BeanCheck => {
                (format!("  {} ~ 0 ", closing.decimal()), format!("  {} ~ 0 ", wrong.decimal()))
            }
            Tool::Hledger => (format!("= {closing}\n"), format!("= {wrong}\n")),
        };
        let at = text.rfind(&right).unwrap();
        let broken = format!("{}{wrong}{}", &text[..at], &text[at + right.len()..]);
        assert!(tool.check(&program, broken.as_bytes()).is_err(), "{}", sample.name);
    }
}

#[test]
fn bean_check_refuses_an_export_whose_balance_is_a_cent_off() {
    refuses_a_wrong_balance(Tool::BeanCheck, ExportFormat::Beancount);
}

#[test]
fn hledger_refuses_an_export_whose_balance_is_a_cent_off() {
    refuses_a_wrong_balance(Tool::Hledger, ExportFormat::Hledger);
}

/// Moves all dates so that the first or the last transaction is on the day `to`.
fn moved(
    mut books: ExportData,
    mut transactions: Vec<ExportTransaction>,
    to: Date,
    is_first: bool,
) -> (ExportData, Vec<ExportTransaction>) {
    let dates = || transactions.iter().map(|book| book.transaction.date);
    let from = if is_first { dates().min() } else { dates().max() };
    let by = to - from.unwrap();
    for book in &mut transactions {
        book.transaction.date += by;
        book.transaction.value_date = None;
    }
    for statement in &mut books.statements {
        statement.days = Period::new(statement.days.start() + by, statement.days.end() + by).unwrap();
    }
    (books, transactions)
}

fn accepts_any_day(tool: Tool, format: ExportFormat) {
    let Some(program) = tool.find() else { return };
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(3) });
    let days = [(Period::FIRST_DAY, true), ("1850-02-28".parse().unwrap(), true), (Period::LAST_DAY, false)];
    let result = runner.run(&any_export(), |(books, transactions)| {
        for (day, is_first) in days {
            let (books, transactions) = moved(books.clone(), transactions.clone(), day, is_first);
            let text = exported(format, books, &transactions);
            let checked = tool.check(&program, &text);
            prop_assert!(checked.is_ok(), "{}\n{}", checked.unwrap_err(), String::from_utf8_lossy(&text));
        }
        Ok(())
    });
    result.unwrap();
}

#[test]
fn bean_check_accepts_transactions_of_any_day() {
    accepts_any_day(Tool::BeanCheck, ExportFormat::Beancount);
}

#[test]
fn hledger_accepts_transactions_of_any_day() {
    accepts_any_day(Tool::Hledger, ExportFormat::Hledger);
}

fn accepts_any_export(tool: Tool, format: ExportFormat) {
    let Some(program) = tool.find() else { return };
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(12) });
    let result = runner.run(&any_export(), |(books, transactions)| {
        let text = exported(format, books, &transactions);
        let checked = tool.check(&program, &text);
        prop_assert!(checked.is_ok(), "{}\n{}", checked.unwrap_err(), String::from_utf8_lossy(&text));
        Ok(())
    });
    result.unwrap();
}

#[test]
fn bean_check_accepts_any_user_text() {
    accepts_any_export(Tool::BeanCheck, ExportFormat::Beancount);
}

#[test]
fn hledger_accepts_any_user_text() {
    accepts_any_export(Tool::Hledger, ExportFormat::Hledger);
}
