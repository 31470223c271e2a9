//! Copying the whole database, table by table.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Text;
use serde_json::Value;

use super::archives::{delete_rows, shared_form};
use super::backend::{
    Backend, Connection, Database, FIRST, after_many_transactions, before_many_transactions, each, element,
    from_json, json_array, to_json,
};
use crate::archives::ROWS_PER_BATCH;
use crate::schema::users;
use crate::snapshots::{
    SNAPSHOT_TABLES, SnapshotFault, SnapshotPart, SnapshotSink, SnapshotSource, SnapshotTable,
    SnapshotTotals, Snapshots,
};
use crate::sql_types::RowId;
use crate::{ColumnKind, Error, Result};

/// The base in which 64-bit integers are added up, as two sums that cannot exceed 64 bits.
const BASE: i64 = 1 << 32;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[async_trait]
impl Snapshots for Database {
    async fn export_snapshot(&self, mut sink: Box<dyn SnapshotSink>) -> Result<()> {
        self.snapshot(async move |connection| {
            for table in SNAPSHOT_TABLES.iter() {
                export_table(connection, table, sink.as_mut()).await?;
                let totals = totals_of(connection, table).await?;
                if !sink.end(table, totals).await {
                    return Err(SnapshotFault::Ended.into());
                }
            }
            Ok(())
        })
        .await
    }

    async fn has_no_users(&self) -> Result<bool> {
        self.read(async |connection| has_no_users(connection).await).await
    }

    async fn import_snapshot(&self, replaces: bool, mut source: Box<dyn SnapshotSource>) -> Result<()> {
        self.write(async move |connection| {
            delete_all(connection, replaces).await?;
            let mut last = 0;
            while let Some(part) = source.next().await? {
                let SnapshotPart::Table { section, columns } = part else {
                    return Err(invalid("a row is outside of a table"));
                };
                let place = SNAPSHOT_TABLES.iter().position(|table| table.section() == section);
                let place = place.ok_or(SnapshotFault::Unknown(section))?;
                if place < last {
                    return Err(invalid("the tables are not in their order"));
                }
                last = place + 1;
                import_table(connection, &SNAPSHOT_TABLES[place], &columns, source.as_mut()).await?;
            }
            Ok(())
        })
        .await?;
        self.clear_log().await
    }
}

fn invalid(why: impl Into<String>) -> Error {
    SnapshotFault::Invalid(why.into()).into()
}

async fn has_no_users(connection: &mut Connection) -> Result<bool> {
    Ok(users::table.select(users::id).first::<RowId>(connection).await.optional()?.is_none())
}

/// Deletes all rows. Without `replaces`, a database with users is refused.
async fn delete_all(connection: &mut Connection, replaces: bool) -> Result<()> {
    if !replaces && !has_no_users(connection).await? {
        return Err(SnapshotFault::NotEmpty.into());
    }
    let all: Vec<RowId> = users::table.select(users::id).load(connection).await?;
    for user in all {
        delete_rows(connection, user).await?;
        // The foreign keys of all remaining tables of the user cascade.
        diesel::delete(users::table.find(user)).execute(connection).await?;
    }
    for table in SNAPSHOT_TABLES.iter().rev().filter(|table| table.reference.is_none()) {
        diesel::sql_query(format!("DELETE FROM {}", table.name)).execute(connection).await?;
    }
    Ok(())
}

/// Returns SQL for the rows of a table.
fn rows_of(table: &SnapshotTable) -> String {
    match table.reference {
        Some(column) => format!("FROM {} WHERE {column} IS NOT NULL", table.name),
        None => format!("FROM {} WHERE true", table.name),
    }
}

async fn export_table(
    connection: &mut Connection,
    table: &'static SnapshotTable,
    sink: &mut dyn SnapshotSink,
) -> Result<()> {
    let fields: Vec<String> = table.columns.iter().map(|(column, kind)| to_json(column, *kind)).collect();
    let places: Vec<usize> = (table.key.iter())
        .filter_map(|key| table.columns.iter().position(|(column, _)| column == key))
        .collect();
    let last: Vec<String> = (places.iter().enumerate())
        .map(|(place, column)| from_json(&element(FIRST, place), table.columns[*column].1))
        .collect();
    let (fields, order, last) = (json_array(&fields.join(", ")), table.key.join(", "), last.join(", "));
    let rows = rows_of(table);
    let mut after: Option<String> = None;
    loop {
        let later = after.as_ref().map(|_| format!("AND ({order}) > ({last})")).unwrap_or_default();
        let select = diesel::sql_query(format!(
            "SELECT {fields} AS line {rows} {later} ORDER BY {order} LIMIT {ROWS_PER_BATCH}"
        ));
        let found: Vec<Line> = match after.take() {
            Some(after) => select.into_boxed::<Backend>().bind::<Text, _>(after).load(connection).await?,
            None => select.load(connection).await?,
        };
        let is_last = found.len() < ROWS_PER_BATCH;
        let mut lines = Vec::with_capacity(found.len());
        for Line { line } in found {
            let values: Vec<Value> = serde_json::from_str(&line).map_err(Error::database)?;
            let values = table.columns.iter().zip(values).map(|((_, kind), value)| shared_form(*kind, value));
            let values: Vec<Value> = values.collect::<Result<_>>()?;
            let key: Vec<&Value> = places.iter().filter_map(|place| values.get(*place)).collect();
            after = Some(serde_json::to_string(&key).map_err(Error::database)?);
            lines.push(serde_json::to_string(&values).map_err(Error::database)?);
        }
        if !lines.is_empty() && !sink.take(table, lines).await {
            return Err(SnapshotFault::Ended.into());
        }
        if is_last {
            return Ok(());
        }
    }
}

/// Returns the totals of a table, as the database counts them.
async fn totals_of(connection: &mut Connection, table: &SnapshotTable) -> Result<SnapshotTotals> {
    let mut fields = vec!["count(*)".to_owned()];
    for column in table.summed() {
        for sum in [format!("{column} / {BASE}"), format!("{column} % {BASE}")] {
            fields.push(format!("coalesce(sum({sum}), 0)"));
        }
    }
    let select = format!("SELECT {} AS line {}", json_array(&fields.join(", ")), rows_of(table));
    let Line { line } = diesel::sql_query(select).get_result(connection).await?;
    let counted: Vec<i64> = serde_json::from_str(&line).map_err(Error::database)?;
    let [rows, sums @ ..] = counted.as_slice() else { return Err(Error::database("no row was counted")) };
    let sums =
        sums.chunks_exact(2).map(|parts| i128::from(parts[0]) * i128::from(BASE) + i128::from(parts[1]));
    Ok(SnapshotTotals { rows: u64::try_from(*rows).map_err(Error::database)?, sums: sums.collect() })
}

/// Imports the rows of one table, whose beginning was read, and compares its totals.
async fn import_table(
    connection: &mut Connection,
    table: &'static SnapshotTable,
    columns: &[String],
    source: &mut dyn SnapshotSource,
) -> Result<()> {
    let mut typed = Vec::with_capacity(columns.len());
    for column in columns {
        let known = table.columns.iter().find(|(name, _)| name == column).copied();
        typed.push(known.ok_or_else(|| SnapshotFault::Unknown(format!("{}.{column}", table.section())))?);
    }
    let statement =
        if table.reference.is_some() { update_of(table, &typed)? } else { insert_of(table, &typed) };
    let transactions =
        if table.name == "transactions" { Some(before_many_transactions(connection).await?) } else { None };
    loop {
        match source.next().await?.ok_or_else(|| invalid("the last table has no end"))? {
            SnapshotPart::Rows(rows) => {
                let batch = format!("[{}]", rows.join(","));
                let insert = diesel::sql_query(&statement).bind::<Text, _>(batch);
                insert.execute(connection).await.map_err(|error| refused(table, error))?;
            }
            SnapshotPart::End { rows, sums } => {
                if let Some(suspended) = transactions {
                    after_many_transactions(connection, suspended).await?;
                }
                let stored = totals_of(connection, table).await?;
                let names = table.summed();
                let same = |(column, sum): &(String, i128)| {
                    let place = names.iter().position(|name| name == column);
                    place.is_none_or(|place| stored.sums.get(place) == Some(sum))
                };
                if stored.rows != rows || !sums.iter().all(same) {
                    return Err(SnapshotFault::Differs(table.section()).into());
                }
                return Ok(());
            }
            SnapshotPart::Table { .. } => return Err(invalid("a table has no end")),
        }
    }
}

fn insert_of(table: &SnapshotTable, columns: &[(&'static str, ColumnKind)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(column, _)| *column).collect();
    let values =
        columns.iter().enumerate().map(|(place, (_, kind))| from_json(&element("value", place), *kind));
    let (names, values) = (names.join(", "), values.collect::<Vec<_>>().join(", "));
    format!("INSERT INTO {} ({names}) SELECT {values} FROM {}", table.name, each(FIRST))
}

/// Returns SQL that sets the references of a batch.
fn update_of(table: &SnapshotTable, columns: &[(&'static str, ColumnKind)]) -> Result<String> {
    let [("id", id), (column, kind)] = columns else {
        return Err(invalid(format!("{} does not have its two columns", table.section())));
    };
    let (id, new) = (from_json(&element("value", 0), *id), from_json(&element("value", 1), *kind));
    let rows = format!("SELECT {id} AS row_id, {new} AS new_value FROM {}", each(FIRST));
    Ok(format!(
        "UPDATE {0} SET {column} = given.new_value FROM ({rows}) AS given WHERE {0}.id = given.row_id",
        table.name
    ))
}

/// Converts an error of the database. A violated constraint is a fault of the snapshot.
fn refused(table: &SnapshotTable, error: diesel::result::Error) -> Error {
    use diesel::result::{DatabaseErrorKind, Error as Diesel};
    let why = match &error {
        Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => "has two conflicting rows",
        Diesel::DatabaseError(DatabaseErrorKind::NotNullViolation, _) => "has a row without a required value",
        Diesel::DatabaseError(DatabaseErrorKind::CheckViolation, _) => "has a value that is not allowed",
        Diesel::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
            "refers to a row that is not in the snapshot"
        }
        _ => return error.into(),
    };
    invalid(format!("{} {why}", table.section()))
}
