//! Tests of two-factor authentication.

use saldo_domain::TokenHash;
use saldo_storage::StoreError;

use crate::harness::{Database, START, at, on_both_databases, unknown_user};

on_both_databases!(
    an_enrollment_is_active_once_enabled,
    an_unfinished_enrollment_is_replaced,
    an_active_enrollment_is_not_replaced,
    only_the_current_enrollment_can_be_enabled,
    a_time_step_is_accepted_once_and_no_earlier_one_after_it,
    concurrent_requests_use_a_time_step_once,
    a_backup_code_works_once,
    concurrent_requests_use_a_backup_code_once,
    new_backup_codes_replace_the_old,
    the_last_allowed_attempt_locks_and_clearing_unlocks,
    an_expired_lock_restarts_the_count,
    concurrent_attempts_never_exceed_the_limit,
    deleting_removes_all_two_factor_data,
    another_users_two_factor_data_is_not_found,
);

fn codes(names: &[&str]) -> Vec<TokenHash> {
    names.iter().map(|name| TokenHash::of(name)).collect()
}

async fn an_enrollment_is_active_once_enabled(database: Database) {
    let ada = database.user("ada").await;
    assert!(!ada.two_step);
    database.put_two_step(ada.id, vec![1, 2, 3], codes(&["a"]), START).await.unwrap();
    let found = database.find_two_step(ada.id).await.unwrap().unwrap();
    assert_eq!((found.sealed_secret, found.locked_until, found.created_at), (vec![1, 2, 3], None, START));
    assert!(!database.find_user(ada.id).await.unwrap().unwrap().two_step);
    let enabled = database.enable_two_step(ada.id, START, at(5)).await.unwrap();
    assert!(enabled.two_step);
    assert_eq!(enabled.updated_at, at(5));
    assert_eq!(database.find_user(ada.id).await.unwrap(), Some(enabled));
}

async fn an_unfinished_enrollment_is_replaced(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], codes(&["a"]), START).await.unwrap();
    assert!(database.take_step(ada.id, 7).await.unwrap());
    database.put_two_step(ada.id, vec![2], codes(&["b"]), at(1)).await.unwrap();
    let found = database.find_two_step(ada.id).await.unwrap().unwrap();
    assert_eq!((found.sealed_secret, found.created_at), (vec![2], at(1)));
    assert!(database.take_step(ada.id, 7).await.unwrap());
    assert!(!database.take_backup_code(ada.id, TokenHash::of("a")).await.unwrap());
    assert!(database.take_backup_code(ada.id, TokenHash::of("b")).await.unwrap());
}

async fn an_active_enrollment_is_not_replaced(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], codes(&["a"]), START).await.unwrap();
    database.enable_two_step(ada.id, START, START).await.unwrap();
    let again = database.put_two_step(ada.id, vec![2], codes(&["b"]), at(1)).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    assert_eq!(database.find_two_step(ada.id).await.unwrap().unwrap().sealed_secret, [1]);
    assert!(!database.take_backup_code(ada.id, TokenHash::of("b")).await.unwrap());
}

async fn only_the_current_enrollment_can_be_enabled(database: Database) {
    let ada = database.user("ada").await;
    let refused = async |enrolled_at| {
        let enabled = database.enable_two_step(ada.id, enrolled_at, at(9)).await;
        assert!(matches!(enabled, Err(StoreError::Conflict)), "{enabled:?}");
        assert!(!database.find_user(ada.id).await.unwrap().unwrap().two_step);
    };
    refused(START).await;
    database.put_two_step(ada.id, vec![1], Vec::new(), START).await.unwrap();
    database.put_two_step(ada.id, vec![2], Vec::new(), at(1)).await.unwrap();
    refused(START).await;
    database.enable_two_step(ada.id, at(1), at(9)).await.unwrap();
}

async fn a_time_step_is_accepted_once_and_no_earlier_one_after_it(database: Database) {
    let ada = database.user("ada").await;
    assert!(!database.take_step(ada.id, 1).await.unwrap());
    database.put_two_step(ada.id, vec![1], Vec::new(), START).await.unwrap();
    assert!(database.take_step(ada.id, 10).await.unwrap());
    assert!(!database.take_step(ada.id, 10).await.unwrap());
    assert!(!database.take_step(ada.id, 9).await.unwrap());
    assert!(database.take_step(ada.id, 11).await.unwrap());
}

async fn concurrent_requests_use_a_time_step_once(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], Vec::new(), START).await.unwrap();
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let storage = database.storage.clone();
        takers.spawn(async move { storage.take_step(ada.id, 10).await.unwrap() });
    }
    assert_eq!(takers.join_all().await.into_iter().filter(|taken| *taken).count(), 1);
}

async fn a_backup_code_works_once(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], codes(&["a", "b"]), START).await.unwrap();
    assert!(database.take_backup_code(ada.id, TokenHash::of("a")).await.unwrap());
    assert!(!database.take_backup_code(ada.id, TokenHash::of("a")).await.unwrap());
    assert!(database.take_backup_code(ada.id, TokenHash::of("b")).await.unwrap());
    assert!(!database.take_backup_code(ada.id, TokenHash::of("c")).await.unwrap());
}

async fn concurrent_requests_use_a_backup_code_once(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], codes(&["a"]), START).await.unwrap();
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let storage = database.storage.clone();
        takers.spawn(async move { storage.take_backup_code(ada.id, TokenHash::of("a")).await.unwrap() });
    }
    assert_eq!(takers.join_all().await.into_iter().filter(|taken| *taken).count(), 1);
}

async fn new_backup_codes_replace_the_old(database: Database) {
    let ada = database.user("ada").await;
    database.put_backup_codes(ada.id, codes(&["x"])).await.unwrap();
    assert!(!database.take_backup_code(ada.id, TokenHash::of("x")).await.unwrap());
    database.put_two_step(ada.id, vec![1], codes(&["a"]), START).await.unwrap();
    database.put_backup_codes(ada.id, codes(&["b", "c"])).await.unwrap();
    assert!(!database.take_backup_code(ada.id, TokenHash::of("a")).await.unwrap());
    assert!(database.take_backup_code(ada.id, TokenHash::of("b")).await.unwrap());
}

async fn the_last_allowed_attempt_locks_and_clearing_unlocks(database: Database) {
    let ada = database.user("ada").await;
    let take = async || database.take_attempt(ada.id, 3, at(100), at(1)).await.unwrap();
    assert!(!take().await);
    database.put_two_step(ada.id, vec![1], Vec::new(), START).await.unwrap();
    let locked_until = async || database.find_two_step(ada.id).await.unwrap().unwrap().locked_until;
    for _ in 0..2 {
        assert!(take().await);
        assert_eq!(locked_until().await, None);
    }
    assert!(take().await);
    assert_eq!(locked_until().await, Some(at(100)));
    assert!(!take().await);
    database.clear_failures(ada.id).await.unwrap();
    assert_eq!(locked_until().await, None);
    assert!(take().await);
    assert_eq!(locked_until().await, None);
}

async fn an_expired_lock_restarts_the_count(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], Vec::new(), START).await.unwrap();
    let take = async |now| database.take_attempt(ada.id, 2, at(now + 100), at(now)).await.unwrap();
    assert!(take(0).await && take(0).await);
    assert!(!take(99).await);
    assert!(take(100).await && take(100).await);
    assert!(!take(100).await);
    let once = async |now| database.take_attempt(ada.id, 1, at(now + 100), at(now)).await.unwrap();
    assert!(once(200).await && !once(299).await && once(300).await && !once(301).await);
}

async fn concurrent_attempts_never_exceed_the_limit(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], Vec::new(), START).await.unwrap();
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..64 {
        let storage = database.storage.clone();
        takers.spawn(async move { storage.take_attempt(ada.id, 10, at(100), at(1)).await.unwrap() });
    }
    assert_eq!(takers.join_all().await.into_iter().filter(|taken| *taken).count(), 10);
}

async fn deleting_removes_all_two_factor_data(database: Database) {
    let ada = database.user("ada").await;
    database.put_two_step(ada.id, vec![1], codes(&["a"]), START).await.unwrap();
    database.enable_two_step(ada.id, START, START).await.unwrap();
    let without = database.delete_two_step(ada.id, at(1)).await.unwrap().unwrap();
    assert!(!without.two_step);
    assert_eq!(database.find_two_step(ada.id).await.unwrap(), None);
    let rows = database.rows().await;
    assert_eq!((rows["two_steps"], rows["backup_codes"]), (0, 0));
    assert!(!database.delete_two_step(ada.id, at(2)).await.unwrap().unwrap().two_step);
    assert_eq!(database.delete_two_step(unknown_user(), at(2)).await.unwrap(), None);
}

async fn another_users_two_factor_data_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    database.put_two_step(ada.id, vec![1], codes(&["a"]), START).await.unwrap();
    database.enable_two_step(ada.id, START, START).await.unwrap();
    assert_eq!(database.find_two_step(bob.id).await.unwrap(), None);
    assert!(!database.take_backup_code(bob.id, TokenHash::of("a")).await.unwrap());
    assert!(!database.take_attempt(bob.id, 1, at(9), at(1)).await.unwrap());
    database.put_backup_codes(bob.id, codes(&["b"])).await.unwrap();
    database.delete_two_step(bob.id, at(1)).await.unwrap();
    assert_eq!(database.find_two_step(ada.id).await.unwrap().unwrap().locked_until, None);
    assert!(database.find_user(ada.id).await.unwrap().unwrap().two_step);
    assert!(database.take_backup_code(ada.id, TokenHash::of("a")).await.unwrap());
}
