//! Rows and their conversion to domain types. Only `queries/` uses rows.

mod jobs;
mod statements;
mod tokens;
mod transactions;
mod users;

use saldo_domain::{Currency, Money};
use serde::de::value::{Error as WordError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};

pub(crate) use jobs::JobRow;
pub(crate) use statements::{
    CauseRow, NewStatementRow, StatementAccountRow, StatementLineRow, StatementRow, causes_json,
};
pub(crate) use tokens::{ApiTokenChangeRow, ApiTokenRow, BackupCodeRow, TwoStepRow};
pub(crate) use transactions::{
    AccountRow, CategoryRow, EditRow, NewTransactionRow, SplitRow, TagRow, TransactionChangeRow,
    TransactionRow,
};
pub(crate) use users::{CredentialRow, SessionRow, UserChangeRow, UserRow};

use crate::{Error, Result};

/// The number of rows in one INSERT. SQLite binds at most 32,766 values in a statement, and the widest row
/// has 24.
pub(crate) const ROWS_PER_INSERT: usize = 500;

/// Returns the serde name of a unit variant.
pub(crate) fn word(value: impl Serialize) -> Result<String> {
    match serde_json::to_value(value).map_err(Error::database)? {
        serde_json::Value::String(word) => Ok(word),
        other => Err(Error::database(format!("not a word: {other}"))),
    }
}

/// Returns the unit variant with this serde name.
pub(crate) fn from_word<'de, T: Deserialize<'de>>(word: &'de str) -> Result<T> {
    let deserializer: StrDeserializer<'de, WordError> = word.into_deserializer();
    T::deserialize(deserializer).map_err(Error::database)
}

/// Serializes a value for a JSON column.
pub(crate) fn json(value: impl Serialize) -> Result<serde_json::Value> {
    serde_json::to_value(value).map_err(Error::database)
}

/// Deserializes a value of a JSON column.
pub(crate) fn from_json<T: DeserializeOwned>(value: serde_json::Value) -> Result<T> {
    serde_json::from_value(value).map_err(Error::database)
}

/// Converts a number; fails if it does not fit the target type.
pub(crate) fn fit<From, To: TryFrom<From>>(number: From) -> Result<To>
where
    To::Error: std::error::Error + Send + Sync + 'static,
{
    To::try_from(number).map_err(Error::database)
}

/// Removes NUL characters, which PostgreSQL cannot store in text.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "")
}

fn currency(code: &str) -> Result<Currency> {
    Currency::parse(code).map_err(Error::database)
}

fn money(minor: Option<i64>, currency: Currency) -> Option<Money> {
    minor.map(|minor| Money::from_minor(minor, currency))
}
