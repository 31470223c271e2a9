//! Two-step sign-in: enrolling, new backup codes, and switching it off. What a sign-in takes then is in `second_step`.

use saldo_domain::{TokenHash, User, UserId};
use saldo_storage::TwoStep;

use crate::token::random_text;
use crate::totp::TotpSecret;
use crate::{Auth, Error, Password, Result, SignedIn, Visit, Welcome};

/// What can go wrong with the second step of a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TwoStepError {
    /// The person did not switch it on.
    #[error("two-step sign-in is not switched on")]
    NotEnabled,
    /// The person has no secret to make codes with.
    #[error("the person has not enrolled")]
    NotEnrolled,
    /// It is on already; switch it off first.
    #[error("two-step sign-in is switched on already")]
    AlreadyEnabled,
    /// The person has no backup codes.
    #[error("the person has no backup codes")]
    NoBackupCodes,
    /// The code is wrong, too old, or was used.
    #[error("wrong code")]
    WrongCode,
    /// The backup code is wrong or was used.
    #[error("wrong backup code")]
    WrongBackupCode,
    /// The browser has not begun a sign-in, or too long ago.
    #[error("sign in with the password first")]
    NoChallenge,
    /// Too many wrong codes for one sign-in: begin another.
    #[error("too many wrong codes; sign in with the password again")]
    TooManyAttempts,
    /// Too many wrong codes in a row for this person.
    #[error("too many wrong codes; wait a quarter of an hour")]
    Locked,
    /// The stored secret does not open: the instance's secret is not the one it was sealed under.
    #[error("the stored secret does not open under this instance's secret")]
    Unreadable,
}

/// What a person keeps when they enrol. It is in force once they have shown a code.
pub struct Enrolment {
    /// What an authenticator app reads from a QR code. Holds the secret.
    pub uri: String,
    /// Codes for when the app is lost, each good once.
    pub backup_codes: Vec<String>,
}

/// All of it is secret: it is not written to logs.
impl std::fmt::Debug for Enrolment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Enrolment(…)")
    }
}

impl Auth {
    /// Begins to switch two-step sign-in on. `issuer` is what the person's app calls this instance.
    ///
    /// # Errors
    /// [`Error::WrongPassword`], [`Error::PasswordTooLong`], [`TwoStepError::AlreadyEnabled`], [`Error::Busy`].
    pub async fn enrol_two_step(
        &self,
        asker: &SignedIn,
        password: &str,
        issuer: Option<&str>,
    ) -> Result<Enrolment> {
        self.check_own_password(asker, password).await?;
        let user = asker.user.id;
        let secret = TotpSecret::generate();
        let sealed = self.sealer.seal(&user.to_string(), secret.as_bytes());
        let backup_codes = generate_backup_codes();
        let hashes = self.hash_backup_codes(user, &backup_codes);
        let put = self.ports.two_steps.put_two_step(user, sealed, hashes, self.clock.now()).await;
        put.map_err(|error| match error {
            saldo_storage::Error::Conflict => TwoStepError::AlreadyEnabled.into(),
            error => Error::Storage(error),
        })?;
        let issuer = issuer.filter(|issuer| !issuer.is_empty()).unwrap_or(&self.config.two_step.issuer);
        Ok(Enrolment { uri: secret.uri(issuer, asker.user.email.as_str()), backup_codes })
    }

    /// What the asker's app read when they enrolled.
    ///
    /// # Errors
    /// [`TwoStepError::NotEnrolled`], [`Error::WrongPassword`], [`Error::PasswordTooLong`], [`Error::Busy`].
    pub async fn totp_uri(&self, asker: &SignedIn, password: &str) -> Result<String> {
        let two_step = self.ports.two_steps.find_two_step(asker.user.id).await?;
        let two_step = two_step.ok_or(TwoStepError::NotEnrolled)?;
        self.check_own_password(asker, password).await?;
        let secret = self.open_secret(asker.user.id, &two_step)?;
        Ok(secret.uri(&self.config.two_step.issuer, asker.user.email.as_str()))
    }

    /// Gives the asker new backup codes; the old ones are good no more.
    ///
    /// # Errors
    /// [`TwoStepError::NotEnabled`], [`Error::WrongPassword`], [`Error::PasswordTooLong`], [`Error::Busy`].
    pub async fn renew_backup_codes(&self, asker: &SignedIn, password: &str) -> Result<Vec<String>> {
        if !asker.user.two_step {
            return Err(TwoStepError::NotEnabled.into());
        }
        self.check_own_password(asker, password).await?;
        let backup_codes = generate_backup_codes();
        let hashes = self.hash_backup_codes(asker.user.id, &backup_codes);
        self.ports.two_steps.put_backup_codes(asker.user.id, hashes).await?;
        Ok(backup_codes)
    }

    /// Switches the asker's second step off, and this session for a new one. Devices that were trusted are so no more.
    ///
    /// # Errors
    /// [`Error::WrongPassword`], [`Error::PasswordTooLong`], [`Error::Unauthorized`] when the asker was deleted
    /// meanwhile, [`Error::Busy`].
    pub async fn disable_two_step(&self, asker: &SignedIn, password: &str, visit: Visit) -> Result<Welcome> {
        self.check_own_password(asker, password).await?;
        let without = self.ports.two_steps.delete_two_step(asker.user.id, self.clock.now()).await?;
        let had_trust = self.jar.trust_device(&visit.cookies).is_some();
        let mut welcome = self.replace_session(asker, without.ok_or(Error::Unauthorized)?, visit).await?;
        if had_trust {
            welcome.cookies.push(self.jar.clear("trust_device"));
        }
        Ok(welcome)
    }

    /// Switches a user's second step off and ends their sessions: for whoever runs the instance, when a user lost both app
    /// and codes.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn remove_two_step(&self, user: UserId) -> Result<()> {
        self.ports.two_steps.delete_two_step(user, self.clock.now()).await?;
        self.ports.sessions.delete_sessions(user, None).await?;
        self.disbelieve_caches(user);
        Ok(())
    }

    /// Ends the asking session and begins one in its place, so that whoever else had its token has nothing.
    pub(crate) async fn replace_session(
        &self,
        asker: &SignedIn,
        user: User,
        visit: Visit,
    ) -> Result<Welcome> {
        self.ports.sessions.delete_session_by_id(asker.user.id, asker.session.id).await?;
        self.disbelieve_caches(asker.user.id);
        self.begin_session(user, Visit { forget: !asker.session.remember, ..visit }).await
    }

    pub(crate) fn open_secret(&self, user: UserId, two_step: &TwoStep) -> Result<TotpSecret> {
        let opened = self.sealer.open(&user.to_string(), &two_step.sealed_secret);
        Ok(opened.map(TotpSecret::from_bytes).ok_or(TwoStepError::Unreadable)?)
    }

    /// What the database keeps of a backup code. The secret is in it: a code is short enough to be guessed from a plain hash.
    pub(crate) fn hash_backup_code(&self, user: UserId, code: &str) -> TokenHash {
        TokenHash::of(&self.config.secret.sign(&format!("\0backup code {user} {code}")))
    }

    fn hash_backup_codes(&self, user: UserId, codes: &[String]) -> Vec<TokenHash> {
        codes.iter().map(|code| self.hash_backup_code(user, code)).collect()
    }

    /// As [`Self::verify_password`], where a person without a password is told as one with another.
    ///
    /// # Errors
    /// [`Error::WrongPassword`], [`Error::PasswordTooLong`], [`Error::Busy`].
    pub async fn check_own_password(&self, asker: &SignedIn, password: &str) -> Result<()> {
        if let Err(Error::PasswordTooLong) = Password::parse(password) {
            return Err(Error::PasswordTooLong);
        }
        self.verify_password(asker, password).await.map_err(|error| match error {
            Error::NoPassword => Error::WrongPassword,
            error => error,
        })
    }
}

/// Ten codes such as `kVYBx-lEJCP`: 59 bits each.
fn generate_backup_codes() -> Vec<String> {
    const CODES: usize = 10;
    (0..CODES).map(|_| format!("{}-{}", random_text(5), random_text(5))).collect()
}
