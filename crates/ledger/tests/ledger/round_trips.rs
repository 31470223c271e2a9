//! Tests that an export that is read back equals the original.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use saldo_domain::own_csv::{EntryMarks, SplitText};
use saldo_domain::spreadsheet::unescaped;
use saldo_domain::{AccountDraft, AccountId, Currency, Date, Money, Timestamp, text};
use saldo_ledger::Error;
use saldo_ledger::export::{BookEntry, Books, ExportFormat, Exporter, category_paths, export, read_json};
use saldo_statement_ingest::import::{ImportFormat, ImportHints, import, own_marks};

use crate::balances::with_certain_balances;
use crate::generated::any_books;

const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);

fn exported(format: ExportFormat, books: &Books, entries: &[BookEntry]) -> Vec<u8> {
    let books = with_certain_balances(books.clone(), entries);
    export(format, books, entries, NOW, Vec::new()).unwrap()
}

/// Splits the data by account.
fn by_account(books: &Books, entries: &[BookEntry]) -> Vec<(Books, Vec<BookEntry>)> {
    let of = |id: AccountId| {
        let mut books = books.clone();
        books.accounts.retain(|account| account.id == id);
        books.statements.retain(|statement| statement.account == id);
        let entries: Vec<BookEntry> =
            entries.iter().filter(|book| book.entry.account == id).cloned().collect();
        (books, entries)
    };
    books.accounts.iter().map(|account| of(account.id)).collect()
}

fn imported(format: ImportFormat, bytes: &[u8], currency: Currency) -> Vec<AccountDraft> {
    let hints = ImportHints { currency: Some(currency), ..ImportHints::default() };
    assert_eq!(ImportFormat::of(bytes), Some(format), "{}", String::from_utf8_lossy(bytes));
    import(format, bytes, &hints)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)))
        .accounts
}

type Line = (Date, Option<Date>, String, Money, Option<Money>);

fn lines(entries: &[BookEntry], with_value_date: bool, with_balance: bool) -> Vec<Line> {
    let line = |book: &BookEntry| {
        let entry = &book.entry;
        let value_date = entry.value_date.filter(|_| with_value_date);
        (
            entry.date,
            value_date,
            text::one_line(&entry.description),
            entry.amount,
            entry.balance.filter(|_| with_balance),
        )
    };
    entries.iter().map(line).collect()
}

fn read(draft: &AccountDraft) -> Vec<Line> {
    let line = |entry: &saldo_domain::EntryDraft| {
        (entry.date, entry.value_date, entry.description.clone(), entry.amount, entry.balance)
    };
    draft.entries.iter().map(line).collect()
}

/// Adds the running balance to each transaction.
fn with_balances(mut entries: Vec<BookEntry>) -> Vec<BookEntry> {
    let mut running: Option<Money> = None;
    for book in &mut entries {
        let before = running.unwrap_or(Money::zero(book.entry.amount.currency()));
        running = before.checked_add(book.entry.amount).ok();
        book.entry.balance = running;
    }
    entries
}

/// Restores the description that the statement printed.
fn as_printed(mut book: BookEntry) -> BookEntry {
    book.entry.description = book.entry.original_description.clone();
    book
}

/// Describes a transaction without a description by the notes of its splits, as the QIF import does.
fn described_by_splits(mut book: BookEntry) -> BookEntry {
    if text::one_line(&book.entry.description).is_empty() {
        let notes = book.splits.iter().filter_map(|split| split.note.as_deref()).map(text::one_line);
        book.entry.description = notes.filter(|note| !note.is_empty()).collect::<Vec<_>>().join(" ");
    }
    book
}

/// Returns the user's additions to a transaction, as the import reads them.
fn marks_of(books: &Books, book: &BookEntry) -> EntryMarks {
    let paths = category_paths(books);
    let path = |id| Some(paths.get(&id?)?.clone());
    let entry = &book.entry;
    let split = |split: &saldo_domain::Split| SplitText {
        amount: split.amount,
        category: path(split.category).unwrap_or_default(),
        note: split.note.clone(),
    };
    EntryMarks {
        description: (entry.description != entry.original_description).then(|| entry.description.clone()),
        category: path(entry.category),
        tags: book.tags.clone(),
        note: book.note.clone().unwrap_or_default(),
        kind: entry.kind,
        splits: book.splits.iter().map(split).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn json_is_read_back_whole((books, entries) in any_books()) {
        let read = read_json(&exported(ExportFormat::Json, &books, &entries)[..]).unwrap();
        prop_assert_eq!(read.exported_at, NOW);
        prop_assert_eq!(read.books, books);
        prop_assert_eq!(read.entries, entries);
    }

    #[test]
    fn csv_is_imported_exactly((books, entries) in any_books()) {
        for (books, entries) in by_account(&books, &entries) {
            let entries = with_balances(entries);
            let bytes = exported(ExportFormat::Csv, &books, &entries);
            let drafts = imported(ImportFormat::Csv, &bytes, books.accounts[0].currency);
            prop_assert_eq!(drafts.len(), 1);
            let printed: Vec<BookEntry> = entries.iter().cloned().map(as_printed).collect();
            prop_assert_eq!(read(&drafts[0]), lines(&printed, true, true));
            let hints = ImportHints { currency: Some(books.accounts[0].currency), ..ImportHints::default() };
            let marks = own_marks(&bytes, &hints).unwrap();
            let expected: Vec<EntryMarks> = entries.iter().map(|book| marks_of(&books, book)).collect();
            prop_assert_eq!(marks, [expected]);
        }
    }

    #[test]
    fn ofx_is_imported_exactly((books, entries) in any_books()) {
        let bytes = exported(ExportFormat::Ofx, &books, &entries);
        let drafts = imported(ImportFormat::Ofx, &bytes, books.accounts[0].currency);
        prop_assert_eq!(drafts.len(), books.accounts.len());
        for (draft, id) in drafts.iter().zip(books.account_order()) {
            let (books, entries) = by_account(&books, &entries).into_iter().find(|(books, _)| books.accounts[0].id == id).unwrap();
            prop_assert_eq!(read(draft), lines(&entries, true, false));
            prop_assert_eq!(draft.currency, books.accounts[0].currency);
            let last = books.statements.iter().max_by_key(|statement| statement.days.end()).unwrap();
            prop_assert_eq!((draft.closing_balance, draft.period_end), (last.closing, Some(last.days.end())));
        }
    }

    #[test]
    fn qif_is_imported_exactly((books, entries) in any_books()) {
        for (books, entries) in by_account(&books, &entries) {
            let bytes = exported(ExportFormat::Qif, &books, &entries);
            let drafts = imported(ImportFormat::Qif, &bytes, books.accounts[0].currency);
            prop_assert_eq!(drafts.len(), 1);
            let entries: Vec<BookEntry> = entries.into_iter().map(described_by_splits).collect();
            prop_assert_eq!(read(&drafts[0]), lines(&entries, false, false));
            let opening = books.statements[0].opening.filter(|opening| !opening.is_zero());
            prop_assert_eq!(drafts[0].opening_balance, opening);
        }
    }

    #[test]
    fn accounts_of_several_names_are_read_back_as_several((mut books, entries) in any_books()) {
        for (account, number) in books.accounts.iter_mut().zip(1..) {
            account.name = format!("{} {number}", account.name);
        }
        for (export, format) in [(ExportFormat::Csv, ImportFormat::Csv), (ExportFormat::Qif, ImportFormat::Qif)] {
            let drafts = imported(format, &exported(export, &books, &entries), books.accounts[0].currency);
            let found = drafts.iter().map(|draft| (draft.name.clone(), draft.currency, draft.entries.len()));
            let mut found: Vec<_> = found.collect();
            let mut expected: Vec<_> = by_account(&books, &entries)
                .into_iter()
                .map(|(books, entries)| (Some(books.accounts[0].name.clone()), books.accounts[0].currency, entries.len()))
                .filter(|(.., entries)| *entries > 0)
                .collect();
            found.sort();
            expected.sort();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn no_text_in_csv_is_a_formula_and_each_is_read_back((books, entries) in any_books()) {
        let bytes = exported(ExportFormat::Csv, &books, &entries);
        let mut table = csv::Reader::from_reader(&bytes[..]);
        let heads = table.headers().unwrap().clone();
        for (row, book) in table.records().zip(&entries) {
            let row = row.unwrap();
            for (head, cell) in heads.iter().zip(&row).filter(|(head, _)| !["Amount", "Balance"].contains(head)) {
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{head}: {cell}");
            }
            let cell = |name: &str| unescaped(row.get(heads.iter().position(|head| head == name).unwrap()).unwrap());
            prop_assert_eq!(cell("Description"), book.entry.description.clone());
            prop_assert_eq!(cell("Note"), book.note.clone().unwrap_or_default());
            prop_assert_eq!(cell("Printed as"), book.entry.original_description.clone());
        }
    }

    #[test]
    fn every_format_is_written_for_any_books((books, entries) in any_books()) {
        for format in ExportFormat::ALL {
            prop_assert!(!exported(format, &books, &entries).is_empty());
            prop_assert!(!exported(format, &Books::default(), &[]).is_empty() || format == ExportFormat::Qif);
        }
    }

    #[test]
    fn any_text_is_a_reading_of_json_or_refused(text in "\\PC{0,80}|\\{\"format\":\"saldo-books\",\"version\":[0-9],\\PC{0,80}") {
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
    let (mut books, entries) = any_books().new_tree(&mut runner).unwrap().current();
    books.statements.clear();
    for account in &mut books.accounts {
        account.number_masked = None;
        account.institution = Some("The Bank of Far & Away".to_owned());
    }
    for (books, entries) in by_account(&books, &entries) {
        let bytes = exported(ExportFormat::Ofx, &books, &entries);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let account = &books.accounts[0];
        let id = account.id.to_string().replace('-', "");
        assert_eq!(value_of(&text, "ACCTID"), &id[id.len() - 22..]);
        assert!(!text.contains("<BANKID>") || value_of(&text, "BANKID") == "The Bank");
        let sum = Money::sum(account.currency, entries.iter().map(|book| book.entry.amount)).unwrap();
        assert_eq!(value_of(&text, "BALAMT"), sum.decimal());
        let drafts = imported(ImportFormat::Ofx, &bytes, account.currency);
        assert_eq!((drafts[0].closing_balance, drafts[0].entries.len()), (None, entries.len()));
    }
}

#[test]
fn entries_out_of_order_are_refused() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (books, entries) = std::iter::repeat_with(|| any_books().new_tree(&mut runner).unwrap().current())
        .find(|(books, _)| books.accounts.len() > 1)
        .unwrap();
    let last = entries.last().unwrap();
    let mut exporter = Exporter::begin(ExportFormat::Csv, books, NOW, Vec::new()).unwrap();
    exporter.entry(&entries[0]).unwrap();
    exporter.entry(last).unwrap();
    assert!(matches!(exporter.entry(&entries[0]), Err(Error::OutOfOrder)));
    let mut earlier = last.clone();
    earlier.entry.date = "2001-01-01".parse().unwrap();
    assert!(matches!(exporter.entry(&earlier), Err(Error::OutOfOrder)));
}
