//! Reads a statement and prints it as JSON: `cargo run --example read -- FILE.pdf [--password PASSWORD]`.

use std::error::Error;

use saldo_domain::{CheckedAccount, CheckedDraft, TransactionDraft};
use saldo_statement_reader::page::{Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::{ReadHints, read_document};
use saldo_statement_reader::reconcile::check;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("say which file: read FILE.pdf [--password PASSWORD]")?;
    let password = match arguments.next().as_deref() {
        Some("--password") => Some(arguments.next().ok_or("--password needs a password")?),
        Some(other) => return Err(format!("unknown argument {other}").into()),
        None => None,
    };
    let bytes = std::fs::read(file)?;
    let limits = PageLimits::default();
    let document =
        Hayro.read(&ReadRequest { bytes: &bytes, password: password.as_deref(), limits: &limits })?;
    let draft = check(read_document(&document, &ReadHints::default())?);
    println!("{}", serde_json::to_string_pretty(&statement(&draft))?);
    Ok(())
}

fn statement(draft: &CheckedDraft) -> Value {
    json!({
        "kind": draft.kind,
        "institution": draft.institution,
        "pages": draft.pages,
        "outcome": draft.outcome(),
        "accounts": draft.accounts.iter().map(account).collect::<Vec<_>>(),
    })
}

fn account(account: &CheckedAccount) -> Value {
    json!({
        "number": account.draft.number,
        "currency": account.draft.currency,
        "period_start": account.draft.period_start,
        "period_end": account.draft.period_end,
        "opening_balance": account.draft.opening_balance.map(saldo_domain::Money::decimal),
        "closing_balance": account.draft.closing_balance.map(saldo_domain::Money::decimal),
        "outcome": account.reconciliation.outcome,
        "discrepancy": account.reconciliation.discrepancy.map(saldo_domain::Money::decimal),
        "first_broken": account.reconciliation.first_broken,
        "witnesses": account.reconciliation.witnesses,
        "causes": account.reconciliation.causes.iter().map(|cause| &cause.message).collect::<Vec<_>>(),
        "entries": account.draft.transactions.iter().map(transaction).collect::<Vec<_>>(),
    })
}

fn transaction(transaction: &TransactionDraft) -> Value {
    json!({
        "date": transaction.date,
        "value_date": transaction.value_date,
        "description": transaction.description,
        "amount": transaction.amount.decimal(),
        "balance": transaction.balance.map(saldo_domain::Money::decimal),
        "place": transaction.place,
    })
}
