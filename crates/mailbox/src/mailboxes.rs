//! The use cases of a user: connecting a mailbox, changing it, and fetching.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use saldo_domain::{
    MailMessage, Mailbox, MailboxId, MailboxSecrets, MailboxSettings, Seal, Timestamp, UserId,
};
use saldo_storage::Storage;

use crate::server::{FileImporter, Granted, MailCredential, MailServer, OpenedFolder};
use crate::{Error, Result};

/// Limits of mailboxes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MailLimits {
    /// The mailboxes of a user.
    pub count_max: usize,
    /// The time between two fetches.
    pub every: Duration,
    /// The bytes of a message.
    pub bytes_max: u64,
    /// The files of a message.
    pub files_max: usize,
    /// The messages that a fetch looks at.
    pub messages_max: usize,
    /// The time after which a fetch begins with no other message.
    pub time_max: Duration,
    /// The number of connections that stay open after a fetch, so that the mail server reports new messages.
    pub waiting_max: usize,
}

impl MailLimits {
    /// Creates limits.
    #[must_use]
    pub const fn new(
        count_max: usize,
        every: Duration,
        bytes_max: u64,
        files_max: usize,
        messages_max: usize,
        time_max: Duration,
        waiting_max: usize,
    ) -> Self {
        Self { count_max, every, bytes_max, files_max, messages_max, time_max, waiting_max }
    }
}

/// A mailbox as its user enters it.
#[derive(Debug, Clone)]
pub struct MailboxRequest {
    /// The settings.
    pub settings: MailboxSettings,
    /// The password or refresh token; `None` to keep the stored one.
    pub login: Option<MailCredential>,
    /// The client's secret of OAuth 2; `None` to keep the stored one.
    pub client_secret: Option<MailCredential>,
    /// The passwords of protected PDF files by sender; `None` to keep the stored one. Others are deleted.
    pub file_passwords: Vec<(String, Option<MailCredential>)>,
}

/// The mailboxes of a user.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The mailboxes, oldest first.
    pub mailboxes: Vec<Mailbox>,
    /// The senders of each mailbox whose protected PDF files have a password.
    pub file_passwords: BTreeMap<MailboxId, Vec<String>>,
    /// The latest messages that were read, newest first.
    pub messages: Vec<(MailboxId, MailMessage)>,
}

/// The mailboxes of users. Cloning is cheap.
#[derive(Clone)]
pub struct Mailboxes {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) server: Arc<dyn MailServer>,
    pub(crate) files: Arc<dyn FileImporter>,
    pub(crate) seal: Arc<dyn Seal>,
    pub(crate) limits: MailLimits,
}

impl Mailboxes {
    /// Creates the use cases.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        server: Arc<dyn MailServer>,
        files: Arc<dyn FileImporter>,
        seal: Arc<dyn Seal>,
        limits: MailLimits,
    ) -> Self {
        Self { storage, server, files, seal, limits }
    }

    /// Returns the user's mailboxes.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn list(&self, user: UserId) -> Result<Listed> {
        let mailboxes = self.storage.list_mailboxes(user).await?;
        let senders = |mailbox: &Mailbox| {
            // Secrets that cannot be decrypted are missing until the user enters them again.
            let secrets = self.secrets(user, mailbox).unwrap_or_default();
            let senders = secrets.file_passwords.into_iter().map(|(sender, _)| sender).collect();
            (mailbox.id, senders)
        };
        let file_passwords = mailboxes.iter().map(senders).collect();
        let messages = self.storage.list_mail_messages(user).await?;
        Ok(Listed { mailboxes, file_passwords, messages })
    }

    /// Signs in to a mailbox without storing it. Returns the number of messages in its folder. Secrets that
    /// the request leaves out are those of the mailbox `known`.
    ///
    /// # Errors
    /// As for [`Self::put`].
    pub async fn test(&self, user: UserId, known: Option<MailboxId>, request: MailboxRequest) -> Result<u32> {
        let known = match known {
            Some(id) => Some(self.find(user, id).await?),
            None => None,
        };
        let mut secrets = self.merged(user, known.as_ref(), &request)?;
        Ok(self.connect(&request.settings, &mut secrets).await?.count)
    }

    /// Adds a mailbox after a sign-in to it. It is due at once.
    ///
    /// # Errors
    /// [`Error::TooManyMailboxes`]; [`Error::NoSecret`]; [`Error::NotConnected`]; [`Error::Storage`]
    /// if the storage fails.
    pub async fn add(&self, user: UserId, request: MailboxRequest, now: Timestamp) -> Result<MailboxId> {
        let too_many = Error::TooManyMailboxes { max: self.limits.count_max };
        if self.storage.list_mailboxes(user).await?.len() >= self.limits.count_max {
            return Err(too_many);
        }
        let mut secrets = self.merged(user, None, &request)?;
        drop(self.connect(&request.settings, &mut secrets).await?);
        let id = MailboxId::new(now);
        let sealed = self.sealed(user, id, &secrets)?;
        let count_max = self.limits.count_max;
        let is_new = self.storage.insert_mailbox(user, id, request.settings, sealed, count_max, now).await?;
        if is_new { Ok(id) } else { Err(too_many) }
    }

    /// Changes a mailbox after a sign-in to it. It is due at once.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NoSecret`] if the server changed and the request leaves the
    /// password out; [`Error::NotConnected`]; [`Error::Storage`] if the storage fails.
    pub async fn put(
        &self,
        user: UserId,
        id: MailboxId,
        request: MailboxRequest,
        now: Timestamp,
    ) -> Result<()> {
        let known = self.find(user, id).await?;
        let mut secrets = self.merged(user, Some(&known), &request)?;
        drop(self.connect(&request.settings, &mut secrets).await?);
        let (old, new) = (&known.settings, &request.settings);
        let place = |settings: &MailboxSettings| {
            (settings.host.clone(), settings.user_name.clone(), settings.folder.clone())
        };
        let choice = |settings: &MailboxSettings| {
            let MailboxSettings { since, rules, receiving_server, requires_authentication, .. } = settings;
            (*since, rules.clone(), receiving_server.clone(), *requires_authentication)
        };
        // Messages that were skipped or refused under the old choice may be wanted now.
        let is_elsewhere = place(old) != place(new) || choice(old) != choice(new);
        let sealed = self.sealed(user, id, &secrets)?;
        let is_known =
            self.storage.put_mailbox(user, id, request.settings, sealed, is_elsewhere, now).await?;
        if is_known { Ok(()) } else { Err(Error::NotFound) }
    }

    /// Deletes a mailbox with its secrets. What was imported stays, and so do its messages.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete(&self, user: UserId, id: MailboxId) -> Result<()> {
        if self.storage.delete_mailbox(user, id).await? { Ok(()) } else { Err(Error::NotFound) }
    }

    async fn find(&self, user: UserId, id: MailboxId) -> Result<Mailbox> {
        let mailboxes = self.storage.list_mailboxes(user).await?;
        mailboxes.into_iter().find(|known| known.id == id).ok_or(Error::NotFound)
    }

    /// Signs in, and puts a new refresh token in the place of the old one.
    async fn connect(
        &self,
        settings: &MailboxSettings,
        secrets: &mut MailboxSecrets,
    ) -> Result<OpenedFolder> {
        let granted = self.server.authorize(settings, secrets).await.map_err(Error::NotConnected)?;
        let Granted { credential, refresh_token } = granted;
        if let Some(MailCredential::AccessToken(new) | MailCredential::Password(new)) = refresh_token {
            secrets.login = new;
        }
        self.server.open(settings, &credential).await.map_err(Error::NotConnected)
    }

    /// Returns the secrets of a request, with the stored ones that it keeps.
    fn merged(
        &self,
        user: UserId,
        known: Option<&Mailbox>,
        request: &MailboxRequest,
    ) -> Result<MailboxSecrets> {
        let stored = known.and_then(|known| self.secrets(user, known));
        // A stored password is sent only to the server for which it was entered.
        let is_same_server = known.is_some_and(|known| {
            let server = |settings: &MailboxSettings| {
                (settings.host.clone(), settings.port, settings.security, settings.login.clone())
            };
            server(&known.settings) == server(&request.settings)
        });
        let kept = stored.as_ref().filter(|_| is_same_server);
        let login = request.login.as_ref().map(reveal).or_else(|| Some(kept?.login.clone()));
        let client_secret = match &request.client_secret {
            Some(secret) => Some(reveal(secret)).filter(|secret| !secret.is_empty()),
            None => kept.and_then(|kept| kept.client_secret.clone()),
        };
        let of_sender = |(sender, password): &(String, Option<MailCredential>)| {
            let known = || Some(stored.as_ref()?.file_password(sender)?.to_owned());
            let password = password.as_ref().map_or_else(known, |password| Some(reveal(password)))?;
            (!password.is_empty()).then(|| (sender.clone(), password))
        };
        let file_passwords: BTreeMap<String, String> =
            request.file_passwords.iter().filter_map(of_sender).collect();
        let login = login.filter(|login| !login.is_empty()).ok_or(Error::NoSecret)?;
        Ok(MailboxSecrets { login, client_secret, file_passwords: file_passwords.into_iter().collect() })
    }

    /// Returns the secrets of a mailbox; `None` after a change of the server's secret.
    pub(crate) fn secrets(&self, user: UserId, mailbox: &Mailbox) -> Option<MailboxSecrets> {
        let plain = self.seal.open(&owner(user, mailbox.id), &mailbox.sealed)?;
        serde_json::from_slice(&plain).ok()
    }

    pub(crate) fn sealed(&self, user: UserId, id: MailboxId, secrets: &MailboxSecrets) -> Result<Vec<u8>> {
        let plain = serde_json::to_vec(secrets).map_err(Error::Secrets)?;
        Ok(self.seal.seal(&owner(user, id), &plain))
    }
}

/// Returns the owner of encrypted secrets: they open only for this mailbox of this user.
fn owner(user: UserId, mailbox: MailboxId) -> String {
    format!("mailbox {user} {mailbox}")
}

fn reveal(credential: &MailCredential) -> String {
    let (MailCredential::Password(secret) | MailCredential::AccessToken(secret)) = credential;
    secret.clone()
}
