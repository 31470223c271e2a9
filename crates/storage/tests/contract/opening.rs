//! Tests of opening databases.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use saldo_storage::{BookTable, Error, RowSink, Settings, Storage, StoreError, WorkerId, open, open_with};
use tokio::sync::Semaphore;

use crate::harness::{Database, START};

#[tokio::test(flavor = "multi_thread")]
async fn a_url_with_an_unknown_scheme_is_rejected() {
    for url in ["", "mysql://h/n", "saldo.db", "sqlite://", "sqlite::memory:"] {
        let error = open(url).await.err();
        assert!(matches!(error, Some(Error::UnknownUrl)), "{url}: {error:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_server_is_a_database_error() {
    let error = open("postgres://nobody@127.0.0.1:1/none").await.err();
    assert!(matches!(error, Some(Error::Database(_))), "{error:?}");
    let error = open("sqlite:///nowhere/at/all/saldo.db").await.err();
    assert!(matches!(error, Some(Error::Database(_))), "{error:?}");
}

/// Opens one new database six times concurrently.
async fn open_six_times(url: &str) {
    let mut openers = tokio::task::JoinSet::new();
    for _ in 0..6 {
        let url = url.to_owned();
        openers.spawn(async move { open(&url).await.unwrap().check_health().await.unwrap() });
    }
    openers.join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn six_openers_of_a_fresh_sqlite_file_all_succeed() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        open_six_times(&format!("sqlite://{}", folder.path().join("saldo.db").display())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn six_openers_of_a_fresh_postgres_all_succeed() {
    for _ in 0..3 {
        if let Some(database) = saldo_test_postgres::database().await {
            open_six_times(database.url()).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_version_is_refused_and_left_alone() {
    let databases = [Some(Database::sqlite().await), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let ada = database.user("ada").await;
        for version in ["0999", "9999"] {
            let applied = format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')");
            database.execute(&applied).await;
            let error = open(&database.url).await.err().unwrap();
            assert!(matches!(&error, Error::UnknownMigration(unknown) if unknown == version), "{error:?}");
            assert!(error.to_string().contains("another version of Saldo"), "{error}");
        }
        assert_eq!(database.find_user(ada.id).await.unwrap(), Some(ada));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn data_survives_reopening_the_database() {
    let databases = [Some(Database::sqlite().await), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let ada = database.user("ada").await;
        let again = open(&database.url).await.unwrap();
        assert_eq!(again.find_user(ada.id).await.unwrap(), Some(ada));
    }
}

/// An actix-web server runs on current-thread runtimes, so the storage must not need another kind.
#[tokio::test(flavor = "current_thread")]
async fn a_current_thread_runtime_is_enough() {
    let databases = [Some(Database::sqlite().await), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let ada = database.user("ada").await;
        assert_eq!(database.count_users().await.unwrap(), 1);
        database.delete_user(ada.id).await.unwrap();
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_database_file_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saldo.db");
    let storage = open(&format!("sqlite://{}", path.display())).await.unwrap();
    storage.check_health().await.unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?} is {mode:o}", file.file_name());
    }
}

/// A sink that signals that it has a connection, and holds it until it is released.
struct WaitingSink {
    begun: Arc<Semaphore>,
    ended: Arc<Semaphore>,
}

#[async_trait]
impl RowSink for WaitingSink {
    async fn take(&mut self, _: &'static BookTable, _: Vec<String>) -> bool {
        self.begun.add_permits(1);
        drop(self.ended.acquire().await);
        false
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_a_free_connection_is_busy() {
    let databases = [Some(Database::sqlite().await), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let ada = database.user("ada").await.id;
        let mut settings = Settings::default();
        settings.postgres_connections_max = 1;
        settings.sqlite_readers_max = 1;
        settings.wait_timeout = Duration::from_millis(300);
        let storage: Arc<dyn Storage> = open_with(&database.url, &settings).await.unwrap();
        let (begun, ended) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let sink = Box::new(WaitingSink { begun: begun.clone(), ended: ended.clone() });
        let dumping = tokio::spawn({
            let storage = storage.clone();
            async move { storage.dump_books(ada, sink).await }
        });
        drop(begun.acquire().await.unwrap());
        let state = || {
            let pool = *storage.pools().first().unwrap();
            assert_eq!(pool.max, 1, "{pool:?}");
            (pool.in_use, pool.idle, pool.waiting)
        };
        assert_eq!(state(), (1, 0, 0));
        let one_waits = async {
            while state() != (1, 0, 1) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let (found, waited) =
            tokio::join!(storage.find_user(ada), tokio::time::timeout(Duration::from_secs(5), one_waits));
        waited.unwrap();
        let error = found.unwrap_err();
        assert!(matches!(error, StoreError::Busy(_)), "{error:?}");
        ended.close();
        drop(dumping.await.unwrap());
        assert!(storage.find_user(ada).await.unwrap().is_some());
        assert_eq!(state(), (0, 1, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_locked_by_another_process_is_busy() {
    let database = Database::sqlite().await;
    let mut settings = Settings::default();
    settings.busy_timeout = Duration::from_millis(50);
    let storage = open_with(&database.url, &settings).await.unwrap();
    let mut other = SqliteConnection::establish(database.url.strip_prefix("sqlite://").unwrap()).unwrap();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    let worker = WorkerId("worker".to_owned());
    let error = storage.claim_job(&worker, Duration::from_mins(1), START).await.unwrap_err();
    assert!(matches!(error, Error::Busy(_)), "{error:?}");
    other.batch_execute("ROLLBACK").unwrap();
    assert_eq!(storage.claim_job(&worker, Duration::from_mins(1), START).await.unwrap(), None);
}
