//! Enrollment in two-factor sign-in, backup codes, and its removal. The sign-in itself is in `second_step`.

use crate::ports::TwoStep;
use saldo_domain::{TokenHash, User, UserId};

use crate::token::random_text;
use crate::totp::TotpSecret;
use crate::{Auth, ClientInfo, Error, Password, Result, SignedIn, StartedSession, StoreError};

/// The reason why a second factor or a request about it was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TwoStepError {
    /// The user has not enabled it.
    #[error("two-factor authentication is not enabled")]
    NotEnabled,
    /// The user has not enrolled, so there is no secret to check codes with.
    #[error("the user has not set up two-factor authentication")]
    NotEnrolled,
    /// Already enabled; it must be disabled first.
    #[error("two-factor authentication is enabled already")]
    AlreadyEnabled,
    /// The user has no backup codes.
    #[error("the user has no backup codes")]
    NoBackupCodes,
    /// The code is wrong, too old, or was used before.
    #[error("wrong code")]
    WrongCode,
    /// The backup code is wrong or was used before.
    #[error("wrong backup code")]
    WrongBackupCode,
    /// The browser has not begun a sign-in, or the sign-in has expired.
    #[error("sign in with the password first")]
    NoChallenge,
    /// The sign-in had too many wrong codes and is over. The user must begin another one.
    #[error("too many wrong codes; sign in with the password again")]
    TooManyAttempts,
    /// The user entered too many wrong codes in a row and must wait for [`crate::TwoStepConfig::lock_time`].
    #[error("too many wrong codes; try again in 15 minutes")]
    Locked,
    /// The stored secret cannot be decrypted, because the instance's secret has changed.
    #[error("the stored two-factor secret cannot be decrypted; restore this instance's secret")]
    Unreadable,
}

/// The data that a user stores on enrollment. Two-factor sign-in is enabled only after they enter a
/// valid code.
pub struct Enrollment {
    /// The `otpauth:` URI for the QR code. It contains the secret.
    pub uri: String,
    /// The backup codes for a user without the app. Each works once.
    pub backup_codes: Vec<String>,
}

/// Hides the content, because it is secret and must not appear in logs.
impl std::fmt::Debug for Enrollment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Enrolment(…)")
    }
}

impl Auth {
    /// Returns the name of this instance in authenticator apps.
    fn issuer(&self) -> &str {
        let host = || self.config.base_url.host_str();
        self.config.two_step.issuer.as_deref().or_else(host).unwrap_or_default()
    }

    /// Begins the enrollment in two-factor sign-in. `issuer` is the name of this instance in the user's app;
    /// without one, that of [`crate::TwoStepConfig::issuer`].
    ///
    /// # Errors
    /// - [`TwoStepError::AlreadyEnabled`] if it is enabled already.
    /// - [`Error::WrongPassword`] or [`Error::PasswordTooLong`] if the password is not the user's.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn enroll_two_step(
        &self,
        asker: &SignedIn,
        password: &str,
        issuer: Option<&str>,
    ) -> Result<Enrollment> {
        self.check_own_password(asker, password).await?;
        let user = asker.user.id;
        let secret = TotpSecret::generate();
        let sealed = self.sealer.seal(&user.to_string(), secret.as_bytes());
        let backup_codes = generate_backup_codes();
        let hashes = self.hash_backup_codes(user, &backup_codes);
        let put = self.ports.two_steps.put_two_step(user, sealed, hashes, self.clock.now()).await;
        put.map_err(|error| match error {
            StoreError::Conflict => TwoStepError::AlreadyEnabled.into(),
            error => Error::Storage(error),
        })?;
        let issuer = issuer.filter(|issuer| !issuer.is_empty()).unwrap_or_else(|| self.issuer());
        Ok(Enrollment { uri: secret.uri(issuer, asker.user.email.as_str()), backup_codes })
    }

    /// Returns the asking user's `otpauth:` URI again.
    ///
    /// # Errors
    /// - [`TwoStepError::NotEnrolled`] if the user has not enrolled, [`TwoStepError::Unreadable`] if the
    ///   secret cannot be decrypted.
    /// - [`Error::WrongPassword`] or [`Error::PasswordTooLong`] if the password is not the user's.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn totp_uri(&self, asker: &SignedIn, password: &str) -> Result<String> {
        let two_step = self.ports.two_steps.find_two_step(asker.user.id).await?;
        let two_step = two_step.ok_or(TwoStepError::NotEnrolled)?;
        self.check_own_password(asker, password).await?;
        let secret = self.open_secret(asker.user.id, &two_step)?;
        Ok(secret.uri(self.issuer(), asker.user.email.as_str()))
    }

    /// Replaces the asking user's backup codes and returns the new ones; the old ones stop working.
    ///
    /// # Errors
    /// - [`TwoStepError::NotEnabled`] if the user has not enabled two-factor sign-in.
    /// - [`Error::WrongPassword`] or [`Error::PasswordTooLong`] if the password is not the user's.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
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

    /// Disables the asking user's two-factor sign-in, and replaces this session. Trusted browsers are
    /// removed.
    ///
    /// # Errors
    /// - [`Error::WrongPassword`] or [`Error::PasswordTooLong`] if the password is not the user's.
    /// - [`Error::Unauthorized`] if the user was deleted in the meantime.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn disable_two_step(
        &self,
        asker: &SignedIn,
        password: &str,
        client_info: ClientInfo,
    ) -> Result<StartedSession> {
        self.check_own_password(asker, password).await?;
        let without = self.ports.two_steps.delete_two_step(asker.user.id, self.clock.now()).await?;
        let had_trust = self.jar.trust_device(&client_info.cookies).is_some();
        let mut started =
            self.replace_session(asker, without.ok_or(Error::Unauthorized)?, client_info).await?;
        if had_trust {
            started.cookies.push(self.jar.clear("trust_device"));
        }
        Ok(started)
    }

    /// Disables a user's two-factor sign-in and ends their sessions. It is meant for administrators, for a
    /// user who lost both the app and the backup codes.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn remove_two_step(&self, user: UserId) -> Result<()> {
        self.ports.two_steps.delete_two_step(user, self.clock.now()).await?;
        self.ports.sessions.delete_sessions(user, None).await?;
        self.distrust_caches(user);
        Ok(())
    }

    /// Ends the asking session and begins another one, so that a stolen token of the old one gives no access.
    pub(crate) async fn replace_session(
        &self,
        asker: &SignedIn,
        user: User,
        client_info: ClientInfo,
    ) -> Result<StartedSession> {
        self.ports.sessions.delete_session_by_id(asker.user.id, asker.session.id).await?;
        self.distrust_caches(asker.user.id);
        self.begin_session(user, ClientInfo { forget: !asker.session.remember, ..client_info }).await
    }

    pub(crate) fn open_secret(&self, user: UserId, two_step: &TwoStep) -> Result<TotpSecret> {
        let opened = self.sealer.open(&user.to_string(), &two_step.sealed_secret);
        Ok(opened.map(TotpSecret::from_bytes).ok_or(TwoStepError::Unreadable)?)
    }

    /// Returns the hash of a backup code, which the database stores. It includes the instance's secret,
    /// because a code is short enough to be guessed from a plain hash.
    pub(crate) fn hash_backup_code(&self, user: UserId, code: &str) -> TokenHash {
        TokenHash::of(&self.config.secret.sign(&format!("\0backup code {user} {code}")))
    }

    fn hash_backup_codes(&self, user: UserId, codes: &[String]) -> Vec<TokenHash> {
        codes.iter().map(|code| self.hash_backup_code(user, code)).collect()
    }

    /// Checks the asking user's password as [`Self::verify_password`] does, but reports a missing
    /// password as a wrong one.
    ///
    /// # Errors
    /// - [`Error::WrongPassword`] if the password is wrong or the user has none.
    /// - [`Error::PasswordTooLong`] if it has too many characters.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
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

/// Generates ten codes such as `kVYBx-lEJCP`, with 59 bits each.
fn generate_backup_codes() -> Vec<String> {
    const CODES: usize = 10;
    (0..CODES).map(|_| format!("{}-{}", random_text(5), random_text(5))).collect()
}
