//! The settings of this crate with their units and defaults.

use std::time::Duration;

use url::Url;

use crate::Secret;

/// The settings of [`crate::Auth`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AuthConfig {
    /// The secret that signs cookies and encrypts secrets at rest. Anyone who has it can forge sessions.
    pub secret: Secret,
    /// The public URL of this instance. With `https`, cookies are `Secure`.
    pub base_url: Url,
    /// Further origins whose pages may call this instance, such as `https://money.example.com`.
    pub trusted_origins: Vec<String>,
    /// The prefix of cookie names; `authlib` by default. With `https`, `__Secure-` precedes it.
    pub cookie_prefix: String,
    /// The prefix of API tokens for which none is given, such as `saldo_`; none by default.
    pub api_token_prefix: String,
    /// The time from a session's last extension to its end; 7 days by default.
    pub session_lifetime: Duration,
    /// The time to the end of a session that ends with the browser's window; 24 hours by default.
    pub window_session_lifetime: Duration,
    /// The age from its last extension at which a session is extended when it is used; 24 hours by default.
    pub session_refresh_after: Duration,
    /// The maximum age of a session that may list the user's sessions, remove a sign-in method, or delete the
    /// user without a password; 24 hours by default.
    pub session_fresh_for: Duration,
    /// The validity of the cookie that caches a session; 5 minutes by default.
    pub cache_lifetime: Duration,
    /// The validity of that cookie for a session that ends with the browser's window; 1 minute by default.
    pub window_cache_lifetime: Duration,
    /// The time for which a session that was found in the database is accepted for reading without asking
    /// again; 5 seconds by default. An ended session can read no longer than this, in any process.
    pub cache_recheck_after: Duration,
    /// The settings of password hashing.
    pub passwords: PasswordConfig,
    /// The settings of the second factor.
    pub two_step: TwoStepConfig,
    /// The users who may sign up; by default all.
    pub sign_up: SignUp,
    /// The validity of a link in a mail; 1 hour by default.
    pub mail_token_lifetime: Duration,
    /// The maximum number of mails that are being sent at the same time; 16 by default. Further requests
    /// return [`crate::Error::Busy`].
    pub mails_at_once: usize,
}

impl AuthConfig {
    /// Returns the default settings with the two that have no default.
    #[must_use]
    pub fn new(secret: Secret, base_url: Url) -> Self {
        const HOUR: Duration = Duration::from_hours(1);
        Self {
            secret,
            base_url,
            trusted_origins: Vec::new(),
            cookie_prefix: "authlib".to_owned(),
            api_token_prefix: String::new(),
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

    /// Returns settings for tests: cheap password hashes and a fixed secret.
    #[must_use]
    pub fn for_tests(base_url: Url) -> Self {
        let passwords = PasswordConfig { memory_kibibytes: 16, passes: 1, ..PasswordConfig::default() };
        Self { passwords, ..Self::new(Secret::new("a secret for tests and nothing else"), base_url) }
    }
}

/// The settings of password hashing with Argon2id. The defaults are the minimum that OWASP recommends.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PasswordConfig {
    /// The memory of one hash in KiB; 19,456 by default.
    pub memory_kibibytes: u32,
    /// The number of passes over that memory; 2 by default.
    pub passes: u32,
    /// The number of lanes; 1 by default.
    pub lanes: u32,
    /// The maximum number of hashes that are computed at the same time; by default half of the processor's
    /// cores. More would take processor time from other requests.
    pub at_once: usize,
    /// The maximum number of passwords that wait to be hashed; 64 by default. Further requests return
    /// [`crate::Error::Busy`], because they would wait too long.
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

/// The settings of the second factor.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TwoStepConfig {
    /// The name of this instance in authenticator apps; `None`, the default, for the host of the base URL.
    pub issuer: Option<String>,
    /// The time between the password and the code; 10 minutes by default.
    pub challenge_lifetime: Duration,
    /// The maximum number of a user's sign-ins that wait for a code; 3 by default. A further one ends
    /// the oldest.
    pub challenges_max: u32,
    /// The maximum number of wrong codes for one sign-in; 5 by default. After that, the user must
    /// sign in again.
    pub attempts_max: u32,
    /// The maximum number of wrong codes in a row, over all of a user's sign-ins and sessions; 10 by default.
    /// After that, no code is checked for `lock_time`.
    pub failures_max: u32,
    /// The time for which a user's codes are not checked; 15 minutes by default.
    pub lock_time: Duration,
    /// The time from its last sign-in for which a trusted browser needs no code; 30 days by default.
    pub trust_lifetime: Duration,
}

impl Default for TwoStepConfig {
    fn default() -> Self {
        Self {
            issuer: None,
            challenge_lifetime: Duration::from_mins(10),
            challenges_max: 3,
            attempts_max: 5,
            failures_max: 10,
            lock_time: Duration::from_mins(15),
            trust_lifetime: Duration::from_hours(30 * 24),
        }
    }
}

/// The users who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SignUp {
    /// Anyone.
    #[default]
    Open,
    /// The first user of the instance only.
    First,
    /// Nobody; an administrator adds users.
    Closed,
}
