//! Tests that both databases have the tables that `schema.rs` describes, with the same keys and indices.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::harness::{Database, POSTGRES_COLUMNS, SQLITE_COLUMNS, on_both_databases};

on_both_databases!(every_table_matches_the_schema_in_the_code);

/// A column's type in `schema.rs`, or in a database; true if it may be null; its place in the primary key.
type Column = (String, bool, usize);
type Tables = BTreeMap<(String, String), Column>;

/// Returns the tables that the `table!` invocations in `schema.rs` and its modules describe.
fn described() -> Tables {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let modules = fs::read_dir(source.join("schema")).unwrap().map(|module| module.unwrap().path());
    let text: String =
        modules.chain([source.join("schema.rs")]).map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut tables = Tables::new();
    for table in text.split("table! {").skip(1) {
        let lines: Vec<&str> = table.lines().map(str::trim).take_while(|line| *line != "}").collect();
        let (head, columns) =
            lines.split_at(lines.iter().position(|line| line.ends_with(") {")).unwrap() + 1);
        let (name, keys) = head.last().unwrap().trim_end_matches(") {").split_once(" (").unwrap();
        for column in columns {
            let (column, kind) = column.trim_end_matches(',').split_once(" -> ").unwrap();
            let key = keys.split(", ").position(|key| key == column).map_or(0, |place| place + 1);
            let nullable = kind.strip_prefix("Nullable<").and_then(|kind| kind.strip_suffix('>'));
            let value = (nullable.unwrap_or(kind).to_owned(), nullable.is_some(), key);
            assert!(tables.insert((name.to_owned(), column.to_owned()), value).is_none(), "{name}.{column}");
        }
    }
    assert!(tables.len() > 200, "only {} columns were found in schema.rs", tables.len());
    tables
}

/// Returns the type with which a database stores a type of `schema.rs`.
fn stored(kind: &str, is_sqlite: bool) -> &'static str {
    let (sqlite, postgres) = match kind {
        "Key" => ("BLOB", "uuid"),
        "Binary" => ("BLOB", "bytea"),
        "Moment" => ("TEXT", "timestamptz"),
        "Date" => ("TEXT", "date"),
        "Json" => ("TEXT", "json"),
        "Text" => ("TEXT", "text"),
        "Bool" => ("INTEGER", "bool"),
        "Integer" => ("INTEGER", "int4"),
        "BigInt" => ("INTEGER", "int8"),
        other => panic!("{other} is a new type: add how each database stores it"),
    };
    if is_sqlite { sqlite } else { postgres }
}

/// Tables that are not in `schema.rs`: SQLite's full-text index and the numbers of its rows.
const SEARCH: [&str; 2] = ["transaction_texts", "transaction_search_docsize"];

async fn every_table_matches_the_schema_in_the_code(database: Database) {
    let is_sqlite = database.url.starts_with("sqlite");
    let reported: Tables = database
        .lines(database.of_both(SQLITE_COLUMNS, POSTGRES_COLUMNS))
        .await
        .iter()
        .map(|line| <[&str; 5]>::try_from(line.split('|').collect::<Vec<_>>()).unwrap())
        .filter(|[table, ..]| !SEARCH.contains(table))
        .map(|[table, column, kind, nullable, key]| {
            let value = (kind.to_owned(), nullable == "1", key.parse().unwrap());
            ((table.to_owned(), column.to_owned()), value)
        })
        .collect();
    let expected: Tables = described()
        .into_iter()
        .map(|(name, (kind, nullable, key))| (name, (stored(&kind, is_sqlite).to_owned(), nullable, key)))
        .collect();
    for (name, column) in &reported {
        assert_eq!(expected.get(name), Some(column), "{name:?} in schema.rs (left) and in the database");
    }
    let missing: Vec<_> = expected.keys().filter(|name| !reported.contains_key(name)).collect();
    assert_eq!(missing, Vec::<&(String, String)>::new(), "in schema.rs but not in the database");
}

/// References and unique keys, as lines such as `jobs FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE
/// CASCADE`.
const SQLITE_KEYS: &str = "\
    SELECT t.name || ' FOREIGN KEY (' || group_concat(f.\"from\", ', ') || ') REFERENCES ' || f.\"table\" \
        || '(' || group_concat(f.\"to\", ', ') || ') ON DELETE ' || f.on_delete AS line \
    FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table' GROUP BY t.name, f.id \
    UNION ALL \
    SELECT t.name || ' UNIQUE (' || (SELECT group_concat(c.name, ', ') FROM pragma_index_info(i.name) c) || ')' \
    FROM sqlite_schema t JOIN pragma_index_list(t.name) i ON i.origin = 'u' \
    WHERE t.type = 'table' AND t.name <> 'transaction_texts'";
const POSTGRES_KEYS: &str = "\
    SELECT t.relname || ' ' || pg_get_constraintdef(c.oid) AS line \
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid \
    WHERE c.connamespace = current_schema()::regnamespace AND c.contype IN ('f', 'u')";

/// Indices that the migrations name, as lines such as `transactions_by_date ON transactions (user_id, date)`.
/// The conditions of partial indices are left out, because each database prints them in its own way.
const SQLITE_INDICES: &str = "\
    SELECT x.name || iif(i.\"unique\", ' UNIQUE', '') || iif(i.partial, ' PARTIAL', '') || ' ON ' || x.tbl_name \
        || ' (' || (SELECT group_concat(c.name, ', ') FROM pragma_index_info(x.name) c) || ')' AS line \
    FROM sqlite_schema x JOIN pragma_index_list(x.tbl_name) i ON i.name = x.name \
    WHERE x.type = 'index' AND i.origin = 'c'";
const POSTGRES_INDICES: &str = "\
    SELECT x.relname || CASE WHEN i.indisunique THEN ' UNIQUE' ELSE '' END \
        || CASE WHEN i.indpred IS NULL THEN '' ELSE ' PARTIAL' END || ' ON ' || t.relname || ' (' \
        || (SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute a \
            WHERE a.attrelid = x.oid) || ')' AS line \
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid \
    WHERE x.relnamespace = current_schema()::regnamespace AND x.relname <> 'transactions_by_text' \
        AND t.relname NOT LIKE '\\_\\_%' AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = x.oid)";

#[tokio::test(flavor = "multi_thread")]
async fn both_databases_have_the_same_keys_and_indices() {
    let Some(postgres) = Database::postgres().await else { return };
    let sqlite = Database::sqlite().await;
    for (in_sqlite, in_postgres) in [(SQLITE_KEYS, POSTGRES_KEYS), (SQLITE_INDICES, POSTGRES_INDICES)] {
        let here: BTreeSet<String> = sqlite.lines(in_sqlite).await.into_iter().collect();
        let there = postgres.lines(in_postgres).await;
        // PostgreSQL quotes columns that have the name of a function.
        let there: BTreeSet<String> = there.into_iter().map(|line| line.replace('"', "")).collect();
        assert!(here.len() > 40, "only {} columns were found", here.len());
        let differences: Vec<&String> = here.symmetric_difference(&there).collect();
        assert!(differences.is_empty(), "in one database only: {differences:#?}");
    }
}
