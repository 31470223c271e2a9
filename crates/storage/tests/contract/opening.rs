//! Opening databases.

use saldo_storage::{Error, open};

use crate::harness::Database;

#[tokio::test(flavor = "multi_thread")]
async fn an_address_of_an_unknown_kind_is_refused() {
    for url in ["", "mysql://h/n", "saldo.db", "sqlite://", "sqlite::memory:"] {
        let error = open(url).await.err();
        assert!(matches!(error, Some(Error::UnknownUrl)), "{url}: {error:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_not_there_is_a_failure_of_the_database() {
    let error = open("postgres://nobody@127.0.0.1:1/none").await.err();
    assert!(matches!(error, Some(Error::Database(_))), "{error:?}");
    let error = open("sqlite:///nowhere/at/all/saldo.db").await.err();
    assert!(matches!(error, Some(Error::Database(_))), "{error:?}");
}

/// Six openers of one fresh database all succeed.
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
async fn what_was_stored_is_there_when_the_database_is_opened_again() {
    let databases = [Some(Database::sqlite().await), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let ada = database.person("ada").await;
        let again = open(&database.url).await.unwrap();
        assert_eq!(again.find_user(ada.id).await.unwrap(), Some(ada));
    }
}

/// The whole of an actix-web server runs on current-thread runtimes: the storage must not need more.
#[tokio::test(flavor = "current_thread")]
async fn a_current_thread_runtime_is_enough() {
    let databases = [Some(Database::sqlite().await), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let ada = database.person("ada").await;
        assert_eq!(database.count_users().await.unwrap(), 1);
        database.delete_user(ada.id).await.unwrap();
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_books_are_readable_by_their_owner_only() {
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
