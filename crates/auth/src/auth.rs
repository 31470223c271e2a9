//! Signing up, in and out.

use std::sync::Arc;

use saldo_domain::{Clock, Email, Session, Timestamp, User};
use saldo_storage::{NewCredential, NewSession, NewUser, PasswordHash};
use tokio::sync::Mutex;

use crate::account::check_person;
use crate::confirmations::Confirmations;
use crate::cookie::{CookieJar, Keep};
use crate::mail::Postbox;
use crate::password::{Hasher, Verdict};
use crate::places::Client;
use crate::revocations::Revocations;
use crate::seal::Sealer;
use crate::{
    Arrival, AuthConfig, Error, IdentityProvider, Mailer, Password, Ports, RequestCookies, Result,
    SessionToken, SetCookie, SignUp, TrustedOrigins,
};

/// Who may come in. Cheap to share behind an `Arc`; every method may be called at once with every other.
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
    pub(crate) postbox: Option<Postbox>,
    pub(crate) providers: Vec<Arc<dyn IdentityProvider>>,
    /// Held by a sign-up while only the first one is taken.
    first: Mutex<()>,
}

/// A person and the session they are signed in with.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The session's secret, as the browser keeps it.
    pub token: SessionToken,
    /// The session.
    pub session: Session,
    /// The person.
    pub user: User,
}

impl SignedIn {
    /// Returns whether both are one session of one user, and neither has changed.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.session == other.session && self.user == other.user
    }
}

/// A session that has just begun, and the cookies that tell the browser.
#[derive(Debug)]
pub struct Welcome {
    /// Who came in.
    pub signed_in: SignedIn,
    /// What to set.
    pub cookies: Vec<SetCookie>,
}

/// With what a person signs up.
#[derive(Debug, Clone)]
pub struct NewPerson<'request> {
    /// Their address.
    pub email: &'request str,
    /// Their password.
    pub password: &'request str,
    /// What to call them; may be empty.
    pub name: &'request str,
    /// A picture.
    pub image: Option<&'request str>,
}

/// From where and how a browser signs in.
#[derive(Debug, Clone, Default)]
pub struct Visit {
    /// The address that the session keeps; empty when unknown.
    pub ip_address: String,
    /// The address whose requests share the places of the line in which passwords are hashed.
    pub client_address: String,
    /// `User-Agent`; empty when unknown.
    pub user_agent: String,
    /// Whether the session ends with the browser's window.
    pub forget: bool,
    /// The cookies that came with the request.
    pub cookies: RequestCookies,
}

impl Auth {
    /// Puts the parts together.
    ///
    /// # Errors
    /// [`Error::PasswordHash`] when the hash parameters are not ones that Argon2 takes.
    pub fn new(ports: impl Into<Ports>, clock: Arc<dyn Clock>, config: AuthConfig) -> Result<Self> {
        Ok(Self {
            ports: ports.into(),
            jar: CookieJar::new(&config),
            hasher: Hasher::new(&config.passwords)?,
            sealer: Sealer::new(&config.secret),
            origins: TrustedOrigins::new(&config.base_url, &config.trusted_origins),
            revocations: Revocations::new(clock.now(), config.cache_lifetime),
            confirmations: Confirmations::new(config.cache_recheck_after),
            postbox: None,
            providers: Vec::new(),
            first: Mutex::default(),
            clock,
            config,
        })
    }

    /// Switches on what needs mail: new passwords for forgotten ones, and the proof that an address is a person's.
    #[must_use]
    pub fn with_mailer(mut self, mailer: Arc<dyn Mailer>) -> Self {
        self.postbox = Some(Postbox::new(mailer, self.config.mails_at_once));
        self
    }

    /// Adds a provider through which people may sign in.
    #[must_use]
    pub fn with_provider(mut self, provider: Arc<dyn IdentityProvider>) -> Self {
        self.providers.push(provider);
        self
    }

    /// The origins whose pages may act for a person.
    #[must_use]
    pub const fn origins(&self) -> &TrustedOrigins {
        &self.origins
    }

    /// The name of the cookie with the session's secret.
    #[must_use]
    pub fn session_cookie_name(&self) -> String {
        self.jar.clear("session_token").name().to_owned()
    }

    /// Picks this crate's cookies out of a request's `Cookie` headers.
    #[must_use]
    pub fn cookies<'header>(&self, headers: impl IntoIterator<Item = &'header str>) -> RequestCookies {
        self.jar.read(headers)
    }

    /// Adds a person and signs them in.
    ///
    /// # Errors
    /// [`Error::InvalidEmail`], [`Error::PasswordTooShort`], [`Error::PasswordTooLong`], [`Error::SignUpClosed`],
    /// [`Error::EmailTaken`], [`Error::NameTooLong`], [`Error::InvalidPicture`], [`Error::Busy`].
    pub async fn sign_up(&self, person: NewPerson<'_>, visit: Visit) -> Result<Welcome> {
        if self.config.sign_up == SignUp::Closed {
            return Err(Error::SignUpClosed);
        }
        let client = Client::of_visit(&visit, self.clock.now());
        let (user, credential) = self.prepare(person, &client).await?;
        let _turn = match self.config.sign_up {
            SignUp::First => Some(self.wait_for_the_first().await?),
            SignUp::Open | SignUp::Closed => None,
        };
        let user = self.insert(user, credential).await?;
        self.begin_session(user, visit).await
    }

    /// Adds a person without signing them in, whoever may sign up: for the person who runs the instance.
    ///
    /// # Errors
    /// As [`Self::sign_up`], but sign-up is never closed.
    pub async fn add_person(&self, person: NewPerson<'_>) -> Result<User> {
        let client = Client::named("command line", self.clock.now());
        let (user, credential) = self.prepare(person, &client).await?;
        self.insert(user, credential).await
    }

    /// Signs a person in with their address and password, or asks them for the second step that they switched on.
    ///
    /// An unknown address costs as much time as a known one and has the same answer.
    ///
    /// # Errors
    /// [`Error::InvalidEmail`], [`Error::PasswordTooLong`], [`Error::InvalidCredentials`], [`Error::Busy`].
    pub async fn sign_in(&self, email: &str, password: &str, visit: Visit) -> Result<Arrival> {
        let email = Email::parse(email).map_err(|_| Error::InvalidEmail)?;
        let password = match Password::parse(password) {
            // Nobody's password is that short, so the answer is known whoever asks.
            Err(Error::PasswordTooShort) => return Err(Error::InvalidCredentials),
            parsed => parsed?,
        };
        let user = self.ports.users.find_user_by_email(&email).await?;
        let hash = match &user {
            Some(user) => self.ports.credentials.find_password_hash(user.id).await?,
            None => None,
        };
        let client = Client::of_visit(&visit, self.clock.now());
        let verdict = self.hasher.verify(&client, password, hash).await?;
        let user = user.ok_or(Error::InvalidCredentials)?;
        if self.accept(&user, verdict).await? {
            self.arrive(user, visit).await
        } else {
            Err(Error::InvalidCredentials)
        }
    }

    /// Ends the session of these cookies, at once, and clears them. Without a session it only clears.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn sign_out(&self, cookies: &RequestCookies) -> Result<Vec<SetCookie>> {
        if let Some(token) = self.jar.session_token(cookies) {
            let now = self.clock.now();
            let stored = self.ports.sessions.find_session(token.hash(), now).await?;
            self.ports.sessions.delete_session(token.hash()).await?;
            let cached = || self.jar.cached(cookies, &token, now).map(|cached| cached.signed_in.user.id);
            if let Some(user) = stored.map(|(_, user)| user.id).or_else(cached) {
                self.disbelieve_caches(user);
            }
        }
        Ok(self.jar.clear_session())
    }

    /// Begins a session for a person who has shown who they are.
    pub(crate) async fn begin_session(&self, user: User, visit: Visit) -> Result<Welcome> {
        const USER_AGENT_CHARACTERS_MAX: usize = 512;
        let now = self.clock.now();
        let (keep, lifetime) = if visit.forget {
            (Keep::Window, self.config.window_session_lifetime)
        } else {
            (Keep::Remember, self.config.session_lifetime)
        };
        let token = SessionToken::generate();
        let new = NewSession {
            token: token.hash(),
            expires_at: now.after(lifetime),
            ip_address: visit.ip_address,
            user_agent: visit.user_agent.chars().take(USER_AGENT_CHARACTERS_MAX).collect(),
            remember: !visit.forget,
        };
        let session = self.ports.sessions.insert_session(user.id, new, now).await?;
        let signed_in = SignedIn { token, session, user };
        let cookies = self.session_cookies(&signed_in, keep, &visit.cookies, now);
        Ok(Welcome { signed_in, cookies })
    }

    /// All the cookies of a session, in the auth library's order.
    pub(crate) fn session_cookies(
        &self,
        signed_in: &SignedIn,
        keep: Keep,
        request: &RequestCookies,
        now: Timestamp,
    ) -> Vec<SetCookie> {
        let mut cookies = vec![self.jar.set_session_token(&signed_in.token, keep)];
        match keep {
            Keep::Window => cookies.push(self.jar.set_dont_remember()),
            Keep::Remember if self.jar.dont_remember(request) => {
                cookies.push(self.jar.clear("dont_remember"));
            }
            Keep::Remember => {}
        }
        cookies.push(self.jar.set_cache(signed_in, keep, now));
        cookies
    }

    /// Whether the verdict lets the person in; a hash of older parameters is replaced on the way.
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

    /// From now on this process asks the database about every session of this user that a cookie vouches for; the
    /// others do so within [`AuthConfig::cache_recheck_after`].
    /// Called after the change is stored: whoever read the database before it is disbelieved.
    pub(crate) fn disbelieve_caches(&self, user: saldo_domain::UserId) {
        self.revocations.revoke(user, self.clock.now());
    }

    async fn prepare(&self, person: NewPerson<'_>, client: &Client) -> Result<(NewUser, NewCredential)> {
        let email = Email::parse(person.email).map_err(|_| Error::InvalidEmail)?;
        let password = Password::parse(person.password)?;
        check_person(Some(person.name), person.image)?;
        // Hashed before anybody knows whether the address is taken: both answers take as long.
        let hash = self.hasher.hash(client, password).await?;
        let user = NewUser {
            email,
            email_verified: false,
            name: person.name.to_owned(),
            image: person.image.map(str::to_owned),
        };
        Ok((user, NewCredential::Password { hash }))
    }

    pub(crate) async fn insert(&self, user: NewUser, credential: NewCredential) -> Result<User> {
        self.ports.users.insert_user(user, credential, self.clock.now()).await.map_err(|error| match error {
            saldo_storage::Error::Conflict => Error::EmailTaken,
            error => Error::Storage(error),
        })
    }

    /// Sign-ups wait for one another here, so that of two first ones only one is first.
    pub(crate) async fn wait_for_the_first(&self) -> Result<tokio::sync::MutexGuard<'_, ()>> {
        let turn = self.first.lock().await;
        if self.ports.users.count_users().await? == 0 { Ok(turn) } else { Err(Error::SignUpClosed) }
    }
}
