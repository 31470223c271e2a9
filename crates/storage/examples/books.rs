//! Stores one transaction in a SQLite file and adds it up.
//!
//! `cargo run -p saldo-storage --example books --features sqlite -- sqlite:///tmp/books.db`

use std::error::Error;

use saldo_domain::{
    AccountDraft, AccountKind, CheckedAccount, CheckedDraft, Clock, Currency, Email, Money, Outcome, ReadBy,
    Reconciliation, Sha256, StatementId, StatementKind, SystemClock, TransactionDraft, TransactionFilter,
};
use saldo_storage::{Grouping, NewCredential, NewStatement, NewUser, PasswordHash};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("name a database: sqlite:///tmp/books.db")?;
    let storage = saldo_storage::open(&url).await?;
    let now = SystemClock.now();
    let ada = NewUser {
        email: Email::parse(&format!("ada.{}@example.com", now.as_milliseconds()))?,
        email_verified: false,
        name: "Ada".to_owned(),
        image: None,
    };
    let credential = NewCredential::Password { hash: PasswordHash::from_phc("not a hash".to_owned()) };
    let ada = storage.insert_user(ada, credential, now).await?;
    let id = StatementId::new(now);
    let statement = NewStatement {
        id,
        file_name: "may.pdf".to_owned(),
        file_key: id.to_string(),
        size: 1,
        sha256: Sha256::of(b"may"),
    };
    storage.insert_statement(ada.id, statement, now).await?;
    storage.import_statement(ada.id, id, coffee()?, now).await?;
    for total in storage.total_transactions(ada.id, TransactionFilter::default(), Grouping::Merchant).await? {
        println!("{}: {} spent", total.group, total.flow.spending);
    }
    Ok(())
}

fn coffee() -> Result<CheckedDraft, Box<dyn Error>> {
    let currency = Currency::parse("EUR")?;
    let transaction = TransactionDraft {
        date: "2025-05-01".parse()?,
        value_date: None,
        description: "Blue Café 0042".to_owned(),
        amount: Money::parse("-3.20", currency)?,
        balance: None,
        place: None,
    };
    let draft = AccountDraft {
        number: Some("1234".to_owned()),
        transactions: vec![transaction],
        ..AccountDraft::new(AccountKind::Checking, currency)
    };
    let reconciliation = Reconciliation {
        outcome: Outcome::Unchecked,
        discrepancy: None,
        first_broken: None,
        witnesses: Vec::new(),
        causes: Vec::new(),
        derived: saldo_domain::DerivedEnds::default(),
    };
    Ok(CheckedDraft {
        kind: StatementKind::Bank,
        institution: Some("Bank of Words".to_owned()),
        read_by: ReadBy::Layout,
        pages: 1,
        accounts: vec![CheckedAccount { draft, reconciliation }],
    })
}
