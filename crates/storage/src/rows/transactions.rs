//! Rows of accounts, categories, transactions and edits.

use chrono::NaiveDate;
use diesel::prelude::{Insertable, Queryable, Selectable};
use saldo_domain::{Account, Category, Currency, Money, Split, Transaction};

use super::{currency, fit, from_json, from_word, money};
use crate::schema::{
    accounts, categories, edits, splits, transaction_changes, transaction_tags, transactions,
};
use crate::sql_types::{At, Day, RowId};
use crate::{Error, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = accounts, treat_none_as_default_value = false)]
pub(crate) struct AccountRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) identity: String,
    pub(crate) name: String,
    pub(crate) institution: Option<String>,
    pub(crate) number_masked: Option<String>,
    pub(crate) kind: String,
    pub(crate) currency: String,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
    pub(crate) by_hand: bool,
    pub(crate) closed_on: Option<NaiveDate>,
    pub(crate) number: Option<String>,
    pub(crate) group_name: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) archived: bool,
    pub(crate) payer_id: Option<RowId>,
}

/// Converts a row to an account without its labels.
impl TryFrom<AccountRow> for Account {
    type Error = Error;

    fn try_from(row: AccountRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            name: row.name,
            institution: row.institution,
            number_masked: row.number_masked,
            kind: from_word(&row.kind)?,
            currency: currency(&row.currency)?,
            by_hand: row.by_hand,
            closed_on: row.closed_on,
            number: row.number,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = categories, treat_none_as_default_value = false)]
pub(crate) struct CategoryRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) key: Option<String>,
    pub(crate) name: String,
    pub(crate) parent_id: Option<RowId>,
    pub(crate) position: i32,
}

impl From<CategoryRow> for Category {
    fn from(row: CategoryRow) -> Self {
        Self { id: row.id.typed(), key: row.key, name: row.name, parent: row.parent_id.map(RowId::typed) }
    }
}

/// A transaction as it is read. Unlike [`NewTransactionRow`], it includes columns that the database
/// calculates.
#[derive(Queryable, Selectable)]
#[diesel(table_name = transactions)]
pub(crate) struct TransactionRow {
    pub(crate) id: RowId,
    pub(crate) account_id: RowId,
    pub(crate) statement_id: Option<RowId>,
    pub(crate) fingerprint: String,
    #[diesel(deserialize_as = Day)]
    pub(crate) date: NaiveDate,
    pub(crate) value_date: Option<NaiveDate>,
    pub(crate) description: String,
    pub(crate) original_description: String,
    pub(crate) merchant: String,
    pub(crate) amount_minor: i64,
    pub(crate) size_order: i64,
    pub(crate) currency: String,
    pub(crate) balance_minor: Option<i64>,
    pub(crate) category_id: Option<RowId>,
    pub(crate) kind: String,
    pub(crate) place: Option<serde_json::Value>,
    pub(crate) position: i32,
    pub(crate) note: String,
    pub(crate) category_by: String,
    pub(crate) transfer_id: Option<RowId>,
    pub(crate) is_split: bool,
}

/// Converts a row to a transaction without tags and splits, which are rows of other tables.
impl TryFrom<TransactionRow> for Transaction {
    type Error = Error;

    fn try_from(row: TransactionRow) -> Result<Self> {
        let currency = currency(&row.currency)?;
        Ok(Self {
            id: row.id.typed(),
            account: row.account_id.typed(),
            statement: row.statement_id.map(RowId::typed),
            date: row.date,
            value_date: row.value_date,
            description: row.description,
            original_description: row.original_description,
            merchant: row.merchant,
            amount: Money::from_minor(row.amount_minor, currency),
            balance: money(row.balance_minor, currency),
            category: row.category_id.map(RowId::typed),
            kind: from_word(&row.kind)?,
            place: row.place.map(from_json).transpose()?,
            position: fit(row.position)?,
            note: row.note,
            category_by: from_word(&row.category_by)?,
            transfer: row.transfer_id.map(RowId::typed),
            tags: Vec::new(),
            splits: Vec::new(),
        })
    }
}

#[derive(Insertable)]
#[diesel(table_name = transactions, treat_none_as_default_value = false)]
pub(crate) struct NewTransactionRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) account_id: RowId,
    pub(crate) statement_id: Option<RowId>,
    pub(crate) fingerprint: String,
    pub(crate) date: NaiveDate,
    pub(crate) value_date: Option<NaiveDate>,
    pub(crate) description: String,
    pub(crate) original_description: String,
    pub(crate) search_text: String,
    pub(crate) merchant: String,
    pub(crate) amount_minor: i64,
    pub(crate) currency: String,
    pub(crate) balance_minor: Option<i64>,
    pub(crate) category_id: Option<RowId>,
    pub(crate) kind: String,
    pub(crate) place: Option<serde_json::Value>,
    pub(crate) position: i32,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
    pub(crate) note: String,
    pub(crate) category_by: String,
    pub(crate) transfer_id: Option<RowId>,
    pub(crate) is_split: bool,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = splits, treat_none_as_default_value = false)]
pub(crate) struct SplitRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) transaction_id: RowId,
    pub(crate) position: i32,
    pub(crate) amount_minor: i64,
    pub(crate) category_id: Option<RowId>,
    pub(crate) note: String,
}

impl SplitRow {
    /// Returns the split, in the currency of its transaction.
    pub(crate) fn split(self, currency: Currency) -> Split {
        Split {
            amount: Money::from_minor(self.amount_minor, currency),
            category: self.category_id.map(RowId::typed),
            note: Some(self.note).filter(|note| !note.is_empty()),
        }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = transaction_tags)]
pub(crate) struct TagRow {
    pub(crate) transaction_id: RowId,
    pub(crate) tag: String,
    pub(crate) user_id: RowId,
}

#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = edits, treat_none_as_default_value = false)]
pub(crate) struct EditRow {
    pub(crate) id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) action: String,
    pub(crate) undoes: Option<RowId>,
    pub(crate) transactions: i64,
    pub(crate) actor_id: Option<RowId>,
    pub(crate) created_at: At,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = transaction_changes, treat_none_as_default_value = false)]
pub(crate) struct TransactionChangeRow {
    pub(crate) edit_id: RowId,
    pub(crate) transaction_id: RowId,
    pub(crate) user_id: RowId,
    pub(crate) before: Option<serde_json::Value>,
    pub(crate) after: Option<serde_json::Value>,
}
