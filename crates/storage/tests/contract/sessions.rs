//! Tests of sessions.

use saldo_domain::{SessionId, TokenHash};
use saldo_storage::{NewSession, StoreError};

use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_token_identifies_its_session_and_user,
    an_expired_session_is_not_found,
    an_extended_session_stays_valid,
    a_token_belongs_to_one_session,
    another_users_session_is_not_found,
    ending_all_sessions_can_keep_one,
    expired_sessions_are_purged,
);

fn session(token: &str, ends: i64) -> NewSession {
    NewSession {
        token: TokenHash::of(token),
        expires_at: at(ends),
        ip_address: "192.0.2.1".to_owned(),
        user_agent: "a browser".to_owned(),
        remember: true,
    }
}

async fn a_token_identifies_its_session_and_user(database: Database) {
    let ada = database.user("ada").await;
    let made = database.insert_session(ada.id, session("a", 10), START).await.unwrap();
    assert_eq!((made.user, made.expires_at, made.remember), (ada.id, at(10), true));
    assert_eq!(database.find_session(TokenHash::of("a"), at(9)).await.unwrap(), Some((made, ada)));
    assert_eq!(database.find_session(TokenHash::of("b"), at(9)).await.unwrap(), None);
}

async fn an_expired_session_is_not_found(database: Database) {
    let ada = database.user("ada").await;
    database.insert_session(ada.id, session("a", 10), START).await.unwrap();
    assert_eq!(database.find_session(TokenHash::of("a"), at(10)).await.unwrap(), None);
    assert_eq!(database.list_sessions(ada.id, at(10)).await.unwrap(), []);
}

async fn an_extended_session_stays_valid(database: Database) {
    let ada = database.user("ada").await;
    let made = database.insert_session(ada.id, session("a", 10), START).await.unwrap();
    database.extend_session(ada.id, made.id, at(20), at(5)).await.unwrap();
    let (found, _) = database.find_session(TokenHash::of("a"), at(15)).await.unwrap().unwrap();
    assert_eq!((found.expires_at, found.updated_at, found.created_at), (at(20), at(5), START));
}

async fn a_token_belongs_to_one_session(database: Database) {
    let ada = database.user("ada").await;
    database.insert_session(ada.id, session("a", 10), START).await.unwrap();
    let again = database.insert_session(ada.id, session("a", 10), START).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
}

async fn another_users_session_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let hers = database.insert_session(ada.id, session("a", 10), START).await.unwrap();
    database.extend_session(bob.id, hers.id, at(99), at(1)).await.unwrap();
    database.delete_session_by_id(bob.id, hers.id).await.unwrap();
    database.delete_sessions(bob.id, None).await.unwrap();
    assert_eq!(database.list_sessions(bob.id, START).await.unwrap(), []);
    assert_eq!(database.list_sessions(ada.id, START).await.unwrap(), [hers]);
}

async fn ending_all_sessions_can_keep_one(database: Database) {
    let ada = database.user("ada").await;
    let mut made: Vec<SessionId> = Vec::new();
    for token in ["a", "b", "c"] {
        made.push(database.insert_session(ada.id, session(token, 10), START).await.unwrap().id);
    }
    database.delete_sessions(ada.id, Some(made[1])).await.unwrap();
    let left = database.list_sessions(ada.id, START).await.unwrap();
    assert_eq!(left.iter().map(|session| session.id).collect::<Vec<_>>(), [made[1]]);
    for _ in 0..2 {
        database.delete_session(TokenHash::of("b")).await.unwrap();
    }
    assert_eq!(database.list_sessions(ada.id, START).await.unwrap(), []);
}

async fn expired_sessions_are_purged(database: Database) {
    let ada = database.user("ada").await;
    for (token, ends) in [("a", 10), ("b", 20), ("c", 30)] {
        database.insert_session(ada.id, session(token, ends), START).await.unwrap();
    }
    assert_eq!(database.count_sessions(at(10)).await.unwrap(), 2);
    assert_eq!(database.delete_expired_sessions(at(20)).await.unwrap(), 2);
    assert_eq!(database.count_sessions(START).await.unwrap(), 1);
    assert_eq!(database.rows().await["sessions"], 1);
}
