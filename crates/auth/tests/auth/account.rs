//! Changes to a user's own account.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use saldo_auth::{Deletion, Error, LookupOptions, UserData, UserId};

use crate::browser::{Browser, DAY, PASSWORD, World, names};

#[tokio::test]
async fn a_new_name_shows_at_once_in_every_browser() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut other = Browser::default();
    other.sign_in(&world.auth, PASSWORD, false).await.unwrap();
    let ada = browser.who(&world.auth).await.unwrap();
    let client_info = browser.client_info(&world.auth);
    let cookies =
        world.auth.update_user(&ada, Some("Countess".to_owned()), None, &client_info).await.unwrap();
    assert_eq!(names(&cookies), ["session_token", "session_data"]);
    browser.keep(&cookies);
    assert_eq!(browser.who(&world.auth).await.unwrap().user.name, "Countess");
    assert_eq!(other.who(&world.auth).await.unwrap().user.name, "Countess");
}

#[tokio::test]
async fn a_picture_is_set_and_removed_and_an_empty_change_is_rejected() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let client_info = browser.client_info(&world.auth);
    let picture = Some(Some("https://example.com/a.png".to_owned()));
    world.auth.update_user(&ada, None, picture, &client_info).await.unwrap();
    assert_eq!(
        browser.who(&world.auth).await.unwrap().user.image.as_deref(),
        Some("https://example.com/a.png")
    );
    world.auth.update_user(&ada, None, Some(None), &client_info).await.unwrap();
    world.later(Duration::from_millis(1));
    assert_eq!(browser.who(&world.auth).await.unwrap().user.image, None);
    let nothing = world.auth.update_user(&ada, None, None, &client_info).await;
    assert!(matches!(nothing, Err(Error::NothingToUpdate)), "{nothing:?}");
}

#[tokio::test]
async fn changing_a_password_requires_the_current_one() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let change = async |current: &str, new: &str| {
        let client_info = browser.client_info(&world.auth);
        world.auth.change_password(&ada, current, new, false, client_info).await
    };
    assert!(matches!(change("wrong horse", "battery staple").await, Err(Error::WrongPassword)));
    assert!(matches!(change(PASSWORD, "short").await, Err(Error::PasswordTooShort)));
    assert!(matches!(change(PASSWORD, &"a".repeat(129)).await, Err(Error::PasswordTooLong)));
    assert!(change(PASSWORD, "battery staple").await.unwrap().started.is_none());
    assert!(Browser::default().sign_in(&world.auth, PASSWORD, false).await.is_err());
    assert!(Browser::default().sign_in(&world.auth, "battery staple", false).await.is_ok());
}

#[tokio::test]
async fn changing_a_password_can_end_all_other_sessions() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut thief = browser.clone();
    let ada = browser.who(&world.auth).await.unwrap();
    let client_info = browser.client_info(&world.auth);
    let changed =
        world.auth.change_password(&ada, PASSWORD, "battery staple", true, client_info).await.unwrap();
    browser.keep(&changed.started.unwrap().cookies);
    assert!(thief.who(&world.auth).await.is_none());
    assert!(browser.who(&world.auth).await.is_some());
}

#[tokio::test]
async fn an_administrator_can_set_a_password_and_end_all_sessions() {
    let world = World::new();
    let mut browser = world.ada().await;
    let user = browser.who(&world.auth).await.unwrap().user;
    world.auth.set_password(&user, "battery staple").await.unwrap();
    assert!(browser.who(&world.auth).await.is_none());
    assert!(browser.sign_in(&world.auth, "battery staple", false).await.is_ok());
}

#[tokio::test]
async fn verifying_a_password_changes_nothing() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    assert!(world.auth.verify_password(&ada, PASSWORD).await.is_ok());
    for wrong in ["wrong horse", "x", &"a".repeat(500)] {
        assert!(matches!(world.auth.verify_password(&ada, wrong).await, Err(Error::WrongPassword)));
    }
}

#[tokio::test]
async fn deleting_a_user_requires_the_password_or_a_fresh_session() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let wrong = world.auth.delete_user(&ada, Some("wrong horse")).await;
    assert!(matches!(wrong, Err(Error::WrongPassword)), "{wrong:?}");
    world.later(DAY + Duration::from_secs(1));
    let stale = world.auth.delete_user(&ada, None).await;
    assert!(matches!(stale, Err(Error::SessionNotFresh)), "{stale:?}");
    assert!(browser.who(&world.auth).await.is_some());
    assert!(world.auth.delete_user(&ada, Some(PASSWORD)).await.is_ok());
}

#[tokio::test]
async fn a_deleted_user_is_signed_out_immediately() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut other = browser.clone();
    let ada = browser.who(&world.auth).await.unwrap();
    browser.keep(&world.auth.delete_user(&ada, None).await.unwrap());
    assert_eq!(browser.header(), "");
    assert!(other.who(&world.auth).await.is_none());
    assert!(browser.sign_in(&world.auth, PASSWORD, false).await.is_err());
    assert!(browser.sign_up(&world.auth, "ada@example.com").await.is_ok());
}

/// The users whose data outside of the storage was to be deleted.
#[derive(Default)]
struct Deletions(Arc<Mutex<Vec<UserId>>>);

#[async_trait]
impl UserData for Deletions {
    async fn deletion_of(&self, user: UserId) -> Deletion {
        let deleted = self.0.clone();
        Box::pin(async move { deleted.lock().unwrap().push(user) })
    }
}

#[tokio::test]
async fn data_outside_the_storage_is_deleted_with_the_user_and_not_before() {
    let world = World::new();
    let deletions = Arc::new(Deletions::default());
    let auth = world.replica().with_user_data(deletions.clone());
    let mut browser = world.ada().await;
    let ada = browser.who(&auth).await.unwrap();
    assert!(auth.delete_user(&ada, Some("wrong horse")).await.is_err());
    assert_eq!(*deletions.0.lock().unwrap(), []);
    auth.delete_user(&ada, Some(PASSWORD)).await.unwrap();
    assert_eq!(*deletions.0.lock().unwrap(), [ada.user.id]);
}

#[tokio::test]
async fn the_last_sign_in_method_cannot_be_removed() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.lookup(&world.auth, LookupOptions::CHANGE).await.signed_in.unwrap();
    let accounts = world.auth.list_accounts(&ada).await.unwrap();
    assert_eq!(accounts.len(), 1);
    assert_eq!(accounts[0].provider, "credential");
    assert_eq!(accounts[0].subject, ada.user.id.to_string());
    let last = world.auth.unlink_account(&ada, &accounts[0].id.to_string()).await;
    assert!(matches!(last, Err(Error::LastCredential)), "{last:?}");
}
