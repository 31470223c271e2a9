//! Between the password and the session: the second step of a sign-in, and the devices that need none.
//!
//! Who showed the first step gets a cookie that names the sign-in they began, and no session. The database keeps the hash
//! of that name with what is known of the sign-in: whose it is, until when it may be finished, and how many
//! wrong codes came.

use saldo_domain::{Timestamp, TokenHash, User, UserId};
use saldo_storage::TwoStep;
use serde::{Deserialize, Serialize};

use crate::secret::equal;
use crate::token::random_text;
use crate::{Auth, Error, Result, SessionToken, SetCookie, SignedIn, TwoStepError, Visit, Welcome};

/// What became of a person who showed the first step of a sign-in.
#[derive(Debug)]
pub enum Arrival {
    /// They are in.
    Welcome(Box<Welcome>),
    /// Their sign-in takes a second step; these are the cookies with which the code must come.
    SecondStep(Vec<SetCookie>),
}

/// A code, and what is to become of whom it lets in.
#[derive(Debug, Clone, Copy, Default)]
pub struct Answer<'request> {
    /// The code.
    pub code: &'request str,
    /// Ask this browser for no code in the next 30 days.
    pub trust_device: bool,
    /// Say whether the code is right and begin no session.
    pub no_session: bool,
}

/// Who showed the right code.
#[derive(Debug)]
pub struct Passed {
    /// Their session's secret; `None` when none was begun.
    pub token: Option<SessionToken>,
    /// The person.
    pub user: User,
    /// What to set.
    pub cookies: Vec<SetCookie>,
}

/// A sign-in that waits for its second step, as the database keeps it.
#[derive(Serialize, Deserialize)]
struct Challenge {
    /// The hash of the random part of the cookie that names it.
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

/// The cookie's name for a challenge: a user has few places for them, so the places bound how many are open.
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

/// A sign-in that waits, and whose it is.
struct Waiting {
    name: ChallengeName,
    user: User,
    two_step: TwoStep,
}

impl Auth {
    /// Lets in a person who showed the first step: at once, or after the second.
    pub(crate) async fn arrive(&self, user: User, visit: Visit) -> Result<Arrival> {
        if !user.two_step {
            return Ok(Arrival::Welcome(Box::new(self.begin_session(user, visit).await?)));
        }
        if let Some(renewed) = self.renew_trust(&user, &visit).await? {
            let mut welcome = self.begin_session(user, visit).await?;
            welcome.cookies.push(renewed);
            return Ok(Arrival::Welcome(Box::new(welcome)));
        }
        Ok(Arrival::SecondStep(self.challenge(&user, &visit).await?))
    }

    /// Takes a code of the person's app: as the second step of a sign-in, or, from a signed-in person who enrolled, as the
    /// proof that their app makes the right codes, with which two-step sign-in is on. A code is good once.
    ///
    /// # Errors
    /// [`TwoStepError`]; [`Error::Storage`].
    pub async fn verify_totp(
        &self,
        asker: Option<SignedIn>,
        answer: Answer<'_>,
        visit: Visit,
    ) -> Result<Passed> {
        let Some(asker) = asker else {
            let waiting = self.waiting(&visit, TwoStepError::NotEnrolled).await?;
            let challenge = self.take_challenge(&waiting).await?;
            let right = self.take_totp(&waiting.user, &waiting.two_step, answer.code).await?;
            return self
                .settle_attempt(waiting, challenge, right, TwoStepError::WrongCode, answer, visit)
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
            return Ok(Passed { token: Some(asker.token), user: asker.user, cookies: Vec::new() });
        }
        let now = self.clock.now();
        let enabled = self.ports.two_steps.enable_two_step(asker.user.id, two_step.created_at, now).await;
        let user = enabled.map_err(|error| match error {
            saldo_storage::Error::Conflict => TwoStepError::NotEnrolled.into(),
            error => Error::Storage(error),
        })?;
        let Welcome { signed_in, cookies } = self.replace_session(&asker, user, visit).await?;
        Ok(Passed { token: Some(signed_in.token), user: signed_in.user, cookies })
    }

    /// Takes a backup code in place of the app's. A code is good once.
    ///
    /// # Errors
    /// [`TwoStepError`]; [`Error::Storage`].
    pub async fn verify_backup_code(
        &self,
        asker: Option<SignedIn>,
        answer: Answer<'_>,
        visit: Visit,
    ) -> Result<Passed> {
        let Some(asker) = asker else {
            let waiting = self.waiting(&visit, TwoStepError::NoBackupCodes).await?;
            let challenge = self.take_challenge(&waiting).await?;
            let right = self.take_backup_code(waiting.user.id, answer.code).await?;
            let wrong = TwoStepError::WrongBackupCode;
            return self.settle_attempt(waiting, challenge, right, wrong, answer, visit).await;
        };
        if self.ports.two_steps.find_two_step(asker.user.id).await?.is_none() {
            return Err(TwoStepError::NoBackupCodes.into());
        }
        self.take_code_attempt(asker.user.id).await?;
        if !self.take_backup_code(asker.user.id, answer.code).await? {
            return Err(TwoStepError::WrongBackupCode.into());
        }
        self.ports.two_steps.clear_failures(asker.user.id).await?;
        Ok(Passed { token: Some(asker.token), user: asker.user, cookies: Vec::new() })
    }

    /// Whether this browser began a sign-in that waits for its second step.
    ///
    /// # Errors
    /// [`TwoStepError`] when it did not, or it cannot be finished; [`Error::Storage`].
    pub async fn check_second_step(&self, visit: &Visit) -> Result<()> {
        self.waiting(visit, TwoStepError::NotEnrolled).await.map(|_| ())
    }

    /// What clears the cookie of a sign-in that cannot be finished any more.
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

    /// Begins the second step of a sign-in. Whoever was signed in with this browser is so no more.
    async fn challenge(&self, user: &User, visit: &Visit) -> Result<Vec<SetCookie>> {
        let lifetime = self.config.two_step.challenge_lifetime;
        let place = self.free_place(user.id).await?;
        let name = ChallengeName { user: user.id, place, random: random_text(32) };
        let expires_at = self.clock.now().after(lifetime);
        let challenge = Challenge { name: name.hash(), forget: visit.forget, attempts: 0, expires_at };
        self.put_challenge(&name, &challenge).await?;
        let mut cookies = Vec::new();
        if visit.forget {
            cookies.push(self.jar.set_dont_remember());
        }
        if self.jar.trust_device(&visit.cookies).is_some() {
            cookies.push(self.jar.clear("trust_device"));
        }
        cookies.extend(["session_token", "session_data"].map(|name| self.jar.clear(name)));
        cookies.push(self.jar.set_two_factor(&name.to_text(), lifetime));
        Ok(cookies)
    }

    /// A free place for a challenge of the user, or the one whose challenge began first and ends now.
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

    /// The sign-in that this browser began; `missing` is the answer when its person has no second step any more.
    async fn waiting(&self, visit: &Visit, missing: TwoStepError) -> Result<Waiting> {
        let name = self.jar.two_factor(&visit.cookies).ok_or(TwoStepError::NoChallenge)?;
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

    /// Takes the sign-in out of the database while a code is checked, and one of the user's attempts: two codes at once
    /// are not two attempts but one and a refusal, and no number of sign-ins gives more attempts than the user has.
    async fn take_challenge(&self, waiting: &Waiting) -> Result<Challenge> {
        let Waiting { name, user, .. } = waiting;
        let now = self.clock.now();
        let challenge = read(self.ports.verifications.take_verification(&name.key(), now).await?)?;
        if !equal(&challenge.name, &name.hash()) {
            // Another sign-in took the place meanwhile.
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

    /// Takes one of the user's attempts before the code is looked at; a right code gives all of them back.
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
        visit: Visit,
    ) -> Result<Passed> {
        let Waiting { name, user, two_step } = waiting;
        if !right {
            challenge.attempts += 1;
            self.put_challenge(&name, &challenge).await?;
            return Err(wrong.into());
        }
        self.ports.two_steps.clear_failures(user.id).await?;
        if answer.no_session {
            return Ok(Passed { token: None, user, cookies: Vec::new() });
        }
        let visit = Visit { forget: challenge.forget, ..visit };
        let Welcome { signed_in, mut cookies } = self.begin_session(user, visit).await?;
        cookies.push(self.clear_second_step());
        if answer.trust_device {
            cookies.push(self.trust_device(signed_in.user.id, &two_step).await?);
            // As the auth library does: a browser that is trusted for 30 days does not forget with its window.
            let forget = self.jar.clear("dont_remember");
            cookies.retain(|cookie| cookie.name() != forget.name());
            cookies.push(forget);
        }
        Ok(Passed { token: Some(signed_in.token), user: signed_in.user, cookies })
    }

    async fn put_challenge(&self, name: &ChallengeName, challenge: &Challenge) -> Result<()> {
        let value = challenge.to_json();
        Ok(self.ports.verifications.put_verification(&name.key(), &value, challenge.expires_at).await?)
    }

    /// Trusts the browser that keeps the answer, as long as this enrolment lasts.
    async fn trust_device(&self, user: UserId, two_step: &TwoStep) -> Result<SetCookie> {
        let lifetime = self.config.two_step.trust_lifetime;
        let name = random_text(32);
        let expires_at = self.clock.now().after(lifetime);
        let value = trust_value(user, two_step);
        self.ports.verifications.put_verification(&trust_key(&name), &value, expires_at).await?;
        Ok(self.jar.set_trust_device(&name, lifetime))
    }

    /// A new name for a trusted browser, so that a copied one is good for one sign-in at most; `None` when it is not trusted.
    async fn renew_trust(&self, user: &User, visit: &Visit) -> Result<Option<SetCookie>> {
        let Some(name) = self.jar.trust_device(&visit.cookies) else { return Ok(None) };
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

/// Whose trust, and in which enrolment of theirs.
fn trust_value(user: UserId, two_step: &TwoStep) -> String {
    format!("{user} {}", two_step.created_at.as_milliseconds())
}
