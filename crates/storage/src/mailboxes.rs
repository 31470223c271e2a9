//! The port for mailboxes and the messages that were read from them.

use std::time::Duration;

use async_trait::async_trait;
use saldo_domain::{
    MailMessage, MailPosition, Mailbox, MailboxId, MailboxSettings, MailboxStatus, Timestamp, UserId,
};

use crate::Result;

/// The number of messages of a mailbox whose results are stored.
pub const MAIL_MESSAGES_MAX: usize = 50;

/// The time until which a fetch may write to a mailbox. It identifies the fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailLease(pub Timestamp);

/// The result of the attempt to begin a fetch of a mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailFetchStart {
    /// The fetch may begin.
    Begun(Box<Mailbox>, MailLease),
    /// Another fetch is running.
    Busy,
    /// The user has no such mailbox.
    NotFound,
}

/// The mailboxes of users.
#[async_trait]
pub trait Mailboxes: Send + Sync {
    /// Returns the user's mailboxes, oldest first.
    async fn list_mailboxes(&self, user: UserId) -> Result<Vec<Mailbox>>;

    /// Stores a mailbox, due at once; returns `false` if the user already has `count_max`.
    async fn insert_mailbox(
        &self,
        user: UserId,
        mailbox: MailboxId,
        settings: MailboxSettings,
        sealed: Vec<u8>,
        count_max: usize,
        now: Timestamp,
    ) -> Result<bool>;

    /// Replaces the settings and secrets of a mailbox, which is then due at once. A fetch that is running can
    /// write no more. With `is_elsewhere`, the position is forgotten. Returns `false` if the user has no such
    /// mailbox.
    async fn put_mailbox(
        &self,
        user: UserId,
        mailbox: MailboxId,
        settings: MailboxSettings,
        sealed: Vec<u8>,
        is_elsewhere: bool,
        now: Timestamp,
    ) -> Result<bool>;

    /// Deletes a mailbox with its secrets; returns `false` if the user has no such mailbox. What was imported
    /// stays.
    async fn delete_mailbox(&self, user: UserId, mailbox: MailboxId) -> Result<bool>;

    /// Returns mailboxes of all users that are due, the longest due first.
    async fn list_due_mailboxes(&self, now: Timestamp, limit: u32) -> Result<Vec<(UserId, MailboxId)>>;

    /// Makes a mailbox due at once, unless it waits for its user.
    async fn hasten_mailbox(&self, user: UserId, mailbox: MailboxId, now: Timestamp) -> Result<()>;

    /// Begins a fetch, of which one runs at a time. After `lease`, another may begin.
    async fn begin_mail_fetch(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<MailFetchStart>;

    /// Replaces the secrets of a mailbox during a fetch. Returns `false` if the fetch may no longer write.
    async fn put_mail_secrets(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: MailLease,
        sealed: Vec<u8>,
    ) -> Result<bool>;

    /// Records that everything up to a position was read, and the result for a message. The oldest results
    /// beyond [`MAIL_MESSAGES_MAX`] are deleted. Returns `false` if the fetch may no longer write.
    async fn put_mail_position(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: MailLease,
        position: MailPosition,
        message: Option<MailMessage>,
    ) -> Result<bool>;

    /// Records the end of a fetch. Does nothing if the fetch may no longer write.
    async fn finish_mail_fetch(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: MailLease,
        status: MailboxStatus,
        due_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns the messages that were read from all mailboxes of a user, newest first.
    async fn list_mail_messages(&self, user: UserId) -> Result<Vec<(MailboxId, MailMessage)>>;
}
