//! Inserting the rows of an archive, and rejecting rows that do not belong together.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use saldo_domain::category::DEFAULT_CATEGORIES;
use serde_json::Value;

use super::super::backend::{Connection, FIRST, SECOND, THIRD, each, element, from_json};
use super::check;
use crate::archives::{ArchiveFault, BOOKS, BookTable, RowSource};
use crate::schema::categories;
use crate::sql_types::{Key, RowId};
use crate::{Error, Result};

/// Columns that refer to their own table. They are set after all rows of the table are inserted.
const TO_THEMSELVES: &[(&str, &str)] = &[("categories", "parent_id"), ("edits", "undoes")];

/// All columns that refer to a row of a table.
const REFERENCES: &[(&str, &str, &str)] = &[
    ("categories", "parent_id", "categories"),
    ("transactions", "account_id", "accounts"),
    ("transactions", "statement_id", "statements"),
    ("transactions", "category_id", "categories"),
    ("statement_accounts", "statement_id", "statements"),
    ("statement_accounts", "account_id", "accounts"),
    ("statement_accounts", "first_broken_transaction_id", "transactions"),
    ("statement_lines", "statement_id", "statements"),
    ("statement_lines", "transaction_id", "transactions"),
    ("splits", "transaction_id", "transactions"),
    ("splits", "category_id", "categories"),
    ("attachments", "transaction_id", "transactions"),
    ("transaction_tags", "transaction_id", "transactions"),
    ("edits", "undoes", "edits"),
    ("transaction_changes", "edit_id", "edits"),
    ("merchant_changes", "edit_id", "edits"),
    ("account_changes", "edit_id", "edits"),
    ("account_aliases", "account_id", "accounts"),
    ("account_balances", "account_id", "accounts"),
    ("budgets", "category_id", "categories"),
    ("goal_accounts", "goal_id", "goals"),
    ("goal_accounts", "account_id", "accounts"),
    ("goal_contributions", "goal_id", "goals"),
    ("import_mappings", "account_id", "accounts"),
    ("statement_imports", "statement_id", "statements"),
    ("statement_imports", "account_id", "accounts"),
    ("statement_answers", "statement_id", "statements"),
    ("confirmed_facts", "account_id", "accounts"),
    ("distinct_transactions", "first_id", "transactions"),
    ("distinct_transactions", "second_id", "transactions"),
    ("model_choices", "transaction_id", "transactions"),
    ("chat_messages", "chat_id", "chats"),
    ("chat_approvals", "chat_id", "chats"),
    ("chat_traces", "chat_id", "chats"),
];

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

pub(super) fn invalid(why: impl Into<String>) -> Error {
    Error::Archive(ArchiveFault::Invalid(why.into()))
}

/// Returns true if the user has no data other than default categories.
pub(super) async fn is_empty(connection: &mut Connection, user: RowId) -> Result<bool> {
    for table in BOOKS.iter().filter(|table| table.name != "categories") {
        let any = format!("SELECT 1 FROM {} WHERE user_id = {FIRST} LIMIT 1", table.name);
        if count(connection, &format!("SELECT count(*) AS rows FROM ({any}) AS found"), user).await? > 0 {
            return Ok(false);
        }
    }
    let named: Vec<(Option<String>, String)> = categories::table
        .filter(categories::user_id.eq(user))
        .select((categories::key, categories::name))
        .load(connection)
        .await?;
    let is_default = |(key, name): &(Option<String>, String)| {
        DEFAULT_CATEGORIES.iter().any(|known| Some(known.key) == key.as_deref() && known.name == name)
    };
    Ok(named.iter().all(is_default))
}

/// Deletes the default categories; fails if the user has other data.
pub(super) async fn delete_default_categories(connection: &mut Connection, user: RowId) -> Result<()> {
    if !is_empty(connection, user).await? {
        return Err(Error::Archive(ArchiveFault::NotEmpty));
    }
    diesel::delete(categories::table.filter(categories::user_id.eq(user))).execute(connection).await?;
    Ok(())
}

/// Inserts the rows of a table, in batches of the size that the source returns.
pub(super) async fn put_table(
    connection: &mut Connection,
    user: RowId,
    files: &str,
    table: &'static BookTable,
    source: &mut dyn RowSource,
) -> Result<()> {
    let later = TO_THEMSELVES.iter().find(|(name, _)| *name == table.name).map(|(_, column)| *column);
    let insert = insert_of(table, later);
    let mut number: u64 = 0;
    loop {
        let lines = source.next(table).await?;
        if lines.is_empty() {
            break;
        }
        let batch = batch_of(table, &lines, &mut number)?;
        refuse_taken(connection, user, table, &batch).await?;
        let insert = diesel::sql_query(&insert).bind::<Key, _>(user).bind::<Text, _>(batch);
        let inserted = if has_files(table) {
            insert.bind::<Text, _>(files.to_owned()).execute(connection).await
        } else {
            insert.execute(connection).await
        };
        inserted.map_err(|error| refused(table, error))?;
    }
    let Some(column) = later else { return Ok(()) };
    let update = update_of(table, column);
    let mut number = 0;
    loop {
        let lines = source.next(table).await?;
        if lines.is_empty() {
            return Ok(());
        }
        let batch = batch_of(table, &lines, &mut number)?;
        let update = diesel::sql_query(&update).bind::<Key, _>(user).bind::<Text, _>(batch);
        update.execute(connection).await.map_err(|error| refused(table, error))?;
    }
}

/// True for a table whose rows have a file.
fn has_files(table: &BookTable) -> bool {
    table.left_out.contains(&"file_key")
}

/// Checks the rows and returns their values as a JSON array of arrays.
fn batch_of(table: &BookTable, lines: &[String], number: &mut u64) -> Result<String> {
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        *number += 1;
        let values = check::values(table, line)
            .map_err(|why| invalid(format!("row {number} of {}: {why}", table.name)))?;
        rows.push(Value::Array(values));
    }
    serde_json::to_string(&rows).map_err(Error::database)
}

fn insert_of(table: &BookTable, later: Option<&str>) -> String {
    let now = table.columns.iter().enumerate().filter(|(_, (column, _))| Some(*column) != later);
    let (mut columns, mut values) = (vec!["user_id".to_owned()], vec![FIRST.to_owned()]);
    for (place, (column, kind)) in now {
        columns.push((*column).to_owned());
        values.push(from_json(&element("value", place), *kind));
    }
    if has_files(table) {
        columns.push("file_key".to_owned());
        values.push(format!("{THIRD} || {}", element("value", id_place(table).unwrap_or_default())));
    }
    format!(
        "INSERT INTO {} ({}) SELECT {} FROM {}",
        table.name,
        columns.join(", "),
        values.join(", "),
        each(SECOND)
    )
}

fn update_of(table: &BookTable, column: &str) -> String {
    let place = table.columns.iter().position(|(name, _)| *name == column).unwrap_or_default();
    let value = |place: usize| from_json(&element("value", place), table.columns[place].1);
    let (id, new) = (value(id_place(table).unwrap_or_default()), value(place));
    let rows = format!("SELECT {id} AS row_id, {new} AS new_value FROM {}", each(SECOND));
    format!(
        "UPDATE {0} SET {column} = given.new_value FROM ({rows}) AS given \
         WHERE {0}.id = given.row_id AND {0}.user_id = {FIRST} AND given.new_value IS NOT NULL",
        table.name
    )
}

fn id_place(table: &BookTable) -> Option<usize> {
    table.columns.iter().position(|(column, _)| *column == "id")
}

/// Fails if an id of the batch is in use, by any user, because rows keep their ids.
async fn refuse_taken(
    connection: &mut Connection,
    user: RowId,
    table: &BookTable,
    batch: &str,
) -> Result<()> {
    let Some(place) = id_place(table) else { return Ok(()) };
    let ids = format!(
        "SELECT {} FROM {}",
        from_json(&element("value", place), table.columns[place].1),
        each(SECOND)
    );
    for (is_theirs, fault) in [
        ("=", ArchiveFault::Invalid(format!("{} has a duplicate id", table.name))),
        ("<>", ArchiveFault::Taken),
    ] {
        let taken = format!(
            "SELECT count(*) AS rows FROM {} WHERE user_id {is_theirs} {FIRST} AND id IN ({ids})",
            table.name
        );
        let taken = diesel::sql_query(taken).bind::<Key, _>(user).bind::<Text, _>(batch.to_owned());
        if taken.get_result::<Counted>(connection).await?.rows > 0 {
            return Err(Error::Archive(fault));
        }
    }
    Ok(())
}

/// Converts an error of the database. A violated constraint is a fault of the archive.
fn refused(table: &BookTable, error: diesel::result::Error) -> Error {
    use diesel::result::{DatabaseErrorKind, Error as Diesel};
    let why = match &error {
        Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => "has two conflicting rows",
        Diesel::DatabaseError(DatabaseErrorKind::NotNullViolation, _) => "has a row without a required value",
        Diesel::DatabaseError(DatabaseErrorKind::CheckViolation, _) => "has a value that is not allowed",
        Diesel::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
            "refers to a row that is not in the archive"
        }
        _ => return error.into(),
    };
    invalid(format!("{} {why}", table.name))
}

/// Checks the restored data as a whole: every reference leads to a row of the user, categories have two
/// levels, and splits add up.
pub(super) async fn check_whole(connection: &mut Connection, user: RowId) -> Result<()> {
    for (table, column, target) in REFERENCES {
        let strangers = format!(
            "SELECT count(*) AS rows FROM {table} AS r WHERE r.user_id = {FIRST} AND r.{column} IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM {target} AS t WHERE t.id = r.{column} AND t.user_id = r.user_id)"
        );
        if count(connection, &strangers, user).await? > 0 {
            return Err(invalid(format!("{table}.{column} refers to a row that is not in the archive")));
        }
    }
    let too_deep = format!(
        "SELECT count(*) AS rows FROM categories AS c JOIN categories AS p ON p.id = c.parent_id \
         WHERE c.user_id = {FIRST} AND p.parent_id IS NOT NULL"
    );
    let not_the_sum = format!(
        "SELECT count(*) AS rows FROM transactions AS e LEFT JOIN \
         (SELECT transaction_id, count(*) AS parts, sum(amount_minor) AS amount, max(position) AS last, \
          sum(CASE WHEN amount_minor = 0 THEN 1 ELSE 0 END) AS empty \
          FROM splits WHERE user_id = {FIRST} GROUP BY transaction_id) AS p ON p.transaction_id = e.id \
         WHERE e.user_id = {FIRST} AND CASE WHEN e.is_split \
          THEN p.parts IS NULL OR p.parts < 2 OR p.last + 1 <> p.parts OR p.amount <> e.amount_minor \
               OR p.empty > 0 OR e.category_id IS NOT NULL \
          ELSE p.parts IS NOT NULL END"
    );
    let other_currency = format!(
        "SELECT count(*) AS rows FROM goal_accounts AS l JOIN goals AS g ON g.id = l.goal_id \
         JOIN accounts AS a ON a.id = l.account_id WHERE l.user_id = {FIRST} AND a.currency <> g.currency"
    );
    for (wrong, fault) in [
        (other_currency, invalid("a goal has an account of another currency")),
        (too_deep, invalid("categories have more than two levels")),
        (not_the_sum, invalid("the splits of a transaction do not add up to its amount")),
    ] {
        if count(connection, &wrong, user).await? > 0 {
            return Err(fault);
        }
    }
    Ok(())
}

async fn count(connection: &mut Connection, query: &str, user: RowId) -> Result<i64> {
    let counted = diesel::sql_query(query).bind::<Key, _>(user).get_result::<Counted>(connection).await?;
    Ok(counted.rows)
}
