//! OpenID Connect as an [`IdentityProvider`]: discovery, PKCE, nonce, code exchange, ID token.

use std::error::Error as StdError;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClient, CoreClientAuthMethod,
    CoreGrantType, CoreIdToken, CoreIdTokenClaims, CoreIdTokenVerifier, CoreJsonWebKey, CoreJsonWebKeySet,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm,
    CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AdditionalProviderMetadata, AsyncHttpClient, AuthUrl, AuthorizationCode, ClaimsVerificationError,
    ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, IssuerUrl, JsonWebKeySetUrl, LoginHint, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge,
    PkceCodeVerifier, ProviderMetadata, RedirectUrl, RequestTokenError, ResponseTypes, Scope,
    TokenResponse as _, TokenUrl, UserInfoUrl, http,
};
use saldo_domain::{Clock, Timestamp};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::social::{Attempt, AuthorizationOptions, IdentityProvider, Profile, ProviderError};

/// The maximum time by which the provider's clock may be ahead of ours.
const CLOCK_SKEW: Duration = Duration::from_mins(1);
/// The maximum age of an ID token that a page brings, as in better-auth.
const ID_TOKEN_AGE_MAX: Duration = Duration::from_hours(1);
/// The pauses between background requests to a provider that does not answer: the first one, and the maximum
/// up to which it doubles.
const RETRY_AFTER: (Duration, Duration) = (Duration::from_secs(2), Duration::from_mins(5));

/// The settings of an OpenID Connect provider.
#[derive(Clone)]
#[non_exhaustive]
pub struct OidcConfig {
    /// The name in paths and records, such as `google`.
    pub id: String,
    /// The name for users, such as `Google`.
    pub label: String,
    /// The issuer: the URL of the discovery document without `/.well-known/openid-configuration`.
    pub issuer: Url,
    /// The client identifier that the provider gave to this instance.
    pub client_id: String,
    /// The client secret.
    pub client_secret: String,
    /// The timeout of one request to the provider; 10 seconds by default.
    pub request_time_max: Duration,
    /// The maximum size of an answer in bytes; 1 MiB by default.
    pub answer_bytes_max: usize,
    /// The time for which the discovery document and the keys are used; 1 hour by default.
    pub metadata_lifetime: Duration,
}

impl OidcConfig {
    /// Returns the default settings with the values that have no default.
    #[must_use]
    pub fn new(id: String, label: String, issuer: Url, client_id: String, client_secret: String) -> Self {
        Self {
            id,
            label,
            issuer,
            client_id,
            client_secret,
            request_time_max: Duration::from_secs(10),
            answer_bytes_max: 1024 * 1024,
            metadata_lifetime: Duration::from_hours(1),
        }
    }
}

/// An OpenID Connect provider.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use saldo_auth::oidc::{OidcConfig, OidcProvider};
/// use saldo_domain::SystemClock;
///
/// # fn sign_in(secret: String) -> Result<(), Box<dyn std::error::Error>> {
/// let issuer = "https://accounts.google.com".parse()?;
/// let config = OidcConfig::new("google".into(), "Google".into(), issuer, "my-client".into(), secret);
/// let provider = OidcProvider::new(config, Arc::new(SystemClock))?;
/// # Ok(())
/// # }
/// ```
pub struct OidcProvider(Arc<Shared>);

/// The provider and its loaded metadata, shared with the background task that loads it.
struct Shared {
    config: OidcConfig,
    clock: Arc<dyn Clock>,
    http: Http,
    /// The built-in endpoints of a well-known provider (Google), for which discovery is not needed.
    /// Its keys are still loaded.
    built_in: Option<Metadata>,
    state: Mutex<State>,
    /// Held while the provider is asked, so that simultaneous requests ask once.
    asking: tokio::sync::Mutex<()>,
    is_retrying: AtomicBool,
}

#[derive(Default)]
struct State {
    metadata: Option<(Timestamp, Metadata)>,
    failed_at: Option<Timestamp>,
}

/// The members of the discovery document that the `openidconnect` crate does not read.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct MoreMetadata {
    /// True if the provider names itself in the callback URL (RFC 9207).
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for MoreMetadata {}

type Metadata = ProviderMetadata<
    MoreMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Returns Google's endpoints, as in its discovery document.
fn google() -> Result<Metadata, url::ParseError> {
    let metadata = Metadata::new(
        IssuerUrl::new("https://accounts.google.com".to_owned())?,
        AuthUrl::new("https://accounts.google.com/o/oauth2/v2/auth".to_owned())?,
        JsonWebKeySetUrl::new("https://www.googleapis.com/oauth2/v3/certs".to_owned())?,
        vec![ResponseTypes::new(vec![CoreResponseType::Code])],
        vec![CoreSubjectIdentifierType::Public],
        vec![CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256],
        MoreMetadata::default(),
    );
    Ok(metadata
        .set_token_endpoint(Some(TokenUrl::new("https://oauth2.googleapis.com/token".to_owned())?))
        .set_userinfo_endpoint(Some(UserInfoUrl::new(
            "https://openidconnect.googleapis.com/v1/userinfo".to_owned(),
        )?)))
}

impl OidcProvider {
    /// Creates the provider without sending a request. The process must have a default TLS provider
    /// installed (`rustls`).
    ///
    /// # Errors
    /// [`ProviderError::Unreachable`] if the HTTP client cannot be created, for example because this machine
    /// has no root certificates.
    pub fn new(config: OidcConfig, clock: Arc<dyn Clock>) -> Result<Self, ProviderError> {
        let client = reqwest::Client::builder()
            .timeout(config.request_time_max)
            // A redirect could send the client secret to a host that nobody configured.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(unreachable)?;
        let http = Http { client, answer_bytes_max: config.answer_bytes_max };
        let google = google().map_err(unreachable)?;
        let built_in = Some(google).filter(|google| google.issuer().as_str() == issuer_of(&config));
        Ok(Self(Arc::new(Shared {
            config,
            clock,
            http,
            built_in,
            state: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
            is_retrying: AtomicBool::new(false),
        })))
    }

    fn client(&self, metadata: Metadata, redirect_url: &Url) -> Result<Client, ProviderError> {
        let redirect_url = RedirectUrl::new(redirect_url.to_string()).map_err(unreachable)?;
        let config = &self.0.config;
        let secret = ClientSecret::new(config.client_secret.clone());
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(config.client_id.clone()),
            Some(secret),
        );
        Ok(client.set_redirect_uri(redirect_url))
    }

    /// Returns the claims of a valid ID token. The keys are loaded again if they may have changed.
    async fn claims(
        &self,
        token: &CoreIdToken,
        check: &Check<'_>,
    ) -> Result<CoreIdTokenClaims, ProviderError> {
        let place = &self.0.config.issuer;
        if let Some(metadata) = &self.0.built_in {
            // Claims that are wrong under any key are rejected first, without a request to the provider.
            let client = self.client(metadata.clone(), place)?;
            check.claims(token, client.id_token_verifier().insecure_disable_signature_check())?;
        }
        let client = self.client(self.0.metadata(self.0.config.metadata_lifetime).await?, place)?;
        match check.claims(token, client.id_token_verifier()) {
            // The provider may have changed its keys. They are loaded again, but at most once a minute, so
            // that forged tokens do not cause a request each.
            Err(Refused::Signature(_)) => {
                let client = self.client(self.0.metadata(Duration::from_mins(1)).await?, place)?;
                Ok(check.claims(token, client.id_token_verifier())?)
            }
            claims => Ok(claims?),
        }
    }

    /// Checks that the browser comes back from the provider to which it was sent (RFC 9207).
    fn check_issuer(metadata: &Metadata, named: Option<&str>) -> Result<(), ProviderError> {
        let is_promised = metadata.additional_metadata().authorization_response_iss_parameter_supported;
        match named {
            Some(named) if named != metadata.issuer().as_str() => Err(ProviderError::OtherIssuer),
            None if is_promised => Err(ProviderError::NoIssuer),
            _ => Ok(()),
        }
    }

    async fn exchange(
        &self,
        client: &Client,
        attempt: &Attempt,
        code: &str,
    ) -> Result<CoreTokenResponse, ProviderError> {
        let request = client.exchange_code(AuthorizationCode::new(code.to_owned())).map_err(unreachable)?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(attempt.verifier.clone()));
        request.request_async(&self.0.http).await.map_err(|error| match &error {
            RequestTokenError::ServerResponse(_) => ProviderError::InvalidCode(Box::new(error)),
            RequestTokenError::Parse(_, answer) if has_id_token(answer) => {
                ProviderError::InvalidToken(Box::new(error))
            }
            _ => unreachable(error),
        })
    }
}

impl Shared {
    /// Returns the provider's metadata with its keys, at most `age_max` old.
    async fn metadata(self: &Arc<Self>, age_max: Duration) -> Result<Metadata, ProviderError> {
        if let Some(metadata) = self.known(age_max) {
            return Ok(metadata);
        }
        let asked_at = self.clock.now();
        let _turn = self.asking.lock().await;
        if let Some(metadata) = self.known(age_max) {
            return Ok(metadata);
        }
        // A request that waited while another one failed fails too, instead of waiting again.
        if self.state().failed_at.is_some_and(|failed_at| failed_at >= asked_at) {
            return Err(ProviderError::Unreachable("it did not answer the previous request".into()));
        }
        let asked = self.ask().await;
        if asked.is_err() {
            self.retry_in_background(RETRY_AFTER.0);
        }
        asked
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, age_max: Duration) -> Option<Metadata> {
        let state = self.state();
        let (read_at, metadata) = state.metadata.as_ref()?;
        (read_at.after(age_max) > self.clock.now()).then(|| metadata.clone())
    }

    /// Asks the provider and stores the answer. The caller must hold `asking`.
    async fn ask(&self) -> Result<Metadata, ProviderError> {
        let asked = if let Some(metadata) = &self.built_in {
            let keys = CoreJsonWebKeySet::fetch_async(metadata.jwks_uri(), &self.http).await;
            keys.map(|keys| metadata.clone().set_jwks(keys))
        } else {
            let issuer = IssuerUrl::new(issuer_of(&self.config).to_owned()).map_err(unreachable)?;
            Metadata::discover_async(issuer, &self.http).await
        };
        let now = self.clock.now();
        let mut state = self.state();
        match asked {
            Ok(metadata) => {
                *state = State { metadata: Some((now, metadata.clone())), failed_at: None };
                Ok(metadata)
            }
            Err(error) => {
                state.failed_at = Some(now);
                Err(unreachable(error))
            }
        }
    }

    /// Asks the provider in the background, after a pause, until it answers.
    fn retry_in_background(self: &Arc<Self>, mut pause: Duration) {
        if self.is_retrying.swap(true, Ordering::AcqRel) {
            return;
        }
        let shared = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(pause).await;
                let Some(shared) = shared.upgrade() else { return };
                let _turn = shared.asking.lock().await;
                match shared.ask().await {
                    Ok(_) => return shared.is_retrying.store(false, Ordering::Release),
                    Err(error) => tracing::debug!(
                        cause = &error as &dyn StdError,
                        provider = shared.config.id,
                        "the identity provider still does not answer"
                    ),
                }
                pause = (pause * 2).clamp(RETRY_AFTER.0, RETRY_AFTER.1);
            }
        });
    }
}

#[async_trait]
impl IdentityProvider for OidcProvider {
    fn id(&self) -> &str {
        &self.0.config.id
    }

    fn label(&self) -> &str {
        &self.0.config.label
    }

    fn prepare(&self) {
        self.0.retry_in_background(Duration::ZERO);
    }

    async fn authorize_url(
        &self,
        attempt: &Attempt,
        options: &AuthorizationOptions,
    ) -> Result<Url, ProviderError> {
        let lifetime = self.0.config.metadata_lifetime;
        let metadata = match (&self.0.built_in, self.0.known(Duration::MAX)) {
            (Some(metadata), _) => metadata.clone(),
            // Endpoints hardly ever change, so outdated ones are good enough for the redirect while
            // they are loaded again.
            (None, Some(metadata)) => {
                if self.0.known(lifetime).is_none() {
                    self.0.retry_in_background(Duration::ZERO);
                }
                metadata
            }
            (None, None) => self.0.metadata(lifetime).await?,
        };
        let client = self.client(metadata, &attempt.redirect_url)?;
        let Attempt { state, nonce, verifier, .. } = attempt.clone();
        let verifier = PkceCodeVerifier::new(verifier);
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state.clone()),
                move || Nonce::new(nonce.clone()),
            )
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .add_scopes(options.scopes.iter().cloned().map(Scope::new))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if let Some(hint) = &options.login_hint {
            request = request.set_login_hint(LoginHint::new(hint.clone()));
        }
        if self.0.built_in.is_some() {
            request = request.add_extra_param("include_granted_scopes", "true");
        }
        Ok(request.url().0)
    }

    async fn profile(
        &self,
        attempt: &Attempt,
        code: &str,
        issuer: Option<&str>,
    ) -> Result<Profile, ProviderError> {
        let metadata = self.0.metadata(self.0.config.metadata_lifetime).await?;
        Self::check_issuer(&metadata, issuer)?;
        let client = self.client(metadata, &attempt.redirect_url)?;
        let answer = self.exchange(&client, attempt, code).await?;
        let token = answer
            .id_token()
            .ok_or_else(|| ProviderError::InvalidToken("the token response has no ID token".into()))?;
        let check = Check { nonce: Some(&attempt.nonce), age_max: None, now: self.0.clock.now() };
        let claims = self.claims(token, &check).await?;
        let scopes = answer.scopes().into_iter().flatten().map(|scope| scope.to_string()).collect();
        let mut profile = profile_of(&claims, scopes);
        if profile.email.is_none() {
            // Some providers do not include the address in the ID token; the user info endpoint returns it.
            let request = client.user_info(answer.access_token().clone(), Some(claims.subject().clone()));
            let request = request.map_err(unreachable)?;
            let claims: CoreUserInfoClaims =
                request.request_async(&self.0.http).await.map_err(unreachable)?;
            profile.email = claims.email().map(|email| email.to_string());
            profile.email_verified = claims.email_verified().unwrap_or(false);
            profile.name = claims.name().and_then(|names| names.get(None)).map(|name| name.to_string());
            profile.picture = claims.picture().and_then(|urls| urls.get(None)).map(|url| url.to_string());
        }
        Ok(profile)
    }

    async fn verify_id_token(&self, token: &str, nonce: Option<&str>) -> Result<Profile, ProviderError> {
        let token: CoreIdToken = token.parse().map_err(invalid)?;
        let check = Check { nonce, age_max: Some(ID_TOKEN_AGE_MAX), now: self.0.clock.now() };
        Ok(profile_of(&self.claims(&token, &check).await?, Vec::new()))
    }
}

/// The checks of an ID token in addition to its signature, issuer, audience and expiry.
struct Check<'request> {
    nonce: Option<&'request str>,
    age_max: Option<Duration>,
    now: Timestamp,
}

/// The reason why an ID token was rejected.
enum Refused {
    Signature(ClaimsVerificationError),
    Other(ProviderError),
}

impl From<Refused> for ProviderError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Signature(error) => invalid(error),
            Refused::Other(error) => error,
        }
    }
}

impl Check<'_> {
    fn claims(
        &self,
        token: &CoreIdToken,
        verifier: CoreIdTokenVerifier<'_>,
    ) -> Result<CoreIdTokenClaims, Refused> {
        let (now, latest) = (self.now, self.now.after(CLOCK_SKEW));
        let earliest = self.age_max.map(|age_max| self.now.before(age_max).to_utc());
        let verifier =
            verifier.set_time_fn(move || now.to_utc()).set_issue_time_verifier_fn(move |issued_at| {
                if issued_at > latest.to_utc() {
                    return Err("it was issued in the future".to_owned());
                }
                if earliest.is_some_and(|earliest| issued_at < earliest) {
                    return Err("it was issued too long ago".to_owned());
                }
                Ok(())
            });
        let expected = self.nonce.map(|nonce| Nonce::new(nonce.to_owned()));
        let claims = match &expected {
            Some(nonce) => token.claims(&verifier, nonce),
            None => token.claims(&verifier, |_: Option<&Nonce>| Ok(())),
        };
        let claims = claims.map_err(|error| match error {
            ClaimsVerificationError::SignatureVerification(_) => Refused::Signature(error),
            error => Refused::Other(invalid(error)),
        })?;
        let refuse = |why: &str| Err(Refused::Other(ProviderError::InvalidToken(why.into())));
        if claims.subject().trim().is_empty() {
            return refuse("its subject is empty");
        }
        match not_before(&token.to_string()) {
            Ok(Some(moment)) if moment > seconds(latest) => refuse("it is not yet valid"),
            Ok(_) => Ok(claims.clone()),
            Err(error) => Err(Refused::Other(invalid(error))),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a moment of this millennium is exact in a float")]
fn seconds(moment: Timestamp) -> f64 {
    moment.as_milliseconds() as f64 / 1_000.0
}

/// Returns the `nbf` claim, which the `openidconnect` crate does not check.
fn not_before(token: &str) -> Result<Option<f64>, serde_json::Error> {
    #[derive(Deserialize)]
    struct NotBefore {
        nbf: Option<f64>,
    }
    let payload = token.split('.').nth(1).and_then(|payload| URL_SAFE_NO_PAD.decode(payload).ok());
    serde_json::from_slice::<NotBefore>(&payload.unwrap_or_default()).map(|claims| claims.nbf)
}

/// True if an answer that could not be parsed has an ID token. In that case, the token is the malformed part.
fn has_id_token(answer: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(answer).is_ok_and(|answer| answer.get("id_token").is_some())
}

fn profile_of(claims: &CoreIdTokenClaims, scopes: Vec<String>) -> Profile {
    Profile {
        subject: claims.subject().to_string(),
        email: claims.email().map(|email| email.to_string()),
        email_verified: claims.email_verified().unwrap_or(false),
        name: claims.name().and_then(|names| names.get(None)).map(|name| name.to_string()),
        picture: claims.picture().and_then(|pictures| pictures.get(None)).map(|url| url.to_string()),
        scopes,
    }
}

/// Returns the issuer without a slash at its end, as providers write it.
fn issuer_of(config: &OidcConfig) -> &str {
    config.issuer.as_str().trim_end_matches('/')
}

fn invalid(error: impl StdError + Send + Sync + 'static) -> ProviderError {
    ProviderError::InvalidToken(Box::new(error))
}

fn unreachable(error: impl StdError + Send + Sync + 'static) -> ProviderError {
    ProviderError::Unreachable(Box::new(error))
}

/// An HTTP client with limits on time and size.
struct Http {
    client: reqwest::Client,
    answer_bytes_max: usize,
}

/// The reason why a request to the provider failed.
#[derive(Debug, thiserror::Error)]
enum HttpError {
    #[error("the request failed")]
    Request(#[source] reqwest::Error),
    #[error("the answer is longer than {0} bytes")]
    TooLong(usize),
    #[error("the answer is malformed")]
    Malformed(#[source] http::Error),
}

impl<'call> AsyncHttpClient<'call> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + Sync + 'call>>;

    fn call(&'call self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let request = request.try_into().map_err(HttpError::Request)?;
            let mut answer = self.client.execute(request).await.map_err(HttpError::Request)?;
            let mut body = Vec::new();
            while let Some(chunk) = answer.chunk().await.map_err(HttpError::Request)? {
                if body.len() + chunk.len() > self.answer_bytes_max {
                    return Err(HttpError::TooLong(self.answer_bytes_max));
                }
                body.extend_from_slice(&chunk);
            }
            let mut response = http::Response::builder().status(answer.status());
            for (name, value) in answer.headers() {
                response = response.header(name, value);
            }
            response.body(body).map_err(HttpError::Malformed)
        })
    }
}
