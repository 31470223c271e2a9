//! Mailboxes and the messages that were read from them.

use std::time::Duration;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{
    MailMessage, MailPosition, Mailbox, MailboxId, MailboxSettings, MailboxState, MailboxStatus, Timestamp,
    UserId,
};

use super::backend::{Connection, Database, lock_user};
use crate::mailboxes::{MAIL_MESSAGES_MAX, MailFetchStart, MailLease};
use crate::rows::{fit, from_json, json, storable};
use crate::schema::{mail_messages, mailboxes};
use crate::sql_types::{At, RowId};
use crate::{Mailboxes, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = mailboxes)]
struct MailboxRow {
    id: RowId,
    user_id: RowId,
    settings: serde_json::Value,
    sealed: Vec<u8>,
    status: serde_json::Value,
    uid_validity: Option<i64>,
    last_uid: Option<i64>,
    busy_until: Option<At>,
    fetched_at: Option<At>,
    due_at: Option<At>,
    created_at: At,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = mail_messages)]
struct MailMessageRow {
    mailbox_id: RowId,
    uid_validity: i64,
    uid: i64,
    user_id: RowId,
    received_at: Option<At>,
    sender: String,
    subject: String,
    result: serde_json::Value,
    read_at: At,
}

impl MailboxRow {
    fn mailbox(self) -> Result<Mailbox> {
        let position = match (self.uid_validity, self.last_uid) {
            (Some(validity), Some(uid)) => {
                Some(MailPosition { uid_validity: fit(validity)?, uid: fit(uid)? })
            }
            _ => None,
        };
        Ok(Mailbox {
            id: self.id.typed(),
            settings: from_json(self.settings)?,
            sealed: self.sealed,
            status: from_json(self.status)?,
            position,
            fetched_at: self.fetched_at.map(|at| at.0),
            due_at: self.due_at.map(|at| at.0),
            created_at: self.created_at.0,
        })
    }
}

impl MailMessageRow {
    fn new(user: UserId, mailbox: MailboxId, message: &MailMessage) -> Result<Self> {
        Ok(Self {
            mailbox_id: mailbox.into(),
            uid_validity: message.position.uid_validity.into(),
            uid: message.position.uid.into(),
            user_id: user.into(),
            received_at: message.received_at.map(At),
            sender: storable(&message.sender),
            subject: storable(&message.subject),
            result: json(&message.result)?,
            read_at: message.read_at.into(),
        })
    }

    fn message(self) -> Result<(MailboxId, MailMessage)> {
        let position = MailPosition { uid_validity: fit(self.uid_validity)?, uid: fit(self.uid)? };
        let message = MailMessage {
            position,
            received_at: self.received_at.map(|at| at.0),
            sender: self.sender,
            subject: self.subject,
            result: from_json(self.result)?,
            read_at: self.read_at.0,
        };
        Ok((self.mailbox_id.typed(), message))
    }
}

#[async_trait]
impl Mailboxes for Database {
    async fn list_mailboxes(&self, user: UserId) -> Result<Vec<Mailbox>> {
        self.read(async move |connection| {
            let rows: Vec<MailboxRow> = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .order((mailboxes::created_at, mailboxes::id))
                .select(MailboxRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(MailboxRow::mailbox).collect()
        })
        .await
    }

    async fn insert_mailbox(
        &self,
        user: UserId,
        mailbox: MailboxId,
        settings: MailboxSettings,
        sealed: Vec<u8>,
        count_max: usize,
        now: Timestamp,
    ) -> Result<bool> {
        let row = MailboxRow {
            id: mailbox.into(),
            user_id: user.into(),
            settings: json(&settings)?,
            sealed,
            status: json(MailboxStatus::default())?,
            uid_validity: None,
            last_uid: None,
            busy_until: None,
            fetched_at: None,
            due_at: Some(now.into()),
            created_at: now.into(),
        };
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = mailboxes::table.filter(mailboxes::user_id.eq(row.user_id));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(count_max)? {
                return Ok(false);
            }
            diesel::insert_into(mailboxes::table).values(row).execute(connection).await?;
            Ok(true)
        })
        .await
    }

    async fn put_mailbox(
        &self,
        user: UserId,
        mailbox: MailboxId,
        settings: MailboxSettings,
        sealed: Vec<u8>,
        is_elsewhere: bool,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)));
            let changed = diesel::update(theirs)
                .set((
                    mailboxes::settings.eq(json(&settings)?),
                    mailboxes::sealed.eq(sealed),
                    mailboxes::status.eq(json(MailboxStatus::default())?),
                    mailboxes::busy_until.eq(None::<At>),
                    mailboxes::due_at.eq(Some(At(now))),
                ))
                .execute(connection)
                .await?;
            if is_elsewhere {
                let nowhere = (mailboxes::uid_validity.eq(None::<i64>), mailboxes::last_uid.eq(None::<i64>));
                diesel::update(theirs).set(nowhere).execute(connection).await?;
            }
            Ok(changed > 0)
        })
        .await
    }

    async fn delete_mailbox(&self, user: UserId, mailbox: MailboxId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }

    async fn list_due_mailboxes(&self, now: Timestamp, limit: u32) -> Result<Vec<(UserId, MailboxId)>> {
        self.read(async move |connection| {
            let due: Vec<(RowId, RowId)> = mailboxes::table
                .filter(mailboxes::due_at.le(At(now)))
                .order((mailboxes::due_at, mailboxes::id))
                .limit(i64::from(limit))
                .select((mailboxes::user_id, mailboxes::id))
                .load(connection)
                .await?;
            Ok(due.into_iter().map(|(user, mailbox)| (user.typed(), mailbox.typed())).collect())
        })
        .await
    }

    async fn hasten_mailbox(&self, user: UserId, mailbox: MailboxId, now: Timestamp) -> Result<()> {
        self.write(async move |connection| {
            let waiting = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)))
                .filter(mailboxes::due_at.is_not_null());
            diesel::update(waiting).set(mailboxes::due_at.eq(Some(At(now)))).execute(connection).await?;
            Ok(())
        })
        .await
    }

    async fn begin_mail_fetch(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<MailFetchStart> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)));
            let row: Option<MailboxRow> =
                theirs.select(MailboxRow::as_select()).first(connection).await.optional()?;
            let Some(row) = row else { return Ok(MailFetchStart::NotFound) };
            if row.busy_until.is_some_and(|until| until.0 > now) {
                return Ok(MailFetchStart::Busy);
            }
            let until = now.after(lease);
            diesel::update(theirs).set(mailboxes::busy_until.eq(Some(At(until)))).execute(connection).await?;
            Ok(MailFetchStart::Begun(Box::new(row.mailbox()?), MailLease(until)))
        })
        .await
    }

    async fn put_mail_secrets(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: MailLease,
        sealed: Vec<u8>,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let leased = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)))
                .filter(mailboxes::busy_until.eq(At(lease.0)));
            let changed =
                diesel::update(leased).set(mailboxes::sealed.eq(sealed)).execute(connection).await?;
            Ok(changed > 0)
        })
        .await
    }

    async fn put_mail_position(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: MailLease,
        position: MailPosition,
        message: Option<MailMessage>,
    ) -> Result<bool> {
        let row = message.map(|message| MailMessageRow::new(user, mailbox, &message)).transpose()?;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let leased = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)))
                .filter(mailboxes::busy_until.eq(At(lease.0)));
            let changed = diesel::update(leased)
                .set((
                    mailboxes::uid_validity.eq(Some(i64::from(position.uid_validity))),
                    mailboxes::last_uid.eq(Some(i64::from(position.uid))),
                ))
                .execute(connection)
                .await?;
            if changed == 0 {
                return Ok(false);
            }
            if let Some(row) = row {
                put_message(connection, user.into(), mailbox.into(), row).await?;
            }
            Ok(true)
        })
        .await
    }

    async fn finish_mail_fetch(
        &self,
        user: UserId,
        mailbox: MailboxId,
        lease: MailLease,
        status: MailboxStatus,
        due_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(async move |connection| {
            let theirs = mailboxes::table
                .filter(mailboxes::user_id.eq(RowId::from(user)))
                .filter(mailboxes::id.eq(RowId::from(mailbox)));
            let leased = theirs.filter(mailboxes::busy_until.eq(At(lease.0)));
            let changed = diesel::update(leased)
                .set((
                    mailboxes::status.eq(json(&status)?),
                    mailboxes::busy_until.eq(None::<At>),
                    mailboxes::due_at.eq(due_at.map(At)),
                ))
                .execute(connection)
                .await?;
            if changed > 0 && status.state == MailboxState::Working {
                let fetched = mailboxes::fetched_at.eq(Some(At(now)));
                diesel::update(theirs).set(fetched).execute(connection).await?;
            }
            Ok(())
        })
        .await
    }

    async fn list_mail_messages(&self, user: UserId) -> Result<Vec<(MailboxId, MailMessage)>> {
        self.read(async move |connection| {
            let rows: Vec<MailMessageRow> = mail_messages::table
                .filter(mail_messages::user_id.eq(RowId::from(user)))
                .order((mail_messages::read_at.desc(), mail_messages::uid.desc()))
                .select(MailMessageRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(MailMessageRow::message).collect()
        })
        .await
    }
}

/// Stores the result for a message, and deletes the oldest ones.
async fn put_message(
    connection: &mut Connection,
    user: RowId,
    mailbox: RowId,
    row: MailMessageRow,
) -> Result<()> {
    let theirs = mail_messages::table
        .filter(mail_messages::user_id.eq(user))
        .filter(mail_messages::mailbox_id.eq(mailbox));
    let same = theirs
        .filter(mail_messages::uid_validity.eq(row.uid_validity))
        .filter(mail_messages::uid.eq(row.uid));
    diesel::delete(same).execute(connection).await?;
    diesel::insert_into(mail_messages::table).values(row).execute(connection).await?;
    let oldest: Vec<(i64, i64)> = theirs
        .order((mail_messages::read_at.desc(), mail_messages::uid.desc()))
        .offset(fit(MAIL_MESSAGES_MAX)?)
        .limit(fit(MAIL_MESSAGES_MAX)?)
        .select((mail_messages::uid_validity, mail_messages::uid))
        .load(connection)
        .await?;
    for (uid_validity, uid) in oldest {
        let old =
            theirs.filter(mail_messages::uid_validity.eq(uid_validity)).filter(mail_messages::uid.eq(uid));
        diesel::delete(old).execute(connection).await?;
    }
    Ok(())
}
