//! Lookup, listing and revocation of sessions.

use saldo_domain::{Session, SessionId, Timestamp};

use crate::cache::Cached;
use crate::cookie::CookieLifetime;
use crate::{Auth, Error, RequestCookies, Result, SetCookie, SignedIn};

/// The options of a session lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookupOptions {
    /// Accepts a valid session cache cookie instead of asking the database.
    pub use_cache: bool,
    /// Extends the session if it is due, and returns the new cookies.
    pub refresh: bool,
}

impl LookupOptions {
    /// The options for reading: a valid cache is accepted.
    pub const READ: Self = Self { use_cache: true, refresh: true };
    /// The options for every change: the database is asked.
    pub const CHANGE: Self = Self { use_cache: false, refresh: true };
}

/// The result of a session lookup. The cookies must be set even if nobody is signed in.
#[derive(Debug)]
pub struct Lookup {
    /// The user and the session; `None` if nobody is signed in.
    pub signed_in: Option<SignedIn>,
    /// The cookies to set.
    pub cookies: Vec<SetCookie>,
}

impl Lookup {
    const NOBODY: Self = Self { signed_in: None, cookies: Vec::new() };
}

/// A session in the list of a user's sessions.
#[derive(Debug, Clone)]
pub struct ListedSession {
    /// The argument for [`Auth::revoke_session`]: the token of the asking session, but only the identifier of
    /// another session, which gives no access.
    pub handle: String,
    /// The session.
    pub session: Session,
}

impl Auth {
    /// Finds the user and the session of these cookies.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn authenticate(&self, cookies: &RequestCookies, options: LookupOptions) -> Result<Lookup> {
        // The time is taken before the database is read, so that a later revocation also rejects the cache
        // made from this read.
        let now = self.clock.now();
        let Some(token) = self.jar.session_token(cookies) else { return Ok(Lookup::NOBODY) };
        let cached = self.jar.cached(cookies, &token, now).filter(|cached| {
            options.use_cache && !self.revocations.covers(cached.signed_in.user.id, cached.read_at)
        });
        if let Some(Cached { signed_in, read_at }) = &cached
            && self.confirmations.hold(signed_in.session.id, *read_at, now)
        {
            return Ok(Lookup { signed_in: Some(signed_in.clone()), cookies: Vec::new() });
        }
        let Some((session, user)) = self.ports.sessions.find_session(token.hash(), now).await? else {
            return Ok(Lookup { signed_in: None, cookies: self.jar.clear_session() });
        };
        self.confirmations.confirm(session.id, now);
        let mut signed_in = SignedIn { token, session, user };
        if cached.is_some_and(|cached| cached.signed_in.is_same(&signed_in)) {
            return Ok(Lookup { signed_in: Some(signed_in), cookies: Vec::new() });
        }
        let mut set = Vec::new();
        if options.use_cache && cookies.session_data.is_some() {
            set.push(self.jar.clear("session_data"));
        }
        if options.refresh && signed_in.session.remember && !self.jar.dont_remember(cookies) {
            if self.is_due(&signed_in.session, now) {
                self.extend(&mut signed_in, now).await?;
                set.push(self.jar.set_session_token(&signed_in.token, CookieLifetime::Remember));
            }
            set.push(self.jar.set_cache(&signed_in, CookieLifetime::Remember, now));
        }
        Ok(Lookup { signed_in: Some(signed_in), cookies: set })
    }

    /// Returns the user's sessions, including the asking one.
    ///
    /// # Errors
    /// - [`Error::SessionNotFresh`] if the asking session is older than
    ///   [`crate::AuthConfig::session_fresh_for`].
    /// - [`Error::Storage`] if the database fails.
    pub async fn list_sessions(&self, asker: &SignedIn) -> Result<Vec<ListedSession>> {
        let now = self.clock.now();
        self.check_fresh(asker, now)?;
        let sessions = self.ports.sessions.list_sessions(asker.user.id, now).await?;
        let listed = sessions.into_iter().map(|session| {
            let is_own = session.id == asker.session.id;
            let handle = if is_own { asker.token.as_str().to_owned() } else { session.id.to_string() };
            ListedSession { handle, session }
        });
        Ok(listed.collect())
    }

    /// Ends one of the asking user's sessions, named by its handle or by its token, and returns the cookies
    /// to clear if it is the asking session. An unknown name has no effect.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn revoke_session(&self, asker: &SignedIn, handle: &str) -> Result<Vec<SetCookie>> {
        let Some(session) = self.find_own(asker, handle).await? else { return Ok(Vec::new()) };
        self.ports.sessions.delete_session_by_id(asker.user.id, session).await?;
        self.distrust_caches(asker.user.id);
        Ok(if session == asker.session.id { self.jar.clear_session() } else { Vec::new() })
    }

    /// Ends all sessions of the asking user, including the asking one, and returns the cookies to clear.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn revoke_sessions(&self, asker: &SignedIn) -> Result<Vec<SetCookie>> {
        self.ports.sessions.delete_sessions(asker.user.id, None).await?;
        self.distrust_caches(asker.user.id);
        Ok(self.jar.clear_session())
    }

    /// Ends all sessions of the asking user except the asking one.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn revoke_other_sessions(&self, asker: &SignedIn) -> Result<()> {
        self.ports.sessions.delete_sessions(asker.user.id, Some(asker.session.id)).await?;
        self.distrust_caches(asker.user.id);
        Ok(())
    }

    /// Deletes expired sessions, single-use values and API tokens, and returns their number. Call it
    /// periodically.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn sweep(&self) -> Result<u64> {
        let now = self.clock.now();
        let sessions = self.ports.sessions.delete_expired_sessions(now).await?;
        let verifications = self.ports.verifications.delete_expired_verifications(now).await?;
        let api_tokens = self.ports.api_tokens.delete_expired_api_tokens(now).await?;
        Ok(sessions + verifications + api_tokens)
    }

    pub(crate) fn check_fresh(&self, asker: &SignedIn, now: Timestamp) -> Result<()> {
        let fresh_since = now.before(self.config.session_fresh_for);
        if asker.session.created_at < fresh_since { Err(Error::SessionNotFresh) } else { Ok(()) }
    }

    async fn find_own(&self, asker: &SignedIn, handle: &str) -> Result<Option<SessionId>> {
        if let Ok(id) = handle.parse() {
            return Ok(Some(id));
        }
        let token = saldo_domain::TokenHash::of(handle);
        let found = self.ports.sessions.find_session(token, self.clock.now()).await?;
        Ok(found.filter(|(_, user)| user.id == asker.user.id).map(|(session, _)| session.id))
    }

    fn is_due(&self, session: &Session, now: Timestamp) -> bool {
        let issued_at = session.expires_at.before(self.config.session_lifetime);
        issued_at.after(self.config.session_refresh_after) <= now
    }

    async fn extend(&self, signed_in: &mut SignedIn, now: Timestamp) -> Result<()> {
        let session = &mut signed_in.session;
        let expires_at = now.after(self.config.session_lifetime);
        self.ports.sessions.extend_session(session.user, session.id, expires_at, now).await?;
        (session.expires_at, session.updated_at) = (expires_at, now);
        Ok(())
    }
}
