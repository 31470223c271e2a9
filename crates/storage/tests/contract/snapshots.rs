//! Tests of copying the whole database, also to the other kind of database.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use saldo_domain::{PageRequest, TransactionFilter};
use saldo_storage::{
    CALCULATED, Error, NOT_IN_SNAPSHOTS, ROWS_PER_BATCH, Result, SNAPSHOT_TABLES, SnapshotFault,
    SnapshotPart, SnapshotSink, SnapshotSource, SnapshotTable, SnapshotTotals,
};
use serde_json::Value;

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, START, on_both_databases};
use crate::users::fill_every_table;

on_both_databases!(
    every_table_and_column_is_in_snapshots_or_derived,
    an_import_restores_every_table,
    an_import_into_the_other_database_restores_every_table,
    a_long_snapshot_contains_each_row_once,
    a_snapshot_is_of_one_moment,
    an_import_refuses_a_database_with_users,
    an_import_replaces_all_data_on_request,
    a_refused_import_changes_nothing,
    an_export_ends_when_its_receiver_ends_it,
);

/// Parts of a snapshot, as a sink and as a source.
#[derive(Clone, Default)]
struct Copied {
    parts: Arc<Mutex<Vec<SnapshotPart>>>,
    parts_max: Option<usize>,
}

impl Copied {
    fn add(&self, part: SnapshotPart) -> bool {
        let mut parts = self.parts.lock().unwrap();
        parts.push(part);
        self.parts_max.is_none_or(|most| parts.len() < most)
    }

    /// Returns all rows by section.
    fn rows(&self) -> BTreeMap<String, Vec<Value>> {
        let (mut rows, mut table) = (BTreeMap::<String, Vec<Value>>::new(), String::new());
        for part in self.parts.lock().unwrap().iter() {
            match part {
                SnapshotPart::Table { section, .. } => {
                    table.clone_from(section);
                    rows.entry(section.clone()).or_default();
                }
                SnapshotPart::Rows(lines) => {
                    assert!(lines.len() <= ROWS_PER_BATCH);
                    let lines = lines.iter().map(|line| serde_json::from_str(line).unwrap());
                    rows.get_mut(&table).unwrap().extend(lines);
                }
                SnapshotPart::End { rows: count, .. } => {
                    assert_eq!(u64::try_from(rows[&table].len()).unwrap(), *count, "{table}");
                }
            }
        }
        rows
    }

    /// Returns a copy with another part for each part of `section`.
    fn with(&self, change: impl Fn(&mut SnapshotPart)) -> Self {
        let mut parts = self.parts.lock().unwrap().clone();
        parts.iter_mut().for_each(change);
        Self { parts: Arc::new(Mutex::new(parts)), parts_max: None }
    }
}

struct Sink {
    copied: Copied,
    table: Option<&'static str>,
}

impl Sink {
    fn begin(&mut self, table: &'static SnapshotTable) {
        let section = table.section();
        let is_open =
            self.table == Some(table.name)
                && self.copied.parts.lock().unwrap().iter().any(
                    |part| matches!(part, SnapshotPart::Table { section: begun, .. } if *begun == section),
                );
        if !is_open {
            self.table = Some(table.name);
            let columns = table.columns.iter().map(|(column, _)| (*column).to_owned()).collect();
            self.copied.add(SnapshotPart::Table { section, columns });
        }
    }
}

#[async_trait]
impl SnapshotSink for Sink {
    async fn take(&mut self, table: &'static SnapshotTable, rows: Vec<String>) -> bool {
        self.begin(table);
        self.copied.add(SnapshotPart::Rows(rows))
    }

    async fn end(&mut self, table: &'static SnapshotTable, totals: SnapshotTotals) -> bool {
        self.begin(table);
        let sums = table.summed().into_iter().map(str::to_owned).zip(totals.sums).collect();
        self.copied.add(SnapshotPart::End { rows: totals.rows, sums })
    }
}

struct Source {
    copied: Copied,
    next: usize,
}

#[async_trait]
impl SnapshotSource for Source {
    async fn next(&mut self) -> Result<Option<SnapshotPart>> {
        self.next += 1;
        Ok(self.copied.parts.lock().unwrap().get(self.next - 1).cloned())
    }
}

async fn export(database: &Database) -> Copied {
    let copied = Copied::default();
    database.export_snapshot(Box::new(Sink { copied: copied.clone(), table: None })).await.unwrap();
    copied
}

async fn import(database: &Database, replaces: bool, copied: &Copied) -> Result<()> {
    database.import_snapshot(replaces, Box::new(Source { copied: copied.clone(), next: 0 })).await
}

/// Fills every table, also those without a user.
async fn fill(database: &Database) {
    let ada = database.user("ada").await;
    fill_every_table(database, &ada).await;
    crate::households::fill_households(database, ada.id).await;
    database.set_instance_id(saldo_domain::Id::new(START)).await.unwrap();
    let bob = database.user("bob").await;
    database.delete_user(bob.id).await.unwrap();
    let time = database.of_both("'2030-01-01T00:00:00.000Z'", "'2030-01-01T00:00:00Z'");
    database.execute(&format!("INSERT INTO verifications VALUES ('a key', 'a value', {time})")).await;
    let worker = saldo_storage::WorkerId("a".to_owned());
    database.claim_work("backup", &worker, std::time::Duration::from_secs(1), START).await.unwrap();
    let empty: Vec<String> =
        database.rows().await.into_iter().filter(|(_, rows)| *rows == 0).map(|(table, _)| table).collect();
    assert!(empty.is_empty(), "{empty:?}");
}

async fn every_table_and_column_is_in_snapshots_or_derived(database: Database) {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for table in SNAPSHOT_TABLES.iter() {
        let columns = table.columns.iter().map(|(column, _)| (*column).to_owned());
        known.entry(table.name.to_owned()).or_default().extend(columns);
    }
    for (table, column) in CALCULATED {
        known.get_mut(*table).unwrap().insert((*column).to_owned());
    }
    for (table, columns) in database.columns().await {
        let is_derived = NOT_IN_SNAPSHOTS.contains(&table.as_str());
        assert!(known.contains_key(&table) != is_derived, "{table} must be in storage/src/snapshots.rs");
        assert!(is_derived || known[&table] == columns, "the columns of {table} in storage/src/snapshots.rs");
    }
}

async fn an_import_restores_every_table(database: Database) {
    fill(&database).await;
    let copied = export(&database).await;
    let other = match database.of_both("sqlite", "postgres") {
        "sqlite" => Database::sqlite().await,
        _ => Database::postgres().await.unwrap(),
    };
    compare(&database, &other, &copied).await;
}

async fn an_import_into_the_other_database_restores_every_table(database: Database) {
    let other = match database.of_both("sqlite", "postgres") {
        "sqlite" => Database::postgres().await,
        _ => Some(Database::sqlite().await),
    };
    let Some(other) = other else { return };
    fill(&database).await;
    let copied = export(&database).await;
    compare(&database, &other, &copied).await;
}

/// Imports into an empty database, and compares everything, including tables that triggers derive.
async fn compare(database: &Database, other: &Database, copied: &Copied) {
    assert!(other.has_no_users().await.unwrap());
    import(other, false, copied).await.unwrap();
    assert!(!other.has_no_users().await.unwrap());
    assert_eq!(export(other).await.rows(), copied.rows());
    let (mut here, mut there) = (database.rows().await, other.rows().await);
    here.remove("periodic_work");
    there.remove("periodic_work");
    // Only SQLite has a text index of its own.
    for rows in [&mut here, &mut there] {
        rows.retain(|table, _| {
            !table.starts_with("transaction_texts") && !table.starts_with("transaction_search")
        });
    }
    assert_eq!(here, there);
    let ada = other.list_users(PageRequest::first(2)).await.unwrap().items.remove(0);
    let found = other.list_transactions(ada.id, matching("coffee"), PageRequest::first(9)).await.unwrap();
    let expected =
        database.list_transactions(ada.id, matching("coffee"), PageRequest::first(9)).await.unwrap();
    assert!(!found.items.is_empty());
    assert_eq!(found.items, expected.items);
    let (flows, expected) =
        (other.list_month_flows(ada.id).await.unwrap(), database.list_month_flows(ada.id).await.unwrap());
    assert!(!flows.is_empty());
    assert_eq!(flows, expected);
}

async fn a_long_snapshot_contains_each_row_once(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let many = 2 * ROWS_PER_BATCH + 1;
    let lines = (1..=many).map(|number| line(may(1), &format!("Coffee {number}"), euro(-300))).collect();
    database.import_statement(ada.id, statement.id, simple(lines), START).await.unwrap().unwrap();
    let rows = export(&database).await.rows();
    for (table, key) in [("transactions", 1), ("statement_lines", 3)] {
        let keys: BTreeSet<String> = rows[table].iter().map(|row| row[key].to_string()).collect();
        assert_eq!((keys.len(), rows[table].len()), (many, many), "{table}");
    }
}

/// A sink that adds a user to the database after its first rows.
struct Disturbing {
    sink: Sink,
    storage: Arc<dyn saldo_storage::Storage>,
    is_done: bool,
}

#[async_trait]
impl SnapshotSink for Disturbing {
    async fn take(&mut self, table: &'static SnapshotTable, rows: Vec<String>) -> bool {
        self.sink.take(table, rows).await
    }

    async fn end(&mut self, table: &'static SnapshotTable, totals: SnapshotTotals) -> bool {
        if !self.is_done {
            self.is_done = true;
            let hash = saldo_storage::PasswordHash::from_phc("$argon2id$…".to_owned());
            let credential = saldo_storage::NewCredential::Password { hash };
            self.storage.insert_user(crate::harness::new_user("eve"), credential, START).await.unwrap();
        }
        self.sink.end(table, totals).await
    }
}

async fn a_snapshot_is_of_one_moment(database: Database) {
    database.user("ada").await;
    let copied = Copied::default();
    let sink = Disturbing {
        sink: Sink { copied: copied.clone(), table: None },
        storage: database.storage.clone(),
        is_done: false,
    };
    database.export_snapshot(Box::new(sink)).await.unwrap();
    assert_eq!(copied.rows()["users"].len(), 1);
    assert_eq!(export(&database).await.rows()["users"].len(), 2);
}

fn matching(text: &str) -> TransactionFilter {
    TransactionFilter { text: Some(text.to_owned()), ..TransactionFilter::default() }
}

fn fault(result: Result<()>) -> SnapshotFault {
    match result {
        Err(Error::Snapshot(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

async fn an_import_refuses_a_database_with_users(database: Database) {
    let copied = export(&database).await;
    database.user("ada").await;
    let before = database.rows().await;
    assert_eq!(fault(import(&database, false, &copied).await), SnapshotFault::NotEmpty);
    assert_eq!(database.rows().await, before);
}

async fn an_import_replaces_all_data_on_request(database: Database) {
    fill(&database).await;
    let (copied, before) = (export(&database).await, database.rows().await);
    let eve = database.user("eve").await;
    database.statement(eve.id).await;
    import(&database, true, &copied).await.unwrap();
    assert_eq!(export(&database).await.rows(), copied.rows());
    assert_eq!(database.rows().await, before);
}

async fn a_refused_import_changes_nothing(database: Database) {
    fill(&database).await;
    let (copied, before) = (export(&database).await, export(&database).await.rows());
    let wrong_count = copied.with(|part| {
        if let SnapshotPart::End { rows, .. } = part {
            *rows += 1;
        }
    });
    let wrong_sum = copied.with(|part| {
        if let SnapshotPart::End { sums, .. } = part {
            for (_, sum) in sums.iter_mut() {
                *sum += 1;
            }
        }
    });
    let unknown = copied.with(|part| {
        if let SnapshotPart::Table { columns, .. } = part {
            columns.push("mood".to_owned());
        }
    });
    assert_eq!(
        fault(import(&database, true, &wrong_count).await),
        SnapshotFault::Differs("instance".to_owned())
    );
    assert!(matches!(fault(import(&database, true, &wrong_sum).await), SnapshotFault::Differs(_)));
    assert_eq!(
        fault(import(&database, true, &unknown).await),
        SnapshotFault::Unknown("instance.mood".to_owned())
    );
    let cut = copied.with(|_| {});
    cut.parts.lock().unwrap().pop();
    assert!(matches!(fault(import(&database, true, &cut).await), SnapshotFault::Invalid(_)));
    let doubled = copied.with(|part| {
        if let SnapshotPart::Rows(rows) = part {
            rows.push(rows[0].clone());
        }
    });
    assert!(matches!(fault(import(&database, true, &doubled).await), SnapshotFault::Invalid(_)));
    let backwards = copied.with(|_| {});
    backwards.parts.lock().unwrap().reverse();
    assert!(matches!(fault(import(&database, true, &backwards).await), SnapshotFault::Invalid(_)));
    assert_eq!(export(&database).await.rows(), before);
}

async fn an_export_ends_when_its_receiver_ends_it(database: Database) {
    database.user("ada").await;
    let copied = Copied { parts_max: Some(4), ..Copied::default() };
    let ended = database.export_snapshot(Box::new(Sink { copied: copied.clone(), table: None })).await;
    assert_eq!(fault(ended), SnapshotFault::Ended);
    assert_eq!(copied.parts.lock().unwrap().len(), 4);
}
