//! The transcribed sample statements of the repository, and those in the folder
//! beside it.

use std::path::{Path, PathBuf};

use saldo_domain::{
    Account, AccountKind, Currency, Date, Id, Money, Outcome, Timestamp, Transaction, TransactionKind,
    merchant, text,
};
use saldo_ledger::export::{ExportData, ExportTransaction, StatementBalance};
use serde_json::Value;

/// The data of a sample.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) books: ExportData,
    /// The transactions by account, the oldest first.
    pub(crate) transactions: Vec<ExportTransaction>,
    /// The number of closing balances on statements that add up.
    pub(crate) closings: usize,
}

/// Returns all samples with transactions, by name.
pub(crate) fn samples() -> Vec<Sample> {
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap();
    let of = |folder: &str| -> Vec<PathBuf> {
        let kinds =
            ["easy", "hard"].iter().filter_map(|kind| std::fs::read_dir(home.join(folder).join(kind)).ok());
        kinds
            .flatten()
            .map(|found| found.unwrap().path())
            .filter(|path| path.to_string_lossy().ends_with(".expected.json"))
            .collect()
    };
    let own = of("../statement-reader/tests/samples");
    assert!(!own.is_empty(), "no sample statements in statement-reader/tests/samples");
    let mut files = [own, of("../../../shared/corpus")].concat();
    files.sort();
    files.iter().map(|path| sample(path)).filter(|sample| !sample.transactions.is_empty()).collect()
}

fn sample(path: &Path) -> Sample {
    let expected: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().replace(".expected.json", "");
    let mut sample = Sample { name, books: ExportData::default(), transactions: Vec::new(), closings: 0 };
    let is_card = expected["kind"] == "card";
    for account in expected["accounts"].as_array().into_iter().flatten() {
        add(&mut sample, account, &expected, if is_card { AccountKind::Card } else { AccountKind::Checking });
    }
    sample
}

fn account_of(
    id: Id<Account>,
    account: &Value,
    expected: &Value,
    kind: AccountKind,
    currency: Currency,
) -> Account {
    let now = Timestamp::from_milliseconds(1_750_000_000_000);
    let code = currency.code();
    Account {
        id,
        name: format!("{} {code}", expected["institution"].as_str().unwrap_or("Account")),
        institution: expected["institution"].as_str().map(str::to_owned),
        number_masked: account["number_last4"].as_str().map(|ending| format!("••••{ending}")),
        kind,
        currency,
        by_hand: false,
        closed_on: None,
        number: None,
        created_at: now,
        updated_at: now,
    }
}

fn add(sample: &mut Sample, account: &Value, expected: &Value, kind: AccountKind) {
    let now = Timestamp::from_milliseconds(1_750_000_000_000);
    let code = account["currency"].as_str().or(expected["currency"].as_str()).unwrap_or("EUR");
    let currency = Currency::parse(code).unwrap();
    let money = |field: &Value| field.as_str().map(|amount| amount_of(amount, currency));
    let (id, statement) = (Id::new(now), Id::new(now));
    sample.books.accounts.push(account_of(id, account, expected, kind, currency));
    let listed = account["entries"].as_array().cloned().unwrap_or_default();
    let mut transactions: Vec<ExportTransaction> = listed
        .iter()
        .zip(0..)
        .map(|(line, position)| {
            let description = text::one_line(line["description"].as_str().unwrap());
            let transaction = Transaction {
                id: Id::new(now),
                account: id,
                statement: Some(statement),
                date: line["date"].as_str().unwrap().parse().unwrap(),
                value_date: None,
                merchant: merchant::merchant_key(&description),
                original_description: description.clone(),
                description,
                amount: money(&line["amount"]).unwrap(),
                balance: money(&line["balance"]),
                category: None,
                kind: TransactionKind::Transaction,
                note: String::new(),
                category_by: saldo_domain::CategoryBy::Words,
                transfer: None,
                tags: Vec::new(),
                splits: Vec::new(),
                place: None,
                position,
            };
            ExportTransaction {
                transaction,
                tags: Vec::new(),
                note: None,
                splits: Vec::new(),
                receipts: Vec::new(),
            }
        })
        .collect();
    transactions.sort_by_key(|book| book.transaction.date);
    let day = |field: &str| account[field].as_str().and_then(|date| date.parse::<Date>().ok());
    let dates = transactions.iter().map(|book| book.transaction.date);
    let days = StatementBalance::days_of(day("period_start"), day("period_end"), dates);
    let (opening, closing) = (money(&account["opening_balance"]), money(&account["closing_balance"]));
    let sum = Money::sum(currency, transactions.iter().map(|book| book.transaction.amount)).unwrap();
    let adds_up = opening.zip(closing).map(|(opening, closing)| opening.checked_add(sum).unwrap() == closing);
    let outcome = match adds_up {
        Some(true) => Outcome::Balanced,
        Some(false) => Outcome::Unbalanced,
        None => Outcome::Unchecked,
    };
    sample.closings += usize::from(outcome == Outcome::Balanced && !transactions.is_empty());
    let balance = days.map(|days| StatementBalance {
        statement,
        account: id,
        currency,
        days,
        opening,
        closing,
        outcome,
    });
    sample.books.statements.extend(balance);
    sample.transactions.extend(transactions);
}

/// Parses a transcribed amount, which may have more zeros than its currency allows.
fn amount_of(amount: &str, currency: Currency) -> Money {
    Money::parse(amount, currency).unwrap_or_else(|_| {
        Money::parse(amount.trim_end_matches('0').trim_end_matches('.'), currency).unwrap()
    })
}
