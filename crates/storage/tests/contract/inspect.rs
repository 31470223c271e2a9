//! Tests of looking at a database without changing it.

use saldo_storage::{Error, Settings, inspect};

use crate::harness::{Database, on_both_databases};

on_both_databases!(an_open_database_is_migrated, a_database_of_another_version_is_reported,);

async fn an_open_database_is_migrated(database: Database) {
    let before = database.rows().await;
    let found = inspect(&database.url, &Settings::default()).await.unwrap();
    assert!(found.exists);
    assert_eq!(found.pending_migrations, 0);
    let is_server = database.of_both("no", "yes") == "yes";
    assert_eq!((found.clock.is_some(), found.pool_max.is_some()), (is_server, is_server));
    if let Some(connections) = found.connections {
        assert!(connections.used > 0 && connections.max >= connections.used, "{connections:?}");
    }
    assert_eq!(database.rows().await, before);
}

async fn a_database_of_another_version_is_reported(database: Database) {
    database.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')").await;
    let refused = inspect(&database.url, &Settings::default()).await;
    assert!(matches!(&refused, Err(Error::UnknownMigration(version)) if version == "9999"), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_or_empty_database_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saldo.db");
    let url = format!("sqlite://{}", path.display());
    let found = inspect(&url, &Settings::default()).await.unwrap();
    assert!(!found.exists && found.pending_migrations > 0, "{found:?}");
    assert!(!path.exists());
    std::fs::write(&path, b"").unwrap();
    let found = inspect(&url, &Settings::default()).await.unwrap();
    assert!(found.exists && found.pending_migrations > 0, "{found:?}");
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    if let Some(empty) = saldo_test_postgres::database().await {
        let found = inspect(empty.url(), &Settings::default()).await.unwrap();
        assert!(found.pending_migrations > 0, "{found:?}");
    }
    for unreachable in ["postgres://nobody@127.0.0.1:1/none", "mysql://h/n"] {
        inspect(unreachable, &Settings::default()).await.unwrap_err();
    }
}
