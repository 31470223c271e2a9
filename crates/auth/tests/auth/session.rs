//! Sessions over time: cache, extension, expiry and revocation.

use std::time::Duration;

use saldo_auth::ports::Users;
use saldo_auth::{Error, LookupOptions};

use crate::browser::{Browser, DAY, HOUR, MINUTE, PASSWORD, World, names};

const NO_CACHE: LookupOptions = LookupOptions { use_cache: false, refresh: true };
const NO_REFRESH: LookupOptions = LookupOptions { use_cache: true, refresh: false };
const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn a_request_without_cookies_is_anonymous_and_sets_none() {
    let world = World::new();
    let lookup = Browser::default().lookup(&world.auth, LookupOptions::READ).await;
    assert!(lookup.signed_in.is_none() && lookup.cookies.is_empty());
}

#[tokio::test]
async fn a_cached_session_is_accepted_and_sets_no_cookies() {
    let world = World::new();
    let mut browser = world.ada().await;
    assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, NOTHING);
}

#[tokio::test]
async fn a_cache_without_a_token_and_a_forged_token_are_rejected() {
    let world = World::new();
    let mut browser = world.ada().await;
    browser.replace("session_token", "forged.AAAA");
    let lookup = browser.lookup(&world.auth, LookupOptions::READ).await;
    assert!(lookup.signed_in.is_none() && lookup.cookies.is_empty());
    browser.forget("session_token");
    let lookup = browser.lookup(&world.auth, LookupOptions::READ).await;
    assert!(lookup.signed_in.is_none() && lookup.cookies.is_empty());
}

#[tokio::test]
async fn without_its_cache_a_session_is_read_and_cached_again() {
    let world = World::new();
    let mut browser = world.ada().await;
    browser.forget("session_data");
    assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, ["session_data"]);
    assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, NOTHING);
    assert_eq!(browser.cookies_of(&world.auth, NO_CACHE).await, ["session_data"]);
}

#[tokio::test]
async fn an_invalid_cache_is_replaced() {
    let world = World::new();
    let mut browser = world.ada().await;
    browser.replace("session_data", "garbage~");
    let lookup = browser.lookup(&world.auth, LookupOptions::READ).await;
    assert!(lookup.signed_in.is_some());
    assert_eq!(names(&lookup.cookies), ["-session_data", "session_data"]);
    world.later(5 * MINUTE + Duration::from_secs(1));
    let set = browser.cookies_of(&world.auth, LookupOptions::READ).await;
    assert_eq!(set, ["-session_data", "session_data"]);
}

#[tokio::test]
async fn the_cache_of_another_user_is_rejected() {
    let world = World::new();
    let mut ada = world.ada().await;
    let mut bob = Browser::default();
    bob.sign_up(&world.auth, "bob@example.com").await.unwrap();
    let header = bob.header();
    let stolen = header.split("; ").find_map(|pair| pair.strip_prefix("authlib.session_data=")).unwrap();
    ada.replace("session_data", stolen);
    assert_eq!(ada.who(&world.auth).await.unwrap().user.email.as_str(), "ada@example.com");
}

#[tokio::test]
async fn a_session_is_extended_when_it_is_a_day_old_and_read_from_the_database() {
    let world = World::new();
    let mut browser = world.ada().await;
    let began = browser.who(&world.auth).await.unwrap().session;
    world.later(23 * HOUR + 58 * MINUTE);
    browser.forget("session_data");
    assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, ["session_data"]);
    world.later(2 * MINUTE);
    assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, NOTHING);
    browser.forget("session_data");
    assert_eq!(browser.cookies_of(&world.auth, NO_REFRESH).await, NOTHING);
    let set = browser.cookies_of(&world.auth, LookupOptions::READ).await;
    assert_eq!(set, ["session_token", "session_data"]);
    let extended = browser.who(&world.auth).await.unwrap().session;
    assert_eq!(extended.expires_at, began.expires_at.after(DAY));
    assert_eq!(extended.updated_at, began.created_at.after(DAY));
    assert_eq!(extended.created_at, began.created_at);
}

#[tokio::test]
async fn a_session_ends_after_seven_days_without_use() {
    let world = World::new();
    let mut browser = world.ada().await;
    world.later(7 * DAY);
    let lookup = browser.lookup(&world.auth, LookupOptions::READ).await;
    assert!(lookup.signed_in.is_none());
    assert_eq!(names(&lookup.cookies), ["-session_token", "-session_data", "-dont_remember"]);
    assert_eq!(world.auth.sweep().await.unwrap(), 1);
    assert_eq!(world.auth.sweep().await.unwrap(), 0);
}

#[tokio::test]
async fn a_session_in_use_does_not_end() {
    let world = World::new();
    let mut browser = world.ada().await;
    for _ in 0..20 {
        world.later(2 * DAY);
        assert!(browser.who(&world.auth).await.is_some());
    }
}

#[tokio::test]
async fn a_browser_session_lasts_a_day_and_is_never_extended() {
    let world = World::new();
    let mut browser = world.ada().await;
    browser.sign_in(&world.auth, PASSWORD, true).await.unwrap();
    world.later(Duration::from_secs(61));
    let began = browser.lookup(&world.auth, LookupOptions::READ).await;
    assert_eq!(names(&began.cookies), ["-session_data"]);
    world.later(22 * HOUR);
    // This holds even if the browser has lost the cookie that marks the session.
    browser.forget("dont_remember");
    let later = browser.lookup(&world.auth, LookupOptions::READ).await;
    assert_eq!(names(&later.cookies), NOTHING);
    assert_eq!(later.signed_in.unwrap().session, began.signed_in.unwrap().session);
    world.later(2 * HOUR);
    assert!(browser.who(&world.auth).await.is_none());
}

#[tokio::test]
async fn a_replica_trusts_an_unseen_cache_for_five_seconds_and_only_for_reads() {
    let world = World::new();
    let replica = world.replica();
    let mut browser = world.ada().await;
    let mut stolen = browser.clone();
    let cookies = world.auth.sign_out(&browser.client_info(&world.auth).cookies).await.unwrap();
    browser.keep(&cookies);
    assert!(stolen.who(&replica).await.is_some());
    assert!(stolen.clone().lookup(&replica, LookupOptions::CHANGE).await.signed_in.is_none());
    world.later(Duration::from_secs(4));
    assert!(stolen.who(&replica).await.is_some());
    world.later(Duration::from_secs(1));
    let lookup = stolen.lookup(&replica, LookupOptions::READ).await;
    assert!(lookup.signed_in.is_none());
    assert_eq!(names(&lookup.cookies), ["-session_token", "-session_data", "-dont_remember"]);
}

#[tokio::test]
async fn a_cached_session_that_the_database_confirms_stays_cached() {
    let world = World::new();
    let mut browser = world.ada().await;
    for _ in 0..4 {
        world.later(MINUTE);
        assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, NOTHING);
        assert_eq!(browser.cookies_of(&world.auth, LookupOptions::READ).await, NOTHING);
    }
}

#[tokio::test]
async fn a_name_changed_by_another_process_appears_within_five_seconds() {
    let world = World::new();
    let replica = world.replica();
    let mut browser = world.ada().await;
    let mut other = browser.clone();
    let ada = browser.who(&world.auth).await.unwrap();
    let client_info = browser.client_info(&world.auth);
    world.auth.update_user(&ada, Some("Countess".to_owned()), None, &client_info).await.unwrap();
    world.later(Duration::from_secs(5));
    let lookup = other.lookup(&replica, LookupOptions::READ).await;
    assert_eq!(lookup.signed_in.unwrap().user.name, "Countess");
    assert_eq!(names(&lookup.cookies), ["-session_data", "session_data"]);
}

#[tokio::test]
async fn an_administrator_can_end_sessions_in_every_process() {
    for deletes in [false, true] {
        let world = World::new();
        let (command_line, mut browser) = (world.replica(), world.ada().await);
        let ada = browser.who(&world.auth).await.unwrap();
        if deletes {
            world.memory.delete_user(ada.user.id).await.unwrap();
        } else {
            command_line.set_password(&ada.user, PASSWORD).await.unwrap();
        }
        assert!(browser.clone().lookup(&world.auth, LookupOptions::CHANGE).await.signed_in.is_none());
        world.later(Duration::from_secs(5));
        assert!(browser.who(&world.auth).await.is_none());
    }
}

#[tokio::test]
async fn a_restart_invalidates_earlier_caches() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut stolen = browser.clone();
    let cookies = world.auth.sign_out(&browser.client_info(&world.auth).cookies).await.unwrap();
    browser.keep(&cookies);
    world.later(Duration::from_secs(1));
    assert!(stolen.who(&world.replica()).await.is_none());
}

#[tokio::test]
async fn listed_sessions_do_not_reveal_other_tokens() {
    let world = World::new();
    let mut first = world.ada().await;
    let mut second = Browser::default();
    second.sign_in(&world.auth, PASSWORD, false).await.unwrap();
    let (first, second) = (first.who(&world.auth).await.unwrap(), second.who(&world.auth).await.unwrap());
    let listed = world.auth.list_sessions(&first).await.unwrap();
    let handles: Vec<&str> = listed.iter().map(|listed| listed.handle.as_str()).collect();
    assert_eq!(handles.len(), 2);
    assert!(handles.contains(&first.token.as_str()));
    assert!(!handles.contains(&second.token.as_str()));
}

#[tokio::test]
async fn listing_sessions_requires_a_fresh_session() {
    let world = World::new();
    let mut browser = world.ada().await;
    world.later(DAY + Duration::from_secs(1));
    let ada = browser.who(&world.auth).await.unwrap();
    let listed = world.auth.list_sessions(&ada).await;
    assert!(matches!(listed, Err(Error::SessionNotFresh)), "{listed:?}");
}

#[tokio::test]
async fn a_session_is_revoked_immediately_by_its_handle_or_token() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let (mut by_handle, mut by_token) = (Browser::default(), Browser::default());
    by_handle.sign_in(&world.auth, PASSWORD, false).await.unwrap();
    by_token.sign_in(&world.auth, PASSWORD, false).await.unwrap();
    let handle = by_handle.who(&world.auth).await.unwrap().session.id.to_string();
    let token = by_token.who(&world.auth).await.unwrap().token;
    assert!(world.auth.revoke_session(&ada, &handle).await.unwrap().is_empty());
    assert!(by_handle.who(&world.auth).await.is_none());
    assert!(world.auth.revoke_session(&ada, token.as_str()).await.unwrap().is_empty());
    assert!(by_token.who(&world.auth).await.is_none());
    assert!(browser.who(&world.auth).await.is_some());
    let cleared = world.auth.revoke_session(&ada, ada.token.as_str()).await.unwrap();
    assert_eq!(cleared.len(), 3);
    assert!(browser.who(&world.auth).await.is_none());
}

#[tokio::test]
async fn users_cannot_end_sessions_of_other_users() {
    let world = World::new();
    let mut ada = world.ada().await;
    let mut bob = Browser::default();
    bob.sign_up(&world.auth, "bob@example.com").await.unwrap();
    let (victim, attacker) = (ada.who(&world.auth).await.unwrap(), bob.who(&world.auth).await.unwrap());
    world.auth.revoke_session(&attacker, &victim.session.id.to_string()).await.unwrap();
    world.auth.revoke_session(&attacker, victim.token.as_str()).await.unwrap();
    world.auth.revoke_other_sessions(&attacker).await.unwrap();
    world.auth.revoke_sessions(&attacker).await.unwrap();
    assert!(ada.lookup(&world.auth, LookupOptions::CHANGE).await.signed_in.is_some());
    assert!(bob.who(&world.auth).await.is_none());
}

#[tokio::test]
async fn all_other_sessions_can_be_ended_at_once() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut other = Browser::default();
    other.sign_in(&world.auth, PASSWORD, false).await.unwrap();
    let ada = browser.who(&world.auth).await.unwrap();
    world.auth.revoke_other_sessions(&ada).await.unwrap();
    assert!(other.who(&world.auth).await.is_none());
    assert!(browser.who(&world.auth).await.is_some());
}
