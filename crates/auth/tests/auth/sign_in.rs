//! Signing up, in and out.

use std::sync::Arc;

use saldo_auth::ports::Credentials;
use saldo_auth::{ClientInfo, Error, SignUp, SignUpRequest};

use crate::browser::{Browser, PASSWORD, World, names};

#[tokio::test]
async fn signing_up_signs_the_user_in() {
    let world = World::new();
    let mut browser = Browser::default();
    let started = browser.sign_up(&world.auth, "Ada@Example.com").await.unwrap();
    assert_eq!(names(&started.cookies), ["session_token", "session_data"]);
    let ada = browser.who(&world.auth).await.unwrap();
    assert_eq!(ada.user.email.as_str(), "ada@example.com");
    assert_eq!(ada.user, started.signed_in.user);
    assert_eq!(ada.session, started.signed_in.session);
    assert_eq!(ada.session.user_agent, "curl/7.88.1");
}

#[tokio::test]
async fn an_email_can_sign_up_once() {
    let world = World::new();
    world.ada().await;
    let again = Browser::default().sign_up(&world.auth, "ADA@example.com").await;
    assert!(matches!(again, Err(Error::EmailTaken)), "{again:?}");
}

#[tokio::test]
async fn signing_up_requires_a_valid_email_and_password() {
    let world = World::new();
    let attempt = async |email: &str, password: &str| {
        let person = SignUpRequest { email, password, name: "", image: None };
        world.auth.sign_up(person, ClientInfo::default()).await
    };
    assert!(matches!(attempt("ada", PASSWORD).await, Err(Error::InvalidEmail)));
    assert!(matches!(attempt("ada@example.com", "1234567").await, Err(Error::PasswordTooShort)));
    let book = "a".repeat(129);
    assert!(matches!(attempt("ada@example.com", &book).await, Err(Error::PasswordTooLong)));
    assert!(attempt("ada@example.com", PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_user_get_the_same_response() {
    let world = World::new();
    world.ada().await;
    let mut browser = Browser::default();
    assert!(browser.sign_in(&world.auth, PASSWORD, false).await.is_ok());
    for password in ["wrong horse", "short", ""] {
        let wrong = browser.sign_in(&world.auth, password, false).await;
        assert!(matches!(wrong, Err(Error::InvalidCredentials)), "{wrong:?}");
    }
    let unknown = world.auth.sign_in("nobody@example.com", PASSWORD, ClientInfo::default()).await;
    assert!(matches!(unknown, Err(Error::InvalidCredentials)), "{unknown:?}");
    let shapeless = world.auth.sign_in("nobody", PASSWORD, ClientInfo::default()).await;
    assert!(matches!(shapeless, Err(Error::InvalidEmail)), "{shapeless:?}");
    let book = browser.sign_in(&world.auth, &"a".repeat(129), false).await;
    assert!(matches!(book, Err(Error::PasswordTooLong)), "{book:?}");
}

#[tokio::test]
async fn signing_out_takes_effect_immediately_despite_the_cache() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut stolen = browser.clone();
    assert!(stolen.who(&world.auth).await.is_some());
    let cookies = world.auth.sign_out(&browser.client_info(&world.auth).cookies).await.unwrap();
    assert_eq!(names(&cookies), ["-session_token", "-session_data", "-dont_remember"]);
    browser.keep(&cookies);
    assert_eq!(browser.header(), "");
    assert!(stolen.has("session_data"));
    assert!(stolen.who(&world.auth).await.is_none());
}

#[tokio::test]
async fn signing_out_without_a_session_succeeds() {
    let world = World::new();
    let cookies = world.auth.sign_out(&Browser::default().client_info(&world.auth).cookies).await.unwrap();
    assert_eq!(cookies.len(), 3);
    let mut browser = world.ada().await;
    world.auth.sign_out(&browser.client_info(&world.auth).cookies).await.unwrap();
    assert!(world.auth.sign_out(&browser.client_info(&world.auth).cookies).await.is_ok());
    assert!(browser.who(&world.auth).await.is_none());
}

#[tokio::test]
async fn a_browser_session_is_marked_until_the_next_sign_in() {
    let world = World::new();
    let mut browser = world.ada().await;
    let started = browser.sign_in(&world.auth, PASSWORD, true).await.unwrap();
    assert_eq!(names(&started.cookies), ["session_token", "dont_remember", "session_data"]);
    assert!(started.cookies.iter().all(|cookie| cookie.max_age().is_none()));
    let started = browser.sign_in(&world.auth, PASSWORD, false).await.unwrap();
    assert_eq!(names(&started.cookies), ["session_token", "-dont_remember", "session_data"]);
}

#[tokio::test]
async fn only_an_administrator_can_add_users_to_a_closed_instance() {
    let world = World::with(|config| config.sign_up = SignUp::Closed);
    let refused = Browser::default().sign_up(&world.auth, "ada@example.com").await;
    assert!(matches!(refused, Err(Error::SignUpClosed)), "{refused:?}");
    let person = SignUpRequest { email: "ada@example.com", password: PASSWORD, name: "Ada", image: None };
    world.auth.add_user(person).await.unwrap();
    assert!(Browser::default().sign_in(&world.auth, PASSWORD, false).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_first_sign_ups_create_one_user() {
    let world = Arc::new(World::with(|config| config.sign_up = SignUp::First));
    let attempts: Vec<_> = (0..8)
        .map(|number| {
            let world = Arc::clone(&world);
            tokio::spawn(async move {
                let email = format!("person{number}@example.com");
                Browser::default().sign_up(&world.auth, &email).await.is_ok()
            })
        })
        .collect();
    let mut taken = 0;
    for attempt in attempts {
        taken += usize::from(attempt.await.unwrap());
    }
    assert_eq!(taken, 1);
}

#[tokio::test]
async fn signing_in_replaces_a_hash_with_older_parameters() {
    let world = World::with(|config| config.passwords.passes = 2);
    let mut browser = Browser::default();
    browser.sign_up(&world.auth, "ada@example.com").await.unwrap();
    let replica = world.replica();
    let ada = browser.who(&replica).await.unwrap().user.id;
    let hash = async || world.memory.find_password_hash(ada).await.unwrap().unwrap();
    assert!(hash().await.as_phc().contains("t=2"));
    browser.sign_in(&replica, PASSWORD, false).await.unwrap();
    assert!(hash().await.as_phc().contains("t=1"));
    assert!(browser.sign_in(&replica, PASSWORD, false).await.is_ok());
}
