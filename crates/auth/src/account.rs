//! Changes to a user's own account: name, picture, password, sign-in methods, deletion.

use crate::ports::{PasswordHash, UserChange};
use saldo_domain::{Credential, User};
use url::Url;

use crate::cookie::CookieLifetime;
use crate::password::Verdict;
use crate::places::Client;
use crate::{Auth, ClientInfo, Error, Password, Result, SetCookie, SignedIn, StartedSession};

/// The maximum number of characters of a user's name.
pub(crate) const NAME_CHARACTERS_MAX: usize = 200;

/// Returns true if the text is an `http` or `https` URL, which a page may show as a picture.
pub(crate) fn is_picture(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Checks a user's name and picture. An empty picture is valid.
pub(crate) fn check_user(name: Option<&str>, picture: Option<&str>) -> Result<()> {
    if name.is_some_and(|name| name.chars().nth(NAME_CHARACTERS_MAX).is_some()) {
        return Err(Error::NameTooLong);
    }
    if picture.is_some_and(|picture| !picture.is_empty() && !is_picture(picture)) {
        return Err(Error::InvalidPicture);
    }
    Ok(())
}

/// The result of changing a password.
#[derive(Debug)]
pub struct PasswordChanged {
    /// The user.
    pub user: User,
    /// The new session, if all others were ended.
    pub started: Option<StartedSession>,
}

impl Auth {
    /// Changes the user's name or picture, and returns new session cookies. `Some(None)` removes the picture.
    ///
    /// # Errors
    /// - [`Error::NothingToUpdate`] if neither is given.
    /// - [`Error::NameTooLong`] or [`Error::InvalidPicture`] if a value is not valid.
    /// - [`Error::Unauthorized`] if the user was deleted in the meantime.
    pub async fn update_user(
        &self,
        asker: &SignedIn,
        name: Option<String>,
        image: Option<Option<String>>,
        client_info: &ClientInfo,
    ) -> Result<Vec<SetCookie>> {
        if name.is_none() && image.is_none() {
            return Err(Error::NothingToUpdate);
        }
        check_user(name.as_deref(), image.as_ref().and_then(Option::as_deref))?;
        let change = UserChange { name, image, ..UserChange::default() };
        let updated = self.ports.users.update_user(asker.user.id, change, self.clock.now()).await?;
        let user = updated.ok_or(Error::Unauthorized)?;
        // The user's other browsers must show the change immediately, so their caches are rejected.
        self.distrust_caches(user.id);
        let signed_in = SignedIn { user, ..asker.clone() };
        let keep = if asker.session.remember { CookieLifetime::Remember } else { CookieLifetime::Window };
        Ok(self.session_cookies(&signed_in, keep, &client_info.cookies, self.clock.now()))
    }

    /// Changes the password of a user who knows the current one. With `end_sessions`, all sessions
    /// end and a new one begins.
    ///
    /// # Errors
    /// - [`Error::PasswordTooShort`] or [`Error::PasswordTooLong`] if the new password is not valid.
    /// - [`Error::NoPassword`] if the user has no password.
    /// - [`Error::WrongPassword`] if `current` is wrong.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn change_password(
        &self,
        asker: &SignedIn,
        current: &str,
        new: &str,
        end_sessions: bool,
        client_info: ClientInfo,
    ) -> Result<PasswordChanged> {
        let new = Password::parse(new)?;
        self.verify_password(asker, current).await?;
        let client = Client::of_user(asker.user.id, self.clock.now());
        let hash = self.hasher.hash(&client, new).await?;
        self.put_password(&asker.user, hash).await?;
        let user = asker.user.clone();
        if !end_sessions {
            return Ok(PasswordChanged { user, started: None });
        }
        self.ports.sessions.delete_sessions(user.id, None).await?;
        self.distrust_caches(user.id);
        let started = self.begin_session(user.clone(), client_info).await?;
        Ok(PasswordChanged { user, started: Some(started) })
    }

    /// Sets a user's password without asking for the current one, ends all their sessions and deletes all
    /// their API tokens. It is meant for administrators.
    ///
    /// # Errors
    /// - [`Error::PasswordTooShort`] or [`Error::PasswordTooLong`] if the password is not valid.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn set_password(&self, user: &User, new: &str) -> Result<()> {
        let client = Client::named("command line", self.clock.now());
        let hash = self.hasher.hash(&client, Password::parse(new)?).await?;
        self.replace_password(user, hash).await
    }

    /// Stores the hash, ends all sessions and deletes all API tokens of the user, so that anyone who
    /// had access loses it.
    pub(crate) async fn replace_password(&self, user: &User, hash: PasswordHash) -> Result<()> {
        self.put_password(user, hash).await?;
        self.ports.api_tokens.delete_api_tokens(user.id).await?;
        self.ports.sessions.delete_sessions(user.id, None).await?;
        self.distrust_caches(user.id);
        Ok(())
    }

    /// Checks the asking user's password.
    ///
    /// # Errors
    /// - [`Error::WrongPassword`] if the password is wrong.
    /// - [`Error::NoPassword`] if the user has no password.
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    pub async fn verify_password(&self, asker: &SignedIn, password: &str) -> Result<()> {
        let hash = self.ports.credentials.find_password_hash(asker.user.id).await?;
        let hash = hash.ok_or(Error::NoPassword)?;
        let password = Password::parse(password).map_err(|_| Error::WrongPassword)?;
        let client = Client::of_user(asker.user.id, self.clock.now());
        let verdict: Verdict = self.hasher.verify(&client, password, Some(hash)).await?;
        if self.accept(&asker.user, verdict).await? { Ok(()) } else { Err(Error::WrongPassword) }
    }

    /// Deletes the asking user with all their data, and returns the cookies to clear.
    /// Requires their password or, if none is given, a fresh session.
    ///
    /// # Errors
    /// - [`Error::WrongPassword`] or [`Error::NoPassword`] if a password is given and is not the user's.
    /// - [`Error::SessionNotFresh`] if none is given and the session is older than
    ///   [`crate::AuthConfig::session_fresh_for`].
    /// - [`Error::Busy`] if too many passwords wait to be hashed.
    /// - [`Error::Storage`] if the database fails.
    pub async fn delete_user(&self, asker: &SignedIn, password: Option<&str>) -> Result<Vec<SetCookie>> {
        match password {
            Some(password) => self.verify_password(asker, password).await?,
            None => self.check_fresh(asker, self.clock.now())?,
        }
        let deletion = match &self.user_data {
            Some(user_data) => Some(user_data.deletion_of(asker.user.id).await),
            None => None,
        };
        self.ports.users.delete_user(asker.user.id).await?;
        self.distrust_caches(asker.user.id);
        if let Some(deletion) = deletion {
            deletion.await;
        }
        Ok(self.jar.clear_session())
    }

    /// Returns the asking user's sign-in methods.
    ///
    /// # Errors
    /// [`Error::Storage`] if the database fails.
    pub async fn list_accounts(&self, asker: &SignedIn) -> Result<Vec<Credential>> {
        Ok(self.ports.credentials.list_credentials(asker.user.id).await?)
    }

    /// Removes one of the user's sign-in methods, named by its credential's identifier.
    ///
    /// # Errors
    /// - [`Error::SessionNotFresh`] if the session is older than [`crate::AuthConfig::session_fresh_for`].
    /// - [`Error::LastCredential`] if it is the only one.
    /// - [`Error::CredentialNotFound`] if the user has no such sign-in method.
    pub async fn unlink_account(&self, asker: &SignedIn, credential: &str) -> Result<()> {
        self.check_fresh(asker, self.clock.now())?;
        let credentials = self.list_accounts(asker).await?;
        if credentials.len() < 2 {
            return Err(Error::LastCredential);
        }
        let is_meant = |own: &&Credential| own.id.to_string() == credential;
        let credential = credentials.iter().find(is_meant).ok_or(Error::CredentialNotFound)?;
        self.ports.credentials.delete_credential(asker.user.id, credential.id).await?;
        Ok(())
    }
}
