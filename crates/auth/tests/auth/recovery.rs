//! Password resets and the verification of e-mail addresses, by mail.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use saldo_auth::{ClientInfo, Error, Mail, MailError, Mailer};
use saldo_domain::Email;
use tokio::sync::Notify;
use url::Url;

use crate::browser::{Browser, HOUR, PASSWORD, World};

/// A mailer that stores the mails sent with it.
#[derive(Default)]
struct Mailbox {
    mails: Mutex<Vec<(Email, Mail)>>,
    arrived: Notify,
}

#[async_trait]
impl Mailer for Mailbox {
    async fn send(&self, to: &Email, mail: Mail) -> Result<(), MailError> {
        self.mails.lock().unwrap().push((to.clone(), mail));
        self.arrived.notify_one();
        Ok(())
    }
}

impl Mailbox {
    async fn next(&self) -> (Email, Url) {
        self.arrived.notified().await;
        let (to, mail) = self.mails.lock().unwrap().pop().unwrap();
        let (Mail::ResetPassword { link } | Mail::VerifyEmail { link }) = mail else {
            panic!("a mail without a link");
        };
        (to, link)
    }
}

fn world() -> (World, Arc<Mailbox>) {
    let mailbox = Arc::new(Mailbox::default());
    let mut world = World::new();
    world.auth = world.auth.with_mailer(mailbox.clone());
    (world, mailbox)
}

fn routes() -> Url {
    Url::parse("http://localhost:3000/api/auth").unwrap()
}

fn at(client_address: &str) -> ClientInfo {
    ClientInfo { client_address: client_address.to_owned(), ..ClientInfo::default() }
}

fn anywhere() -> ClientInfo {
    at("203.0.113.1")
}

fn query(link: &Url, name: &str) -> String {
    link.query_pairs().find(|(known, _)| known == name).unwrap().1.into_owned()
}

async fn reset_token(world: &World, mailbox: &Mailbox) -> String {
    reset_token_of("Ada@example.com", world, mailbox).await
}

async fn reset_token_of(email: &str, world: &World, mailbox: &Mailbox) -> String {
    world.auth.request_password_reset(email, "/reset", &routes()).await.unwrap();
    let (to, link) = mailbox.next().await;
    assert_eq!(to.as_str(), email.to_lowercase());
    assert_eq!(query(&link, "callbackURL"), "/reset");
    link.path().strip_prefix("/api/auth/reset-password/").unwrap().to_owned()
}

#[tokio::test]
async fn recovery_is_disabled_without_email() {
    let world = World::new();
    let reset = world.auth.request_password_reset("ada@example.com", "/", &routes()).await;
    assert!(matches!(reset, Err(Error::MailDisabled)), "{reset:?}");
    let verify = world.auth.send_verification_email(None, "ada@example.com", "/", &routes()).await;
    assert!(matches!(verify, Err(Error::MailDisabled)), "{verify:?}");
}

#[tokio::test]
async fn a_reset_works_once_and_ends_every_session() {
    let (world, mailbox) = world();
    let mut browser = world.ada().await;
    let token = reset_token(&world, &mailbox).await;
    assert_eq!(token.len(), 24);
    assert!(world.auth.is_reset_token(&token).await.unwrap());
    let short = world.auth.reset_password(&token, "short", &anywhere()).await;
    assert!(matches!(short, Err(Error::PasswordTooShort)), "{short:?}");
    world.auth.reset_password(&token, "battery staple", &anywhere()).await.unwrap();
    assert!(browser.who(&world.auth).await.is_none());
    assert!(browser.sign_in(&world.auth, PASSWORD, false).await.is_err());
    assert!(browser.sign_in(&world.auth, "battery staple", false).await.is_ok());
    let again = world.auth.reset_password(&token, "battery staple 2", &anywhere()).await;
    assert!(matches!(again, Err(Error::InvalidToken)), "{again:?}");
}

#[test]
fn a_burst_of_resets_does_not_block_those_of_other_addresses() {
    // Passwords are hashed on blocking threads. With one thread, which waits, no hash is computed before
    // the whole burst has asked for one.
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let (world, mailbox) = world();
        world.ada().await;
        Browser::default().sign_up(&world.auth, "bob@example.com").await.unwrap();
        let adas = reset_token(&world, &mailbox).await;
        let bobs = reset_token_of("bob@example.com", &world, &mailbox).await;
        let auth = Arc::new(world.auth);
        let (release, released) = std::sync::mpsc::channel::<()>();
        let blocked = tokio::task::spawn_blocking(move || released.recv());
        let mut burst = tokio::task::JoinSet::new();
        for _ in 0..200 {
            let (auth, token) = (Arc::clone(&auth), adas.clone());
            burst.spawn(async move { auth.reset_password(&token, "battery staple", &anywhere()).await });
        }
        let first = burst.join_next().await.unwrap().unwrap();
        assert!(matches!(first, Err(Error::Busy)), "{first:?}");
        let at_bobs = at("198.51.100.1");
        let (bob, released) =
            tokio::join!(auth.reset_password(&bobs, "battery staple", &at_bobs), async { release.send(()) });
        bob.unwrap();
        released.unwrap();
        blocked.await.unwrap().unwrap();
    });
}

#[tokio::test]
async fn an_emailed_token_is_valid_for_an_hour() {
    let (world, mailbox) = world();
    world.ada().await;
    let token = reset_token(&world, &mailbox).await;
    world.later(HOUR);
    assert!(!world.auth.is_reset_token(&token).await.unwrap());
    let late = world.auth.reset_password(&token, "battery staple", &anywhere()).await;
    assert!(matches!(late, Err(Error::InvalidToken)), "{late:?}");
    assert_eq!(world.auth.sweep().await.unwrap(), 1);
}

#[tokio::test]
async fn an_unknown_email_gets_no_mail_and_the_same_response() {
    let (world, mailbox) = world();
    world.ada().await;
    for email in ["nobody@example.com", "nonsense"] {
        assert!(world.auth.request_password_reset(email, "/", &routes()).await.is_ok());
    }
    reset_token(&world, &mailbox).await;
    assert!(mailbox.mails.lock().unwrap().is_empty());
}

#[tokio::test]
async fn an_email_is_verified_once_with_immediate_effect() {
    let (world, mailbox) = world();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let send = async |email| world.auth.send_verification_email(Some(&ada), email, "/x", &routes()).await;
    assert!(matches!(send("bob@example.com").await, Err(Error::EmailMismatch)));
    send("ada@example.com").await.unwrap();
    let (_, link) = mailbox.next().await;
    assert_eq!((link.path(), query(&link, "callbackURL").as_str()), ("/api/auth/verify-email", "/x"));
    let token = query(&link, "token");
    let wrong_purpose = world.auth.reset_password(&token, "battery staple", &anywhere()).await;
    assert!(matches!(wrong_purpose, Err(Error::InvalidToken)), "{wrong_purpose:?}");
    world.auth.verify_email(&token).await.unwrap();
    let ada = browser.who(&world.auth).await.unwrap();
    assert!(ada.user.email_verified);
    assert!(matches!(world.auth.verify_email(&token).await, Err(Error::InvalidToken)));
    let again = world.auth.send_verification_email(Some(&ada), "ada@example.com", "/", &routes()).await;
    assert!(matches!(again, Err(Error::EmailAlreadyVerified)), "{again:?}");
}

#[tokio::test]
async fn excess_mail_is_rejected_for_every_sender() {
    struct Stuck(Notify);
    #[async_trait]
    impl Mailer for Stuck {
        async fn send(&self, _: &Email, _: Mail) -> Result<(), MailError> {
            self.0.notify_one();
            std::future::pending().await
        }
    }
    let stuck = Arc::new(Stuck(Notify::new()));
    let mut world = World::with(|config| config.mails_at_once = 1);
    world.auth = world.auth.with_mailer(stuck.clone());
    Browser::default().sign_up(&world.auth, "ada@example.com").await.unwrap();
    world.auth.request_password_reset("ada@example.com", "/", &routes()).await.unwrap();
    stuck.0.notified().await;
    for email in ["ada@example.com", "nobody@example.com"] {
        let refused = world.auth.request_password_reset(email, "/", &routes()).await;
        assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    }
}
