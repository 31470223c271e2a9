//! Tests that an export that is read back equals the original.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use saldo_domain::own_csv::{SplitText, TransactionMarks};
use saldo_domain::spreadsheet::unescaped;
use saldo_domain::{AccountDraft, AccountId, Currency, Date, Money, Timestamp, text};
use saldo_ledger::Error;
use saldo_ledger::export::{
    ExportData, ExportFormat, ExportTransaction, Exporter, category_paths, export, read_json,
};
use saldo_statement_ingest::import::{ImportFormat, ImportHints, details, import};

use crate::balances::with_certain_balances;
use crate::generated::any_export;

const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);

fn exported(format: ExportFormat, books: &ExportData, transactions: &[ExportTransaction]) -> Vec<u8> {
    let books = with_certain_balances(books.clone(), transactions);
    export(format, books, transactions, NOW, Vec::new()).unwrap()
}

/// Splits the data by account.
fn by_account(
    books: &ExportData,
    transactions: &[ExportTransaction],
) -> Vec<(ExportData, Vec<ExportTransaction>)> {
    let of = |id: AccountId| {
        let mut books = books.clone();
        books.accounts.retain(|account| account.id == id);
        books.statements.retain(|statement| statement.account == id);
        let transactions: Vec<ExportTransaction> =
            transactions.iter().filter(|book| book.transaction.account == id).cloned().collect();
        (books, transactions)
    };
    books.accounts.iter().map(|account| of(account.id)).collect()
}

fn imported(format: ImportFormat, bytes: &[u8], currency: Currency) -> Vec<AccountDraft> {
    let mut hints = ImportHints::default();
    hints.currency = Some(currency);
    assert_eq!(ImportFormat::of(bytes), Some(format), "{}", String::from_utf8_lossy(bytes));
    import(format, bytes, &hints)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)))
        .accounts
}

type Line = (Date, Option<Date>, String, Money, Option<Money>);

fn lines(transactions: &[ExportTransaction], with_value_date: bool, with_balance: bool) -> Vec<Line> {
    let line = |book: &ExportTransaction| {
        let transaction = &book.transaction;
        let value_date = transaction.value_date.filter(|_| with_value_date);
        (
            transaction.date,
            value_date,
            text::one_line(&transaction.description),
            transaction.amount,
            transaction.balance.filter(|_| with_balance),
        )
    };
    transactions.iter().map(line).collect()
}

fn read(draft: &AccountDraft) -> Vec<Line> {
    let line = |transaction: &saldo_domain::TransactionDraft| {
        (
            transaction.date,
            transaction.value_date,
            transaction.description.clone(),
            transaction.amount,
            transaction.balance,
        )
    };
    draft.transactions.iter().map(line).collect()
}

/// Adds the running balance to each transaction.
fn with_balances(mut transactions: Vec<ExportTransaction>) -> Vec<ExportTransaction> {
    let mut running: Option<Money> = None;
    for book in &mut transactions {
        let before = running.unwrap_or(Money::zero(book.transaction.amount.currency()));
        running = before.checked_add(book.transaction.amount).ok();
        book.transaction.balance = running;
    }
    transactions
}

/// Restores the description that the statement printed.
fn as_printed(mut book: ExportTransaction) -> ExportTransaction {
    book.transaction.description = book.transaction.original_description.clone();
    book
}

/// Describes a transaction without a description by the notes of its splits, as the QIF import does.
fn described_by_splits(mut book: ExportTransaction) -> ExportTransaction {
    if text::one_line(&book.transaction.description).is_empty() {
        let notes = book.splits.iter().filter_map(|split| split.note.as_deref()).map(text::one_line);
        book.transaction.description = notes.filter(|note| !note.is_empty()).collect::<Vec<_>>().join(" ");
    }
    book
}

/// Returns the user's additions to a transaction, as the import reads them.
fn marks_of(books: &ExportData, book: &ExportTransaction) -> TransactionMarks {
    let paths = category_paths(books);
    let path = |id| Some(paths.get(&id?)?.clone());
    let transaction = &book.transaction;
    let split = |split: &saldo_domain::Split| SplitText {
        amount: split.amount,
        category: path(split.category).unwrap_or_default(),
        note: split.note.clone(),
    };
    TransactionMarks {
        description: (transaction.description != transaction.original_description)
            .then(|| transaction.description.clone()),
        category: path(transaction.category),
        tags: book.tags.clone(),
        note: book.note.clone().unwrap_or_default(),
        kind: transaction.kind,
        splits: book.splits.iter().map(split).collect(),
        transfer: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn json_is_read_back_whole((books, transactions) in any_export()) {
        let read = read_json(&exported(ExportFormat::Json, &books, &transactions)[..]).unwrap();
        prop_assert_eq!(read.exported_at, NOW);
        prop_assert_eq!(read.books, books);
        prop_assert_eq!(read.transactions, transactions);
    }

    #[test]
    fn csv_is_imported_exactly((books, transactions) in any_export()) {
        for (books, transactions) in by_account(&books, &transactions) {
            let transactions = with_balances(transactions);
            let bytes = exported(ExportFormat::Csv, &books, &transactions);
            let drafts = imported(ImportFormat::Csv, &bytes, books.accounts[0].currency);
            prop_assert_eq!(drafts.len(), 1);
            let printed: Vec<ExportTransaction> = transactions.iter().cloned().map(as_printed).collect();
            prop_assert_eq!(read(&drafts[0]), lines(&printed, true, true));
            let mut hints = ImportHints::default();
            hints.currency = Some(books.accounts[0].currency);
            let marks = details(&bytes, &hints).unwrap().marks;
            let expected: Vec<TransactionMarks> = transactions.iter().map(|book| marks_of(&books, book)).collect();
            prop_assert_eq!(marks, [expected]);
        }
    }

    #[test]
    fn ofx_is_imported_exactly((books, transactions) in any_export()) {
        let bytes = exported(ExportFormat::Ofx, &books, &transactions);
        let drafts = imported(ImportFormat::Ofx, &bytes, books.accounts[0].currency);
        prop_assert_eq!(drafts.len(), books.accounts.len());
        for (draft, id) in drafts.iter().zip(books.account_order()) {
            let (books, transactions) = by_account(&books, &transactions).into_iter().find(|(books, _)| books.accounts[0].id == id).unwrap();
            prop_assert_eq!(read(draft), lines(&transactions, true, false));
            prop_assert_eq!(draft.currency, books.accounts[0].currency);
            let last = books.statements.iter().max_by_key(|statement| statement.days.end()).unwrap();
            prop_assert_eq!((draft.closing_balance, draft.period_end), (last.closing, Some(last.days.end())));
        }
    }

    #[test]
    fn qif_is_imported_exactly((books, transactions) in any_export()) {
        for (books, transactions) in by_account(&books, &transactions) {
            let bytes = exported(ExportFormat::Qif, &books, &transactions);
            let drafts = imported(ImportFormat::Qif, &bytes, books.accounts[0].currency);
            prop_assert_eq!(drafts.len(), 1);
            let transactions: Vec<ExportTransaction> = transactions.into_iter().map(described_by_splits).collect();
            prop_assert_eq!(read(&drafts[0]), lines(&transactions, false, false));
            let opening = books.statements[0].opening.filter(|opening| !opening.is_zero());
            prop_assert_eq!(drafts[0].opening_balance, opening);
        }
    }

    #[test]
    fn accounts_with_different_names_stay_separate((mut books, transactions) in any_export()) {
        for (account, number) in books.accounts.iter_mut().zip(1..) {
            account.name = format!("{} {number}", account.name);
        }
        for (export, format) in [(ExportFormat::Csv, ImportFormat::Csv), (ExportFormat::Qif, ImportFormat::Qif)] {
            let drafts = imported(format, &exported(export, &books, &transactions), books.accounts[0].currency);
            let found = drafts.iter().map(|draft| (draft.name.clone(), draft.currency, draft.transactions.len()));
            let mut found: Vec<_> = found.collect();
            let mut expected: Vec<_> = by_account(&books, &transactions)
                .into_iter()
                .map(|(books, transactions)| (Some(books.accounts[0].name.clone()), books.accounts[0].currency, transactions.len()))
                .filter(|(.., transactions)| *transactions > 0)
                .collect();
            found.sort();
            expected.sort();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn csv_text_is_never_a_formula_and_round_trips((books, transactions) in any_export()) {
        let bytes = exported(ExportFormat::Csv, &books, &transactions);
        let mut table = csv::Reader::from_reader(&bytes[..]);
        let heads = table.headers().unwrap().clone();
        for (row, book) in table.records().zip(&transactions) {
            let row = row.unwrap();
            for (head, cell) in heads.iter().zip(&row).filter(|(head, _)| !["Amount", "Balance"].contains(head)) {
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{head}: {cell}");
            }
            let cell = |name: &str| unescaped(row.get(heads.iter().position(|head| head == name).unwrap()).unwrap());
            prop_assert_eq!(cell("Description"), book.transaction.description.clone());
            prop_assert_eq!(cell("Note"), book.note.clone().unwrap_or_default());
            prop_assert_eq!(cell("Printed as"), book.transaction.original_description.clone());
            prop_assert_eq!(cell("Receipts"), book.receipts.join(" / "));
        }
    }

    #[test]
    fn every_format_exports_any_data((books, transactions) in any_export()) {
        for format in ExportFormat::ALL {
            prop_assert!(!exported(format, &books, &transactions).is_empty());
            prop_assert!(!exported(format, &ExportData::default(), &[]).is_empty() || format == ExportFormat::Qif);
        }
    }

    #[test]
    fn any_text_parses_as_json_or_is_rejected(text in "\\PC{0,80}|\\{\"format\":\"saldo-books\",\"version\":[0-9],\\PC{0,80}") {
        prop_assert!(matches!(read_json(text.as_bytes()), Err(Error::NotAnExport(_))));
    }
}

/// Returns the value of the first element `mark`.
fn value_of<'a>(text: &'a str, mark: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("<{mark}>")).unwrap();
    rest.split_once('<').unwrap().0
}

#[test]
fn ofx_of_an_account_without_statement_and_number_is_valid_and_claims_no_balance() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut books, transactions) = any_export().new_tree(&mut runner).unwrap().current();
    books.statements.clear();
    for account in &mut books.accounts {
        account.number_masked = None;
        account.institution = Some("The Bank of Far & Away".to_owned());
    }
    for (books, transactions) in by_account(&books, &transactions) {
        let bytes = exported(ExportFormat::Ofx, &books, &transactions);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let account = &books.accounts[0];
        let id = account.id.to_string().replace('-', "");
        assert_eq!(value_of(&text, "ACCTID"), &id[id.len() - 22..]);
        assert!(!text.contains("<BANKID>") || value_of(&text, "BANKID") == "The Bank");
        let sum =
            Money::sum(account.currency, transactions.iter().map(|book| book.transaction.amount)).unwrap();
        assert_eq!(value_of(&text, "BALAMT"), sum.decimal());
        let drafts = imported(ImportFormat::Ofx, &bytes, account.currency);
        assert_eq!((drafts[0].closing_balance, drafts[0].transactions.len()), (None, transactions.len()));
    }
}

#[test]
fn transactions_out_of_order_are_refused() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (books, transactions) =
        std::iter::repeat_with(|| any_export().new_tree(&mut runner).unwrap().current())
            .find(|(books, _)| books.accounts.len() > 1)
            .unwrap();
    let last = transactions.last().unwrap();
    let mut exporter = Exporter::begin(ExportFormat::Csv, books, NOW, Vec::new()).unwrap();
    exporter.transaction(&transactions[0]).unwrap();
    exporter.transaction(last).unwrap();
    assert!(matches!(exporter.transaction(&transactions[0]), Err(Error::OutOfOrder)));
    let mut earlier = last.clone();
    earlier.transaction.date = "2001-01-01".parse().unwrap();
    assert!(matches!(exporter.transaction(&earlier), Err(Error::OutOfOrder)));
}
