//! Dumping, restoring and deleting a user's data as a whole, table by table.

mod check;
mod restore;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Text;
use saldo_domain::{Timestamp, UserId};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::accounts::merge;
use super::backend::{
    Backend, Connection, Database, FIRST, SECOND, after_data_deletion, before_data_deletion, element,
    from_json, in_byte_order, json_array, lock_user, to_json,
};
use super::shared_expenses::{delete_expenses_with, keep_amounts};
use super::users::insert_default_categories;
use crate::archives::{
    BOOKS, BookTable, ColumnKind, ExclusionReason, NOT_BOOKS, ROWS_PER_BATCH, RowSink, RowSource,
};
use crate::schema::{attachments, statements};
use crate::sql_types::{Key, RowId};
use crate::{Archives, Error, Result};
use restore::{check_whole, delete_default_categories, is_empty, put_table};

#[async_trait]
impl Archives for Database {
    async fn delete_books(&self, user: UserId, now: Timestamp) -> Result<Vec<String>> {
        let keys = self
            .write(async move |connection| {
                let id = RowId::from(user);
                if !lock_user(connection, id).await? {
                    return Ok(Vec::new());
                }
                let mut keys: Vec<String> = statements::table
                    .filter(statements::user_id.eq(id))
                    .select(statements::file_key)
                    .load(connection)
                    .await?;
                let attached: Vec<String> = attachments::table
                    .filter(attachments::user_id.eq(id))
                    .select(attachments::file_key)
                    .distinct()
                    .load(connection)
                    .await?;
                keys.extend(attached);
                delete_rows(connection, id).await?;
                insert_default_categories(connection, user, now).await?;
                Ok(keys)
            })
            .await?;
        self.clear_log().await?;
        Ok(keys)
    }

    async fn dump_books(&self, user: UserId, mut sink: Box<dyn RowSink>) -> Result<()> {
        self.snapshot(async move |connection| {
            for table in BOOKS {
                if !dump_table(connection, user.into(), table, sink.as_mut()).await? {
                    break;
                }
            }
            Ok(())
        })
        .await
    }

    async fn has_no_books(&self, user: UserId) -> Result<bool> {
        self.snapshot(async move |connection| is_empty(connection, user.into()).await).await
    }

    async fn restore_books(&self, user: UserId, files: String, mut source: Box<dyn RowSource>) -> Result<()> {
        self.write(async move |connection| {
            let id = RowId::from(user);
            lock_user(connection, id).await?;
            delete_default_categories(connection, id).await?;
            for table in BOOKS {
                put_table(connection, id, &files, table, source.as_mut()).await?;
            }
            check_whole(connection, id).await?;
            merge::record_earlier(connection, id).await
        })
        .await
    }
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Passes a table's rows to `sink`; returns `false` if the sink ended the dump.
async fn dump_table(
    connection: &mut Connection,
    user: RowId,
    table: &'static BookTable,
    sink: &mut dyn RowSink,
) -> Result<bool> {
    let name = table.name;
    let fields: Vec<String> = table.columns.iter().map(|(column, kind)| to_json(column, *kind)).collect();
    let keys: Vec<(&str, ColumnKind)> =
        table.columns.iter().copied().filter(|(column, _)| table.key.contains(column)).collect();
    let in_order = |column: &&str| {
        let kind = keys.iter().find(|(name, _)| name == column).map(|(_, kind)| *kind);
        in_byte_order(column, kind.unwrap_or(ColumnKind::Text))
    };
    let order: Vec<String> = table.key.iter().map(in_order).collect();
    let last: Vec<String> = (table.key.iter().enumerate())
        .filter_map(|(place, key)| keys.iter().find(|(name, _)| name == key).map(|(_, kind)| (place, *kind)))
        .map(|(place, kind)| from_json(&element(SECOND, place), kind))
        .collect();
    let (fields, order, last) = (fields.join(", "), order.join(", "), last.join(", "));
    let mut after: Option<String> = None;
    loop {
        let later = after.as_ref().map(|_| format!("AND ({order}) > ({last})")).unwrap_or_default();
        let select = diesel::sql_query(format!(
            "SELECT {} AS line FROM {name} WHERE user_id = {FIRST} {later} ORDER BY {order} LIMIT {ROWS_PER_BATCH}",
            json_array(&fields)
        ));
        let select = select.into_boxed::<Backend>().bind::<Key, _>(user);
        let found: Vec<Line> = match after.take() {
            Some(after) => select.bind::<Text, _>(after).load(connection).await?,
            None => select.load(connection).await?,
        };
        let whole = found.len() == ROWS_PER_BATCH;
        let mut rows = Vec::with_capacity(found.len());
        for Line { line } in found {
            let row = as_object(table, &line)?;
            let key: Vec<&Value> = table.key.iter().filter_map(|key| row.get(*key)).collect();
            after = Some(json(&key)?);
            rows.push(json(&row)?);
        }
        if !sink.take(table, rows).await {
            return Ok(false);
        }
        if !whole {
            return Ok(true);
        }
    }
}

/// Converts a row from the database's own JSON to the form that both databases share.
fn as_object(table: &BookTable, line: &str) -> Result<Map<String, Value>> {
    let values: Vec<Value> = serde_json::from_str(line).map_err(Error::database)?;
    let mut row = Map::new();
    for ((column, kind), value) in table.columns.iter().zip(values) {
        row.insert((*column).to_owned(), shared_form(*kind, value)?);
    }
    Ok(row)
}

/// Converts a value from the database's own JSON to the form that both databases share.
pub(super) fn shared_form(kind: ColumnKind, value: Value) -> Result<Value> {
    Ok(match (kind, &value) {
        (ColumnKind::Id, Value::String(text)) => {
            Value::String(Uuid::parse_str(text).map_err(Error::database)?.to_string())
        }
        (ColumnKind::Flag, Value::Number(number)) => Value::Bool(number.as_i64() != Some(0)),
        _ => value,
    })
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(Error::database)
}

/// Deletes the user's rows: tables before those that they refer to, then derived tables.
pub(super) async fn delete_rows(connection: &mut Connection, user: RowId) -> Result<()> {
    keep_amounts(connection, user, None).await?;
    delete_expenses_with(connection, user).await?;
    let going = before_data_deletion(connection, user).await?;
    let books = BOOKS.iter().rev().map(|table| table.name);
    let derived = NOT_BOOKS.iter().filter(|(_, why)| *why == ExclusionReason::Derived).map(|(name, _)| *name);
    for table in books.chain(derived) {
        let delete = diesel::sql_query(format!("DELETE FROM {table} WHERE user_id = {FIRST}"));
        delete.bind::<Key, _>(user).execute(connection).await?;
    }
    after_data_deletion(connection, going).await
}
