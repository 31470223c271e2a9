//! Tests of API tokens.

use saldo_domain::{ApiTokenId, Scope, Timestamp, TokenHash};
use saldo_storage::{ApiTokenChange, NewApiToken, StoreError};

use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_token_is_found_with_its_user,
    an_expired_token_is_rejected_and_listed_until_it_is_purged,
    a_disabled_token_is_rejected_until_it_is_enabled,
    a_change_updates_only_the_given_fields,
    the_last_use_is_stored,
    a_token_is_unique,
    a_deleted_token_is_rejected,
    another_users_token_is_not_found,
);

fn token(text: &str, expires_at: Option<Timestamp>) -> NewApiToken {
    NewApiToken {
        token: TokenHash::of(text),
        name: Some("nightly export".to_owned()),
        prefix: Some("saldo_".to_owned()),
        start: "saldo_AbCd".to_owned(),
        scope: Scope::Read,
        books: None,
        expires_at,
    }
}

async fn a_token_is_found_with_its_user(database: Database) {
    let ada = database.user("ada").await;
    let made = database.insert_api_token(ada.id, token("a", None), START).await.unwrap().unwrap();
    assert_eq!((made.user, made.scope, made.enabled), (ada.id, Scope::Read, true));
    assert_eq!((made.expires_at, made.last_used_at, made.created_at), (None, None, START));
    assert_eq!(made.name.as_deref(), Some("nightly export"));
    let write = NewApiToken { scope: Scope::Write, name: None, prefix: None, ..token("b", None) };
    let write = database.insert_api_token(ada.id, write, at(1)).await.unwrap().unwrap();
    assert_eq!((write.scope, &write.name, &write.prefix), (Scope::Write, &None, &None));
    assert_eq!(database.find_api_token(ada.id, made.id).await.unwrap().as_ref(), Some(&made));
    assert_eq!(database.list_api_tokens(ada.id).await.unwrap(), [made.clone(), write]);
    let found = database.find_api_token_by_hash(TokenHash::of("a"), at(9)).await.unwrap();
    assert_eq!(found, Some((made, ada)));
    assert_eq!(database.find_api_token_by_hash(TokenHash::of("c"), at(9)).await.unwrap(), None);
}

async fn an_expired_token_is_rejected_and_listed_until_it_is_purged(database: Database) {
    let ada = database.user("ada").await;
    for (text, ends) in [("a", Some(at(10))), ("b", Some(at(20))), ("c", None)] {
        database.insert_api_token(ada.id, token(text, ends), START).await.unwrap().unwrap();
    }
    let found =
        async |text, now| database.find_api_token_by_hash(TokenHash::of(text), now).await.unwrap().is_some();
    assert!(found("a", at(9)).await);
    assert!(!found("a", at(10)).await);
    assert_eq!(database.list_api_tokens(ada.id).await.unwrap().len(), 3);
    assert_eq!(database.delete_expired_api_tokens(at(10)).await.unwrap(), 1);
    assert_eq!(database.list_api_tokens(ada.id).await.unwrap().len(), 2);
    assert!(found("c", at(1_000)).await);
}

async fn a_disabled_token_is_rejected_until_it_is_enabled(database: Database) {
    let ada = database.user("ada").await;
    let made = database.insert_api_token(ada.id, token("a", None), START).await.unwrap().unwrap();
    for enabled in [false, true] {
        let change = ApiTokenChange { enabled: Some(enabled), ..ApiTokenChange::default() };
        database.update_api_token(ada.id, made.id, change, at(1)).await.unwrap().unwrap();
        let found = database.find_api_token_by_hash(TokenHash::of("a"), at(2)).await.unwrap();
        assert_eq!(found.is_some(), enabled);
    }
}

async fn a_change_updates_only_the_given_fields(database: Database) {
    let ada = database.user("ada").await;
    let made = database.insert_api_token(ada.id, token("a", Some(at(10))), START).await.unwrap().unwrap();
    let change = ApiTokenChange { name: Some("weekly".to_owned()), ..ApiTokenChange::default() };
    let renamed = database.update_api_token(ada.id, made.id, change, at(1)).await.unwrap().unwrap();
    assert_eq!((renamed.name.as_deref(), renamed.expires_at), (Some("weekly"), Some(at(10))));
    assert_eq!((renamed.updated_at, renamed.created_at), (at(1), START));
    let change = ApiTokenChange { expires_at: Some(None), ..ApiTokenChange::default() };
    let endless = database.update_api_token(ada.id, made.id, change, at(2)).await.unwrap().unwrap();
    assert_eq!((endless.name.as_deref(), endless.expires_at), (Some("weekly"), None));
}

async fn the_last_use_is_stored(database: Database) {
    let ada = database.user("ada").await;
    let made = database.insert_api_token(ada.id, token("a", None), START).await.unwrap().unwrap();
    database.touch_api_token(ada.id, made.id, at(7)).await.unwrap();
    let used = database.find_api_token(ada.id, made.id).await.unwrap().unwrap();
    assert_eq!((used.last_used_at, used.updated_at), (Some(at(7)), START));
}

async fn a_token_is_unique(database: Database) {
    let ada = database.user("ada").await;
    database.insert_api_token(ada.id, token("a", None), START).await.unwrap().unwrap();
    let again = database.insert_api_token(ada.id, token("a", None), START).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
}

async fn a_deleted_token_is_rejected(database: Database) {
    let ada = database.user("ada").await;
    let mut made: Vec<ApiTokenId> = Vec::new();
    for text in ["a", "b", "c"] {
        made.push(database.insert_api_token(ada.id, token(text, None), START).await.unwrap().unwrap().id);
    }
    for _ in 0..2 {
        database.delete_api_token(ada.id, made[0]).await.unwrap();
    }
    assert_eq!(database.find_api_token_by_hash(TokenHash::of("a"), START).await.unwrap(), None);
    assert_eq!(database.list_api_tokens(ada.id).await.unwrap().len(), 2);
    database.delete_api_tokens(ada.id).await.unwrap();
    assert_eq!(database.list_api_tokens(ada.id).await.unwrap(), []);
}

async fn another_users_token_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let hers = database.insert_api_token(ada.id, token("a", None), START).await.unwrap().unwrap();
    assert_eq!(database.find_api_token(bob.id, hers.id).await.unwrap(), None);
    let change = ApiTokenChange { enabled: Some(false), ..ApiTokenChange::default() };
    assert_eq!(database.update_api_token(bob.id, hers.id, change, at(1)).await.unwrap(), None);
    database.touch_api_token(bob.id, hers.id, at(1)).await.unwrap();
    database.delete_api_token(bob.id, hers.id).await.unwrap();
    database.delete_api_tokens(bob.id).await.unwrap();
    assert_eq!(database.list_api_tokens(bob.id).await.unwrap(), []);
    assert_eq!(database.list_api_tokens(ada.id).await.unwrap(), [hers]);
}
