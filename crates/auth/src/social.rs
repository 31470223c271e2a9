//! Sign-in through an identity provider: the redirect to it, and the callback from it.
//!
//! Only the user's identity at the provider is stored. The provider's tokens are used once and discarded.

use std::time::Duration;

use crate::ports::{NewCredential, NewUser, UserChange};
use async_trait::async_trait;
use saldo_domain::{Email, Timestamp, TokenHash, User, UserId};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::account::{NAME_CHARACTERS_MAX, is_picture};
use crate::secret::equal;
use crate::token::random_text;
use crate::{
    Auth, ClientInfo, Error, LookupOptions, Result, SetCookie, SignInOutcome, SignUp, SignedIn, StoreError,
};

/// The maximum time between the redirect and the callback.
const ATTEMPT_LIFETIME: Duration = Duration::from_mins(10);
/// The lifetime of the cookie that binds an attempt to the browser.
const STATE_COOKIE_LIFETIME: Duration = Duration::from_mins(5);

/// An identity provider, such as Google.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// Returns the name in paths and records, such as `google`.
    fn id(&self) -> &str;

    /// Returns the name for users, such as `Google`.
    fn label(&self) -> &str;

    /// Starts loading, in the background, the data that the first sign-in would otherwise wait for.
    fn prepare(&self) {}

    /// Returns the URL at the provider to which the browser is redirected.
    ///
    /// # Errors
    /// [`ProviderError::Unreachable`] if the provider's endpoints cannot be loaded.
    async fn authorize_url(
        &self,
        attempt: &Attempt,
        options: &AuthorizationOptions,
    ) -> Result<Url, ProviderError>;

    /// Returns the user's profile for the code that the browser brought back, and for the issuer that
    /// it named (RFC 9207).
    ///
    /// # Errors
    /// [`ProviderError`] if the provider does not answer, or its answer is not valid.
    async fn profile(
        &self,
        attempt: &Attempt,
        code: &str,
        issuer: Option<&str>,
    ) -> Result<Profile, ProviderError>;

    /// Returns the user's profile from an ID token that a page got from the provider itself. `nonce` is the
    /// one with which the page asked for it.
    ///
    /// # Errors
    /// [`ProviderError`] if the token is not valid, or the provider's keys cannot be loaded.
    async fn verify_id_token(&self, token: &str, nonce: Option<&str>) -> Result<Profile, ProviderError>;
}

/// The parameters of one sign-in, which the provider and this instance share. All except
/// `redirect_url` are secret.
#[derive(Clone, Serialize, Deserialize)]
pub struct Attempt {
    /// The state, which comes back with the browser.
    pub state: String,
    /// The nonce, which comes back in the signed ID token.
    pub nonce: String,
    /// The PKCE verifier (RFC 7636), which proves that the code is redeemed by the party that requested it.
    pub verifier: String,
    /// The URL to which the provider redirects the browser.
    pub redirect_url: Url,
}

/// The optional parameters of an authorization request.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct AuthorizationOptions {
    /// Further scopes, in addition to those for the profile and the address.
    pub scopes: Vec<String>,
    /// The address with which the user probably signs in.
    pub login_hint: Option<String>,
}

/// A user's profile at an identity provider.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The user's identifier at the provider.
    pub subject: String,
    /// The e-mail address.
    pub email: Option<String>,
    /// True if the provider has verified the address.
    pub email_verified: bool,
    /// The name.
    pub name: Option<String>,
    /// The URL of the picture.
    pub picture: Option<String>,
    /// The granted scopes.
    pub scopes: Vec<String>,
}

/// The reason why a provider did not identify the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProviderError {
    /// The provider does not answer in time, or its answer is malformed.
    #[error("invalid answer of the identity provider")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The provider rejects the code.
    #[error("the identity provider rejects the code")]
    InvalidCode(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The ID token is not valid: its signature, its claims, or its nonce.
    #[error("the ID token of the identity provider is invalid")]
    InvalidToken(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The browser comes back from another provider.
    #[error("the browser returned from another identity provider")]
    OtherIssuer,
    /// The browser does not name the provider that it comes back from, although this provider
    /// promises to (RFC 9207).
    #[error("the browser's return does not name its identity provider")]
    NoIssuer,
}

/// A request to sign in through an identity provider.
#[derive(Debug, Clone, Default)]
pub struct SocialSignIn {
    /// The provider's name.
    pub provider: String,
    /// The page after success; `/` if none is given.
    pub callback: Option<String>,
    /// The page after failure; if none is given, the `error_page` of the callback.
    pub error_callback: Option<String>,
    /// The page after the first sign-in of a new user; `callback` if none is given.
    pub new_user_callback: Option<String>,
    /// The optional parameters of the authorization request.
    pub options: AuthorizationOptions,
}

/// A redirect URL and its cookies.
#[derive(Debug)]
pub struct AuthorizationRedirect {
    /// The URL, or a path of this instance.
    pub location: String,
    /// The cookies to set.
    pub cookies: Vec<SetCookie>,
}

/// The query of the callback from a provider.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProviderCallback<'query> {
    /// `state`.
    pub state: Option<&'query str>,
    /// `code`.
    pub code: Option<&'query str>,
    /// `iss`, the issuer of the response (RFC 9207).
    pub issuer: Option<&'query str>,
    /// `error`, if the provider refused.
    pub error: Option<&'query str>,
    /// `error_description`.
    pub error_description: Option<&'query str>,
}

/// A sign-in that waits for its callback, as the database stores it.
#[derive(Serialize, Deserialize)]
struct Pending {
    provider: String,
    attempt: Attempt,
    callback: Option<String>,
    error_callback: Option<String>,
    new_user_callback: Option<String>,
    link: Option<UserId>,
}

/// The result of looking up the sign-in of a callback.
enum Found {
    /// This browser began it. It was removed from the database.
    Attempt(Box<Pending>),
    /// Another browser began it, or the cookie is lost. It has the page on which the failure is shown.
    OfAnother(Option<String>),
    /// There is no such sign-in.
    Nothing,
}

impl Pending {
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text is always JSON")
    }
}

/// The reason why a sign-in through a provider was refused. A named one becomes the `error` in the
/// page's query.
enum Refusal {
    Named(&'static str),
    Failed(Error),
}

impl Refusal {
    fn into_error(self) -> Error {
        match self {
            Self::Named(why) => Error::SocialRefused(why),
            Self::Failed(error) => error,
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl Auth {
    /// Begins a sign-in through a provider or, with `link`, adds the provider to that signed-in user.
    ///
    /// The provider redirects the browser to `callback/PROVIDER` under `routes`.
    ///
    /// # Errors
    /// - [`Error::ProviderNotFound`] if the provider is not configured.
    /// - [`Error::Provider`] if the provider does not answer.
    pub async fn sign_in_social(
        &self,
        request: SocialSignIn,
        link: Option<&SignedIn>,
        routes: &Url,
    ) -> Result<AuthorizationRedirect> {
        let provider = self.provider(&request.provider)?;
        let SocialSignIn { callback, error_callback, new_user_callback, options, .. } = request;
        let mut redirect_url = routes.clone();
        if let Ok(mut path) = redirect_url.path_segments_mut() {
            path.pop_if_empty().extend(["callback", provider.id()]);
        }
        let attempt = Attempt {
            state: random_text(32),
            nonce: random_text(32),
            verifier: random_text(128),
            redirect_url,
        };
        let location = provider.authorize_url(&attempt, &options).await.map_err(Error::Provider)?;
        let state = attempt.state.clone();
        let pending = Pending {
            provider: provider.id().to_owned(),
            attempt,
            callback,
            error_callback,
            new_user_callback,
            link: link.map(|signed_in| signed_in.user.id),
        };
        let value = pending.to_json();
        let expires_at = self.clock.now().after(ATTEMPT_LIFETIME);
        self.ports.verifications.put_verification(&state_key(&state), &value, expires_at).await?;
        let cookies = vec![self.jar.set_state(&state, STATE_COOKIE_LIFETIME)];
        Ok(AuthorizationRedirect { location: location.into(), cookies })
    }

    /// Handles the callback from a provider. A failure redirects to a page with an `error` in its query: the
    /// request's own error page or, if it named none, `error_page`.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn return_from_provider(
        &self,
        provider: &str,
        brought: ProviderCallback<'_>,
        client_info: ClientInfo,
        error_page: &Url,
    ) -> Result<AuthorizationRedirect> {
        let failed = |page: &str, error: &str| AuthorizationRedirect {
            location: with_query(page, &[("error", error)]),
            cookies: Vec::new(),
        };
        let Some(state) = brought.state.filter(|state| !state.is_empty()) else {
            return Ok(failed(error_page.as_str(), "state_not_found"));
        };
        let pending = match self.take_attempt(provider, state, &client_info).await? {
            Found::Attempt(pending) => pending,
            Found::OfAnother(page) => {
                let page = page.as_deref().unwrap_or(error_page.as_str());
                return Ok(failed(page, "state_mismatch"));
            }
            Found::Nothing => return Ok(failed(error_page.as_str(), "state_mismatch")),
        };
        let page = pending.error_callback.clone().unwrap_or_else(|| error_page.to_string());
        let mut departure = match self.settle(&pending, brought, client_info, &page).await {
            Ok(departure) => departure,
            Err(Refusal::Named(error)) => failed(&page, error),
            Err(Refusal::Failed(Error::Provider(error))) => {
                tracing::warn!(
                    cause = &error as &dyn std::error::Error,
                    provider,
                    "a sign-in through an identity provider failed"
                );
                failed(&page, error.code())
            }
            Err(Refusal::Failed(error)) => return Err(error),
        };
        if let Some(error) = brought.error.filter(|error| !error.is_empty()) {
            let described = brought.error_description.map(|text| ("error_description", text));
            let query: Vec<_> = std::iter::once(("error", error)).chain(described).collect();
            departure.location = with_query(&page, &query);
        }
        departure.cookies.insert(0, self.jar.clear("state"));
        Ok(departure)
    }

    /// Returns the configured identity providers.
    pub fn providers(&self) -> impl Iterator<Item = &dyn IdentityProvider> {
        self.providers.iter().map(AsRef::as_ref)
    }

    fn provider(&self, id: &str) -> Result<&dyn IdentityProvider> {
        self.providers().find(|provider| provider.id() == id).ok_or(Error::ProviderNotFound)
    }

    async fn take_attempt(&self, provider: &str, state: &str, client_info: &ClientInfo) -> Result<Found> {
        let (key, now) = (state_key(state), self.clock.now());
        let value = self.ports.verifications.find_verification(&key, now).await?;
        let pending: Option<Pending> = value.and_then(|value| serde_json::from_str(&value).ok());
        let Some(pending) = pending.filter(|pending| pending.provider == provider) else {
            return Ok(Found::Nothing);
        };
        if !self.jar.state(&client_info.cookies).is_some_and(|cookie| equal(&cookie, state)) {
            return Ok(Found::OfAnother(pending.error_callback));
        }
        let taken = self.ports.verifications.take_verification(&key, now).await?;
        Ok(if taken.is_some() { Found::Attempt(Box::new(pending)) } else { Found::Nothing })
    }

    /// Signs a user in with an ID token that the page got from the provider itself.
    ///
    /// # Errors
    /// - [`Error::ProviderNotFound`] if the provider is not configured.
    /// - [`Error::InvalidIdToken`] if the token is not valid.
    /// - [`Error::SocialRefused`] if the profile is not sufficient.
    /// - [`Error::Provider`] if the provider's keys cannot be loaded.
    pub async fn sign_in_with_id_token(
        &self,
        provider: &str,
        token: &str,
        nonce: Option<&str>,
        client_info: ClientInfo,
    ) -> Result<SignInOutcome> {
        let provider = self.provider(provider)?;
        let profile = verify_id_token(provider, token, nonce).await?;
        let (user, _) =
            self.find_or_create_user(provider.id(), profile).await.map_err(Refusal::into_error)?;
        self.complete_first_factor(user, client_info).await
    }

    /// Adds a provider to a signed-in user, with an ID token that the page got from the provider itself.
    ///
    /// # Errors
    /// The errors of [`Self::sign_in_with_id_token`].
    pub async fn link_with_id_token(
        &self,
        asker: &SignedIn,
        provider: &str,
        token: &str,
        nonce: Option<&str>,
    ) -> Result<()> {
        let provider = self.provider(provider)?;
        let profile = verify_id_token(provider, token, nonce).await?;
        self.add_provider(asker, provider.id(), profile).await.map_err(Refusal::into_error)
    }

    /// Starts loading, in the background, the data of all providers that the first sign-in would
    /// otherwise wait for.
    pub fn prepare_providers(&self) {
        self.providers().for_each(IdentityProvider::prepare);
    }

    async fn settle(
        &self,
        pending: &Pending,
        brought: ProviderCallback<'_>,
        client_info: ClientInfo,
        page: &str,
    ) -> Result<AuthorizationRedirect, Refusal> {
        if brought.error.is_some_and(|error| !error.is_empty()) {
            return Err(Refusal::Named("access_denied"));
        }
        let code = brought.code.filter(|code| !code.is_empty()).ok_or(Refusal::Named("no_code"))?;
        let provider =
            self.provider(&pending.provider).map_err(|_| Refusal::Named("oauth_provider_not_found"))?;
        let profile = provider.profile(&pending.attempt, code, brought.issuer).await;
        let profile = profile.map_err(Error::Provider)?;
        let home = pending.callback.clone().unwrap_or_else(|| "/".to_owned());
        if let Some(user) = pending.link {
            self.link(user, provider.id(), profile, &client_info).await?;
            return Ok(AuthorizationRedirect { location: home, cookies: Vec::new() });
        }
        let (user, is_new) = self.find_or_create_user(provider.id(), profile).await?;
        match self.complete_first_factor(user, client_info).await? {
            SignInOutcome::StartedSession(started) => {
                let location = pending.new_user_callback.clone().filter(|_| is_new).unwrap_or(home);
                Ok(AuthorizationRedirect { location, cookies: started.cookies })
            }
            // A provider is a first factor, as a password is: the page must ask for the code.
            SignInOutcome::SecondStep(cookies) => Ok(AuthorizationRedirect {
                location: with_query(page, &[("error", "two_factor_required")]),
                cookies,
            }),
        }
    }

    /// Adds the provider to the user who requested it, if that user is still signed in with this browser.
    async fn link(
        &self,
        user: UserId,
        provider: &str,
        profile: Profile,
        client_info: &ClientInfo,
    ) -> Result<(), Refusal> {
        let lookup = self.authenticate(&client_info.cookies, LookupOptions::CHANGE).await?;
        let asker = lookup.signed_in.filter(|asker| asker.user.id == user);
        let asker = asker.ok_or(Refusal::Named("state_mismatch"))?;
        self.add_provider(&asker, provider, profile).await
    }

    async fn add_provider(&self, asker: &SignedIn, provider: &str, profile: Profile) -> Result<(), Refusal> {
        let (email, credential) = verified(provider, profile)?;
        if asker.user.email != email.address {
            return Err(Refusal::Named("email_doesn't_match"));
        }
        self.put_provider(&asker.user, credential).await
    }

    /// Returns the user of a profile: known by the provider's identifier, otherwise by the verified address,
    /// otherwise new. The flag is true for a new user.
    async fn find_or_create_user(&self, provider: &str, profile: Profile) -> Result<(User, bool), Refusal> {
        if profile.subject.trim().is_empty() {
            return Err(Refusal::Named("invalid_token"));
        }
        if let Some(user) = self.ports.credentials.find_user_by_provider(provider, &profile.subject).await? {
            return Ok((user, false));
        }
        let (email, credential) = verified(provider, profile)?;
        if let Some(user) = self.ports.users.find_user_by_email(&email.address).await? {
            self.take_over(&user).await?;
            self.put_provider(&user, credential).await?;
            let change = UserChange { email_verified: Some(true), ..UserChange::default() };
            let updated = self.ports.users.update_user(user.id, change, self.clock.now()).await?;
            return Ok((updated.unwrap_or(user), false));
        }
        let _turn = match self.config.sign_up {
            SignUp::Open => None,
            SignUp::First => Some(self.lock_first_sign_up().await.map_err(closed)?),
            SignUp::Closed => return Err(Refusal::Named("signup_disabled")),
        };
        let new =
            NewUser { email: email.address, email_verified: true, name: email.name, image: email.picture };
        Ok((self.insert(new, credential).await?, true))
    }

    /// Removes the access of an account that never verified its address, when the owner of the address
    /// arrives. Otherwise somebody could sign up with another person's address and wait: their second factor
    /// would lock the owner out, and their API tokens would let them back in.
    async fn take_over(&self, user: &User) -> Result<(), Refusal> {
        if user.email_verified {
            return Ok(());
        }
        for credential in self.ports.credentials.list_credentials(user.id).await? {
            if credential.provider == NewCredential::PASSWORD {
                self.ports.credentials.delete_credential(user.id, credential.id).await?;
            }
        }
        self.ports.api_tokens.delete_api_tokens(user.id).await?;
        self.remove_two_step(user.id).await?;
        Ok(())
    }

    async fn put_provider(&self, user: &User, credential: NewCredential) -> Result<(), Refusal> {
        let now: Timestamp = self.clock.now();
        match self.ports.credentials.put_credential(user.id, credential, now).await {
            Ok(_) => Ok(()),
            Err(StoreError::Conflict) => Err(Refusal::Named("account_already_linked_to_different_user")),
            Err(error) => Err(error.into()),
        }
    }
}

async fn verify_id_token(
    provider: &dyn IdentityProvider,
    token: &str,
    nonce: Option<&str>,
) -> Result<Profile> {
    provider.verify_id_token(token, nonce).await.map_err(|error| match error {
        error @ ProviderError::Unreachable(_) => Error::Provider(error),
        error => Error::InvalidIdToken(error),
    })
}

/// The details of a new user.
struct Verified {
    address: Email,
    name: String,
    picture: Option<String>,
}

/// Checks that the profile has a subject and a verified address. An address that is not verified
/// identifies nobody.
fn verified(provider: &str, profile: Profile) -> Result<(Verified, NewCredential), Refusal> {
    let email = profile.email.ok_or(Refusal::Named("email_not_found"))?;
    if profile.subject.trim().is_empty() {
        return Err(Refusal::Named("invalid_token"));
    }
    if !profile.email_verified {
        return Err(Refusal::Named("email_not_verified"));
    }
    let address = Email::parse(&email).map_err(|_| Refusal::Named("email_not_found"))?;
    let credential = NewCredential::Provider {
        provider: provider.to_owned(),
        subject: profile.subject,
        scopes: profile.scopes,
        sealed_tokens: None,
    };
    let name: String = profile.name.unwrap_or_default().chars().take(NAME_CHARACTERS_MAX).collect();
    let picture = profile.picture.filter(|picture| is_picture(picture));
    Ok((Verified { address, name, picture }, credential))
}

fn closed(error: Error) -> Refusal {
    if matches!(error, Error::SignUpClosed) { Refusal::Named("signup_disabled") } else { error.into() }
}

impl ProviderError {
    /// Returns the `error` in the page's query.
    const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "provider_unavailable",
            Self::InvalidCode(_) => "invalid_code",
            Self::InvalidToken(_) => "invalid_token",
            Self::OtherIssuer => "issuer_mismatch",
            Self::NoIssuer => "issuer_missing",
        }
    }
}

fn state_key(state: &str) -> String {
    format!("auth-state:{}", hex::encode(TokenHash::of(state).as_bytes()))
}

/// Returns `page` with more parameters in its query.
fn with_query(page: &str, query: &[(&str, &str)]) -> String {
    let mut more = url::form_urlencoded::Serializer::new(String::new());
    more.extend_pairs(query);
    let separator = if page.contains('?') { '&' } else { '?' };
    format!("{page}{separator}{}", more.finish())
}
