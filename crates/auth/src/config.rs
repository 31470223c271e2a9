//! The settings of this crate, each with its unit, its default and its reason.

use std::time::Duration;

use url::Url;

use crate::Secret;

/// The settings of [`crate::Auth`].
#[derive(Debug, Clone)]
pub struct AuthConfig {
    /// Signs the cookies. Whoever has it can be anybody.
    pub secret: Secret,
    /// Where browsers reach this instance; with `https` the cookies are `Secure`.
    pub base_url: Url,
    /// Further origins whose pages may call this instance, such as `https://money.example.com`.
    pub trusted_origins: Vec<String>,
    /// What the names of the cookies begin with.
    pub cookie_prefix: String,
    /// How long a session lasts from its last extension.
    pub session_lifetime: Duration,
    /// How long a session lasts that ends with the browser's window.
    pub window_session_lifetime: Duration,
    /// How old a session must be to be extended when it is used.
    pub session_refresh_after: Duration,
    /// How young a session must be to list the person's other sessions.
    pub session_fresh_for: Duration,
    /// How long the cookie lasts that vouches for a session.
    pub cache_lifetime: Duration,
    /// The same for a session that ends with the browser's window.
    pub window_cache_lifetime: Duration,
    /// How long a session that the database knew is believed for reading before the database is asked again: an ended
    /// session reads no longer than this, in any process.
    pub cache_recheck_after: Duration,
    /// How passwords are hashed.
    pub passwords: PasswordConfig,
    /// What the second step of a sign-in takes.
    pub two_step: TwoStepConfig,
    /// Who may sign up.
    pub sign_up: SignUp,
    /// How long a link in a mail is good for.
    pub mail_token_lifetime: Duration,
    /// How many mails are on their way at once; more requests for mail are refused as [`crate::Error::Busy`].
    pub mails_at_once: usize,
}

impl AuthConfig {
    /// The defaults, with the two settings that have none.
    #[must_use]
    pub fn new(secret: Secret, base_url: Url) -> Self {
        const HOUR: Duration = Duration::from_hours(1);
        Self {
            secret,
            base_url,
            trusted_origins: Vec::new(),
            cookie_prefix: "authlib".to_owned(),
            session_lifetime: 7 * 24 * HOUR,
            window_session_lifetime: 24 * HOUR,
            session_refresh_after: 24 * HOUR,
            session_fresh_for: 24 * HOUR,
            cache_lifetime: Duration::from_mins(5),
            window_cache_lifetime: Duration::from_mins(1),
            cache_recheck_after: Duration::from_secs(5),
            passwords: PasswordConfig::default(),
            two_step: TwoStepConfig::default(),
            sign_up: SignUp::default(),
            mail_token_lifetime: HOUR,
            mails_at_once: 16,
        }
    }

    /// Settings for tests: cheap hashes and a fixed secret.
    #[must_use]
    pub fn for_tests(base_url: Url) -> Self {
        let passwords = PasswordConfig { memory_kibibytes: 16, passes: 1, ..PasswordConfig::default() };
        Self { passwords, ..Self::new(Secret::new("a secret for tests and nothing else"), base_url) }
    }
}

/// How passwords are hashed: Argon2id with what OWASP advises as a minimum.
#[derive(Debug, Clone)]
pub struct PasswordConfig {
    /// Memory of one hash, in KiB.
    pub memory_kibibytes: u32,
    /// Passes over that memory.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
    /// How many hashes are computed at once: more would starve other requests of the processor.
    pub at_once: usize,
    /// How many may wait in line; more are refused as [`crate::Error::Busy`], since nobody waits that long.
    pub queue_length_max: usize,
}

impl Default for PasswordConfig {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            memory_kibibytes: 19_456,
            passes: 2,
            lanes: 1,
            at_once: (cores / 2).max(1),
            queue_length_max: 64,
        }
    }
}

/// What the second step of a sign-in takes.
#[derive(Debug, Clone)]
pub struct TwoStepConfig {
    /// What people's authenticator apps call this instance.
    pub issuer: String,
    /// How long after the password the code may come.
    pub challenge_lifetime: Duration,
    /// How many sign-ins of a user may wait for their code at once; another one ends the oldest.
    pub challenges_max: u32,
    /// How many wrong codes one sign-in takes; then it must begin anew.
    pub attempts_max: u32,
    /// How many wrong codes in a row a user's sign-ins and sessions take together; then none is checked for a while.
    pub failures_max: u32,
    /// How long that while is.
    pub lock_time: Duration,
    /// How long a trusted browser is asked for no code, from its last sign-in.
    pub trust_lifetime: Duration,
}

impl Default for TwoStepConfig {
    fn default() -> Self {
        Self {
            issuer: "Saldo".to_owned(),
            challenge_lifetime: Duration::from_mins(10),
            challenges_max: 3,
            attempts_max: 5,
            failures_max: 10,
            lock_time: Duration::from_mins(15),
            trust_lifetime: Duration::from_hours(30 * 24),
        }
    }
}

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SignUp {
    /// Everybody.
    #[default]
    Open,
    /// Only the first person of the instance.
    First,
    /// Nobody; the person who runs the instance adds people.
    Closed,
}
