//! JSON exports with everything: `{"format":"saldo-books","version":1,…,"entries":[…]}`,
//! one transaction per line. [`read_json`] reads them back unchanged.

use std::io::{Read, Write};

use saldo_domain::transaction::TransactionKind;
use saldo_domain::{
    Account, AccountId, AccountKind, AccountLabels, Category, CategoryBy, CategoryId, Currency, Date, Money,
    Outcome, Period, Place, Split, StatementId, Tag, Timestamp, Transaction, TransactionId, TransferId,
};
use serde::{Deserialize, Serialize};

use super::{ExportData, ExportTransaction, Format, StatementBalance};
use crate::error::{Error, Result};

const FORMAT: &str = "saldo-books";
const VERSION: u32 = 1;

/// The content of a JSON export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadExport {
    /// The time of the export.
    pub exported_at: Timestamp,
    /// The accounts, categories and statements. [`ExportData::balances`] is empty, because it is not
    /// exported.
    pub books: ExportData,
    /// The transactions, in the order of the file.
    pub transactions: Vec<ExportTransaction>,
}

/// Reads a JSON export.
///
/// # Errors
/// [`Error::NotAnExport`] for any other content, with the position of the error where possible.
pub fn read_json(file: impl Read) -> Result<ReadExport> {
    let wire: JsonExport =
        serde_json::from_reader(file).map_err(|error| Error::NotAnExport(error.to_string()))?;
    if wire.format != FORMAT || wire.version != VERSION {
        return Err(Error::NotAnExport(format!("its format is {} {}", wire.format, wire.version)));
    }
    let statements: Option<Vec<StatementBalance>> =
        wire.statements.into_iter().map(StatementWire::statement).collect();
    let statements =
        statements.ok_or_else(|| Error::NotAnExport("a period ends before it begins".to_owned()))?;
    Ok(ReadExport {
        exported_at: wire.exported_at,
        books: ExportData {
            labels: wire.accounts.iter().filter_map(AccountWire::labels).collect(),
            accounts: wire.accounts.into_iter().map(AccountWire::account).collect(),
            categories: wire.categories.into_iter().map(CategoryWire::category).collect(),
            statements,
            balances: Vec::new(),
        },
        transactions: wire.transactions.into_iter().map(TransactionWire::transaction).collect(),
    })
}

#[derive(Default)]
pub(super) struct Json {
    written: bool,
}

impl Format for Json {
    fn begin(&mut self, books: &ExportData, now: Timestamp, out: &mut dyn Write) -> Result<()> {
        let accounts: Vec<AccountWire> = books
            .accounts
            .iter()
            .map(|account| AccountWire::of(account.clone(), books.labels.get(&account.id).cloned()))
            .collect();
        let categories: Vec<CategoryWire> = books.categories.iter().cloned().map(CategoryWire::of).collect();
        let statements: Vec<StatementWire> =
            books.statements.iter().copied().map(StatementWire::of).collect();
        write!(
            out,
            "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"exportedAt\":\"{now}\",\n\"accounts\":"
        )?;
        write_json(out, &accounts)?;
        write!(out, ",\n\"categories\":")?;
        write_json(out, &categories)?;
        write!(out, ",\n\"statements\":")?;
        write_json(out, &statements)?;
        write!(out, ",\n\"entries\":[")?;
        Ok(())
    }

    fn begin_account(&mut self, _: &ExportData, _: &Account, _: Date, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn transaction(
        &mut self,
        _: &ExportData,
        _: &Account,
        transaction: &ExportTransaction,
        out: &mut dyn Write,
    ) -> Result<()> {
        out.write_all(if std::mem::replace(&mut self.written, true) { b",\n" } else { b"\n" })?;
        write_json(out, &TransactionWire::of(transaction.clone()))
    }

    fn end_account(&mut self, _: &ExportData, _: &Account, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &ExportData, out: &mut dyn Write) -> Result<()> {
        out.write_all(b"\n]}\n")?;
        Ok(())
    }
}

fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(out, value).map_err(|error| Error::Write(error.into()))
}

/// A JSON export of accounts, categories, statements and transactions.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JsonExport {
    format: String,
    version: u32,
    exported_at: Timestamp,
    accounts: Vec<AccountWire>,
    categories: Vec<CategoryWire>,
    statements: Vec<StatementWire>,
    #[serde(rename = "entries")]
    transactions: Vec<TransactionWire>,
}

/// An account in an export.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ExportedAccount))]
#[serde(rename_all = "camelCase")]
struct AccountWire {
    id: AccountId,
    name: String,
    institution: Option<String>,
    number_masked: Option<String>,
    kind: AccountKind,
    currency: Currency,
    by_hand: bool,
    closed_on: Option<Date>,
    number: Option<String>,
    group: Option<String>,
    note: Option<String>,
    archived: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// A category in an export.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ExportedCategory))]
#[serde(rename_all = "camelCase")]
struct CategoryWire {
    id: CategoryId,
    key: Option<String>,
    name: String,
    parent: Option<CategoryId>,
}

/// The balances that a statement prints for an account, in an export.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ExportedStatement))]
#[serde(rename_all = "camelCase")]
struct StatementWire {
    statement: StatementId,
    account: AccountId,
    currency: Currency,
    start: Date,
    end: Date,
    opening: Option<Money>,
    closing: Option<Money>,
    outcome: Outcome,
}

/// A transaction in an export.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ExportedTransaction))]
#[serde(rename_all = "camelCase")]
struct TransactionWire {
    id: TransactionId,
    account: AccountId,
    statement: Option<StatementId>,
    date: Date,
    value_date: Option<Date>,
    description: String,
    original_description: String,
    merchant: String,
    amount: Money,
    balance: Option<Money>,
    category: Option<CategoryId>,
    category_by: CategoryBy,
    kind: TransactionKind,
    transfer: Option<TransferId>,
    place: Option<Place>,
    position: u32,
    tags: Vec<Tag>,
    note: Option<String>,
    splits: Vec<Split>,
    /// Absent in exports of older versions.
    #[serde(default)]
    receipts: Vec<String>,
}

impl AccountWire {
    fn of(account: Account, labels: Option<AccountLabels>) -> Self {
        let AccountLabels { group, note, is_archived, .. } = labels.unwrap_or_default();
        Self {
            id: account.id,
            name: account.name,
            institution: account.institution,
            number_masked: account.number_masked,
            kind: account.kind,
            currency: account.currency,
            by_hand: account.by_hand,
            closed_on: account.closed_on,
            number: account.number,
            group,
            note,
            archived: is_archived,
            created_at: account.created_at,
            updated_at: account.updated_at,
        }
    }

    fn labels(&self) -> Option<(AccountId, AccountLabels)> {
        let (group, note) = (self.group.clone(), self.note.clone());
        let labels = AccountLabels { group, note, is_archived: self.archived, payer: None };
        (labels != AccountLabels::default()).then_some((self.id, labels))
    }

    fn account(self) -> Account {
        Account {
            id: self.id,
            name: self.name,
            institution: self.institution,
            number_masked: self.number_masked,
            kind: self.kind,
            currency: self.currency,
            by_hand: self.by_hand,
            closed_on: self.closed_on,
            number: self.number,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

impl CategoryWire {
    fn of(Category { id, key, name, parent }: Category) -> Self {
        Self { id, key, name, parent }
    }
    fn category(self) -> Category {
        let Self { id, key, name, parent } = self;
        Category { id, key, name, parent }
    }
}

impl StatementWire {
    fn of(balance: StatementBalance) -> Self {
        let StatementBalance { statement, account, currency, days, opening, closing, outcome } = balance;
        Self { statement, account, currency, start: days.start(), end: days.end(), opening, closing, outcome }
    }
    fn statement(self) -> Option<StatementBalance> {
        let Self { statement, account, currency, start, end, opening, closing, outcome } = self;
        let days = Period::new(start, end)?;
        Some(StatementBalance { statement, account, currency, days, opening, closing, outcome })
    }
}

impl TransactionWire {
    fn of(ExportTransaction { transaction, tags, note, splits, receipts }: ExportTransaction) -> Self {
        Self {
            id: transaction.id,
            account: transaction.account,
            statement: transaction.statement,
            date: transaction.date,
            value_date: transaction.value_date,
            description: transaction.description,
            original_description: transaction.original_description,
            merchant: transaction.merchant,
            amount: transaction.amount,
            balance: transaction.balance,
            category: transaction.category,
            category_by: transaction.category_by,
            kind: transaction.kind,
            transfer: transaction.transfer,
            place: transaction.place,
            position: transaction.position,
            tags,
            note,
            splits,
            receipts,
        }
    }
    fn transaction(self) -> ExportTransaction {
        let transaction = Transaction {
            id: self.id,
            account: self.account,
            statement: self.statement,
            date: self.date,
            value_date: self.value_date,
            description: self.description,
            original_description: self.original_description,
            merchant: self.merchant,
            amount: self.amount,
            balance: self.balance,
            category: self.category,
            kind: self.kind,
            place: self.place,
            position: self.position,
            note: String::new(),
            category_by: self.category_by,
            transfer: self.transfer,
            tags: Vec::new(),
            splits: Vec::new(),
        };
        let Self { tags, note, splits, receipts, .. } = self;
        ExportTransaction { transaction, tags, note, splits, receipts }
    }
}
