//! An instance with a manual clock, and browsers that store its cookies.

use std::sync::Arc;
use std::time::Duration;

use saldo_auth::memory::Memory;
use saldo_auth::{
    Auth, AuthConfig, ClientInfo, Lookup, LookupOptions, Ports, Result, SetCookie, SignInOutcome,
    SignUpRequest, SignedIn, StartedSession,
};
use saldo_domain::{ManualClock, Timestamp};
use url::Url;

pub(crate) const HOUR: Duration = Duration::from_hours(1);
pub(crate) const DAY: Duration = Duration::from_hours(24);
pub(crate) const MINUTE: Duration = Duration::from_mins(1);

/// Returns a duration that is one millisecond shorter.
pub(crate) fn just_before(time: Duration) -> Duration {
    time.checked_sub(Duration::from_millis(1)).unwrap()
}

/// An instance, its storage and its clock.
pub(crate) struct World {
    pub(crate) auth: Auth,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) memory: Arc<Memory>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut AuthConfig)) -> Self {
        let clock = Arc::new(ManualClock::at(Timestamp::from_milliseconds(1_795_208_895_694)));
        let memory = Arc::new(Memory::default());
        let auth = Self::start(&memory, &clock, change);
        Self { auth, clock, memory }
    }

    /// Returns another process with the same storage and clock.
    pub(crate) fn replica(&self) -> Auth {
        self.replica_with(|_| {})
    }

    pub(crate) fn replica_with(&self, change: impl FnOnce(&mut AuthConfig)) -> Auth {
        Self::start(&self.memory, &self.clock, change)
    }

    fn start(memory: &Arc<Memory>, clock: &Arc<ManualClock>, change: impl FnOnce(&mut AuthConfig)) -> Auth {
        let mut config = AuthConfig::for_tests(Url::parse("http://localhost:3000").unwrap());
        "saldo_".clone_into(&mut config.api_token_prefix);
        change(&mut config);
        Auth::new(Ports::of(memory), clock.clone(), config).unwrap()
    }

    pub(crate) fn later(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Returns the browser of Ada, who has just signed up.
    pub(crate) async fn ada(&self) -> Browser {
        let mut browser = Browser::default();
        browser.sign_up(&self.auth, "ada@example.com").await.unwrap();
        browser
    }
}

pub(crate) const PASSWORD: &str = "correct horse";

/// A browser that stores cookies by name. It ignores `Max-Age`; each test removes expired cookies itself.
#[derive(Default, Clone)]
pub(crate) struct Browser {
    jar: Vec<(String, String)>,
}

impl Browser {
    pub(crate) fn header(&self) -> String {
        let pairs: Vec<String> = self.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    pub(crate) fn keep(&mut self, cookies: &[SetCookie]) {
        for cookie in cookies {
            self.forget(cookie.name());
            if cookie.max_age() != Some(Duration::ZERO) {
                self.jar.push((cookie.name().to_owned(), cookie.value().to_owned()));
            }
        }
    }

    pub(crate) fn forget(&mut self, name: &str) {
        let name = name.strip_prefix("authlib.").unwrap_or(name);
        self.jar.retain(|(known, _)| known.strip_prefix("authlib.") != Some(name));
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.jar.iter().any(|(known, _)| known.strip_prefix("authlib.") == Some(name))
    }

    pub(crate) fn replace(&mut self, name: &str, value: &str) {
        self.forget(name);
        self.jar.push((format!("authlib.{name}"), value.to_owned()));
    }

    pub(crate) fn client_info(&self, auth: &Auth) -> ClientInfo {
        let cookies = auth.cookies([self.header().as_str()]);
        ClientInfo { user_agent: "curl/7.88.1".to_owned(), cookies, ..ClientInfo::default() }
    }

    pub(crate) async fn sign_up(&mut self, auth: &Auth, email: &str) -> Result<StartedSession> {
        let person = SignUpRequest { email, password: PASSWORD, name: "Ada", image: None };
        let started = auth.sign_up(person, self.client_info(auth)).await?;
        self.keep(&started.cookies);
        Ok(started)
    }

    pub(crate) async fn sign_in(
        &mut self,
        auth: &Auth,
        password: &str,
        forget: bool,
    ) -> Result<StartedSession> {
        let client_info = ClientInfo { forget, ..self.client_info(auth) };
        match auth.sign_in("ada@example.com", password, client_info).await? {
            SignInOutcome::StartedSession(started) => {
                self.keep(&started.cookies);
                Ok(*started)
            }
            SignInOutcome::SecondStep(_) => panic!("a second step is asked for"),
        }
    }

    /// Signs in with the password and returns the cookies for the second factor.
    pub(crate) async fn show_password(&mut self, auth: &Auth, forget: bool) -> Vec<SetCookie> {
        let client_info = ClientInfo { forget, ..self.client_info(auth) };
        match auth.sign_in("ada@example.com", PASSWORD, client_info).await.unwrap() {
            SignInOutcome::SecondStep(cookies) => {
                self.keep(&cookies);
                cookies
            }
            SignInOutcome::StartedSession(_) => panic!("no second step is asked for"),
        }
    }

    pub(crate) async fn lookup(&mut self, auth: &Auth, options: LookupOptions) -> Lookup {
        let lookup = auth.authenticate(&self.client_info(auth).cookies, options).await.unwrap();
        self.keep(&lookup.cookies);
        lookup
    }

    /// Returns the signed-in user, as the `get-session` route does.
    pub(crate) async fn who(&mut self, auth: &Auth) -> Option<SignedIn> {
        self.lookup(auth, LookupOptions::READ).await.signed_in
    }

    /// Returns the names of the cookies that a lookup sets; a cleared one has a minus before its name.
    pub(crate) async fn cookies_of(&mut self, auth: &Auth, options: LookupOptions) -> Vec<String> {
        names(&self.lookup(auth, options).await.cookies)
    }
}

pub(crate) fn names(cookies: &[SetCookie]) -> Vec<String> {
    let name = |cookie: &SetCookie| {
        let cleared = if cookie.max_age() == Some(Duration::ZERO) { "-" } else { "" };
        format!("{cleared}{}", cookie.name().strip_prefix("authlib.").unwrap())
    };
    cookies.iter().map(name).collect()
}
