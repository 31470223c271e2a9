//! Password resets and the verification of e-mail addresses, by mail.
//!
//! A mailed token has 24 random characters. The database stores its hash. It works once and for one hour
//! ([`crate::AuthConfig::mail_token_lifetime`]).

use std::sync::Arc;

use crate::ports::{UserChange, Verifications};
use saldo_domain::{Email, Timestamp, TokenHash, User};
use url::Url;

use crate::mail::MailQueue;
use crate::places::Client;
use crate::token::random_text;
use crate::{Auth, ClientInfo, Error, Mail, Password, Result, SignedIn};

/// The purpose of a mailed token.
#[derive(Clone, Copy)]
enum Purpose {
    ResetPassword,
    VerifyEmail,
}

impl Purpose {
    /// Returns the key under which the database stores the token.
    fn key(self, token: &str) -> String {
        let name = match self {
            Self::ResetPassword => "reset-password",
            Self::VerifyEmail => "verify-email",
        };
        format!("{name}:{}", hex::encode(TokenHash::of(token).as_bytes()))
    }
}

impl Auth {
    /// Mails a link for choosing a new password, if a user has this address. The result and the response time
    /// do not reveal if one does.
    ///
    /// The link leads to `reset-password/TOKEN` under `routes`, with `redirect_to` in its query.
    ///
    /// # Errors
    /// - [`Error::MailDisabled`] if no mailer is configured.
    /// - [`Error::Busy`] if too many mails are being sent.
    pub async fn request_password_reset(&self, email: &str, redirect_to: &str, routes: &Url) -> Result<()> {
        let mail_queue = self.mail_queue()?;
        let slot = mail_queue.slot()?;
        let Ok(email) = Email::parse(email) else { return Ok(()) };
        let Some(user) = self.ports.users.find_user_by_email(&email).await? else { return Ok(()) };
        let (routes, redirect_to) = (routes.clone(), redirect_to.to_owned());
        let tokens = self.tokens();
        mail_queue.send_in_background(slot, email, async move {
            let token = tokens.put(Purpose::ResetPassword, &user).await?;
            let mut link = under(&routes, &["reset-password", &token]);
            link.query_pairs_mut().append_pair("callbackURL", &redirect_to);
            Ok(Mail::ResetPassword { link })
        });
        Ok(())
    }

    /// Returns true if a token for a password reset is valid. It is not used up.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn is_reset_token(&self, token: &str) -> Result<bool> {
        let key = Purpose::ResetPassword.key(token);
        Ok(self.ports.verifications.find_verification(&key, self.clock.now()).await?.is_some())
    }

    /// Sets a new password with a mailed token, ends all of the user's sessions and deletes their API tokens,
    /// so that anyone who knew the old password loses access. A second factor stays enabled.
    ///
    /// # Errors
    /// - [`Error::PasswordTooShort`] or [`Error::PasswordTooLong`] if the password is not valid.
    /// - [`Error::InvalidToken`] if the token is not valid.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn reset_password(&self, token: &str, new: &str, client_info: &ClientInfo) -> Result<()> {
        let password = Password::parse(new)?;
        if !self.is_reset_token(token).await? {
            return Err(Error::InvalidToken);
        }
        // The password is hashed before the token is used up, so that a full queue does not cost the
        // user the token.
        let client = Client::of_client_info(client_info, self.clock.now());
        let hash = self.hasher.hash(&client, password).await?;
        let user = self.take(Purpose::ResetPassword, token).await?;
        self.replace_password(&user, hash).await
    }

    /// Mails a link for verifying an address, if a user has it and has not verified it yet. The result and
    /// the response time reveal this only to the signed-in user.
    ///
    /// The link leads to `verify-email` under `routes`.
    ///
    /// # Errors
    /// - [`Error::MailDisabled`] if no mailer is configured.
    /// - [`Error::Busy`] if too many mails are being sent.
    /// - [`Error::InvalidEmail`] if the text does not have the form of an address.
    /// - [`Error::EmailMismatch`] or [`Error::EmailAlreadyVerified`] if a signed-in user asks for another
    ///   address, or for one that is verified.
    pub async fn send_verification_email(
        &self,
        asker: Option<&SignedIn>,
        email: &str,
        redirect_to: &str,
        routes: &Url,
    ) -> Result<()> {
        let mail_queue = self.mail_queue()?;
        let slot = mail_queue.slot()?;
        let email = Email::parse(email).map_err(|_| Error::InvalidEmail)?;
        match asker {
            Some(asker) if asker.user.email != email => return Err(Error::EmailMismatch),
            Some(asker) if asker.user.email_verified => return Err(Error::EmailAlreadyVerified),
            _ => {}
        }
        let user = self.ports.users.find_user_by_email(&email).await?;
        let Some(user) = user.filter(|user| !user.email_verified) else { return Ok(()) };
        let (routes, redirect_to) = (routes.clone(), redirect_to.to_owned());
        let tokens = self.tokens();
        mail_queue.send_in_background(slot, email, async move {
            let token = tokens.put(Purpose::VerifyEmail, &user).await?;
            let mut link = under(&routes, &["verify-email"]);
            link.query_pairs_mut().append_pair("token", &token).append_pair("callbackURL", &redirect_to);
            Ok(Mail::VerifyEmail { link })
        });
        Ok(())
    }

    /// Verifies the user's address with a mailed token, which is used up.
    ///
    /// # Errors
    /// [`Error::InvalidToken`] if the token is not valid.
    pub async fn verify_email(&self, token: &str) -> Result<()> {
        let user = self.take(Purpose::VerifyEmail, token).await?;
        let change = UserChange { email_verified: Some(true), ..UserChange::default() };
        self.ports.users.update_user(user.id, change, self.clock.now()).await?;
        self.distrust_caches(user.id);
        Ok(())
    }

    fn mail_queue(&self) -> Result<&MailQueue> {
        self.mail_queue.as_ref().ok_or(Error::MailDisabled)
    }

    fn tokens(&self) -> Tokens {
        Tokens {
            verifications: Arc::clone(&self.ports.verifications),
            expires_at: self.clock.now().after(self.config.mail_token_lifetime),
        }
    }

    /// Uses up a token and returns its user. A token that was mailed to a former address is not valid.
    async fn take(&self, purpose: Purpose, token: &str) -> Result<User> {
        let value = self.ports.verifications.take_verification(&purpose.key(token), self.clock.now()).await?;
        let value = value.ok_or(Error::InvalidToken)?;
        let (user, email) = value.split_once(' ').ok_or(Error::InvalidToken)?;
        let user = user.parse().map_err(|_| Error::InvalidToken)?;
        let user = self.ports.users.find_user(user).await?.ok_or(Error::InvalidToken)?;
        if user.email.as_str() == email { Ok(user) } else { Err(Error::InvalidToken) }
    }
}

/// Creates mailed tokens in the background.
struct Tokens {
    verifications: Arc<dyn Verifications>,
    expires_at: Timestamp,
}

impl Tokens {
    async fn put(&self, purpose: Purpose, user: &User) -> Result<String> {
        const LENGTH: usize = 24;
        let token = random_text(LENGTH);
        let value = format!("{} {}", user.id, user.email);
        self.verifications.put_verification(&purpose.key(&token), &value, self.expires_at).await?;
        Ok(token)
    }
}

/// Returns `routes` with more segments at the end of its path.
fn under(routes: &Url, segments: &[&str]) -> Url {
    let mut link = routes.clone();
    if let Ok(mut path) = link.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    link
}
