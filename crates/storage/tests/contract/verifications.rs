//! Tests of values that can be used once.

use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_value_is_found_until_it_is_used_or_expires,
    a_value_is_used_once,
    concurrent_requests_use_a_value_once,
    an_expired_value_is_not_found,
    a_new_value_replaces_the_old,
    expired_values_are_purged,
);

async fn a_value_is_found_until_it_is_used_or_expires(database: Database) {
    let found = async |key, now| database.find_verification(key, now).await.unwrap();
    assert_eq!(found("reset:1", at(0)).await, None);
    database.put_verification("reset:1", "ada", at(10)).await.unwrap();
    for _ in 0..2 {
        assert_eq!(found("reset:1", at(9)).await.as_deref(), Some("ada"));
    }
    assert_eq!(found("reset:2", at(9)).await, None);
    assert_eq!(found("reset:1", at(10)).await, None);
    assert_eq!(database.take_verification("reset:1", at(9)).await.unwrap().as_deref(), Some("ada"));
    assert_eq!(found("reset:1", at(9)).await, None);
}

async fn a_value_is_used_once(database: Database) {
    database.put_verification("reset:1", "ada", at(10)).await.unwrap();
    assert_eq!(database.take_verification("reset:1", at(9)).await.unwrap().as_deref(), Some("ada"));
    assert_eq!(database.take_verification("reset:1", at(9)).await.unwrap(), None);
}

async fn concurrent_requests_use_a_value_once(database: Database) {
    database.put_verification("state", "x", at(10)).await.unwrap();
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let storage = database.storage.clone();
        takers.spawn(async move { storage.take_verification("state", at(1)).await.unwrap() });
    }
    let taken = takers.join_all().await;
    assert_eq!(taken.into_iter().flatten().collect::<Vec<_>>(), ["x"]);
}

async fn an_expired_value_is_not_found(database: Database) {
    database.put_verification("state", "x", at(10)).await.unwrap();
    assert_eq!(database.take_verification("state", at(10)).await.unwrap(), None);
}

async fn a_new_value_replaces_the_old(database: Database) {
    database.put_verification("state", "x", at(10)).await.unwrap();
    database.put_verification("state", "y", at(20)).await.unwrap();
    assert_eq!(database.take_verification("state", at(15)).await.unwrap().as_deref(), Some("y"));
}

async fn expired_values_are_purged(database: Database) {
    for (key, ends) in [("a", 10), ("b", 20), ("c", 30)] {
        database.put_verification(key, "x", at(ends)).await.unwrap();
    }
    assert_eq!(database.delete_expired_verifications(at(20)).await.unwrap(), 2);
    assert_eq!(database.take_verification("c", at(20)).await.unwrap().as_deref(), Some("x"));
}
