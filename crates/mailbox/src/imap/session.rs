//! A session in which a folder is open. The commands are run here and not by `async-imap`'s own functions:
//! those for `SEARCH`, `FETCH` and `STORE` return an incomplete list if the server refuses them or the
//! connection ends.

use std::time::Duration;

use async_imap::imap_proto::{AttributeValue, MailboxDatum, NameAttribute, Response, ResponseCode, Status};
use async_trait::async_trait;
use chrono::DateTime;
use saldo_domain::{Date, MailAction, MailboxSettings, Timestamp};

use super::stream::Metered;
use super::utf7::quoted;
use super::{failed, io_failed};
use crate::server::{MailError, MailHead, MailSession, OpenedFolder};

/// The bytes of an answer without messages.
const ANSWER_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// The bytes of the answer with one head.
const HEAD_BYTES_MAX: u64 = 256 * 1024;
/// The bytes of the answer around a message.
const AROUND_MESSAGE_BYTES: u64 = 64 * 1024;
/// The characters of the server's words that are shown.
const WORDS_CHARACTERS_MAX: usize = 200;
/// The items of a head.
const HEAD_ITEMS: &str =
    "(UID RFC822.SIZE INTERNALDATE BODY.PEEK[HEADER.FIELDS (FROM SUBJECT AUTHENTICATION-RESULTS)])";

type Session = async_imap::Session<Metered>;

/// A session in which a folder is open.
pub(super) struct ImapSession {
    session: Session,
    step_max: Duration,
    can_idle: bool,
    can_move: bool,
}

impl ImapSession {
    /// Opens the folder of a mailbox.
    pub(super) async fn open(
        mut session: Session,
        settings: &MailboxSettings,
        step_max: Duration,
    ) -> Result<OpenedFolder, MailError> {
        session.get_mut().allow(ANSWER_BYTES_MAX);
        let capabilities = session.capabilities().await.map_err(failed)?;
        let can_move = capabilities.has_str("MOVE");
        // It expunges one message by its identifier, and no other one that is marked as deleted.
        let can_expunge = capabilities.has_str("UIDPLUS");
        let can_idle = capabilities.has_str("IDLE");
        let mut this = Self { session, step_max, can_idle, can_move };
        if let MailAction::Move(target) = &settings.after {
            if !can_move && !can_expunge {
                return Err(MailError::CannotMove);
            }
            this.check_folder(target).await?;
        }
        let (mut uid_validity, mut uid_next, mut count) = (None, None, 0);
        let select = format!("SELECT {}", quoted(&settings.folder));
        let selected = this
            .run(&select, ANSWER_BYTES_MAX, |response| match response {
                Response::MailboxData(MailboxDatum::Exists(known)) => count = *known,
                Response::Data { outcome, .. } => match outcome.code {
                    Some(ResponseCode::UidValidity(known)) => uid_validity = Some(known),
                    Some(ResponseCode::UidNext(known)) => uid_next = Some(known),
                    _ => {}
                },
                _ => {}
            })
            .await;
        selected.map_err(|error| no_folder(error, &settings.folder))?;
        // Without it, identifiers are worth nothing (RFC 3501, section 6.3.1), and no server today leaves it
        // out.
        let uid_validity = uid_validity.ok_or(MailError::Malformed)?;
        Ok(OpenedFolder { session: Box::new(this), uid_validity, uid_next, count })
    }

    /// Checks that a folder exists.
    async fn check_folder(&mut self, folder: &str) -> Result<(), MailError> {
        let mut is_found = false;
        let list = format!("LIST \"\" {}", quoted(folder));
        self.run(&list, ANSWER_BYTES_MAX, |response| {
            if let Response::MailboxData(MailboxDatum::List(found)) = response {
                is_found |= !found.name_attributes.contains(&NameAttribute::NoSelect);
            }
        })
        .await?;
        if is_found { Ok(()) } else { Err(MailError::NoFolder(folder.to_owned())) }
    }

    /// Moves a message as a server without `MOVE` lets clients do it (RFC 6851, section 3.3). If the
    /// connection ends in between, the message is in both folders.
    async fn copy_and_expunge(&mut self, uid: u32, folder: &str) -> Result<(), MailError> {
        let copy = format!("UID COPY {uid} {}", quoted(folder));
        let mark = format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)");
        for command in [copy, mark, format!("UID EXPUNGE {uid}")] {
            self.run(&command, ANSWER_BYTES_MAX, |_| {}).await?;
        }
        Ok(())
    }

    /// Runs a command to its end, and passes each response to `each`.
    async fn run(
        &mut self,
        command: &str,
        bytes_max: u64,
        mut each: impl FnMut(&Response<'_>) + Send,
    ) -> Result<(), MailError> {
        let Self { session, step_max, .. } = self;
        session.get_mut().allow(bytes_max);
        let running = async {
            let tag = session.run_command(command).await.map_err(failed)?;
            loop {
                let response = session.read_response().await.map_err(|error| io_failed(&error))?;
                let response = response.ok_or(MailError::Unreachable)?;
                match response.parsed() {
                    Response::Done { tag: of, status, outcome } if *of == tag => {
                        let words = outcome.information.as_deref().unwrap_or_default();
                        return match status {
                            Status::Ok => Ok(()),
                            Status::No | Status::Bad => Err(MailError::Refused(shown(words))),
                            Status::PreAuth | Status::Bye => Err(MailError::Malformed),
                        };
                    }
                    other => each(other),
                }
            }
        };
        tokio::time::timeout(*step_max, running).await.unwrap_or(Err(MailError::Unreachable))
    }

    /// Returns which of the messages exist, or those that a search finds.
    async fn search(&mut self, criteria: &str) -> Result<Vec<u32>, MailError> {
        let mut found = Vec::new();
        self.run(&format!("UID SEARCH {criteria}"), ANSWER_BYTES_MAX, |response| {
            if let Response::MailboxData(MailboxDatum::Search(uids)) = response {
                found.extend_from_slice(uids);
            }
        })
        .await?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Checks that messages which the server did not return were deleted.
    async fn check_deleted(&mut self, missing: &[u32]) -> Result<(), MailError> {
        if missing.is_empty() || self.search(&format!("UID {}", set(missing))).await?.is_empty() {
            return Ok(());
        }
        Err(MailError::Refused("it does not return a message that it lists".to_owned()))
    }
}

#[async_trait]
impl MailSession for ImapSession {
    async fn list(&mut self, after: u32, since: Date) -> Result<Vec<u32>, MailError> {
        let Some(first) = after.checked_add(1) else { return Ok(Vec::new()) };
        let found = self.search(&format!("UID {first}:* SINCE {}", since.format("%-d-%b-%Y"))).await?;
        // The last message is always in the range, even if its identifier is below the first.
        Ok(found.into_iter().filter(|uid| *uid > after).collect())
    }

    async fn heads(&mut self, uids: &[u32]) -> Result<Vec<MailHead>, MailError> {
        if uids.is_empty() {
            return Ok(Vec::new());
        }
        let bytes_max = HEAD_BYTES_MAX.saturating_mul(uids.len() as u64);
        let mut heads: Vec<MailHead> = Vec::new();
        self.run(&format!("UID FETCH {} {HEAD_ITEMS}", set(uids)), bytes_max, |response| {
            if let Response::Fetch(_, values) = response
                && let Some(head) = head(values)
                && uids.contains(&head.uid)
                && heads.iter().all(|known| known.uid != head.uid)
            {
                heads.push(head);
            }
        })
        .await?;
        let is_missing = |uid: &u32| heads.iter().all(|head| head.uid != *uid);
        let missing: Vec<u32> = uids.iter().copied().filter(is_missing).collect();
        self.check_deleted(&missing).await?;
        Ok(heads)
    }

    async fn message(&mut self, uid: u32, bytes_max: u64) -> Result<Option<Vec<u8>>, MailError> {
        // One byte more shows that the message is larger, whatever size the server stated.
        let count = bytes_max.saturating_add(1).min(u32::MAX.into());
        let fetch = format!("UID FETCH {uid} (UID BODY.PEEK[]<0.{count}>)");
        let mut message = None;
        self.run(&fetch, count.saturating_add(AROUND_MESSAGE_BYTES), |response| {
            if let Response::Fetch(_, values) = response
                && values.contains(&AttributeValue::Uid(uid))
            {
                for value in values {
                    if let AttributeValue::BodySection { section: None, data: Some(data), .. } = value {
                        message = Some(data.to_vec());
                    }
                }
            }
        })
        .await?;
        if message.is_none() {
            self.check_deleted(&[uid]).await?;
        }
        Ok(message)
    }

    async fn apply(&mut self, uid: u32, action: &MailAction) -> Result<(), MailError> {
        let command = match action {
            MailAction::Nothing => return Ok(()),
            MailAction::Move(folder) if !self.can_move => return self.copy_and_expunge(uid, folder).await,
            MailAction::MarkSeen => format!("UID STORE {uid} +FLAGS.SILENT (\\Seen)"),
            MailAction::Flag => format!("UID STORE {uid} +FLAGS.SILENT (\\Flagged)"),
            MailAction::Move(folder) => format!("UID MOVE {uid} {}", quoted(folder)),
        };
        self.run(&command, ANSWER_BYTES_MAX, |_| {}).await
    }

    async fn wait(&mut self, patience: Duration) -> Result<bool, MailError> {
        if !self.can_idle {
            return Ok(false);
        }
        let session = &mut self.session;
        session.get_mut().allow(ANSWER_BYTES_MAX);
        let waiting = async {
            session.run_command("IDLE").await.map_err(failed)?;
            loop {
                let response = session.read_response().await.map_err(|error| io_failed(&error))?;
                match response.ok_or(MailError::Unreachable)?.parsed() {
                    Response::MailboxData(MailboxDatum::Exists(_)) => return Ok(true),
                    Response::Done { .. } => return Ok(false),
                    // Other clients mark and delete messages.
                    _ => {}
                }
            }
        };
        tokio::time::timeout(patience, waiting).await.unwrap_or(Ok(false))
    }
}

/// Reads the head of a message from the values that the server returned for it.
fn head(values: &[AttributeValue<'_>]) -> Option<MailHead> {
    let (mut head, mut has_fields) = (MailHead::default(), false);
    for value in values {
        match value {
            AttributeValue::Uid(uid) => head.uid = *uid,
            AttributeValue::Rfc822Size(size) => head.size = u64::from(*size),
            AttributeValue::InternalDate(date) => head.received_at = timestamp(date),
            AttributeValue::BodySection { data, .. } => {
                has_fields = true;
                head.fields = data.as_ref().map(|data| data.to_vec()).unwrap_or_default();
            }
            _ => {}
        }
    }
    (head.uid > 0 && has_fields).then_some(head)
}

/// Reads a time like `17-Jul-1996 02:44:25 -0700`.
fn timestamp(text: &str) -> Option<Timestamp> {
    let at = DateTime::parse_from_str(text.trim(), "%d-%b-%Y %H:%M:%S %z").ok()?;
    Some(Timestamp::from_utc(at.to_utc()))
}

/// Returns a set of identifiers, as commands have it.
fn set(uids: &[u32]) -> String {
    uids.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the server's words on one line, shortened.
pub(super) fn shown(words: &str) -> String {
    let plain = words.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(WORDS_CHARACTERS_MAX).collect::<String>().trim().trim_end_matches('.').to_owned()
}

fn no_folder(error: MailError, folder: &str) -> MailError {
    match error {
        MailError::Refused(_) => MailError::NoFolder(folder.to_owned()),
        error => error,
    }
}

#[cfg(test)]
mod tests;
