//! Tests of credentials.

use saldo_storage::{NewCredential, PasswordHash, StoreError};

use crate::harness::{Database, START, at, on_both_databases, unknown_user};

on_both_databases!(
    a_password_is_replaced_and_never_duplicated,
    a_provider_subject_identifies_its_user,
    another_users_subject_conflicts,
    another_users_credential_is_not_found,
    a_deleted_credential_is_not_found,
);

fn password(phc: &str) -> NewCredential {
    NewCredential::Password { hash: PasswordHash::from_phc(phc.to_owned()) }
}

fn provider(subject: &str, scopes: &[&str]) -> NewCredential {
    NewCredential::Provider {
        provider: "idp".to_owned(),
        subject: subject.to_owned(),
        scopes: scopes.iter().map(|&scope| scope.to_owned()).collect(),
        sealed_tokens: Some(vec![1, 2, 3]),
    }
}

async fn a_password_is_replaced_and_never_duplicated(database: Database) {
    let ada = database.user("ada").await;
    let first = database.list_credentials(ada.id).await.unwrap();
    let put = database.put_credential(ada.id, password("$new"), at(9)).await.unwrap();
    assert_eq!((put.id, put.created_at, put.updated_at), (first[0].id, START, at(9)));
    assert_eq!(put.subject, ada.id.to_string());
    assert_eq!(database.list_credentials(ada.id).await.unwrap(), [put]);
    let hash = database.find_password_hash(ada.id).await.unwrap().unwrap();
    assert_eq!(hash.as_phc(), "$new");
}

async fn a_provider_subject_identifies_its_user(database: Database) {
    let ada = database.user("ada").await;
    let credential =
        database.put_credential(ada.id, provider("7", &["openid", "email"]), at(1)).await.unwrap();
    assert_eq!(credential.scopes, ["openid", "email"]);
    assert_eq!(database.find_user_by_provider("idp", "7").await.unwrap(), Some(ada.clone()));
    assert_eq!(database.find_user_by_provider("idp", "8").await.unwrap(), None);
    assert_eq!(database.find_user_by_provider("other", "7").await.unwrap(), None);
    let again = database.put_credential(ada.id, provider("7", &["openid"]), at(2)).await.unwrap();
    assert_eq!((again.id, again.scopes), (credential.id, vec!["openid".to_owned()]));
    assert_eq!(database.list_credentials(ada.id).await.unwrap().len(), 2);
}

async fn another_users_subject_conflicts(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    database.put_credential(ada.id, provider("7", &[]), at(1)).await.unwrap();
    let taken = database.put_credential(bob.id, provider("7", &[]), at(1)).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    assert_eq!(database.find_user_by_provider("idp", "7").await.unwrap(), Some(ada));
}

async fn another_users_credential_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let hers = database.list_credentials(ada.id).await.unwrap();
    database.delete_credential(bob.id, hers[0].id).await.unwrap();
    assert_eq!(database.list_credentials(ada.id).await.unwrap(), hers);
    assert_eq!(database.find_password_hash(unknown_user()).await.unwrap(), None);
    assert_eq!(database.list_credentials(unknown_user()).await.unwrap(), []);
}

async fn a_deleted_credential_is_not_found(database: Database) {
    let ada = database.user("ada").await;
    let credential = database.list_credentials(ada.id).await.unwrap().remove(0);
    for _ in 0..2 {
        database.delete_credential(ada.id, credential.id).await.unwrap();
    }
    assert_eq!(database.find_password_hash(ada.id).await.unwrap(), None);
}
