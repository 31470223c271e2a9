//! Converts a bank's file (CSV, OFX, QIF, CAMT.053) to a Beancount or hledger journal and lists its recurring
//! payments: `cargo run -p saldo-ledger --example journal -- statement.ofx EUR beancount > books.beancount`.

use std::error::Error;

use saldo_domain::{
    Account, AccountDraft, Clock, Currency, Id, MerchantNames, Money, Outcome, SystemClock, Timestamp,
    Transaction, TransactionKind, merchant,
};
use saldo_ledger::Movement;
use saldo_ledger::export::{
    AccountBalances, ExportData, ExportFormat, ExportTransaction, StatementBalance, export,
};
use saldo_ledger::recurring::find_recurring;
use saldo_statement_ingest::import::{ImportFormat, ImportHints, import};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: journal FILE CURRENCY FORMAT (csv, ofx, qif, beancount, hledger, json)";
    let (path, code) = arguments.next().zip(arguments.next()).ok_or(usage)?;
    let format = arguments.next().and_then(|name| ExportFormat::of_name(&name)).ok_or(usage)?;
    let bytes = std::fs::read(path)?;
    let kind = ImportFormat::of(&bytes).ok_or("no format that is known")?;
    let mut hints = ImportHints::default();
    hints.currency = Some(Currency::parse(&code)?);
    let draft = import(kind, &bytes, &hints)?;

    let now = SystemClock.now();
    let mut books = ExportData::default();
    let mut transactions = Vec::new();
    for (account, number) in draft.accounts.iter().zip(1..) {
        transactions.extend(add(&mut books, account, number, now));
    }
    let order = books.account_order();
    transactions.sort_by_key(|book| {
        (
            order.iter().position(|id| *id == book.transaction.account),
            book.transaction.date,
            book.transaction.position,
        )
    });

    let movements: Vec<Movement> =
        transactions.iter().map(|book| Movement::from(&book.transaction)).collect();
    let today = transactions.iter().map(|book| book.transaction.date).max().unwrap_or(now.date());
    for found in find_recurring(&movements, &MerchantNames::default(), today) {
        eprintln!("{} {:?} {}, next on {}", found.description, found.rhythm, found.amount, found.next);
    }
    drop(export(format, books, &transactions, now, std::io::stdout().lock())?);
    Ok(())
}

/// Adds an account with its statement and returns its transactions.
fn add(books: &mut ExportData, draft: &AccountDraft, number: u32, now: Timestamp) -> Vec<ExportTransaction> {
    let account = Account {
        id: Id::new(now),
        name: draft.name.clone().unwrap_or_else(|| format!("Account {number}")),
        institution: None,
        number_masked: draft.number.as_deref().map(saldo_domain::account::mask_number),
        kind: draft.kind,
        currency: draft.currency,
        by_hand: false,
        closed_on: None,
        number: None,
        created_at: now,
        updated_at: now,
    };
    let dates = draft.transactions.iter().map(|transaction| transaction.date);
    let outcome = if draft.opening_balance.is_some() && draft.closing_balance.is_some() {
        Outcome::Balanced
    } else {
        Outcome::Unchecked
    };
    let days = StatementBalance::days_of(draft.period_start, draft.period_end, dates);
    books.statements.extend(days.map(|days| StatementBalance {
        statement: Id::new(now),
        account: account.id,
        currency: account.currency,
        days,
        opening: draft.opening_balance,
        closing: draft.closing_balance,
        outcome,
    }));
    if let Some((days, closing)) = days.zip(draft.closing_balance) {
        let sum =
            Money::sum(account.currency, draft.transactions.iter().map(|transaction| transaction.amount))
                .ok();
        let before = draft.opening_balance.or_else(|| closing.checked_sub(sum?).ok());
        books.balances.push(AccountBalances {
            account: account.id,
            opening: before.map(|opening| (days.start(), opening)),
            known: vec![(draft.closing_on.unwrap_or(days.end()), closing)],
            moved: Vec::new(),
        });
    }
    let id = account.id;
    books.accounts.push(account);
    let transaction = |(line, position): (&saldo_domain::TransactionDraft, u32)| Transaction {
        id: Id::new(now),
        account: id,
        statement: None,
        date: line.date,
        value_date: line.value_date,
        description: line.description.clone(),
        original_description: line.description.clone(),
        merchant: merchant::merchant_key(&line.description),
        amount: line.amount,
        balance: line.balance,
        category: None,
        kind: TransactionKind::Transaction,
        place: None,
        position,
        note: String::new(),
        category_by: saldo_domain::CategoryBy::Words,
        transfer: None,
        tags: Vec::new(),
        splits: Vec::new(),
    };
    draft.transactions.iter().zip(0..).map(transaction).map(exported).collect()
}

/// Returns a transaction as it is exported, without tags, notes, splits and receipts.
fn exported(transaction: Transaction) -> ExportTransaction {
    let (tags, splits, receipts) = (Vec::new(), Vec::new(), Vec::new());
    ExportTransaction { transaction, tags, note: None, splits, receipts }
}
