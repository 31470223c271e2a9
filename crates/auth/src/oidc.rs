//! Any OpenID Connect provider as an [`IdentityProvider`]: discovery, PKCE, nonce, code exchange, ID token.

use std::error::Error as StdError;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use openidconnect::core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims};
use openidconnect::{
    AsyncHttpClient, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, LoginHint, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope,
    TokenResponse as _, http,
};
use saldo_domain::{Clock, Timestamp};
use tokio::sync::Mutex;
use url::Url;

use crate::social::{Attempt, IdentityProvider, Profile, ProviderError, Wishes};

/// How a provider is reached. Whoever runs it said so; nothing is guessed.
#[derive(Clone)]
pub struct OidcConfig {
    /// Its name in paths and records, such as `google`.
    pub id: String,
    /// Its name for people, such as `Google`.
    pub label: String,
    /// Where its discovery document is, without `/.well-known/openid-configuration`.
    pub issuer: Url,
    /// Who this instance is to the provider.
    pub client_id: String,
    /// What shows it.
    pub client_secret: String,
    /// How long one request to the provider may take.
    pub request_time_max: Duration,
    /// How many bytes of an answer are read.
    pub answer_bytes_max: usize,
    /// How long its discovery document and its keys are believed.
    pub metadata_lifetime: Duration,
}

impl OidcConfig {
    /// The defaults, with what has none.
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

/// Any OpenID Connect provider.
pub struct OidcProvider {
    config: OidcConfig,
    clock: Arc<dyn Clock>,
    http: Http,
    metadata: Mutex<Option<(Timestamp, CoreProviderMetadata)>>,
}

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl OidcProvider {
    /// Prepares to ask; nothing is asked yet. The process has a default TLS provider installed (`rustls`).
    ///
    /// # Errors
    /// [`ProviderError::Unreachable`] when this machine has no certificates to check servers with.
    pub fn new(config: OidcConfig, clock: Arc<dyn Clock>) -> Result<Self, ProviderError> {
        let client = reqwest::Client::builder()
            .timeout(config.request_time_max)
            // A provider that redirects would carry the secret to a place nobody configured.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("saldo/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(unreachable)?;
        let http = Http { client, answer_bytes_max: config.answer_bytes_max };
        Ok(Self { config, clock, http, metadata: Mutex::default() })
    }

    /// What the provider says about itself, no older than `age_max`.
    async fn metadata(&self, age_max: Duration) -> Result<CoreProviderMetadata, ProviderError> {
        let mut kept = self.metadata.lock().await;
        let now = self.clock.now();
        if let Some((read_at, metadata)) = &*kept
            && read_at.after(age_max) > now
        {
            return Ok(metadata.clone());
        }
        let issuer = self.config.issuer.as_str().trim_end_matches('/').to_owned();
        let issuer = IssuerUrl::new(issuer).map_err(unreachable)?;
        let metadata = CoreProviderMetadata::discover_async(issuer, &self.http).await.map_err(unreachable)?;
        *kept = Some((now, metadata.clone()));
        Ok(metadata)
    }

    async fn client(&self, attempt: &Attempt, age_max: Duration) -> Result<Client, ProviderError> {
        let redirect_url = RedirectUrl::new(attempt.redirect_url.to_string()).map_err(unreachable)?;
        let client = CoreClient::from_provider_metadata(
            self.metadata(age_max).await?,
            ClientId::new(self.config.client_id.clone()),
            Some(ClientSecret::new(self.config.client_secret.clone())),
        );
        Ok(client.set_redirect_uri(redirect_url))
    }
}

#[async_trait]
impl IdentityProvider for OidcProvider {
    fn id(&self) -> &str {
        &self.config.id
    }

    fn label(&self) -> &str {
        &self.config.label
    }

    async fn authorize_url(&self, attempt: &Attempt, wishes: &Wishes) -> Result<Url, ProviderError> {
        let client = self.client(attempt, self.config.metadata_lifetime).await?;
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
            .add_scopes(wishes.scopes.iter().cloned().map(Scope::new))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if let Some(hint) = &wishes.login_hint {
            request = request.set_login_hint(LoginHint::new(hint.clone()));
        }
        Ok(request.url().0)
    }

    async fn profile(&self, attempt: &Attempt, code: &str) -> Result<Profile, ProviderError> {
        let client = self.client(attempt, self.config.metadata_lifetime).await?;
        let answer = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(unreachable)?
            .set_pkce_verifier(PkceCodeVerifier::new(attempt.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(_) => ProviderError::InvalidCode(Box::new(error)),
                error => unreachable(error),
            })?;
        let token = answer.id_token().ok_or_else(|| ProviderError::InvalidToken("no ID token".into()))?;
        let nonce = Nonce::new(attempt.nonce.clone());
        let now = self.clock.now();
        let claims = match token.claims(&client.id_token_verifier().set_time_fn(move || now.to_utc()), &nonce)
        {
            // The provider may have changed its keys since: look once more, but not for every forged token.
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                let client = self.client(attempt, Duration::from_mins(1)).await?;
                let verifier = client.id_token_verifier().set_time_fn(move || now.to_utc());
                token.claims(&verifier, &nonce).cloned()
            }
            claims => claims.cloned(),
        };
        let claims = claims.map_err(|error| ProviderError::InvalidToken(Box::new(error)))?;
        let scopes = answer.scopes().into_iter().flatten().map(|scope| scope.to_string()).collect();
        let mut profile = Profile {
            subject: claims.subject().to_string(),
            email: claims.email().map(|email| email.to_string()),
            email_verified: claims.email_verified().unwrap_or(false),
            name: claims.name().and_then(|names| names.get(None)).map(|name| name.to_string()),
            picture: claims.picture().and_then(|pictures| pictures.get(None)).map(|url| url.to_string()),
            scopes,
        };
        if profile.email.is_none() {
            // Not every provider puts the address into the token; where it does not, it answers when asked.
            let request = client.user_info(answer.access_token().clone(), Some(claims.subject().clone()));
            let request = request.map_err(unreachable)?;
            let told: CoreUserInfoClaims = request.request_async(&self.http).await.map_err(unreachable)?;
            profile.email = told.email().map(|email| email.to_string());
            profile.email_verified = told.email_verified().unwrap_or(false);
            profile.name = told.name().and_then(|names| names.get(None)).map(|name| name.to_string());
            profile.picture = told.picture().and_then(|urls| urls.get(None)).map(|url| url.to_string());
        }
        Ok(profile)
    }
}

fn unreachable(error: impl StdError + Send + Sync + 'static) -> ProviderError {
    ProviderError::Unreachable(Box::new(error))
}

/// Asks the provider, within limits.
struct Http {
    client: reqwest::Client,
    answer_bytes_max: usize,
}

/// Why the provider could not be asked.
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
