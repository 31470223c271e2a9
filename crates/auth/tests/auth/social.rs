//! Sign-in through an identity provider, with one whose answers the test chooses.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use saldo_auth::ports::Users;
use saldo_auth::{
    Answer, ApiTokenRequest, Attempt, AuthorizationOptions, AuthorizationRedirect, ClientInfo, Error,
    IdentityProvider, Profile, ProviderCallback, ProviderError, Result, SignInOutcome, SignUp, SignedIn,
    SocialSignIn,
};
use saldo_domain::Scope;
use url::Url;

use crate::browser::{Browser, MINUTE, PASSWORD, World, names};
use crate::two_step::enrolled;

/// An identity provider that returns a fixed profile.
struct Says(Mutex<Option<Profile>>);

#[async_trait]
impl IdentityProvider for Says {
    fn id(&self) -> &'static str {
        "example"
    }

    fn label(&self) -> &'static str {
        "Example"
    }

    async fn authorize_url(&self, attempt: &Attempt, _: &AuthorizationOptions) -> Result<Url, ProviderError> {
        let mut url = Url::parse("https://id.example/authorize").unwrap();
        url.query_pairs_mut()
            .append_pair("state", &attempt.state)
            .append_pair("redirect_uri", attempt.redirect_url.as_str());
        Ok(url)
    }

    async fn profile(
        &self,
        attempt: &Attempt,
        code: &str,
        issuer: Option<&str>,
    ) -> Result<Profile, ProviderError> {
        assert_eq!((attempt.nonce.len(), attempt.verifier.len(), code), (32, 128, "code"));
        if issuer.is_some_and(|issuer| issuer != "https://id.example") {
            return Err(ProviderError::OtherIssuer);
        }
        self.verify_id_token("token", None).await
    }

    async fn verify_id_token(&self, token: &str, nonce: Option<&str>) -> Result<Profile, ProviderError> {
        assert_eq!((token, nonce), ("token", None));
        self.0.lock().unwrap().clone().ok_or_else(|| ProviderError::InvalidToken("it lies".into()))
    }
}

fn profile() -> Profile {
    Profile {
        subject: "12345".to_owned(),
        email: Some("Ada@example.com".to_owned()),
        email_verified: true,
        name: Some("Ada of Example".to_owned()),
        picture: None,
        scopes: vec!["openid".to_owned()],
    }
}

fn world(says: Option<Profile>) -> (World, Arc<Says>) {
    world_with(says, SignUp::Open)
}

fn world_with(says: Option<Profile>, sign_up: SignUp) -> (World, Arc<Says>) {
    let provider = Arc::new(Says(Mutex::new(says)));
    let mut world = World::with(|config| config.sign_up = sign_up);
    world.auth = world.auth.with_provider(provider.clone());
    (world, provider)
}

fn routes() -> Url {
    Url::parse("http://localhost:3000/api/auth").unwrap()
}

/// Begins a sign-in and returns the state that the browser would bring back.
async fn leave(world: &World, browser: &mut Browser, link: Option<&SignedIn>) -> String {
    let request = SocialSignIn {
        provider: "example".to_owned(),
        callback: Some("/home".to_owned()),
        error_callback: Some("/failed?x=1".to_owned()),
        new_user_callback: Some("/welcome".to_owned()),
        options: AuthorizationOptions::default(),
    };
    let departure = world.auth.sign_in_social(request, link, &routes()).await.unwrap();
    browser.keep(&departure.cookies);
    let query: Vec<(String, String)> =
        Url::parse(&departure.location).unwrap().query_pairs().into_owned().collect();
    assert_eq!(query[1].1, "http://localhost:3000/api/auth/callback/example");
    query[0].1.clone()
}

async fn come_back(
    world: &World,
    browser: &mut Browser,
    brought: ProviderCallback<'_>,
) -> AuthorizationRedirect {
    let error_page = Url::parse("http://localhost:3000/api/auth/error").unwrap();
    let client_info: ClientInfo = browser.client_info(&world.auth);
    let departure =
        world.auth.return_from_provider("example", brought, client_info, &error_page).await.unwrap();
    browser.keep(&departure.cookies);
    departure
}

/// Signs in through the provider, and returns the page on which the browser ends.
async fn travel(world: &World, browser: &mut Browser) -> String {
    let state = leave(world, browser, None).await;
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    come_back(world, browser, brought).await.location
}

#[tokio::test]
async fn an_unknown_provider_is_not_found() {
    let world = World::new();
    let request = SocialSignIn { provider: "example".to_owned(), ..SocialSignIn::default() };
    let answer = world.auth.sign_in_social(request, None, &routes()).await;
    assert!(matches!(answer, Err(Error::ProviderNotFound)), "{answer:?}");
}

#[tokio::test]
async fn a_provider_signs_a_new_user_up_and_a_known_user_in() {
    let (world, provider) = world(Some(profile()));
    let mut browser = Browser::default();
    assert_eq!(travel(&world, &mut browser).await, "/welcome");
    let ada = browser.who(&world.auth).await.unwrap().user;
    assert_eq!((ada.email.as_str(), ada.email_verified), ("ada@example.com", true));
    assert_eq!(ada.name, "Ada of Example");
    // The user is known by the identifier at the provider, whatever happened to the address there.
    *provider.0.lock().unwrap() = Some(Profile { email: None, email_verified: false, ..profile() });
    let mut other = Browser::default();
    assert_eq!(travel(&world, &mut other).await, "/home");
    assert_eq!(other.who(&world.auth).await.unwrap().user.id, ada.id);
}

#[tokio::test]
async fn an_unverified_provider_email_creates_no_user() {
    for (says, error) in [
        (None, "invalid_token"),
        (Some(Profile { email_verified: false, ..profile() }), "email_not_verified"),
        (Some(Profile { email: None, ..profile() }), "email_not_found"),
        (Some(Profile { email: Some("nonsense".to_owned()), ..profile() }), "email_not_found"),
        (Some(Profile { subject: " ".to_owned(), ..profile() }), "invalid_token"),
    ] {
        let (world, _) = world(says);
        let mut browser = Browser::default();
        assert_eq!(travel(&world, &mut browser).await, format!("/failed?x=1&error={error}"));
        assert!(browser.who(&world.auth).await.is_none());
        assert_eq!(world.memory.count_users().await.unwrap(), 0);
    }
}

#[tokio::test]
async fn an_unverified_email_goes_to_the_user_verified_by_the_provider() {
    let (world, _) = world(Some(profile()));
    // The squatter's second factor does not lock the owner out, and the squatter's API token stops working.
    let (mut squatter, ..) = enrolled(&world).await;
    let squatting = squatter.who(&world.auth).await.unwrap();
    let request =
        ApiTokenRequest { name: None, prefix: None, lifetime: None, scope: Scope::Write, books: None };
    let token = world.auth.create_api_token(&squatting, request).await.unwrap();
    let mut owner = Browser::default();
    assert_eq!(travel(&world, &mut owner).await, "/home");
    assert!(squatter.who(&world.auth).await.is_none());
    assert!(squatter.sign_in(&world.auth, PASSWORD, false).await.is_err());
    assert!(world.auth.authenticate_token(&token.text).await.unwrap().is_none());
    assert!(owner.who(&world.auth).await.unwrap().user.email_verified);
}

#[tokio::test]
async fn a_provider_sign_in_still_requires_the_second_factor() {
    let (world, _) = world(Some(profile()));
    let (mut signed_in, app, _) = enrolled(&world).await;
    let ada = signed_in.who(&world.auth).await.unwrap();
    let state = leave(&world, &mut signed_in, Some(&ada)).await;
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    assert_eq!(come_back(&world, &mut signed_in, brought).await.location, "/home");

    let mut browser = Browser::default();
    assert_eq!(travel(&world, &mut browser).await, "/failed?x=1&error=two_factor_required");
    assert!(browser.who(&world.auth).await.is_none());
    let answer = Answer { code: &app.code(&world, 0), trust_device: true, ..Answer::default() };
    let passed = world.auth.verify_totp(None, answer, browser.client_info(&world.auth)).await.unwrap();
    browser.keep(&passed.cookies);
    assert_eq!(browser.who(&world.auth).await.unwrap().user.id, ada.user.id);
    assert_eq!(travel(&world, &mut browser).await, "/home");
}

#[tokio::test]
async fn a_signed_in_user_can_link_a_provider_and_keep_the_password() {
    let (world, provider) = world(Some(profile()));
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let state = leave(&world, &mut browser, Some(&ada)).await;
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    assert_eq!(come_back(&world, &mut browser, brought).await.location, "/home");
    let accounts = world.auth.list_accounts(&ada).await.unwrap();
    let providers: Vec<&str> = accounts.iter().map(|account| account.provider.as_str()).collect();
    assert_eq!(providers, ["credential", "example"]);
    assert!(Browser::default().sign_in(&world.auth, PASSWORD, false).await.is_ok());
    world.auth.unlink_account(&ada, &accounts[1].id.to_string()).await.unwrap();

    *provider.0.lock().unwrap() = Some(Profile { email: Some("bob@example.com".to_owned()), ..profile() });
    let state = leave(&world, &mut browser, Some(&ada)).await;
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    let location = come_back(&world, &mut browser, brought).await.location;
    assert_eq!(location, "/failed?x=1&error=email_doesn%27t_match");
}

#[tokio::test]
async fn a_provider_is_linked_only_in_the_browser_that_started_it() {
    let (world, _) = world(Some(profile()));
    let mut browser = world.ada().await;
    let ada = browser.who(&world.auth).await.unwrap();
    let state = leave(&world, &mut browser, Some(&ada)).await;
    browser.forget("session_token");
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    let location = come_back(&world, &mut browser, brought).await.location;
    assert_eq!(location, "/failed?x=1&error=state_mismatch");
    assert_eq!(world.auth.list_accounts(&ada).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_state_works_once_in_the_browser_that_started_it() {
    let (world, _) = world(Some(profile()));
    let mismatch = "http://localhost:3000/api/auth/error?error=state_mismatch";
    let mut browser = Browser::default();
    let state = leave(&world, &mut browser, None).await;
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    let mut stranger = Browser::default();
    let shown = come_back(&world, &mut stranger, brought).await.location;
    assert_eq!(shown, "/failed?x=1&error=state_mismatch", "where the page that began it shows failures");
    let mut twin = browser.clone();
    let departure = come_back(&world, &mut browser, brought).await;
    assert_eq!(names(&departure.cookies), ["-state", "session_token", "session_data"]);
    assert_eq!(come_back(&world, &mut twin, brought).await.location, mismatch);
    let nothing = come_back(&world, &mut browser, ProviderCallback::default()).await.location;
    assert_eq!(nothing, "http://localhost:3000/api/auth/error?error=state_not_found");
    let unknown =
        ProviderCallback { state: Some("nonsense"), code: Some("code"), ..ProviderCallback::default() };
    assert_eq!(come_back(&world, &mut browser, unknown).await.location, mismatch);
}

#[tokio::test]
async fn a_state_is_valid_for_ten_minutes() {
    let (world, _) = world(Some(profile()));
    let mut browser = Browser::default();
    let state = leave(&world, &mut browser, None).await;
    world.later(10 * MINUTE);
    let brought = ProviderCallback { state: Some(&state), code: Some("code"), ..ProviderCallback::default() };
    let location = come_back(&world, &mut browser, brought).await.location;
    assert_eq!(location, "http://localhost:3000/api/auth/error?error=state_mismatch");
}

#[tokio::test]
async fn a_provider_error_is_passed_on_and_creates_nothing() {
    let (world, _) = world(Some(profile()));
    let mut browser = Browser::default();
    let state = leave(&world, &mut browser, None).await;
    let refused = ProviderCallback {
        state: Some(&state),
        error: Some("access_denied"),
        error_description: Some("no & never"),
        ..ProviderCallback::default()
    };
    let location = come_back(&world, &mut browser, refused).await.location;
    assert_eq!(location, "/failed?x=1&error=access_denied&error_description=no+%26+never");
    let state = leave(&world, &mut browser, None).await;
    let no_code = ProviderCallback { state: Some(&state), ..ProviderCallback::default() };
    assert_eq!(come_back(&world, &mut browser, no_code).await.location, "/failed?x=1&error=no_code");
    assert_eq!(world.memory.count_users().await.unwrap(), 0);
}

#[tokio::test]
async fn a_closed_instance_accepts_no_new_users_from_a_provider() {
    for sign_up in [SignUp::Closed, SignUp::First] {
        let (world, _) = world_with(Some(profile()), sign_up);
        let person = saldo_auth::SignUpRequest {
            email: "bob@example.com",
            password: PASSWORD,
            name: "Bob",
            image: None,
        };
        world.auth.add_user(person).await.unwrap();
        let location = travel(&world, &mut Browser::default()).await;
        assert_eq!(location, "/failed?x=1&error=signup_disabled");
    }
}

#[tokio::test]
async fn a_callback_from_another_provider_is_rejected() {
    let (world, _) = world(Some(profile()));
    for (issuer, location) in
        [("https://evil.example", "/failed?x=1&error=issuer_mismatch"), ("https://id.example", "/welcome")]
    {
        let mut browser = Browser::default();
        let state = leave(&world, &mut browser, None).await;
        let brought = ProviderCallback {
            state: Some(&state),
            code: Some("code"),
            issuer: Some(issuer),
            ..ProviderCallback::default()
        };
        assert_eq!(come_back(&world, &mut browser, brought).await.location, location);
    }
}

#[tokio::test]
async fn only_a_valid_id_token_signs_in() {
    let (world, provider) = world(Some(profile()));
    let sign_in = || world.auth.sign_in_with_id_token("example", "token", None, ClientInfo::default());
    let Ok(SignInOutcome::StartedSession(started)) = sign_in().await else { panic!("it holds") };
    assert_eq!(started.signed_in.user.email.as_str(), "ada@example.com");
    *provider.0.lock().unwrap() = None;
    assert!(matches!(sign_in().await, Err(Error::InvalidIdToken(_))));
    let unverified = Profile { email_verified: false, subject: "other".to_owned(), ..profile() };
    *provider.0.lock().unwrap() = Some(unverified);
    assert!(matches!(sign_in().await, Err(Error::SocialRefused("email_not_verified"))));
    let unknown = world.auth.sign_in_with_id_token("unknown", "token", None, ClientInfo::default()).await;
    assert!(matches!(unknown, Err(Error::ProviderNotFound)), "{unknown:?}");
}

#[tokio::test]
async fn provider_names_are_truncated_and_pictures_must_be_urls() {
    for (picture, kept) in [
        ("https://example.com/a.png", Some("https://example.com/a.png")),
        ("javascript:alert(1)", None),
        ("data:image/png;base64,AAAA", None),
    ] {
        let says = Profile { name: Some("ä".repeat(201)), picture: Some(picture.to_owned()), ..profile() };
        let (world, _) = world(Some(says));
        let mut browser = Browser::default();
        travel(&world, &mut browser).await;
        let ada = browser.who(&world.auth).await.unwrap().user;
        assert_eq!((ada.name, ada.image.as_deref()), ("ä".repeat(200), kept));
    }
}
