//! Tests of the identity of a database.

use saldo_storage::InstanceId;

use crate::harness::{Database, START, on_both_databases};

on_both_databases!(
    a_database_keeps_its_first_instance_id,
    a_database_knows_whether_it_has_statements,
    a_users_files_are_counted,
);

async fn a_database_keeps_its_first_instance_id(database: Database) {
    assert_eq!(database.find_instance_id().await.unwrap(), None);
    let (first, second) = (InstanceId::new(START), InstanceId::new(START));
    assert_eq!(database.set_instance_id(first).await.unwrap(), first);
    assert_eq!(database.set_instance_id(second).await.unwrap(), first);
    assert_eq!(database.find_instance_id().await.unwrap(), Some(first));
}

async fn a_database_knows_whether_it_has_statements(database: Database) {
    let ada = database.user("ada").await;
    assert!(!database.has_statements().await.unwrap());
    database.statement(ada.id).await;
    assert!(database.has_statements().await.unwrap());
}

async fn a_users_files_are_counted(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let sizes = [database.statement(ada.id).await.size, database.statement(ada.id).await.size];
    database.statement(bob.id).await;
    let usage = database.file_usage(ada.id).await.unwrap();
    assert_eq!((usage.files, usage.bytes), (2, sizes.iter().sum()));
}
