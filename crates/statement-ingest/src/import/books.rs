//! Exports of other personal-finance programs: their accounts become the accounts of a draft.

use saldo_books::{BookAccount, Books, Error, Hints, Program};
use saldo_domain::own_csv::FileDetails;
use saldo_domain::{AccountDraft, TransactionDraft};

use super::{ImportError, ImportFormat, ImportHints};
use crate::sniff::FileKind;

/// Returns the format of a program's exports; `None` if it is not imported.
pub(super) fn format(program: Program) -> Option<ImportFormat> {
    match program {
        Program::Actual => Some(ImportFormat::Actual),
        Program::Beancount => Some(ImportFormat::Beancount),
        Program::Firefly => Some(ImportFormat::Firefly),
        Program::Gnucash => Some(ImportFormat::Gnucash),
        Program::Hledger => Some(ImportFormat::Hledger),
        Program::Mint => Some(ImportFormat::Mint),
        Program::Moneymoney => Some(ImportFormat::Moneymoney),
        Program::Sure => Some(ImportFormat::Sure),
        Program::Ynab => Some(ImportFormat::Ynab),
        _ => None,
    }
}

/// Returns the program that wrote a file.
pub(super) fn program(bytes: &[u8]) -> Option<Program> {
    Program::of(&bytes[..bytes.len().min(FileKind::HEAD_BYTES)])
}

pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Books, ImportError> {
    let mut own = Hints::default();
    own.currency = hints.currency;
    own.transactions_max = hints.transactions_max;
    let program = program(bytes).ok_or(ImportError::Empty)?;
    saldo_books::read(program, bytes, &own).map_err(|error| match error {
        Error::Line { line, what } => ImportError::at(line, what),
        Error::NoCurrency => ImportError::NoCurrency,
        Error::Empty => ImportError::Empty,
        Error::TooLarge => ImportError::TooLarge,
        _ => ImportError::at(0, "an amount is too large"),
    })
}

/// Returns the accounts as drafts. The closing balance is the one that the program shows. The opening balance
/// is part of the draft only if the program states the closing balance apart from the transactions: otherwise
/// the two would prove nothing.
pub(super) fn drafts(books: &Books) -> Result<Vec<AccountDraft>, ImportError> {
    books.accounts.iter().map(draft).collect()
}

fn draft(account: &BookAccount) -> Result<AccountDraft, ImportError> {
    let balance = account.balance().map_err(|_| ImportError::at(0, "an amount is too large"))?;
    let mut draft = AccountDraft::new(account.kind, account.currency);
    draft.name.clone_from(&account.name);
    draft.opening_balance = account.opening.filter(|_| account.is_proven());
    draft.closing_balance = balance;
    draft.period_start = Some(account.first);
    draft.period_end = Some(account.last);
    draft.transactions = account
        .transactions
        .iter()
        .map(|transaction| TransactionDraft {
            date: transaction.date,
            value_date: None,
            description: transaction.description.clone(),
            amount: transaction.amount,
            balance: None,
            place: None,
        })
        .collect();
    Ok(draft)
}

/// Returns the categories, tags, notes, kinds, splits and transfers of each account's transactions, and the
/// budgets.
pub(super) fn details(books: Books) -> FileDetails {
    let of = |account: BookAccount| account.transactions.into_iter().map(|line| line.marks).collect();
    FileDetails { marks: books.accounts.into_iter().map(of).collect(), budgets: books.budgets }
}
