//! Signing up, in and out.

use std::sync::Arc;

use crate::ports::{NewCredential, NewSession, NewUser, PasswordHash};
use saldo_domain::{Clock, Email, Session, Timestamp, User};
use tokio::sync::Mutex;

use crate::account::check_user;
use crate::confirmations::Confirmations;
use crate::cookie::{CookieJar, CookieLifetime};
use crate::mail::MailQueue;
use crate::password::{Hasher, Verdict};
use crate::places::Client;
use crate::revocations::Revocations;
use crate::seal::Sealer;
use crate::{
    AuthConfig, Error, IdentityProvider, Mailer, Password, Ports, RequestCookies, Result, SessionToken,
    SetCookie, SignInOutcome, SignUp, StoreError, TrustedOrigins, UserData,
};

/// The authentication service. Share it behind an `Arc`; all methods may run at the same time.
pub struct Auth {
    pub(crate) ports: Ports,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) config: AuthConfig,
    pub(crate) jar: CookieJar,
    pub(crate) hasher: Hasher,
    pub(crate) sealer: Sealer,
    pub(crate) origins: TrustedOrigins,
    pub(crate) revocations: Revocations,
    pub(crate) confirmations: Confirmations,
    pub(crate) mail_queue: Option<MailQueue>,
    pub(crate) providers: Vec<Arc<dyn IdentityProvider>>,
    pub(crate) user_data: Option<Arc<dyn UserData>>,
    /// Serializes sign-ups while only the first one is allowed ([`SignUp::First`]).
    first: Mutex<()>,
}

/// A signed-in user with their session.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The session's secret, which the browser stores.
    pub token: SessionToken,
    /// The session.
    pub session: Session,
    /// The user.
    pub user: User,
}

impl SignedIn {
    /// Returns true if both are the same session of the same user, and neither record has changed.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.session == other.session && self.user == other.user
    }
}

/// A new session and its `Set-Cookie` headers.
#[derive(Debug)]
pub struct StartedSession {
    /// The user and the session.
    pub signed_in: SignedIn,
    /// The cookies to set.
    pub cookies: Vec<SetCookie>,
}

/// The details of a new user.
#[derive(Debug, Clone)]
pub struct SignUpRequest<'request> {
    /// The e-mail address, unverified.
    pub email: &'request str,
    /// The password.
    pub password: &'request str,
    /// The user's name; may be empty.
    pub name: &'request str,
    /// The URL of a picture.
    pub image: Option<&'request str>,
}

/// The browser or program that sends a request.
#[derive(Debug, Clone, Default)]
pub struct ClientInfo {
    /// The IP address that the session stores; empty if unknown.
    pub ip_address: String,
    /// The address that identifies the client in the queue of password hashing, in which each client
    /// has a limited share.
    pub client_address: String,
    /// The `User-Agent` header; empty if unknown.
    pub user_agent: String,
    /// True if the new session ends with the browser's window.
    pub forget: bool,
    /// The cookies of the request.
    pub cookies: RequestCookies,
}

impl Auth {
    /// Creates the service.
    ///
    /// # Errors
    /// [`Error::PasswordHash`] if Argon2 does not accept the hash parameters.
    pub fn new(ports: Ports, clock: Arc<dyn Clock>, config: AuthConfig) -> Result<Self> {
        Ok(Self {
            ports,
            jar: CookieJar::new(&config),
            hasher: Hasher::new(&config.passwords)?,
            sealer: Sealer::new(&config.secret),
            origins: TrustedOrigins::new(&config.base_url, &config.trusted_origins),
            revocations: Revocations::new(clock.now(), config.cache_lifetime),
            confirmations: Confirmations::new(config.cache_recheck_after),
            mail_queue: None,
            providers: Vec::new(),
            user_data: None,
            first: Mutex::default(),
            clock,
            config,
        })
    }

    /// Enables the features that need mail: password resets, and the verification of e-mail addresses.
    #[must_use]
    pub fn with_mailer(mut self, mailer: Arc<dyn Mailer>) -> Self {
        self.mail_queue = Some(MailQueue::new(mailer, self.config.mails_at_once));
        self
    }

    /// Adds an identity provider through which users can sign in.
    #[must_use]
    pub fn with_provider(mut self, provider: Arc<dyn IdentityProvider>) -> Self {
        self.providers.push(provider);
        self
    }

    /// Sets what deletes the data of deleted users that is outside of the storage ports, such as files.
    #[must_use]
    pub fn with_user_data(mut self, user_data: Arc<dyn UserData>) -> Self {
        self.user_data = Some(user_data);
        self
    }

    /// Returns the origins whose pages may act for a user.
    #[must_use]
    pub const fn origins(&self) -> &TrustedOrigins {
        &self.origins
    }

    /// Returns the name of the cookie with the session's secret.
    #[must_use]
    pub fn session_cookie_name(&self) -> String {
        self.jar.clear("session_token").name().to_owned()
    }

    /// Extracts this crate's cookies from the `Cookie` headers of a request.
    #[must_use]
    pub fn cookies<'header>(&self, headers: impl IntoIterator<Item = &'header str>) -> RequestCookies {
        self.jar.read(headers)
    }

    /// Adds a user and signs them in.
    ///
    /// # Errors
    /// - [`Error::SignUpClosed`] if [`AuthConfig::sign_up`] does not allow it.
    /// - [`Error::InvalidEmail`], [`Error::PasswordTooShort`], [`Error::PasswordTooLong`],
    ///   [`Error::NameTooLong`] or [`Error::InvalidPicture`] if a detail is not valid.
    /// - [`Error::EmailTaken`] if another user has the address.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn sign_up(
        &self,
        request: SignUpRequest<'_>,
        client_info: ClientInfo,
    ) -> Result<StartedSession> {
        if self.config.sign_up == SignUp::Closed {
            return Err(Error::SignUpClosed);
        }
        let client = Client::of_client_info(&client_info, self.clock.now());
        let (user, credential) = self.prepare(request, &client).await?;
        let _turn = match self.config.sign_up {
            SignUp::First => Some(self.lock_first_sign_up().await?),
            SignUp::Open | SignUp::Closed => None,
        };
        let user = self.insert(user, credential).await?;
        self.begin_session(user, client_info).await
    }

    /// Adds a user without signing them in, regardless of [`AuthConfig::sign_up`]. It is meant for
    /// administrators.
    ///
    /// # Errors
    /// The errors of [`Self::sign_up`] except [`Error::SignUpClosed`].
    pub async fn add_user(&self, request: SignUpRequest<'_>) -> Result<User> {
        let client = Client::named("command line", self.clock.now());
        let (user, credential) = self.prepare(request, &client).await?;
        self.insert(user, credential).await
    }

    /// Signs a user in with their address and password, or asks for the second factor if they have
    /// enabled it.
    ///
    /// An unknown address takes as much time as a known one and has the same result.
    ///
    /// # Errors
    /// - [`Error::InvalidEmail`] or [`Error::PasswordTooLong`] if the input is not valid.
    /// - [`Error::InvalidCredentials`] if there is no such user or the password is wrong.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &str,
        client_info: ClientInfo,
    ) -> Result<SignInOutcome> {
        let email = Email::parse(email).map_err(|_| Error::InvalidEmail)?;
        let password = match Password::parse(password) {
            // No stored password is this short. Rejecting it without a hash reveals nothing about the
            // address.
            Err(Error::PasswordTooShort) => return Err(Error::InvalidCredentials),
            parsed => parsed?,
        };
        let user = self.ports.users.find_user_by_email(&email).await?;
        let hash = match &user {
            Some(user) => self.ports.credentials.find_password_hash(user.id).await?,
            None => None,
        };
        let client = Client::of_client_info(&client_info, self.clock.now());
        let verdict = self.hasher.verify(&client, password, hash).await?;
        let user = user.ok_or(Error::InvalidCredentials)?;
        if self.accept(&user, verdict).await? {
            self.complete_first_factor(user, client_info).await
        } else {
            Err(Error::InvalidCredentials)
        }
    }

    /// Ends the session of these cookies immediately, and returns the cookies that clear them. Without a
    /// session, it only clears the cookies.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn sign_out(&self, cookies: &RequestCookies) -> Result<Vec<SetCookie>> {
        if let Some(token) = self.jar.session_token(cookies) {
            let now = self.clock.now();
            let stored = self.ports.sessions.find_session(token.hash(), now).await?;
            self.ports.sessions.delete_session(token.hash()).await?;
            let cached = || self.jar.cached(cookies, &token, now).map(|cached| cached.signed_in.user.id);
            if let Some(user) = stored.map(|(_, user)| user.id).or_else(cached) {
                self.distrust_caches(user);
            }
        }
        Ok(self.jar.clear_session())
    }

    /// Begins a session for a user who has authenticated.
    pub(crate) async fn begin_session(&self, user: User, client_info: ClientInfo) -> Result<StartedSession> {
        const USER_AGENT_CHARACTERS_MAX: usize = 512;
        let now = self.clock.now();
        let (keep, lifetime) = if client_info.forget {
            (CookieLifetime::Window, self.config.window_session_lifetime)
        } else {
            (CookieLifetime::Remember, self.config.session_lifetime)
        };
        let token = SessionToken::generate();
        let new = NewSession {
            token: token.hash(),
            expires_at: now.after(lifetime),
            ip_address: client_info.ip_address,
            user_agent: client_info.user_agent.chars().take(USER_AGENT_CHARACTERS_MAX).collect(),
            remember: !client_info.forget,
        };
        let session = self.ports.sessions.insert_session(user.id, new, now).await?;
        let signed_in = SignedIn { token, session, user };
        let cookies = self.session_cookies(&signed_in, keep, &client_info.cookies, now);
        Ok(StartedSession { signed_in, cookies })
    }

    /// Returns all cookies of a session, in better-auth's order.
    pub(crate) fn session_cookies(
        &self,
        signed_in: &SignedIn,
        keep: CookieLifetime,
        request: &RequestCookies,
        now: Timestamp,
    ) -> Vec<SetCookie> {
        let mut cookies = vec![self.jar.set_session_token(&signed_in.token, keep)];
        match keep {
            CookieLifetime::Window => cookies.push(self.jar.set_dont_remember()),
            CookieLifetime::Remember if self.jar.dont_remember(request) => {
                cookies.push(self.jar.clear("dont_remember"));
            }
            CookieLifetime::Remember => {}
        }
        cookies.push(self.jar.set_cache(signed_in, keep, now));
        cookies
    }

    /// Returns true if the password was right. A hash with outdated parameters is replaced.
    pub(crate) async fn accept(&self, user: &User, verdict: Verdict) -> Result<bool> {
        match verdict {
            Verdict::Right => Ok(true),
            Verdict::Wrong => Ok(false),
            Verdict::RightAndRehashed(hash) => {
                self.put_password(user, hash).await?;
                Ok(true)
            }
        }
    }

    pub(crate) async fn put_password(&self, user: &User, hash: PasswordHash) -> Result<()> {
        let credential = NewCredential::Password { hash };
        self.ports.credentials.put_credential(user.id, credential, self.clock.now()).await?;
        Ok(())
    }

    /// Makes this process ask the database about every cached session of this user from now on. Other
    /// processes do so within [`AuthConfig::cache_recheck_after`].
    ///
    /// Call it after the change is stored, so that a cache made from an earlier read is rejected too.
    pub(crate) fn distrust_caches(&self, user: saldo_domain::UserId) {
        self.revocations.revoke(user, self.clock.now());
    }

    async fn prepare(&self, request: SignUpRequest<'_>, client: &Client) -> Result<(NewUser, NewCredential)> {
        let email = Email::parse(request.email).map_err(|_| Error::InvalidEmail)?;
        let password = Password::parse(request.password)?;
        check_user(Some(request.name), request.image)?;
        // The password is hashed before the address is looked up, so that a known address takes as
        // long as a new one.
        let hash = self.hasher.hash(client, password).await?;
        let user = NewUser {
            email,
            email_verified: false,
            name: request.name.to_owned(),
            image: request.image.map(str::to_owned),
        };
        Ok((user, NewCredential::Password { hash }))
    }

    pub(crate) async fn insert(&self, user: NewUser, credential: NewCredential) -> Result<User> {
        self.ports.users.insert_user(user, credential, self.clock.now()).await.map_err(|error| match error {
            StoreError::Conflict => Error::EmailTaken,
            error => Error::Storage(error),
        })
    }

    /// Waits for other sign-ups, so that two that come at the same time are not both the first.
    ///
    /// # Errors
    /// [`Error::SignUpClosed`] if there is a user already.
    pub(crate) async fn lock_first_sign_up(&self) -> Result<tokio::sync::MutexGuard<'_, ()>> {
        let turn = self.first.lock().await;
        if self.ports.users.count_users().await? == 0 { Ok(turn) } else { Err(Error::SignUpClosed) }
    }
}
