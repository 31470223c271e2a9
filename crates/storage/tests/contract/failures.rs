//! Tests of database failures that a caller can act on.

use saldo_storage::Error;

use crate::harness::{Database, START, new_statement, on_both_databases};

on_both_databases!(a_full_disk_is_reported_and_nothing_is_written);

/// Makes every insert of a statement fail as it does if the disk is full.
async fn fill_disk(database: &Database) {
    let trigger = if database.url.starts_with("sqlite") {
        "CREATE TRIGGER full_disk BEFORE INSERT ON statements \
         BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END"
    } else {
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$; \
         CREATE TRIGGER full_disk BEFORE INSERT ON statements FOR EACH ROW EXECUTE FUNCTION full_disk()"
    };
    database.execute(trigger).await;
}

async fn a_full_disk_is_reported_and_nothing_is_written(database: Database) {
    let ada = database.user("ada").await;
    fill_disk(&database).await;
    for _ in 0..2 {
        let refused = database.insert_statement(ada.id, new_statement(), START);
        let error = refused.await.unwrap_err();
        assert!(matches!(error, Error::DiskFull(_)), "{error:?}");
    }
    database
        .execute(if database.url.starts_with("sqlite") {
            "DROP TRIGGER full_disk"
        } else {
            "DROP TRIGGER full_disk ON statements"
        })
        .await;
    assert!(!database.has_statements().await.unwrap());
    database.statement(ada.id).await;
}
