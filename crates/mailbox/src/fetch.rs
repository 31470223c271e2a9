//! A fetch: the new messages of a mailbox that its rules match are read, in the order of their arrival.
//!
//! The position in the folder is stored after the files of a message were, so that a crash loses no message.
//! The same file adds nothing twice.

use std::time::{Duration, Instant};

use saldo_domain::{
    Chain, MailAction, MailFile, MailFileOutcome, MailMessage, MailOutcome, MailPosition, MailResult,
    MailRule, Mailbox, MailboxId, MailboxSecrets, MailboxState, MailboxStatus, StuckMail, Timestamp, UserId,
};
use saldo_storage::{MailFetchStart, MailLease};

use crate::authentication::{Verdict, verdict};
use crate::head::Head;
use crate::server::{BoxError, Granted, MailCredential, MailError, MailHead, MailSession, OpenedFolder};
use crate::{Error, Mailboxes, Result, head, message, rules};

/// The time beyond [`MailLimits::time_max`](crate::MailLimits) that the last message of a fetch may take.
const LAST_MESSAGE: Duration = Duration::from_mins(10);
/// The time beyond that, after which a fetch counts as ended if its process died.
const LEASE_BEYOND_FETCH: Duration = Duration::from_mins(2);
/// The heads that are requested at once.
const HEADS_AT_ONCE: usize = 50;
/// The longest time after which a failed fetch is repeated.
const RETRY_AFTER_MAX: Duration = Duration::from_hours(4);
/// The attempts for a message that this server fails to import, which take most of a day.
const ATTEMPTS_MAX: u32 = 8;

/// The reason why a fetch ended early.
#[derive(Debug)]
enum Stop {
    /// The mail server failed.
    Mail(MailError),
    /// This server failed to import the files of a message.
    Import(u32, BoxError),
    /// The storage failed, or what is to be stored cannot be encoded.
    Storage(Error),
    /// The mailbox was changed or deleted, or another fetch began.
    Lost,
}

impl From<MailError> for Stop {
    fn from(error: MailError) -> Self {
        Self::Mail(error)
    }
}

impl From<saldo_storage::Error> for Stop {
    fn from(error: saldo_storage::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// A fetch that is running.
struct Fetch<'a> {
    mailboxes: &'a Mailboxes,
    user: UserId,
    mailbox: &'a Mailbox,
    lease: MailLease,
    secrets: MailboxSecrets,
    now: Timestamp,
    /// The time after which no other message begins.
    end: Instant,
}

impl Mailboxes {
    /// Fetches a mailbox: imports the files of new messages that its rules match. A failure is stored with
    /// the mailbox.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Busy`]; [`Error::Storage`] if the storage fails.
    pub async fn fetch(&self, user: UserId, id: MailboxId, now: Timestamp) -> Result<()> {
        self.fetch_and_stay(user, id, now).await.map(drop)
    }

    /// Fetches a mailbox as [`Self::fetch`] does. Returns the session if there are no more messages.
    pub(crate) async fn fetch_and_stay(
        &self,
        user: UserId,
        id: MailboxId,
        now: Timestamp,
    ) -> Result<Option<Box<dyn MailSession>>> {
        let time_max = self.limits.time_max + LAST_MESSAGE;
        let lease = time_max + LEASE_BEYOND_FETCH;
        let (mailbox, lease) = match self.storage.begin_mail_fetch(user, id, lease, now).await? {
            MailFetchStart::Begun(mailbox, lease) => (mailbox, lease),
            MailFetchStart::Busy => return Err(Error::Busy),
            MailFetchStart::NotFound => return Err(Error::NotFound),
        };
        let read = tokio::time::timeout(time_max, Box::pin(self.read(user, &mailbox, lease, now)));
        let read = read.await.unwrap_or(Err(Stop::Mail(MailError::Unreachable)));
        let mut session = None;
        let (status, due_at) = match read {
            Err(Stop::Lost) => return Ok(None),
            Err(Stop::Storage(error)) => {
                // The mailbox is due again when the lease has ended, even if this fails, too.
                let (status, due_at) = (failed(&mailbox, &Stop::Lost), Some(now.after(self.limits.every)));
                self.storage.finish_mail_fetch(user, id, lease, status, due_at, now).await?;
                return Err(error);
            }
            Ok(stayed) => {
                let wait = if stayed.is_none() { Duration::ZERO } else { self.limits.every };
                session = stayed;
                let status = MailboxStatus { state: MailboxState::Working, ..MailboxStatus::default() };
                (status, Some(wait))
            }
            Err(stop) => {
                let status = failed(&mailbox, &stop);
                let wait = retry_after(self.limits.every, status.failures);
                let is_final = status.state == MailboxState::Rejected;
                (status, (!is_final).then_some(wait))
            }
        };
        let due_at = due_at.map(|wait| now.after(wait));
        self.storage.finish_mail_fetch(user, id, lease, status, due_at, now).await?;
        Ok(session)
    }

    /// Reads the new messages. Returns the session, unless there are more messages than a fetch may read.
    async fn read(
        &self,
        user: UserId,
        mailbox: &Mailbox,
        lease: MailLease,
        now: Timestamp,
    ) -> Result<Option<Box<dyn MailSession>>, Stop> {
        let secrets = self.secrets(user, mailbox).ok_or(MailError::Sealed)?;
        let end = Instant::now() + self.limits.time_max;
        let mut fetch = Fetch { mailboxes: self, user, mailbox, lease, secrets, now, end };
        let folder = fetch.open().await?;
        fetch.read(folder).await
    }
}

impl Fetch<'_> {
    /// Signs in and opens the folder. A new refresh token is stored first, because the old one may be void.
    async fn open(&mut self) -> Result<OpenedFolder, Stop> {
        let Self { mailboxes, mailbox, .. } = *self;
        let granted = mailboxes.server.authorize(&mailbox.settings, &self.secrets).await?;
        let Granted { credential, refresh_token } = granted;
        if let Some(MailCredential::AccessToken(new) | MailCredential::Password(new)) = refresh_token {
            self.secrets.login = new;
            let sealed = mailboxes.sealed(self.user, mailbox.id, &self.secrets).map_err(Stop::Storage)?;
            let storage = &mailboxes.storage;
            if !storage.put_mail_secrets(self.user, mailbox.id, self.lease, sealed).await? {
                return Err(Stop::Lost);
            }
        }
        Ok(mailboxes.server.open(&mailbox.settings, &credential).await?)
    }

    async fn read(&self, folder: OpenedFolder) -> Result<Option<Box<dyn MailSession>>, Stop> {
        let OpenedFolder { mut session, uid_validity, uid_next, .. } = folder;
        let known = self.mailbox.position.filter(|position| position.uid_validity == uid_validity);
        let after = known.map_or(0, |position| position.uid);
        let mut uids = session.list(after, self.mailbox.settings.since).await?;
        let has_more = uids.len() > self.mailboxes.limits.messages_max;
        uids.truncate(self.mailboxes.limits.messages_max);
        let mut last = after;
        for chunk in uids.chunks(HEADS_AT_ONCE) {
            let mut heads = session.heads(chunk).await?;
            heads.sort_by_key(|head| head.uid);
            for head in heads {
                if Instant::now() >= self.end {
                    return Ok(None);
                }
                let position = MailPosition { uid_validity, uid: head.uid };
                if let Some(message) = self.read_message(session.as_mut(), &head, position).await? {
                    self.put(position, Some(message)).await?;
                }
                last = head.uid;
            }
            last = last.max(chunk.last().copied().unwrap_or(last));
            self.put(MailPosition { uid_validity, uid: last }, None).await?;
        }
        if !has_more {
            // Messages before the first day are not listed, and need not be looked at again.
            let newest = uid_next.map_or(0, |next| next.saturating_sub(1));
            self.put(MailPosition { uid_validity, uid: last.max(newest) }, None).await?;
        }
        Ok(Some(session).filter(|_| !has_more))
    }

    async fn put(&self, position: MailPosition, message: Option<MailMessage>) -> Result<(), Stop> {
        let Self { mailboxes, user, mailbox, lease, .. } = *self;
        let is_stored =
            mailboxes.storage.put_mail_position(user, mailbox.id, lease, position, message).await?;
        if is_stored { Ok(()) } else { Err(Stop::Lost) }
    }

    /// Reads a message; `None` if no rule matches it, or it was deleted meanwhile.
    async fn read_message(
        &self,
        session: &mut dyn MailSession,
        found: &MailHead,
        position: MailPosition,
    ) -> Result<Option<MailMessage>, Stop> {
        let Some(head) = head::read(&found.fields) else { return Ok(None) };
        let matching = rules::matching(&self.mailbox.settings.rules, &head);
        if matching.is_empty() {
            return Ok(None);
        }
        let result = match self.objection(&head, found) {
            Err(refused) => refused,
            Ok(notes) => {
                let bytes_max = self.mailboxes.limits.bytes_max;
                let Some(raw) = session.message(found.uid, bytes_max).await? else { return Ok(None) };
                let is_too_large = raw.len() as u64 > bytes_max;
                let mut result = if is_too_large {
                    self.too_large()
                } else {
                    self.import(found.uid, raw, &matching).await?
                };
                result.notes.splice(0..0, notes);
                if result.outcome == MailOutcome::Imported {
                    result.notes.extend(self.act(session, found.uid).await?);
                }
                result
            }
        };
        Ok(Some(MailMessage {
            position,
            received_at: found.received_at,
            sender: head.sender,
            subject: message::shortened(&head.subject),
            result,
            read_at: self.now,
        }))
    }

    /// Returns the result for a message that is not to be read, and otherwise what the user should know.
    fn objection(&self, head: &Head, found: &MailHead) -> Result<Vec<String>, MailResult> {
        let settings = &self.mailbox.settings;
        let receiving_server = settings.receiving_server.as_deref().unwrap_or(&settings.host);
        let notes = match verdict(&head.results, receiving_server, &head.sender) {
            Verdict::Confirmed => Vec::new(),
            Verdict::Denied(results) => {
                return Err(refused(format!(
                    "The receiving server states that the sender is not genuine ({results})."
                )));
            }
            Verdict::Unstated if settings.requires_authentication => {
                return Err(refused(format!("{receiving_server} does not confirm the sender.")));
            }
            Verdict::Unstated => vec![format!("{receiving_server} states nothing about the sender.")],
        };
        if found.size > self.mailboxes.limits.bytes_max {
            return Err(self.too_large());
        }
        if let Some(StuckMail { uid, attempts }) = self.mailbox.status.stuck
            && uid == found.uid
            && attempts >= ATTEMPTS_MAX
        {
            return Err(MailResult {
                outcome: MailOutcome::Failed,
                notes: vec!["This server failed to import its files again and again.".to_owned()],
                files: Vec::new(),
            });
        }
        Ok(notes)
    }

    fn too_large(&self) -> MailResult {
        refused(format!("The message is larger than {} bytes.", self.mailboxes.limits.bytes_max))
    }

    /// Imports the files of a message.
    async fn import(&self, uid: u32, raw: Vec<u8>, matching: &[&MailRule]) -> Result<MailResult, Stop> {
        let files_max = self.mailboxes.limits.files_max;
        let parsed = tokio::task::spawn_blocking(move || message::files(&raw, files_max)).await;
        let files = match parsed {
            Ok(Ok(files)) => files,
            Ok(Err(fault)) => return Ok(refused(fault.to_string())),
            Err(error) => return Err(Stop::Import(uid, Box::new(error))),
        };
        let password = rules::file_password(matching, &self.secrets);
        let mut results = Vec::new();
        for file in files {
            let imported = self.mailboxes.files.import(self.user, &file.name, file.content, password).await;
            results.extend(imported.map_err(|error| Stop::Import(uid, error))?);
        }
        Ok(MailResult { outcome: outcome(&results), notes: Vec::new(), files: results })
    }

    /// Changes the message as the user wishes. Returns a note if the server refuses it.
    async fn act(&self, session: &mut dyn MailSession, uid: u32) -> Result<Option<String>, Stop> {
        let action = &self.mailbox.settings.after;
        if *action == MailAction::Nothing {
            return Ok(None);
        }
        match session.apply(uid, action).await {
            Ok(()) => Ok(None),
            Err(error @ (MailError::Refused(_) | MailError::NoFolder(_))) => {
                Ok(Some(format!("The message was not changed: {error}.")))
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn refused(note: String) -> MailResult {
    MailResult { outcome: MailOutcome::Refused, notes: vec![note], files: Vec::new() }
}

fn outcome(files: &[MailFile]) -> MailOutcome {
    let has = |outcome: MailFileOutcome| files.iter().any(|file| file.outcome == outcome);
    match () {
        () if has(MailFileOutcome::Failed) => MailOutcome::Failed,
        () if files.iter().any(|file| file.outcome != MailFileOutcome::Unsupported) => MailOutcome::Imported,
        () => MailOutcome::NoFiles,
    }
}

/// Returns the state after a fetch that ended early.
fn failed(mailbox: &Mailbox, stop: &Stop) -> MailboxStatus {
    let mut status = MailboxStatus {
        state: MailboxState::Failed,
        failure: None,
        failures: mailbox.status.failures.saturating_add(1),
        stuck: mailbox.status.stuck,
    };
    let failure = match stop {
        Stop::Mail(error) => {
            if error.is_final() {
                status.state = MailboxState::Rejected;
            }
            sentence(&error.to_string())
        }
        Stop::Import(uid, error) => {
            let before = mailbox.status.stuck.filter(|stuck| stuck.uid == *uid);
            let attempts = before.map_or(0, |stuck| stuck.attempts).saturating_add(1);
            status.stuck = Some(StuckMail { uid: *uid, attempts });
            tracing::warn!(cause = %Chain(error.as_ref()), "cannot import the files of a message");
            "The files of a message were not imported because of an error of this server.".to_owned()
        }
        Stop::Storage(_) | Stop::Lost => {
            "The mailbox was not fetched because of an error of this server.".to_owned()
        }
    };
    status.failure = Some(failure);
    status
}

/// Returns the time after which a fetch is repeated: it doubles with each failure.
fn retry_after(every: Duration, failures: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(failures.saturating_sub(1).min(16));
    every.saturating_mul(doubled).min(RETRY_AFTER_MAX.max(every))
}

/// Returns a message as a sentence.
fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).chain(['.']).collect()
}

#[cfg(test)]
mod tests;
