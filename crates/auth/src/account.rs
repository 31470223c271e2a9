//! What people change about themselves.

use saldo_domain::{Credential, User};
use saldo_storage::{PasswordHash, UserChange};
use url::Url;

use crate::cookie::Keep;
use crate::password::Verdict;
use crate::places::Client;
use crate::{Auth, Error, Password, Result, SetCookie, SignedIn, Visit, Welcome};

/// The longest name of a user.
pub(crate) const NAME_CHARACTERS_MAX: usize = 200;

/// Returns whether a text is the address of a picture that a page may show.
pub(crate) fn is_picture(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Checks what a user calls themselves and how they look.
pub(crate) fn check_person(name: Option<&str>, picture: Option<&str>) -> Result<()> {
    if name.is_some_and(|name| name.chars().nth(NAME_CHARACTERS_MAX).is_some()) {
        return Err(Error::NameTooLong);
    }
    if picture.is_some_and(|picture| !picture.is_empty() && !is_picture(picture)) {
        return Err(Error::InvalidPicture);
    }
    Ok(())
}

/// What becomes of a person whose password was changed.
#[derive(Debug)]
pub struct PasswordChanged {
    /// The person.
    pub user: User,
    /// Their new session, when all others were ended.
    pub welcome: Option<Welcome>,
}

impl Auth {
    /// Changes the name or the picture of the person, and the cookies that show them.
    ///
    /// # Errors
    /// [`Error::NothingToUpdate`], [`Error::NameTooLong`], [`Error::InvalidPicture`], [`Error::Unauthorized`] when the
    /// user was deleted meanwhile.
    pub async fn update_user(
        &self,
        asker: &SignedIn,
        name: Option<String>,
        image: Option<Option<String>>,
        visit: &Visit,
    ) -> Result<Vec<SetCookie>> {
        if name.is_none() && image.is_none() {
            return Err(Error::NothingToUpdate);
        }
        check_person(name.as_deref(), image.as_ref().and_then(Option::as_deref))?;
        let change = UserChange { name, image, ..UserChange::default() };
        let updated = self.ports.users.update_user(asker.user.id, change, self.clock.now()).await?;
        let user = updated.ok_or(Error::Unauthorized)?;
        // The person's other browsers see the new name at once.
        self.disbelieve_caches(user.id);
        let signed_in = SignedIn { user, ..asker.clone() };
        let keep = if asker.session.remember { Keep::Remember } else { Keep::Window };
        Ok(self.session_cookies(&signed_in, keep, &visit.cookies, self.clock.now()))
    }

    /// Changes the password of a person who knows the present one; `end_sessions` ends every session of theirs and
    /// begins a new one.
    ///
    /// # Errors
    /// [`Error::PasswordTooShort`], [`Error::PasswordTooLong`], [`Error::NoPassword`], [`Error::WrongPassword`],
    /// [`Error::Busy`].
    pub async fn change_password(
        &self,
        asker: &SignedIn,
        current: &str,
        new: &str,
        end_sessions: bool,
        visit: Visit,
    ) -> Result<PasswordChanged> {
        let new = Password::parse(new)?;
        self.verify_password(asker, current).await?;
        let client = Client::of_user(asker.user.id, self.clock.now());
        let hash = self.hasher.hash(&client, new).await?;
        self.put_password(&asker.user, hash).await?;
        let user = asker.user.clone();
        if !end_sessions {
            return Ok(PasswordChanged { user, welcome: None });
        }
        self.ports.sessions.delete_sessions(user.id, None).await?;
        self.disbelieve_caches(user.id);
        let welcome = self.begin_session(user.clone(), visit).await?;
        Ok(PasswordChanged { user, welcome: Some(welcome) })
    }

    /// Gives a person a password, whatever they had: for the person who runs the instance. Ends every session and
    /// deletes every API token.
    ///
    /// # Errors
    /// [`Error::PasswordTooShort`], [`Error::PasswordTooLong`], [`Error::Busy`].
    pub async fn set_password(&self, user: &User, new: &str) -> Result<()> {
        let client = Client::named("command line", self.clock.now());
        let hash = self.hasher.hash(&client, Password::parse(new)?).await?;
        self.replace_password(user, hash).await
    }

    /// Stores the hash, and puts out whoever else was in: ends every session and deletes every API token of the person.
    pub(crate) async fn replace_password(&self, user: &User, hash: PasswordHash) -> Result<()> {
        self.put_password(user, hash).await?;
        self.ports.api_tokens.delete_api_tokens(user.id).await?;
        self.ports.sessions.delete_sessions(user.id, None).await?;
        self.disbelieve_caches(user.id);
        Ok(())
    }

    /// Whether this is the asker's password.
    ///
    /// # Errors
    /// [`Error::WrongPassword`], [`Error::NoPassword`], [`Error::Busy`].
    pub async fn verify_password(&self, asker: &SignedIn, password: &str) -> Result<()> {
        let hash = self.ports.credentials.find_password_hash(asker.user.id).await?;
        let hash = hash.ok_or(Error::NoPassword)?;
        let password = Password::parse(password).map_err(|_| Error::WrongPassword)?;
        let client = Client::of_user(asker.user.id, self.clock.now());
        let verdict: Verdict = self.hasher.verify(&client, password, Some(hash)).await?;
        if self.accept(&asker.user, verdict).await? { Ok(()) } else { Err(Error::WrongPassword) }
    }

    /// Checks what deleting the asker takes: their password, or, without one given, a fresh session.
    ///
    /// # Errors
    /// [`Error::WrongPassword`], [`Error::NoPassword`], [`Error::SessionNotFresh`], [`Error::Busy`].
    pub async fn check_delete_user(&self, asker: &SignedIn, password: Option<&str>) -> Result<()> {
        match password {
            Some(password) => self.verify_password(asker, password).await,
            None => self.check_fresh(asker, self.clock.now()),
        }
    }

    /// Deletes the asker and everything of theirs in the database, ends their sessions and clears the cookies.
    /// Call [`Self::check_delete_user`] first.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn delete_user(&self, asker: &SignedIn) -> Result<Vec<SetCookie>> {
        self.ports.users.delete_user(asker.user.id).await?;
        self.disbelieve_caches(asker.user.id);
        Ok(self.jar.clear_session())
    }

    /// The ways the asker signs in.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn list_accounts(&self, asker: &SignedIn) -> Result<Vec<Credential>> {
        Ok(self.ports.credentials.list_credentials(asker.user.id).await?)
    }

    /// Takes away one way to sign in, named by its credential's id; the last one stays.
    ///
    /// # Errors
    /// [`Error::SessionNotFresh`], [`Error::LastCredential`], [`Error::CredentialNotFound`].
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
