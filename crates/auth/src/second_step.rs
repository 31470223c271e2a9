//! The second factor of a sign-in, and the trusted browsers that need none.
//!
//! After the first factor, the browser gets no session but a cookie that names the pending sign-in. The
//! database stores, under a key made of the user and a small number, the hash of that name's random part, the
//! expiry and the number of wrong codes.

use crate::ports::TwoStep;
use saldo_domain::{Timestamp, TokenHash, User, UserId};
use serde::{Deserialize, Serialize};

use crate::secret::equal;
use crate::token::random_text;
use crate::{
    Auth, ClientInfo, Error, Result, SessionToken, SetCookie, SignedIn, StartedSession, StoreError,
    TwoStepError,
};

/// The result of the first authentication factor.
#[derive(Debug)]
pub enum SignInOutcome {
    /// The user is signed in.
    StartedSession(Box<StartedSession>),
    /// A second factor is required. The request with the code must carry these cookies.
    SecondStep(Vec<SetCookie>),
}

/// A second-factor code and its options.
#[derive(Debug, Clone, Copy, Default)]
pub struct Answer<'request> {
    /// The code.
    pub code: &'request str,
    /// Trust this browser: it needs no code for [`crate::TwoStepConfig::trust_lifetime`] from its
    /// last sign-in.
    pub trust_device: bool,
    /// Check the code only, without beginning a session.
    pub no_session: bool,
}

/// The result of a valid second-factor code.
#[derive(Debug)]
pub struct SecondFactorVerified {
    /// The session's secret; `None` if no session was begun.
    pub token: Option<SessionToken>,
    /// The user.
    pub user: User,
    /// The cookies to set.
    pub cookies: Vec<SetCookie>,
}

/// A sign-in that waits for its second factor, as the database stores it.
#[derive(Serialize, Deserialize)]
struct Challenge {
    /// The hash of the random part of the cookie's value.
    name: String,
    forget: bool,
    attempts: u32,
    expires_at: Timestamp,
}

impl Challenge {
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text, numbers and a flag are always JSON")
    }
}

/// The cookie's value for a challenge. Each user has a fixed number of places for challenges, which limits
/// how many are open at the same time.
struct ChallengeName {
    user: UserId,
    place: u32,
    random: String,
}

impl ChallengeName {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let (user, place, random) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self { user: user.parse().ok()?, place: place.parse().ok()?, random: random.to_owned() })
    }

    fn to_text(&self) -> String {
        format!("{}.{}.{}", self.user, self.place, self.random)
    }

    fn key(&self) -> String {
        format!("two-step:{}:{}", self.user, self.place)
    }

    fn hash(&self) -> String {
        hex::encode(TokenHash::of(&self.random).as_bytes())
    }
}

/// A pending sign-in with its user and their second factor.
struct Waiting {
    name: ChallengeName,
    user: User,
    two_step: TwoStep,
}

impl Auth {
    /// Completes the first factor: begins a session, or asks for the second factor.
    pub(crate) async fn complete_first_factor(
        &self,
        user: User,
        client_info: ClientInfo,
    ) -> Result<SignInOutcome> {
        if !user.two_step {
            return Ok(SignInOutcome::StartedSession(Box::new(self.begin_session(user, client_info).await?)));
        }
        if let Some(renewed) = self.renew_trust(&user, &client_info).await? {
            let mut started = self.begin_session(user, client_info).await?;
            started.cookies.push(renewed);
            return Ok(SignInOutcome::StartedSession(Box::new(started)));
        }
        Ok(SignInOutcome::SecondStep(self.challenge(&user, &client_info).await?))
    }

    /// Checks a code of the user's app, as the second factor of a sign-in or, for a signed-in user who has
    /// enrolled, to enable two-factor sign-in. Each code works once.
    ///
    /// # Errors
    /// - [`TwoStepError`] if the code or the sign-in is not valid.
    /// - [`Error::Storage`] if the database fails.
    pub async fn verify_totp(
        &self,
        asker: Option<SignedIn>,
        answer: Answer<'_>,
        client_info: ClientInfo,
    ) -> Result<SecondFactorVerified> {
        let Some(asker) = asker else {
            let waiting = self.waiting(&client_info, TwoStepError::NotEnrolled).await?;
            let challenge = self.take_challenge(&waiting).await?;
            let right = self.take_totp(&waiting.user, &waiting.two_step, answer.code).await?;
            return self
                .settle_attempt(waiting, challenge, right, TwoStepError::WrongCode, answer, client_info)
                .await;
        };
        let two_step = self.ports.two_steps.find_two_step(asker.user.id).await?;
        let two_step = two_step.ok_or(TwoStepError::NotEnrolled)?;
        self.take_code_attempt(asker.user.id).await?;
        if !self.take_totp(&asker.user, &two_step, answer.code).await? {
            return Err(TwoStepError::WrongCode.into());
        }
        self.ports.two_steps.clear_failures(asker.user.id).await?;
        if asker.user.two_step {
            return Ok(SecondFactorVerified {
                token: Some(asker.token),
                user: asker.user,
                cookies: Vec::new(),
            });
        }
        let now = self.clock.now();
        let enabled = self.ports.two_steps.enable_two_step(asker.user.id, two_step.created_at, now).await;
        let user = enabled.map_err(|error| match error {
            StoreError::Conflict => TwoStepError::NotEnrolled.into(),
            error => Error::Storage(error),
        })?;
        let StartedSession { signed_in, cookies } = self.replace_session(&asker, user, client_info).await?;
        Ok(SecondFactorVerified { token: Some(signed_in.token), user: signed_in.user, cookies })
    }

    /// Checks a backup code, which replaces a code of the app. Each code works once.
    ///
    /// # Errors
    /// - [`TwoStepError`] if the code or the sign-in is not valid.
    /// - [`Error::Storage`] if the database fails.
    pub async fn verify_backup_code(
        &self,
        asker: Option<SignedIn>,
        answer: Answer<'_>,
        client_info: ClientInfo,
    ) -> Result<SecondFactorVerified> {
        let Some(asker) = asker else {
            let waiting = self.waiting(&client_info, TwoStepError::NoBackupCodes).await?;
            let challenge = self.take_challenge(&waiting).await?;
            let right = self.take_backup_code(waiting.user.id, answer.code).await?;
            let wrong = TwoStepError::WrongBackupCode;
            return self.settle_attempt(waiting, challenge, right, wrong, answer, client_info).await;
        };
        if self.ports.two_steps.find_two_step(asker.user.id).await?.is_none() {
            return Err(TwoStepError::NoBackupCodes.into());
        }
        self.take_code_attempt(asker.user.id).await?;
        if !self.take_backup_code(asker.user.id, answer.code).await? {
            return Err(TwoStepError::WrongBackupCode.into());
        }
        self.ports.two_steps.clear_failures(asker.user.id).await?;
        Ok(SecondFactorVerified { token: Some(asker.token), user: asker.user, cookies: Vec::new() })
    }

    /// Checks that this browser has begun a sign-in that waits for its second factor.
    ///
    /// # Errors
    /// - [`TwoStepError`] if it has not, or if the sign-in cannot be completed.
    /// - [`Error::Storage`] if the database fails.
    pub async fn check_second_step(&self, client_info: &ClientInfo) -> Result<()> {
        self.waiting(client_info, TwoStepError::NotEnrolled).await.map(|_| ())
    }

    /// Returns the cookie that clears a sign-in that cannot be completed any more.
    #[must_use]
    pub fn clear_second_step(&self) -> SetCookie {
        self.jar.clear("two_factor")
    }

    async fn take_totp(&self, user: &User, two_step: &TwoStep, code: &str) -> Result<bool> {
        let secret = self.open_secret(user.id, two_step)?;
        match secret.step_of(code, self.clock.now()) {
            Some(step) => Ok(self.ports.two_steps.take_step(user.id, step).await?),
            None => Ok(false),
        }
    }

    async fn take_backup_code(&self, user: UserId, code: &str) -> Result<bool> {
        Ok(self.ports.two_steps.take_backup_code(user, self.hash_backup_code(user, code)).await?)
    }

    /// Begins the second factor of a sign-in. The cookies clear the session of any user who was signed in
    /// with this browser.
    async fn challenge(&self, user: &User, client_info: &ClientInfo) -> Result<Vec<SetCookie>> {
        let lifetime = self.config.two_step.challenge_lifetime;
        let place = self.free_place(user.id).await?;
        let name = ChallengeName { user: user.id, place, random: random_text(32) };
        let expires_at = self.clock.now().after(lifetime);
        let challenge = Challenge { name: name.hash(), forget: client_info.forget, attempts: 0, expires_at };
        self.put_challenge(&name, &challenge).await?;
        let mut cookies = Vec::new();
        if client_info.forget {
            cookies.push(self.jar.set_dont_remember());
        }
        if self.jar.trust_device(&client_info.cookies).is_some() {
            cookies.push(self.jar.clear("trust_device"));
        }
        cookies.extend(["session_token", "session_data"].map(|name| self.jar.clear(name)));
        cookies.push(self.jar.set_two_factor(&name.to_text(), lifetime));
        Ok(cookies)
    }

    /// Returns a free place for a challenge of the user or, if there is none, the place of the oldest
    /// challenge.
    async fn free_place(&self, user: UserId) -> Result<u32> {
        let mut oldest = None;
        for place in 0..self.config.two_step.challenges_max.max(1) {
            let key = ChallengeName { user, place, random: String::new() }.key();
            let value = self.ports.verifications.find_verification(&key, self.clock.now()).await?;
            let Ok(challenge) = read(value) else { return Ok(place) };
            if oldest.is_none_or(|(_, expires_at)| challenge.expires_at < expires_at) {
                oldest = Some((place, challenge.expires_at));
            }
        }
        Ok(oldest.map_or(0, |(place, _)| place))
    }

    /// Finds the sign-in that this browser has begun. `missing` is the error if the user has no
    /// second factor any more.
    async fn waiting(&self, client_info: &ClientInfo, missing: TwoStepError) -> Result<Waiting> {
        let name = self.jar.two_factor(&client_info.cookies).ok_or(TwoStepError::NoChallenge)?;
        let name = ChallengeName::parse(&name).ok_or(TwoStepError::NoChallenge)?;
        let now = self.clock.now();
        let challenge = read(self.ports.verifications.find_verification(&name.key(), now).await?)?;
        if !equal(&challenge.name, &name.hash()) {
            return Err(TwoStepError::NoChallenge.into());
        }
        let user = self.ports.users.find_user(name.user).await?.ok_or(TwoStepError::NoChallenge)?;
        let two_step = self.ports.two_steps.find_two_step(user.id).await?;
        let two_step = two_step.filter(|_| user.two_step).ok_or(missing)?;
        if two_step.locked_until.is_some_and(|until| until > now) {
            return Err(TwoStepError::Locked.into());
        }
        Ok(Waiting { name, user, two_step })
    }

    /// Removes the sign-in from the database while a code is checked, and uses up one of the user's
    /// attempts. Of two codes at the same time, one is checked and the other rejected, and more
    /// sign-ins do not give more attempts.
    async fn take_challenge(&self, waiting: &Waiting) -> Result<Challenge> {
        let Waiting { name, user, .. } = waiting;
        let now = self.clock.now();
        let challenge = read(self.ports.verifications.take_verification(&name.key(), now).await?)?;
        if !equal(&challenge.name, &name.hash()) {
            // Another sign-in has taken this place in the meantime.
            self.put_challenge(name, &challenge).await?;
            return Err(TwoStepError::NoChallenge.into());
        }
        if challenge.attempts >= self.config.two_step.attempts_max {
            return Err(TwoStepError::TooManyAttempts.into());
        }
        if let Err(locked) = self.take_code_attempt(user.id).await {
            self.put_challenge(name, &challenge).await?;
            return Err(locked);
        }
        Ok(challenge)
    }

    /// Uses up one of the user's attempts before the code is checked. A right code restores all of them.
    async fn take_code_attempt(&self, user: UserId) -> Result<()> {
        let limits = &self.config.two_step;
        let now = self.clock.now();
        let locked_until = now.after(limits.lock_time);
        let taken = self.ports.two_steps.take_attempt(user, limits.failures_max, locked_until, now).await?;
        if taken { Ok(()) } else { Err(TwoStepError::Locked.into()) }
    }

    async fn settle_attempt(
        &self,
        waiting: Waiting,
        mut challenge: Challenge,
        right: bool,
        wrong: TwoStepError,
        answer: Answer<'_>,
        client_info: ClientInfo,
    ) -> Result<SecondFactorVerified> {
        let Waiting { name, user, two_step } = waiting;
        if !right {
            challenge.attempts += 1;
            self.put_challenge(&name, &challenge).await?;
            return Err(wrong.into());
        }
        self.ports.two_steps.clear_failures(user.id).await?;
        if answer.no_session {
            return Ok(SecondFactorVerified { token: None, user, cookies: Vec::new() });
        }
        let client_info = ClientInfo { forget: challenge.forget, ..client_info };
        let StartedSession { signed_in, mut cookies } = self.begin_session(user, client_info).await?;
        cookies.push(self.clear_second_step());
        if answer.trust_device {
            cookies.push(self.trust_device(signed_in.user.id, &two_step).await?);
            // As in better-auth, a browser that is trusted for 30 days does not forget the session
            // with its window.
            let forget = self.jar.clear("dont_remember");
            cookies.retain(|cookie| cookie.name() != forget.name());
            cookies.push(forget);
        }
        Ok(SecondFactorVerified { token: Some(signed_in.token), user: signed_in.user, cookies })
    }

    async fn put_challenge(&self, name: &ChallengeName, challenge: &Challenge) -> Result<()> {
        let value = challenge.to_json();
        Ok(self.ports.verifications.put_verification(&name.key(), &value, challenge.expires_at).await?)
    }

    /// Trusts the browser that stores the returned cookie, as long as this enrollment lasts.
    async fn trust_device(&self, user: UserId, two_step: &TwoStep) -> Result<SetCookie> {
        let lifetime = self.config.two_step.trust_lifetime;
        let name = random_text(32);
        let expires_at = self.clock.now().after(lifetime);
        let value = trust_value(user, two_step);
        self.ports.verifications.put_verification(&trust_key(&name), &value, expires_at).await?;
        Ok(self.jar.set_trust_device(&name, lifetime))
    }

    /// Replaces the name of a trusted browser, so that a copied cookie works for one sign-in at most; `None`
    /// if the browser is not trusted.
    async fn renew_trust(&self, user: &User, client_info: &ClientInfo) -> Result<Option<SetCookie>> {
        let Some(name) = self.jar.trust_device(&client_info.cookies) else { return Ok(None) };
        let Some(two_step) = self.ports.two_steps.find_two_step(user.id).await? else { return Ok(None) };
        let (key, now) = (trust_key(&name), self.clock.now());
        let value = self.ports.verifications.find_verification(&key, now).await?;
        if value.is_none_or(|value| value != trust_value(user.id, &two_step)) {
            return Ok(None);
        }
        if self.ports.verifications.take_verification(&key, now).await?.is_none() {
            return Ok(None);
        }
        self.trust_device(user.id, &two_step).await.map(Some)
    }
}

fn read(value: Option<String>) -> Result<Challenge> {
    let challenge = value.and_then(|value| serde_json::from_str(&value).ok());
    Ok(challenge.ok_or(TwoStepError::NoChallenge)?)
}

fn trust_key(name: &str) -> String {
    format!("trust-device:{}", hex::encode(TokenHash::of(name).as_bytes()))
}

/// Returns the value that binds the trust to a user and one of their enrollments.
fn trust_value(user: UserId, two_step: &TwoStep) -> String {
    format!("{user} {}", two_step.created_at.as_milliseconds())
}
