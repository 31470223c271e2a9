//! API tokens.

use std::time::Duration;

use saldo_auth::{ApiTokenError, ApiTokenRequest, Error, SignedIn, TokenChange};
use saldo_domain::Scope;

use crate::browser::{Browser, DAY, MINUTE, PASSWORD, World, just_before};

const REQUEST: ApiTokenRequest<'static> = ApiTokenRequest {
    name: Some("nightly export"),
    prefix: None,
    lifetime: None,
    scope: Scope::Read,
    books: None,
};

async fn ada(world: &World) -> SignedIn {
    world.ada().await.who(&world.auth).await.unwrap()
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, why: ApiTokenError) {
    match result {
        Err(Error::ApiToken(found)) => assert_eq!(found, why),
        other => panic!("{why:?}: {other:?}"),
    }
}

#[tokio::test]
async fn a_token_authenticates_its_user_with_its_scope() {
    let world = World::new();
    let ada = ada(&world).await;
    let made = world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    assert_eq!(made.text.len(), 70);
    assert!(made.text.starts_with("saldo_") && made.text.starts_with(&made.token.start));
    assert_eq!(made.token.start.len(), 10);
    let (user, known) = world.auth.authenticate_token(&made.text).await.unwrap().unwrap();
    assert_eq!((user.id, known.scope, known.books), (ada.user.id, Scope::Read, ada.user.id));
    let write = ApiTokenRequest { scope: Scope::Write, prefix: Some("mine-"), ..REQUEST };
    let write = world.auth.create_api_token(&ada, write).await.unwrap();
    assert!(write.text.starts_with("mine-"));
    let (_, known) = world.auth.authenticate_token(&write.text).await.unwrap().unwrap();
    assert_eq!(known.scope, Scope::Write);
    assert!(!format!("{write:?}").contains(&write.text));
}

#[tokio::test]
async fn an_invalid_token_is_rejected() {
    let world = World::new();
    let ada = ada(&world).await;
    let made = world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    let mut longer = made.text.clone();
    longer.push('a');
    let other_case = made.text.to_ascii_uppercase();
    for text in ["", "saldo_", &made.text[1..], &longer, &other_case, &"a".repeat(100_000)] {
        assert!(world.auth.authenticate_token(text).await.unwrap().is_none(), "{text:.80}");
    }
}

#[tokio::test]
async fn expired_disabled_and_deleted_tokens_are_rejected_immediately() {
    let world = World::new();
    let ada = ada(&world).await;
    let is_taken = async |text: &str| world.auth.authenticate_token(text).await.unwrap().is_some();
    let request = ApiTokenRequest { lifetime: Some(DAY), ..REQUEST };
    let short = world.auth.create_api_token(&ada, request).await.unwrap();
    let made = world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    let id = made.token.id.to_string();
    for enabled in [false, true] {
        let change = TokenChange { enabled: Some(enabled), ..TokenChange::default() };
        world.auth.update_api_token(&ada, &id, change).await.unwrap();
        assert_eq!(is_taken(&made.text).await, enabled);
    }
    world.auth.delete_api_token(&ada, &id).await.unwrap();
    assert!(!is_taken(&made.text).await);
    refused(world.auth.delete_api_token(&ada, &id).await, ApiTokenError::NotFound);

    world.later(just_before(DAY));
    assert!(is_taken(&short.text).await);
    world.later(Duration::from_millis(1));
    assert!(!is_taken(&short.text).await);
    assert_eq!(world.auth.list_api_tokens(&ada).await.unwrap().len(), 1);
    world.auth.sweep().await.unwrap();
    assert_eq!(world.auth.list_api_tokens(&ada).await.unwrap(), []);
}

#[tokio::test]
async fn the_last_use_is_stored_every_five_minutes() {
    let world = World::new();
    let ada = ada(&world).await;
    let made = world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    let last_use = async || {
        world.auth.authenticate_token(&made.text).await.unwrap().unwrap();
        world.auth.list_api_tokens(&ada).await.unwrap()[0].last_used_at.unwrap()
    };
    assert_eq!(made.token.last_used_at, None);
    let first = last_use().await;
    world.later(4 * MINUTE);
    assert_eq!(last_use().await, first);
    world.later(MINUTE);
    assert_eq!(last_use().await, first.after(5 * MINUTE));
}

#[tokio::test]
async fn users_cannot_see_or_change_tokens_of_other_users() {
    let world = World::new();
    let ada = ada(&world).await;
    let made = world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    let id = made.token.id.to_string();
    let mut browser = Browser::default();
    browser.sign_up(&world.auth, "bob@example.com").await.unwrap();
    let bob = browser.who(&world.auth).await.unwrap();
    assert_eq!(world.auth.list_api_tokens(&bob).await.unwrap(), []);
    refused(world.auth.find_api_token(&bob, &id).await, ApiTokenError::NotFound);
    let change = TokenChange { enabled: Some(false), ..TokenChange::default() };
    refused(world.auth.update_api_token(&bob, &id, change).await, ApiTokenError::NotFound);
    refused(world.auth.delete_api_token(&bob, &id).await, ApiTokenError::NotFound);
    assert!(world.auth.authenticate_token(&made.text).await.unwrap().is_some());
}

#[tokio::test]
async fn token_options_out_of_range_are_rejected() {
    let world = World::new();
    let ada = ada(&world).await;
    let book = "a".repeat(33);
    let second = Duration::from_secs(1);
    for (request, why) in [
        (ApiTokenRequest { name: Some(&book), ..REQUEST }, ApiTokenError::NameLength),
        (ApiTokenRequest { prefix: Some(&book), ..REQUEST }, ApiTokenError::PrefixLength),
        (ApiTokenRequest { lifetime: Some(just_before(DAY)), ..REQUEST }, ApiTokenError::TooShort),
        (ApiTokenRequest { lifetime: Some(365 * DAY + second), ..REQUEST }, ApiTokenError::TooLong),
    ] {
        refused(world.auth.create_api_token(&ada, request).await, why);
    }
    let made =
        world.auth.create_api_token(&ada, ApiTokenRequest { name: Some(""), ..REQUEST }).await.unwrap();
    assert_eq!(made.token.name.as_deref(), Some(""), "an empty name is stored, as by better-auth");
    let id = made.token.id.to_string();
    let update = async |change| world.auth.update_api_token(&ada, &id, change).await;
    let nothing = TokenChange::default();
    refused(update(TokenChange { name: Some(""), ..nothing }).await, ApiTokenError::NameLength);
    refused(update(TokenChange { lifetime: Some(Some(second)), ..nothing }).await, ApiTokenError::TooShort);
    assert!(matches!(update(nothing).await, Err(Error::NothingToUpdate)));
    let endless = update(TokenChange { name: Some("x"), lifetime: Some(None), ..nothing }).await.unwrap();
    assert_eq!((endless.name.as_deref(), endless.expires_at), (Some("x"), None));
}

#[tokio::test]
async fn a_user_can_have_a_hundred_tokens() {
    let world = World::new();
    let ada = ada(&world).await;
    for _ in 0..100 {
        world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    }
    refused(world.auth.create_api_token(&ada, REQUEST).await, ApiTokenError::TooMany);
}

#[tokio::test]
async fn a_password_reset_deletes_tokens_and_a_password_change_keeps_them() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let made = world.auth.create_api_token(&ada, REQUEST).await.unwrap();
    let client_info = browser.client_info(&world.auth);
    world.auth.change_password(&ada, PASSWORD, "battery staple", true, client_info).await.unwrap();
    assert!(world.auth.authenticate_token(&made.text).await.unwrap().is_some());
    world.auth.set_password(&ada.user, "a third password").await.unwrap();
    assert!(world.auth.authenticate_token(&made.text).await.unwrap().is_none());
}
