//! Drafts as a reader returns them.

use saldo_domain::{
    AccountDraft, AccountKind, CheckedAccount, CheckedDraft, Currency, Date, Money, Outcome, Place, ReadBy,
    Reconciliation, StatementKind, TransactionDraft, Witness,
};

pub(crate) fn euro(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}

pub(crate) fn yen(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("JPY").unwrap())
}

/// A day of May 2025.
pub(crate) fn may(day: u32) -> Date {
    Date::from_ymd_opt(2025, 5, day).unwrap()
}

/// A line without a running balance.
pub(crate) fn line(date: Date, description: &str, amount: Money) -> TransactionDraft {
    TransactionDraft {
        date,
        value_date: None,
        description: description.to_owned(),
        amount,
        balance: None,
        place: Some(Place { page: 1, x: 100, y: 200, width: 300, height: 40 }),
    }
}

/// A line with a running balance.
pub(crate) fn line_with_balance(
    date: Date,
    description: &str,
    amount: Money,
    balance: Money,
) -> TransactionDraft {
    TransactionDraft { balance: Some(balance), ..line(date, description, amount) }
}

/// A balanced part of a draft for one account.
pub(crate) fn part(number: &str, transactions: Vec<TransactionDraft>) -> CheckedAccount {
    let currency = transactions.first().map_or(euro(0), |transaction| transaction.amount).currency();
    CheckedAccount {
        draft: AccountDraft {
            number: Some(number.to_owned()),
            name: Some("Everyday".to_owned()),
            period_start: transactions.iter().map(|transaction| transaction.date).min(),
            period_end: transactions.iter().map(|transaction| transaction.date).max(),
            transactions,
            ..AccountDraft::new(AccountKind::Checking, currency)
        },
        reconciliation: Reconciliation {
            outcome: Outcome::Balanced,
            discrepancy: None,
            first_broken: None,
            witnesses: vec![Witness::Count { holds: true }],
            causes: Vec::new(),
            derived: saldo_domain::DerivedEnds::default(),
        },
    }
}

pub(crate) fn draft(accounts: Vec<CheckedAccount>) -> CheckedDraft {
    CheckedDraft {
        kind: StatementKind::Bank,
        institution: Some("Bank of Words".to_owned()),
        read_by: ReadBy::Layout,
        pages: 2,
        accounts,
    }
}

/// A draft of one account.
pub(crate) fn simple(transactions: Vec<TransactionDraft>) -> CheckedDraft {
    draft(vec![part("DE00 1234 5678", transactions)])
}
